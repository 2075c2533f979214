"""``kg lineage``: what something is based on, and what is based on it."""

from __future__ import annotations

import click

from kg.cli.options import examples, graph_option, json_option, limit_option

__all__ = ["lineage"]


@click.command(epilog=examples("kg lineage Muon", "kg lineage 'Llama 3.1' --json"))
@click.argument("name")
@limit_option(None)
@graph_option()
@json_option()
def lineage(name: str, limit: int | None, graph: str, as_json: bool) -> None:
    """Show what NAME builds on, and what builds on NAME.

    The most distant ancestor comes first (distance -2, -1), then what descends from it (1, 2), each with its reason or sentence.
    """
    from kg import api
    from kg.cli.output import print_answer

    print_answer(api.load(graph).lineage(name)[:limit], as_json=as_json)
