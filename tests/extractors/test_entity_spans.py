from __future__ import annotations

import spacy
from spacy.tokens import Doc

from extractors.base import DocEntity, DocMention
from extractors.entities import _spans
from extractors.extensions import text_of


def _entity(kind: str, *mentions: tuple[int, int]) -> DocEntity:
    return DocEntity("e1", kind, "", "x", ("x",), 1.0, [DocMention(start, end) for start, end in mentions])


def test_spans_grow_to_whole_tokens() -> None:
    doc = Doc(spacy.blank("en").vocab, words=["We", "train", "pre-LoRA", "models", "."], spaces=[True, True, True, False, False])
    # "LoRA" inside of a token, "LoRA models" across two, the first and the last token.
    spans = _spans(doc, [_entity("Method", (13, 17), (13, 24)), _entity("Task", (0, 2), (24, 25))])
    assert [(span.text, span.label_) for span in spans] == [("pre-LoRA", "Method"), ("pre-LoRA models", "Method"), ("We", "Task"), (".", "Task")]
    expected = [doc.char_span(start, end, alignment_mode="expand") for start, end in ((13, 17), (13, 24), (0, 2), (24, 25))]
    assert [(span.start, span.end) for span in spans] == [(span.start, span.end) for span in expected if span is not None]


def test_no_entities_no_spans() -> None:
    assert _spans(Doc(spacy.blank("en").vocab, words=["Nothing"]), []) == []


def test_text_is_put_together_once() -> None:
    doc = Doc(spacy.blank("en").vocab, words=["A", "text"], spaces=[True, False])
    assert text_of(doc) == doc.text == "A text"
    assert text_of(doc) is text_of(doc)
