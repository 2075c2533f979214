"""Names that are established in the field: methods, models, datasets, metrics and tasks, with their aliases.

One file of package data for each entity type (``methods.jsonl``, ``models.jsonl``, ``datasets.jsonl``, ``metrics.jsonl``,
``tasks.jsonl``), one entry a line. Matching in running text (`surface_forms`) and linking across papers (`lookup`) read
the same entries, so that what one finds the other knows. ``SOURCES.md`` says where the names come from; ``build.py`` writes
the files. Nothing is read before the first call.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kg.errors import InputError
from kg.schema import ENTITY_TYPES
from kg.text import fold

__all__ = ["Entry", "candidates", "entries", "lookup", "parse_entry", "spellings", "surface_forms"]

_COUNTABLE = frozenset(("Method", "Metric", "Task"))
_NUMBERED = re.compile(r"([^\W\d_])[- ](\d)")  # the place between a name and its version: "Llama-3", "Gemini 2.5"
# A word in lower case, the last of several words, or an acronym; not a single name ("Muon"), nor what ends in "s".
_PLURAL = re.compile(r"(?:^|[ -])[a-z]*[a-rt-z]$|[ -][^\W\d_]+[a-rt-z]$|[a-z]*[A-RT-Z]$")


@dataclass(frozen=True, slots=True)
class Entry:
    """One established thing.

    Attributes
    ----------
    name : str
        The label that a reader would use.
    type : str
        An entity type of `kg.schema`.
    aliases : tuple of str
        Other forms of the name, in no order of importance; never repeats `name`.
    case : tuple of str
        Those of the forms that are ordinary words or common acronyms of something else when written in other case ("SAM", "Adam"). Empty for most.
    better : str
        ``"higher"`` or ``"lower"``, for a metric of which one is better by convention; else empty.
    family : str
        For a model or dataset that is a version of something: the name of that entry; else empty.
    source : str
        Where the name was taken from (a key of ``SOURCES.md``); ``curated`` where it was written down by hand.
    """

    name: str
    type: str
    aliases: tuple[str, ...] = ()
    case: tuple[str, ...] = ()
    better: str = ""
    family: str = ""
    source: str = ""

    @property
    def forms(self) -> tuple[str, ...]:
        """The name and its aliases."""
        return (self.name, *self.aliases)

    def exact(self, form: str) -> bool:
        """Return whether a form, or its plural in "s", stands for this entry only in exactly this case ("SAM", not "Sam")."""
        return form in self.case or form.removesuffix("s") in self.case

    def to_json(self) -> dict[str, object]:
        """Return a JSON-ready dict; empty fields but `aliases` are left out."""
        row: dict[str, object] = {"name": self.name, "type": self.type, "aliases": list(self.aliases)}
        if self.case:
            row["case"] = list(self.case)
        for field in ("better", "family", "source"):
            if getattr(self, field):
                row[field] = getattr(self, field)
        return row


def parse_entry(line: str) -> Entry:
    """Build an entry from one line of a lexicon file.

    Raises
    ------
    ValueError
        If the line is not a JSON object with a name, a known type and a list of aliases, or has a field of the wrong kind.
    """
    row = json.loads(line)
    if not isinstance(row, Mapping) or not isinstance(row.get("name"), str) or not row["name"].strip():
        raise ValueError("an entry is a JSON object with a name")
    if row.get("type") not in ENTITY_TYPES:
        raise ValueError(f"type {row.get('type')!r} is not one of {', '.join(ENTITY_TYPES)}")
    aliases, case = row.get("aliases", []), row.get("case", [])
    for field, value in (("aliases", aliases), ("case", case)):
        if not isinstance(value, list) or not all(isinstance(form, str) and form.strip() for form in value):
            raise ValueError(f"{field} of {row['name']!r} is not a list of names")
    if not set(case) <= {row["name"], *aliases}:
        raise ValueError(f"case of {row['name']!r} lists a form that is neither its name nor an alias")
    for field in ("family", "source"):
        if not isinstance(row.get(field, ""), str):
            raise ValueError(f"{field} of {row['name']!r} is not text")
    if row.get("better", "") not in ("", "higher", "lower"):
        raise ValueError(f"better of {row['name']!r} is neither higher nor lower")
    return Entry(
        name=row["name"],
        type=row["type"],
        aliases=tuple(aliases),
        case=tuple(case),
        better=row.get("better", ""),
        family=row.get("family", ""),
        source=row.get("source", ""),
    )


def _plural(form: str) -> str:
    if form.endswith("y") and form[-2] not in "aeiou":
        return form[:-1] + "ies"
    return form + ("es" if form.endswith(("x", "ch", "sh")) else "s")


@cache
def _load(type: str) -> tuple[Entry, ...]:
    name = ENTITY_TYPES[type].plural.lower() + ".jsonl"
    resource = files(__name__).joinpath(name)
    if not resource.is_file():  # a type without a lexicon is allowed: a newcomer adds the row in kg.schema first
        return ()
    found = []
    for number, line in enumerate(resource.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            entry = parse_entry(line)
        except ValueError as error:
            raise InputError(f"kg/lexicons/{name}, line {number}: {error}; mend the line or regenerate the file with kg/lexicons/build.py") from error
        if entry.type != type:
            raise InputError(f"kg/lexicons/{name}, line {number}: an entry of type {entry.type} in the file of type {type}")
        found.append(entry)
    return tuple(found)


def _known(type: str | None) -> tuple[str, ...]:
    if type is None:
        return tuple(ENTITY_TYPES)
    if type not in ENTITY_TYPES:
        raise ValueError(f"unknown entity type {type!r}; known: {', '.join(ENTITY_TYPES)}")
    return (type,)


@cache
def _index(type: str) -> Mapping[str, Entry]:
    return {fold(form): entry for entry in _load(type) for form in entry.forms}


def _bears(entry: Entry, name: str, key: str) -> bool:
    # Of forms with the same key, one that may be written in any case admits all spellings.
    exact = [form for form in entry.forms if fold(form) == key]
    return not all(entry.exact(form) for form in exact) or any(form in name for form in exact)


def entries(type: str | None = None) -> tuple[Entry, ...]:
    """Return the entries of one type, or of all, in the order of the files (by name).

    Raises
    ------
    ValueError
        If there is no such entity type.
    InputError
        If a lexicon file is damaged; the message names the line.
    """
    return tuple(entry for name in _known(type) for entry in _load(name))


def candidates(name: str, type: str | None = None) -> tuple[Entry, ...]:
    """Return every entry that bears a name, at most one for each type, in the order of `kg.schema.ENTITY_TYPES`.

    Names are compared as `kg.text.fold` folds them, and case counts only for the forms of which `Entry.exact` says so: "adamw" is AdamW, but
    "drop" is not DROP. Where entries have the name letter by letter, only these are returned: "CLIP score" is the metric, though folding drops "score".

    Raises
    ------
    ValueError
        If there is no such entity type.
    """
    key = fold(name)
    found = (_index(kind).get(key) for kind in _known(type)) if key else ()
    bearers = tuple(entry for entry in found if entry is not None and _bears(entry, name, key))
    return tuple(entry for entry in bearers if name in entry.forms) or bearers


def lookup(name: str, type: str | None = None) -> Entry | None:
    """Return the entry that bears a name, or None where there is none or where entries of several types bear it.

    Parameters
    ----------
    name : str
        A name or alias, with or without plural (see `candidates`).
    type : str, optional
        Look among entries of this type only.

    Raises
    ------
    ValueError
        If there is no such entity type.
    """
    found = candidates(name, type)
    return found[0] if len(found) == 1 else None


def surface_forms(type: str | None = None) -> Iterator[tuple[str, Entry]]:
    """Yield what to look for in running text: every spelling (`spellings`) of every form, with its entry.

    In the order of the files; a spelling occurs once for each type. `Entry.exact` tells which must be matched in their own case.

    Raises
    ------
    ValueError
        If there is no such entity type.
    """
    for kind in _known(type):
        seen: set[str] = set()
        for entry in _load(kind):
            for form in entry.forms:
                for spelling in spellings(form, kind):
                    if spelling not in seen:
                        seen.add(spelling)
                        yield spelling, entry


def spellings(form: str, type: str) -> tuple[str, ...]:
    """Return the ways in which a form is written: itself, with spaces for hyphens or the reverse where it has digits, and its plural.

    Only the names of techniques, quantities and problems have a plural ("sparse autoencoders", "GNNs"); those of models and datasets have none.
    All spellings fold to the same key.

    Parameters
    ----------
    form : str
        A form of an entry.
    type : str
        The entry's type.

    >>> spellings("chain-of-thought", "Method")
    ('chain-of-thought', 'chain of thought', 'chain-of-thoughts', 'chain of thoughts')
    >>> spellings("Llama-3.1-8B", "Model")
    ('Llama-3.1-8B', 'Llama 3.1 8B', 'Llama3.1-8B', 'Llama3.1 8B', 'Llama 3.1-8B')
    """
    found = [form]
    if _NUMBERED.search(form):
        found += [form.replace("-", " "), form.replace(" ", "-")]
        joined = _NUMBERED.sub(r"\1\2", form, count=1)
        found += [joined, joined.replace("-", " "), joined.replace(" ", "-"), _NUMBERED.sub(r"\1 \2", form, count=1)]
    elif "-" in form and form == form.lower():
        found.append(form.replace("-", " "))
    if type in _COUNTABLE and _PLURAL.search(form):
        found += [_plural(spelling) for spelling in found]
    return tuple(spelling for spelling in dict.fromkeys(found) if fold(spelling) == fold(form))
