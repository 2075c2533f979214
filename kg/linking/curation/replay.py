"""Applying the entries of a curation file, from top to bottom, to what linking found.

Each entry sees the nodes as the entries above it left them: a thing that was renamed is found by its new name (and still by the old
one), and a name of what was merged away leads to the node that it is part of now. So two merges can form no cycle: the second finds
one node where it names two. An entry that is wrong changes nothing, and the others are applied without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kg.linking.anchors import Anchors
from kg.linking.curation.entries import ACTIONS, Curation, CurationEntry, Remark, reference
from kg.linking.curation.state import NotOneError, State, Thing
from kg.linking.nodes import Given, NodeDraft
from kg.linking.normalise import key
from kg.linking.readings import Reading
from kg.linking.records import Hierarchy, LinkedEntity
from kg.text import slug

__all__ = ["Replay"]


class _WrongError(Exception):
    """An entry cannot be applied; the text says why, and what to do."""


class Replay:
    """What a curation file makes of the nodes of a corpus.

    Parameters
    ----------
    curation : Curation
    readings : list of Reading
        Of all papers, each linked to its node, in the order of papers; `apply` changes their nodes.
    entities : mapping of str to LinkedEntity
        The nodes, and families that only versions are named of.
    anchors : Anchors

    Attributes
    ----------
    remarks : list of Remark
        What became of each well-formed entry, in the order of the file but for what a later entry makes stale.
    """

    def __init__(self, curation: Curation, readings: list[Reading], entities: Mapping[str, LinkedEntity], anchors: Anchors) -> None:
        self.remarks: list[Remark] = []
        self._curation = curation
        self._readings = readings
        self._before = entities
        self._anchors = anchors
        self._state = State(readings, entities)
        self._papers = {reading.paper for reading in readings}
        self._setters: dict[int, CurationEntry] = {}
        self._aliases: dict[str, tuple[str, int]] = {}
        for entry in curation.entries:
            self._apply(entry)
        self._settle_ambiguous()

    def _apply(self, entry: CurationEntry) -> None:
        handlers = {"merge": self._merge, "split": self._split, "rename": self._rename, "retype": self._retype, "drop": self._drop, "alias": self._alias}
        try:
            done = handlers[entry.action](entry)
        except NotOneError as error:
            self._remark(entry, "stale" if error.stale else "wrong", str(error), "delete the entry, or mend the name" if error.stale else "")
        except _WrongError as error:
            self._remark(entry, "wrong", str(error))
        else:
            if done:
                self._remark(entry, "done", done)

    def _remark(self, entry: CurationEntry, kind: str, text: str, advice: str = "") -> None:
        self.remarks.append(Remark(entry.number, entry.line, kind, text, advice, self._curation.file))

    def _stale(self, entry: CurationEntry, text: str) -> None:
        self._remark(entry, "stale", text, "delete the entry")

    def _merge(self, entry: CurationEntry) -> str:
        found: dict[str, str] = {}
        for text in entry.things:
            try:
                node = self._state.find(text)
            except NotOneError as error:
                if not error.stale:
                    raise
                self._remark(entry, "stale", str(error), "take it out of the entry, or mend the name")
                continue
            if node in found:
                self._stale(entry, f"'{found[node]}' and '{text}' are one node already, {node}")
            else:
                found[node] = text
        if len(found) < 2:
            return ""
        first, *others = found
        into = self._state.touch(first)
        moved = set()
        for node in others:
            moved |= {self._readings[place].paper for place in self._state.join(into, node, _why("merged by curation", entry))}
        return f"{', '.join(repr(found[node]) for node in others)} merged into {_shown(into)}, {_papers(len(moved))}"

    def _split(self, entry: CurationEntry) -> str:
        wanted = {paper.removeprefix("p:") if paper not in self._papers else paper for paper in entry.papers}
        old = self._state.touch(self._state.find(entry.things[0], wanted))
        naming = {self._readings[place].paper for place in old.members}
        names = set(entry.names)
        for paper in sorted(wanted - naming):
            what = f"paper '{paper}' does not name it" if paper in self._papers else f"there is no paper '{paper}' here"
            self._remark(entry, "stale", what, "take it out of the entry, or mend the id")
        used = {self._readings[place].name for place in old.members}
        for name in sorted(names - used):
            self._remark(entry, "stale", f"no paper calls it '{name}' first of all", "take it out of the entry, or name the papers")
        places = [
            place for place in old.members if (not wanted or self._readings[place].paper in wanted) and (not names or self._readings[place].name in names)
        ]
        if not places:
            if wanted & naming and names & used:
                self._stale(entry, "none of these papers calls it by these names")
            return ""
        if entry.to:
            _check_label(entry.to)
        node = f"{old.id}~{entry.papers[0].removeprefix('p:') if entry.papers else slug(entry.names[0])}"
        if self._state.alive(node) or node in self._state.gone:
            raise _WrongError(f"an entry above splits off {node} already; put both into one entry, or begin the list with another one")
        rest = [place for place in old.members if place not in set(places)]
        introduced = next((self._readings[place].paper for place in places if self._readings[place].why == "introduced"), None)
        new = Thing(node, "", old.type, introduced, [])
        self._state.move(places, new, "")
        new.moved = {place: why for place, why in old.moved.items() if place in new.members}
        self._redraft(new)
        if entry.to:
            new.names[entry.to] = _why("the name that curation gives it", entry)
            new.label, new.named = entry.to, entry.number
            self._setters[entry.number] = entry
        if old.type != new.type and old.typed:
            new.type = old.type
        old.members = rest
        old.moved = {place: why for place, why in old.moved.items() if place in rest}
        if old.introduced_by == introduced:
            old.introduced_by = None
        if rest:
            self._redraft(old)
        self._state.add(new)
        self._state.learn(old.id, (old.label, *old.aliases))
        if not rest and not old.names:
            self._state.remove(old.id, node)
        return f"{_papers(len({self._readings[place].paper for place in places}))} of {_shown(old)} split off as {_shown(new)}"

    def _redraft(self, thing: Thing) -> None:
        """Vote label, type and aliases of a thing anew over its members, but for what entries have set."""
        drafted = self._draft(thing).finish(set(), ())
        thing.label = thing.label if thing.named else drafted.label
        thing.type = thing.type if thing.typed else drafted.type
        thing.aliases = tuple(name for name in (drafted.label, *drafted.aliases, *thing.names) if name != thing.label)

    def _draft(self, thing: Thing) -> NodeDraft:
        draft = NodeDraft(thing.id, self._anchors.by_id.get(thing.id))
        for place in thing.members:
            draft.add(self._readings[place], thing.moved.get(place, ""))
        return draft

    def _rename(self, entry: CurationEntry) -> str:
        thing = self._state.touch(self._state.find(entry.things[0]))
        _check_label(entry.to)
        if thing.label == entry.to:
            self._stale(entry, f"{thing.id} is called '{entry.to}' already")
            return ""
        for other in self._state.labelled(entry.to, thing.type):
            raise _WrongError(
                f"there is another {thing.type} called '{entry.to}', {other}; to make them one write {{merge: [{other}, {thing.id}]}}, else choose another name"
            )
        self._override(thing.named, entry)
        before = _shown(thing)
        thing.aliases = tuple(dict.fromkeys((thing.label, *thing.aliases)))
        thing.names.setdefault(entry.to, _why("the name that curation gives it", entry))
        thing.label, thing.named = entry.to, entry.number
        thing.aliases = tuple(name for name in thing.aliases if name != entry.to)
        self._state.learn(thing.id, (entry.to,))
        return f"{before} is now called '{entry.to}'"

    def _retype(self, entry: CurationEntry) -> str:
        thing = self._state.touch(self._state.find(entry.things[0]))
        if thing.type == entry.to:
            self._stale(entry, f"{_shown(thing)} is a {entry.to} already")
            return ""
        for other in self._state.labelled(thing.label, entry.to):
            raise _WrongError(
                f"there is another {entry.to} called '{thing.label}', {other}; to make them one write {{merge: [{other}, {thing.id}]}},"
                " else rename one of them first"
            )
        self._override(thing.typed, entry)
        before = _shown(thing)
        thing.type, thing.typed = entry.to, entry.number
        return f"{before} is now a {entry.to}"

    def _override(self, number: int, entry: CurationEntry) -> None:
        """Note that what an entry above has set is set anew."""
        if number:
            self._stale(self._setters[number], f"entry {entry.number} sets it anew")
            self.remarks = [row for row in self.remarks if row.number != number or row.kind != "done"]
        self._setters[entry.number] = entry

    def _drop(self, entry: CurationEntry) -> str:
        node = self._state.find(entry.things[0])
        shown, papers = _shown(self._state.touch(node)), self._state.papers(node)
        self._state.remove(node, None)
        return f"{shown} dropped, {_papers(papers)}"

    def _alias(self, entry: CurationEntry) -> str:
        thing = self._state.touch(self._state.find(entry.things[0]))
        wanted = {key(name): name for name in entry.names}
        for found, name in wanted.items():
            owner, number = self._aliases.get(found, (thing.id, 0))
            if self._state.now(owner) != thing.id:
                raise _WrongError(f"'{name}' is an alias of {owner} by entry {number}; delete one of the two entries")
        why = _why("alias by curation", entry)
        bearing = {key(name) for name in (thing.label, *thing.aliases)}
        places = [place for place in self._state.named_by(wanted) if self._moves(place, thing, {*wanted, *bearing})]
        new = [name for name in entry.names if name != thing.label and name not in thing.aliases]
        if not places and not new:
            self._stale(entry, f"{_shown(thing)} has {'this name' if len(wanted) == 1 else 'these names'} without it")
            return ""
        self._aliases.update((found, (thing.id, entry.number)) for found in wanted)
        left = {node for node in (self._state.at[place] for place in places) if node is not None}
        for node in sorted(left):
            self._take(node, [place for place in places if self._state.at[place] == node], thing, why)
        for name in entry.names:
            if name != thing.label:
                thing.names.setdefault(name, why)
        thing.aliases = tuple(dict.fromkeys((*thing.aliases, *(name for name in entry.names if name != thing.label))))
        self._state.learn(thing.id, entry.names)
        papers = {self._readings[place].paper for place in places}
        names = ", ".join(f"'{name}'" for name in entry.names)
        return f"{names} also mean{'s' if len(entry.names) == 1 else ''} {_shown(thing)}" + (f", {_papers(len(papers))}" if papers else "")

    def _moves(self, place: int, thing: Thing, keys: set[str]) -> bool:
        """Return whether a mention under an alias moves: not if its paper introduces something of that name, or spells out something else."""
        reading = self._readings[place]
        at = self._state.at[place]
        return at is not None and at != thing.id and reading.why != "introduced" and (not reading.long or key(reading.long) in keys)

    def _take(self, node: str, places: list[int], into: Thing, why: str) -> None:
        """Move some readings of a node; if none is left, the node goes with them."""
        old = self._state.touch(node)
        if len(places) == len(old.members):
            self._state.join(into, node, why)
            return
        gone = set(places)
        self._state.move(places, into, why)
        old.members = [place for place in old.members if place not in gone]
        old.moved = {place: reason for place, reason in old.moved.items() if place not in gone}
        self._redraft(old)

    def _settle_ambiguous(self) -> None:
        """Let an ambiguous name whose candidates became one go to it."""
        for node in sorted(self._before):
            entity = self._before[node]
            if not entity.candidates or not self._state.alive(node):
                continue
            thing = self._state.things.get(node)
            before = thing.candidates if thing is not None else entity.candidates
            now = sorted({found for found in map(self._state.now, before) if found is not None and found != node})
            if not before or now == list(before):
                continue
            dropped = any(self._state.now(candidate) is None for candidate in before)
            if len(now) == 1 and not dropped:
                self._state.join(self._state.touch(now[0]), node, "all that it could mean was merged by curation")
            else:
                self._state.touch(node).candidates = tuple(now) if len(now) > 1 else ()

    def apply(self) -> dict[str, LinkedEntity]:
        """Give each reading its node (the empty string where it was dropped), and return the nodes that papers name, by id, sorted."""
        state = self._state
        for place, node in enumerate(state.at):
            self._readings[place].node = node or ""
        entities = {node: entity for node, entity in self._before.items() if node not in state.gone and node not in state.things and entity.papers}
        taken = {node[2:].partition("@")[0] for node in (*entities, *state.things)}
        for node, thing in state.things.items():
            if thing.members:
                entities[node] = self._draft(thing).finish(taken, thing.candidates, _given(thing))
        return dict(sorted(entities.items()))

    def ghosts(self) -> dict[str, LinkedEntity]:
        """Return the nodes that are no more as they were: names of versions still lead to families by them."""
        return {node: self._before[node] for node in self._state.gone if node in self._before}

    def families(self, created: Mapping[str, LinkedEntity]) -> dict[str, LinkedEntity]:
        """Return families that no paper names as the entries have them."""
        found = {}
        for node, entity in created.items():
            if node in self._state.gone:
                continue
            thing = self._state.things.get(node)
            if thing is None:
                found[node] = entity
            else:
                aliases = tuple(name for name in (entity.label, *thing.aliases) if name != thing.label)
                merges = tuple(f"“{name}”: {why}" for name, why in thing.names.items())
                found[node] = LinkedEntity(node, thing.type, thing.label, tuple(dict.fromkeys(aliases)), merges=merges)
        return found

    def hierarchy(self, rows: Iterable[Hierarchy]) -> list[Hierarchy]:
        """Return the rows between nodes that are left; what hung on a node that was merged hangs on the one that it is part of.

        Where a node has a row of its own, it takes none from what was merged into it.
        """
        rows = list(rows)
        own = {(row.head, row.type) for row in rows if row.head not in self._state.gone}
        found: dict[tuple[str, str, str], Hierarchy] = {}
        for row in rows:
            head, tail = self._state.now(row.head), self._state.now(row.tail)
            if head is None or tail is None or head == tail or (head != row.head and (head, row.type) in own):
                continue
            found.setdefault((head, row.type, tail), Hierarchy(head, row.type, tail, row.reason))
        return [row for place, row in found.items() if (place[2], place[1], place[0]) not in found or place[0] < place[2]]


def _given(thing: Thing) -> Given:
    return Given(thing.label, thing.type, thing.introduced_by, thing.names)


def _why(what: str, entry: CurationEntry) -> str:
    return f"{what}: {entry.reason}" if entry.reason else what


def _shown(thing: Thing) -> str:
    return f"{thing.label} ({thing.type}, {thing.id})"


def _papers(count: int) -> str:
    return f"{count} paper{'' if count == 1 else 's'}"


def _check_label(label: str) -> None:
    """See to it that a new name is a name.

    Raises
    ------
    _WrongError
        If it would be read as an id, or as a name with its type.
    """
    parts = reference(label)
    if parts.id:
        raise _WrongError(f"'{label}' looks like the id of a node, and a new name may not; write the name only")
    if parts.type:
        raise _WrongError(f"a new name has no type behind it; write to: {parts.name}, and a {{{ACTIONS['retype'].name}}} for the type")
