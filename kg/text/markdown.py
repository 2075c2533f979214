"""Markdown in abstracts: emphasis, code, links, headings.

The rules are CommonMark's (https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis), tightened where papers write the same signs for other
things: ``snake_case``, ``A*``, ``2*3``.
"""

from __future__ import annotations

import re

from kg.text.mapped import Edit, Element, Taken

__all__ = ["markdown"]

_RUN = re.compile(r"\*+|_+|~~|`+")
_LINK = re.compile(
    r"!?\[([^\[\]\n]{0,300})\](\(\s*<?)((?:https?://|www\.|mailto:)[^\s()<>]{1,500}(?:\([^\s()<>]{0,100}\)[^\s()<>]{0,200})?)(>?(?:\s+\"[^\"\n]{0,200}\")?\s*\))"
)
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^\s<>]{1,500})>")
_HEADING = re.compile(r"^[ ]{0,3}#{1,6}[ \t]+", re.MULTILINE)
_LONGEST = 1000
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
    links = Taken([(edit.start, edit.end) for edit in edits]) if edits else None
    _emphasis(text, taken, links, edits, elements)
    return edits, elements


def _around(outer: tuple[int, int], inner: tuple[int, int], edits: list[Edit], elements: list[Element]) -> None:
    edits += [Edit(outer[0], inner[0], ""), Edit(inner[1], outer[1], "")]
    elements.append(Element(*outer, (inner,)))


def _link(text: str, match: re.Match[str], edits: list[Edit], elements: list[Element]) -> None:
    label, url = match[1].strip(), match[3]
    if not label or (" " not in label and (url.rstrip("/").endswith(label.rstrip("/")) or "://" in label)):
        _around(match.span(), match.span(3), edits, elements)
        return
    edits += [Edit(match.start(), match.start(1), ""), Edit(match.end(1), match.end(2), " ("), Edit(match.start(4), match.end(4), ")")]
    elements.append(Element(*match.span(), (match.span(1), match.span(3))))


def _emphasis(text: str, taken: Taken, links: Taken | None, edits: list[Edit], elements: list[Element]) -> None:
    """Pair the runs of emphasis signs; each run pairs with the nearest open one of its kind."""
    opened: dict[str, list[re.Match[str]]] = {}
    order: list[tuple[int, str]] = []
    code_until = 0
    for match in _RUN.finditer(text):
        start, end = match.span()
        if start < code_until or taken.overlaps(start, end) or (links and links.overlaps(start, end)):
            continue
        run = match.group()
        if run[0] == "`":
            close = _code_end(text, start, end)
            if close:
                _around((start, close), (end, close - len(run)), edits, elements)
                code_until = close
            continue
        if len(run) > 3:
            continue
        opens, closes = _flanks(text, start, end, run[0])
        stack = opened.setdefault(run, [])
        if closes and stack and _pairs(text, stack[-1], match):
            opener = stack.pop()
            while order and order[-1][0] > opener.start():
                kind = order.pop()[1]
                if opened[kind] and opened[kind][-1].start() > opener.start():
                    opened[kind].pop()
            if order:
                order.pop()
            _around((opener.start(), end), (opener.end(), start), edits, elements)
        elif opens:
            stack.append(match)
            order.append((start, run))


def _code_end(text: str, start: int, end: int) -> int:
    """Return where the code that a run of backticks opens ends, its closing run included; 0 if it opens none."""
    run = text[start:end]
    limit = min(len(text), end + _LONGEST)
    close = text.find(run, end, limit)
    while close >= 0 and (text[close - 1] == "`" or text[close + len(run) : close + len(run) + 1] == "`"):
        close = text.find(run, close + len(run) + 1, limit)
    if close <= end or _BLANK_LINE.search(text, end, close):
        return 0
    return close + len(run)


def _flanks(text: str, start: int, end: int, sign: str) -> tuple[bool, bool]:
    before, after = text[start - 1 : start], text[end : end + 1]
    opens = bool(after) and not after.isspace()
    closes = bool(before) and not before.isspace()
    if sign == "_" or (sign == "*" and end - start == 1):
        # Inside a word these signs are their own: snake_case, 2*3, A*-like.
        return opens and not _wordlike(before), closes and not _wordlike(after)
    return opens, closes


def _wordlike(char: str) -> bool:
    return char.isalnum() or char in ("_", ")", "]")


def _pairs(text: str, opener: re.Match[str], closer: re.Match[str]) -> bool:
    start, end = opener.end(), closer.start()
    if not 0 < end - start <= _LONGEST or _BLANK_LINE.search(text, start, end):
        return False
    before, after = text[opener.start() - 1 : opener.start()], text[closer.end() : closer.end() + 1]
    # "x**2 + y**2": powers, not emphasis.
    return not (before.isalnum() and after.isalnum()) or text[start:end].isalpha()
