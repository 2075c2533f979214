"""Questions about how things hang together: evidence, lineage, neighbourhoods, paths."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

import networkx as nx

from graphs.query.base import Base
from graphs.query.records import EvidenceRecord, LineageRecord, StepRecord
from graphs.query.table import Table
from kg.errors import GraphError, NotFoundError
from kg.schema import ENTITY_TYPES, edge_types

__all__ = ["ConnectionQueries"]

_LINEAGE = ("BASED_ON", "VARIANT_OF", "VERSION_OF")
_COST = {"MENTIONS": 2.0, "REPORTS": 1.5, "USES": 1.25, "EVALUATES_ON": 1.25, "ADDRESSES": 1.25, "COMPARES_WITH": 1.25}


class ConnectionQueries(Base):
    """Edges, and chains of them."""

    def evidence(self, item: str | tuple[str, str, str]) -> Table[EvidenceRecord]:
        """Return the sentences that show a node or an edge, best first.

        Parameters
        ----------
        item : str or (str, str, str)
            Name or id of a node; id of an edge (``p:a1|USES|e:adamw``); or tail, type and head of an edge, names or ids.

        Raises
        ------
        NotFoundError, AmbiguousError
            If there is no such node or edge, or a name fits several.
        """
        if isinstance(item, tuple):
            tail, kind, head = item
            row = self._edge(self._any(tail), kind.upper(), self._any(head))
            return Table(self._evidence(row), title=row["id"], record=EvidenceRecord)
        if item.count("|") == 2 and item not in self._graph:
            tail, kind, head = item.split("|")
            return Table(self._evidence(self._edge(tail, kind, head)), title=item, record=EvidenceRecord)
        node = self._any(item)
        return Table(self._evidence(self._graph.nodes[node]), title=self._label(node), record=EvidenceRecord)

    def _any(self, name: str) -> str:
        return name if name in self._graph else self._need(name, ("Paper", *ENTITY_TYPES))

    def _edge(self, tail: str, kind: str, head: str) -> dict[str, Any]:
        if kind not in edge_types():
            raise GraphError(f"unknown type of edge {kind!r}. Known: {', '.join(edge_types())}")
        for node in (tail, head):
            if node not in self._graph:
                raise NotFoundError(f"no node has the id {node!r}")
        for other, row in self._out(tail):
            if other == head and row["type"] == kind:
                return row
        there = sorted({row["type"] for other, row in self._out(tail) if other == head})
        hint = f" There is {', '.join(there)}." if there else ""
        raise NotFoundError(f"no edge {kind} leads from {tail} to {head}.{hint}")

    def lineage(self, name: str) -> Table[LineageRecord]:
        """Return what something is based on, a variant or a version of, and what is based on it, as far as it goes both ways.

        Parameters
        ----------
        name : str
            Name or id.

        Returns
        -------
        Table of LineageRecord
            From the most distant ancestor to the most distant descendant; at the same distance by label and id. What is both
            is listed once, as what it is the nearer.

        Raises
        ------
        NotFoundError, AmbiguousError
            If the name fits no node, or several.
        """
        start = self._need(name)
        found: dict[str, LineageRecord] = {}
        level = {-1: [start], 1: [start]}
        distance = 0
        while level[-1] or level[1]:
            distance += 1
            for sign in (-1, 1):
                following = []
                for node in level[sign]:
                    for other, row in self._out(node) if sign < 0 else self._in(node):
                        if row["type"] in _LINEAGE and other != start and other not in found:
                            found[other] = self._lineage(other, sign * distance, row, node)
                            following.append(other)
                level[sign] = following
        rows = sorted(found.values(), key=lambda row: (row.distance, row.label, row.id))
        return Table(rows, title=f"lineage of {self._label(start)}", record=LineageRecord)

    def _lineage(self, node: str, distance: int, row: dict[str, Any], via: str) -> LineageRecord:
        evidence = self._evidence(row)
        reason = row.get("reason") or (evidence[0].text if evidence else "")
        return LineageRecord(distance, node, self._type(node), self._label(node), row["type"], self._label(via), int(row.get("papers", 0)), reason, evidence)

    def _around(self, node: str) -> Iterator[tuple[str, dict[str, Any], bool]]:
        """Yield (other node, edge, whether it leaves `node`), edges both ways."""
        for other, row in self._out(node):
            yield other, row, True
        for other, row in self._in(node):
            yield other, row, False

    def _within(self, start: str, hops: int, types: Collection[str] | None) -> set[str]:
        found = {start}
        edge = [start]
        for _ in range(hops):
            following = []
            for node in edge:
                for other, _, _ in self._around(node):
                    if other not in found and (types is None or self._type(other) in types):
                        found.add(other)
                        following.append(other)
            edge = following
        return found

    def _part(self, nodes: Collection[str]) -> nx.MultiDiGraph[str]:
        """Return the part of the graph between nodes, a copy, in the same order."""
        part: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        part.graph.update(self._graph.graph)
        inside = set(nodes)
        for node, row in self._graph.nodes(data=True):
            if node in inside:
                part.add_node(node, **row)
        for node in part:
            for _, head, key, row in self._graph.out_edges(node, keys=True, data=True):
                if head in inside:
                    part.add_edge(node, head, key, **row)
        part.graph["papers"] = sum(row["type"] == "Paper" for _, row in part.nodes(data=True))
        return part

    def path(self, a: str, b: str) -> Table[StepRecord]:
        """Return the most telling of the short ways from one thing to another, against the direction of edges where need be.

        Dijkstra's algorithm, where a step costs 1 for a proposal, a stated relation or a result, more for looser edges, and passing through a node of
        degree d costs log10(d)/2: a way through two papers is preferred to a shorter one through "accuracy".

        Parameters
        ----------
        a, b : str
            Names, titles or ids.

        Returns
        -------
        Table of StepRecord
            The steps in order, each with its sentence; empty where nothing connects the two, or where they are the same.

        Raises
        ------
        NotFoundError, AmbiguousError
            If a name fits no node, or several.
        """
        start, goal = self._any(a), self._any(b)
        place = {start: 0}
        cost: dict[str, float] = {start: 0.0}
        step: dict[str, tuple[str, dict[str, Any], bool]] = {}
        done: set[str] = set()
        queue: list[tuple[float, int, str]] = [(0.0, 0, start)]
        while queue:
            so_far, _, node = heapq.heappop(queue)
            if node == goal:
                break
            if node in done:
                continue
            done.add(node)
            here = so_far + (math.log10(max(1, self._graph.degree(node))) / 2 if node != start else 0.0)
            for other, row, forward in self._around(node):
                total = here + _COST.get(row["type"], 1.0)
                if other not in done and total < cost.get(other, math.inf) - 1e-9:
                    cost[other] = total
                    step[other] = (node, row, forward)
                    heapq.heappush(queue, (total, place.setdefault(other, len(place)), other))
        rows: list[StepRecord] = []
        node = goal
        while node != start and node in step:
            before, row, forward = step[node]
            rows.append(self._step(before, node, row, forward))
            node = before
        rows = [replace(row, step=number) for number, row in enumerate(reversed(rows), start=1)]
        title = f"{self._label(start)} to {self._label(goal)}"
        return Table(rows, title=title, record=StepRecord)

    def _step(self, start: str, end: str, row: dict[str, Any], forward: bool) -> StepRecord:
        evidence = self._evidence(row)
        words = row.get("label") or row["type"].lower().replace("_", " ")
        text = evidence[0].text if evidence else row.get("reason", "")
        relation = f"—{words}→" if forward else f"←{words}—"
        return StepRecord(0, start, self._label(start), relation, end, self._label(end), row.get("id", ""), int(row.get("papers", 0)), text, evidence)
