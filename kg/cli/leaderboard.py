"""``kg leaderboard``: the results on a dataset."""

from __future__ import annotations

import click

from kg.cli.options import examples, graph_option, json_option, limit_option

__all__ = ["leaderboard"]


@click.command(
    epilog=examples(
        "kg leaderboard TravelPlanner",
        "kg leaderboard ImageNet --metric accuracy --limit 20",
        "kg leaderboard --task 'machine translation'",
        "kg leaderboard GSM8K --json",
    )
)
@click.argument("dataset", required=False)
@click.option("--metric", metavar="NAME", help="Only results in this metric.")
@click.option("--task", metavar="NAME", help="Only results for this task.")
@click.option("--method", metavar="NAME", help="Only results of this method or model.")
@limit_option(None)
@graph_option()
@json_option()
def leaderboard(dataset: str | None, metric: str | None, task: str | None, method: str | None, limit: int | None, graph: str, as_json: bool) -> None:
    """List the results that papers report on DATASET.

    Like is ranked with like: results in the same metric, of the same kind and unit, the best first. Numbers are as the abstracts state
    them and settings may differ, so read the sentence ('kg show' the paper) before you compare.
    """
    if not (dataset or metric or task or method):
        raise click.UsageError("name a DATASET, or a --metric, --task or --method", click.get_current_context())
    from kg import api
    from kg.cli.output import print_answer

    print_answer(api.load(graph).leaderboard(dataset, metric=metric, task=task, method=method)[:limit], as_json=as_json)
