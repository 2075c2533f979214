"""`KnowledgeGraph`: a graph that answers."""

from __future__ import annotations

import html
import os
from collections.abc import Iterable

from graphs.query.compare import CompareQueries
from graphs.query.connections import ConnectionQueries
from graphs.query.cypher import CypherQueries
from graphs.query.entities import EntityQueries
from graphs.query.gaps import GapQueries
from graphs.query.overview import OverviewQueries
from graphs.query.papers import PaperQueries
from graphs.query.records import Match
from graphs.query.results import ResultQueries
from graphs.query.table import Table
from kg.errors import GraphError
from kg.registry import Registry
from kg.schema import NODE_TYPES

__all__ = ["KnowledgeGraph"]

_INLINE = Registry("view", {"page": "graphs.visualise.notebook:notebook_html"})  # imported when a notebook asks, as the page is not needed to query
_INLINE_NODES = 3_000


class KnowledgeGraph(PaperQueries, ResultQueries, EntityQueries, ConnectionQueries, CompareQueries, OverviewQueries, GapQueries, CypherQueries):
    """A graph of papers, methods, models, datasets, metrics, tasks and results, read-only.

    Names may be given as a reader would write them ("Llama 3.1 8B"), or as ids of nodes (``e:llama3.18b``).

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        As `graphs.build.build_graph` makes it; it is kept, not copied.

    Examples
    --------
    >>> from graphs.query import KnowledgeGraph
    >>> g = KnowledgeGraph.load("kg-out/graph.json")        # doctest: +SKIP
    >>> g.papers(evaluates_on="WebArena", year=(2025, None))  # doctest: +SKIP
    """

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> KnowledgeGraph:
        """Read a graph that ``kg build`` wrote (``graph.json``).

        Raises
        ------
        GraphError
            If the file cannot be read or is no graph of kg.
        """
        from graphs.export import read_json

        return cls(read_json(path))

    def __repr__(self) -> str:
        return f"<KnowledgeGraph: {self._summary()}>"

    def _repr_html_(self) -> str:
        """Return the counts for a notebook, all text escaped, and below them the page itself where the graph is small enough to lay out at once."""
        counts = f"<p><b>KnowledgeGraph</b>: {html.escape(self._summary())}</p>{self.stats()._repr_html_()}"
        return counts + _INLINE.load("page")(self._graph) if 0 < self._graph.number_of_nodes() <= _INLINE_NODES else counts

    def _summary(self) -> str:
        """Return how much there is of what, in words."""
        rows = [(NODE_TYPES[kind], len(nodes)) for kind in NODE_TYPES if (nodes := self._by_type.get(kind))]
        counts = [f"{number:,} {(row.name if number == 1 else row.plural).lower()}" for row, number in rows]
        edges = self._graph.number_of_edges()
        return ", ".join([*counts, f"{edges:,} edge{'' if edges == 1 else 's'}"]) if counts else "nothing in it"

    def find(self, name: str, *, type: str | Iterable[str] | None = None, limit: int = 10) -> Table[Match]:
        """Look a name up among labels, aliases and titles, forgiving misspellings.

        Parameters
        ----------
        name : str
        type : str or iterable of str, optional
            Only nodes of these types.
        limit : int
            The most rows to return.

        Returns
        -------
        Table of Match
            Best first; empty when nothing is alike.

        Raises
        ------
        GraphError
            If `type` is no type of node.
        """
        matches = self._index.like(name, types=self._types(type), limit=limit)
        return Table(matches, title=f"names like {name!r}", record=Match)

    def resolve(self, name: str, *, type: str | Iterable[str] | None = None, paper: str | None = None) -> str | None:
        """Return the id of the node of exactly this name or alias, but for case, punctuation and plural; None if there is none.

        Parameters
        ----------
        name : str
            A name or the id of a node.
        type : str or iterable of str, optional
            Only nodes of these types.
        paper : str, optional
            Id of a paper: the node that its mention of the name was linked to, even where that is the node of an ambiguous name.

        Raises
        ------
        AmbiguousError
            If the name fits several nodes; its `candidates` are their ids.
        NotFoundError
            If there is no such paper.
        GraphError
            If `type` is no type of node.
        """
        types = self._types(type)
        if paper is None:
            return self._one(name, self._index.exact(name, types))
        named = set(self._graph.successors(self._paper_node(paper)))
        found = [node for node in self._index.all_exact(name, types) if node in named]
        return found[0] if len(found) == 1 else self._one(name, found)

    def neighbourhood(self, name: str, *, hops: int = 1, types: str | Iterable[str] | None = None) -> KnowledgeGraph:
        """Return the part of the graph around a node: what can be reached in so many steps, in either direction, with all edges between.

        Parameters
        ----------
        name : str
            Name, title or id.
        hops : int
            The most steps; 0 is the node alone.
        types : str or iterable of str, optional
            Only nodes of these types are entered (the node itself stays, whatever its type).

        Returns
        -------
        KnowledgeGraph
            A copy, nodes and edges in the same order.

        Raises
        ------
        NotFoundError, AmbiguousError
            If the name fits no node, or several.
        GraphError
            If `hops` is negative or one of `types` is no type of node.
        """
        if hops < 0:
            raise GraphError(f"hops is {hops}; give 0 or more")
        return KnowledgeGraph(self._part(self._within(self._any(name), hops, self._types(types))))
