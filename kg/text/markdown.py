"""Markdown in abstracts: emphasis, code, links, headings.

The rules are CommonMark's (https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis), tightened where papers write the same signs for other
things: ``snake_case``, ``A*``, ``2*3``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kg.text.mapped import Edit, Element, Taken
from kg.text.urls import repeats

__all__ = ["markdown"]

_RUN = re.compile(r"\*+|_+|~~|`+")
_LINK = re.compile(
    r"!?\[([^\[\]\n]{0,300})\](\(\s*<?)((?:https?://|www\.|mailto:)[^\s()<>]{1,500}(?:\([^\s()<>]{0,100}\)[^\s()<>]{0,200})?)(>?(?:\s+\"[^\"\n]{0,200}\")?\s*\))"
)
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^\s<>]{1,500})>")
_HEADING = re.compile(r"^[ ]{0,3}#{1,6}[ \t]+", re.MULTILINE)
_LONGEST = 1000
_LONGEST_RUN = 6
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")


def markdown(text: str, taken: Taken) -> tuple[list[Edit], list[Element]]:
    """Return the edits that take Markdown out of a text, in any order and without overlaps, and its elements.

    Parameters
    ----------
    text : str
    taken : Taken
        Formulas, URLs and what LaTeX has edited: no Markdown there.
    """
    edits: list[Edit] = []
    elements: list[Element] = []
    if "](" in text:
        for match in _LINK.finditer(text):
            _link(text, match, edits, elements)
    if "<" in text:
        for match in _AUTOLINK.finditer(text):
            _around(match.span(), match.span(1), edits, elements)
    if "#" in text:
        for match in _HEADING.finditer(text):
            if "\n" in text:
                edits.append(Edit(*match.span(), ""))
    links = Taken([(edit.start, edit.end) for edit in edits])
    if any(sign in text for sign in "*_`~"):
        _emphasis(text, taken, links, edits, elements)
    return edits, elements


def _around(outer: tuple[int, int], inner: tuple[int, int], edits: list[Edit], elements: list[Element]) -> None:
    edits += [Edit(outer[0], inner[0], ""), Edit(inner[1], outer[1], "")]
    elements.append(Element(*outer, (inner,)))


def _link(text: str, match: re.Match[str], edits: list[Edit], elements: list[Element]) -> None:
    label, url = match[1].strip(), match[3]
    if repeats(label, url):
        _around(match.span(), match.span(3), edits, elements)
        return
    edits += [Edit(match.start(), match.start(1), ""), Edit(match.end(1), match.end(2), " ("), Edit(match.start(4), match.end(4), ")")]
    elements.append(Element(*match.span(), (match.span(1), match.span(3))))


@dataclass
class _Run:
    """What is left of a run of emphasis signs."""

    start: int
    end: int
    first: int
    """Where the run began, for what stands before it."""


def _emphasis(text: str, taken: Taken, links: Taken, edits: list[Edit], elements: list[Element]) -> None:
    """Pair the runs of emphasis signs: each closing run with the nearest open ones, two signs at a time, then one."""
    opened: dict[str, list[_Run]] = {"*": [], "_": [], "~": []}
    code_until = 0
    for match in _RUN.finditer(text):
        start, end = match.span()
        while start < end and taken.overlaps(start, start + 1):
            start += 1
        if start == end or start < code_until or taken.overlaps(start, end) or links.overlaps(start, end):
            continue
        sign = text[start]
        if sign == "`":
            close = _code_end(text, start, end)
            if close:
                _around((start, close), (end, close - (end - start)), edits, elements)
                code_until = close
            continue
        if end - start > _LONGEST_RUN:
            continue
        opens, closes = _flanks(text, start, end, sign)
        run = _Run(start, end, start)
        stack = opened[sign]
        while closes and stack and run.start < run.end:
            opener = stack[-1]
            if not _pairs(text, opener, run, end):
                break
            signs = 2 if min(opener.end - opener.start, run.end - run.start) >= 2 else 1
            _around((opener.end - signs, run.start + signs), (opener.end, run.start), edits, elements)
            opener.end -= signs
            run.start += signs
            if opener.start == opener.end:
                stack.pop()
            # What was opened inside and never closed is no emphasis.
            for other in opened.values():
                while other is not stack and other and other[-1].start > opener.start:
                    other.pop()
        if opens and run.start < run.end:
            stack.append(run)


def _code_end(text: str, start: int, end: int) -> int:
    """Return where the code that a run of backticks opens ends, its closing run included; 0 if it opens none."""
    run = text[start:end]
    limit = min(len(text), end + _LONGEST)
    close = text.find(run, end, limit)
    while close >= 0 and (text[close - 1] == "`" or text[close + len(run) : close + len(run) + 1] == "`"):
        close = text.find(run, close + len(run) + 1, limit)
    if close <= end or _BLANK_LINE.search(text, end, close):
        return 0
    # Typewriter quotes ("``x''") and apostrophes ("CNN`s") are no code.
    if len(run) == 2 and ("''" in text[end:close] or '"' in text[end:close]):
        return 0
    if text[start - 1 : start].isalnum() or text[close + len(run) : close + len(run) + 1].isalnum():
        return 0
    return close + len(run)


def _flanks(text: str, start: int, end: int, sign: str) -> tuple[bool, bool]:
    before, after = text[start - 1 : start], text[end : end + 1]
    opens = bool(after) and not after.isspace()
    closes = bool(before) and not before.isspace()
    if sign == "_" or (sign == "*" and end - start == 1):
        # Inside a word these signs are their own: snake_case, 2*3, A*-like.
        return opens and not (before.isalnum() or before in (")", "]")), closes and not after.isalnum()
    return opens, closes


def _pairs(text: str, opener: _Run, closer: _Run, after: int) -> bool:
    start, end = opener.end, closer.start
    if not 0 < end - start <= _LONGEST or _BLANK_LINE.search(text, start, end):
        return False
    # "x**2 + y**2": powers, not emphasis.
    powers = text[opener.first - 1 : opener.first].isalnum() and text[after : after + 1].isalnum()
    return not powers or text[start:end].isalpha()
