"""pyvis, which carries the picture: its `Network` holds the drawn nodes and lines, its package the vis-network that draws them.

Its own way to a page is not used, since its template asks other hosts for scripts and styles, lets text run as HTML, and
leaves the layout to the reader's browser. Importing pyvis imports IPython; import this module only where a page is made.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from pyvis.network import Network

__all__ = ["Carrier", "vis_network"]

_OPTIONS: dict[str, Any] = {
    "autoResize": True,
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False},
    "interaction": {"hover": True, "keyboard": False, "navigationButtons": False, "selectConnectedEdges": False, "tooltipDelay": 3600000, "zoomSpeed": 0.7},
    "nodes": {"borderWidth": 1, "labelHighlightBold": False},
    "edges": {"smooth": False, "arrows": {"to": {"enabled": False}}},
}


class _Ids(dict[int, None]):
    """Ids in order, with pyvis' `append` and a look-up that does not read the whole list."""

    def append(self, key: int) -> None:
        """Add an id."""
        self[key] = None


class Carrier(Network):  # type: ignore[misc]
    """A pyvis network whose nodes are row numbers of the page's tables."""

    def __init__(self) -> None:
        super().__init__(height="100%", width="100%", directed=True, cdn_resources="in_line")
        self.node_ids = _Ids()
        # A dict: set_options would strip the spaces out of the values, and break later calls.
        self.options = json.loads(json.dumps(_OPTIONS))

    def drawing(self) -> dict[str, Any]:
        """Return what pyvis would hand to its template, as columns: ``nodes`` (id, x, y), ``edges`` (from, to, value), ``options`` of vis-network."""
        nodes, edges, _, _, _, options = self.get_network_data()
        return {
            "nodes": {name: [node[name] for node in nodes] for name in ("id", "x", "y")},
            "edges": {name: [edge[name] for edge in edges] for name in ("from", "to", "value")},
            "options": json.loads(options),
        }


def vis_network() -> str:
    """Return the vis-network that pyvis ships, without the comment that makes developer tools look for a source map."""
    folder = resources.files("pyvis") / "lib" / "vis-9.1.2"
    script = (folder / "vis-network.min.js").read_text(encoding="utf-8")
    # Not splitlines: the script holds U+2028 and the like inside its strings.
    return "\n".join(line for line in script.split("\n") if not line.startswith("//# sourceMappingURL="))
