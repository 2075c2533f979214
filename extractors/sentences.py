"""Sentence boundaries of a paper's title and abstract.

A full stop ends a sentence only where nothing speaks against it: abbreviations of scholarly English, initials, decimals,
versions, URLs and names that hold punctuation do not. `sentence_spans` is a pure function on strings; the component
``kg_sentences`` writes its answer to ``token.is_sent_start``.

The approach is the classic one, a list of abbreviations and the shape of the neighbours (Grefenstette and Tapanainen 1994,
"What is a word, what is a sentence? Problems of tokenization"), with lists drawn from scholarly usage.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from spacy.language import Language

from extractors.extensions import text_of

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = ["Sentences", "make_sentences", "sentence_at", "sentence_spans"]

# After these something has to follow, so that they never end a sentence.
_OPEN = re.compile(
    r"(?:e\.?g|i\.?e|c[fa]|vs|viz|al|w\.?r\.?t|resp|acc|approx|incl|excl|a\.?k\.?a|eds|dr|prof|mrs?|ms|dept|univ|avg|std|temp|est|conf|proc|trans|vol"
    r"|thm|lem|prop|cor|alg|appx?|eqn|jan|feb|aug|sept|oct|nov|dec)"
)
# These are abbreviations only before a number, and words or units otherwise ("... on the test set no.").
_NUMBERED = re.compile(r"(?:nos?|figs?|eqs?|secs?|tab|ch|refs?|pp?|def|st|ed|v)")
# These may end a sentence or not: they do when what follows begins like one.
_EITHER = re.compile(r"(?:etc|inc|ltd|corp?|co|jr|sr)")

_BOUNDARY = re.compile(r"(?:\.{3}|…|[.!?]+)[\"'”’)\]*]*(?=\s)")
_WORD_BEFORE = re.compile(r"[^\s()\[\]{}\"“”,;:–—/]+$")
_NUMBER_AFTER = re.compile(r"[(\[]?(?:\d|[ivxIVX]+\b|[A-Z]\d?\b)")
_OPENERS = "\"'“‘([{*"
_ITEM = re.compile(r"\s*(?:[-•*·▪◦‣–]\s|\(?(?:\d{1,2}|[ivx]{1,4}|[a-h])[).]\s)")
_ITEM_NUMBER = re.compile(r"(?:^|[\n:;.]\s*)$")
_NAME_AFTER_INITIAL = re.compile(r"(?:[A-Z]\.\s?)*[A-Z][a-z]+")
_PLAIN_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*[,;:.]?(?:\s|$)")
_LAST_TWO_WORDS = re.compile(r"(\S+)\s+(\S+)$")
# Words that open sentences: after an initial or a question mark they are no part of a name.
_STARTER = re.compile(
    r"(?:We|Our|In|The|This|These|Those|That|It|Its|To|For|From|By|With|On|At|As|An?|However|Moreover|Furthermore|Additionally|Finally|Further|First|Second"
    r"|Third|Here|Then|Thus|Hence|Therefore|While|When|Where|Although|Though|Since|Because|Unlike|Despite|Given|Using|Based|Through|Under|Across|Extensive"
    r"|Experiment\w*|Empirical\w*|Results?|Code|Specifically|Existing|Recent\w*|Such|Both|One|Two|Notably|Importantly|Most|Many|Several|Some|All|Each|Compared"
    r"|Building|Beyond|Besides|Meanwhile|Instead|Consequently|Theor\w+|Numerical|Previous|Prior|If|But|And|Yet|Nevertheless|Nonetheless|Similarly|Conversely"
    r"|Overall|Last(?:ly)?|They|There|Also|So|After|Before|During|Among|Inspired|Motivated|Next|Evaluat\w+|Is|Are|Can|Does|Do|How|What|Why)\b"
)


def _belongs_to_word(word: str, rest: str) -> bool:
    """Tell whether a full stop belongs to the `word` before it; `rest` is the text after the white space."""
    low = word.lower().lstrip("'‘“*_")
    if _OPEN.fullmatch(low):
        return True
    if _NUMBERED.fullmatch(low):
        return _NUMBER_AFTER.match(rest) is not None
    if _EITHER.fullmatch(low):
        return not rest.lstrip(_OPENERS)[:1].isupper()
    if len(word) == 1 and word.isupper():
        return _NAME_AFTER_INITIAL.match(rest) is not None and not _STARTER.match(rest)
    if rest[:1].islower() and _PLAIN_WORD.match(rest):
        # Sentences that begin with an ordinary word in lower case are slips; the word before then is an ordinary one too.
        return not (word.isalpha() and word.islower() and len(word) > 2)
    return "." in word and len(word) <= 5 and word.replace(".", "").isalpha() and not _STARTER.match(rest.lstrip(_OPENERS))


def _title_end(text: str) -> int:
    """Return the place of the line feed that ends the title, or 0 where the text has none.

    Line breaks inside a paragraph go on in lower case, while a title is followed by a new sentence. Some sentences begin
    with a name in lower case ("nnU-Net is ..."): those hold a capital or a digit.
    """
    end = max(0, text.find("\n"))
    return 0 if _PLAIN_WORD.match(text[end + 1 : end + 60].lstrip()) else end


def _inside_name(text: str, at: int) -> bool:
    """Tell whether the question or exclamation mark at `at` stands inside a name ("the Yahoo! Answers corpus")."""
    words = _LAST_TWO_WORDS.search(text[max(0, at - 60) : at])
    return words is not None and words.group(2)[:1].isupper() and words.group(1)[-1] not in ".!?"


def _ends_sentence(text: str, match: re.Match[str], at: int) -> bool:
    """Tell whether the punctuation of `match` ends a sentence; `at` is where the next word begins."""
    mark, start = match.group(), match.start()
    rest = text[at : at + 60]
    opened = rest.lstrip(_OPENERS)
    if not opened:
        return False
    if mark[0] in "!?":
        return not opened[0].islower() and (_STARTER.match(opened) is not None or not (len(mark) == 1 and _inside_name(text, start)))
    if opened[0].islower() and (len(mark) > 1 or mark == "…"):
        return False
    if mark != ".":
        return True
    before = _WORD_BEFORE.search(text, max(0, start - 40), start)
    word = before.group() if before else ""
    if word.isdigit() and len(word) <= 2 and _ITEM_NUMBER.search(text[max(0, start - len(word) - 3) : start - len(word)]):
        return False
    return not (word and _belongs_to_word(word, rest))


def sentence_spans(text: str, title_end: int | None = None) -> list[tuple[int, int]]:
    """Return the sentences of a clean text.

    Parameters
    ----------
    text : str
        Clean text; a title, where there is one, is the first line and is one sentence, whatever stands in it.
    title_end : int, optional
        Where the title ends, exclusive; 0 for a text without one. Without it the first line is taken for a title unless the next one
        goes on like the same sentence.

    Returns
    -------
    list of (int, int)
        Start and end (exclusive) in characters, in order, without the white space between them. Every character that is
        not white space lies in exactly one span; an empty text has none.
    """
    title = _title_end(text) if title_end is None else title_end
    cuts = {title, len(text)}
    for match in _BOUNDARY.finditer(text, title):
        at = match.end()
        while at < len(text) and text[at].isspace():
            at += 1
        if at < len(text) and _ends_sentence(text, match, at):
            cuts.add(match.end())
    # Paragraphs and the items of a list stand on their own.
    place = text.find("\n", title + 1)
    while place >= 0:
        if text[place + 1 : place + 2] == "\n" or _ITEM.match(text, place + 1):
            cuts.add(place)
        place = text.find("\n", place + 1)
    spans: list[tuple[int, int]] = []
    start = 0
    for cut in sorted(cuts):
        piece = text[start:cut]
        left = start + len(piece) - len(piece.lstrip())
        right = start + len(piece.rstrip())
        if left < right:
            spans.append((left, right))
        start = cut
    return spans


def sentence_at(sentences: Sequence[tuple[int, int]], place: int) -> int:
    """Return the index of the sentence that holds the character `place`, else of the last one that begins before it, else 0."""
    return max(0, bisect_right(sentences, place, key=lambda span: span[0]) - 1)


class Sentences:
    """Component that marks the first token of each sentence, so that ``doc.sents`` works, and keeps the spans."""

    def __call__(self, doc: Doc) -> Doc:
        """Write ``token.is_sent_start`` of every token, and ``Doc._.kg_sentences``."""
        spans = sentence_spans(text_of(doc), doc._.kg_title_end)
        doc._.kg_sentences = spans
        if len(doc):
            places = doc.to_array(["IDX"]).ravel().astype(np.int64)
            # A token may begin before the sentence and reach into it (white space): the next one then opens it.
            opening = np.unique(np.searchsorted(places, [start for start, _ in spans]))
            marks: Any = np.full((len(doc), 1), -1, dtype=np.int64)
            marks[opening[opening < len(doc)]] = 1
            marks[0] = 1
            doc.from_array(["SENT_START"], marks.astype(np.uint64))  # all at once: token by token took five times as long
        return doc


def sentences_of(doc: Doc) -> list[tuple[int, int]]:
    """Return the sentences of a Doc in characters, end exclusive: those of `Sentences`, else those that another component marked."""
    spans: list[tuple[int, int]] = doc._.kg_sentences
    return spans or [(span.start_char, span.end_char) for span in doc.sents]


@Language.factory("kg_sentences", assigns=["token.is_sent_start", "doc.sents", "doc._.kg_sentences"])
def make_sentences(nlp: Language, name: str) -> Sentences:
    """Create the component."""
    return Sentences()
