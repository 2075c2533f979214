"""From one paper's entity to what it may be in the world: pass one of linking, which looks at that paper alone.

What is decided here never changes when papers are added, since it depends on the paper and the lexicons only.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass

from kg.linking.anchors import Anchor, Anchors, compare, compatible
from kg.linking.forms import is_name, is_short_for, same_long_form
from kg.linking.normalise import key, key_id, split_head
from kg.model import Entity, Extraction, Paper

__all__ = ["Reading", "paper_readings"]

_NO_WORD = re.compile(r"[^\w-]")


@dataclass(slots=True)
class Reading:
    """One entity of one paper, without what linking does not need.

    Attributes
    ----------
    paper, entity : str
        Ids.
    year : int or None
        Of the paper.
    type, role : str
        As the paper's reading has them.
    score : float
    name : str
        Label in the paper.
    names : tuple of str
        All surface forms, `name` first.
    base : str
        `name` without a generic head.
    key : str
        Key of `base`, which decides when nothing else does.
    short, long : str
        A short form and its long form, where the paper gives both; else empty.
    node : str
        Node id, where the paper alone decides; else empty.
    why : str
        ``established``, ``introduced``, ``long form``, or empty while undecided.
    prominence : int
        Of an introduced entity: 2 if the title names it, 1 if there is no title to tell, 0 if it is a part of the work
        that the title leaves out.
    """

    paper: str
    entity: str
    year: int | None
    type: str
    role: str
    score: float
    name: str
    names: tuple[str, ...]
    base: str
    key: str
    short: str = ""
    long: str = ""
    node: str = ""
    why: str = ""
    prominence: int = 0


def paper_readings(paper: Paper, extraction: Extraction, anchors: Anchors) -> list[Reading]:
    """Return a reading of each entity of a paper, in their order."""
    spelled = {key(a.short): a.long for a in extraction.abbreviations if is_short_for(a.short, a.long)}
    found = []
    taken: dict[str, str] = {}
    for entity in extraction.entities:
        reading = _read(paper, entity, spelled, anchors)
        if reading.why == "introduced":
            # "Webscale-RL" and "Webscale-RL dataset" of one paper are two things: the whole name tells them apart.
            if taken.setdefault(reading.node, entity.type) != entity.type:
                reading.node = f"{key_id(key(reading.name))}@{paper.id}"
            taken.setdefault(reading.node, entity.type)
        found.append(reading)
    return found


def _read(paper: Paper, entity: Entity, spelled: dict[str, str], anchors: Anchors) -> Reading:
    names = tuple(dict.fromkeys(map(sys.intern, (entity.name, *entity.names))))
    short, long = _pair(names, spelled)
    base = sys.intern(_base(names[0], entity, anchors))
    reading = Reading(
        paper=paper.id,
        entity=entity.id,
        year=paper.year,
        type=sys.intern(entity.type),
        role=sys.intern(entity.role),
        score=entity.score,
        name=names[0],
        names=names,
        base=base,
        key=sys.intern(key(base)),
        short=short,
        long=long,
    )
    anchor = _anchor(reading, anchors)
    if entity.role == "proposes":
        label = next((name for name in names if is_name(name) or _names_new(name, entity.type, anchors)), "")
        if label and (anchor is None or _new(reading, anchor.entry.type, anchor.entry.forms)):
            reading.node = f"{key_id(key(_base(label, entity, anchors, strip=True)))}@{paper.id}"
            reading.why = "introduced"
            reading.prominence = _prominence(paper.title, label, long)
            return reading
    if anchor is not None:
        reading.node, reading.why = anchor.id, "established"
    elif reading.long:
        if anchors.find(short, entity.type) is not None:
            reading.short = ""  # an established acronym is no good label for something else
        reading.node, reading.why = anchors.own_node(key(_base(reading.long, entity, anchors))), "long form"
    return reading


def _names_new(name: str, type: str, anchors: Anchors) -> bool:
    """Return whether a head stands behind a name that is not established: "WebLoop dataset", but not "LLM benchmark"."""
    parts = split_head(name, type)
    return parts is not None and is_name(parts[0]) and anchors.spelled(key(parts[0])) is None


def _prominence(title: str, label: str, long: str) -> int:
    if not title:
        return 1
    # A pattern made for each label would be compiled for each label.
    named = f" {label} " in f" {_NO_WORD.sub(' ', title)} " if _NO_WORD.search(label) is None else label in title
    return 2 if named or (long and key(long) in key(title)) else 0


def _anchor(reading: Reading, anchors: Anchors) -> Anchor | None:
    """Return what an entity is established as; a long form outweighs its short form.

    Clears the short form of a reading where it is that of something broader.
    """
    anchor = anchors.find(reading.name, reading.type)
    if not reading.short:
        return anchor
    by_long = anchors.find(reading.long, reading.type)
    if by_long is not None:
        return by_long
    by_short = anchors.find(reading.short, reading.type)
    if by_short is None:
        return anchor
    verdict = compare(by_short.entry, reading.short, reading.long)
    if verdict == "unknown" and not compatible(by_short.entry.type, reading.type):
        verdict = "other"  # "COCO" that is spelled out and no dataset
    if verdict == "narrower":
        reading.short = reading.long = ""
        return anchor
    named_short = key(reading.name) == key(reading.short)
    if verdict == "other":
        return None if named_short else anchor
    return by_short if verdict == "same" or named_short else anchor


def _base(name: str, entity: Entity, anchors: Anchors, *, strip: bool = False) -> str:
    """Return a name without its generic head, unless that makes another thing of it.

    A paper that proposes a "reinforcement learning framework" does not propose reinforcement learning; "object
    detection methods" are no task, though "object detection" is established as one.
    """
    parts = split_head(name, entity.type) if strip or entity.role != "proposes" or is_name(name) else None
    if parts is None:
        return name
    anchor = anchors.spelled(key(parts[0]), entity.type)
    return name if anchor is not None and not any(compatible(anchor.entry.type, kind) for kind in parts[1]) else parts[0]


def _pair(names: tuple[str, ...], spelled: dict[str, str]) -> tuple[str, str]:
    """Return a short and a long form among the names of an entity, the first name being one of them if possible."""
    first = names[0]
    for other in names[1:]:
        for short, long in ((first, other), (other, first)):
            if is_short_for(short, long):
                return short, long
    long = spelled.get(key(first), "")
    if long:
        return first, sys.intern(long)
    for short in names[1:]:
        for long in names[1:]:
            if short is not long and is_short_for(short, long):
                return short, long
    return "", ""


def _new(reading: Reading, type: str, forms: tuple[str, ...]) -> bool:
    """Return whether a proposed name is a new thing although an established one bears it.

    It is when its long form, its type or its capitals say so. Otherwise the claim is not believed: papers that are said
    to propose ImageNet or Adam use them.
    """
    bare = {form[:-1] if form.endswith("s") else form for form in forms}
    name = reading.name[:-1] if reading.name.endswith("s") else reading.name
    if reading.long:
        # The lexicon may not know the long form of an acronym; a paper that proposes and spells out is believed.
        return all(key(form) != key(reading.long) and not same_long_form(form, reading.long) for form in forms)
    if not compatible(reading.type, type):
        return name in bare or not any(form.lower() == name.lower() for form in bare)
    capitals = sum(c.isupper() for c in name)
    return " " not in name and capitals > 1 and name not in bare and any(form.lower() == name.lower() and sum(map(str.isupper, form)) > 1 for form in bare)
