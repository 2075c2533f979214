"""The characters of plain text: compatibility forms, dashes and quotes, invisible characters, white space and line breaks."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from kg.text.mapped import Edit

__all__ = ["character_edits", "has_odd_characters"]

_INVISIBLE = "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\ufffe\uffff"
_CONTROL = "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"
# Runs that are not just printable ASCII and single spaces.
_ODD = re.compile(r" [^!-~]|[^ -~]")
_RUN = re.compile(r"(?: (?=[^!-~])|[^ -~])[^!-~]*")
_DROPPED = re.compile(rf"[\s{_CONTROL}{_INVISIBLE}]+")
_PART = re.compile(rf"[\s{_CONTROL}{_INVISIBLE}]+|[^\s{_CONTROL}{_INVISIBLE}\u0300-\u036f]?[\u0300-\u036f]*")
_SUSPENDED = re.compile(r"(?:and|or|to|nor|und|oder|et|ou|y|o)\b")
# A control character stands for the hyphen at the end of a line in text copied from some PDF files.
_SOFT_HYPHENS = "\u00ad\x02"
_HYPHENS = "-\u2010\u2011"

_FOLDED = {
    "\u2010": "-",
    "\u2011": "-",
    "\u2043": "-",
    "\u2212": "-",
    "\u2018": "'",
    "\u2019": "'",
    "\u201a": "'",
    "\u201b": "'",
    "\u2032": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u201e": '"',
    "\u201f": '"',
    "\u2033": '"',
    "\u2215": "/",
    "\u2044": "/",
    "\u2217": "*",
    "\u223c": "~",
    "\u2223": "|",
    "\u2206": "Δ",
    "\u2a09": "×",
    "\u2715": "×",
    "\u2716": "×",
    "½": "1/2",
    "¼": "1/4",
    "¾": "3/4",
}
_LOOK_ALIKES = str.maketrans(_FOLDED)
# NFKC would change what these say: "ℓ1" is not "l1", "Name™" not "NameTM", "①" not a figure.
_KEPT = frozenset("ℓ™℠ªº")


def has_odd_characters(text: str) -> bool:
    """Tell whether `character_edits` may find anything to do, quickly."""
    return _ODD.search(text) is not None or text[:1] == " " or text[-1:] == " "


@lru_cache(maxsize=4096)
def _folded(char: str) -> str:
    """Return what stands for a character (with its combining marks): itself, its compatibility form or a plain look-alike."""
    if char in _FOLDED:
        return _FOLDED[char]
    if char in _KEPT:
        return char
    if "\ud800" <= char[0] <= "\udfff":
        return "\ufffd" + char[1:]
    if len(char) > 1:
        return unicodedata.normalize("NFC", char)
    decomposition = unicodedata.decomposition(char)
    if decomposition.startswith(("<circle>", "<square>", "<compat> 0028")):
        return char
    text = unicodedata.normalize("NFKC", char)
    # Spacing accents would fall apart into a space and a combining mark.
    return char if text.startswith(" ") else text.translate(_LOOK_ALIKES)


def character_edits(text: str) -> list[Edit]:
    r"""Return the edits that leave plain text with single spaces.

    Compatibility characters get their plain form (NFKC), except where that changes what they say; quotes and hyphens become ASCII, dashes stay;
    a superscript after a digit is set off with ``^`` (``10⁻³`` is not ``10-3``); control characters and invisible ones go; white space, line
    breaks among it, becomes one space, none at the ends. A line break after a hyphen inside a word goes, one after a soft hyphen too.

    Parameters
    ----------
    text : str

    Returns
    -------
    list of Edit
        Sorted, without overlaps.
    """
    edits: list[Edit] = []
    if text.startswith(" ") and not _RUN.match(text):
        edits.append(Edit(0, 1, ""))
    for match in _RUN.finditer(text):
        offset = match.start()
        for part in _PART.finditer(match.group()):
            chars = part.group()
            start, end = offset + part.start(), offset + part.end()
            if not chars:
                continue
            if _DROPPED.match(chars):
                new = _space(text, start, end, chars)
            elif _is_mark(chars[-1]):
                if _is_mark(chars[0]) and start == offset and start and text[start - 1].isalpha():
                    # The letter before the run is the base of its first mark.
                    start -= 1
                    chars = text[start:end]
                new = _folded(chars)
            else:
                new = _folded(chars)
                if new != chars and start and text[start - 1] in "0123456789" and _is_superscript(chars):
                    new = "^" + new
            if new != chars:
                edits.append(Edit(start, end, new))
    if text.endswith(" ") and len(text) > 1 and (not edits or edits[-1].end < len(text)):
        edits.append(Edit(len(text) - 1, len(text), ""))
    return edits


def _is_mark(char: str) -> bool:
    return "\u0300" <= char <= "\u036f"


def _is_superscript(char: str) -> bool:
    return unicodedata.decomposition(char).startswith("<super>")


def _space(text: str, start: int, end: int, chars: str) -> str:
    """Return what stands for white space and invisible characters between two words: one space or nothing."""
    if start == 0 or end == len(text) or not any(c.isspace() for c in chars):
        return ""
    if not any(c in "\n\r\x85\u2028\u2029" for c in chars):
        return " "
    if chars[0] in _SOFT_HYPHENS:
        return ""
    if text[start - 1] in _HYPHENS and start > 1 and text[start - 2].isalnum() and text[end].isalnum() and not _SUSPENDED.match(text, end):
        return ""
    return " "
