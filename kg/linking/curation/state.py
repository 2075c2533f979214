"""The nodes while a curation file is replayed: what they are called, what was moved, and how a name finds them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from kg.linking.curation.entries import reference
from kg.linking.normalise import key
from kg.linking.readings import Reading
from kg.linking.records import LinkedEntity

__all__ = ["NotOneError", "State", "Thing"]

_SHOWN = 5


class NotOneError(Exception):
    """A name of an entry does not lead to one thing; `stale` where it leads to none."""

    def __init__(self, text: str, *, stale: bool) -> None:
        super().__init__(text)
        self.stale = stale


@dataclass(slots=True)
class Thing:
    """A node that an entry has touched.

    Attributes
    ----------
    id, label, type : str
    introduced_by : str or None
    members : list of int
        Places of its readings, ascending.
    moved : dict of int to str
        Of the readings that an entry brought here: why.
    names : dict of str to str
        Names that entries give it: why.
    named, typed : int
        Number of the entry that set the label or the type; 0 where none did.
    candidates : tuple of str
        What it may mean, if it is ambiguous.
    """

    id: str
    label: str
    type: str
    introduced_by: str | None
    members: list[int]
    moved: dict[int, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    named: int = 0
    typed: int = 0
    candidates: tuple[str, ...] = ()


class State:
    """All nodes, as the entries so far leave them.

    Parameters
    ----------
    readings : list of Reading
        Of all papers, in the order of papers; their nodes are not changed here.
    entities : mapping of str to LinkedEntity
        What linking made of them, and families that only versions are named of.
    """

    def __init__(self, readings: list[Reading], entities: Mapping[str, LinkedEntity]) -> None:
        self.readings = readings
        self.things: dict[str, Thing] = {}
        self.gone: dict[str, str | None] = {}
        """Nodes that are no more, with the one that they are part of now; None where they were dropped."""
        self.at: list[str | None] = [reading.node for reading in readings]
        """The node of each reading; None where it was dropped."""
        self._entities = entities
        self._members: dict[str, list[int]] = defaultdict(list)
        for place, reading in enumerate(readings):
            self._members[reading.node].append(place)
        self._exact: dict[str, list[str]] = defaultdict(list)
        for node, entity in entities.items():
            for name in (entity.label, *entity.aliases):
                self._exact[name].append(node)
        self._folded: dict[str, list[str]] = {}
        self._by_name: dict[str, list[int]] = {}

    def touch(self, node: str) -> Thing:
        """Return a node for a change."""
        thing = self.things.get(node)
        if thing is None:
            entity = self._entities[node]
            thing = Thing(
                node, entity.label, entity.type, entity.introduced_by, list(self._members.get(node, ())), aliases=entity.aliases, candidates=entity.candidates
            )
            self.things[node] = thing
        return thing

    def add(self, thing: Thing) -> None:
        """Take up a new node."""
        self.things[thing.id] = thing
        self.learn(thing.id, (thing.label, *thing.aliases))

    def learn(self, node: str, names: Iterable[str]) -> None:
        """Let names lead to a node from now on."""
        for name in names:
            self._exact[name].append(node)
            if self._folded:
                self._folded.setdefault(key(name), []).append(node)

    def join(self, into: Thing, node: str, why: str) -> list[int]:
        """Make a node a part of another; return the places of the readings that moved."""
        thing = self.touch(node)
        self.move(thing.members, into, why)
        into.introduced_by = into.introduced_by or thing.introduced_by
        into.names.setdefault(thing.label, why)
        for name, reason in thing.names.items():
            into.names.setdefault(name, reason)
        into.aliases = tuple(dict.fromkeys((*into.aliases, thing.label, *thing.aliases)))
        if into.id in thing.candidates or node in into.candidates:
            into.candidates = ()  # now it is told what the name means
        self.learn(into.id, (thing.label, *thing.aliases))
        members = thing.members
        self.remove(node, into.id)
        return members

    def move(self, places: Iterable[int], into: Thing, why: str) -> None:
        """Give readings to a node, which then counts them among its members."""
        moved = list(places)
        for place in moved:
            into.moved.setdefault(place, why)
            self.at[place] = into.id
        into.members = sorted({*into.members, *moved})

    def remove(self, node: str, into: str | None) -> None:
        """Take a node away."""
        for place in self.touch(node).members:
            if self.at[place] == node:
                self.at[place] = into
        del self.things[node]
        self.gone[node] = into

    def now(self, node: str) -> str | None:
        """Return the node that a node is part of by now; None if it was dropped."""
        found: str | None = node
        while found in self.gone:
            found = self.gone[found]
        return found

    def alive(self, node: str) -> bool:
        """Return whether there is such a node."""
        return node in self.things or (node in self._entities and node not in self.gone)

    def named_by(self, keys: Iterable[str]) -> list[int]:
        """Return the places of the readings whose own name, or the long form that their paper gives it, has one of these keys, ascending."""
        if not self._by_name:
            spelled: dict[str, list[int]] = defaultdict(list)
            for place, reading in enumerate(self.readings):
                spelled[reading.name].append(place)
                if reading.long:
                    spelled[reading.long].append(place)
            for name, places in spelled.items():
                self._by_name.setdefault(key(name), []).extend(places)
        return sorted({place for found in keys for place in self._by_name.get(found, ())})

    def label(self, node: str) -> str:
        """Return what a node is called."""
        return self.things[node].label if node in self.things else self._entities[node].label

    def type(self, node: str) -> str:
        """Return the type of a node."""
        return self.things[node].type if node in self.things else self._entities[node].type

    def papers(self, node: str) -> int:
        """Return how many papers name a node."""
        return len(self._papers(node))

    def _papers(self, node: str) -> set[str]:
        members = self.things[node].members if node in self.things else self._members.get(node, [])
        return {self.readings[place].paper for place in members}

    def labelled(self, label: str, type: str) -> list[str]:
        """Return the nodes of exactly this label and type."""
        found = dict.fromkeys(node for node in self._exact.get(label, ()) if self.alive(node))
        return [node for node in found if self.label(node) == label and self.type(node) == type]

    def find(self, text: str, papers: Collection[str] = ()) -> str:
        """Return the node that a text refers to.

        Labels go before other names, names written exactly so before names of the same key. Where several have the name, `papers` tell
        which is meant: the only one that any of them names.

        Raises
        ------
        NotOneError
            If it refers to no node, or to several.
        """
        wanted = reference(text)
        if wanted.id:
            return self._by_id(wanted.id)
        for labels_only, exactly in ((True, True), (True, False), (False, True), (False, False)):
            found = [node for node in self._bearing(wanted.name, exactly, labels_only) if not wanted.type or self.type(node) == wanted.type]
            if len(found) > 1 and papers:
                naming = [node for node in found if not self._papers(node).isdisjoint(papers)]
                found = naming if len(naming) == 1 else found
            if len(found) == 1:
                return found[0]
            if found:
                raise NotOneError(self._several(text, wanted.name, found), stale=False)
        raise NotOneError(self._none(text, wanted.name), stale=True)

    def _by_id(self, node: str) -> str:
        now = self.now(node)
        if now is None:
            raise NotOneError(f"'{node}' was dropped by an entry above", stale=True)
        if not self.alive(now):
            raise NotOneError(f"there is no node '{node}'", stale=True)
        return now

    def _bearing(self, name: str, exactly: bool, labels_only: bool) -> list[str]:
        """Return the nodes that bear a name, each once, in the order of ids."""
        if exactly:
            found = self._exact.get(name, [])
        else:
            if not self._folded:
                for spelling, nodes in self._exact.items():
                    self._folded.setdefault(key(spelling), []).extend(nodes)
            found = self._folded.get(key(name), [])
        return sorted({node for node in found if self.alive(node) and (not labels_only or self._fits(self.label(node), name, exactly))})

    @staticmethod
    def _fits(label: str, name: str, exactly: bool) -> bool:
        return label == name if exactly else key(label) == key(name)

    def _several(self, text: str, name: str, found: list[str]) -> str:
        types = {self.type(node) for node in found}
        shown = ", ".join(self._shown(node) for node in found[:_SHOWN]) + (f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else "")
        if len(types) == len(found):
            return f"'{text}' is the name of {len(found)} things: {shown}; add the type, as in '{name} ({self.type(found[0])})'"
        return f"'{text}' is the name of {len(found)} things: {shown}; write the id of the one that you mean"

    def _shown(self, node: str) -> str:
        count = self.papers(node)
        return f"{node} ({self.type(node)}, {count} paper{'' if count == 1 else 's'})"

    def _none(self, text: str, name: str) -> str:
        others = self._bearing(name, False, False)
        if others:
            return f"there is no '{text}', only {', '.join(f'{self.label(node)} ({self.type(node)})' for node in others[:_SHOWN])}"
        close = list(self._close(name))
        return f"nothing is called '{text}'" + (f" (there is {', '.join(close)})" if close else "")

    def _close(self, name: str) -> Iterator[str]:
        """Yield labels that are spelled alike; only those of the same first letter and a similar length are looked at."""
        pool = [other for other in self._exact if other[:1].lower() == name[:1].lower() and abs(len(other) - len(name)) <= 2]
        for other in get_close_matches(name, pool, n=2, cutoff=0.8):
            if any(self.alive(node) for node in self._exact[other]):
                yield f"“{other}”"
