"""The papers of one build on disk, so that a corpus of any size, or standard input, can be gone through again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from operator import itemgetter
from tempfile import TemporaryFile
from types import TracebackType
from typing import IO

from kg.model import Paper

__all__ = ["Spool"]


class Spool:
    """A set of papers with unique ids, iterated in the order of their ids, however often and whatever order they came in.

    A paper comes back without its source.

    Only ids and positions are kept in memory; the file vanishes when it is closed, also when the process is killed.

    Parameters
    ----------
    folder : str
        Where the temporary file is made: `/tmp` may be too small for a corpus.
    """

    def __init__(self, folder: str) -> None:
        self._file: IO[bytes] = TemporaryFile(dir=folder)  # noqa: SIM115 (closed in __exit__)
        self._positions: dict[str, int] = {}
        self._sorted: list[tuple[str, int]] | None = None

    def __enter__(self) -> Spool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()

    def __len__(self) -> int:
        return len(self._positions)

    def __contains__(self, paper: object) -> bool:
        return paper in self._positions

    def add(self, paper: Paper) -> None:
        """Take up a paper; one of the same id must not be there yet."""
        if paper.id in self._positions:
            raise ValueError(f"paper {paper.id!r} is there already")
        self._positions[paper.id] = self._file.seek(0, 2)
        self._file.write(line(paper))
        self._sorted = None

    def __iter__(self) -> Iterator[Paper]:
        return self.pick(range(len(self)))

    def pick(self, numbers: Iterable[int]) -> Iterator[Paper]:
        """Yield the papers that have these places in the order of ids, counted from 0."""
        if self._sorted is None:
            self._sorted = sorted(self._positions.items(), key=itemgetter(0))
        for number in numbers:
            self._file.seek(self._sorted[number][1])
            yield Paper.from_json(json.loads(self._file.readline()))


def line(paper: Paper) -> bytes:
    """Return a paper as one line of JSON, in ASCII: that holds any string that Python can, lone surrogates included.

    Its source is left out, so that the same papers give the same lines wherever they were read.
    """
    return json.dumps(replace(paper, source=None).to_json(), separators=(",", ":")).encode("ascii") + b"\n"
