r"""The project's own format: node-link JSON, one node or edge a line, in UTF-8.

::

    {"format": "kg-graph", "version": 1, "directed": true, "multigraph": true, "graph": {"generator": "kg 0.1.0", "papers": 2},
    "nodes": [
    {"id": "p:a1", "type": "Paper", "label": "..."},
    {"id": "e:adamw", "type": "Method", "label": "AdamW"}
    ],
    "edges": [
    {"source": "p:a1", "target": "e:adamw", "id": "p:a1|USES|e:adamw", "type": "USES", "score": 0.9, "papers": 1, "evidence": "[...]"}
    ]}

The attributes are those of `graphs.attributes`; JSON attributes (``aliases``, ``evidence``) are text here too, as in every
format. The same graph gives the same bytes. The lay-out is the one of `networkx.node_link_data`, so that
``networkx.node_link_graph(json.load(file), edges="edges")`` reads it too, and so do d3 and the like.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from sys import intern
from typing import Any, TextIO

import networkx as nx

from graphs.attributes import Scalar, flatten
from graphs.collector import collector_held
from graphs.export.checks import check_edge, check_ends, check_node
from kg.errors import GraphError

__all__ = ["FORMAT", "VERSION", "check_head", "read_json", "read_row", "write_json"]

FORMAT = "kg-graph"
VERSION = 1

_ENCODE = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no JSON")


_DECODE = json.JSONDecoder(parse_constant=_no_number).decode


def write_json(graph: nx.MultiDiGraph[str], path: str | os.PathLike[str]) -> None:
    """Write a graph as the project's JSON; not atomic by itself (see `graphs.export.write`).

    Raises
    ------
    GraphError
        If an attribute cannot be written.
    """
    head = {"format": FORMAT, "version": VERSION, "directed": True, "multigraph": True, "graph": flatten(graph.graph)}
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(_ENCODE(head)[:-1] + ',\n"nodes": [\n')
        _write_rows(file, ({"id": node, **flatten(row)} for node, row in graph.nodes(data=True)))
        file.write('\n],\n"edges": [\n')
        _write_rows(file, ({"source": tail, "target": head, **flatten(row)} for tail, head, row in graph.edges(data=True)))
        file.write("\n]}\n")


def _write_rows(file: TextIO, rows: Iterable[Mapping[str, Scalar]]) -> None:
    between = ""
    for row in rows:
        file.write(between + _ENCODE(row))
        between = ",\n"


def read_json(path: str | os.PathLike[str]) -> nx.MultiDiGraph[str]:
    """Read a graph that `write_json` wrote, re-indented or not.

    Parameters
    ----------
    path : path

    Returns
    -------
    networkx.MultiDiGraph
        With the same nodes, edges and attributes, in the same order; keys of edges are their types.

    Raises
    ------
    GraphError
        If there is no such file, or it holds no graph of kg, or one of a later version, or a row of it is not as `graphs.attributes` and
        `kg.schema` say.
    """
    path = Path(path)
    try:
        with collector_held(), open(path, encoding="utf-8") as file:
            return _read(file, str(path))
    except OSError as error:
        raise GraphError(f"cannot read {path}: {error.strerror or error}; `kg build` writes graph.json") from error
    except UnicodeDecodeError as error:
        raise GraphError(f"{path} is not UTF-8 text, so it is no graph of kg; give the graph.json that `kg build` wrote") from error
    except RecursionError as error:
        raise GraphError(f"{path} is nested too deeply to be a graph of kg; give the graph.json that `kg build` wrote") from error


def _read(file: TextIO, name: str) -> nx.MultiDiGraph[str]:
    first = file.readline()
    graph = _read_lines(first, file, name) if first.endswith(",\n") else None
    if graph is not None:
        return graph
    file.seek(0)
    try:
        data = _DECODE(file.read())
    except ValueError as error:
        raise GraphError(f"{name} is not JSON ({error}); give the graph.json that `kg build` wrote") from None
    graph = _empty(data, name)
    nodes, edges = data.get("nodes"), data.get("edges")
    if not isinstance(nodes, list) or not isinstance(edges, list):
        raise GraphError(f"{name}: a graph of kg has the lists 'nodes' and 'edges'")
    _fill(graph, nodes, edges, name)
    return graph


def _read_lines(first: str, file: TextIO, name: str) -> nx.MultiDiGraph[str] | None:
    """Read the lay-out of `write_json` line by line, in a fraction of the memory; None if it has another."""
    try:
        graph = _empty(_DECODE(first[:-2] + "}"), name)
    except ValueError:
        return None
    if file.readline() != '"nodes": [\n':
        return None
    try:
        _fill(graph, _rows(file), _edge_rows(file), name)
    except _OtherLayout:
        return None
    return graph


class _OtherLayout(Exception):
    """The file is not laid out as `write_json` does."""


def _rows(file: TextIO) -> Iterator[Any]:
    for line in file:
        if line in ("\n", "],\n", "]}\n"):
            if line == "\n":  # an empty list
                continue
            return
        try:
            yield _DECODE(line.rstrip(",\n"))
        except ValueError:
            raise _OtherLayout from None
    raise _OtherLayout


def _edge_rows(file: TextIO) -> Iterator[Any]:
    if file.readline() != '"edges": [\n':
        raise _OtherLayout
    yield from _rows(file)


def check_head(data: Any, name: str) -> dict[str, Any]:
    """Return the attributes of the graph, from the first line of its file or from all of it.

    Parameters
    ----------
    data : object
        As JSON gave it.
    name : str
        The file, for the message.

    Raises
    ------
    GraphError
        If that is no graph of kg, or one of a later version.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise GraphError(f'{name} is not a graph of kg (it lacks "format": "{FORMAT}"); give the graph.json that `kg build` wrote')
    version = data.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        raise GraphError(f"{name} has version {version!r} of the graph format, and this kg reads up to {VERSION}; build the graph again, or update kg")
    attributes = data.get("graph", {})
    return attributes if isinstance(attributes, dict) else {}


def _empty(data: Any, name: str) -> nx.MultiDiGraph[str]:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.graph.update(check_head(data, name))
    return graph


def read_row(row: bytes, name: str, *, edge: bool) -> dict[str, Any]:
    """Return the checked node or edge of one line of a file.

    Parameters
    ----------
    row : bytes
        The line, without the comma at its end.
    name : str
        The file, for the message.
    edge : bool
        Whether it is an edge.

    Raises
    ------
    GraphError
        If it is none.
    """
    shown = row[:60].decode("utf-8", "replace")
    try:
        parsed = _DECODE(row.decode("utf-8"))
    except ValueError as error:
        raise GraphError(f"{name}: the line that begins with {shown!r} is no JSON ({error}); mend it, or build the graph again") from None
    (check_edge if edge else check_node)(parsed, f"{name}: {'edge' if edge else 'node'}")
    row_found: dict[str, Any] = parsed
    return row_found


def _fill(graph: nx.MultiDiGraph[str], nodes: Iterable[Any], edges: Iterable[Any], name: str) -> None:
    for place, row in enumerate(nodes, start=1):
        check_node(row, f"{name}: node {place}")
        node = row.pop("id")
        if node in graph:
            raise GraphError(f"{name}: node {place} has the id {node!r} of an earlier node; delete one of them, or build the graph again")
        graph.add_node(node, **_interned(row))
    kept = graph.nodes
    for place, row in enumerate(edges, start=1):
        check_edge(row, f"{name}: edge {place}")
        tail, head = row.pop("source"), row.pop("target")
        for node in (tail, head):
            if node not in kept:
                raise GraphError(f"{name}: edge {place} joins {node!r}, which is not among the nodes; delete it, or build the graph again")
        key = row["type"]
        check_ends(key, kept[tail], kept[head], f"{name}: edge {place}")
        if graph.has_edge(tail, head, key):
            key = str(row.get("id", f"{key} {place}"))
        graph.add_edge(tail, head, key, **_interned(row))


def _interned(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row whose names, types and labels are shared with the other rows."""
    row["type"] = intern(row["type"])
    return {intern(name): value for name, value in row.items()}
