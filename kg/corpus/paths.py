"""From what the user named to the files to be read: folders are walked, links followed once, hidden files left out."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

__all__ = ["Input", "Unusable", "inputs"]


@dataclass(frozen=True, slots=True)
class Input:
    """A file to be read.

    Attributes
    ----------
    name : str
        As the user gave it; for a file in a folder, the folder as given and the path in it, joined by ``/``.
    path : str or None
        What to open; None is standard input.
    named : bool
        Whether the user named the file itself, not a folder that it lies in.
    """

    name: str
    path: str | None
    named: bool

    def open(self) -> BinaryIO:
        """Open the file for reading; raises OSError."""
        if self.path is not None:
            return open(self.path, "rb")
        if sys.stdin is None:
            raise OSError("there is no standard input")
        return sys.stdin.buffer


@dataclass(frozen=True, slots=True)
class Unusable:
    """A path that is not read: a fault if the user will miss something, else only worth a note."""

    name: str
    reason: str
    fault: bool


def inputs(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Input | Unusable]:
    """Yield the files behind the paths, in the order given, those of a folder sorted by their names, folder by folder.

    ``-`` is standard input. A file that was there before, under whatever name, is not read again, and neither is a folder: a loop
    of links ends. In a folder, names that begin with a dot and what is no regular file are left out.
    """
    seen: set[tuple[int, int]] = set()
    stdin = False
    for given in paths:
        path = os.fsdecode(given)
        name = _printable(path)
        if path == "-":
            yield Unusable(name, "standard input was read before", False) if stdin else Input(name, None, True)
            stdin = True
            continue
        try:
            status = os.stat(path)
        except FileNotFoundError:
            yield Unusable(name, "no such file or folder", True)
        except ValueError:
            yield Unusable(name, "a path cannot hold a NUL character", True)
        except OSError as error:
            yield Unusable(name, error.strerror or str(error), True)
        else:
            if stat.S_ISDIR(status.st_mode):
                yield from _walk(path, name.rstrip("/") or "/", status, seen)
            elif stat.S_ISREG(status.st_mode) and _again(status, seen):
                yield Unusable(name, "was read before; it is not read twice", False)
            else:
                yield Input(name, path, True)


def _walk(path: str, name: str, status: os.stat_result, seen: set[tuple[int, int]]) -> Iterator[Input | Unusable]:
    """Yield the files of a folder; the walk keeps its own stack, so that depth is no limit."""
    stack: list[tuple[str, str, os.stat_result]] = [(path, name, status)]
    while stack:
        path, name, status = stack.pop()
        if stat.S_ISDIR(status.st_mode):
            if _again(status, seen):
                yield Unusable(name, "a folder that was read before, by a link perhaps; it is not read twice", False)
                continue
            try:
                entries = sorted(os.listdir(path))
            except OSError as error:
                yield Unusable(name, error.strerror or str(error), True)
                continue
            if not entries:
                yield Unusable(name, "an empty folder", False)
            found: list[tuple[str, str, os.stat_result]] = []
            for entry in entries:
                inner, shown = os.path.join(path, entry), f"{name.rstrip('/')}/{_printable(entry)}"
                if entry.startswith("."):
                    yield Unusable(shown, "hidden, left out", False)
                    continue
                try:
                    found.append((inner, shown, os.stat(inner)))
                except OSError as error:
                    yield Unusable(shown, error.strerror or str(error), not os.path.islink(inner))
            stack.extend(reversed(found))
        elif not stat.S_ISREG(status.st_mode):
            yield Unusable(name, "neither a file nor a folder, left out", False)
        elif _again(status, seen):
            yield Unusable(name, "was read before; it is not read twice", False)
        else:
            yield Input(name, path, False)


def _again(status: os.stat_result, seen: set[tuple[int, int]]) -> bool:
    key = (status.st_dev, status.st_ino)
    if not status.st_ino:  # some file systems have no such numbers
        return False
    if key in seen:
        return True
    seen.add(key)
    return False


def _printable(path: str) -> str:
    """Return a path as text that can be written anywhere; bytes of a name that are not UTF-8 become U+FFFD."""
    return path.replace(os.sep, "/").encode("utf-8", "surrogateescape").decode("utf-8", "replace")
