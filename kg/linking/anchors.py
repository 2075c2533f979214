"""Established things: names that the lexicons know, whatever a single paper says about them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kg.lexicons import Entry
from kg.linking.forms import is_short_for, same_long_form
from kg.linking.normalise import key, key_id, split_head
from kg.schema import ENTITY_TYPES

__all__ = ["Anchor", "Anchors", "compare", "compatible"]

_ORDER = {name: place for place, name in enumerate(ENTITY_TYPES)}
# What a reading of another type most likely stands for when a name is established under several.
_NEAR = {
    "Method": ("Model", "Task", "Metric", "Dataset"),
    "Model": ("Method", "Dataset", "Task", "Metric"),
    "Dataset": ("Task", "Model", "Method", "Metric"),
    "Metric": ("Task", "Method", "Dataset", "Model"),
    "Task": ("Method", "Dataset", "Metric", "Model"),
}
_MODEL_HEADS = frozenset({"model", "models", "family", "series", "architecture", "architectures"})


def compatible(a: str, b: str) -> bool:
    """Return whether readings of two types may be of one thing: papers do not tell Method and Model apart."""
    return a == b or {a, b} == {"Method", "Model"}


class Anchor(NamedTuple):
    """An entry of the lexicons with its node id and the type of entity that its file gives it."""

    id: str
    entry: Entry


class Anchors:
    """The lexicons, indexed by the keys of `kg.linking.normalise`.

    Parameters
    ----------
    entries : iterable of Entry
        In any order; ids depend on names and types alone.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._by_key: dict[str, list[Anchor]] = {}
        self.by_id: dict[str, Entry] = {}
        self._by_name: dict[tuple[str, str], str] = {}
        for entry in sorted(entries, key=lambda e: (_ORDER[e.type], e.name)):
            identity = base = key_id(key(entry.name))
            number = 1
            while identity in self.by_id:
                number += 1
                identity = f"{base}-{number}"
            anchor = Anchor(identity, entry)
            self.by_id[identity] = entry
            self._by_name[entry.type, entry.name] = identity
            for found in dict.fromkeys(key(form) for form in entry.forms):
                rows = self._by_key.setdefault(found, [])
                if all(row.entry.type != entry.type for row in rows):
                    rows.append(anchor)

    def find(self, name: str, type: str) -> Anchor | None:
        """Return what a name is established as, or None.

        The whole name is tried first, then what stands before a generic head if that is of a type that the head fits.
        """
        found = self._choose(name, key(name), type)
        if found is None:
            parts = split_head(name, type) or _model_head(name)
            if parts is not None:
                rest, allowed = parts
                found = self._choose(rest, key(rest), type if type in allowed else allowed[0])
                if found is not None and not any(compatible(found.entry.type, kind) for kind in allowed):
                    return None
        return found

    def spelled(self, found: str, type: str = "") -> Anchor | None:
        """Return what a key is established as; under several types, the one that is nearest to `type`."""
        rows = self._by_key.get(found)
        return _nearest(rows, type) if rows else None

    def own_node(self, found: str) -> str:
        """Return the node id of a key that stands for itself.

        Where the id is that of an established name, which the reading was found not to be, it gets ``-other``: ``e:math``
        is the dataset MATH, ``e:math-other`` the ordinary word.
        """
        node = key_id(found)
        return f"{node}-other" if node in self.by_id else node

    def family(self, entry: Entry) -> str | None:
        """Return the node id of the family that the lexicon gives an entry, or None."""
        return self._by_name.get((entry.type, entry.family)) if entry.family else None

    def lineage(self, entry: Entry) -> tuple[str, ...]:
        """Return the names of the families that the lexicon gives an entry, nearest first."""
        found: list[str] = []
        while entry.family and entry.family not in found:
            found.append(entry.family)
            above = self._by_name.get((entry.type, entry.family))
            if above is None:
                break
            entry = self.by_id[above]
        return tuple(found)

    def _choose(self, name: str, found: str, type: str) -> Anchor | None:
        rows = [row for row in self._by_key.get(found, ()) if _may_be(name, found, row.entry, type)]
        return _nearest(rows, type) if rows else None


def compare(entry: Entry, short: str, long: str) -> str:
    """Return what the long form that a paper gives says about its short form, which the entry bears.

    ``same``: it is the entry's, or differs from it in inflection only; ``narrower``: it is the entry's with a modifier
    before it (``long-context large language models (LLMs)``); ``other``: it shows that the short form is something
    else; ``unknown``: the entry has no long form to compare with.
    """
    known = [form for form in entry.forms if is_short_for(short, form)]
    if not known:
        # In other capitals ("VLLM", "vLLM") what is spelled out is hardly the same.
        bare = short[:-1] if short.endswith("s") else short
        return "other" if all(form != bare for form in entry.forms if key(form) == key(short)) else "unknown"
    given = key(long)
    if any(key(form) == given or same_long_form(form, long) for form in known):
        return "same"
    return "narrower" if any(given.endswith(key(form)) for form in known) else "other"


def _model_head(name: str) -> tuple[str, tuple[str, ...]] | None:
    """Split "models" off a capitalised word: only the lexicon can tell "Llama models" from "Diffusion models"."""
    rest, _, head = name.rpartition(" ")
    return (rest, ("Model", "Method")) if head.lower() in _MODEL_HEADS and rest[:1].isupper() else None


def _nearest(rows: list[Anchor], type: str) -> Anchor:
    if len(rows) > 1 and type:
        for kind in (type, *_NEAR.get(type, ())):
            for row in rows:
                if row.entry.type == kind:
                    return row
    return rows[0]


def _may_be(name: str, found: str, entry: Entry, type: str) -> bool:
    """Return whether the case of a name allows it to be the entry: "math" as a task is not the dataset MATH."""
    if compatible(entry.type, type):
        return True
    forms = [form for form in entry.forms if key(form) == found]
    bare = name[:-1] if name.endswith("s") else name
    return any(not entry.exact(form) or bare == (form[:-1] if form.endswith("s") else form) for form in forms)
