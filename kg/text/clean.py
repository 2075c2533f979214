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
_MARKUP = re.compile(r"[\\$*_`~{}#]|--|''|\]\(|<\w+:")


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
        gives the text of the span (up to white space at its ends): ``\textbf{Foo} bar`` for "Foo bar", ``$\tau^2$`` for "τ2". Where no slice does
        that (half of a word that one command wrote, a span across title and abstract), the smallest one that cuts through no mark-up is returned.

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
        low, high = first = balance(self._elements, self._longest, low, high)
        for _ in range(_CLIMBS):
            piece = self.original[low:high]
            if piece == wanted or clean(piece).text == wanted:
                return low, high
            around = enclosing(self._elements, self._longest, low, high)
            if around is None:
                break
            low, high = balance(self._elements, self._longest, *around)
        return first

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
    r"""Return the text without mark-up, with the way back to the original. Never raises on any string.

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
    if title_end is not None and 0 <= title_end < len(text) and text[title_end] == "\n":
        return _join(text, title_end)
    return _finish(_clean(text), text)


def _clean(text: str) -> MappedText:
    mapped = MappedText(text)
    if "<" in text or "&" in text:
        mapped.apply(*html_edits(text))
    if _MARKUP.search(mapped.text):
        mapped.apply(*_markup_edits(mapped.text))
    if has_odd_characters(mapped.text):
        mapped.apply(character_edits(mapped.text))
    return mapped


def _markup_edits(text: str) -> tuple[list[Edit], list[Element]]:
    """Return the edits and elements of LaTeX and Markdown, which share one text: each must see the other's signs."""
    latex = scan_latex(text)
    taken = Taken([*latex.protected, *((start, end) for start, end, _ in latex.edits)])
    edits, elements = markdown(text, taken)
    return without_overlaps([*latex.edits, *edits, *typography(text, taken)]), [*latex.elements, *elements]


def _finish(mapped: MappedText, original: str) -> CleanText:
    elements = tuple(sorted(mapped.elements))
    longest = max((element.end - element.start for element in elements), default=0)
    return CleanText(mapped.text, original, mapped.starts, mapped.ends, elements, longest)


def _join(text: str, title_end: int) -> CleanText:
    title, abstract = _clean(text[:title_end]), _clean(text[title_end + 1 :])
    joint = MappedText("")
    joint.starts, joint.ends = array("q"), array("q")
    parts: list[str] = []
    for part, shift in ((title, 0), (abstract, title_end + 1)):
        if not part.text:
            continue
        if parts:
            parts.append("\n")
            joint.starts.append(title_end)
            joint.ends.append(title_end + 1)
        parts.append(part.text)
        joint.starts.extend(part.starts if shift == 0 and part.starts is not None else _shifted(part.starts, range(len(part.text)), shift))
        joint.ends.extend(part.ends if shift == 0 and part.ends is not None else _shifted(part.ends, range(1, len(part.text) + 1), shift))
        for start, end, inner in part.elements:
            joint.elements.append(Element(start + shift, end + shift, tuple((a + shift, b + shift) for a, b in inner)))
    joint.text = "".join(parts)
    return _finish(joint, text)


def _shifted(places: array[int] | None, default: range, shift: int) -> array[int]:
    if places is None:
        return array("q", range(default.start + shift, default.stop + shift))
    return array("q", [place + shift for place in places])
