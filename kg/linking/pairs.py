"""Two names by themselves: whether they are one thing, a thing and its family, or two things.

For names that no graph holds, or of which a graph does not know which paper means what.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

from kg.lexicons import entries
from kg.linking.anchors import Anchor, Anchors, compare
from kg.linking.families import ancestors
from kg.linking.forms import is_short_for, same_long_form
from kg.linking.normalise import key, split_head
from kg.schema import ENTITY_TYPES

__all__ = ["Kinship", "Label", "established", "keys", "relate", "same_reading", "spelled_out"]

Label = Literal["same", "family", "different"]

_WORD = re.compile(r"[^\s()\[\],;:]+")
_MOST_WORDS = 12
_EMPTY_HEAD = re.compile(r"(?:method|algorithm|framework|approache?|technique|optimizer|task|metric)s?")


class Kinship(NamedTuple):
    """How two names are related: ``same``, ``family`` or ``different``, and the reason in words."""

    label: Label
    reason: str


@cache
def established() -> Anchors:
    """Return the package's own lexicons, indexed."""
    return Anchors(entries())


def keys(name: str, type: str = "") -> tuple[str, ...]:
    """Return the keys that a name may be filed under: its own, and that of what stands before a generic head.

    >>> keys("GAIA benchmark", "Dataset"), keys("CLIP score", "Metric")
    (('gaiabenchmark', 'gaia'), ('clipscore',))
    """
    parts = split_head(name, type)
    return tuple(dict.fromkeys((key(name), key(parts[0])) if parts else (key(name),)))


def relate(a: str, b: str, type: str = "", anchors: Anchors | None = None) -> Kinship:
    """Compare two names by what they say themselves and what the lexicons know.

    Parameters
    ----------
    a, b : str
    type : str
        Entity type of both; empty where unknown.
    anchors : Anchors, optional
        The established names; those of `kg.lexicons` by default.

    Returns
    -------
    Kinship
        ``same`` for spellings of one name, aliases of one established thing, and a short form with its long form unless the short form is
        established as something else; ``family`` where one is a version, size or edition of the other (at any distance, but not of one
        another's siblings: CIFAR-10 and CIFAR-100 are ``different``); else ``different``. A narrower task or method is another thing.

    Examples
    --------
    >>> relate("LLaMA-3.1 8B", "Llama3.1-8b", "Model").label, relate("Llama-3.1-8B", "Llama", "Model").label
    ('same', 'family')
    >>> relate("CIFAR-10", "CIFAR-100", "Dataset").label, relate("graph anomaly detection", "anomaly detection", "Task").label
    ('different', 'different')
    """
    anchors = anchors or established()
    if not set(keys(a, type)).isdisjoint(keys(b, type)):
        return Kinship("same", "the same name but for spelling, inflection or a generic head")
    if key(a) == _headless(b) or key(b) == _headless(a):
        return Kinship("same", "the same name but for a generic head")
    known_a, known_b = anchors.find(a, type), anchors.find(b, type)
    if known_a is not None and known_b is not None and known_a.id == known_b.id:
        return Kinship("same", f"both are {known_a.entry.name} in the lexicon")
    for one, other, known in ((a, b, known_b), (b, a, known_a)):
        if _above(one, other, known.id if known is not None else "", type, anchors):
            return Kinship("family", f"“{one}” is a version, size or edition of “{other}” by its name or by the lexicon")
    for short, long, known, spelled in ((a, b, known_a, known_b), (b, a, known_b, known_a)):
        if is_short_for(short, long) and _may_stand_for(short, long, known, spelled, type):
            return Kinship("same", f"“{short}” is short for “{long}”")
    if known_a is not None and known_b is not None:
        return Kinship("different", f"{known_a.entry.name} and {known_b.entry.name} are two things in the lexicon")
    return Kinship("different", "neither spelling nor the lexicon makes one of them")


def _headless(name: str) -> str:
    """Return the key of what stands before a head that adds nothing where the other name of a pair shows that it can be left out."""
    rest, _, head = name.rpartition(" ")
    return key(rest) if _EMPTY_HEAD.fullmatch(head) and len(rest) > 1 else ""


def _may_stand_for(short: str, long: str, known: Anchor | None, spelled: Anchor | None, type: str) -> bool:
    """Return whether what a short form is established as (None: nothing) leaves it free to stand for a long form of which it is an acronym.

    "GAN" does not stand for "graph attention network", since it is established with another long form, but of two things of two types,
    "SAM" as a method may well be "sharpness-aware minimization".
    """
    if known is None:
        return True
    if spelled is not None:
        return bool(type) and spelled.entry.type == type != known.entry.type
    return compare(known.entry, short, long) in ("same", "unknown")


def _above(name: str, family: str, node: str, type: str, anchors: Anchors) -> bool:
    """Return whether the name or the lexicon says that it is a version of the family, whose node id is given if it is established."""
    wanted = set(keys(family, type))
    for kind in (type,) if type else tuple(ENTITY_TYPES):
        entry = anchors.find(name, kind)
        if entry is not None and not entry.entry.family and name.endswith("+"):
            continue  # RefCOCO+ stands beside RefCOCO, as the lexicon has it
        stems = [name, *(stem for shown in (name, *_stripped(name, kind)) for stem in ancestors(shown, kind))]
        for place, stem in enumerate(stems):
            found = anchors.find(stem, kind)
            if place and (key(stem) in wanted or _is(found, node)):
                return True
            above = anchors.lineage(found.entry) if found is not None else ()
            if any(key(up) in wanted or _is(anchors.find(up, kind), node) for up in above):
                return True
    return False


def _is(found: Anchor | None, node: str) -> bool:
    return found is not None and found.id == node


def _stripped(name: str, type: str) -> tuple[str, ...]:
    parts = split_head(name, type)
    return (parts[0],) if parts else ()


def spelled_out(short: str, text: str) -> str:
    """Return the long form that a text gives for a short form, beside it in brackets, or an empty string.

    The shortest words before ``(SHORT)`` of which it is an acronym (Schwartz and Hearst, PSB 2003), or what stands in the brackets behind it.

    >>> spelled_out("GRPO", "We train with group relative policy optimization (GRPO) on it."), spelled_out("GRPO", "GRPO is unstable.")
    ('group relative policy optimization', '')
    >>> spelled_out("FERN", "We propose FERN (Fast Embedding of Random Networks).")
    'Fast Embedding of Random Networks'
    """
    if " " in short:
        return ""
    for found in re.finditer(rf"(?<!\w){re.escape(short)}s?(?!\w)", text):
        before, after = text[: found.start()].rstrip(), text[found.end() :].lstrip()
        if before.endswith(("(", "[")) and after[:1] in (")", "]", ",", ";"):
            words = list(_WORD.finditer(before[-200:]))[-_MOST_WORDS:]
            for place in range(len(words) - 1, -1, -1):
                long = before[-200:][words[place].start() :].rstrip("([ ")
                if is_short_for(short, long):
                    return long
        elif after.startswith("("):
            long = after[1:].partition(")")[0]
            if is_short_for(short, long):
                return long
    return ""


def same_reading(one: str, other: str) -> bool:
    """Return whether two long forms of one short form mean the same thing, as far as words tell; an unknown one (empty) contradicts nothing."""
    return not one or not other or key(one) == key(other) or same_long_form(one, other)
