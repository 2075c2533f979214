"""``kg stats``: how large the graph is."""

from __future__ import annotations

import click

from kg.cli.options import examples, graph_option, json_option

__all__ = ["stats"]


@click.command(epilog=examples("kg stats", "kg stats --json | jq"))
@graph_option()
@json_option()
def stats(graph: str, as_json: bool) -> None:
    """Count the nodes and edges of the graph by type."""
    from kg import api
    from kg.cli.output import print_answer

    print_answer(api.load(graph).stats(), as_json=as_json)
