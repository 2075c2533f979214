"""Which sentence shows an edge best, and which defines a thing."""

from __future__ import annotations

import doctest
import importlib

import pytest

from graphs.evidence import Evidence, Sentences, best_sentences, definition_rank, evidence_text, split_at
from kg.model import Extraction, Mention, Paper, Sentence


@pytest.mark.parametrize(
    ("sentence", "proposed", "rank"),
    [
        ("[Foo] is a method for parsing.", True, 9),
        ("[Foo] (Frugal Object Oracle) is a method for parsing.", True, 9),
        ("[Foo] is an optimizer.", False, 6),
        ("We propose [Foo], a method for parsing.", True, 8),
        ("In this paper, we introduce [Foo] (Frugal Object Oracle), an oracle.", True, 8),
        ("We propose [Foo] for parsing.", True, 7),
        ("A method for parsing, called [Foo].", True, 7),
        ("Our method, dubbed [Foo], is fast.", True, 7),
        ("Here is [Foo], a method.", True, 5),
        ("[Foo] uses gates.", True, 3),
        ("[Foo] wins.", True, 1),
        ("[Foo], an optimizer, is popular.", False, 3),
        ("[Foo] provides gradients.", False, 2),
        ("[Foo] wins.", False, 0),
        ("We train with [Foo], a popular optimizer.", False, 0),
        ("Unlike others, [Foo] is a toy.", False, 0),
    ],
)
def test_definitions(sentence: str, proposed: bool, rank: int) -> None:
    before, rest = sentence.split("[")
    _, after = rest.split("]")
    assert definition_rank(before, after, proposed=proposed, title=False) == rank


def test_title_defines_only_what_the_paper_proposes() -> None:
    assert definition_rank("", ": A Method for Parsing", proposed=True, title=True) == 4
    assert definition_rank("", ": A Method for Parsing", proposed=False, title=True) == 0
    assert definition_rank("Better than ", ": A Method", proposed=True, title=True) == 0


PAPER = Paper("x", "Foo: A Title", "Foo is old. We propose Foo. Foo ends.")
SENTENCES = (Sentence(0, 12, "Foo: A Title"), Sentence(13, 24, "Foo is old."), Sentence(25, 40, "We propose Foo."), Sentence(41, 50, "Foo ends."))


def test_best_sentences_put_the_cue_first_and_the_title_last() -> None:
    mentions = [Mention(start, start + 3, "Foo", "Method", 1.0) for start in (0, 13, 36, 41)]
    sentences = Sentences(PAPER, Extraction("x", sentences=SENTENCES[::-1]))
    assert [item.start for item in best_sentences(sentences, "x", mentions, "proposes")] == [25, 13, 41, 0]
    assert [item.start for item in best_sentences(sentences, "x", mentions, "mentions")] == [13, 25, 41, 0]


def test_title_and_body() -> None:
    sentences = Sentences(PAPER, Extraction("x", sentences=SENTENCES))
    assert sentences.title() == "Foo: A Title"
    assert [sentence.start for sentence in sentences.body()] == [13, 25, 41]
    assert sentences.at(24, 25) == Sentence(24, 25, " ")
    only_title = Sentences(Paper("x", "Foo"), Extraction("x", sentences=(Sentence(0, 3, "Foo"),)))
    assert only_title.title() == ""
    assert not only_title.is_title(0)


def test_a_sentence_stands_once_with_all_its_marks() -> None:
    items = [Evidence(1.0, "x", 0, 9, "Foo on Bar", ("Bar",)), Evidence(0.0, "x", 0, 9, "Foo on Bar", ("Foo",)), Evidence(0.5, "y", 0, 9, "Foo", ("Foo",))]
    assert evidence_text(items) == (
        '[{"paper":"x","start":0,"end":9,"text":"Foo on Bar","mentions":["Foo","Bar"]},{"paper":"y","start":0,"end":9,"text":"Foo","mentions":["Foo"]}]'
    )
    assert evidence_text(items, cap=1).count('"paper"') == 1
    assert evidence_text([]) == ""


def test_split_at() -> None:
    assert split_at("We like Foo.", ("Bar", "Foo")) == ("We like ", ".")
    assert split_at("We like it.", ("Foo",)) is None


@pytest.mark.parametrize("name", ["attributes", "edges", "evidence", "papers", "query.direction", "query.table"])
def test_examples_in_docstrings(name: str) -> None:
    found = doctest.testmod(importlib.import_module(f"graphs.{name}"))
    assert found.attempted > 0
    assert found.failed == 0
