"""Plain text: a heading line, then abstracts separated by blank lines; no titles, no ids.

The heading may be in any language; a year in it is the year of the papers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.corpus.fields import tidy, year_of
from kg.corpus.records import BadRecord, Format, Item, Match, Record
from kg.corpus.stream import LIMIT, Text

__all__ = ["FORMAT", "read", "sniff"]

HEADING = 200
"""Characters of the longest line that is taken for a heading."""

_MARKUP = re.compile(r"\s*(<[!?/a-zA-Z]|#!|---\n)")
_CODE = re.compile(
    r"^(```|#{1,6} |#include\b|import [\w.]+$|from [\w.]+ import |(async )?def \w+\(|class \w+[:(]|\\(documentclass|begin|section)\b)", re.MULTILINE
)
_INVISIBLE = " \t\f\v\xa0\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
_VENUE = re.compile(r"([A-Z][A-Za-z]*[A-Z][A-Za-z]*) ((?:19|20)\d\d)\b")


def sniff(head: str) -> Match:
    """Recognise a list of abstracts by paragraphs of their length; any other text is merely possible."""
    blocks = [block.strip() for block in re.split(r"\n\s*\n", head) if block.strip()]
    if not blocks:
        return Match.NO
    if _MARKUP.match(head):
        return Match.NO
    if _CODE.search(head):
        return Match.MAYBE
    long = sum(1 for block in blocks[1:] if len(block) >= 300 or len(re.findall(r"[^\x00-\u2fff]", block)) >= 100)
    return Match.YES if long and long >= 0.8 * len(blocks[1:]) else Match.MAYBE


def read(text: Text) -> Iterator[Item]:
    """Yield the abstracts of a plain text in order; hard line breaks inside an abstract stay."""
    year: int | None = None
    venue = ""
    first = True
    for number, block in _blocks(text):
        if first:
            first = False
            heading, body = _split_heading(block)
            year = year_of(heading)
            found = _VENUE.search(heading)
            venue = found.group() if found else ""
            if not body:
                continue
            number += len(block) - len(body)
            block = body
        if sum(map(len, block)) > LIMIT:
            yield BadRecord(f"line {number}", f"longer than {LIMIT:,} characters")
        else:
            yield Record(where=f"line {number}", abstract="\n".join(block), year=year, venue=venue)


def _blocks(text: Text) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the first line and the lines of each paragraph."""
    block: list[str] = []
    start, size = 0, 0
    for number, line in text.lines():
        line = line.rstrip()
        if line.strip(_INVISIBLE):
            start = start if block else number
            # One line beyond the limit is enough to tell the caller.
            if size <= LIMIT:
                block.append(line)
                size += len(line) + 1
        elif block:
            yield start, block
            block, size = [], 0
    if block:
        yield start, block


def _split_heading(block: list[str]) -> tuple[str, list[str]]:
    """Return the heading of the first paragraph (or nothing) and the rest of it.

    A short line alone is a heading, unless it is a sentence of five words or more; so is one directly above a line more
    than twice its length.
    """
    line = block[0]
    sentence = line.endswith((".", "!", "?")) and len(line.split()) > 4
    if len(line) <= HEADING and not sentence and (len(block) == 1 or 2 * len(line) < len(block[1])):
        return tidy(line), block[1:]
    return "", block


FORMAT = Format("text", sniff, read)
