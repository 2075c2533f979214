"""``kg leaderboard``: the results on a dataset."""

from __future__ import annotations

import click

from kg.cli.options import examples, graph_option, json_option, limit_option

__all__ = ["leaderboard"]


@click.command(epilog=examples("kg leaderboard TravelPlanner", "kg leaderboard ImageNet --metric accuracy --limit 20", "kg leaderboard GSM8K --json"))
@click.argument("dataset")
@click.option("--metric", metavar="NAME", help="Only results in this metric.")
@limit_option(None)
@graph_option()
@json_option()
def leaderboard(dataset: str, metric: str | None, limit: int | None, graph: str, as_json: bool) -> None:
    """List the results that papers report on DATASET.

    The best comes first within each metric. Numbers are as the abstracts state them: settings may differ, so read the sentence before you compare.
    """
    from kg import api
    from kg.cli.output import print_answer

    print_answer(api.load(graph).leaderboard(dataset, metric=metric)[:limit], as_json=as_json)
