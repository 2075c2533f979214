"""BibTeX, parsed by bibtexparser (version 2) one block at a time, so that a large file is not held in memory."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from kg.corpus.fields import area, doi_url, names, text, tidy, year_of
from kg.corpus.latex import plain, quiet
from kg.corpus.records import BadRecord, Format, Item, Match, Record, Remark
from kg.corpus.stream import LIMIT, Text

if TYPE_CHECKING:
    from bibtexparser.model import Entry

__all__ = ["FORMAT", "read", "sniff"]

# Where bibtexparser, too, begins anew in the middle of an unclosed block.
_BLOCK = re.compile(r"\s*@\w+[ \t]*[{(]")
_ENTRY = re.compile(r"^[ \t]*@\w+[ \t]*[{(]\s*[^\s,{}()=\"]+\s*,|^[ \t]*@(string|comment|preamble)[ \t]*[{(]", re.MULTILINE | re.IGNORECASE)
_STRAY = re.compile(r"^[ \t,]*[\w-]+[ \t]*=[ \t]*[{\"]", re.MULTILINE)

_MARKS = re.compile(r"(?<!\\)[{}]|\"")
_BARE = re.compile(r"[^\s#{}\",]+")
_JOIN = re.compile(r"\s*#\s*")


def sniff(head: str) -> Match:
    """Recognise BibTeX by an entry with a key at the beginning of a line."""
    return Match.YES if _ENTRY.search(head) else Match.NO


def read(source: Text) -> Iterator[Item]:
    """Yield the entries of a BibTeX text in order; ``@string`` names are replaced by what they stand for."""
    strings: dict[str, str] = {}
    for number, block in _blocks(source):
        if sum(map(len, block)) > LIMIT:
            yield BadRecord(f"line {number}", f"longer than {LIMIT:,} characters")
        else:
            yield from _parse("\n".join(block), number, strings)


def _blocks(source: Text) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the first line and the lines of each block, with what stands behind it."""
    lines: list[str] = []
    start, size = 0, 0
    for number, line in source.lines():
        if _BLOCK.match(line):
            if lines:
                yield start, lines
            start, lines, size = number, [], 0
        if start and size <= LIMIT:
            lines.append(line)
            size += len(line)
    if lines:
        yield start, lines


def _parse(block: str, number: int, strings: dict[str, str]) -> Iterator[Item]:
    from bibtexparser.model import Block, DuplicateFieldKeyBlock, Entry, ImplicitComment, ParsingFailedBlock, String
    from bibtexparser.splitter import Splitter

    with quiet("bibtexparser.splitter"):
        library = Splitter(block).split()
    entry_seen = False
    for found in library.blocks:
        part: Block | None = found
        where = f"line {number + max(found.start_line or 0, 0)}"
        remark = ""
        if isinstance(part, DuplicateFieldKeyBlock):
            remark = f"fields given twice: {', '.join(sorted(part.duplicate_keys))}; the first counts"
            part = part.ignore_error_block
        elif isinstance(part, ParsingFailedBlock) and isinstance(part.ignore_error_block, Entry):
            part = part.ignore_error_block
        if isinstance(part, String):
            strings[part.key.lower()] = _value(part.value, strings)[0]
        elif isinstance(part, Entry):
            entry_seen = True
            fields, remarks = _fields(part, strings)
            record = _record(part.key, fields, where)
            record.remarks.extend(remarks if not remark else [remark, *remarks])
            yield record
        elif isinstance(part, ParsingFailedBlock):
            reason = tidy(getattr(part.error, "abort_reason", "") or str(part.error))
            # Every block is parsed by itself, so that the end of the block is the end of all that the parser sees.
            reason = "a closing brace or quotation mark is missing" if reason.startswith("Unexpectedly reached end of file") else reason
            yield BadRecord(where, f"not readable as BibTeX: {reason}")
        elif isinstance(part, ImplicitComment) and entry_seen and _STRAY.search(part.comment):
            yield Remark(where, "fields outside an entry were not read: a brace too many above?")


def _fields(entry: Entry, strings: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return the values of an entry by lower-case name, the first of each, and what was wrong with them.

    Behind a value that lacks its comma, bibtexparser takes the next field for a part of it.
    """
    fields: dict[str, str] = {}
    remarks: list[str] = []
    for field in entry.fields:
        name, raw = field.key.lower(), field.value
        while True:
            value, rest = _value(raw, strings)
            fields.setdefault(name, value)
            if not rest:
                break
            following = re.match(r"([\w-]+)\s*=\s*(.+)", rest, re.DOTALL)
            remarks.append(f"no comma behind {name}" if following else f"unreadable text behind {name}: {tidy(rest[:40])!r}")
            if not following:
                break
            name, raw = following.group(1).lower(), following.group(2)
    return fields, remarks


def _value(raw: str, strings: Mapping[str, str]) -> tuple[str, str]:
    """Return what a raw value stands for, and the text behind it, if any.

    A value is ``{text}``, ``"text"``, a number or the name of a string, or several of them joined by ``#``.
    """
    parts: list[str] = []
    at = 0
    while True:
        end = _end_of_group(raw, at)
        bare = None if end else _BARE.match(raw, at)
        if end:
            parts.append(raw[at + 1 : end - 1])
        elif bare:
            end = bare.end()
            parts.append(strings.get(bare.group().lower(), bare.group()))
        else:
            return "".join(parts), raw[at:].strip()
        joined = _JOIN.match(raw, end)
        if joined is None:
            return "".join(parts), raw[end:].strip()
        at = joined.end()


def _end_of_group(raw: str, start: int) -> int:
    """Return the position behind the ``{...}`` or ``"..."`` that begins at `start`; 0 if none does, or if it is not closed."""
    opening = raw[start : start + 1]
    if opening not in ("{", '"'):
        return 0
    depth = 0
    for mark in _MARKS.finditer(raw, start):
        depth += {"{": 1, "}": -1}.get(mark.group(), 0)
        if depth == 0 and mark.group() == ("}" if opening == "{" else '"') and mark.start() > start:
            return mark.end()
    return 0


def _record(key: str, fields: Mapping[str, str], where: str) -> Record:
    def first(*keys: str) -> str:
        return next((found for name in keys if (found := text(fields.get(name)))), "")

    record = Record(where=where)
    doi = first("doi")
    record.id = tidy(key) or tidy(doi)
    record.title = first("title")
    record.abstract = first("abstract", "abstractnote", "annote")
    record.year = next((year for name in ("year", "date", "month") if (year := year_of(fields.get(name))) is not None), None)
    record.venue = plain(first("booktitle", "journal", "journaltitle", "series", "howpublished"))
    record.url = tidy(first("url"))
    if not record.url and doi:
        record.url = doi_url(doi)
    eprint = first("eprint")
    if not record.url and eprint and first("archiveprefix", "eprinttype").lower() in ("arxiv", ""):
        record.url = f"https://arxiv.org/abs/{tidy(eprint)}"
    record.authors = _authors(first("author", "editor"))
    record.keywords = names(first("keywords", "keyword"))
    record.area = area(first("primaryclass"))
    return record


def _authors(value: str) -> tuple[str, ...]:
    from bibtexparser.middlewares.names import InvalidNameError, parse_single_name_into_parts, split_multiple_persons_names

    if not value:
        return ()
    found: list[str] = []
    for name in split_multiple_persons_names(" ".join(value.split())):
        try:
            parts = parse_single_name_into_parts(name, strict=False)
            name = " ".join([*parts.first, *parts.von, *parts.last, *parts.jr])
        except InvalidNameError:
            pass
        found.append(plain(name))
    return tuple(name for name in found if name and name != "others")


FORMAT = Format("bibtex", sniff, read)
