"""JSON: an array of papers, an object that wraps one, a map from ids to papers, or values one after the other.

The file is parsed paper by paper with the standard library's decoder over a window that grows until it holds the whole of
the next paper. A streaming parser of events (ijson) would do the same for sound files, but gives up at the first character
that is not JSON; here a record that is not (NaN is taken for null) is skipped and reported, and reading goes on behind it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from kg.corpus.records import BadRecord, Format, Item, Match, Record, Remark
from kg.corpus.shapes import WRAPPERS, is_paper, item_of, unwrapped
from kg.corpus.stream import LIMIT, Text

__all__ = ["DECODER", "FORMAT", "read", "sniff"]

DECODER = json.JSONDecoder(strict=False, parse_float=str, parse_constant=lambda _: None)
"""Control characters in strings are let through; numbers with a point stay as written (an arXiv id may be one)."""

_SPACE = re.compile(r"\s*")
_SEPARATORS = re.compile(r"[\s,]*")
_NEXT = re.compile(r"(?:\}[\s,]*|\n[ \t]*|\][ \t]*,[ \t]*)(?=\{)")
"""Where the next record may begin behind a broken one."""

_PAPER = re.compile(r"\{.{0,1000}?\"(title|abstract|abstract_inverted_index)\"\s*:", re.IGNORECASE | re.DOTALL)
"""Tells a broken record from a piece of one."""

_OUTER = ("message", "response", "result", "search")
"""Keys of objects around the object that wraps the list (Crossref, DBLP)."""

ATTEMPTS = 1000
"""How often in a row a new beginning may fail before the rest of a file is given up."""


class _Broken(Exception):
    """The value at the window's position is not JSON."""


class _Window:
    """A part of the text, from the position on, that grows as needed."""

    def __init__(self, text: Text) -> None:
        self._pieces = text.pieces()
        self.buffer = ""
        self.at = 0
        self.mark: int | None = None
        """Where an object begins of which the keys are read one by one: where to go on from if it is broken."""
        self._lines = 1
        self._counted = 0

    def grow(self) -> bool:
        """Drop what is behind the position, double what is ahead; return False at the end of the text."""
        wanted = max(1 << 16, len(self.buffer) - self.at)
        self.line()
        kept = self.at if self.mark is None else self.mark
        parts = [self.buffer[kept:]]
        self.at -= kept
        self._counted -= kept
        self.mark = self.mark if self.mark is None else 0
        for piece in self._pieces:
            parts.append(piece)
            wanted -= len(piece)
            if wanted <= 0:
                break
        grown = len(parts) > 1
        self.buffer = "".join(parts)
        return grown

    def line(self) -> int:
        """Return the number of the line that the position is in."""
        self._lines += self.buffer.count("\n", self._counted, self.at)
        self._counted = max(self._counted, self.at)
        return self._lines

    def peek(self, skip: re.Pattern[str] = _SPACE) -> str:
        """Move to the next character that is not skipped, and return it; empty at the end."""
        while True:
            match = skip.match(self.buffer, self.at)
            self.at = match.end() if match else self.at
            if self.at < len(self.buffer):
                return self.buffer[self.at]
            if not self.grow():
                return ""

    def value(self) -> Any:
        """Parse the value at the position and move behind it."""
        while True:
            try:
                value, end = DECODER.raw_decode(self.buffer, self.at)
                # A number may go on in the next piece.
                if end < len(self.buffer) or self.buffer[end - 1] in '}]"' or not self.grow():
                    if end - self.at > LIMIT:
                        self.at = end - 2  # the closing brace is what the next record is looked for behind
                        raise _Broken(f"longer than {LIMIT:,} characters")
                    self.at = end
                    return value
            except json.JSONDecodeError as error:
                cut = error.pos >= len(self.buffer) - 16 or error.msg.startswith("Unterminated string")
                if not cut:
                    raise _Broken(f"{error.msg}, {error.pos - (self.at if self.mark is None else self.mark)} characters into it") from None
                if len(self.buffer) - self.at > LIMIT:
                    raise _Broken(f"longer than {LIMIT:,} characters, or a quotation mark is missing") from None
                if not self.grow():
                    raise _Broken("the file ends inside it") from None
            except RecursionError:
                raise _Broken("nested too deeply") from None
            except ValueError as error:  # an integer of more digits than Python converts
                raise _Broken(str(error).split(":")[0]) from None

    def recover(self) -> bool:
        """Move to where the next record may begin; return False if there is no such place."""
        self.at += 1
        while True:
            match = _NEXT.search(self.buffer, self.at)
            if match:
                self.at = match.end()
                return True
            self.at = max(self.at, len(self.buffer) - 64)
            if not self.grow():
                return False


def sniff(head: str) -> Match:
    """Recognise JSON by its first characters, and papers in it by their keys."""
    if not re.match(r"\s*(\{\s*[\"}]|\[\s*[\[{\"\]])", head):
        return Match.NO
    if re.match(r"\s*\{\s*\"(directed|multigraph|graph|nodes|edges)\"", head):
        return Match.MAYBE
    return Match.YES if re.search(r"\"(title|abstract|abstract_inverted_index)\"\s*:", head, re.I) else Match.MAYBE


def read(text: Text) -> Iterator[Item]:
    """Yield the papers of a JSON text in order."""
    window = _Window(text)
    broken, failures = False, 0
    while first := window.peek(_SEPARATORS):
        line = window.line()
        paper = _PAPER.match(window.buffer, window.at)
        try:
            if not broken:
                yield from _items(window)
            elif first == "{":
                value = window.value()
                failures = 0
                item = _one(value, f"line {line}")
                # Pieces of a broken record (an author, say) are objects as well.
                if is_paper(value) or (isinstance(item, Record) and item.abstract):
                    yield item
            elif not window.recover():
                # Brackets and keys are what is left of the array or object that held the records.
                return
        except _Broken as error:
            if window.mark is not None:
                window.at, window.mark = window.mark, None
            else:
                line = window.line()
            broken = True
            failures += 1
            if failures == 1 or paper:
                yield BadRecord(f"line {line}", f"not JSON: {error}")
            if failures > ATTEMPTS:
                yield Remark(f"line {line}", "no sound record was found behind the damage: the rest of the file was not read")
                return
            if not window.recover():
                return


def _items(window: _Window) -> Iterator[Item]:
    """Yield the papers of the value at the position, and move behind it."""
    first = window.peek()
    if first == "[":
        window.at += 1
        yield from _array(window)
    elif first == "{":
        yield from _object(window, 0)
    else:
        yield _one(window.value(), f"line {window.line()}")


def _array(window: _Window) -> Iterator[Item]:
    while (first := window.peek(_SEPARATORS)) != "]":
        if not first:
            yield Remark(f"line {window.line()}", "the JSON array is not closed: the file may be cut short")
            return
        where = f"line {window.line()}"
        yield _one(window.value(), where)
    window.at += 1


def _object(window: _Window, depth: int) -> Iterator[Item]:
    """Yield the papers of an object: itself, the list that it wraps, or its values if they are papers."""
    where = f"line {window.line()}"
    window.mark = None if depth else window.at
    window.at += 1
    row: dict[str, Any] = {}
    wraps = False
    while (first := window.peek(_SEPARATORS)) != "}":
        if first != '"':
            raise _Broken("a key in quotation marks is missing" if first else "the file ends inside an object")
        key = window.value()
        if window.peek() != ":":
            raise _Broken(f"no colon behind the key {key[:40]!r}")
        window.at += 1
        opening = window.peek()
        if opening == "[" and key in WRAPPERS and not is_paper(row):
            window.at += 1
            if window.peek() in ("{", "]"):
                wraps, window.mark = True, None
                yield from _array(window)
            else:
                row[key] = list(_values(window))
            continue
        if opening == "{" and key in (*WRAPPERS, *_OUTER) and not is_paper(row) and depth < 3:
            wraps, window.mark = True, None
            yield from _object(window, depth + 1)
            continue
        at = f"line {window.line()}"
        value = window.value()
        if isinstance(value, dict) and "title" in value and "abstract" in value and (wraps or not row):
            wraps, window.mark = True, None
            yield _one({"id": key, **value}, at)
        elif not wraps:
            row[key] = value
    window.at += 1
    window.mark = None
    if not wraps and (row or not depth):
        for inner in unwrapped(row):
            yield _one(inner, where)


def _values(window: _Window) -> Iterator[Any]:
    while window.peek(_SEPARATORS) != "]":
        yield window.value()
    window.at += 1


def _one(value: Any, where: str) -> Item:
    if not isinstance(value, (dict, str)):
        return BadRecord(where, "not an object with a title or an abstract")
    return item_of(value, where)


FORMAT = Format("json", sniff, read)
