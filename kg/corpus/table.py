"""CSV and TSV: a header line whose names are known in some spelling, then one paper a row."""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from kg.corpus.fields import known_field, record_of
from kg.corpus.records import BadRecord, Format, Item, Match, Remark
from kg.corpus.stream import LIMIT, Text
from kg.errors import InputError

__all__ = ["CSV", "DELIMITERS", "TSV"]

DELIMITERS = ",;\t|"

RUNAWAY = 1 << 20
LINES = 500
"""Characters and lines of a row of several lines beyond which it is taken for one whose quotation marks don't match."""


def _header(line: str, delimiters: str) -> tuple[str, list[str]] | None:
    """Return the delimiter and the names of a header line, if it names a title or an abstract."""
    best: tuple[int, str, list[str]] | None = None
    for delimiter in delimiters:
        try:
            with _large_cells():
                row = next(csv.reader([line.replace("\0", "")], delimiter=delimiter, strict=True, skipinitialspace=True), [])
        except csv.Error:
            continue
        names = [name.strip() for name in row]
        fields = {known_field(name) for name in names}
        known = len(fields - {None})
        if fields & {"title", "abstract"} and (best is None or known > best[0]):
            best = known, delimiter, names
    return best[1:] if best else None


def _sniff(head: str, delimiters: str) -> Match:
    lines = [line for line in head.lstrip("\n").split("\n", 3) if not re.match(r"sep=.\s*$", line)]
    found = _header(lines[0], delimiters) if lines and len(lines[0]) < 10_000 else None
    if found is None:
        return Match.NO
    names = found[1]
    if len(names) == 1:
        # A lone "Abstract" may as well be the heading of a plain text, which has blank lines.
        return Match.YES if len(lines) > 1 and lines[1].strip() and not re.search(r"\n\s*\n\s*\S", head.strip()) else Match.NO
    known = {known_field(name) for name in names} - {None}
    return Match.YES if len(known) > 1 else Match.MAYBE


def _read(text: Text, delimiters: str) -> Iterator[Item]:
    lines = text.lines()
    names: list[str] = []
    delimiter = ""
    for _, line in lines:
        if separator := re.match(r"sep=(.)\s*$", line):
            delimiters = separator.group(1)
        elif line.strip():
            header = _header(line, delimiters)
            if header is None:
                given = re.sub(r"\s+", " ", line)[:120]
                raise InputError(f"no column is called title or abstract (or a synonym); the first line is {given!r}")
            delimiter, names = header
            if len(names) == 1:
                delimiter = "\x1f"  # in a lone column, commas are text
            break
    if not names:
        return
    if "abstract" not in map(known_field, names):
        yield Remark("line 1", f"no column is called abstract; the titles alone are read. The columns are: {', '.join(names)[:200]}")
    for number, row, remark in _rows(lines, delimiter, len(names)):
        where = f"line {number}"
        if isinstance(row, str):
            yield BadRecord(where, row)
            continue
        record = record_of(dict(zip(names, row, strict=False)), where)
        if remark:
            record.remarks.append(remark)
        if len(row) < len(names):
            record.remarks.append(f"{len(row)} cells under {len(names)} column names")
        if any(cell.strip() for cell in row):
            yield record


def _rows(lines: Iterator[tuple[int, str]], delimiter: str, width: int) -> Iterator[tuple[int, list[str] | str, str]]:
    """Yield the line number, the cells of each row (or the reason why they cannot be told) and a remark, or none.

    A row whose quotation marks don't match would swallow rows behind it. Its first line is read alone, if that gives as many
    cells as there are names, else given up; reading goes on with the next line that gives as many.
    """
    waiting: deque[tuple[int, str]] = deque()
    held: list[tuple[int, str]] = []

    def feed() -> Iterator[str]:
        size = 0
        while len(held) < 2 or (size < RUNAWAY and len(held) < LINES):
            following = waiting.popleft() if waiting else next(lines, None)
            if following is None:
                return
            size = size + len(following[1]) if held else len(following[1])
            # Python 3.10 refuses NUL.
            held.append((following[0], following[1].replace("\0", "")))
            yield held[-1][1] + "\n"

    reader = csv.reader(feed(), delimiter=delimiter, strict=True, skipinitialspace=True)
    lost: list[int] = []
    while True:
        held.clear()
        cells: list[str] | None
        remark = ""
        try:
            with _large_cells():
                cells = next(reader, None)
        except csv.Error:
            waiting.extendleft(reversed(held[1:]))
            reader = csv.reader(feed(), delimiter=delimiter, strict=True, skipinitialspace=True)
            cells = _repair(held[0][1], delimiter, width) or []
            remark = "quotation marks inside a cell are not doubled"
            if not cells and not lost:
                lost.append(held[0][0])
        if lost and (cells is None or len(cells) == width):
            up_to = f" (up to line {lost[-1]})" if lost[-1] > lost[0] else ""
            yield lost[0], f"its quotation marks don't match{up_to}", ""
            lost = []
        if cells is None:
            return
        if lost:
            lost.append(held[0 if remark else -1][0])
        elif any(cells[width:]):
            yield held[0][0], f"{len(cells)} cells under {width} column names: a delimiter that is not quoted?", ""
        elif cells:
            yield held[0][0], cells, remark


def _repair(line: str, delimiter: str, width: int) -> list[str] | None:
    """Return the cells of a malformed line in the first reading that gives as many as there are names."""
    for options in ({"doublequote": False, "escapechar": "\\", "strict": True}, {}, {"quoting": csv.QUOTE_NONE}):
        try:
            with _large_cells():
                cells = next(csv.reader([line], delimiter=delimiter, skipinitialspace=True, **options), [])
        except csv.Error:
            continue
        if len(cells) == width:
            return cells
    return None


@contextmanager
def _large_cells() -> Iterator[None]:
    """Raise the csv module's limit on cells, which is global, for one row."""
    before = csv.field_size_limit(LIMIT)
    try:
        yield
    finally:
        csv.field_size_limit(before)


CSV = Format("csv", lambda head: _sniff(head, DELIMITERS), lambda text: _read(text, DELIMITERS))
TSV = Format("tsv", lambda head: _sniff(head, "\t"), lambda text: _read(text, "\t"))
