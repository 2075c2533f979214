"""From the readings of one thing to its node: label, type, aliases, and the reason for each name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from kg.lexicons import Entry
from kg.linking.forms import is_name
from kg.linking.normalise import key, split_head
from kg.linking.readings import Reading
from kg.linking.reasons import spelling_rule
from kg.linking.records import LinkedEntity
from kg.schema import ENTITY_TYPES

__all__ = ["Given", "NodeDraft"]

# What a reading's role says about its type: a dataset that is evaluated on was looked at harder than one that is named.
_ROLE_WEIGHT = {"proposes": 2.0, "mentions": 0.5}
_INTRODUCER_WEIGHT = 4.0
# Capitals also come from titles and sentence starts, so lower case wins with less than half of the papers.
_LOWER_SHARE = 0.25
# Share of a node's papers from which a second type is more than a slip of the extraction.
_SECOND_TYPE_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class Given:
    """What curation says of a node, whatever the papers vote for.

    Attributes
    ----------
    label, type : str
    introduced_by : str or None
    names : mapping of str to str
        Names that it has by curation, each with the reason.
    """

    label: str
    type: str
    introduced_by: str | None
    names: Mapping[str, str]


@dataclass(slots=True)
class _Form:
    """A surface name of a node: how many papers use it, how many as the label, and why it is here."""

    papers: int = 0
    labels: int = 0
    why: str = ""
    example: str = ""
    short_for: str = ""
    moved: str = ""


@dataclass(slots=True)
class NodeDraft:
    """A node while its readings come in, paper by paper in the order of paper ids."""

    id: str
    entry: Entry | None = None
    papers: int = 0
    forms: dict[str, _Form] = field(default_factory=dict)
    votes: dict[str, float] = field(default_factory=dict)
    introducer: Reading | None = None
    read_as: dict[str, int] = field(default_factory=dict)
    _last: str | None = None
    _last_types: list[str] = field(default_factory=list)

    def add(self, reading: Reading, moved: str = "") -> None:
        """Take a reading in; `moved` says why curation brought it here."""
        if reading.paper != self._last:
            self._last = reading.paper
            self._last_types.clear()
            self.papers += 1
        if reading.type not in self._last_types:
            self._last_types.append(reading.type)
            self.read_as[reading.type] = self.read_as.get(reading.type, 0) + 1
        if reading.why == "introduced" and self.introducer is None:
            self.introducer = reading
        weight = _INTRODUCER_WEIGHT if reading.why == "introduced" else _ROLE_WEIGHT.get(reading.role, 1.0)
        self.votes[reading.type] = self.votes.get(reading.type, 0.0) + weight * max(reading.score, 0.01)
        for name in reading.names:
            form = self.forms.get(name)
            if form is None:
                form = self.forms[name] = _Form(moved=moved)
            elif not moved:
                form.moved = ""
            form.papers += 1
            if name == reading.name:
                form.labels += 1
            if not form.why or (form.why == "coreference" and name == reading.name):
                form.why, form.short_for = self._why(reading, name)
                form.example = reading.paper

    def _why(self, reading: Reading, name: str) -> tuple[str, str]:
        if self.entry is not None and any(key(name) == key(form) for form in self.entry.forms):
            return "established", ""
        if name == reading.short:
            return "short form", reading.long
        if name == reading.long:
            return ("long form", reading.short) if reading.short else ("name", "")
        if reading.why in ("introduced elsewhere", "short form") and name == reading.name:
            return reading.why, ""
        own = self._own_key()
        if _key(name, reading.type) == own or key(name) == own or (name == reading.name and not reading.long):
            return "name", ""
        return "coreference", ""

    def _own_key(self) -> str:
        """Return the key that the id is made of: it stands before the introducing paper and before what curation split off."""
        return self.id[2:].partition("@")[0].partition("~")[0].removesuffix("-other")

    @property
    def type(self) -> str:
        """The type of the lexicon, else the one with most votes; of a tie, the first in `kg.schema`."""
        if self.entry is not None:
            return self.entry.type
        return max(ENTITY_TYPES, key=lambda kind: self.votes.get(kind, 0.0))

    def finish(self, taken: set[str], candidates: tuple[str, ...], given: Given | None = None) -> LinkedEntity:
        """Return the node.

        Parameters
        ----------
        taken : set of str
            Keys of all nodes: a name that one paper uses for this thing and that is the name of another node is no alias.
        candidates : tuple of str
            Of an ambiguous node.
        given : Given, optional
            What curation says of it.
        """
        voted = self.label()
        label = voted if given is None else given.label
        own = {key(label), self.id[2:].partition("@")[0]}
        kept = []
        for name, form in self.forms.items():
            if name != label and form.why == "coreference" and form.labels == 0 and (given is None or name not in given.names):
                found = key(name)
                if found not in own and (found in taken or self.introducer is None):
                    continue
            kept.append((name, form))
        kept.sort(key=lambda row: (-row[1].papers, row[0]))
        aliases = [name for name, _ in kept if name != label]
        # Reasons compare with a name that the papers use: the label may be curation's own.
        shown = label if label in self.forms else voted
        merges = [self._reason(name, form, shown, given=given is not None and label not in self.forms) for name, form in kept]
        introduced_by = self.introducer.paper if self.introducer is not None and "@" in self.id else None
        kind = self.type
        if given is not None:
            introduced_by, kind = given.introduced_by, given.type
            new = [name for name in given.names if name not in self.forms]
            aliases += [name for name in new if name != label]
            merges += [f"“{name}”: {given.names[name]}" for name in new]
        return LinkedEntity(
            id=self.id,
            type=kind,
            label=label,
            aliases=tuple(aliases),
            papers=self.papers,
            introduced_by=introduced_by,
            ambiguous=bool(candidates),
            candidates=candidates,
            merges=tuple(filter(None, merges)),
            read_as=self._types_read(kind),
        )

    def _types_read(self, kind: str) -> tuple[tuple[str, int], ...]:
        """Return how many papers read it as which type, where they do not agree: the node's own type first, then by number."""
        others = [(name, count) for name, count in self.read_as.items() if name != kind and count >= _SECOND_TYPE_SHARE * self.papers]
        if not others:
            return ()
        others.sort(key=lambda row: (-row[1], row[0]))
        return ((kind, self.read_as.get(kind, 0)), *others)

    def label(self) -> str:
        """Return the name to show: the lexicon's, the introducing paper's, or the one that most papers use."""
        if self.entry is not None:
            return self.entry.name
        if self.introducer is not None:
            names = self.introducer.names
            return next((name for name in names if is_name(name)), names[0])
        own = self._own_key()
        pool = {name: form for name, form in self.forms.items() if form.why != "coreference"} or self.forms
        short = {name: form for name, form in pool.items() if form.why == "short form"}
        full = {name: form for name, form in pool.items() if name not in short and (key(name) == own or form.why in ("long form", "name"))}
        if short and full and sum(f.labels for f in short.values()) < sum(f.labels for f in full.values()):
            short = {}
        return _best(short or full or pool, self.type)

    def _reason(self, name: str, form: _Form, label: str, *, given: bool) -> str:
        papers = f"{form.papers} paper{'' if form.papers == 1 else 's'}"
        if form.moved:
            return f"“{name}”: {form.moved} ({papers})"
        if name == label and given:
            return f"“{name}”: the name that papers use ({papers})"
        if name == label:
            others = self.papers - 1
            if self.introducer is None or others < 1:
                return ""
            return f"“{name}”: no other paper than {self.introducer.paper} introduces it, so {others} bare mention{'' if others == 1 else 's'} came here"
        match form.why:
            case "established":
                return f"“{name}”: the lexicon has it for {label} ({papers})"
            case "short form" if form.short_for:
                return f"“{name}”: short form of “{form.short_for}”, as paper {form.example} spells it out ({papers})"
            case "long form":
                return f"“{name}”: long form of “{form.short_for}”, as paper {form.example} spells it out ({papers})"
            case "short form":
                return f"“{name}”: no other reading of this short form has as much support ({papers})"
            case "introduced elsewhere" if self.introducer is not None:
                return f"“{name}”: no other paper than {self.introducer.paper} introduces it ({papers})"
            case "coreference":
                return f"“{name}”: paper {form.example} calls it so ({papers})"
        return self._same_name(name, label, papers)

    def _same_name(self, name: str, label: str, papers: str) -> str:
        """Return the reason for a name that is another spelling of a name of the node: of the label, if it can be."""
        others = sorted(self.forms, key=lambda other: (other != label, -self.forms[other].papers, other))
        for other in others:
            rule = spelling_rule(name, other, self.type) if other != name else ""
            if rule:
                return f"“{name}”: the same name as “{other}” but for {rule} ({papers})"
        return f"“{name}”: the name of the node itself, of which “{label}” is the more frequent form ({papers})"


def _key(name: str, type: str) -> str:
    parts = split_head(name, type)
    return key(parts[0] if parts else name)


def _best(forms: dict[str, _Form], type: str) -> str:
    """Return the most frequent form: singular where it occurs, in the case that most papers write."""
    if len(forms) == 1:
        return next(iter(forms))
    votes = {name: 2 * form.labels + form.papers for name, form in forms.items()}
    folded: Counter[str] = Counter()
    for name, votes_of in votes.items():
        folded[name.casefold()] += votes_of
    plural = {text for text in folded if text.endswith("s") and text[:-1] in folded}
    headed = {text for text in folded if " " in text and text.rpartition(" ")[0] in folded}
    ranked = sorted(folded, key=lambda text: (text in headed, text in plural, -folded[text], text))
    # A plural or a headed form only loses to its own counterpart, not to any other form.
    top = max(folded, key=lambda text: (folded[text] + folded.get(text + "s", 0), -ranked.index(text)))
    if top in plural:
        top = top[:-1]
    if top in headed:
        top = top.rpartition(" ")[0]
    spelled = {name: count for name, count in votes.items() if name.casefold() == top}
    lower = next((name for name in spelled if name == name.lower()), None)
    phrase = " " in top or "-" in top or type in ("Metric", "Task")
    if lower is not None and phrase and not any(map(str.isdigit, top)) and spelled[lower] >= _LOWER_SHARE * sum(spelled.values()):
        return lower
    return min(spelled, key=lambda name: (-spelled[name], name))
