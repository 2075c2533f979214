"""What the components of the pipeline share: the entities of a document while it is being read.

Offsets in this module are characters of the *clean* text (`Doc.text`), ends exclusive; `extractors.records` maps them
back to the original. Nothing here imports spaCy, so that the algorithms can be tested on plain strings.
"""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["AbbreviationSpan", "DocEntity", "DocMention", "DocRelation", "DocResult"]


@dataclass(frozen=True, slots=True)
class AbbreviationSpan:
    """A short form and its long form, where the text ties them: characters of the clean text, ends exclusive."""

    short_start: int
    short_end: int
    long_start: int
    long_end: int


@dataclass(frozen=True, slots=True)
class DocMention:
    """One place where an entity is named: `start`, `end` in the clean text, score 0 to 1, and what found it."""

    start: int
    end: int
    score: float = 1.0
    extractor: str = ""


@dataclass(slots=True)
class DocEntity:
    """An entity of a document, all its mentions merged.

    Attributes
    ----------
    id : str
        ``e1``, ``e2``, ... in the order of first mention.
    type, role : str
        Of `kg.schema`; `role` is empty until ``kg_roles`` has run.
    name : str
        The name a reader would use.
    names : tuple of str
        Every surface form, `name` first.
    score : float
        0 to 1.
    mentions : list of DocMention
        In the order of the text; they never overlap those of another entity.
    """

    id: str
    type: str
    role: str
    name: str
    names: tuple[str, ...]
    score: float = 1.0
    mentions: list[DocMention] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class DocResult:
    """A result while it is being read: the fields of `kg.model.Result`, offsets in the clean text."""

    value: str | None = None
    unit: str = ""
    kind: str | None = None
    direction: str | None = None
    baseline: str | None = None
    sota: bool = False
    method: str | None = None
    dataset: str | None = None
    metric: str | None = None
    task: str | None = None
    versus: str | None = None
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class DocRelation:
    """A relation while it is being read: entity ids, and the sentence in the clean text."""

    head: str
    type: str
    tail: str
    score: float = 1.0
    start: int = 0
    end: int = 0
