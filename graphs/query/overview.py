"""Questions about the corpus as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from graphs.query.base import Base
from graphs.query.records import EvidenceRecord
from graphs.query.table import Table
from kg.errors import GraphError
from kg.schema import ENTITY_TYPES, NODE_TYPES, edge_types

__all__ = ["EdgeRecord", "NodeRecord", "OverviewQueries", "StatRecord", "TrendRecord"]

_PERIODS = ("year", "venue", "area")
_SENTENCES = 3


@dataclass(frozen=True, slots=True)
class StatRecord:
    """How many nodes or edges there are of one type.

    Attributes
    ----------
    kind : str
        ``"node"`` or ``"edge"``.
    type : str
    count : int
    description : str
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("kind", "type", "count", "description")

    kind: str
    type: str
    count: int
    description: str = ""


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """A node of the graph.

    Attributes
    ----------
    id, type, label : str
    papers : int
        The number of papers that name it; 1 for a paper or a result.
    year : int or None
        Of a paper, or the earliest of the papers that name it.
    evidence : tuple of EvidenceRecord
        Its best sentences, at most 3.
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("label", "type", "papers", "year", "id")

    id: str
    type: str
    label: str
    papers: int
    year: int | None
    evidence: tuple[EvidenceRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class EdgeRecord:
    """An edge of the graph.

    Attributes
    ----------
    id, type : str
    tail, tail_label, head, head_label : str
        Ids and labels of the nodes that it leads from and to.
    papers : int
        The number of papers that say so; 0 for what names alone say.
    text : str
        The sentence that shows it best, or the reason.
    evidence : tuple of EvidenceRecord
        Its best sentences, at most 3.
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("tail_label", "type", "head_label", "papers", "text")

    id: str
    type: str
    tail: str
    tail_label: str
    head: str
    head_label: str
    papers: int
    text: str = ""
    evidence: tuple[EvidenceRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class TrendRecord:
    """How many papers of one year, venue or area have something.

    Attributes
    ----------
    id, type, label : str
    period : str
        The year, venue or area.
    year : int or None
        The year, where years were asked for.
    papers : int
    share : float
        Of the papers of that year, venue or area, 0 to 1.
    evidence : tuple of EvidenceRecord
        A sentence from each of at most 3 of the papers.
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("label", "period", "papers", "share", "id")

    id: str
    type: str
    label: str
    period: str
    year: int | None
    papers: int
    share: float
    evidence: tuple[EvidenceRecord, ...] = ()


class OverviewQueries(Base):
    """Counts and trends."""

    def stats(self) -> Table[StatRecord]:
        """Return how many nodes and edges there are of each type, in the order of `kg.schema`; types without any are left out."""
        nodes = Counter(row["type"] for _, row in self._graph.nodes(data=True))
        edges = Counter(row["type"] for _, _, row in self._graph.edges(data=True))
        rows = [StatRecord("node", kind, nodes[kind], row.description) for kind, row in NODE_TYPES.items() if nodes[kind]]
        rows += [StatRecord("edge", kind, edges[kind], edge.description) for kind, edge in edge_types().items() if edges[kind]]
        return Table(rows, title=f"{sum(nodes.values())} nodes, {sum(edges.values())} edges", record=StatRecord)

    def nodes(self, type: str | None = None, *, limit: int | None = None) -> Table[NodeRecord]:
        """Return the nodes, or those of a type, in the order of the graph.

        Parameters
        ----------
        type : str, optional
            A type of node (`kg.schema`); all by default.
        limit : int, optional
            At most so many; all by default.

        Raises
        ------
        GraphError
            If `type` is no type of node.
        """
        kinds = self._types(type) or tuple(NODE_TYPES)
        found = [node for node in self._graph if self._kind[node] in kinds]
        return Table(map(self._node, found[:limit]), title=f"{len(found)} node{'' if len(found) == 1 else 's'}", record=NodeRecord)

    def _node(self, node: str) -> NodeRecord:
        row = self._graph.nodes[node]
        return NodeRecord(node, row["type"], row["label"], row.get("papers", 1), row.get("year", row.get("first_year")), self._evidence(row, limit=_SENTENCES))

    def edges(self, type: str | None = None, *, limit: int | None = None) -> Table[EdgeRecord]:
        """Return the edges, or those of a type, those that most papers show first, then in the order of the graph.

        Parameters
        ----------
        type : str, optional
            A type of edge (`kg.schema`); all by default.
        limit : int, optional
            At most so many; all by default.

        Raises
        ------
        GraphError
            If `type` is no type of edge.
        """
        if type is not None and type not in edge_types():
            raise GraphError(f"unknown type of edge {type!r}. Known: {', '.join(edge_types())}")
        found = [(tail, head, row) for tail, head, row in self._graph.edges(data=True) if type in (None, row["type"])]
        found.sort(key=lambda edge: -edge[2].get("papers", 0))
        rows = (self._edge_record(tail, head, row) for tail, head, row in found[:limit])
        return Table(rows, title=f"{len(found)} edge{'' if len(found) == 1 else 's'}", record=EdgeRecord)

    def _edge_record(self, tail: str, head: str, row: dict[str, Any]) -> EdgeRecord:
        evidence = self._evidence(row, limit=_SENTENCES)
        text = evidence[0].text if evidence else row.get("reason", "")
        return EdgeRecord(row.get("id", ""), row["type"], tail, self._label(tail), head, self._label(head), int(row.get("papers", 0)), text, evidence)

    def trends(
        self, type: str = "Method", *, by: str = "year", names: str | Sequence[str] | None = None, versions: bool = True, limit: int = 20
    ) -> Table[TrendRecord]:
        """Return how many papers of each year, venue or area have the entities of a type.

        Parameters
        ----------
        type : str
            A type of entity.
        by : str
            ``"year"``, ``"venue"``, or ``"area"`` (the research area that the corpus gives a paper, where it does).
        names : str or sequence of str, optional
            Follow these, names or ids, whatever their type.
        versions : bool
            For `names`: what holds for a version holds for its family.
        limit : int
            Without `names`, the number of entities to follow: those that most papers have, other than in passing.

        Returns
        -------
        Table of TrendRecord
            One row for each of them and each year, venue or area in which a paper has it; entities by number of papers, then years in order, venues and
            areas by number of papers.

        Raises
        ------
        GraphError
            If `type` is no type of entity, or `by` is none of the three, or no paper has it.
        NotFoundError, AmbiguousError
            If one of `names` fits no node, or several.
        """
        if type not in ENTITY_TYPES:
            raise GraphError(f"unknown type of entity {type!r}. Known: {', '.join(ENTITY_TYPES)}")
        if by not in _PERIODS:
            raise GraphError(f"trends by {by!r} are not known. Known: {', '.join(_PERIODS)}")
        period: dict[str, Any] = {paper: self._graph.nodes[paper].get(by) for paper in self._by_type.get("Paper", ())}
        total: Counter[int | str] = Counter(found for found in period.values() if found not in (None, ""))
        if not total and period:
            raise GraphError(f"the papers of this graph have no {by}; the corpus gives none")
        listed = (names,) if isinstance(names, str) else names
        if listed is None:
            groups = {node: {node} for node in self._by_type.get(type, ()) if node in self._in_papers}
        else:
            groups = {node: self._family(node, versions) for node in map(self._need, listed)}
        dated = {
            node: dict.fromkeys(paper for member in sorted(family) for paper in self._in_papers.get(member, ()) if period[paper] in total)
            for node, family in groups.items()
        }
        order = sorted((node for node in dated if dated[node]), key=lambda node: (-len(dated[node]), self._label(node), node))
        rows = []
        for node in order[: limit if listed is None else None]:
            papers: dict[int | str, list[str]] = {}
            for paper in dated[node]:
                papers.setdefault(period[paper], []).append(paper)
            for found in sorted(papers, key=lambda one: one if by == "year" else (-len(papers[one]), one)):
                rows.append(self._trend(node, found, papers[found], total[found], groups[node]))
        return Table(rows, title=f"{ENTITY_TYPES[type].plural} by {by}" if listed is None else f"{', '.join(listed)} by {by}", record=TrendRecord)

    def _trend(self, node: str, period: int | str, papers: list[str], total: int, family: set[str]) -> TrendRecord:
        evidence = tuple(item for paper in papers[:_SENTENCES] for member in self._has[paper] if member in family for item in self._sentence(paper, member)[:1])
        year = period if isinstance(period, int) else None
        return TrendRecord(node, self._type(node), self._label(node), str(period), year, len(papers), round(len(papers) / total, 4), evidence)
