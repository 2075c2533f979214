"""The words around a number, as features see them.

A sentence is cut into words and signs; mentions of entities and numbers become one element each, so that a rule or weight learnt for
"<Metric> of <num>" holds for every metric and every number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from extractors.base import DocEntity
from extractors.numbers import Number

__all__ = ["Element", "View", "stem", "view_of", "words"]

_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*|[^\w\s]|_")
_ENDINGS = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|e)$")
_SHAPES = {"“": '"', "”": '"', "’": "'", "‘": "'", "–": "-", "—": "--", "−": "-", "→": "->", "⇒": "->", "[": "(", "]": ")"}


def words(text: str) -> frozenset[str]:
    """Return the words of a line as a set."""
    return frozenset(text.split())


def stem(word: str) -> str:
    """Return a word in lower case without its inflection ("improving", "improves" and "improved" are one)."""
    low = word.lower()
    return _ENDINGS.sub("", low) if low.isalpha() else low


@dataclass(frozen=True, slots=True)
class Element:
    """A word, sign, number or mention of a sentence.

    Attributes
    ----------
    start, end : int
        Characters of the text, end exclusive.
    text : str
        The stem of a word, a sign, ``<num%>`` or ``<Metric>``.
    number : int
        Index of the number in the text, or -1.
    entity : DocEntity or None
    """

    start: int
    end: int
    text: str
    number: int = -1
    entity: DocEntity | None = None


@dataclass(slots=True)
class View:
    """One sentence, element by element.

    Attributes
    ----------
    start, end : int
        Of the sentence, in characters of the text.
    index, count : int
        Which sentence of how many.
    elements : list of Element
    depth : list of int
        How many brackets are open at each element (a bracket counts as outside).
    places : dict of int to int
        Index of a number in the text to its index in `elements`.
    """

    start: int
    end: int
    index: int
    count: int
    elements: list[Element]
    depth: list[int] = field(default_factory=list)
    places: dict[int, int] = field(default_factory=dict)


def view_of(text: str, sentence: tuple[int, int], index: int, count: int, numbers: Sequence[Number], entities: Sequence[DocEntity]) -> View:
    """Return one sentence as its elements.

    Parameters
    ----------
    text : str
        The whole clean text.
    sentence : (int, int)
        Start and end of the sentence, its `index`, and the `count` of sentences.
    numbers : sequence of Number
        All numbers of the text; those inside a mention ("LongBench v2") are taken for part of it.
    entities : sequence of DocEntity
    """
    start, end = sentence
    spans: list[tuple[int, int, int, DocEntity | None]] = []
    for entity in entities:
        spans.extend((m.start, m.end, -1, entity) for m in entity.mentions if m.start >= start and m.end <= end)
    for i, number in enumerate(numbers):
        if start <= number.start and number.end <= end and not any(a <= number.start < b for a, b, _, _ in spans):
            spans.append((number.start, number.end, i, None))
    spans.sort(key=lambda span: (span[0], -span[1]))
    view = View(start, end, index, count, [])
    place = start
    for a, b, i, owner in spans:
        if a < place:
            continue
        _add_words(view.elements, text, place, a)
        name = f"<{owner.type}>" if owner is not None else f"<num{numbers[i].unit}>"
        view.elements.append(Element(a, b, name, i, owner))
        place = b
    _add_words(view.elements, text, place, end)
    open_brackets = 0
    for k, element in enumerate(view.elements):
        if element.text == ")":
            open_brackets = max(0, open_brackets - 1)
        view.depth.append(open_brackets)
        if element.text == "(":
            open_brackets += 1
        if element.number >= 0:
            view.places[element.number] = k
    return view


def _add_words(elements: list[Element], text: str, start: int, end: int) -> None:
    for match in _WORD.finditer(text, start, end):
        word = match.group()
        elements.append(Element(match.start(), match.end(), _SHAPES.get(word) or stem(word)))
