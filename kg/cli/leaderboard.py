"""``kg leaderboard``: the results on a dataset."""

from __future__ import annotations

from typing import Any

import click

from kg.cli.conditions import min_score_option, venue_option, versions_option, year_option
from kg.cli.options import LazyChoice, examples, graph_option, json_option, limit_option

__all__ = ["leaderboard"]


def _kinds() -> list[str]:
    from kg.schema import RESULT_KINDS

    return list(RESULT_KINDS)


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
@click.option("--kind", type=LazyChoice("kind", _kinds), help="Only scores (absolute), changes (delta) or factors.")
@year_option()
@venue_option()
@min_score_option()
@versions_option()
@limit_option(None)
@graph_option()
@json_option()
def leaderboard(dataset: str | None, graph: str, as_json: bool, **conditions: Any) -> None:
    """List the results that papers report on DATASET.

    Like is ranked with like: results on the same dataset, in the same metric, of the same kind and unit, the best first. Numbers are as the abstracts state
    them and settings may differ, so read the sentence ('kg show' the paper) before you compare.
    """
    if not (dataset or conditions["metric"] or conditions["task"] or conditions["method"]):
        raise click.UsageError("name a DATASET, or a --metric, --task or --method", click.get_current_context())
    from kg import api
    from kg.cli.output import print_answer

    print_answer(api.load(graph).leaderboard(dataset, **conditions), as_json=as_json)
