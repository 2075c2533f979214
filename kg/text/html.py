"""HTML in abstracts: entities and tags."""

from __future__ import annotations

import html
import re

from kg.text.mapped import Edit, Element

__all__ = ["html_edits"]

_TAGS = (
    "a abbr article b big blockquote body br center cite code dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr html i img ins jats:italic jats:p jats:sec"
    " jats:title jats:bold jats:sub jats:sup li mark math mi mml:math mn mo mrow ol p pre q s section small span strike strong sub sup table tbody td th"
    " thead title tr tt u ul var"
)
_ATTRIBUTE = r"""\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s<>"']+)"""
_TAG = re.compile(rf"<(?P<close>/?)(?P<name>{'|'.join(sorted(_TAGS.split(), key=len, reverse=True))})(?:{_ATTRIBUTE}){{0,20}}\s*/?>", re.IGNORECASE)
_POWER = re.compile(r"[-+−]?\d")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_BLOCKS = frozenset(
    [
        "article",
        "blockquote",
        "body",
        "br",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "li",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "title",
        "tr",
        "ul",
    ]
)


def html_edits(text: str) -> tuple[list[Edit], list[Element]]:
    """Return the edits that take tags out and replace entities, and the elements that the tags span.

    Only the tags of a text are known (``<i>``, ``<sup>``, ``<p>``, ...): "a <b and c> d" has none. A block tag leaves a space.
    """
    edits = [Edit(*match.span(), html.unescape(match.group())) for match in _ENTITY.finditer(text)] if "&" in text else []
    edits = [edit for edit in edits if edit.text != text[edit.start : edit.end]]
    elements: list[Element] = []
    if "<" not in text:
        return edits, elements
    # No comment is opened after the last end of one: searching stops there, so that time stays linear.
    edits += [Edit(*match.span(), "") for match in _COMMENT.finditer(text, 0, text.rfind("-->") + 3)]
    opened: dict[str, list[re.Match[str]]] = {}
    for match in _TAG.finditer(text):
        name = match["name"].lower()
        power = name == "sup" and not match["close"] and _POWER.match(text, match.end()) and text[match.start() - 1 : match.start()].isdigit()
        edits.append(Edit(*match.span(), " " if name in _BLOCKS else "^" if power else ""))
        if match["close"]:
            stack = opened.get(name)
            if stack:
                start = stack.pop()
                elements.append(Element(start.start(), match.end(), ((start.end(), match.start()),)))
        else:
            opened.setdefault(name, []).append(match)
    edits.sort()
    kept: list[Edit] = []
    for edit in edits:
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    return kept, elements
