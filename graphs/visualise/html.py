"""A graph as one HTML file: everything inlined, nothing asked of any host, nothing of a paper's text run or read as HTML."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
from importlib import resources
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from graphs.visualise.data import Graph, packed, tables
from graphs.visualise.overview import overview
from kg.errors import GraphError

__all__ = ["FLUENT", "MAX_NODES", "render", "write_html"]

FLUENT = 500
"""Nodes that vis-network draws without a stutter; the page draws more on a canvas of its own."""

MAX_NODES = 10_000
"""Nodes drawn at first; up to these a frame takes less than a blink, and the layout less than a quarter of a minute."""

_COMPRESS_FROM = 1_000_000  # bytes of JSON
# In the order in which they build on each other; they share one scope (see page/README.md).
_SCRIPTS = (
    "text.js",
    "shapes.js",
    "model.js",
    "search.js",
    "filters.js",
    "routes.js",
    "arrange.js",
    "labels.js",
    "keys.js",
    "strokes.js",
    "shots.js",
    "scene.js",
    "board.js",
    "view.js",
    "words.js",
    "panel.js",
    "compare.js",
    "table.js",
    "leaderboards.js",
    "export.js",
    "bar.js",
    "app.js",
)


def render(graph: Graph, *, title: str = "Knowledge graph", max_nodes: int = MAX_NODES) -> str:
    """Return the page of a graph.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        As `graphs.build` makes it; it is not changed.
    title : str
        Shown at the top and in the browser's tab.
    max_nodes : int
        At most so many nodes are drawn at first, the best connected ones; the page says so where that leaves some out.
        Search, panel and table hold all of them.

    Returns
    -------
    str
        A whole HTML document; the same for the same graph and arguments.

    Raises
    ------
    GraphError
        If a node or edge has no type, or `max_nodes` is less than 1.
    """
    if max_nodes < 1:
        raise GraphError(f"max_nodes is {max_nodes}; a page draws at least 1 node")
    # pyvis is slow to import, for it imports IPython.
    from graphs.visualise.carrier import vis_network

    script = _application()
    style = _page_file("style.css")
    payload, encoding = _encode(_payload(graph, title, max_nodes))
    vis = vis_network()
    policy = f"default-src 'none'; script-src {_hash(vis)} {_hash(script)}; style-src {_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, keep_trailing_newline=True)
    page = environment.from_string(_page_file("page.html"))
    return page.render(
        title=" ".join(title.encode("utf-8", "replace").decode("utf-8").split()) or "Knowledge graph",
        policy=policy,
        style=Markup(style),
        vis=Markup(vis),
        script=Markup(script),
        payload=Markup(payload),
        encoding=encoding,
    )


def write_html(graph: Graph, path: str | os.PathLike[str], *, title: str = "Knowledge graph", max_nodes: int = MAX_NODES) -> None:
    """Write the page of a graph to a file, in UTF-8; a file that was there is replaced at once or not at all.

    Parameters
    ----------
    graph, title, max_nodes
        As for `render`.
    path : str or path-like

    Raises
    ------
    GraphError
        As for `render`, or if the file cannot be written.
    """
    target = Path(path)
    document = render(graph, title=title, max_nodes=max_nodes).encode("utf-8")
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(document)
        os.replace(temporary, target)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise GraphError(f"cannot write the page {str(target)!r}: {error.strerror or error}") from error


def _payload(graph: Graph, title: str, max_nodes: int) -> dict[str, Any]:
    from graphs.visualise.carrier import Carrier

    data = tables(graph)
    picture = overview(data, max_nodes)
    carrier = Carrier()
    for drawn in picture.nodes:
        # Label, size, colour and shape stay in the tables: a space, since pyvis writes the id where there is no label.
        carrier.add_node(drawn.node, label=" ", x=drawn.x, y=drawn.y)
    for source, target, papers in picture.links:
        carrier.add_edge(source, target, value=papers)
    home = [drawn.disc for drawn in picture.nodes]
    return {
        "version": 3,
        "title": title,
        **packed(data),
        "network": carrier.drawing(),
        "overview": {"mode": picture.mode, "regions": picture.regions, "discs": home, "tall": picture.tall, "notes": picture.notes, "fluent": FLUENT},
    }


def _encode(payload: dict[str, Any]) -> tuple[str, str]:
    """Return the data as text that can stand in a script element, and how it is encoded: ``json`` or ``gzip``."""
    text = json.dumps(payload, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    raw = text.encode("utf-8", "replace")
    if len(raw) > _COMPRESS_FROM:
        return base64.b64encode(gzip.compress(raw, compresslevel=9, mtime=0)).decode("ascii"), "gzip"
    return raw.decode("utf-8").replace("<", "\\u003c"), "json"


def _application() -> str:
    body = "\n".join(_page_file(name) for name in _SCRIPTS)
    return f'(() => {{\n"use strict";\n{body}\n}})();\n'


def _page_file(name: str) -> str:
    return (resources.files("graphs.visualise") / "page" / name).read_text(encoding="utf-8").replace("\r\n", "\n")


def _hash(inline: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(inline.encode('utf-8')).digest()).decode('ascii')}'"
