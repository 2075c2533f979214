"""In words, why two surface names were taken for one: which rule of `kg.linking.normalise` makes them equal."""

from __future__ import annotations

import re
import unicodedata

from kg.linking.normalise import key, split_head
from kg.text import singular

__all__ = ["spelling_rule"]

_SEPARATORS = re.compile(r"[\s\-‐‑‒–—_/:]+")
_PUNCTUATION = re.compile(r"[^\w+*]+|_")
_RESPELLED = 3  # letters in which a British and an American word differ, as bags ("programme", "judgement", "centre")
_OTHER = "way of writing vendor, version, year, Greek letter or acronym"


def spelling_rule(name: str, other: str, type: str = "") -> str:
    """Return what tells two names with one key apart, in words; empty where they have no key in common.

    Parameters
    ----------
    name, other : str
        Surface names, not the same.
    type : str
        Entity type of the node, which decides what is a generic head.

    >>> spelling_rule("LLaMA 3.1 8B", "Llama-3.1-8B"), spelling_rule("sparse autoencoders", "Sparse Autoencoder")
    ('case, hyphens and spaces', 'case, plural')
    >>> spelling_rule("GAIA benchmark", "GAIA", "Dataset"), spelling_rule("policy optimisation", "policy optimization")
    ('the generic word “benchmark”', 'British or American spelling')
    >>> spelling_rule("OpenAI o3", "o3"), spelling_rule("Adam", "AdamW")
    ('way of writing vendor, version, year, Greek letter or acronym', '')
    """
    if key(name) == key(other):
        return ", ".join(_differences(name, other))
    for long, short in ((name, other), (other, name)):
        parts = split_head(long, type)
        if parts is not None and key(parts[0]) == key(short):
            also = [] if parts[0] == short else _differences(parts[0], short)
            return ", ".join([f"the generic word “{long[len(parts[0]) :].strip(' -')}”", *also])
    return ""


def _differences(name: str, other: str) -> list[str]:
    """Return the kinds of difference between two names of one key, in the order in which they are undone."""
    found = []
    a, b = name, other
    for what, undo in (("Unicode form", _normal), ("case", str.casefold), ("hyphens and spaces", _joined), ("punctuation", _bare)):
        # A kind counts where undoing it alone, on what is left, makes the names more alike.
        x, y = undo(a), undo(b)
        if a != b and _unlike(x, y) < _unlike(a, b):
            found.append(what)
        a, b = x, y
    if a == b:
        return found
    left = _wording(name, other)
    return [left] if left == _OTHER else [*found, left]


def _wording(name: str, other: str) -> str:
    """Return what is left when case and signs do not count: plural, British spelling, or the ways of the field."""
    a, b = ([_bare(word) for word in _SEPARATORS.split(_normal(text).casefold())] for text in (name, other))
    if len(a) == len(b):
        apart = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
        if all(singular(x) == singular(y) for x, y in apart):
            return "plural"
        if all(x.isascii() and y.isascii() and x.isalpha() and y.isalpha() and _unlike(x, y) <= _RESPELLED for x, y in apart):
            return "British or American spelling"
    if singular("".join(a)) == singular("".join(b)):
        return "plural"
    return _OTHER


def _unlike(a: str, b: str) -> int:
    """Return the number of characters in which two texts differ as bags, order aside."""
    return sum(abs(a.count(c) - b.count(c)) for c in {*a, *b})


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _joined(text: str) -> str:
    return _SEPARATORS.sub("", text)


def _bare(text: str) -> str:
    return _PUNCTUATION.sub("", text)
