"""``kg papers``: which papers propose, use or evaluate on something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from kg.cli.conditions import area_option, min_score_option, venue_option, versions_option, year_option
from kg.cli.options import examples, graph_option, json_option, limit_option
from kg.schema import ROLES

__all__ = ["papers"]

_F = TypeVar("_F", bound=Callable[..., Any])


def _role_options(command: _F) -> _F:
    """Add an option for each role of `kg.schema`."""
    for role in reversed(ROLES.values()):
        meaning = "Named in any role." if role.name == "mentions" else role.description
        option = f"--{role.name.replace('_', '-')}"
        command = click.option(option, role.name, metavar="NAME", multiple=True, help=meaning)(command)
    return command


@click.command(
    epilog=examples(
        "kg papers",
        "kg papers --proposes LoRA",
        "kg papers --evaluates-on TravelPlanner --metric 'final pass rate' --year 2025-",
        "kg papers --uses Transformer --text 'long context' --json",
    )
)
@_role_options
@click.option("--metric", metavar="NAME", multiple=True, help="Short for --reports.")
@click.option("--method", metavar="NAME", multiple=True, help="A method or model that it proposes, uses or compares with.")
@click.option("--task", metavar="NAME", multiple=True, help="A task that it addresses or proposes.")
@year_option()
@venue_option()
@area_option()
@click.option("--text", metavar="WORDS", help="Words that all stand in the title or abstract.")
@min_score_option()
@versions_option()
@limit_option(None)
@graph_option()
@json_option()
def papers(limit: int | None, graph: str, as_json: bool, **conditions: Any) -> None:
    """List the papers for which all conditions hold.

    An option that is given twice asks for both. Without any, all papers are listed.
    """
    from kg import api
    from kg.cli.output import print_answer

    given = {name: value for name, value in conditions.items() if value or name == "versions"}
    print_answer(api.load(graph).papers(**given, limit=limit), as_json=as_json)
