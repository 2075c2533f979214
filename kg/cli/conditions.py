"""Conditions that questions share, so that they are called the same everywhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from kg.cli.options import Decorator, LazyChoice

__all__ = ["area_option", "min_score_option", "role_option", "venue_option", "versions_option", "year_option"]

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


def _roles() -> list[str]:
    from kg.schema import ROLES

    return list(ROLES)


def year_option() -> Decorator:
    """``--year``: of the papers that count."""
    return click.option("--year", metavar="YEARS", type=_Years(), help="2026, 2024-2026, 2024- or -2024.")


def venue_option() -> Decorator:
    """``--venue``: of the papers that count."""
    return click.option("--venue", metavar="TEXT", help="A part of the venue's name.")


def area_option() -> Decorator:
    """``--area``: of the papers that count."""
    return click.option("--area", metavar="TEXT", help="A part of the name of the research area, where the corpus gives one.")


def min_score_option() -> Decorator:
    """``--min-score``: how sure a reading must be."""
    return click.option(
        "--min-score", metavar="SCORE", type=click.FloatRange(0, 1), default=0.0, help="0 to 1: only what was read with this certainty.", show_default=True
    )


def role_option() -> Decorator:
    """``--role``: what something is to the papers."""
    return click.option("--role", type=LazyChoice("role", _roles), help="Only what the papers have in this role.")


def versions_option() -> Decorator:
    """``--no-versions``: a name stands for itself alone."""
    return click.option("--versions/--no-versions", default=True, help="Let versions (Llama 3.1) stand for their family (Llama).", show_default=True)
