"""What the XML and table formats share: attributes with one declared type each, and the scalars as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import networkx as nx

from graphs.attributes import EDGE_ATTRIBUTES, GRAPH_ATTRIBUTES, NODE_ATTRIBUTES, Scalar, column_types, flatten
from graphs.edges import edge_id

__all__ = ["Columns", "as_text", "edges", "nodes"]

_ALWAYS = {"type": "str", "label": "str"}


@dataclass(frozen=True, slots=True)
class Columns:
    """The attributes of a graph: name to ``bool``, ``int``, ``float`` or ``str``, in the order of the contract."""

    graph: dict[str, str]
    node: dict[str, str]
    edge: dict[str, str]

    @classmethod
    def of(cls, graph: nx.MultiDiGraph[str]) -> Columns:
        """Return the attributes that occur; an edge's own id is not one of them."""
        edge = column_types((row for _, _, row in graph.edges(data=True)), EDGE_ATTRIBUTES)
        edge.pop("id", None)
        node = column_types((row for _, row in graph.nodes(data=True)), NODE_ATTRIBUTES)
        return cls(column_types([graph.graph], GRAPH_ATTRIBUTES), _ALWAYS | node, _ALWAYS | edge)


def nodes(graph: nx.MultiDiGraph[str]) -> Iterator[tuple[str, dict[str, Scalar]]]:
    """Yield (id, flat attributes) of the nodes, each with at least a label and a type."""
    for node, row in graph.nodes(data=True):
        yield str(node), _complete(row, str(node))


def edges(graph: nx.MultiDiGraph[str]) -> Iterator[tuple[str, str, str, dict[str, Scalar]]]:
    """Yield (edge id, tail, head, flat attributes) of the edges, each with at least a label and a type; ids are unique and are no attribute."""
    used: set[str] = set()
    for tail, head, key, row in graph.edges(keys=True, data=True):
        flat = _complete(row, str(row.get("type") or key))
        own = str(flat.pop("id", "") or edge_id(str(tail), str(key), str(head)))
        name, number = own, 1
        while name in used:
            number += 1
            name = f"{own}|{number}"
        used.add(name)
        yield name, str(tail), str(head), flat


def _complete(row: dict[str, Any], name: str) -> dict[str, Scalar]:
    flat = flatten(row)
    flat.setdefault("type", "")
    flat.setdefault("label", name)
    return flat


def as_text(value: Scalar) -> str:
    """Return a scalar as XML and tables write it: ``true`` and ``false`` in lower case, numbers so that they read back the same."""
    if value is True or value is False:
        return "true" if value else "false"
    return value if isinstance(value, str) else repr(value)
