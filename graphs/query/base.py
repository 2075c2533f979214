"""What all questions share: the graph, its names, and the way from a name to its nodes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import networkx as nx

from graphs.attributes import clean_id, from_json_text
from graphs.query.names import NameIndex
from graphs.query.records import EvidenceRecord
from kg.errors import AmbiguousError, GraphError, NotFoundError
from kg.schema import ENTITY_TYPES, NODE_TYPES, ROLE_EDGES

__all__ = ["CENTRAL", "Base", "Years"]

Years = int | tuple[int | None, int | None] | None
"""A year, or the first and last of a range, None for an open side; None for any."""

CENTRAL: tuple[str, ...] = tuple(edge for edge, role in ROLE_EDGES.items() if role != "mentions")
"""Types of the edges from a paper to what it has other than in passing."""


class Base:
    """A graph that is asked, never changed.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        As `graphs.build.build_graph` makes it.
    """

    def __init__(self, graph: nx.MultiDiGraph[str]) -> None:
        self._graph = graph

    @property
    def nx(self) -> nx.MultiDiGraph[str]:
        """The networkx graph itself. A change to it may leave later answers wrong: take a `copy` to change."""
        return self._graph

    @cached_property
    def _index(self) -> NameIndex:
        return NameIndex(self._graph)

    @cached_property
    def _by_type(self) -> dict[str, list[str]]:
        """Nodes by type, in the order of the graph."""
        found: dict[str, list[str]] = {}
        for node, row in self._graph.nodes(data=True):
            found.setdefault(row["type"], []).append(node)
        return found

    @cached_property
    def _kind(self) -> dict[str, str]:
        """The type of each node, for loops that ask it of many."""
        return {node: row["type"] for node, row in self._graph.nodes(data=True)}

    @cached_property
    def _place(self) -> dict[str, int]:
        """The place of each node in the order of the graph, from 0."""
        return {node: place for place, node in enumerate(self._graph)}

    @cached_property
    def _has(self) -> dict[str, tuple[str, ...]]:
        """What each paper has other than in passing, in the order of the graph, each once."""
        central = frozenset(CENTRAL)
        found: dict[str, tuple[str, ...]] = {}
        for paper in self._by_type.get("Paper", ()):
            heads = dict.fromkeys(head for _, head, row in self._graph.out_edges(paper, data=True) if row["type"] in central)
            found[paper] = tuple(heads)
        return found

    @cached_property
    def _in_papers(self) -> dict[str, tuple[str, ...]]:
        """The papers that have each entity other than in passing, in the order of the graph, each once."""
        found: dict[str, list[str]] = {}
        for paper, heads in self._has.items():
            for head in heads:
                found.setdefault(head, []).append(paper)
        return {node: tuple(papers) for node, papers in found.items()}

    @cached_property
    def _paper_count(self) -> int:
        return len(self._by_type.get("Paper", ()))

    def __len__(self) -> int:
        return len(self._graph)

    def __contains__(self, node: object) -> bool:
        return node in self._graph

    def _type(self, node: str) -> str:
        kind: str = self._graph.nodes[node]["type"]
        return kind

    def _label(self, node: str) -> str:
        label: str = self._graph.nodes[node]["label"]
        return label

    def _types(self, kind: str | Iterable[str] | None) -> tuple[str, ...] | None:
        """Check types that a caller gave.

        Raises
        ------
        GraphError
            If one is no type of node.
        """
        if kind is None:
            return None
        kinds = (kind,) if isinstance(kind, str) else tuple(kind)
        for name in kinds:
            if name not in NODE_TYPES:
                raise GraphError(f"unknown type {name!r}. Known: {', '.join(NODE_TYPES)}")
        return kinds

    def _need(self, name: str, types: Collection[str] | None = tuple(ENTITY_TYPES)) -> str:
        """Return the node of a name.

        Raises
        ------
        NotFoundError
            If there is none; the message suggests names that are like it.
        AmbiguousError
            If there are several.
        """
        node = self._one(name, self._index.exact(name, types))
        if node is not None:
            return node
        wanted = " or ".join(types) if types is not None and len(types) < len(ENTITY_TYPES) else "node"
        close = self._index.like(name, types=types, limit=3)
        hint = " Did you mean " + " or ".join(f"{match.label!r} ({match.id})" for match in close) + "?" if close else ""
        other = [node for node in self._index.exact(name) if types is not None and self._type(node) not in types]
        if other:
            hint = f" It is a {self._type(other[0])}: {other[0]}."
        raise NotFoundError(f"no {wanted} is called {name!r}.{hint}")

    def _one(self, name: str, nodes: Sequence[str]) -> str | None:
        """Return the only node; None for none.

        Raises
        ------
        AmbiguousError
            If there are several, or if the one stands for a name that could mean several.
        """
        if not nodes:
            return None
        if len(nodes) == 1 and (name == nodes[0] or not self._graph.nodes[nodes[0]].get("ambiguous")):
            return nodes[0]
        meant = {node: None for node in nodes if not self._graph.nodes[node].get("ambiguous")}
        for node in nodes:
            meant.update((other, None) for other in from_json_text(self._graph.nodes[node].get("candidates")) if other in self._graph)
        candidates = (*meant, *(node for node in nodes if node not in meant))
        listed = "; ".join(f"{node} ({self._describe(node)})" for node in candidates[:8])
        more = f"; and {len(candidates) - 8} more" if len(candidates) > 8 else ""
        raise AmbiguousError(f"{name!r} may mean {len(candidates)} things: {listed}{more}. Give the id of the one you mean.", candidates)

    def _describe(self, node: str) -> str:
        row = self._graph.nodes[node]
        if row.get("ambiguous"):
            return f"{row['type']} {row['label']}, where no paper tells which"
        by = row.get("introduced_by")
        where = f", introduced in {self._label(by)!r}" if by is not None and by in self._graph else ""
        return f"{row['type']} {row['label']}{where}"

    def _paper_node(self, paper: str) -> str:
        """Return the node of a paper, given its id, the id of its node, or its title."""
        node = clean_id(f"p:{paper}")
        return node if node in self._graph else self._need(paper, ("Paper",))

    def _paper_holds(self, node: str, *, year: Years = None, venue: str | None = None, area: str | None = None, words: Sequence[str] = ()) -> bool:
        """Whether a paper is of the years, venue (a part of its name) and area (likewise), and has all words (in lower case)."""
        row = self._graph.nodes[node]
        if year is not None:
            first, last = (year, year) if isinstance(year, int) else year
            known = row.get("year")
            if known is None or (first is not None and known < first) or (last is not None and known > last):
                return False
        for wanted, attribute in ((venue, "venue"), (area, "area")):
            if wanted is not None and wanted.casefold() not in row.get(attribute, "").casefold():
                return False
        if words:
            text = f"{row.get('title', '')}\n{row.get('abstract', '')}".casefold()
            return all(word in text for word in words)
        return True

    def _sentence(self, paper: str, entity: str) -> tuple[EvidenceRecord, ...]:
        """Return the best sentence that shows what an entity is to a paper, if there is one."""
        edges: Any = self._graph.get_edge_data(paper, entity) or {}
        return next((found for row in edges.values() if (found := self._evidence(row, limit=1))), ())

    def _family(self, node: str, versions: bool) -> set[str]:
        """Return a node and, if asked for, its versions, their versions and so on."""
        family = {node}
        if versions:
            stack = [node]
            while stack:
                for child in self._tails(stack.pop(), ("VERSION_OF",)):
                    if child not in family:
                        family.add(child)
                        stack.append(child)
        return family

    def _out(self, node: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield (head, attributes) of the edges that leave a node, in the order of the graph."""
        for _, head, row in self._graph.out_edges(node, data=True):
            yield head, row

    def _in(self, node: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield (tail, attributes) of the edges that end in a node, in the order of the graph."""
        for tail, _, row in self._graph.in_edges(node, data=True):
            yield tail, row

    def _heads(self, node: str, kinds: Collection[str]) -> list[str]:
        return [head for head, row in self._out(node) if row["type"] in kinds]

    def _tails(self, node: str, kinds: Collection[str]) -> list[str]:
        return [tail for tail, row in self._in(node) if row["type"] in kinds]

    def _evidence(self, row: dict[str, Any], limit: int | None = None) -> tuple[EvidenceRecord, ...]:
        """Return the evidence of a node or edge as records, best first."""
        return tuple(self._evidence_record(item) for item in from_json_text(row.get("evidence"))[:limit])

    def _evidence_record(self, item: dict[str, Any]) -> EvidenceRecord:
        node = clean_id(f"p:{item['paper']}")
        row = self._graph.nodes[node] if node in self._graph else {}
        mentions = tuple(item.get("mentions", ()))
        return EvidenceRecord(node, row.get("label", item["paper"]), row.get("year"), item["start"], item["end"], item["text"], mentions)
