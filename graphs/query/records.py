"""The records of which answers are made; each leads to its evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

__all__ = [
    "ComparisonRecord",
    "CooccurrenceRecord",
    "EntityRecord",
    "EvidenceRecord",
    "LineageRecord",
    "Match",
    "PaperRecord",
    "ResultRecord",
    "SimilarRecord",
    "StepRecord",
]


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


@dataclass(frozen=True, slots=True)
class ResultRecord:
    """One number or claim of a paper, in its place on a leaderboard.

    Attributes
    ----------
    rank : int or None
        From 1, among results of the same dataset, metric, kind and unit; equal values share a rank. None for a claim, where no dataset is
        named, and where it is not known which way the metric is better.
    method, dataset, metric, task, versus : str
        Labels, empty where the text does not say.
    shown : str
        The number with sign and unit, or the claim.
    value, unit, kind, direction, baseline : str
        As in the text; see `kg.model.Result`.
    number : float or None
        The value as a number, signed for a delta that goes down; the middle of a range.
    better : str
        ``"higher"``, ``"lower"`` or empty: which way the metric is better.
    sota : bool
        The text claims the state of the art.
    year : int or None
    paper, paper_label : str
        Id and label of the paper's node.
    id : str
        Id of the result's node.
    text : str
        The sentence.
    evidence : tuple of EvidenceRecord
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("rank", "method", "shown", "metric", "better", "dataset", "year", "paper_label")

    rank: int | None
    method: str
    shown: str
    metric: str
    better: str
    dataset: str
    task: str
    versus: str
    value: str
    unit: str
    kind: str
    direction: str
    baseline: str
    number: float | None
    sota: bool
    year: int | None
    paper: str
    paper_label: str
    id: str
    text: str
    evidence: tuple[EvidenceRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class EntityRecord:
    """A method, model, dataset, metric or task that fits a question.

    Attributes
    ----------
    id, type, label : str
    papers : int
        The number of papers that fit the question and name it, other than in passing.
    all_papers : int
        The number of papers that name it at all.
    first_year : int or None
        The earliest year of a paper that names it.
    description : str
        The sentence that defines it best, or empty.
    evidence : tuple of EvidenceRecord
        One sentence for each of the papers, at most 5.
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("label", "type", "papers", "all_papers", "first_year", "id")

    id: str
    type: str
    label: str
    papers: int
    all_papers: int
    first_year: int | None
    description: str = ""
    evidence: tuple[EvidenceRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparisonRecord:
    """Something that a method or model was compared with.

    Attributes
    ----------
    id, type, label : str
        The other one.
    compared_by : str
        ``"its paper"`` where the paper of the one asked for compares it with the other, ``"the other's paper"``, or ``"both"``.
    papers : int
        The number of papers that compare the two.
    evidence : tuple of EvidenceRecord
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("label", "type", "papers", "compared_by", "id")

    id: str
    type: str
    label: str
    papers: int
    compared_by: str
    evidence: tuple[EvidenceRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class LineageRecord:
    """An ancestor or descendant of something.

    Attributes
    ----------
    distance : int
        Negative for ancestors (-1: what it is based on), positive for descendants.
    id, type, label : str
    relation : str
        The type of the edge by which it is reached.
    via : str
        Label of the node on the other side of that edge.
    papers : int
        The number of papers that say so; 0 where the name alone says it.
    reason : str
        The wording, or the sentence.
    evidence : tuple of EvidenceRecord
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("distance", "label", "type", "relation", "via", "papers", "reason")

    distance: int
    id: str
    type: str
    label: str
    relation: str
    via: str
    papers: int
    reason: str = ""
    evidence: tuple[EvidenceRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class StepRecord:
    """One step of a path.

    Attributes
    ----------
    step : int
        From 1.
    start, start_label, end, end_label : str
        Ids and labels of the nodes, in the order of the path.
    relation : str
        The edge in words, with an arrow in its own direction.
    edge : str
        Id of the edge.
    papers : int
    text : str
        The sentence that shows it best, or the reason.
    evidence : tuple of EvidenceRecord
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("step", "start_label", "relation", "end_label", "text")

    step: int
    start: str
    start_label: str
    relation: str
    end: str
    end_label: str
    edge: str
    papers: int
    text: str
    evidence: tuple[EvidenceRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class CooccurrenceRecord:
    """Something that stands in the same papers.

    Attributes
    ----------
    id, type, label : str
    papers : int
        The number of papers that name both.
    all_papers : int
        The number of papers that name it at all.
    association : float
        Normalised pointwise mutual information, -1 to 1: 0 by chance, 1 never one without the other.
    evidence : tuple of EvidenceRecord
        A sentence on it from each of at most 3 of the papers that name both.
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("label", "type", "papers", "all_papers", "association", "id")

    id: str
    type: str
    label: str
    papers: int
    all_papers: int
    association: float
    evidence: tuple[EvidenceRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class SimilarRecord:
    """Something of the same type with much in common.

    Attributes
    ----------
    id, type, label : str
    score : float
        0 to 1: cosine of what the two share, rare things weighing more.
    shared : tuple of str
        Labels of what they share, the weightiest first, at most 5.
    year : int or None
        Of a paper, or the earliest of the papers that name it.
    evidence : tuple of EvidenceRecord
        Of a paper, a sentence on each of the `shared`; of an entity, its own best sentences, at most 3.
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("label", "score", "shared", "year", "id")

    id: str
    type: str
    label: str
    score: float
    shared: tuple[str, ...]
    year: int | None = None
    evidence: tuple[EvidenceRecord, ...] = ()
