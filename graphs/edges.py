"""The edges of a graph while it is being built: merged over papers, then laid out in one order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from graphs.attributes import Scalar, clean_text
from graphs.evidence import EVIDENCE_CAP, Evidence, evidence_text
from kg.schema import edge_types

__all__ = ["Edges", "edge_id", "edge_label"]

_Key: TypeAlias = tuple[str, str, str]


def edge_id(tail: str, kind: str, head: str) -> str:
    """Return the id of an edge; no other edge can have it, since ids of nodes hold no ``|``."""
    return f"{tail}|{kind}|{head}"


def edge_label(kind: str) -> str:
    """Return a type of edge in words.

    >>> edge_label("EVALUATES_ON")
    'evaluates on'
    """
    return kind.lower().replace("_", " ")


class _Merged:
    """An edge that several papers may state."""

    __slots__ = ("evidence", "papers", "score")

    def __init__(self) -> None:
        self.score = 0.0
        self.papers: set[str] = set()
        self.evidence: list[Evidence] = []


class Edges:
    """All edges, by tail, type and head; at most one of a type between two nodes."""

    def __init__(self) -> None:
        self._single: dict[_Key, tuple[float, str]] = {}
        self._merged: dict[_Key, _Merged] = {}
        self._hierarchy: dict[_Key, str] = {}

    def add(self, tail: str, kind: str, head: str, score: float, evidence: str) -> None:
        """Add an edge that one paper alone can state; `evidence` is the attribute's text."""
        self._single[tail, kind, head] = (score, evidence)

    def merge(self, tail: str, kind: str, head: str, paper: str, score: float, evidence: Iterable[Evidence]) -> None:
        """Add what one paper says to an edge that others may state too."""
        edge = self._merged.setdefault((tail, kind, head), _Merged())
        edge.score = max(edge.score, score)
        edge.papers.add(paper)
        edge.evidence.extend(evidence)
        if len(edge.evidence) > 8 * EVIDENCE_CAP:
            edge.evidence = sorted(set(edge.evidence))[:EVIDENCE_CAP]

    def add_hierarchy(self, tail: str, kind: str, head: str, reason: str) -> None:
        """Add an edge that follows from names."""
        self._hierarchy[tail, kind, head] = clean_text(reason)

    def nodes(self) -> set[str]:
        """Return the ids of all nodes that an edge touches."""
        return {node for keys in (self._single, self._merged, self._hierarchy) for tail, _, head in keys for node in (tail, head)}

    def rows(self, position: Mapping[str, int]) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
        """Yield (tail, head, key, attributes) in the order of the nodes and of `kg.schema.edge_types`.

        Parallel edges stand together, so that a graph that is filled in this order lists its edges in this order.
        """
        order = {kind: place for place, kind in enumerate(edge_types())}
        keys = {*self._single, *self._merged, *self._hierarchy}
        for _, _, _, tail, kind, head in sorted((position[t], position[h], order[k], t, k, h) for t, k, h in keys):
            yield tail, head, kind, self._attributes(tail, kind, head)

    def _attributes(self, tail: str, kind: str, head: str) -> dict[str, Scalar]:
        key = (tail, kind, head)
        row: dict[str, Scalar] = {"id": edge_id(tail, kind, head), "type": kind, "label": edge_label(kind)}
        if key in self._hierarchy:
            row |= {"score": 1.0, "papers": 0, "reason": self._hierarchy[key]}
            return row
        if key in self._single:
            score, evidence = self._single[key]
            row |= {"score": score, "papers": 1}
        else:
            edge = self._merged[key]
            evidence = evidence_text(set(edge.evidence))
            row |= {"score": round(edge.score, 4), "papers": len(edge.papers)}
        if evidence:
            row["evidence"] = evidence
        return row
