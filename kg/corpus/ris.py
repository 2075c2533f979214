"""RIS, as reference managers and publishers export it; the records are parsed by rispy."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kg.corpus.fields import doi_url, given_first, names, text, tidy, year_of
from kg.corpus.records import BadRecord, Format, Item, Match, Record
from kg.corpus.stream import LIMIT, Text

__all__ = ["FORMAT", "read", "sniff"]

# The second hyphen-blank is often missing, or the two blanks before it are one.
_TAG = re.compile(r"\ufeff?([A-Z][A-Z0-9])\s{1,3}-(?:\s|$)(.*)")


_LISTS = ("A1", "A2", "A3", "A4", "AU", "KW")
"""Tags whose further lines are further values; those of other tags go on with the text."""


def sniff(head: str) -> Match:
    """Recognise RIS by a line that opens a record."""
    return Match.YES if re.search(r"^\ufeff?TY\s{1,3}-\s*\w", head, re.MULTILINE) else Match.NO


def read(source: Text) -> Iterator[Item]:
    """Yield the records of a RIS text in order. A record without its ``ER`` line is kept, with a remark."""
    for number, lines, closed in _blocks(source):
        where = f"line {number}"
        if sum(map(len, lines)) > LIMIT:
            yield BadRecord(where, f"longer than {LIMIT:,} characters")
            continue
        fields = _parse(lines)
        if fields is None:
            yield BadRecord(where, "not readable as RIS")
            continue
        record = _record(fields, where)
        if not closed:
            record.remarks.append("no ER line closes it")
        yield record


def _blocks(source: Text) -> Iterator[tuple[int, list[str], bool]]:
    """Yield the number of the first line, the tagged lines, and whether an ER line ends it, of each record."""
    lines: list[str] = []
    start, size, last = 0, 0, ""
    for number, line in source.lines():
        match = _TAG.match(line)
        tag = match.group(1) if match else ""
        if match:
            line = f"{tag}  - {match.group(2)}"
        if tag == "TY":
            if lines:
                yield start, lines, False
            start, lines, size, last = number, [line], 0, tag
        elif lines and tag == "ER":
            yield start, lines, True
            lines = []
        elif lines and size <= LIMIT and (match or line.strip()):
            if match:
                last = tag
                lines.append(line)
            elif last in _LISTS:
                lines.append(f"{last}  - {line.strip()}")
            else:
                lines[-1] += f" {line.strip()}"
            size += len(line)
    if lines:
        yield start, lines, False


def _parse(lines: list[str]) -> Mapping[str, Any] | None:
    import rispy  # type: ignore[import-untyped]
    from rispy.parser import ParseError  # type: ignore[import-untyped]

    parser = rispy.RisParser(enforce_list_tags=False)
    try:
        records = parser.parse_lines(iter([*lines, "ER  - "]))
    except (ParseError, KeyError, TypeError, AttributeError, ValueError):
        return None
    return records[0] if records else None


def _record(fields: Mapping[str, Any], where: str) -> Record:
    def first(*keys: str) -> str:
        return next((found for key in keys if (found := text(fields.get(key)))), "")

    record = Record(where=where)
    record.id = tidy(first("id", "doi", "accession_number"))
    record.title = first("title", "primary_title", "short_title")
    record.abstract = first("abstract", "notes_abstract")
    record.year = next((year for key in ("year", "publication_year", "date") if (year := year_of(fields.get(key))) is not None), None)
    record.venue = tidy(first("secondary_title", "journal_name", "alternate_title3", "alternate_title2"))
    urls = fields.get("urls")
    record.url = tidy(text(urls[0]) or "") if isinstance(urls, list) and urls else ""
    doi = first("doi")
    if not record.url and doi:
        record.url = doi_url(doi)
    authors = fields.get("authors") or fields.get("first_authors") or []
    record.authors = tuple(given_first(name) for name in names(authors))
    record.keywords = names(fields.get("keywords") or [])
    return record


FORMAT = Format("ris", sniff, read)
