"""``kg serve``: the graph for assistants."""

from __future__ import annotations

import click

from kg.cli.options import examples, graph_option

__all__ = ["serve"]


@click.command(epilog=examples("kg serve --mcp", "kg serve --mcp kg-out/graph.json"))
@click.argument("place", metavar="[GRAPH]", required=False, type=click.Path())
@click.option("--mcp", "protocol", flag_value="mcp", required=True, help="Speak the Model Context Protocol over stdin and stdout.")
@graph_option()
def serve(place: str | None, protocol: str, graph: str) -> None:
    """Answer an assistant's questions until it hangs up.

    Needs the extra 'mcp': pip install 'kg[mcp]'. Configure your assistant to run this command.
    """
    from kg import api
    from kg.mcp import server

    server(api.load(place or graph)).run("stdio")
