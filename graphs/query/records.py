"""The records of which answers are made; each leads to its evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

__all__ = ["EvidenceRecord", "Match", "PaperRecord"]


@dataclass(frozen=True, slots=True)
class EvidenceRecord:
    """One sentence that shows a node or an edge.

    Attributes
    ----------
    paper : str
        Id of the node of the paper.
    label : str
        Its label.
    year : int or None
    start, end : int
        The sentence in the original text of the paper (title, line feed, abstract), characters, end exclusive.
    text : str
        The sentence, without mark-up.
    mentions : tuple of str
        What to mark in it.
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("label", "year", "text")

    paper: str
    label: str
    year: int | None
    start: int
    end: int
    text: str
    mentions: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Match:
    """A node whose name is like the one looked for.

    Attributes
    ----------
    id, type, label : str
    score : float
        0 to 1; 1 is the same name but for case, punctuation and plural.
    matched : str
        The name or alias that is alike.
    papers : int
        The number of papers that name it; 1 for a paper.
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("label", "type", "papers", "score", "matched", "id")

    id: str
    type: str
    label: str
    score: float
    matched: str
    papers: int


@dataclass(frozen=True, slots=True)
class PaperRecord:
    """A paper.

    Attributes
    ----------
    id, label : str
        Of its node.
    year : int or None
    venue, url, code_url : str
        Empty where unknown.
    proposes : tuple of str
        Labels of what it introduces.
    evidence : tuple of EvidenceRecord
        For each condition of the question, its best sentence.
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("label", "year", "venue", "proposes", "id")

    id: str
    label: str
    year: int | None
    venue: str
    url: str
    code_url: str
    proposes: tuple[str, ...] = ()
    evidence: tuple[EvidenceRecord, ...] = ()
