"""Two tables of comma-separated values: ``X.csv`` becomes ``X-nodes.csv`` and ``X-edges.csv`` (UTF-8, RFC 4180 but for line feeds)."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import networkx as nx

from graphs.attributes import Scalar
from graphs.export.columns import Columns, as_text, edges, nodes

__all__ = ["write_csv"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_csv(graph: nx.MultiDiGraph[str], path: str | os.PathLike[str]) -> None:
    """Write a graph as two tables beside `path`; not atomic by itself (see `graphs.export.write`).

    The nodes have the columns ``id`` and their attributes, the edges ``id``, ``source``, ``target`` and theirs. Text that a spreadsheet would take for a
    formula gets an apostrophe in front, as OWASP advises (https://owasp.org/www-community/attacks/CSV_Injection).

    Raises
    ------
    GraphError
        If an attribute cannot be written.
    """
    path = Path(path)
    columns = Columns.of(graph)
    with open(path.with_name(f"{path.stem}-nodes.csv"), "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["id", *columns.node])
        writer.writerows([_cell(node), *(_cell(row.get(name, "")) for name in columns.node)] for node, row in nodes(graph))
    with open(path.with_name(f"{path.stem}-edges.csv"), "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["id", "source", "target", *columns.edge])
        writer.writerows(
            [_cell(name), _cell(tail), _cell(head), *(_cell(row.get(name, "")) for name in columns.edge)] for name, tail, head, row in edges(graph)
        )


def _cell(value: Scalar) -> str:
    text = as_text(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(_FORMULA) else text
