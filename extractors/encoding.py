"""From clean text to the numbers that the tagger reads: words, word pieces and their features.

Words are split as BERT's basic tokenizer does (Devlin et al. 2019, https://aclanthology.org/N19-1423): at white space,
and every punctuation character alone, so that any span that an annotator could mark begins and ends at a word.
The pieces are WordPiece (Wu et al. 2016, https://arxiv.org/abs/1609.08144), greedy from the left over lower-cased
text without accents. Since the encoder is uncased, what case tells ("SAM" against "Sam") goes in as a feature of its own.

Nothing here imports spaCy or onnxruntime: training uses the same code.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

__all__ = ["MAX_PIECES", "SHAPES", "Encoded", "WordPieces", "split_words"]

MAX_PIECES = 510  # the encoder has 512 positions; two go to [CLS] and [SEP]

SHAPES = ("pad", "lower", "title", "upper", "mixed", "digits", "letters+digits", "punctuation", "other")
_SHAPE = {name: index for index, name in enumerate(SHAPES)}
_UNCOUNTED = (_SHAPE["lower"], _SHAPE["punctuation"])

_WORD = re.compile(r"[^\W_]+|[^\w\s]|_")


def split_words(text: str) -> list[tuple[int, int]]:
    """Return the words of a text as (start, end) in characters, end exclusive, in order."""
    return [match.span() for match in _WORD.finditer(text)]


@lru_cache(maxsize=65536)
def _fold(word: str) -> str:
    """Lower-case, without accents: what the encoder's vocabulary holds."""
    if word.isascii():
        return word.lower()
    return "".join(c for c in unicodedata.normalize("NFD", word.lower()) if unicodedata.category(c) != "Mn")


@lru_cache(maxsize=65536)
def _shape(word: str) -> int:
    if word.isalpha():
        if word.islower():
            return _SHAPE["lower"]
        if len(word) > 1 and word.isupper():
            return _SHAPE["upper"]
        if word[0].isupper() and (len(word) == 1 or word[1:].islower()):
            return _SHAPE["title"]
        return _SHAPE["mixed"] if any(c.isupper() for c in word) else _SHAPE["other"]
    if word.isdigit():
        return _SHAPE["digits"]
    if word.isalnum():
        return _SHAPE["letters+digits"]
    return _SHAPE["punctuation"]


@dataclass(frozen=True, slots=True)
class Encoded:
    """One text, ready for the encoder.

    Attributes
    ----------
    pieces : int64 array of shape (n,)
        Ids of the word pieces, [CLS] first and [SEP] last; at most `MAX_PIECES` + 2.
    shapes, spaces, segments, counts, known : int64 arrays of shape (n,)
        For each piece: index into `SHAPES` of its word; 1 where white space stands before the word, else 0;
        0 in the title and 1 in the abstract; how often the word stands in the text (capped at 7, 0 for lower-case words);
        the type of the lexicon's name that it belongs to, as `extractors.gazetteer.Gazetteer.flags` gives it.
    first : int64 array of shape (words,)
        Position in `pieces` of each word's first piece.
    words : list of (start, end)
        Of those words that fitted.
    cut : bool
        Whether words were left out at the end.
    """

    pieces: NDArray[np.int64]
    shapes: NDArray[np.int64]
    spaces: NDArray[np.int64]
    segments: NDArray[np.int64]
    counts: NDArray[np.int64]
    known: NDArray[np.int64]
    first: NDArray[np.int64]
    words: list[tuple[int, int]]
    cut: bool


class WordPieces:
    """A WordPiece vocabulary.

    Parameters
    ----------
    vocabulary : iterable of str
        The pieces in the order of their ids; ``[CLS]``, ``[SEP]`` and ``[UNK]`` among them.
    """

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self.pieces = list(vocabulary)
        self._id = {piece: index for index, piece in enumerate(self.pieces)}
        self._cls, self._sep, self._unknown = (self._id[name] for name in ("[CLS]", "[SEP]", "[UNK]"))
        self._cache: dict[str, tuple[int, ...]] = {}

    def split(self, word: str) -> tuple[int, ...]:
        """Return the ids of a word's pieces; ``[UNK]`` alone where it cannot be spelled."""
        known = self._cache.get(word)
        if known is None:
            if len(self._cache) > 200_000:  # a long run over odd text must not grow without bound
                self._cache.clear()
            known = self._cache[word] = self._split(_fold(word))
        return known

    def _split(self, word: str) -> tuple[int, ...]:
        if not word or len(word) > 100:
            return (self._unknown,)
        ids: list[int] = []
        start = 0
        while start < len(word):
            end = len(word)
            while end > start:
                found = self._id.get(("##" if start else "") + word[start:end])
                if found is not None:
                    break
                end -= 1
            else:
                return (self._unknown,)
            ids.append(found if found is not None else self._unknown)
            start = end
        return tuple(ids)

    def encode(self, text: str, title_end: int, words: Sequence[tuple[int, int]], flags: Sequence[int]) -> Encoded:
        """Encode a clean text.

        Parameters
        ----------
        text : str
        title_end : int
            Where the title ends (characters, exclusive); 0 where there is none.
        words : sequence of (start, end)
            What `split_words` gives for the text, or a run of it.
        flags : sequence of int
            For each of the words, what `extractors.gazetteer.Gazetteer.flags` gives.

        Returns
        -------
        Encoded
        """
        spans = list(words)
        forms = [text[start:end] for start, end in spans]
        frequency = Counter(forms)
        pieces, sizes, columns = [self._cls], [], []
        for (start, _end), form, flag in zip(spans, forms, flags, strict=True):
            ids = self.split(form)
            if len(pieces) - 1 + len(ids) > MAX_PIECES:
                break
            pieces += ids
            sizes.append(len(ids))
            shape = _shape(form)
            count = 0 if shape in _UNCOUNTED else min(frequency[form], 7)
            columns.append((shape, start == 0 or text[start - 1].isspace(), start >= title_end, count, flag))
        kept = len(sizes)
        pieces.append(self._sep)
        lengths = np.asarray([1, *sizes, 1])  # of [CLS], the words, [SEP]
        table = np.asarray([(0, 0, 0, 0, 0), *columns, (0, 0, 1, 0, 0)], dtype=np.int64)
        shapes, spaces, segments, counts, known = np.repeat(table, lengths, axis=0).T
        first = np.cumsum(lengths)[:kept]
        return Encoded(np.asarray(pieces, dtype=np.int64), shapes, spaces, segments, counts, known, first, words=spans[:kept], cut=kept < len(spans))
