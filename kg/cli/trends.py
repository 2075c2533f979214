"""``kg trends``: what is named more, or less, by year, venue or area."""

from __future__ import annotations

import click

from kg.cli.options import LazyChoice, examples, graph_option, json_option, limit_option, type_option

__all__ = ["trends"]


def _periods() -> list[str]:
    return ["year", "venue", "area"]


@click.command(epilog=examples("kg trends", "kg trends --type Dataset --limit 5", "kg trends LoRA GRPO --by venue"))
@click.argument("names", nargs=-1)
@type_option("The type of entity to follow.", default="Method")
@click.option("--by", type=LazyChoice("period", _periods), default="year", show_default=True, help="What to count by.")
@limit_option(20)
@graph_option()
@json_option()
def trends(names: tuple[str, ...], type: str, by: str, limit: int, graph: str, as_json: bool) -> None:
    """Count papers by year, venue or area.

    Follows NAMES, or those of a type that most papers have; --limit says how many of these.
    """
    from kg import api
    from kg.cli.output import print_answer

    print_answer(api.load(graph).trends(type, by=by, names=names or None, limit=limit), as_json=as_json)
