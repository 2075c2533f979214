"""Put standoff annotations (names without offsets) back on a text.

An annotated paper lists every surface form of every entity, not where they stand. `align` finds them again: the same
rule for training data, for evaluation on offsets and for the published standoff annotations.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extractors.encoding import split_words

__all__ = ["GoldMention", "align", "read_jsonl"]

_GAP = re.compile(r"[\s\u2010-\u2015-]+")


def read_jsonl(path: Path) -> list[dict[str, Any]]:
    """Return the records of a JSONL file."""
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


@dataclass(frozen=True, slots=True)
class GoldMention:
    """One place of a gold entity: `start`, `end` in the clean text (end exclusive), and its entity's index."""

    start: int
    end: int
    entity: int
    type: str
    role: str
    optional: bool


def _pattern(name: str) -> str:
    """A regular expression for a name, tolerant of line breaks and of the kind of dash."""
    parts = [re.escape(part) for part in _GAP.split(name) if part]
    return r"[\s\u2010-\u2015-]{1,3}".join(parts)


def align(text: str, entities: Sequence[Mapping[str, Any]]) -> list[GoldMention]:
    """Find the places of annotated entities in a clean text.

    Names are tried as written, then without regard to case where that finds nothing. The longest match wins; of equal
    ones the required entity.

    Parameters
    ----------
    text : str
        Clean text.
    entities : sequence of dict
        With `names`, `type` (or `types`), `role` (or `roles`), `optional`.

    Returns
    -------
    list of GoldMention
        In the order of the text, without overlaps.
    """
    words = split_words(text)
    starts = {start for start, _ in words}
    ends = {end for _, end in words}
    found: list[tuple[int, bool, int, int, int]] = []
    for index, entity in enumerate(entities):
        optional = bool(entity.get("optional"))
        for name in entity["names"]:
            pattern = _pattern(name)
            if not pattern:
                continue
            hits: list[tuple[int, int]] = []
            for flags in (0, re.IGNORECASE):
                hits = [m.span() for m in re.finditer(pattern, text, flags) if m.start() in starts and m.end() in ends]
                if hits:
                    break
            found.extend((start - end, optional, start, end, index) for start, end in hits)
    taken = bytearray(len(text) + 1)
    mentions = []
    for _, optional, start, end, index in sorted(set(found)):
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            entity = entities[index]
            kind = entity["type"] if "type" in entity else sorted(entity["types"])[0]
            role = entity["role"] if "role" in entity else sorted(entity["roles"])[0]
            mentions.append(GoldMention(start, end, index, kind, role, optional))
    return sorted(mentions, key=lambda m: m.start)
