"""Arguments and options that several subcommands share, so that they are called the same everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

__all__ = [
    "corpus_argument",
    "examples",
    "format_option",
    "graph_option",
    "json_option",
    "limit_option",
    "out_option",
    "processes_option",
    "reason_option",
    "store_option",
    "type_option",
]

_F = TypeVar("_F", bound=Callable[..., Any])

if TYPE_CHECKING:
    StringType = click.ParamType[str]
else:  # generic only in later versions of click
    StringType = click.ParamType


class Decorator(Protocol):
    """What adds an argument or option to a command."""

    def __call__(self, command: _F, /) -> _F:
        """Return the command with the option."""


class LazyChoice(StringType):
    """A choice whose values are looked up when they are needed, so that ``kg --help`` does not import their table.

    Parameters
    ----------
    name : str
        What one value is, for help texts.
    values : callable
        Returns the values, in the order in which they are listed.
    """

    def __init__(self, name: str, values: Callable[[], Sequence[str]]) -> None:
        self.name = name
        self._values = values

    @property
    def values(self) -> list[str]:
        """The values, in order."""
        return list(self._values())

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the value, whatever its case; an unknown one is a usage error that lists the choices."""
        values = self.values
        for known in values:
            if str(value).casefold() == known.casefold():
                return known
        self.fail(f"{value!r} is not one of {', '.join(values)}.", param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return the values as the help shows them."""
        return f"[{'|'.join(self.values)}]"


def _input_formats() -> Sequence[str]:
    from kg.corpus import FORMATS

    return list(FORMATS)


def _entity_types() -> Sequence[str]:
    from kg.schema import ENTITY_TYPES

    return list(ENTITY_TYPES)


def corpus_argument(required: bool = True) -> Decorator:
    """``CORPUS...``: files, folders or ``-``."""
    return click.argument("corpus", nargs=-1, required=required, type=click.Path(allow_dash=True))


def format_option() -> Decorator:
    """``--format``: always the format of the input."""
    return click.option(
        "--format", "format", type=LazyChoice("format", _input_formats), help="Format of the input; by default it is recognised from the content."
    )


def out_option() -> Decorator:
    """``-o DIR``: the folder of a graph."""
    return click.option("-o", "--out", metavar="DIR", default="kg-out", show_default=True, type=click.Path(), help="Folder of the graph.")


def store_option() -> Decorator:
    """``--store``: where extractions are kept."""
    return click.option(
        "--store", metavar="FILE", type=click.Path(dir_okay=False), show_default="kg.db in the folder", help="SQLite file that keeps the extractions."
    )


def reason_option() -> Decorator:
    """``--reason``: a note that is kept with a correction."""
    return click.option("--reason", metavar="TEXT", default="", help="A note, kept with the entry and shown in the node.")


def processes_option(default: int | None = None) -> Decorator:
    """``--processes``: how many workers extract; without a default, as many as the size of the corpus is worth."""
    return click.option(
        "--processes",
        metavar="N",
        type=click.IntRange(min=1),
        default=default,
        show_default=True if default else "1 for a small corpus, else one for each processor",
        help="Worker processes.",
    )


def graph_option() -> Decorator:
    """``--graph``: which graph is asked."""
    return click.option(
        "-g",
        "--graph",
        metavar="PATH",
        default="kg-out",
        show_default=True,
        type=click.Path(),
        help="The graph: a folder that 'kg build' wrote, or its graph.json.",
    )


def json_option(help: str = "Print JSON instead of a table.") -> Decorator:
    """``--json``: the answer for programs."""
    return click.option("--json", "as_json", is_flag=True, help=help)


def type_option(help: str, *, default: str | None = None) -> Decorator:
    """``--type``: an entity type."""
    return click.option("--type", "type", type=LazyChoice("type", _entity_types), default=default, show_default=default is not None, help=help)


def examples(*lines: str) -> str:
    """Return an epilog that shows command lines, one a line, as they are."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def limit_option(default: int | None) -> Decorator:
    """``--limit``: how many rows at most."""
    return click.option("--limit", metavar="N", type=click.IntRange(min=1), default=default, show_default=default is not None, help="Print at most N rows.")
