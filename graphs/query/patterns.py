"""Cypher patterns, matched on the graph itself.

grand-cypher reads the query and evaluates WHERE, RETURN, ORDER BY, DISTINCT and LIMIT; what stands in MATCH is matched here, because grand-cypher 1.2
enumerates every pair of nodes for the first edge of a pattern, keeps labels in an attribute of its own (``__labels__``), finds an undirected
edge only where there is one in each direction, and stops at LIMIT before it counts or removes duplicates.

A pattern is matched by backtracking from its most selective node along the edges of the graph, as in Ullmann (1976,
https://doi.org/10.1145/321921.321925) and every Cypher engine since: no edge of the graph stands for two edges of one pattern; a node may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import networkx as nx
from grandcypher import AND, CompoundCondition, GrandCypherExecutor, GrandCypherTransformer, LambdaCompareCondition
from grandcypher.struct import EdgeWithKey, Match
from grandcypher.types import AttributeRef, IDRef

from kg.errors import GraphError

__all__ = ["STEPS", "Candidates", "Executor", "Host", "Transformer"]

_LITERALS = (str, int, float, bool)
STEPS = 10
"""The most edges of one variable-length pattern; beyond, everything is connected with everything."""


class Host(nx.MultiDiGraph):  # type: ignore[type-arg]  # generic in its stubs only
    """A graph as grand-cypher asks it: the same nodes and edges, not copied, with labels and ids among the attributes.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
    """

    def __init__(self, graph: nx.MultiDiGraph[str]) -> None:
        super().__init__()
        self._node = graph._node  # type: ignore[attr-defined]
        self._adj = graph._adj  # type: ignore[attr-defined]
        self._pred = graph._pred  # type: ignore[attr-defined]
        self._succ = graph._adj  # type: ignore[attr-defined]
        self.__dict__["nodes"] = _Rows(lambda node: {"id": node, **graph._node[node]})  # type: ignore[attr-defined]
        self.__dict__["edges"] = _Rows(lambda edge: self.get_edge_data(*edge))

    def get_edge_data(self, u: Any, v: Any, key: Any = None, default: Any = None) -> Any:  # type: ignore[override]
        """Return the attributes of an edge with its label, or those of all edges between two nodes by key."""
        edges = self._adj[u].get(v, {})
        if key is None:
            return {name: _labelled(row) for name, row in edges.items()} or default
        return _labelled(edges[key]) if key in edges else default


class _Rows:
    """What looks up attributes by id of a node or edge."""

    def __init__(self, row: Callable[[Any], Any]) -> None:
        self.__getitem = row

    def __getitem__(self, item: Any) -> Any:
        return self.__getitem(item)


def _labelled(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "__labels__": {row["type"]}}


class Candidates:
    """Nodes by type and by the value of any attribute; an attribute is indexed when it is first asked for.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
    """

    def __init__(self, graph: nx.MultiDiGraph[str]) -> None:
        self._graph = graph
        self._by: dict[str, dict[Any, list[str]]] = {}

    def of(self, attribute: str, value: Any) -> list[str]:
        """Return the nodes whose attribute has a value, in the order of the graph."""
        if attribute == "id":
            return [value] if value in self._graph else []
        if attribute not in self._by:
            index: dict[Any, list[str]] = {}
            for node, row in self._graph.nodes(data=True):
                if attribute in row:
                    index.setdefault(row[attribute], []).append(node)
            self._by[attribute] = index
        return self._by[attribute].get(value, [])


@dataclass(slots=True)
class _Edge:
    """One edge of a pattern: from `tail` to `head` (or either way) in `least` to `most` steps."""

    id: tuple[str, str]
    tail: str
    head: str
    kinds: frozenset[str]
    either: bool
    least: int
    most: int


@dataclass(slots=True)
class _Node:
    """What the pattern and WHERE ask of one node."""

    labels: set[str] | None = None
    values: dict[str, Any] = field(default_factory=dict)
    conditions: list[CompoundCondition] = field(default_factory=list)


# A way through the graph for one edge of the pattern: its nodes, and for each step (tail, head, key).
_Way = tuple[list[str], list[tuple[str, str, str]]]


class Executor(GrandCypherExecutor):  # type: ignore[misc]  # grand-cypher ships no types
    """One query, or one EXISTS subquery.

    Parameters
    ----------
    host : Host
    candidates : Candidates
    most : int
        Matches after which the query is given up.
    """

    def __init__(self, host: Host, candidates: Candidates, most: int) -> None:
        super().__init__(nx.MultiDiGraph())  # which lists all nodes and their attributes; nobody needs the list
        self._target_graph = host
        self._candidates = candidates
        self._most = most
        self._pattern_nodes: dict[str, _Node] = {}
        self._pattern_edges: list[_Edge] = []
        self._path_edges: dict[str, list[_Edge]] = {}

    def add_node(self, name: str, labels: set[str], values: dict[str, Any]) -> None:
        """Add what one place of the pattern says of a node; a later place adds to it."""
        node = self._pattern_nodes.setdefault(name, _Node())
        if labels:
            node.labels = labels if node.labels is None else node.labels & labels
        for attribute, value in values.items():
            if node.values.setdefault(attribute, value) != value:
                node.labels = set()  # two values of one attribute: no node has them
        self._motif.add_node(name)

    def add_edge(self, name: str | None, tail: str, head: str, kinds: Iterable[str], either: bool, least: int, most: int) -> _Edge:
        """Add an edge of the pattern; `most` is inclusive."""
        edge = _Edge((f"{len(self._pattern_edges)} {tail}", head), tail, head, frozenset(kinds), either, least, most)
        self._pattern_edges.append(edge)
        if name:
            self._return_edges[name] = edge.id
        return edge

    def _lookup(self, data_paths: Any, offset_limit: Any) -> dict[str, list[Any]]:
        paths = [name for name in data_paths if name in self._path_edges]
        found = super()._lookup([name for name in data_paths if name not in paths], offset_limit)
        for name in paths:
            found[name] = [self._path(match, self._path_edges[name]) for match in self._get_true_matches()]
        return {_Key(name): values for name, values in found.items()}

    def _path(self, match: _Match, edges: list[_Edge]) -> list[Any]:
        """Return the nodes and edges of a path in turn, with their attributes."""
        rows: list[Any] = []
        for edge in edges:
            nodes, steps = match.ways[edge.id]
            if nodes[0] != match.node_mappings[edge.tail]:
                nodes, steps = nodes[::-1], steps[::-1]
            if rows and rows[-1]["id"] == nodes[-1] and rows[-1]["id"] != nodes[0]:  # an edge written from right to left
                nodes, steps = nodes[::-1], steps[::-1]
            if not rows:
                rows.append(self._target_graph.nodes[nodes[0]])
            for node, step in zip(nodes[1:], steps, strict=True):
                rows += [self._target_graph.get_edge_data(*step), self._target_graph.nodes[node]]
        return rows

    def _is_limit(self, length: int) -> bool:
        """Whether matching may stop: never before what all matches go into."""
        return bool(super()._is_limit(length)) and not (self._aggregate_functions or self._distinct or self._order_by)

    def _apply_distinct(self, results: dict[str, list[Any]]) -> dict[str, list[Any]]:
        shown = [key for key in (self._entity2alias.get(str(request), str(request)) for request in self._return_requests) if key in results]
        first: dict[tuple[Any, ...], int] = {}
        for place in range(len(next(iter(results.values()), []))):
            first.setdefault(tuple(results[key][place] for key in shown), place)
        return {key: [values[place] for place in first.values()] for key, values in results.items()}

    def _apply_order_by(self, results: dict[str, list[Any]]) -> dict[str, list[Any]]:
        """Sort as Neo4j does: what is missing comes last, or first in descending order."""
        order = list(range(len(next(iter(results.values()), []))))
        for name, direction in reversed(self._order_by or []):
            values = results[self._entity2alias.get(name, name)]
            order.sort(key=lambda place: (values[place] is None, 0 if values[place] is None else values[place]), reverse=direction == "DESC")
        return {key: [values[place] for place in order] for key, values in results.items()}

    def _get_true_matches(self) -> tuple[Match, ...]:
        known: tuple[Match, ...] | None = self._matches  # type: ignore[has-type]
        if known is None:
            matches: list[Match] = []
            for match in self._all():
                satisfied, match.where_results = self._where_condition(match, self._target_graph, self._return_edges) if self._where_condition else (True, [])
                if satisfied:
                    matches.append(match)
                    if self._is_limit(len(matches)):
                        break
                    if len(matches) > self._most:
                        raise GraphError(f"the pattern has over {self._most:,} matches; narrow it, or add LIMIT")
            known = self._matches = tuple(matches)
        return known

    def _all(self) -> Iterator[Match]:
        """Yield all matches of the pattern, before WHERE."""
        for condition in _conjuncts(self._where_condition):
            name = getattr(condition._left, "entity_name", None)
            if name in self._pattern_nodes and isinstance(condition._left, (AttributeRef, IDRef)) and isinstance(condition._right, _LITERALS):
                self._pattern_nodes[name].conditions.append(condition)
        for given in self._hints or [{}]:
            bound = {name: node for name, node in given.items() if name in self._pattern_nodes}
            if all(self._fits(name, node) for name, node in bound.items()):
                yield from self._extended(bound, {}, frozenset(), list(self._pattern_edges))

    def _extended(self, bound: dict[str, str], ways: dict[tuple[str, str], _Way], used: frozenset[tuple[str, str, str]], left: list[_Edge]) -> Iterator[Match]:
        """Yield the matches that extend what is bound so far."""
        if left:
            edge = max(left, key=lambda edge: (edge.tail in bound) + (edge.head in bound))
            if edge.tail not in bound and edge.head not in bound:
                name = min((name for one in left for name in (one.tail, one.head)), key=self._estimate)
                for node in self._start(name):
                    yield from self._extended({**bound, name: node}, ways, used, left)
                return
            rest = [other for other in left if other is not edge]
            forward = edge.tail in bound
            near, far = (edge.tail, edge.head) if forward else (edge.head, edge.tail)
            for nodes, steps in self._ways(edge, bound[near], forward, bound.get(far)):
                end = nodes[-1]
                if used.isdisjoint(steps) and (far in bound or near == far or self._fits(far, end)) and (near != far or end == bound[near]):
                    way = (nodes, steps) if forward else (nodes[::-1], steps[::-1])
                    yield from self._extended({**bound, far: end}, {**ways, edge.id: way}, used.union(steps), rest)
            return
        lone = next((name for name in self._pattern_nodes if name not in bound), None)
        if lone is not None:
            for node in self._start(lone):
                yield from self._extended({**bound, lone: node}, ways, used, left)
            return
        yield _Match({name: bound[name] for name in self._pattern_nodes}, ways)

    def _ways(self, edge: _Edge, start: str, forward: bool, goal: str | None) -> Iterator[_Way]:
        """Yield the ways for an edge of the pattern that start at a node of the graph, and end at `goal` if one is given."""
        stack: list[_Way] = [([start], [])]
        while stack:
            nodes, steps = stack.pop()
            if len(steps) >= edge.least and (goal is None or nodes[-1] == goal):
                yield nodes, steps
            if len(steps) < edge.most:
                last = goal if len(steps) + 1 == edge.most else None
                following = [([*nodes, other], [*steps, step]) for other, step in self._steps(edge, nodes[-1], forward, last) if step not in steps]
                stack.extend(reversed(following))

    def _steps(self, edge: _Edge, node: str, forward: bool, goal: str | None) -> Iterator[tuple[str, tuple[str, str, str]]]:
        """Yield (node, edge of the graph) one step on."""
        for out in (forward, not forward) if edge.either else (forward,):
            around = self._target_graph._adj[node] if out else self._target_graph._pred[node]
            others = around.items() if goal is None else ((goal, around[goal]),) if goal in around else ()
            for other, edges in others:
                for key, row in edges.items():
                    if not edge.kinds or row["type"] in edge.kinds:
                        yield other, ((node, other, key) if out else (other, node, key))

    def _fits(self, name: str, node: str) -> bool:
        wanted = self._pattern_nodes[name]
        row = self._target_graph._node[node]
        if wanted.labels is not None and row["type"] not in wanted.labels:
            return False
        if any((node if attribute == "id" else row.get(attribute)) != value for attribute, value in wanted.values.items()):
            return False
        return not wanted.conditions or self._holds(name, node, wanted.conditions)

    def _holds(self, name: str, node: str, conditions: list[CompoundCondition]) -> bool:
        match = _Match({name: node}, {})
        return all(condition(match, self._target_graph, {})[0] for condition in conditions)

    def _lists(self, name: str) -> Iterator[list[str]]:
        """Yield lists of nodes, each of which holds all that fit a node of the pattern."""
        wanted = self._pattern_nodes[name]
        for attribute, value in wanted.values.items():
            yield self._candidates.of(attribute, value)
        for condition in wanted.conditions:
            operator = condition._operator
            if condition._should_be and isinstance(operator, LambdaCompareCondition) and operator._operator in ("=", "=="):
                attribute = "id" if isinstance(condition._left, IDRef) else condition._left.attribute
                yield self._candidates.of(attribute, condition._right)
        if wanted.labels is not None:
            yield [node for label in sorted(wanted.labels) for node in self._candidates.of("type", label)]

    def _estimate(self, name: str) -> int:
        return min((len(nodes) for nodes in self._lists(name)), default=len(self._target_graph))

    def _start(self, name: str) -> Iterator[str]:
        """Yield the nodes that fit a node of the pattern."""
        lists = list(self._lists(name))
        nodes: Iterable[str] = sorted(lists, key=len)[0] if lists else self._target_graph
        return (node for node in nodes if self._fits(name, node))


class _Key(str):
    """The name of a column, which ends in another only if it is the same.

    grand-cypher takes ``m.type`` for an argument of ``COUNT(e)``, because the one ends in the other, and does not group by it.
    """

    def endswith(self, suffix: Any, *args: Any) -> bool:
        return str.__eq__(self, suffix) is True


def _conjuncts(condition: Any) -> Iterator[CompoundCondition]:
    """Yield the comparisons all of which hold where a condition does."""
    if isinstance(condition, AND):
        yield from _conjuncts(condition._condition_a)
        yield from _conjuncts(condition._condition_b)
    elif isinstance(condition, CompoundCondition) and isinstance(condition._operator, LambdaCompareCondition):
        yield condition


class _Ends:
    """What grand-cypher asks of a match: the node of a name, and the edges of an edge of the pattern, each in its own direction."""

    def __init__(self, nodes: dict[str, str], ways: dict[tuple[str, str], _Way]) -> None:
        self._nodes = nodes
        self._ways = ways

    def node(self, name: str) -> str:
        return self._nodes[name]

    def edge(self, tail: str, head: str) -> _Edges:
        steps = self._ways[tail, head][1]
        return _Edges([EdgeWithKey(u, v, key, len(steps)) for u, v, key in steps])


@dataclass(slots=True)
class _Edges:
    edges: list[EdgeWithKey]


class _Match(Match):  # type: ignore[misc]
    """A match of the pattern: names to nodes, in the order of the pattern, and the way of each edge."""

    def __init__(self, nodes: dict[str, str], ways: dict[tuple[str, str], _Way]) -> None:
        super().__init__(node_mappings=nodes, where_results=None, edge_mapping=None)
        self.ways = ways

    @property
    def mth(self) -> _Ends:
        return _Ends(self.node_mappings, self.ways)


class Transformer(GrandCypherTransformer):  # type: ignore[misc]
    """Turns the tree of a query into executors.

    Parameters
    ----------
    make : callable
        Returns a new `Executor`.
    """

    def __init__(self, make: Callable[[], Executor]) -> None:
        super().__init__(nx.MultiDiGraph())
        self._make = make
        self._executors = [make()]

    def match_clause(self, clause: Any) -> None:
        """Take a pattern."""
        if self._match_clause_count == len(self._executors):  # the first pattern of a subquery
            inner, outer = self._make(), self._executors[-1]
            inner._parent_executor, inner._level = outer, outer._level + 1
            outer._child_executors.append(inner)
            self._executors.append(inner)
        executor = self._executors[-1]
        parts = [part for part in clause if part is not None]
        for name, labels, values in parts[::2]:
            executor.add_node(str(name), {str(label) for label in labels}, values)
        edges = []
        for place in range(1, len(parts), 2):
            name, kinds, direction, least, most = parts[place]
            tail, head = str(parts[place - 1][0]), str(parts[place + 1][0])
            if direction == "l":
                tail, head = head, tail
            least = 1 if least is None else least
            most = least if most is None else most - 1
            if most > STEPS or least > most:
                raise GraphError(f"a path of {least} to {most} steps is not possible; give at most {STEPS}, the smaller number first")
            edges.append(executor.add_edge(str(name) if name else None, tail, head, map(str, kinds or ()), direction == "b", least, most))
        for name in executor._paths[len(executor._path_edges) :]:
            executor._path_edges[str(name)] = edges
