"""From offsets to sentences: which sentence of a paper shows an edge best, and which one defines an entity.

The rules are word cues in the sentence, and the words right before and after the name. They rank sentences and decide nothing else:
an edge is there because the extraction says so, and all its sentences stay reachable.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from graphs.attributes import clean_text, to_json_text
from kg.model import Extraction, Mention, Paper, Sentence

__all__ = ["EVIDENCE_CAP", "Evidence", "Sentences", "best_sentences", "definition_phrase", "definition_rank", "evidence_text", "in_order", "split_at"]

EVIDENCE_CAP = 20
"""The most sentences that one node or edge carries; `papers` keeps the true count."""


class Evidence(NamedTuple):
    """One sentence of one paper; sorts best first.

    Attributes
    ----------
    rank : float
        The lower the better.
    paper : str
        Id of the paper, as the corpus has it.
    start, end : int
        The sentence in the original text of the paper, end exclusive.
    text : str
        The sentence, clean.
    mentions : tuple of str
        What to mark in `text`, in the order of the text, no duplicates.
    """

    rank: float
    paper: str
    start: int
    end: int
    text: str
    mentions: tuple[str, ...]


def evidence_text(items: Iterable[Evidence], *, cap: int = EVIDENCE_CAP) -> str:
    """Return the best `cap` sentences as the JSON text of an ``evidence`` attribute; empty text for none.

    A sentence that comes twice stands once, with the marks of both.
    """
    best: dict[tuple[str, int, int], Evidence] = {}
    for item in sorted(items):
        place = (item.paper, item.start, item.end)
        if place in best:
            first = best[place]
            best[place] = first._replace(mentions=in_order((*first.mentions, *item.mentions), item.text))
        elif len(best) < cap:
            best[place] = item
    if not best:
        return ""
    return to_json_text([{"paper": e.paper, "start": e.start, "end": e.end, "text": e.text, "mentions": e.mentions} for e in best.values()])


def in_order(marks: Iterable[str], text: str) -> tuple[str, ...]:
    """Return marks in the order in which they stand in a text, each once; those that do not stand in it last."""
    return tuple(sorted(dict.fromkeys(marks), key=lambda mark: (text.find(mark) % (len(text) + 1), mark)))


class Sentences:
    """The sentences of one paper, found by character.

    Parameters
    ----------
    paper : Paper
    extraction : Extraction
        Of the same paper; its sentences need no order.
    """

    def __init__(self, paper: Paper, extraction: Extraction) -> None:
        self._sentences = sorted(extraction.sentences, key=lambda s: (s.start, s.end))
        self._starts = [sentence.start for sentence in self._sentences]
        self._title_end = len(paper.title) if paper.title and paper.abstract else 0
        self._text = paper.text
        self._cues: dict[tuple[int, str], bool] = {}

    def at(self, start: int, end: int) -> Sentence:
        """Return the sentence that covers the character `start`; where none does, the characters from `start` to `end` themselves."""
        place = bisect_right(self._starts, start) - 1
        if place >= 0 and start < self._sentences[place].end:
            return self._sentences[place]
        return Sentence(start, end, clean_text(self._text[start:end]))

    def is_title(self, start: int) -> bool:
        """Tell whether the sentence that begins at `start` is (part of) the title of a paper that also has an abstract."""
        return start < self._title_end

    def has_cue(self, sentence: Sentence, role: str) -> bool:
        """Tell whether a sentence has a word that goes with a role; for a role without such words, it has."""
        if role not in _CUES:
            return True
        place = (sentence.start, role)
        if place not in self._cues:
            self._cues[place] = _has_word(sentence.text, _CUES[role])
        return self._cues[place]

    def title(self) -> str:
        """Return the clean title; the raw one where no sentence covers it; empty where the paper has none."""
        return " ".join(s.text for s in self._sentences if s.start < self._title_end) or (self._text[: self._title_end])

    def body(self) -> list[Sentence]:
        """Return the sentences that are not the title, in the order of the text."""
        return [s for s in self._sentences if s.start >= self._title_end]


_CUES: dict[str, tuple[str, ...]] = {
    role: tuple(words.split())
    for role, words in {
        "proposes": "propos introduc present develop releas design construct curat build contribut",
        "evaluates_on": "experiment evaluat benchmark result outperform achiev train test dataset empirical demonstrat across",
        "reports": "improv reduc achiev outperform increas decreas lower higher better faster 0 1 2 3 4 5 6 7 8 9",
        "compares_with": "outperform compar baseline surpass better than exceed versus against over beat prior existing state-of-the-art",
        "uses": "based build use using extend adapt leverag appl fine-tun finetun incorporat integrat combin employ analy",
        "addresses": "problem task challeng address tackl solv we our propos for",
    }.items()
}
"""The beginnings of the words that make a sentence tell of a role."""


def best_sentences(sentences: Sentences, paper: str, mentions: Iterable[Mention], role: str) -> list[Evidence]:
    """Return one piece of evidence for each sentence with a mention, best first.

    Sentences of the abstract that have a cue of the role come first, then other sentences, the title last; then the
    order of the text.
    """
    found: dict[int, tuple[Sentence, list[Mention]]] = {}
    for mention in mentions:
        sentence = sentences.at(mention.start, mention.end)
        if sentence.start in found:
            found[sentence.start][1].append(mention)
        else:
            found[sentence.start] = (sentence, [mention])
    evidence = []
    for sentence, inside in found.values():
        rank = 2.0 if sentences.is_title(sentence.start) else 0.0 if sentences.has_cue(sentence, role) else 1.0
        rank -= max(mention.score for mention in inside) / 2
        marks = (inside[0].text,) if len(inside) == 1 else tuple(dict.fromkeys(mention.text for mention in inside))
        evidence.append(Evidence(rank, paper, sentence.start, sentence.end, sentence.text, marks))
    if len(evidence) > 1:
        evidence.sort()
    return evidence


def _has_word(text: str, beginnings: tuple[str, ...]) -> bool:
    return any(word.startswith(beginnings) for word in text.lower().split())


_VERBS = (
    *("propos", "introduc", "present", "develop", "releas", "describ", "design", "construct"),
    *("curat", "build", "built", "creat", "contribut", "unveil", "offer"),
)
_CALLED = ("called", "named", "termed", "dubbed", "coined", "denoted", "referred to as", "namely", "namely,", "i.e.,")
_QUOTES = " \"“'‘"
_NEAR = 80
_CLAUSE = re.compile(r"[.;:]")
_BRACKET = r"[\"”'’]?(?:\s*\([^)]{1,120}\))?"
_IS_A = re.compile(rf"{_BRACKET}\s+(?:is|are)\s+(?:an?|the|one of|our)\b", re.IGNORECASE)
_PHRASE = re.compile(rf"{_BRACKET}(?:\s*(?:,|:|—|–| - )|\s+(?:is|are))\s+(?:which\s+(?=\w)|(?=(?:an?|the first|our|one of)\s))(.+)", re.IGNORECASE | re.DOTALL)
_COMMA_A = re.compile(rf"{_BRACKET}\s*(?:,|:|—|–| - )\s*(?:an?|the first|the|our|which)\s+\w", re.IGNORECASE)
_TITLE = re.compile(rf"{_BRACKET}\s*(?::|—|–)\s+\w", re.IGNORECASE)
_DOES = re.compile(
    rf"{_BRACKET}(?:,? which|,? that)?\s+(?:aims|enables|provides|consists|combines|introduces|uses|learns|models|measures|contains|comprises|leverages"
    r"|integrates|allows|computes|predicts|refers|denotes|seeks|requires|trains|generates|optimi[sz]es|decomposes|estimates|evaluates|tests|covers)\b",
    re.IGNORECASE,
)
_LONGEST_START = 30
_START = re.compile(r"(?:the|our|this|in this paper,?|here,?)?\s*[\"“'‘]?$", re.IGNORECASE)


def definition_rank(before: str, after: str, *, proposed: bool, title: bool) -> int:
    """Return how well a sentence defines the thing that it names, 0 (not at all) to 9.

    Parameters
    ----------
    before, after : str
        The words of the sentence before and after the name.
    proposed : bool
        The sentence is of a paper that introduces the thing.
    title : bool
        The sentence is the title.

    Notes
    -----
    After the lexico-syntactic patterns of Hearst (1992, https://aclanthology.org/C92-2082/) and of definition
    extraction (Navigli & Velardi 2010, https://aclanthology.org/P10-1134/): "X is a ...", "we propose X, a ...", "a ... called X".
    """
    if title:
        return 4 if proposed and not before.strip() and _TITLE.match(after) else 0
    starts = len(before) < _LONGEST_START and _START.match(before) is not None
    if not proposed and not starts:
        return 0
    if starts and _IS_A.match(after):
        return 9 if proposed else 6
    apposition = _COMMA_A.match(after) is not None
    if proposed:
        if _has_word(_CLAUSE.split(before[-_NEAR:])[-1], _VERBS):
            return 8 if apposition else 7
        if before.lower().removesuffix(" the ").rstrip(_QUOTES).endswith(_CALLED):
            return 7
        if apposition:
            return 5
        return 3 if _DOES.match(after) else 1
    return 3 if apposition else 2 if _DOES.match(after) else 0


def definition_phrase(after: str) -> str:
    """Return what a thing is said to be by the words after its name; empty where they do not say.

    >>> definition_phrase(" (FOO), a method for parsing that is fast.")
    'a method for parsing that is fast'
    >>> definition_phrase(", which parses.")
    'parses'
    >>> definition_phrase(" wins.")
    ''
    """
    found = _PHRASE.match(after)
    return found[1].rstrip(" .") if found else ""


def split_at(text: str, names: Sequence[str]) -> tuple[str, str] | None:
    """Return the text before and after the first of `names` that stands in it, or None."""
    for name in names:
        place = text.find(name)
        if place >= 0:
            return text[:place], text[place + len(name) :]
    return None
