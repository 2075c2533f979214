"""``kg gaps``: what nobody has tried together."""

from __future__ import annotations

import click

from kg.cli.options import examples, graph_option, json_option, limit_option

__all__ = ["gaps"]


@click.command(epilog=examples("kg gaps", "kg gaps --task 'code generation' --limit 50", "kg gaps --method LoRA"))
@click.option("--method", "methods", metavar="NAME", multiple=True, help="Only this method; may be given several times.")
@click.option("--dataset", "datasets", metavar="NAME", multiple=True, help="Only this dataset; may be given several times.")
@click.option("--task", metavar="NAME", help="Only methods and datasets of this task.")
@limit_option(20)
@graph_option()
@json_option()
def gaps(methods: tuple[str, ...], datasets: tuple[str, ...], task: str | None, limit: int, graph: str, as_json: bool) -> None:
    """List methods and datasets that no paper has together yet.

    The most strongly suggested come first, each with the reason.
    """
    from kg import api
    from kg.cli.output import print_answer

    print_answer(api.load(graph).gaps(methods=methods or None, datasets=datasets or None, task=task, limit=limit), as_json=as_json)
