"""Text that knows, for each character, where it came from.

Cleaning is a sequence of passes. A pass looks at the text that it is given and answers with edits and mark-up elements in the coordinates of
*that* text; `MappedText.apply` carries them out and keeps the way back to the first text.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["Edit", "Element", "MappedText", "Taken", "balance", "enclosing", "without_overlaps"]


class Edit(NamedTuple):
    """Characters `start` to `end` (exclusive) become `text`; each character of `text` comes from all of them."""

    start: int
    end: int
    text: str


class Element(NamedTuple):
    r"""A piece of mark-up from `start` to `end` (exclusive), such as ``\textbf{...}``.

    `inner` has the ranges that can be cut out without cutting through the mark-up: the arguments, without their braces.
    """

    start: int
    end: int
    inner: tuple[tuple[int, int], ...]


class MappedText:
    """A text and the places that its characters have in the first text.

    Parameters
    ----------
    text : str
        The first text.
    shift : int
        Where it begins in the text that its places are to point into.

    Attributes
    ----------
    text : str
    starts, ends : array of int, or None
        For each character, where its source begins and ends (exclusive) in the first text; both never decrease. None as long as
        no edit was made.
    elements : list of Element
        In coordinates of the first text.
    """

    __slots__ = ("elements", "ends", "shift", "starts", "text")

    def __init__(self, text: str, shift: int = 0) -> None:
        self.text = text
        self.shift = shift
        self.starts: array[int] | None = None
        self.ends: array[int] | None = None
        self.elements: list[Element] = []

    def apply(self, edits: Sequence[Edit], elements: Iterable[Element] = ()) -> None:
        """Carry out `edits`, which are sorted and do not overlap, and note `elements`, both in coordinates of the present text."""
        self.elements.extend(self._back(element) for element in elements)
        if not edits:
            return
        old = self.text
        old_starts, old_ends = self.places()
        pieces: list[str] = []
        starts, ends = array("q"), array("q")
        done = 0
        for start, end, text in edits:
            if done < start:
                pieces.append(old[done:start])
                starts.extend(old_starts[done:start])
                ends.extend(old_ends[done:start])
            if text:
                # An insertion comes from the character before it.
                source = start if start < end else max(start - 1, 0)
                pieces.append(text)
                starts.extend(old_starts[source : source + 1] * len(text))
                ends.extend(old_ends[max(end - 1, source) : max(end, source + 1)] * len(text))
            done = end
        pieces.append(old[done:])
        starts.extend(old_starts[done:])
        ends.extend(old_ends[done:])
        self.text, self.starts, self.ends = "".join(pieces), starts, ends

    def places(self) -> tuple[array[int], array[int]]:
        """Return `starts` and `ends`, also where they are None."""
        if self.starts is None or self.ends is None:
            return _count(self.shift, len(self.text)), _count(self.shift + 1, len(self.text))
        return self.starts, self.ends

    def _back(self, element: Element) -> Element:
        return Element(
            *self._source(element.start, element.end),
            tuple(self._source(start, end) for start, end in element.inner if start < end),
        )

    def _source(self, start: int, end: int) -> tuple[int, int]:
        if self.starts is None or self.ends is None:
            return start + self.shift, end + self.shift
        return self.starts[start], self.ends[end - 1]


_COUNT = array("q", range(1 << 12))


def _count(first: int, length: int) -> array[int]:
    """Return `length` numbers from `first`: by copying, where the text is as short as abstracts are."""
    return _COUNT[first : first + length] if first + length <= len(_COUNT) else array("q", range(first, first + length))


class Taken:
    """Ranges that a later pass leaves alone."""

    def __init__(self, ranges: list[tuple[int, int]]) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        for start, end in sorted(ranges):
            if self.ends and start <= self.ends[-1]:
                self.ends[-1] = max(self.ends[-1], end)
            else:
                self.starts.append(start)
                self.ends.append(end)

    def overlaps(self, start: int, end: int) -> bool:
        """Tell whether any of the ranges shares a character with the range."""
        i = bisect_right(self.starts, end - 1) - 1
        return i >= 0 and self.ends[i] > start


def without_overlaps(edits: Iterable[Edit]) -> list[Edit]:
    """Return the edits sorted; of two that overlap, the first stays."""
    kept: list[Edit] = []
    for edit in sorted(edits):
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    return kept


def balance(elements: Sequence[Element], longest: int, start: int, end: int) -> tuple[int, int]:
    """Grow a range until it cuts through no element.

    Parameters
    ----------
    elements : sequence of Element
        Sorted by start.
    longest : int
        The length of the longest element.
    start, end : int
        The range, end exclusive.

    Returns
    -------
    (int, int)
        The smallest range around the given one that holds each element either wholly or not at all, or lies within one of its inner ranges.
    """
    changed = True
    while changed:
        changed = False
        for i in range(bisect_left(elements, (start - longest,)), len(elements)):
            element = elements[i]
            if element.start >= end:
                break
            if element.end <= start or (start <= element.start and element.end <= end):
                continue
            if any(a <= start and end <= b for a, b in element.inner):
                continue
            start, end = min(start, element.start), max(end, element.end)
            changed = True
    return start, end


def enclosing(elements: Sequence[Element], longest: int, start: int, end: int) -> tuple[int, int] | None:
    """Return the shortest element that holds the range and more, or None; parameters as in `balance`."""
    best: tuple[int, int] | None = None
    for i in range(bisect_left(elements, (end - longest,)), len(elements)):
        element = elements[i]
        if element.start > start:
            break
        if element.end >= end and element.end - element.start > end - start and (best is None or element.end - element.start < best[1] - best[0]):
            best = element.start, element.end
    return best
