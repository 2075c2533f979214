"""JSONL: one JSON object a line. A broken line costs that line only."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from kg.corpus.json_values import DECODER
from kg.corpus.records import BadRecord, Format, Item, Match
from kg.corpus.shapes import is_paper, item_of, unwrapped
from kg.corpus.stream import LIMIT, Text

__all__ = ["FORMAT", "read", "sniff"]


def sniff(head: str) -> Match:
    """Recognise JSONL by lines that are objects; a single object on one line is one as well, unless it wraps a list."""
    if head.lstrip().startswith("["):
        return Match.NO
    lines = [line.strip().rstrip(",") for line in head.split("\n")[:50]]
    lines = [line for line in lines if line]
    objects = [line for line in lines if line.startswith('{"') or re.match(r"\{\s+\"", line)]
    whole = [line for line in objects if line.endswith("}")]
    # The last line may be cut off by the end of the head.
    if not lines or not objects or len(objects) < 0.5 * len(lines) or len(whole) < 0.5 * (len(objects) - 1) or not whole:
        return Match.NO
    if len(objects) == 1:
        try:
            value = DECODER.decode(objects[0])
        except (ValueError, RecursionError):
            return Match.NO
        return Match.YES if is_paper(value) else Match.NO
    return Match.YES if any(re.search(r"\"(title|abstract|abstract_inverted_index)\"\s*:", line, re.I) for line in objects) else Match.MAYBE


def read(text: Text) -> Iterator[Item]:
    """Yield the papers of a JSONL text in order."""
    for number, line in text.lines():
        where = f"line {number}"
        if len(line) > LIMIT:
            yield BadRecord(where, f"longer than {LIMIT:,} characters")
            continue
        line = line.strip()
        at = 0
        while at < len(line):
            try:
                value, at = DECODER.raw_decode(line, at)
            except json.JSONDecodeError as error:
                yield BadRecord(where, f"not JSON ({error.msg}, column {error.pos + 1})")
                break
            except RecursionError:
                yield BadRecord(where, "not readable as JSON (nested too deeply)")
                break
            except ValueError as error:  # an integer of more digits than Python converts
                yield BadRecord(where, f"not readable as JSON ({str(error).split(':')[0]})")
                break
            yield from _papers(value, where)
            # Several objects on one line, and commas between lines, come from careless concatenation and splitting.
            while at < len(line) and line[at] in ", \t\x1e":
                at += 1


def _papers(value: Any, where: str) -> Iterator[Item]:
    for inner in unwrapped(value):
        if isinstance(inner, (dict, str)):
            yield item_of(inner, where)
        else:
            yield BadRecord(where, "not an object with a title or an abstract")


FORMAT = Format("jsonl", sniff, read)
