"""The records that pass between the parts of kg: plain, frozen, JSON in and out.

Offsets are characters of the *original* text of a paper (`Paper.text`), ends exclusive, so that anyone can check a
mention against the source; names and mention texts are clean (see `kg.text`).
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "Abbreviation",
    "Entity",
    "Extraction",
    "Mention",
    "Paper",
    "Relation",
    "Result",
    "Sentence",
    "Source",
    "paper_id",
]


def paper_id(abstract: str) -> str:
    """Return the id of a paper that came without one.

    ``p-`` and the first 12 hex digits of the SHA-256 of the abstract in NFKC with white space folded: the same paper
    has the same id wherever it stands.
    """
    folded = " ".join(unicodedata.normalize("NFKC", abstract).split())
    return "p-" + hashlib.sha256(folded.encode("utf-8", "surrogatepass")).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a paper was read: the name of the file as the user gave it, and the record's place in it, from 1."""

    file: str
    index: int

    def to_json(self) -> dict[str, Any]:
        """Return a JSON-ready dict."""
        return {"file": self.file, "index": self.index}


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper of a corpus.

    Attributes
    ----------
    id : str
        The id that the corpus gives, else `paper_id` of the abstract.
    title, abstract : str
        As the corpus has them, mark-up included. Either may be empty, not both.
    year : int or None
    venue, url : str
        Empty where unknown.
    area : str
        The research area that the corpus gives it (OpenReview's primary area, arXiv's primary category); empty where unknown.
    authors, keywords : tuple of str
        In the order given.
    source : Source or None
    """

    id: str
    title: str = ""
    abstract: str = ""
    year: int | None = None
    venue: str = ""
    url: str = ""
    authors: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    source: Source | None = None
    area: str = ""

    @property
    def text(self) -> str:
        """The text that all offsets point into: title, line feed, abstract; one of them alone where the other is empty."""
        return f"{self.title}\n{self.abstract}" if self.title and self.abstract else self.title or self.abstract

    def to_json(self) -> dict[str, Any]:
        """Return a JSON-ready dict; fields that are empty are left out."""
        row: dict[str, Any] = {"id": self.id, "title": self.title, "abstract": self.abstract}
        if self.year is not None:
            row["year"] = self.year
        for name in ("venue", "url", "area"):
            if getattr(self, name):
                row[name] = getattr(self, name)
        for name in ("authors", "keywords"):
            if getattr(self, name):
                row[name] = list(getattr(self, name))
        if self.source is not None:
            row["source"] = self.source.to_json()
        return row

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Paper:
        """Build a paper from what `to_json` returned."""
        source = row.get("source")
        return cls(
            id=row["id"],
            title=row.get("title") or "",
            abstract=row.get("abstract") or "",
            year=row.get("year"),
            venue=row.get("venue") or "",
            url=row.get("url") or "",
            area=row.get("area") or "",
            authors=tuple(row.get("authors") or ()),
            keywords=tuple(row.get("keywords") or ()),
            source=Source(source["file"], source["index"]) if source else None,
        )


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: `start` and `end` in the original text (end exclusive), and its clean text."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where an entity is named.

    Attributes
    ----------
    start, end : int
        Characters of the original text, end exclusive.
    text : str
        Clean; cleaning the slice of the original yields it.
    type : str
        An entity type of `kg.schema`.
    score : float
        0 to 1: how sure the extractor is that this is an entity of that type.
    extractor : str
        What found it (``model``, ``lexicon``, ``abbreviation``, ``repeat``, ...).
    """

    start: int
    end: int
    text: str
    type: str
    score: float = 1.0
    extractor: str = ""


@dataclass(frozen=True, slots=True)
class Entity:
    """Something that one paper names: its mentions, merged.

    Attributes
    ----------
    id : str
        ``e1``, ``e2``, ... in the order of first mention; unique in the paper.
    type, role : str
        Of `kg.schema`.
    name : str
        The name a reader would use.
    names : tuple of str
        Every surface form, `name` first, no duplicates.
    score : float
        0 to 1: how sure it is that this is an entity of that type.
    mentions : tuple of Mention
        In the order of the text.
    """

    id: str
    type: str
    role: str
    name: str
    names: tuple[str, ...]
    score: float = 1.0
    mentions: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """A number, or a claim without one, that a paper reports.

    Attributes
    ----------
    value, baseline : str or None
        As written, without unit and sign; a range keeps its dash (``"5-10"``). None for a claim.
    unit : str
        ``"%"``, ``"x"``, ``"points"``, ``"ms"``, ... or empty.
    kind : str or None
        One of `kg.schema.RESULT_KINDS`; None for a claim.
    direction : str or None
        ``"up"`` or ``"down"``, as the quantity moves; only for a delta or a factor.
    sota : bool
        The text claims the state of the art.
    method, dataset, metric, task, versus : str or None
        Ids of entities of the same paper.
    start, end : int
        Its evidence in the original text, end exclusive.
    """

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

    def to_json(self) -> dict[str, Any]:
        """Return a JSON-ready dict; what the text does not say is left out."""
        row: dict[str, Any] = {}
        for name in ("method", "dataset", "metric", "task", "versus", "value"):
            if getattr(self, name) is not None:
                row[name] = getattr(self, name)
        if self.value is not None:
            row["unit"] = self.unit
        for name in ("kind", "direction", "baseline"):
            if getattr(self, name) is not None:
                row[name] = getattr(self, name)
        if self.sota:
            row["sota"] = True
        row["start"] = self.start
        row["end"] = self.end
        return row


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation between two entities of one paper, stated in its text.

    Attributes
    ----------
    head, tail : str
        Entity ids.
    type : str
        One of `kg.schema.RELATIONS`.
    score : float
        0 to 1.
    start, end : int
        Its evidence (the sentence) in the original text, end exclusive.
    """

    head: str
    type: str
    tail: str
    score: float = 1.0
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """A short form that the paper introduces, with its long form, both clean."""

    short: str
    long: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that was read in one paper: the public record format of ``kg extract``.

    Attributes
    ----------
    paper : str
        The paper's id.
    entities, results, relations, links, abbreviations : tuple
    sentences : tuple of Sentence
        The sentences of the text in order (the title is one), so that every offset leads to its sentence.
    warnings : tuple of str
        What a reader of the record should know: nothing found, text cut, undecodable characters.
    """

    paper: str
    entities: tuple[Entity, ...] = ()
    results: tuple[Result, ...] = ()
    relations: tuple[Relation, ...] = ()
    links: tuple[str, ...] = ()
    abbreviations: tuple[Abbreviation, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    warnings: tuple[str, ...] = field(default=())

    def sentence_at(self, start: int) -> Sentence | None:
        """Return the sentence that covers the character `start` of the original text, or None."""
        for sentence in self.sentences:
            if sentence.start <= start < sentence.end:
                return sentence
        return None

    def to_json(self) -> dict[str, Any]:
        """Return the record as ``kg extract`` prints it."""
        return {
            "id": self.paper,
            "entities": [
                {
                    "id": e.id,
                    "type": e.type,
                    "role": e.role,
                    "name": e.name,
                    "names": list(e.names),
                    "score": e.score,
                    "mentions": [
                        {"start": m.start, "end": m.end, "text": m.text, "type": m.type, "score": m.score, "extractor": m.extractor} for m in e.mentions
                    ],
                }
                for e in self.entities
            ],
            "results": [r.to_json() for r in self.results],
            "relations": [{"head": r.head, "type": r.type, "tail": r.tail, "score": r.score, "start": r.start, "end": r.end} for r in self.relations],
            "links": list(self.links),
            "abbreviations": [{"short": a.short, "long": a.long} for a in self.abbreviations],
            "sentences": [{"start": s.start, "end": s.end, "text": s.text} for s in self.sentences],
            "warnings": list(self.warnings),
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Extraction:
        """Build an extraction from what `to_json` returned."""
        return cls(
            paper=row["id"],
            entities=tuple(
                Entity(
                    id=e["id"],
                    type=e["type"],
                    role=e["role"],
                    name=e["name"],
                    names=tuple(e.get("names") or (e["name"],)),
                    score=e.get("score", 1.0),
                    mentions=tuple(Mention(m["start"], m["end"], m["text"], m["type"], m["score"], m["extractor"]) for m in e.get("mentions", ())),
                )
                for e in row["entities"]
            ),
            results=tuple(Result(**r) for r in row.get("results", ())),
            relations=tuple(Relation(**r) for r in row.get("relations", ())),
            links=tuple(row.get("links", ())),
            abbreviations=tuple(Abbreviation(**a) for a in row.get("abbreviations", ())),
            sentences=tuple(Sentence(**s) for s in row.get("sentences", ())),
            warnings=tuple(row.get("warnings", ())),
        )
