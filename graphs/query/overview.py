"""Questions about the corpus as a whole."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from graphs.query.base import ROLE_EDGES, Base
from graphs.query.table import Table
from kg.errors import GraphError
from kg.schema import ENTITY_TYPES, NODE_TYPES, edge_types

__all__ = ["GapRecord", "OverviewQueries", "StatRecord", "TrendRecord"]

_CENTRAL = tuple(edge for edge, role in ROLE_EDGES.items() if role != "mentions")


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
class GapRecord:
    """A method and a dataset that are each used, but in no paper together.

    Attributes
    ----------
    method, method_id, dataset, dataset_id : str
    method_papers, dataset_papers : int
        The number of papers that name each.
    task : str
        Label of a task that papers with the method and papers with the dataset both address.
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("method", "dataset", "task", "method_papers", "dataset_papers")

    method: str
    dataset: str
    task: str
    method_papers: int
    dataset_papers: int
    method_id: str
    dataset_id: str


@dataclass(frozen=True, slots=True)
class TrendRecord:
    """How many papers of one year name something.

    Attributes
    ----------
    id, type, label : str
    year : int
    papers : int
    share : float
        Of the year's papers, 0 to 1.
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("label", "year", "papers", "share", "id")

    id: str
    type: str
    label: str
    year: int
    papers: int
    share: float


class OverviewQueries(Base):
    """Counts, trends and gaps."""

    def stats(self) -> Table[StatRecord]:
        """Return how many nodes and edges there are of each type, in the order of `kg.schema`; types without any are left out."""
        nodes = Counter(row["type"] for _, row in self._graph.nodes(data=True))
        edges = Counter(row["type"] for _, _, row in self._graph.edges(data=True))
        rows = [StatRecord("node", kind, nodes[kind], row.description) for kind, row in NODE_TYPES.items() if nodes[kind]]
        rows += [StatRecord("edge", kind, edges[kind], edge.description) for kind, edge in edge_types().items() if edges[kind]]
        return Table(rows, title=f"{sum(nodes.values())} nodes, {sum(edges.values())} edges", record=StatRecord)

    def trends(self, type: str = "Method", *, by: str = "year", limit: int = 20) -> Table[TrendRecord]:
        """Return how many papers of each year name the entities of a type.

        Parameters
        ----------
        type : str
            A type of entity.
        by : str
            ``"year"``; no other yet.
        limit : int
            The number of entities to follow: those that most papers with a year name, other than in passing.

        Returns
        -------
        Table of TrendRecord
            One row for each of them and each year in which a paper names it; entities by number of papers, then years in order.

        Raises
        ------
        GraphError
            If `type` is no type of entity, or `by` is not ``"year"``.
        """
        if type not in ENTITY_TYPES:
            raise GraphError(f"unknown type of entity {type!r}. Known: {', '.join(ENTITY_TYPES)}")
        if by != "year":
            raise GraphError(f"trends by {by!r} are not known. Known: year")
        total: Counter[int] = Counter()
        count: Counter[tuple[str, int]] = Counter()
        papers: Counter[str] = Counter()
        for node, row in self._graph.nodes(data=True):
            year = row.get("year")
            if row["type"] != "Paper" or year is None:
                continue
            total[year] += 1
            for head in self._heads(node, _CENTRAL):
                if self._type(head) == type:
                    count[head, year] += 1
                    papers[head] += 1
        rows = [
            TrendRecord(node, type, self._label(node), year, count[node, year], round(count[node, year] / total[year], 4))
            for node in sorted(papers, key=lambda node: (-papers[node], self._label(node), node))[:limit]
            for year in sorted(total)
            if count[node, year]
        ]
        return Table(rows, title=f"{ENTITY_TYPES[type].plural} by year", record=TrendRecord)

    def gaps(self, *, methods: int = 20, datasets: int = 20, task: str | None = None) -> Table[GapRecord]:
        """Return pairs of a method and a dataset that no paper has together, though papers on one task have each.

        Parameters
        ----------
        methods, datasets : int
            How many of the methods and datasets to cross: those that most papers have, other than in passing.
        task : str, optional
            Only for this task; name or id.

        Returns
        -------
        Table of GapRecord
            By the product of the two numbers of papers, then by labels.

        Raises
        ------
        NotFoundError, AmbiguousError
            If the task fits no node, or several.
        """
        wanted = self._need(task, ("Task",)) if task is not None else None
        top = {kind: self._top(kind, limit) for kind, limit in (("Method", methods), ("Dataset", datasets))}
        papers = {node: set(self._tails(node, _CENTRAL)) for nodes in top.values() for node in nodes}
        tasks = {
            node: {head for paper in found for head in self._heads(paper, ("ADDRESSES", "PROPOSES")) if self._type(head) == "Task"}
            for node, found in papers.items()
        }
        rows = []
        for method, dataset in product(top["Method"], top["Dataset"]):
            shared = tasks[method] & tasks[dataset]
            if papers[method] & papers[dataset] or not shared or (wanted is not None and wanted not in shared):
                continue
            best = wanted or min(shared, key=lambda node: (-int(self._graph.nodes[node].get("papers", 0)), node))
            rows.append(GapRecord(self._label(method), self._label(dataset), self._label(best), len(papers[method]), len(papers[dataset]), method, dataset))
        rows.sort(key=lambda row: (-row.method_papers * row.dataset_papers, row.method, row.dataset, row.method_id, row.dataset_id))
        return Table(rows, title="never together", record=GapRecord)

    def _top(self, kind: str, limit: int) -> list[str]:
        nodes = [node for node, row in self._graph.nodes(data=True) if row["type"] == kind]
        return sorted(nodes, key=lambda node: (-int(self._graph.nodes[node].get("papers", 0)), node))[:limit]
