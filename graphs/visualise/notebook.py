"""The page inside a notebook."""

from __future__ import annotations

import html

from graphs.visualise.data import Graph
from graphs.visualise.html import MAX_NODES, render

__all__ = ["INLINE_LIMIT", "notebook_html"]

INLINE_LIMIT = 8_000_000
"""Characters of a page that is put into a notebook; a larger one would be saved with the notebook each time."""


def notebook_html(graph: Graph, *, title: str = "Knowledge graph", max_nodes: int = MAX_NODES, height: int = 640) -> str:
    """Return the page of a graph as HTML for a notebook's output cell: what ``_repr_html_`` returns.

    Parameters
    ----------
    graph, title, max_nodes
        As for `graphs.visualise.render`.
    height : int
        Of the frame, in pixels.

    Returns
    -------
    str
        An ``iframe`` that holds the whole page. It is sandboxed without ``allow-same-origin``: its script cannot reach the
        notebook, whatever a paper's text holds. For a page longer than `INLINE_LIMIT`, a paragraph that names `write_html`.

    Raises
    ------
    GraphError
        As for `render`.
    """
    page = render(graph, title=title, max_nodes=max_nodes)
    if len(page) > INLINE_LIMIT:
        nodes, edges = graph.number_of_nodes(), graph.number_of_edges()
        return (
            f"<p>A graph of {nodes:,} nodes and {edges:,} edges: its page has {len(page) / 1e6:.0f} MB, too much for a notebook. "
            "Write it to a file with <code>graphs.visualise.write_html</code> and open that.</p>"
        )
    return (
        f'<iframe title="{html.escape(title)}" srcdoc="{html.escape(page)}" sandbox="allow-scripts allow-popups allow-downloads allow-modals" '
        f'style="width: 100%; height: {height:d}px; border: 1px solid #ccc; border-radius: 8px"></iframe>'
    )
