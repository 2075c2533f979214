"""``kg gaps``: what nobody has tried together."""

from __future__ import annotations

import click

from kg.cli.options import examples, graph_option, json_option, limit_option

__all__ = ["gaps"]


@click.command(epilog=examples("kg gaps", "kg gaps --task 'code generation' --limit 50"))
@click.option("--task", metavar="NAME", help="Only methods and datasets of this task.")
@limit_option(20)
@graph_option()
@json_option()
def gaps(task: str | None, limit: int, graph: str, as_json: bool) -> None:
    """List methods and datasets that no paper has together.

    Each is named by many papers, and papers with the one and with the other address a common task.
    """
    from kg import api
    from kg.cli.output import print_answer

    print_answer(api.load(graph).gaps(task=task)[:limit], as_json=as_json)
