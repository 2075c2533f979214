"""Web addresses in abstracts."""

from __future__ import annotations

import re

__all__ = ["repeats", "url_ranges"]

_URL = re.compile(r"(?:https?://|ftp://|www\.)(?:[^\s{}<>\"\\^`|]|\\[_%#&~$])+", re.IGNORECASE)
_URL_TAIL = re.compile(r"[*_)\]}.,;:!?'$]+\Z")


def url_ranges(text: str) -> list[tuple[int, int]]:
    """Return where URLs stand, in order; punctuation after them is not part of them."""
    ranges: list[tuple[int, int]] = []
    if "://" not in text and "www." not in text:
        return ranges
    for match in _URL.finditer(text):
        start, end = match.span()
        tail = _URL_TAIL.search(text, start, end)
        if tail:
            end = tail.start()
            # A bracket that the URL itself opened belongs to it.
            if text[end : end + 1] == ")" and text.count("(", start, end) > text.count(")", start, end):
                end += 1
        ranges.append((start, end))
    return ranges


def repeats(label: str, url: str) -> bool:
    """Tell whether the label of a link is but its URL, whole, shortened or empty."""
    label = label.strip()
    if not label:
        return True
    return " " not in label and (url.rstrip("/").endswith(label.rstrip("/")) or "://" in label or label.startswith("www."))
