"""The only way out of a Doc: `kg.model` records with offsets in the original text."""

from __future__ import annotations

from spacy.tokens import Doc

from extractors.extensions import text_of
from extractors.sentences import sentences_of
from kg.model import Abbreviation, Entity, Extraction, Mention, Relation, Result, Sentence
from kg.text import CleanText

__all__ = ["to_extraction"]


def to_extraction(doc: Doc, cleaned: CleanText, paper: str) -> Extraction:
    """Turn a read document into a record.

    Parameters
    ----------
    doc : Doc
        As the whole pipeline left it; its text is `cleaned.text`.
    cleaned : CleanText
        Maps the clean text to the original.
    paper : str
        The paper's id.

    Returns
    -------
    Extraction
    """
    text = text_of(doc)

    def form(start: int, end: int) -> str:
        return " ".join(text[start:end].split())

    entities = tuple(
        Entity(
            entity.id,
            entity.type,
            entity.role,
            entity.name,
            entity.names,
            entity.score,
            tuple(Mention(*cleaned.span(m.start, m.end), form(m.start, m.end), entity.type, m.score, m.extractor) for m in entity.mentions),
        )
        for entity in doc._.kg_entities
    )
    results = tuple(
        Result(
            value=r.value, unit=r.unit, kind=r.kind, direction=r.direction, baseline=r.baseline, sota=r.sota, method=r.method, dataset=r.dataset,
            metric=r.metric, task=r.task, versus=r.versus, start=cleaned.span(r.start, r.end)[0], end=cleaned.span(r.start, r.end)[1],
        )
        for r in doc._.kg_results
    )  # fmt: skip
    relations = tuple(Relation(r.head, r.type, r.tail, r.score, *cleaned.span(r.start, r.end)) for r in doc._.kg_relations)
    sentences = tuple(Sentence(*cleaned.span(start, end), form(start, end)) for start, end in sentences_of(doc) if text[start:end].strip())
    pairs = dict.fromkeys((form(a.short_start, a.short_end), form(a.long_start, a.long_end)) for a in doc._.kg_abbreviations)
    warnings = list(doc._.kg_warnings)
    if not entities:
        warnings.append("nothing found")
    return Extraction(
        paper=paper,
        entities=entities,
        results=results,
        relations=relations,
        links=tuple(doc._.kg_links),
        abbreviations=tuple(Abbreviation(short, long) for short, long in pairs),
        sentences=sentences,
        warnings=tuple(warnings),
    )
