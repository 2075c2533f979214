r"""What LaTeX sets from typewriter signs: dashes, quotes, spaces that do not break."""

from __future__ import annotations

import re

from kg.text.mapped import Edit, Taken

__all__ = ["typography"]

_TYPOGRAPHY = re.compile(r"~+|(?<!-)-{2,3}(?!-)|``|''|`(?=[^`'’]{1,100}['’](?!\w))|(?<=\w)`(?=[st]\b)")


def typography(text: str, taken: Taken) -> list[Edit]:
    """Return the edits for what LaTeX sets from typewriter signs: ``--``, ``---``, quotes, and ``~``, a space that does not break."""
    edits: list[Edit] = []
    if not any(sign in text for sign in ("~", "--", "`", "''")):
        return edits
    for match in _TYPOGRAPHY.finditer(text):
        start, end = match.span()
        if taken.overlaps(start, end):
            continue
        sign = match.group()
        before, after = text[start - 1 : start], text[end : end + 1]
        if sign[0] == "~":
            new = _tilde(text, start, end, before, after)
        elif sign[0] == "-":
            option = len(sign) == 2 and after.isalpha() and (not before or before.isspace() or before in "`(\"'")
            new = sign if option else "–" if len(sign) == 2 else "—"
        elif len(sign) == 2:
            new = '"'
        else:
            new = "'"
        if new != sign:
            edits.append(Edit(start, end, new))
    return edits


def _tilde(text: str, start: int, end: int, before: str, after: str) -> str:
    if end - start == 1 and after == "\\" and text[end + 1 : end + 2].isalpha():
        return " "
    if end - start > 1 or not before or before.isspace() or before in "([" or not after or after.isspace():
        return text[start:end]
    word = text[max(0, start - 20) : start].split()[-1:]
    if after.isdigit() and word and word[0][0].isdigit():
        return "~"
    return " "
