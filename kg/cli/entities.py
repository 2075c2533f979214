"""``kg methods``, ``models``, ``datasets``, ``metrics`` and ``tasks``: what stands in the papers that fulfil conditions."""

from __future__ import annotations

from typing import Any

import click

from kg.cli.conditions import min_score_option, role_option, venue_option, versions_option, year_option
from kg.cli.options import examples, graph_option, json_option, limit_option

__all__ = ["datasets", "methods", "metrics", "models", "tasks"]

_CONDITIONS = {
    "task": "Only papers that address this task.",
    "dataset": "Only papers that evaluate on this dataset.",
    "metric": "Only papers that report this metric.",
    "method": "Only papers that have this method or model.",
}


def _command(plural: str, conditions: tuple[str, ...], *lines: str) -> click.Command:
    """Return the command that lists the entities of one type."""

    def ask(graph: str, as_json: bool, **given: Any) -> None:
        from kg import api
        from kg.cli.output import print_answer

        print_answer(getattr(api.load(graph), plural)(**given), as_json=as_json)

    ask.__doc__ = f"""List the {plural} of the papers for which all conditions hold.

    Those that most of these papers have come first. What papers only mention does not count, unless --role mentions asks for it.
    """
    for decorate in (json_option(), graph_option(), limit_option(20), versions_option(), min_score_option(), venue_option(), year_option(), role_option()):
        ask = decorate(ask)
    for name in reversed(conditions):
        ask = click.option(f"--{name}", metavar="NAME", help=_CONDITIONS[name])(ask)
    return click.command(name=plural, epilog=examples(*lines))(ask)


methods = _command(
    "methods",
    ("task", "dataset", "metric"),
    "kg methods --task 'code generation'",
    "kg methods --dataset ImageNet --role proposes --year 2024-",
)
models = _command("models", ("task", "dataset", "metric"), "kg models --dataset GSM8K", "kg models --task 'question answering' --limit 5 --json")
datasets = _command("datasets", ("task", "method", "metric"), "kg datasets --task 'code generation'", "kg datasets --method LoRA")
metrics = _command("metrics", ("dataset", "task", "method"), "kg metrics --dataset ImageNet", "kg metrics --task 'machine translation' --json")
tasks = _command("tasks", ("dataset", "method", "metric"), "kg tasks --dataset ImageNet", "kg tasks --method LoRA --limit 5")
