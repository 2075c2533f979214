"""Graphs to files and back: one module per format, one row per suffix.

To add a format, write ``graphs/export/<format>.py`` with ``write_<format>(graph, path)`` and add a row to `FORMATS`: the command line, its help
and the error texts follow. A writer may write `path` bit by bit: `write` gives it a temporary name and moves the
file into place when it is whole.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from graphs.export.json import read_json
from kg.errors import GraphError
from kg.registry import Registry

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["FORMATS", "read_json", "write"]

FORMATS = Registry(
    "graph format",
    {
        ".json": "graphs.export.json:write_json",
        ".graphml": "graphs.export.graphml:write_graphml",
        ".gexf": "graphs.export.gexf:write_gexf",
        ".csv": "graphs.export.csv:write_csv",
        ".html": "graphs.visualise:write_html",
    },
)


def write(graph: nx.MultiDiGraph[str], path: str | os.PathLike[str], *, suffix: str | None = None) -> list[Path]:
    """Write a graph in the format that the suffix of the path names.

    A failure leaves what was there before.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
    path : path
        Where to; its folder is made if need be.
    suffix : str, optional
        A row of `FORMATS`, for a path whose own suffix is another.

    Returns
    -------
    list of pathlib.Path
        The files written.

    Raises
    ------
    RegistryError
        If no format has that suffix.
    GraphError
        If the graph has an attribute that cannot be written, or the file cannot be made.
    """
    path = Path(path)
    writer = FORMATS.load((suffix or path.suffix).lower())
    if path.exists() and not path.is_file():  # a device or pipe would be replaced by a file
        raise GraphError(f"cannot write {path}: it is {'a folder' if path.is_dir() else 'no regular file'}; name a file")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{path.name[:40]}.", dir=path.parent) as folder:
            writer(graph, Path(folder) / path.name)
            made = sorted(Path(folder).iterdir())
            for file in made:
                os.replace(file, path.parent / file.name)
    except OSError as error:
        raise GraphError(f"cannot write {path}: {error.strerror or error}") from error
    return [path.parent / file.name for file in made]
