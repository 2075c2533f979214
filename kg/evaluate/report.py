"""The figures of an evaluation, as data, JSON and text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Counts", "Mistake", "Ratio", "Report"]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many were found rightly (`tp`), found wrongly (`fp`) and missed (`fn`)."""

    tp: int = 0
    fp: int = 0
    fn: int = 0

    @property
    def precision(self) -> float:
        """Share of the predictions that are right, 0 to 1; 0 without predictions."""
        return self.tp / (self.tp + self.fp) if self.tp + self.fp else 0.0

    @property
    def recall(self) -> float:
        """Share of the gold that was found, 0 to 1; 0 without gold."""
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall, 0 to 1."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many of `n` are right."""

    right: int = 0
    n: int = 0

    @property
    def accuracy(self) -> float:
        """Share that is right, 0 to 1; 0 where `n` is 0."""
        return self.right / self.n if self.n else 0.0


@dataclass(frozen=True, slots=True)
class Mistake:
    """An entity of a paper that is ``extra`` (predicted, not in gold with this type) or ``missed``."""

    paper: str
    kind: str
    type: str
    name: str


@dataclass(frozen=True, slots=True)
class Report:
    """What `kg.evaluate.evaluate` found.

    Attributes
    ----------
    papers : int
        Papers of the gold.
    unanswered : int
        Of these, papers without a prediction; all of their gold counts as missed.
    unknown : int
        Predictions for papers that are not in the gold; they count for nothing.
    counts : mapping of str to Counts
        ``entities`` (name and type), ``detected`` (name alone), ``proposed`` (name, of what the paper introduces), ``values`` (number and kind), ``tuples``
        (number and all that gold links it to), ``sota`` (claims without a number), ``relations``, ``links``, and entities of each type, in this order.
    ratios : mapping of str to Ratio
        ``roles`` and ``label`` (the name is one of gold's) over the entities found, ``attributes`` (unit, direction, baseline) over the values found.
    mistakes : tuple of Mistake
        In the order of the gold; of one paper first what is extra.
    """

    papers: int
    unanswered: int
    unknown: int
    counts: Mapping[str, Counts]
    ratios: Mapping[str, Ratio]
    mistakes: tuple[Mistake, ...] = field(default=(), repr=False)

    def to_json(self) -> dict[str, Any]:
        """Return a JSON-ready dict: figures by name, unrounded, without the mistakes."""
        row: dict[str, Any] = {"papers": self.papers, "unanswered": self.unanswered, "unknown": self.unknown}
        for name, count in self.counts.items():
            row[name] = {"p": count.precision, "r": count.recall, "f1": count.f1, "tp": count.tp, "fp": count.fp, "fn": count.fn}
        for name, ratio in self.ratios.items():
            row[name] = {"accuracy": ratio.accuracy, "n": ratio.n}
        return row

    def to_text(self, mistakes: int = 0) -> str:
        """Return a table for a person, ending in a line feed.

        Parameters
        ----------
        mistakes : int
            How many mistakes to list below it.
        """
        lines = [f"papers      {self.papers}"]
        if self.unanswered:
            lines.append(f"unanswered  {self.unanswered}")
        if self.unknown:
            lines.append(f"unknown     {self.unknown}")
        lines.append(f"\n{'':11} {'P':>6} {'R':>6} {'F1':>6} {'right':>7} {'extra':>7} {'missed':>7}")
        for name, count in self.counts.items():
            lines.append(f"{name:11} {count.precision:6.3f} {count.recall:6.3f} {count.f1:6.3f} {count.tp:7} {count.fp:7} {count.fn:7}")
        lines.append(f"\n{'':11} {'right':>6} {'of':>6}")
        lines += [f"{name:11} {ratio.accuracy:6.3f} {ratio.n:6}" for name, ratio in self.ratios.items()]
        if mistakes and self.mistakes:
            lines.append("")
            lines += ["\t".join((row.paper, row.kind, row.type, row.name)) for row in self.mistakes[:mistakes]]
        return "\n".join(lines) + "\n"
