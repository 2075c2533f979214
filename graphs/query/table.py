"""Answers: sequences of records that print as tables."""

from __future__ import annotations

import html
import io
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, overload

from kg.errors import KgError

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table as RichTable

__all__ = ["Record", "Table"]


class Record(Protocol):
    """A frozen dataclass that can stand in a table."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    COLUMNS: ClassVar[tuple[str, ...]]
    """The fields that a printed table shows, in order; `Table.to_json` and `Table.to_pandas` give all."""


R = TypeVar("R", bound=Record)


class Table(Sequence[R]):
    """An answer: records in order, read-only.

    Parameters
    ----------
    rows : iterable of records
        All of one class.
    title : str, optional
        What was asked, shown above the table.
    record : type, optional
        The class of the records, so that an empty answer knows its columns too.

    Examples
    --------
    >>> from graphs.query import Match, Table
    >>> answer = Table([Match("e:adamw", "Method", "AdamW", 1.0, "AdamW", 3)])
    >>> answer[0].label
    'AdamW'
    >>> answer.to_json()
    [{'id': 'e:adamw', 'type': 'Method', 'label': 'AdamW', 'score': 1.0, 'matched': 'AdamW', 'papers': 3}]
    """

    def __init__(self, rows: Iterable[R], *, title: str = "", record: type[R] | None = None) -> None:
        self._rows = tuple(rows)
        self.title = title
        self._record: type[R] | None = record or (type(self._rows[0]) if self._rows else None)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[R]:
        return iter(self._rows)

    @overload
    def __getitem__(self, place: int) -> R: ...

    @overload
    def __getitem__(self, place: slice) -> Table[R]: ...

    def __getitem__(self, place: int | slice) -> R | Table[R]:
        if isinstance(place, slice):
            return self._part(self._rows[place])
        return self._rows[place]

    def _part(self, rows: tuple[R, ...]) -> Table[R]:
        return Table(rows, title=self.title, record=self._record)

    def __eq__(self, other: object) -> bool:
        return self._rows == other._rows if isinstance(other, Table) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._rows)

    def __repr__(self) -> str:
        from rich.console import Console

        console = Console(file=io.StringIO(), width=shutil.get_terminal_size((100, 24)).columns, color_system=None, legacy_windows=False)
        with console.capture() as captured:
            console.print(self.__rich__())
        return "\n".join(line.rstrip() for line in captured.get().splitlines()).strip("\n")

    def __rich__(self) -> RichTable:
        """Return the table as rich prints it; mark-up in names is shown, not obeyed."""
        from rich import box
        from rich.table import Table as RichTable
        from rich.text import Text

        table = RichTable(title=Text(self.title) if self.title else None, title_justify="left", box=box.SIMPLE_HEAD, show_edge=False)
        columns = self._shown()
        for name in columns:
            numbers = bool(self._rows) and all(isinstance(self._value(row, name), (int, float)) for row in self._rows)
            table.add_column(Text(_heading(name)), justify="right" if numbers else "left")
        for row in self._rows:
            table.add_row(*(Text(_cell(self._value(row, name))) for name in columns))
        if not self._rows:
            table.caption = Text("nothing found")
        return table

    def _repr_html_(self) -> str:
        """Return the table for a notebook, all text escaped."""
        columns = self._shown()
        head = "".join(f"<th>{html.escape(_heading(name))}</th>" for name in columns)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(_cell(self._value(row, name)))}</td>" for name in columns) + "</tr>" for row in self._rows)
        title = f"<caption>{html.escape(self.title)}</caption>" if self.title else ""
        nothing = "" if self._rows else "<p>nothing found</p>"
        return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{nothing}"

    def _shown(self) -> tuple[str, ...]:
        return self._record.COLUMNS if self._record is not None else ()

    def _value(self, row: R, name: str) -> Any:
        """Return what a printed table shows of a row in a column."""
        return getattr(row, name)

    def _fields(self) -> tuple[str, ...]:
        """Return the names of all fields, shown or not."""
        return tuple(field.name for field in fields(self._record)) if self._record is not None else ()

    def to_json(self) -> list[dict[str, Any]]:
        """Return one JSON-ready dict for each record, with all its fields; tuples become lists."""
        return [_listed(asdict(row)) for row in self._rows]

    def to_pandas(self) -> pd.DataFrame:
        """Return a pandas data frame with a column for each field.

        Raises
        ------
        KgError
            If pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise KgError("to_pandas() needs pandas: pip install 'kg[pandas]'") from None
        frame: pd.DataFrame = pandas.DataFrame(self.to_json(), columns=list(self._fields()))
        return frame


def _heading(name: str) -> str:
    return name.replace("_", " ")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if value is True or value is False:
        return "yes" if value else ""
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, tuple):
        return ", ".join(_cell(inner) for inner in value)
    return " ".join(str(value).split())


def _listed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _listed(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_listed(inner) for inner in value]
    return value
