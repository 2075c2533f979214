"""What an entry of a curation file can say: one row of `ACTIONS` for each kind."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from kg.schema import ENTITY_TYPES

__all__ = ["ACTIONS", "FILE", "LISTS", "Action", "Curation", "CurationEntry", "Reference", "Remark", "reference"]


@dataclass(frozen=True, slots=True)
class Action:
    """One kind of entry.

    Attributes
    ----------
    name : str
        The key that tells the kind; its value names the thing or, of a merge, the things.
    several : bool
        The value is a list of at least two names.
    required, optional : tuple of str
        The other keys. An entry of any kind may also have a `reason`.
    any_of : tuple of str
        Optional keys of which at least one is needed.
    example : str
        A well-formed entry.
    description : str
        What it does, in one sentence.
    """

    name: str
    several: bool
    required: tuple[str, ...]
    optional: tuple[str, ...]
    any_of: tuple[str, ...]
    example: str
    description: str

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys that such an entry can have, in the order in which one writes them."""
        return (self.name, *self.required, *self.optional, "reason")


ACTIONS: dict[str, Action] = {
    row.name: row
    for row in (
        Action("merge", True, (), (), (), "- merge: [Llama 3.1 8B, Llama-3.1-8B-Base]", "The things are one; the first gives name and type."),
        Action(
            "split",
            False,
            (),
            ("papers", "names", "to"),
            ("papers", "names"),
            "- split: STAR\n  papers: [zQ3xAbCdEf]\n  to: Sparse Token Routing",
            "What these papers mean, or what papers call by these names, is another thing.",
        ),
        Action("rename", False, ("to",), (), (), "- rename: GCN\n  to: graph convolutional network", "The thing is shown under another name."),
        Action("retype", False, ("to",), (), (), "- retype: CLIP\n  to: Model", "The thing is of another type."),
        Action("drop", False, (), (), (), "- drop: our method", "It is nothing; it leaves the graph with all that hangs on it."),
        Action("alias", False, ("names",), (), (), "- alias: GRPO\n  names: [group policy optimisation]", "These names, in any paper, mean the thing."),
    )
}

FILE = "curation.yaml"
"""What the file is called in the folder of a graph."""

LISTS = frozenset({"papers", "names"})
"""Keys whose value is a list; a single name stands for a list of one."""


@dataclass(frozen=True, slots=True)
class CurationEntry:
    """One entry.

    Attributes
    ----------
    action : str
        A key of `ACTIONS`.
    number, line : int
        Its place in the file: the how manieth entry, and the line on which it begins, both from 1.
    things : tuple of str
        The names after the action, as written; one, but for a merge.
    to : str
        The new name (rename, split) or type (retype); empty where there is none.
    papers, names : tuple of str
        Ids of papers; surface names.
    reason : str
        What the user noted; shown in the node and in the report.
    """

    action: str
    number: int
    line: int
    things: tuple[str, ...]
    to: str = ""
    papers: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Remark:
    """What is to be said of an entry; sorts in the order of the file.

    Attributes
    ----------
    number, line : int
        Of the entry.
    kind : str
        ``"done"``: applied; ``"stale"``: there is nothing left for it to do; ``"wrong"``: it cannot be understood or applied.
    text : str
        For a person.
    advice : str
        What to do about it in the file; empty where the text says so or nothing is to be done.
    file : str
        Name of the file, without folder.
    """

    number: int
    line: int
    kind: str
    text: str
    advice: str = ""
    file: str = FILE

    def __str__(self) -> str:
        """Return where it stands, the text and the advice."""
        advice = f"; {self.advice}" if self.advice else ""
        return f"{self.file}: entry {self.number}, line {self.line}: {'stale: ' if self.kind == 'stale' else ''}{self.text}{advice}"


@dataclass(frozen=True, slots=True)
class Curation:
    """A curation file.

    Attributes
    ----------
    file : str
        Its name, without folder.
    entries : tuple of CurationEntry
        Those that are well-formed, in the order of the file.
    remarks : tuple of Remark
        One for each fault of the others.
    """

    file: str = FILE
    entries: tuple[CurationEntry, ...] = ()
    remarks: tuple[Remark, ...] = field(default=())


class Reference(NamedTuple):
    """A thing as an entry names it: by `name` and perhaps `type` (else empty), or by the `id` of its node (else empty)."""

    name: str
    type: str = ""
    id: str = ""


_TYPED = re.compile(rf"(.*\S)\s*\(({'|'.join(ENTITY_TYPES)})\)")


def reference(text: str) -> Reference:
    """Return what a text refers to.

    >>> reference("CLIP (Model)"), reference("e:star@zQ3x"), reference("Adam")
    (Reference(name='CLIP', type='Model', id=''), Reference(name='', type='', id='e:star@zQ3x'), Reference(name='Adam', type='', id=''))
    """
    if text.startswith("e:"):
        return Reference("", "", text)
    typed = _TYPED.fullmatch(text)
    return Reference(typed[1], typed[2]) if typed else Reference(text)
