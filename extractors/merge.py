"""From mentions to the entities of one paper: one overlap policy, one rule for what is the same thing.

Mentions of one name are one entity; so are a short form and its long form, singular and plural, and mark-up variants
(all through `kg.text.fold`). What the model tagged once is the same thing wherever the same words stand again.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from extractors.base import AbbreviationSpan, DocMention
from extractors.decode import ROLE_NAMES, TYPES, mean_row
from kg.text import fold

__all__ = ["Candidate", "Group", "merge", "resolve_overlaps", "split_abbreviations", "trim"]

_DETERMINER = re.compile(r"(?:the|an?|our|their|its|this|these|those|such|other|some|several|various|existing|current|proposed|novel|new)\s+", re.IGNORECASE)
_TAIL = re.compile(
    r"\s+(?:of|in|on|over|for|with|to|via|by|and|or|from|under|at|as|using|through|between|across|into|that|which|is|are|the|an?|based)$", re.IGNORECASE
)
_BEFORE = " \t\n,.;:!?'\"“”‘’`*_/|–—-→←↑↓≈=<>≤≥~+%&"
_AFTER = " \t\n,.;:!?'\"“”‘’`_/|–—-→←↑↓≈=<>≤≥~%&∘⊕⊗×·•†‡§"  # not "+" nor "*": DGM4+, A*
_PAIRS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A mention that something proposes.

    Attributes
    ----------
    start, end : int
        Characters of the clean text, end exclusive.
    types : float array of shape (types,)
        Probability of each type, in the order of `extractors.decode.TYPES`; what is missing to 1 is "no entity".
    roles : float array of shape (roles,)
        Log-probability of each role.
    score : float
        0 to 1.
    extractor : str
        What proposes it; of two that overlap, see `resolve_overlaps`.
    """

    start: int
    end: int
    types: NDArray[np.float32]
    roles: NDArray[np.float32]
    score: float
    extractor: str


@dataclass(slots=True)
class Group:
    """All mentions of one entity, with what its score and role are decided on."""

    candidates: list[Candidate]
    forms: Counter[str]
    short: str | None
    abbreviated: bool

    @property
    def types(self) -> NDArray[np.float32]:
        """Mean probability of each type over the mentions that the model saw."""
        seen = [c.types for c in self.candidates if c.types.any()] or [self.candidates[0].types]
        return mean_row(np.asarray(seen))

    @property
    def roles(self) -> NDArray[np.float32]:
        """Mean log-probability of each role over the mentions."""
        return mean_row(np.asarray([c.roles for c in self.candidates]))

    @property
    def mentions(self) -> list[DocMention]:
        """The mentions in the order of the text."""
        return [DocMention(c.start, c.end, round(c.score, 3), c.extractor) for c in self.candidates]

    def names(self) -> tuple[str, ...]:
        """Every surface form: the short form that the paper introduces first, else the most frequent (then the first seen)."""
        order = {form: place for place, form in enumerate(self.forms)}
        ranked = sorted(self.forms, key=lambda form: (form != self.short, -self.forms[form], order[form]))
        return tuple(ranked)


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Cut punctuation, determiners, dangling function words and half brackets off the edges of a span.

    Returns an empty span if nothing is left, or if it is only the second half of a hyphenated word ("-based").
    """
    if text[start : start + 1] in ("-", "–") and start > 0 and text[start - 1].isalnum():
        return start, start
    while True:
        before = start, end
        while start < end and text[start] in _BEFORE:
            start += 1
        while end > start and (text[end - 1] in _AFTER or (text[end - 1] in "+*" and end - start > 1 and text[end - 2].isspace())):
            end -= 1
        found = _DETERMINER.match(text, start, end)
        if found and found.end() < end:
            start = found.end()
        cut = _TAIL.search(text, start, end)
        if cut and cut.start() > start:
            end = cut.start()
        for left, right in _PAIRS.items():
            inside = text[start:end]
            if inside.count(left) != inside.count(right):
                if inside.startswith((left, right)):
                    start += 1
                elif inside.endswith((left, right)):
                    end -= 1
                elif left in inside and right not in inside:
                    end = start + inside.index(left)
                elif right in inside and left not in inside:
                    start = start + inside.rindex(right) + 1
            elif inside.startswith(left) and inside.endswith(right) and len(inside) > 1 and inside.find(right) == len(inside) - 1:
                start, end = start + 1, end - 1
        if (start, end) == before or start >= end:
            return start, max(start, end)


def resolve_overlaps(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Keep the best of overlapping candidates: the higher score, then the longer, then the earlier. In order of the text."""
    kept: list[Candidate] = []
    for item in sorted(candidates, key=lambda c: (-c.score, c.start - c.end, c.start, c.extractor)):
        if item.start < item.end and all(item.end <= other.start or item.start >= other.end for other in kept):
            kept.append(item)
    return sorted(kept, key=lambda c: c.start)


def split_abbreviations(candidates: Iterable[Candidate], pairs: Sequence[AbbreviationSpan]) -> list[Candidate]:
    """Make a short form and its long form two mentions wherever either, or both in one span, was found.

    The pair is stronger evidence of where a name begins and ends than the tagger is, so its limits win; the words
    before a long form that belong to the span ("adversarial" in "adversarial chain of thought (CoT)") are dropped.
    """
    result = []
    touched: dict[int, list[Candidate]] = defaultdict(list)
    for item in candidates:
        for index, pair in enumerate(pairs):
            spans = (pair.short_start, pair.short_end), (pair.long_start, pair.long_end)
            if any(item.start < end and start < item.end for start, end in spans):
                touched[index].append(item)
                break
        else:
            result.append(item)
    for index, items in touched.items():
        pair = pairs[index]
        best = max(items, key=lambda c: (c.score, c.end - c.start, -c.start))
        for start, end in ((pair.short_start, pair.short_end), (pair.long_start, pair.long_end)):
            own = [c for c in items if c.start < end and start < c.end]
            source = max(own, key=lambda c: c.score) if own else replace(best, extractor="abbreviation")
            result.append(replace(source, start=start, end=end))
    return result


_DECIMAL = re.compile(r"\d+\.\d+")


def _key(form: str) -> str:
    """Return the key under which forms are one; `fold` drops decimal points, and OPT-1.3B is not OPT-13B."""
    key = fold(form)
    return f"{key} {' '.join(_DECIMAL.findall(form))}" if key and _DECIMAL.search(form) else key


class _Union:
    """Disjoint sets of strings."""

    def __init__(self) -> None:
        self.parent: dict[str, str] = {}

    def find(self, key: str) -> str:
        root = key
        while self.parent.setdefault(root, root) != root:
            root = self.parent[root]
        while self.parent[key] != root:
            self.parent[key], key = root, self.parent[key]
        return root

    def join(self, one: str, other: str) -> None:
        self.parent[self.find(other)] = self.find(one)


def merge(text: str, candidates: Sequence[Candidate], pairs: Sequence[AbbreviationSpan]) -> list[Group]:
    """Group the mentions of a text into entities, in the order of first mention.

    Parameters
    ----------
    text : str
        Clean text.
    candidates : sequence of Candidate
        Without overlaps (`resolve_overlaps`), in any order.
    pairs : sequence of AbbreviationSpan

    Returns
    -------
    list of Group
    """
    union = _Union()
    shorts: dict[str, str] = {}
    for pair in pairs:
        short, long = text[pair.short_start : pair.short_end], text[pair.long_start : pair.long_end]
        union.join(_key(long), _key(short))
        shorts.setdefault(_key(short), short)
    by_root: dict[str, list[Candidate]] = defaultdict(list)
    for item in sorted(candidates, key=lambda c: c.start):
        key = _key(text[item.start : item.end])
        if key:
            by_root[union.find(key)].append(item)
    groups = []
    for items in by_root.values():
        forms: Counter[str] = Counter()
        introduced: str | None = None
        for item in items:
            form = " ".join(text[item.start : item.end].split())
            forms[form] += 1
            introduced = introduced or shorts.get(_key(form))
        groups.append(Group(items, forms, introduced, introduced is not None))
    return sorted(_subsume(groups), key=lambda g: g.candidates[0].start)


# Where a name is the end, or the beginning, of a longer one of the same type in the same paper, the annotators of 1,217
# papers took the two for one thing (same : different): tasks, end 501 : 67, beginning 118 : 8; metrics, end 143 : 16,
# beginning 40 : 5; methods, beginning with just one more word, in small letters, 228 : 10 ("X", "X training"). Otherwise
# methods are as often two things ("X", "X with Y"); what follows the name of a model or a dataset is a version or a size.
_SUBSUMED = {"Task": ("end", "beginning"), "Metric": ("end", "beginning"), "Method": ("one word",)}


def _continues(short: list[str], long: list[str], sides: tuple[str, ...]) -> bool:
    if len(short) >= len(long):
        return False
    low = [word.casefold() for word in short]
    if "end" in sides and [word.casefold() for word in long[-len(short) :]] == low:
        return True
    if [word.casefold() for word in long[: len(short)]] != low:
        return False
    return "beginning" in sides or ("one word" in sides and len(long) == len(short) + 1 and long[-1].islower())


def _subsume(groups: list[Group]) -> list[Group]:
    """Join a group whose name begins or ends just one longer name of its type, by the table above."""
    kinds = [TYPES[int(group.types.argmax())] for group in groups]
    words = [[form.split() for form in group.forms] for group in groups]
    into: dict[int, int] = {}
    for index, group in enumerate(groups):
        sides = _SUBSUMED.get(kinds[index], ())
        longer = {
            other
            for other in range(len(groups))
            if other != index and kinds[other] == kinds[index] and any(_continues(a, b, sides) for a in words[index] for b in words[other])
        }
        if len(longer) == 1 and not (group.abbreviated and groups[min(longer)].abbreviated):
            into[index] = longer.pop()
    gone: set[int] = set()
    for index in sorted(into, key=lambda i: min(len(w) for w in words[i])):
        target = into[index]
        while target in gone:
            target = into[target]
        if target == index:  # groups of several forms can each hold a part of the other
            continue
        gone.add(index)
        head, part = groups[target], groups[index]
        head.candidates = sorted([*head.candidates, *part.candidates], key=lambda c: c.start)
        head.forms.update(part.forms)
        head.short = head.short or part.short
        head.abbreviated = head.abbreviated or part.abbreviated
    return [group for index, group in enumerate(groups) if index not in gone]


def repeats(text: str, candidates: Sequence[Candidate], words: Sequence[tuple[int, int]]) -> list[Candidate]:
    """Find again what was found once: the same words elsewhere in the text, where nothing else was found.

    Only names that are unlikely to mean something else where they stand again: with a capital or digit inside, or of
    two words and more.
    """
    taken = bytearray(len(text) + 1)
    for item in candidates:
        taken[item.start : item.end] = b"\1" * (item.end - item.start)
    starts = {start for start, _ in words}
    ends = {end for _, end in words}
    best: dict[str, Candidate] = {}
    for item in candidates:
        form = text[item.start : item.end]
        if form not in best or item.score > best[form].score:
            best[form] = item
    found = []
    for form in sorted(best, key=lambda f: (-len(f), f)):
        if len(form) < 2 or not (" " in form or any(c.isupper() or c.isdigit() for c in form)):
            continue
        at = text.find(form)
        while at >= 0:
            end = at + len(form)
            if at in starts and end in ends and not any(taken[at:end]):
                taken[at:end] = b"\1" * len(form)
                found.append(replace(best[form], start=at, end=end, extractor="repeat"))
            at = text.find(form, at + 1)
    return found


__all__ += ["ROLE_NAMES", "TYPES", "repeats"]
