"""What passes from the format modules to the reader: raw records, and why some of them cannot be used."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from kg.corpus.stream import Text

__all__ = ["BadRecord", "Format", "Ignored", "Item", "Match", "Record", "Remark"]


@dataclass(slots=True)
class Record:
    """One record of a file, its values still as the file has them apart from their Python type.

    Attributes
    ----------
    where : str
        ``"line 12"``, or empty where the position of the record is all that is known.
    id, title, abstract, venue, url, area : str
        Empty where the file gives none.
    year : int or None
        1000 to 2100.
    authors, keywords : tuple of str
    remarks : list of str
        What was wrong with a record that is kept all the same.
    """

    where: str = ""
    id: str = ""
    title: str = ""
    abstract: str = ""
    year: int | None = None
    venue: str = ""
    url: str = ""
    area: str = ""
    authors: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    remarks: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class BadRecord:
    """A record that cannot be used: it takes a position in the file and is reported."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class Ignored:
    """A record that is no paper (a review, say): it takes a position; the file gets one note for all of them."""

    reason: str


@dataclass(frozen=True, slots=True)
class Remark:
    """Something wrong between the records: it takes no position and is reported."""

    where: str
    reason: str


Item = Record | BadRecord | Ignored | Remark


class Match(enum.Enum):
    """How well the beginning of a text fits a format."""

    NO = 0
    MAYBE = 1
    YES = 2


@dataclass(frozen=True, slots=True)
class Format:
    """One input format.

    Attributes
    ----------
    name : str
        Its row in `kg.corpus.FORMATS`.
    sniff : callable
        Takes the first characters of a text (`kg.corpus.stream.HEAD` of them, or all if there are fewer) and says how well
        they fit. It never raises.
    read : callable
        Takes the text and yields its records in order. It raises nothing but `kg.errors.InputError`, and that only for a
        text of which nothing can be read.
    """

    name: str
    sniff: Callable[[str], Match]
    read: Callable[[Text], Iterator[Item]]
