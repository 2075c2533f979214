r"""Clean text, and the way back to the original.

Abstracts come with LaTeX, Markdown, HTML, hard line breaks and odd characters. `clean` returns plain Unicode text and, for every character of it,
its place in the original:

>>> cleaned = clean("**Foo** runs\nfast")
>>> cleaned.text
'Foo runs fast'
>>> cleaned.span(0, 8)
(0, 12)
>>> cleaned.find(8, 12)
(4, 8)
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

from kg.text.characters import character_edits, has_odd_characters
from kg.text.html import html_edits
from kg.text.latex import scan_latex
from kg.text.mapped import Edit, Element, MappedText, Taken, balance, enclosing, without_overlaps
from kg.text.markdown import markdown
from kg.text.typography import typography

__all__ = ["CleanText", "clean"]

_CLIMBS = 8
_SIGNS = re.compile(r"[\\$*_`~{}#]")


@dataclass(frozen=True, slots=True)
class CleanText:
    """A clean text with its original.

    Attributes
    ----------
    text : str
        Plain Unicode: single spaces, none at the ends, no mark-up; a line feed only between title and abstract.
    original : str
        What was cleaned.
    """

    text: str
    original: str
    _starts: array[int] | None = field(default=None, repr=False)
    _ends: array[int] | None = field(default=None, repr=False)
    _elements: tuple[Element, ...] = field(default=(), repr=False)
    _longest: int = field(default=0, repr=False)

    def span(self, start: int, end: int) -> tuple[int, int]:
        r"""Return the slice of the original that a clean span comes from.

        The slice is the smallest one that holds the source of every character of the span, cuts through no mark-up, and, cleaned by itself,
        gives the text of the span (up to white space at its ends): ``\textbf{Foo} bar`` for "Foo bar", ``$\tau^2$`` for "τ2". A span that ends inside
        mark-up and begins outside has no such slice: then the bare characters from the first to the last are returned if cleaning them gives the
        text, else (half of what one command wrote, a span across title and abstract) the smallest slice that cuts through no mark-up.

        Parameters
        ----------
        start, end : int
            Characters of `text`, end exclusive, ``0 <= start < end <= len(text)``.

        Returns
        -------
        (int, int)
            Characters of `original`, end exclusive. Both ends never decrease as `start` and `end` grow, as long as no mark-up is involved.

        Raises
        ------
        ValueError
            If the span is empty or outside the text.
        """
        if not 0 <= start < end <= len(self.text):
            raise ValueError(f"span {start}:{end} is empty or outside the clean text of {len(self.text)} characters")
        if self._starts is None or self._ends is None:
            return start, end
        low, high = self._starts[start], self._ends[end - 1]
        if not self._elements:
            return low, high
        wanted = self.text[start:end].strip()
        bare = low, high
        low, high = balanced = balance(self._elements, self._longest, low, high)
        for _ in range(_CLIMBS):
            if self._gives(low, high, wanted):
                return low, high
            around = enclosing(self._elements, self._longest, low, high)
            if around is None:
                break
            low, high = balance(self._elements, self._longest, *around)
        return bare if self._gives(*bare, wanted) else balanced

    def _gives(self, low: int, high: int, wanted: str) -> bool:
        piece = self.original[low:high]
        return (piece == wanted and not _SIGNS.search(piece)) or clean(piece).text == wanted

    def find(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the clean span that a slice of the original became.

        Parameters
        ----------
        start, end : int
            Characters of `original`, end exclusive.

        Returns
        -------
        (int, int) or None
            Characters of `text`, end exclusive: every character that comes, wholly or in part, from the slice. None when there is none.

        Raises
        ------
        ValueError
            If the slice is outside the original or its end comes before its start.
        """
        if not 0 <= start <= end <= len(self.original):
            raise ValueError(f"span {start}:{end} is outside the original text of {len(self.original)} characters")
        if start == end:
            return None
        if self._starts is None or self._ends is None:
            return start, end
        low, high = bisect_right(self._ends, start), bisect_left(self._starts, end)
        return (low, high) if low < high else None


def clean(text: str, title_end: int | None = None) -> CleanText:
    r"""Return the text without mark-up, with the way back to the original. Never raises on any string; takes time linear in its length.

    Formulas become Unicode text (``$\pi_0$`` "π0", ``$10^{-6}$`` "10^-6"), commands what they print, citations and labels nothing; a command that
    LaTeX does not have is its own name (``\method{}`` "method") or, with an argument, its argument; links keep text and URL ("text (https://...)").
    HTML tags and Markdown signs go, and characters become plain (`kg.text.characters`). What looks like mark-up and is not, such as money or
    ``snake_case``, stays.

    Parameters
    ----------
    text : str
        As a corpus has it.
    title_end : int, optional
        Where the title ends and the line feed stands that sets it off (``len(paper.title)`` for a paper that has both title and abstract).
        Title and abstract are then cleaned apart and stay apart by a line feed; every other line break becomes a space. If there is no line
        feed at that place, it is ignored.

    Returns
    -------
    CleanText
    """
    if title_end is None or not 0 <= title_end < len(text) or text[title_end] != "\n":
        return _finish([_clean(text, 0)], text)
    return _finish([_clean(text[:title_end], 0), _clean(text[title_end + 1 :], title_end + 1)], text)


def _clean(text: str, shift: int) -> MappedText:
    mapped = MappedText(text, shift)
    if "<" in text or "&" in text:
        mapped.apply(*html_edits(text))
    if _has_markup(mapped.text):
        mapped.apply(*_markup_edits(mapped.text))
    if has_odd_characters(mapped.text):
        mapped.apply(character_edits(mapped.text))
    return mapped


def _has_markup(text: str) -> bool:
    return _SIGNS.search(text) is not None or any(sign in text for sign in ("--", "''", "](", "<http"))


def _markup_edits(text: str) -> tuple[list[Edit], list[Element]]:
    """Return the edits and elements of LaTeX and Markdown, which share one text: each must see the other's signs."""
    latex = scan_latex(text)
    taken = Taken([*latex.protected, *((start, end) for start, end, _ in latex.edits)])
    edits, elements = markdown(text, taken)
    return without_overlaps([*latex.edits, *edits, *typography(text, taken)]), [*latex.elements, *elements]


def _finish(parts: list[MappedText], original: str) -> CleanText:
    """Join title and abstract by the line feed that stood between them; one of them alone where the other is empty."""
    if all(part.starts is None for part in parts) and all(part.text for part in parts):
        return CleanText(original, original)
    parts = [part for part in parts if part.text]
    starts, ends = array("q"), array("q")
    for part in parts:
        if starts:
            starts.append(part.shift - 1)
            ends.append(part.shift)
        part_starts, part_ends = part.places()
        starts.extend(part_starts)
        ends.extend(part_ends)
    elements = tuple(sorted(element for part in parts for element in part.elements))
    longest = max((element.end - element.start for element in elements), default=0)
    return CleanText("\n".join(part.text for part in parts), original, starts, ends, elements, longest)
