"""The rows of two graph files that are not the same, found by digest and read again when they are needed."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import blake2b
from types import TracebackType
from typing import IO, Any, TypeAlias

from graphs.export.json import check_head, read_json, read_row, write_json
from kg.errors import GraphError

__all__ = ["EdgeKey", "RowFile", "differing"]

EdgeKey: TypeAlias = tuple[str, str, str]
"""Tail, type and head."""

_STRING = rb'"((?:[^"\\]|\\.)*)"'
_NODE = re.compile(rb'\{"id": ' + _STRING + rb', "type": ' + _STRING + rb', "label": ' + _STRING)
_NODES = b'"nodes": [\n'
_EDGES = b'"edges": [\n'


class RowFile:
    """A ``graph.json``, row by row.

    Parameters
    ----------
    path : str
        Where it is not laid out as kg does it, one row a line, it is rewritten to a temporary file first.

    Attributes
    ----------
    path : str
    head : dict
        The attributes of the graph.
    labels : dict of str to (str, str)
        Type and label of every node by id, once `rows` has been exhausted.
    nodes : dict of str to int
        Where the rows of differing nodes begin, by id.
    edges : dict of EdgeKey to int
        The same for edges.

    Raises
    ------
    GraphError
        If it is not a graph of kg.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.labels: dict[str, tuple[str, str]] = {}
        self.nodes: dict[str, int] = {}
        self.edges: dict[EdgeKey, int] = {}
        self._stack = ExitStack()
        try:
            self._file = self._opened(path)
        except BaseException:
            self._stack.close()
            raise

    def __enter__(self) -> RowFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stack.close()

    def _opened(self, path: str) -> IO[bytes]:
        try:
            file = self._stack.enter_context(open(path, "rb"))  # noqa: SIM115 (the stack closes it)
            first = file.readline()
            if not (first.endswith(b",\n") and file.readline() == _NODES):
                raise ValueError
            self.head = check_head(json.loads(first[:-2] + b"}"), path)
            return file
        except OSError as error:
            raise GraphError(f"cannot read {path}: {error.strerror or error}; `kg build` writes graph.json") from error
        except ValueError:
            graph = read_json(path)  # with its own errors
            folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="kg-diff-"))
            write_json(graph, os.path.join(folder, "graph.json"))
            del graph
            return self._opened(os.path.join(folder, "graph.json"))

    def rows(self) -> Iterator[tuple[bytes, int, bool]]:
        """Yield (row, place in the file, whether it is an edge) in the order of the file.

        Raises
        ------
        GraphError
            If the file ends before the graph does.
        """
        self._file.seek(0)
        place = len(self._file.readline()) + len(self._file.readline())
        edges = False
        for line in self._file:
            row = line.rstrip(b",\n")
            if row.startswith(b"{"):
                if not edges:
                    self._note(row)
                yield row, place, edges
            elif line == _EDGES:
                edges = True
            elif line == b"]}\n":
                return
            place += len(line)
        raise GraphError(f"{self.path} is cut off: it ends in the middle of the graph; build the graph again")

    def _note(self, row: bytes) -> None:
        found = _NODE.match(row)
        if found and b"\\" not in found[0]:
            node, kind, label = (part.decode("utf-8") for part in found.groups())
        else:
            parsed = self._parsed(row, edge=False)
            node, kind, label = parsed["id"], parsed["type"], parsed["label"]
        self.labels[node] = (kind, label)

    def index(self, place: int, edge: bool) -> None:
        """Keep where a differing row stands."""
        row = self._row(place, edge)
        if edge:
            self.edges[row["source"], row["type"], row["target"]] = place
        else:
            self.nodes[row["id"]] = place

    def node(self, node: str) -> dict[str, Any]:
        """Return the row of a differing node."""
        return self._row(self.nodes[node], False)

    def edge(self, edge: EdgeKey) -> dict[str, Any]:
        """Return the row of a differing edge."""
        return self._row(self.edges[edge], True)

    def _row(self, place: int, edge: bool) -> dict[str, Any]:
        self._file.seek(place)
        return self._parsed(self._file.readline().rstrip(b",\n"), edge)

    def _parsed(self, row: bytes, edge: bool) -> dict[str, Any]:
        return read_row(row, self.path, edge=edge)


def differing(old: RowFile, new: RowFile) -> None:
    """Index the rows of each file that the other does not have to the byte."""
    left: dict[bytes, tuple[int, bool]] = {_digest(row): (place, edge) for row, place, edge in old.rows()}
    added = []
    for row, place, edge in new.rows():
        if left.pop(_digest(row), None) is None:
            added.append((place, edge))
    for place, edge in sorted(left.values()):
        old.index(place, edge)
    for place, edge in added:
        new.index(place, edge)


def _digest(row: bytes) -> bytes:
    return blake2b(row, digest_size=16).digest()
