"""``kg papers``: which papers propose, use or evaluate on something."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kg.cli.options import examples, graph_option, json_option, limit_option
from kg.schema import ROLES

__all__ = ["papers"]

_F = TypeVar("_F", bound=Callable[..., Any])
_YEARS = re.compile(r"(?P<first>\d{4})?(?P<dash>[-–])?(?P<last>\d{4})?", re.ASCII)


if TYPE_CHECKING:
    YearsType = click.ParamType[tuple[int | None, int | None]]
else:  # generic only in later versions of click
    YearsType = click.ParamType


class _Years(YearsType):
    """``2026``, ``2024-2026``, ``2024-`` or ``-2024``."""

    name = "years"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int | None, int | None]:
        """Return the first and the last year, None for an open side."""
        match = _YEARS.fullmatch(str(value))
        if not match or not (match["first"] or match["last"]) or bool(match["dash"]) < bool(match["first"] and match["last"]):
            self.fail(f"{value!r} is neither a year nor a range of years such as 2024-2026, 2024- or -2024.", param, ctx)
        first = int(match["first"]) if match["first"] else None
        last = int(match["last"]) if match["last"] else None if match["dash"] else first
        return first, last


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
@click.option("--year", metavar="YEARS", type=_Years(), help="2026, 2024-2026, 2024- or -2024.")
@click.option("--venue", metavar="TEXT", help="A part of the venue's name.")
@click.option("--text", metavar="WORDS", help="Words that all stand in the title or abstract.")
@limit_option(None)
@graph_option()
@json_option()
def papers(limit: int | None, graph: str, as_json: bool, **conditions: Any) -> None:
    """List the papers for which all conditions hold.

    An option that is given twice asks for both. Without any, all papers are listed.
    """
    from kg import api
    from kg.cli.output import print_answer

    given = {name: value for name, value in conditions.items() if value}
    print_answer(api.load(graph).papers(**given)[:limit], as_json=as_json)
