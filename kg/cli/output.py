"""How subcommands print: answers and summaries to stdout, progress and what was skipped to stderr."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TextIO

import click

from kg.api.folder import replaced

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from kg.api import Progress

__all__ = ["console", "print_answer", "print_json", "print_skipped", "progress_bar", "wrapped", "written_lines"]

_UNLIMITED = 100_000
_SHOWN = 10  # skipped records that are listed one by one

_LEAST = 12  # columns below which a name is cut only when sentences are as short as they may be
_LEGIBLE = 28  # columns in which a sentence can be read
_BETWEEN = 3  # columns between two cells
_SENTENCES = ("text", "description", "reason")

_WAITING = "another kg is changing this folder; waiting until it is done (Ctrl-C to give up)"
_STAGES = {
    "read": "Reading papers",
    "extract": "Extracting",
    "link": "Linking names",
    "build": "Building the graph",
    "write": "Writing files",
}


class Answer(Protocol):
    """What a question to the graph returns."""

    def __rich__(self) -> Any:
        """Return what rich prints."""

    def to_json(self) -> Any:
        """Return JSON-ready values."""


def console(stream: TextIO) -> Console:
    """Return a rich console: colour only on a terminal; in a pipe or file no line is cut or wrapped, unless COLUMNS is set."""
    from rich.console import Console

    width = None if stream.isatty() or os.environ.get("COLUMNS") else _UNLIMITED
    return Console(
        file=stream,
        width=width,
        color_system=None if os.environ.get("NO_COLOR") else "auto",  # rich alone would leave bold and italics
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
    )


def wrapped(text: str, indent: str = "") -> str:
    """Return a text as lines that fit the terminal (a single line in a pipe), each behind `indent`."""
    from textwrap import fill

    return fill(
        " ".join(text.split()), console(sys.stdout).width, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def print_json(value: Any) -> None:
    """Print a value as JSON, in UTF-8, keys in the order that they have."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


def print_answer(*answers: Answer, as_json: bool) -> None:
    """Print answers as tables below each other, or the only one as JSON."""
    if as_json:
        (answer,) = answers
        print_json(answer.to_json())
        return
    to = console(sys.stdout)
    for answer in answers:
        table = answer.__rich__()
        _fit(table, to.width)
        with to.capture() as captured:
            to.print(table)
        # Tables pad every line to their width, which makes endless lines in a file.
        click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()).strip("\n"), color=True)


def _fit(table: Table, width: int) -> None:
    """Make a table fit: the widest column gives way first; names are cut rather than wrapped, sentences, which one wants to read, wrap."""
    from rich.cells import cell_len

    columns = table.columns
    least = [_LEGIBLE if str(column.header) in _SENTENCES else _LEAST for column in columns]
    widths = [max(cell_len(str(cell)) for cell in (column.header, *column.cells)) for column in columns]
    while sum(widths) + _BETWEEN * len(widths) > width and max(widths) > 1:
        place = max(range(len(widths)), key=lambda place: (widths[place] > 1, widths[place] - least[place]))
        widths[place] -= 1
    for column, have in zip(columns, widths, strict=True):
        column.width = have
        column.no_wrap = str(column.header) not in _SENTENCES


def print_skipped(problems: Sequence[Any], duplicates: Sequence[Any] = (), *, where: str = "") -> None:
    """Tell what was skipped or merged, one line a record, on stderr; the rest as a number, with where it stands."""
    for kind in (problems, duplicates):
        for row in kind[:_SHOWN]:
            click.echo(f"kg: {row}", err=True)
        if len(kind) > _SHOWN:
            click.echo(f"kg: ... and {len(kind) - _SHOWN} more{where}", err=True)


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """Give a callback that draws a bar on stderr for each stage of a build; where stderr is no terminal, it only tells that it has to wait."""
    if not sys.stderr.isatty():
        yield _told
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(sys.stderr)) as bar:
        tasks: dict[str, TaskID] = {}

        def progress(stage: str, done: int, total: int | None) -> None:
            if stage == "wait":
                bar.console.print(f"kg: {_WAITING}")
                return
            if stage not in tasks:
                tasks[stage] = bar.add_task(_STAGES[stage], total=total)
            bar.update(tasks[stage], completed=done, total=total)

        yield progress


def _told(stage: str, done: int, total: int | None) -> None:
    if stage == "wait":
        click.echo(f"kg: {_WAITING}", err=True)


def written_lines(target: str, rows: Iterable[Any]) -> None:
    """Write values as JSON lines, one after the other as they come: to stdout (``-``), or to a file that appears when it is complete."""
    place = Path(target)
    if target == "-" or (place.exists() and not place.is_file()):  # a device or a named pipe is written to, not replaced
        with click.open_file(target, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.writelines(_line(row) for row in rows)
        return
    with replaced(place.parent) as staging, open(staging / place.name, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.writelines(_line(row) for row in rows)


def _line(row: Any) -> str:
    return json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n"
