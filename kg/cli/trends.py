"""``kg trends``: what is named more, or less, from year to year."""

from __future__ import annotations

import click

from kg.cli.options import examples, graph_option, json_option, limit_option, type_option

__all__ = ["trends"]


@click.command(epilog=examples("kg trends", "kg trends --type Dataset --limit 5"))
@type_option("The type of entity to follow.", default="Method")
@limit_option(20)
@graph_option()
@json_option()
def trends(type: str, limit: int, graph: str, as_json: bool) -> None:
    """Count the papers of each year that name something.

    --limit says how many entities are followed: those that most papers name.
    """
    from kg import api
    from kg.cli.output import print_answer

    print_answer(api.load(graph).trends(type, limit=limit), as_json=as_json)
