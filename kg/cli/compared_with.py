"""``kg compared-with``: what a method was compared with."""

from __future__ import annotations

import click

from kg.cli.conditions import versions_option
from kg.cli.options import examples, graph_option, json_option, limit_option

__all__ = ["compared_with"]


@click.command(name="compared-with", epilog=examples("kg compared-with LoRA", "kg compared-with GRPO --limit 5 --json"))
@click.argument("name")
@versions_option()
@limit_option(20)
@graph_option()
@json_option()
def compared_with(name: str, versions: bool, limit: int, graph: str, as_json: bool) -> None:
    """List what the method or model NAME was compared with.

    Both in the paper that proposes it and in papers that propose the other.
    """
    from kg import api
    from kg.cli.output import print_answer

    print_answer(api.load(graph).compared_with(name, versions=versions)[:limit], as_json=as_json)
