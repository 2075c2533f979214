"""Questions about how things hang together: evidence, lineage, neighbourhoods, paths."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
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


@dataclass(slots=True)
class _Side:
    """What a search from one end knows."""

    start: str
    cost: dict[str, float] = field(default_factory=dict)
    before: dict[str, str] = field(default_factory=dict)
    place: dict[str, int] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    queue: list[tuple[float, int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cost[self.start] = 0.0
        self.place[self.start] = 0
        self.queue.append((0.0, 0, self.start))

    def way(self, node: str) -> list[str]:
        """Return the nodes from one that was reached back to the end."""
        nodes = [node]
        while node != self.start:
            node = self.before[node]
            nodes.append(node)
        return nodes


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
        order = sorted(inside, key=self._place.__getitem__)
        part.add_nodes_from((node, dict(self._graph.nodes[node])) for node in order)
        for node in order:
            edges = self._graph.adj[node]
            # The smaller side is gone through: a hub may have thousands of edges, of which few stay inside.
            heads = (
                (head for head in edges if head in inside)
                if len(edges) <= len(inside)
                else sorted((h for h in inside if h in edges), key=self._place.__getitem__)
            )
            for head in heads:
                for key, row in edges[head].items():
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
        rows: list[StepRecord] = []
        for before, node in pairwise(self._way(start, goal)):
            row, forward = min(((row, forward) for other, row, forward in self._between(before, node)), key=lambda found: _COST.get(found[0]["type"], 1.0))
            rows.append(replace(self._step(before, node, row, forward), step=len(rows) + 1))
        title = f"{self._label(start)} to {self._label(goal)}"
        return Table(rows, title=title, record=StepRecord)

    def _between(self, a: str, b: str) -> Iterator[tuple[str, dict[str, Any], bool]]:
        """Yield (b, edge, whether it leaves `a`) for the edges between two nodes."""
        for tail, head, forward in ((a, b, True), (b, a, False)):
            if self._graph.has_edge(tail, head):
                for row in self._graph.get_edge_data(tail, head).values():
                    yield b, row, forward

    def _way(self, start: str, goal: str) -> list[str]:
        """Return the nodes of the cheapest way, both ends included; empty where there is none.

        Dijkstra's algorithm from both ends at once (Pohl 1971): the side that has fewer nodes to go on from takes its nearest one, until no way
        through a node that is not yet settled can be cheaper than the best one found.
        """
        if start == goal:
            return [start]
        sides = (_Side(start), _Side(goal))
        best, meeting = math.inf, ""
        while sides[0].queue and sides[1].queue:
            if sides[0].queue[0][0] + sides[1].queue[0][0] >= best:
                break
            side, other_side = sides if len(sides[0].queue) <= len(sides[1].queue) else sides[::-1]
            so_far, _, node = heapq.heappop(side.queue)
            if node in side.done:
                continue
            side.done.add(node)
            # The toll of a node is half before it and half behind it, so that both sides count the same; the ends are free.
            here = so_far + (self._toll(node) if node != side.start else 0.0)
            room = best - other_side.queue[0][0]
            for other, step in self._cheapest_steps(node):
                total = here + step
                if other not in (start, goal):
                    total += self._toll(other)
                if total < room and other not in side.done and total < side.cost.get(other, math.inf) - 1e-9:
                    side.cost[other] = total
                    side.before[other] = node
                    heapq.heappush(side.queue, (total, side.place.setdefault(other, len(side.place)), other))
                    through = total + other_side.cost.get(other, math.inf)
                    if through < best - 1e-9:
                        best, meeting = through, other
                        room = best - other_side.queue[0][0] if other_side.queue else room
        if not meeting:
            return []
        return [*reversed(sides[0].way(meeting)), *sides[1].way(meeting)[1:]]

    @cached_property
    def _tolls(self) -> dict[str, float]:
        return {}

    def _toll(self, node: str) -> float:
        """Return half of what passing through a node costs."""
        toll = self._tolls.get(node)
        if toll is None:
            toll = self._tolls[node] = math.log10(max(1, self._graph.degree(node))) / 4
        return toll

    @cached_property
    def _steps_from(self) -> dict[str, tuple[tuple[str, float], ...]]:
        return {}

    def _cheapest_steps(self, node: str) -> tuple[tuple[str, float], ...]:
        """Return (other node, cost of the cheapest edge between the two) for all around a node, in the order of the graph."""
        if node not in self._steps_from:
            found: dict[str, float] = {}
            for around in (self._graph.adj[node], self._graph.pred[node]):
                for other, edges in around.items():
                    cost = min(_COST.get(row["type"], 1.0) for row in edges.values())
                    found[other] = min(cost, found.get(other, cost))
            self._steps_from[node] = tuple(found.items())
        return self._steps_from[node]

    def _step(self, start: str, end: str, row: dict[str, Any], forward: bool) -> StepRecord:
        evidence = self._evidence(row)
        words = row.get("label") or row["type"].lower().replace("_", " ")
        text = evidence[0].text if evidence else row.get("reason", "")
        relation = f"—{words}→" if forward else f"←{words}—"
        return StepRecord(0, start, self._label(start), relation, end, self._label(end), row.get("id", ""), int(row.get("papers", 0)), text, evidence)
