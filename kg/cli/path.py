"""``kg path``: how two things hang together."""

from __future__ import annotations

import click

from kg.cli.options import examples, graph_option, json_option

__all__ = ["path"]


@click.command(epilog=examples("kg path TravelPlanner WebArena", "kg path ResNet BERT --json"))
@click.argument("first")
@click.argument("second")
@graph_option()
@json_option()
def path(first: str, second: str, graph: str, as_json: bool) -> None:
    """Show how FIRST and SECOND hang together.

    Prints the most telling of the short paths between them, with the sentence behind each step. Names, titles and ids will do.
    """
    from kg import api
    from kg.cli.output import print_answer

    print_answer(api.load(graph).path(first, second), as_json=as_json)
