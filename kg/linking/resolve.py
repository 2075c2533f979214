"""Where a bare name goes: pass two of linking, the only one that looks across papers.

A name that no paper explains and no lexicon knows goes to what other papers say it is: the long form that they spell
out, or the paper that introduces it. Only such bare names ever move when papers are added.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from kg.linking.anchors import Anchors, compatible
from kg.linking.forms import is_name, is_short_for, same_case, same_long_form
from kg.linking.normalise import key, shaped, split_head
from kg.linking.readings import Reading

__all__ = ["resolve"]

# A reading that is to take the bare name from others must be that well supported.
_DOMINANT_PAPERS = 3
_DOMINANT_SHARE = 0.8
# A name that more papers use than this was hardly introduced by a paper whose title does not have it.
_UNCONFIRMED_PAPERS = 3
_LOWER_SHARE = 0.3
_IN_TITLE = 2
_SHORTEST = 4
_SHORTEST_PART = 6
# Papers disagree on whether federated learning is a method or a task, not on whether something is a metric or a dataset.
_LOOSE = frozenset({"Method", "Model", "Task"})
_DISTINCTIVE = 6


@dataclass(slots=True)
class _Candidate:
    """What a bare name may mean: a node, with the papers that say so."""

    node: str
    introduced: bool
    support: int = 0
    types: Counter[str] = field(default_factory=Counter)
    names: set[str] = field(default_factory=set)
    year: int | None = None
    prominence: int = 0
    paper: str = ""
    long: str = ""


def resolve(readings: Iterable[Reading], anchors: Anchors) -> dict[str, tuple[str, ...]]:
    """Give every reading that has none its node, and return the candidates of each ambiguous node, sorted.

    Parameters
    ----------
    readings : iterable of Reading
        Of all papers; iterated several times, changed in place.
    anchors : Anchors
    """
    readings = list(readings)
    introduced = _introduced(readings, anchors)
    ambiguous: dict[str, set[str]] = defaultdict(set)
    common = _common(readings)
    for reading in readings:
        if reading.why == "long form" and key(reading.long) not in common:
            _by_long_form(reading, introduced, ambiguous)
    spelled = _spelled(readings)
    bare = [reading for reading in readings if not reading.node]
    uses = Counter(found for found, _ in {(reading.key, reading.paper) for reading in bare})
    for reading in bare:
        candidates = [
            candidate
            for candidate in (*introduced.get(reading.key, {}).values(), *spelled.get(reading.key, {}).values())
            if _possible(reading, candidate, uses[reading.key])
        ]
        candidates = _of_type(reading, candidates)
        chosen = _dominant(candidates)
        if chosen is not None:
            reading.node, reading.why = chosen.node, "introduced elsewhere" if chosen.introduced else "short form"
            continue
        reading.node = anchors.own_node(reading.key)
        reading.why = "ambiguous" if candidates else "name"
        ambiguous[reading.node].update(candidate.node for candidate in candidates)
    return {node: tuple(sorted(found - {node})) for node, found in sorted(ambiguous.items()) if len(found - {node}) > 1}


def _common(readings: Iterable[Reading]) -> set[str]:
    """Return the keys of long forms that are common notions: several papers spell them out, and many of them in lower case.

    Nobody introduces "partial differential equations", though a paper that proposes a solver may be read so; what a paper does introduce,
    others write with its capitals.
    """
    papers: Counter[str] = Counter()
    lower: Counter[str] = Counter()
    for reading in readings:
        if reading.long and reading.why != "introduced":
            found = key(reading.long)
            papers[found] += 1
            lower[found] += reading.long == reading.long.lower()
    return {found for found, number in papers.items() if number > _UNCONFIRMED_PAPERS and lower[found] >= _LOWER_SHARE * number}


def _introduced(readings: Iterable[Reading], anchors: Anchors) -> dict[str, dict[str, _Candidate]]:
    """Return, for each key of a name of an introduced thing, the things that bear it."""
    found: dict[str, dict[str, _Candidate]] = defaultdict(dict)
    for reading in readings:
        if reading.why != "introduced":
            continue
        for name in dict.fromkeys((*reading.names, *((reading.long,) if reading.long else ()))):
            if not is_name(name) and name != reading.long:
                continue
            parts = split_head(name, reading.type)
            spelling = key(parts[0] if parts else name)
            # An established name among the names of a new thing is a slip of the extraction ("LoRA" for "LoRA-Edge").
            if anchors.spelled(spelling) is not None and spelling != reading.key:
                continue
            candidate = found[spelling].setdefault(reading.node, _Candidate(reading.node, True, 1, year=reading.year, paper=reading.paper))
            candidate.types[reading.type] += 1
            candidate.names.add(parts[0] if parts else name)
            candidate.prominence = max(candidate.prominence, reading.prominence)
            candidate.long = reading.long
    return found


def _spelled(readings: Iterable[Reading]) -> dict[str, dict[str, _Candidate]]:
    """Return, for each short form that some paper spells out, the things that it is short for."""
    found: dict[str, dict[str, _Candidate]] = defaultdict(dict)
    for reading in readings:
        if reading.short and reading.node and reading.why != "introduced":
            candidate = found[key(reading.short)].setdefault(reading.node, _Candidate(reading.node, reading.why == "introduced elsewhere"))
            candidate.support += 1
            candidate.types[reading.type] += 1
            candidate.names.add(reading.short)
            candidate.long = candidate.long or reading.long
    return found


def _by_long_form(reading: Reading, introduced: dict[str, dict[str, _Candidate]], ambiguous: dict[str, set[str]]) -> None:
    """Link what a paper spells out to the paper that introduces it under the same long form."""
    found = [
        candidate
        for candidate in introduced.get(key(reading.long), {}).values()
        if not _earlier(reading, candidate) and (candidate.types.keys() & _loosely(reading.type) or reading.type in candidate.types)
    ]
    if len(found) == 1:
        reading.node, reading.why = found[0].node, "introduced elsewhere"
    elif found:
        ambiguous[reading.node].update(candidate.node for candidate in found)


def _possible(reading: Reading, candidate: _Candidate, uses: int) -> bool:
    """Return whether a bare name may be the candidate at all, types aside."""
    if not candidate.introduced:
        return any(is_short_for(reading.base, name) or same_case(reading.base, name) for name in candidate.names)
    if _earlier(reading, candidate) or candidate.paper == reading.paper:
        return False
    if not any(same_case(reading.base, name) for name in candidate.names):
        return False
    if candidate.prominence == _IN_TITLE:
        return True
    # Nobody names a part of another paper's system without saying whose it is: "CAM" elsewhere is not this paper's module
    # of that name, nor is a planner its "Planner". Only a name that cannot be anything else may be.
    named = any(shaped(word) for name in candidate.names for word in name.split())
    shortest = _SHORTEST if candidate.prominence else _SHORTEST_PART
    return named and len(reading.key) >= shortest and uses <= _UNCONFIRMED_PAPERS


def _earlier(reading: Reading, candidate: _Candidate) -> bool:
    """Return whether a paper is older than the one that is said to introduce the thing."""
    return candidate.introduced and reading.year is not None and candidate.year is not None and reading.year < candidate.year


def _of_type(reading: Reading, candidates: list[_Candidate]) -> list[_Candidate]:
    """Return the candidates whose type fits best: the same one, else one that papers confuse with it."""
    for strict in (True, False):
        found = [c for c in candidates if (strict or not c.introduced) and any(_fits(kind, reading.type, strict) for kind in c.types)]
        if found:
            return found
    # A name that cannot be anything else, such as "ReactBench", is the same thing whatever it was read as.
    distinctive = len(reading.key) > _DISTINCTIVE and any(shaped(word) for word in reading.name.split())
    return candidates if distinctive and len(candidates) == 1 else []


def _fits(kind: str, type: str, strict: bool) -> bool:
    return compatible(kind, type) if strict else kind in _loosely(type)


def _loosely(type: str) -> frozenset[str]:
    return _LOOSE if type in _LOOSE else frozenset()


def _dominant(candidates: list[_Candidate]) -> _Candidate | None:
    if len(candidates) == 1:
        return candidates[0]
    total = sum(candidate.support for candidate in candidates)
    # Readings whose long forms differ in inflection only are no rivals ("vector quantization", "vector quantized").
    spelled = {candidate.long: candidate for candidate in sorted(candidates, key=lambda c: (c.support, c.node))}
    if candidates and len(spelled) == len(candidates) and all(same_long_form(candidates[0].long, long) for long in spelled):
        return list(spelled.values())[-1]
    for candidate in candidates:
        if candidate.support >= _DOMINANT_PAPERS and candidate.support >= _DOMINANT_SHARE * total:
            return candidate
    return None
