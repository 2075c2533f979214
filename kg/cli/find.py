"""``kg find``: names that are like a name."""

from __future__ import annotations

import click

from kg.cli.options import LazyChoice, examples, graph_option, json_option, limit_option

__all__ = ["find"]


def _types() -> list[str]:
    from kg.schema import NODE_TYPES

    return [name for name in NODE_TYPES if name != "Result"]


@click.command(epilog=examples("kg find travelplaner", "kg find diffusion --type Method --limit 20"))
@click.argument("name")
@click.option("--type", "type", type=LazyChoice("type", _types), help="Only nodes of this type.")
@limit_option(10)
@graph_option()
@json_option()
def find(name: str, type: str | None, limit: int, graph: str, as_json: bool) -> None:
    """Look NAME up, forgiving misspellings.

    All names, aliases and titles are searched; the best matches come first.
    """
    from kg import api
    from kg.cli.output import print_answer

    print_answer(api.load(graph).find(name, type=type, limit=limit), as_json=as_json)
