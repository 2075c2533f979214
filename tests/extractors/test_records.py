"""The way out of a Doc."""

from __future__ import annotations

import pytest
import spacy
from spacy.tokens import Doc

import extractors.extensions
import extractors.sentences
from extractors.base import AbbreviationSpan, DocEntity, DocMention, DocRelation, DocResult
from extractors.records import to_extraction
from kg.model import Abbreviation, Mention
from kg.text import clean

ORIGINAL = "We propose $\\textbf{L}$archNet (LN). LN gains 5\\% over **Fern**."


@pytest.fixture
def doc() -> Doc:
    nlp = spacy.blank("en")
    nlp.add_pipe("kg_sentences")
    doc = nlp(clean(ORIGINAL).text)
    at = doc.text.index
    doc._.kg_entities = [
        DocEntity("e1", "Method", "proposes", "LN", ("LN", "LarchNet"), 0.91, [DocMention(11, 19, 0.9, "model"), DocMention(21, 23, 0.8, "abbreviation")]),
        DocEntity("e2", "Method", "compares_with", "Fern", ("Fern",), 0.5, [DocMention(at("Fern"), at("Fern") + 4, 0.7, "lexicon")]),
    ]
    doc._.kg_abbreviations = [AbbreviationSpan(21, 23, 11, 19)]
    doc._.kg_results = [DocResult("5", "%", "delta", "up", method="e1", versus="e2", start=at("LN gains"), end=len(doc.text))]
    doc._.kg_relations = [DocRelation("e1", "variant_of", "e2", 0.6, at("LN gains"), len(doc.text))]
    doc._.kg_links = ["https://example.org"]
    return doc


def test_offsets_point_into_the_original(doc: Doc) -> None:
    record = to_extraction(doc, clean(ORIGINAL), "p1")
    assert [ORIGINAL[m.start : m.end] for e in record.entities for m in e.mentions] == ["$\\textbf{L}$archNet", "LN", "Fern"]
    assert record.entities[0].mentions[0] == Mention(11, 30, "LarchNet", "Method", 0.9, "model")
    (result,) = record.results
    assert ORIGINAL[result.start : result.end] == "LN gains 5\\% over **Fern**."
    assert [ORIGINAL[s.start : s.end] for s in record.sentences] == ["We propose $\\textbf{L}$archNet (LN).", "LN gains 5\\% over **Fern**."]
    assert [s.text for s in record.sentences] == ["We propose LarchNet (LN).", "LN gains 5% over Fern."]


def test_the_rest_goes_through_unchanged(doc: Doc) -> None:
    record = to_extraction(doc, clean(ORIGINAL), "p1")
    assert record.paper == "p1"
    assert next((e.id, e.type, e.role, e.name, e.names, e.score) for e in record.entities) == ("e1", "Method", "proposes", "LN", ("LN", "LarchNet"), 0.91)
    assert record.results[0].to_json() == {
        "method": "e1", "versus": "e2", "value": "5", "unit": "%", "kind": "delta", "direction": "up", "start": 37, "end": 64,
    }  # fmt: skip
    assert (record.relations[0].head, record.relations[0].type, record.relations[0].tail, record.relations[0].score) == ("e1", "variant_of", "e2", 0.6)
    assert record.abbreviations == (Abbreviation("LN", "LarchNet"),)
    assert record.links == ("https://example.org",)
    assert record.warnings == ()


def test_nothing_found_is_said() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("kg_sentences")
    assert to_extraction(nlp("Hm."), clean("Hm."), "p").warnings == ("nothing found",)


def test_attributes_are_empty_where_nothing_was_set() -> None:
    doc = spacy.blank("en")("Hm.")
    assert [getattr(doc._, name) for name in extractors.extensions.EXTENSIONS] == [0, *([[]] * 4), None, *([[]] * 4)]


def test_a_foreign_attribute_of_the_same_name_is_refused() -> None:
    kept = Doc.get_extension("kg_links")
    Doc.set_extension("kg_links", default=None, force=True)
    try:
        with pytest.raises(ValueError, match=r"another package has already declared the spaCy extension Doc\._\.kg_links"):
            extractors.extensions._declare("kg_links")
    finally:
        Doc.set_extension("kg_links", getter=kept[2], setter=kept[3], force=True)
