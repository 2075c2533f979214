"""Short forms and the long forms that introduce them.

The candidates are those of Schwartz and Hearst (2003), "A simple algorithm for identifying abbreviation definitions in
biomedical text" (https://psb.stanford.edu/psb-online/proceedings/psb03/schwartz.pdf): ``long (SHORT)`` and
``SHORT (long)``; to them come ``SHORT: long`` in titles and ``long, SHORT for short``. Where theirs takes the shortest long
form whose letters contain those of the short form, this one looks for the alignment of letters to words that costs least,
because the short forms of machine learning are spelled from the inside of words as well ("Low-Rank Adaptation (LoRA)",
"Vision Transformer (ViT)"), skip function words, and hold digits, Greek and plurals.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spacy.language import Language

from extractors.base import AbbreviationSpan
from extractors.extensions import text_of
from extractors.sentences import sentence_at, sentence_spans

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = ["Abbreviations", "find_abbreviations", "make_abbreviations"]

# Costs of an alignment, in "letters that fit badly"; an alignment may cost `_LIMIT` for each letter of the short form.
_START = 0.0  # a letter at the start of a word
_CAPITAL = 0.1  # a capital inside a word ("CodE")
_NEXT = 0.05  # the letter right after the one before ("Lo" in "Low")
_INSIDE = 0.7  # a later letter of a word that is in use already
_ALIEN = 1.6  # a letter inside a word of which nothing else is used
_NO_DIGIT = 0.25  # a digit or sign of the short form without counterpart ("GPT3")
_SKIP_FUNCTION = 0.05  # a function word that gives no letter
_SKIP_AND = 0.3  # "and", which joins two things more often than it stands inside the name of one
_SKIP_PART = 0.35  # a later part of a hyphenated word that gives no letter
_SKIP_WORD = 0.8  # any other word that gives no letter
_TAIL = 0.6  # factor for such words behind the last letter ("Low-Rank Adaptation framework (LoRA)")
_PART_FIRST = 0.6  # a long form that begins inside a hyphenated word ("multi-[modal large language models]")
_LONGEST_WORD = 40
_LIMIT = 0.45
_STRICT = 0.3  # where no bracket says that the two belong together

_FUNCTION_WORDS = re.compile(
    r"(?:an?|and|are|as|at|by|for|from|in|into|is|of|on|onto|or|over|per|that|the|their|then|through|to|under|up|using|via|with|without|within)"
)
_NEVER_FIRST = re.compile(r"(?:the|an?|our|and|or|of|is|are)")
_WORD = re.compile(r"[^\W_]+(?:['’][a-z]+)?")
_BRACKET = re.compile(r"[(\[]([^()\[\]]{2,200})[)\]]")
_LEAD_IN = re.compile(
    r"(?:i\.e\.,?|or|a\.?k\.?a\.?|called|named|termed|dubbed|denoted(?: as| by)?|abbreviated(?: as)?|abbr\.?|short for|hereafter|henceforth"
    r"|also known as|the)\s+",
    re.I,
)
_SHORT_TAIL = re.compile(r"\s*(?:[;,:].*|\s(?:for short|hereafter|henceforth|or)\b.*|,?\s*(?:19|20)\d\d[a-z]?)$", re.S)
_SHORT = re.compile(r"[^\W_][\w+*/&.'’^-]*(?:\s[^\W_][\w+*/&.-]*)?")
_TITLE = re.compile(r"\s*([^\W_][^\s:]{1,20}(?:\s[^\s:]{1,12})?)\s?(?::|\s[–—-]+)\s+(?=\S)")
_COLON = re.compile(r"\b(?:introduc|propos|present|develop|describ|releas|call|nam|dubb)\w*\s+([^\W_][^\s:]{1,20}):\s+(?=[A-Z])")
_FOR_SHORT = re.compile(r"(?:,|\()\s*(?:or|called|dubbed|termed|named|abbreviated as|denoted as)?\s*([^\W_][\w+*-]{1,14}),?\s+for short\b")
# What stands in brackets, looks like a short form and introduces no name.
_NOT_SHORT = re.compile(
    r"(?:sota|ours|e\.g|i\.e|e\.?g|i\.?e|et|al|etc|figs?|table|appendix|section|[ivx]+|i\.?i\.?d|resp|vs|cf|the|and|with|best|new|left|right|top|bottom|our"
    r"|only|both|main|code|data|high|low|first|second|third)\.?"
)
_REPEATED = re.compile(r"([a-z])([2-4])")
_BEFORE_BRACKET = re.compile(r"(?:^|[\s(])((?:[^\W_][^\s()]*\s)?[^\W_][^\s()]*)\s?$")
_GREEK = {"α": "a", "β": "b", "γ": "g", "δ": "d", "ε": "e", "θ": "t", "λ": "l", "μ": "m", "π": "p", "σ": "s", "τ": "t", "φ": "p", "ω": "o"}


@dataclass(frozen=True, slots=True)
class _Short:
    """A candidate for a short form, ready to be aligned."""

    letters: str  # folded, separators and plural s left out
    breaks: frozenset[int]  # indices of letters before which the short form has a separator

    def readings(self) -> list[_Short]:
        """Return the ways to read the letters: a digit may say how often the letter before it is meant ("A2C", "H2O")."""
        repeated = _REPEATED.sub(lambda match: match[1] * int(match[2]), self.letters)
        return [self] if repeated == self.letters else [_Short(repeated, frozenset()), self]


def _short_form(text: str) -> _Short | None:
    """Return `text` ready for alignment, or None where it cannot be a short form."""
    if not (2 <= len(text) <= 24) or not _SHORT.fullmatch(text) or _NOT_SHORT.fullmatch(text.casefold()):
        return None
    word = text[:-1] if len(text) > 2 and text.endswith("s") and text[-2].isupper() else text
    word = re.sub(r"['’]s$", "", word)
    letters: list[str] = []
    breaks: set[int] = set()
    for char in word:
        if char.isalnum():
            letters.append(char.casefold()[0])
        else:
            breaks.add(len(letters))
    letter_count = sum(char.isalpha() for char in letters)
    if letter_count < 2 or (not any(char.isupper() for char in word) and not (3 <= len(letters) == len(word) <= 5)):
        return None
    if " " in word and not all(part[:1].isupper() or part[:1].isdigit() for part in word.split()):
        return None
    return _Short("".join(letters), frozenset(breaks))


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int
    text: str
    skip: float  # cost of giving no letter
    joined: bool  # a later part of a hyphenated word


def _words(text: str, start: int, end: int) -> list[_Word]:
    """Return the words between two places, parts of hyphenated ones apart, in order."""
    words: list[_Word] = []
    for match in _WORD.finditer(text, start, end):
        joined = bool(words) and match.start() == words[-1].end + 1 and text[match.start() - 1] in "-‐‑–/"
        low = match.group().casefold()
        skip = _SKIP_AND if low == "and" else _SKIP_FUNCTION if _FUNCTION_WORDS.fullmatch(low) else _SKIP_PART if joined else _SKIP_WORD
        words.append(_Word(match.start(), match.end(), match.group(), skip, joined))
    return words


class _Aligner:
    """Cheapest alignments of a short form to a list of words, computed from the last letter to the first.

    ``costs(first)`` is the cost of writing the short form with the words from index `first` on, the first letter being the
    first letter of that word, and where the last word used is; the words behind the last letter cost too when `anchored`.
    """

    def __init__(self, short: _Short, words: list[_Word], anchored: bool) -> None:
        self.short = short
        self.words = words
        self.anchored = anchored
        self.skipped = [0.0]
        for word in words:
            self.skipped.append(self.skipped[-1] + word.skip)
        # Places of each letter: (word, offset in the word).
        self.places: dict[str, list[tuple[int, int]]] = {}
        wanted = set(short.letters)
        for w, word in enumerate(words):
            # What is longer is no word, and would take time in the square of its length.
            for k, char in enumerate(word.text[:_LONGEST_WORD]):
                char = _GREEK.get(char, char.casefold()[0])
                if char in wanted:
                    self.places.setdefault(char, []).append((w, k))
        self.table = self._fill()

    def _between(self, w: int, v: int) -> float:
        """Cost of the words that lie strictly between words `w` and `v`."""
        return self.skipped[v] - self.skipped[w + 1] if v > w + 1 else 0.0

    def _tail(self, w: int) -> float:
        """Cost of the words after word `w`, the last one used."""
        return _TAIL * (self.skipped[-1] - self.skipped[w + 1]) if self.anchored else 0.0

    def _fill(self) -> list[dict[tuple[int, int], tuple[float, int]]]:
        letters = self.short.letters
        table: list[dict[tuple[int, int], tuple[float, int]]] = [{} for _ in letters]
        for i in range(len(letters) - 1, -1, -1):
            for place in self.places.get(letters[i], ()):
                best = self._rest(i, place, table)
                if i == len(letters) - 1:
                    best = min(best, (self._tail(place[0]), place[0]))
                table[i][place] = best
        return table

    def _rest(self, i: int, place: tuple[int, int], table: list[dict[tuple[int, int], tuple[float, int]]]) -> tuple[float, int]:
        """Cost of the letters after `i` when letter `i` stands at `place`, and the last word that they use."""
        letters = self.short.letters
        w, k = place
        best = (99.0, w)
        dropped = 0.0
        following = i + 1
        while following < len(letters):
            for (v, m), (cost, last) in table[following].items():
                if (v, m) <= place:
                    continue
                total = cost + dropped + self._step(following, w, k, v, m)
                if total < best[0]:
                    best = (total, last)
            # A digit or sign may have no counterpart.
            if not letters[following].isdigit():
                return best
            dropped += _NO_DIGIT
            following += 1
        return min(best, (dropped + self._tail(w), w)) if following > i + 1 else best

    def _step(self, i: int, w: int, k: int, v: int, m: int) -> float:
        """Cost of letter `i` at offset `m` of word `v` after a letter at offset `k` of word `w`."""
        if v == w:
            if i in self.short.breaks:
                return _ALIEN
            if m == k + 1:
                return _NEXT
            return _CAPITAL if self.words[v].text[m].isupper() and not self.words[v].text.isupper() else _INSIDE
        skipped = self._between(w, v)
        if m == 0:
            return skipped + _START
        capital = self.words[v].text[m].isupper() and not self.words[v].text.isupper()
        return skipped + (_CAPITAL if capital else _ALIEN)

    def cost(self, first: int) -> tuple[float, int] | None:
        """Return (cost, last word) of the short form written from the start of word `first`, or None."""
        found = self.table[0].get((first, 0))
        if found is None and self.short.letters[0] == "x" and self.words[first].text[:1] in "eE":
            found = self.table[0].get((first, 1))  # "eXplainable"
        return (found[0] + _PART_FIRST, found[1]) if found is not None and self.words[first].joined else found


def _long_before(text: str, short: _Short, start: int, end: int) -> tuple[int, int] | None:
    """Return the long form that ends at `end` and begins after `start`, or None."""
    cut = max(text.rfind(mark, start, end - 1) for mark in ")];:")
    words = _words(text, max(start, cut + 1), end)[-(len(short.letters) + 6) :]
    if not words or text[words[-1].end : end].strip(" \t\n'’\"”*"):
        return None
    for reading in short.readings():
        aligner = _Aligner(reading, words, anchored=True)
        best: tuple[float, int] | None = None
        for first in range(len(words)):
            found = aligner.cost(first)
            # Among equals the shorter one, as in the original algorithm.
            if found is not None and not _NEVER_FIRST.fullmatch(words[first].text.casefold()) and (best is None or found[0] <= best[0]):
                best = (found[0], first)
        if best is not None and best[0] <= _LIMIT * len(reading.letters):
            return words[best[1]].start, words[-1].end
    return None


def _long_after(text: str, short: _Short, start: int, end: int, limit: float, whole: bool) -> tuple[int, int] | None:
    """Return the long form that begins at `start`; it ends at `end` when `whole`, else with the last letter used, or None."""
    words = _words(text, start, end)[: len(short.letters) + 6]
    if not words:
        return None
    first = 1 if words[0].text.casefold() in ("the", "a", "an", "our") and short.letters[0] != words[0].text[0].casefold() else 0
    if first >= len(words):
        return None
    for reading in short.readings():
        found = _Aligner(reading, words, anchored=whole).cost(first)
        if found is not None and found[0] <= limit * len(reading.letters):
            last = len(words) - 1 if whole else _phrase_end(text, words, found[1])
            return words[first].start, words[last].end
    return None


def _phrase_end(text: str, words: list[_Word], last: int) -> int:
    """Return the index of the last word of the noun phrase that word `last` stands in ("Omni [Memory] System for ...").

    A phrase that goes on for more than two words holds a verb more often than not: then `last` itself.
    """
    end = last
    while end + 1 < len(words) and text[words[end].end : words[end + 1].start] in (" ", "-") and not _FUNCTION_WORDS.fullmatch(words[end + 1].text.casefold()):
        end += 1
    return end if end <= last + 2 else last


def _in_brackets(text: str, match: re.Match[str], left: int) -> AbbreviationSpan | None:
    """Read ``long (SHORT)`` or ``SHORT (long)``; `left` is where the sentence begins."""
    inner_start, inner = match.start(1), match.group(1)
    lead = _LEAD_IN.match(inner)
    if lead:
        inner_start, inner = inner_start + lead.end(), inner[lead.end() :]
    tail = _SHORT_TAIL.search(inner)
    if tail:
        inner = inner[: tail.start()]
    inner_start += len(inner) - len(inner.lstrip(" \t\n\"'“‘"))
    inner = inner.strip(" \t\n\"'“”‘’")
    inner_end = inner_start + len(inner)
    short = _short_form(inner)
    if short is not None:
        long = _long_before(text, short, left, match.start())
        if long is not None and " ".join(text[long[0] : long[1]].split()).casefold() != inner.casefold() and long[1] - long[0] > len(inner):
            return AbbreviationSpan(inner_start, inner_end, *long)
    left = max(left, match.start() - 60)
    before = _BEFORE_BRACKET.search(text[left : match.start()])
    if before is None:
        return None
    for offset in (0, before.group(1).find(" ") + 1):
        start = left + before.start(1) + offset
        word = text[start : left + before.end(1)]
        short = _short_form(word)
        if short is not None and " " in inner.replace("-", " "):
            found = _long_after(text, short, inner_start, inner_end, _LIMIT, whole=True)
            if found is not None:
                return AbbreviationSpan(start, start + len(word), *found)
    return None


def find_abbreviations(text: str) -> list[AbbreviationSpan]:
    """Find the short forms that a text introduces, each with its long form.

    Parameters
    ----------
    text : str
        Clean text; a title, where there is one, is the first line.

    Returns
    -------
    list of AbbreviationSpan
        In the order of the short forms. A short form that is introduced more than once is there more than once (in the
        title and in the abstract, say). Spans never reach over the end of a sentence.
    """
    sentences = sentence_spans(text)
    found: list[AbbreviationSpan] = []
    if sentences:
        title = _TITLE.match(text)
        if title is not None and title.end() < sentences[0][1]:
            short = _short_form(title.group(1))
            if short is not None:
                long = _long_after(text, short, title.end(), sentences[0][1], _STRICT, whole=False)
                if long is not None:
                    found.append(AbbreviationSpan(title.start(1), title.end(1), *long))
    for match in _BRACKET.finditer(text):
        left = sentences[sentence_at(sentences, match.start())][0]
        span = _in_brackets(text, match, left)
        if span is not None:
            found.append(span)
    for match in _COLON.finditer(text):
        short = _short_form(match.group(1))
        right = sentences[sentence_at(sentences, match.start())][1]
        long = _long_after(text, short, match.end(), right, _STRICT, whole=False) if short is not None else None
        if long is not None:
            found.append(AbbreviationSpan(match.start(1), match.end(1), *long))
    for match in _FOR_SHORT.finditer(text):
        short = _short_form(match.group(1))
        left = sentences[sentence_at(sentences, match.start())][0]
        long = _long_before(text, short, left, match.start()) if short is not None else None
        if long is not None and not any(other.short_start == match.start(1) for other in found):
            found.append(AbbreviationSpan(match.start(1), match.end(1), *long))
    return sorted(found, key=lambda span: (span.short_start, span.long_start))


class Abbreviations:
    """Component that writes ``Doc._.kg_abbreviations``."""

    def __call__(self, doc: Doc) -> Doc:
        """Find the abbreviations of `doc`."""
        doc._.kg_abbreviations = find_abbreviations(text_of(doc))
        return doc


@Language.factory("kg_abbreviations", assigns=["doc._.kg_abbreviations"])
def make_abbreviations(nlp: Language, name: str) -> Abbreviations:
    """Create the component."""
    return Abbreviations()
