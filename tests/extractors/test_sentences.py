"""Sentence boundaries."""

import pytest
import spacy

import extractors.extensions  # noqa: F401
from extractors.sentences import make_sentences, sentence_at, sentence_spans


def sentences(text: str, title_end: int | None = 0) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text, title_end)]


@pytest.mark.parametrize(
    "marked",
    [
        "We train a parser.| It is fast.",
        "It beats prior work, e.g. BERT and GPT-2, by far.| We stop here.",
        "This holds (i.e. Eq. (3) is tight) in general.| The rest follows.",
        "Following Smith et al. (2020), we sample.| Then J. R. Smith agreed.",
        "Errors fall from 3.5 to 2.1.| We use v1.5 of the tool.",
        "See Fig. 3 and Sec. 4 of the text.| No. 5 fails.",
        "Acc. of the model rises vs. the baseline.| Recall does not.",
        "The code is at https://example.org/a.b/c.html.| It runs.",
        "Can a network count?| We say yes!| It can.",
        "We sample i.i.d. data from the U.S. census etc. and train.| Good.",
        "Our gains are (1) small steps, (2) large steps.| (3) is new.",
        "We use the Yahoo! Answers corpus.| Nothing else.",
        "Methods fail… often.| We fix it.",
        "The loss is of size K.| We prove it.",
        "It works (see the appendix.)| We conclude.",
        "He said “stop.”| We did.",
        "The problem is open.| nnU-Net solves it.",
        "Two facts hold.\n| - First, it is fast.\n| - Second, it is small.",
        "One.\n\n| Two",
        "Noise is i.i.d.| We add it.",
    ],
)
def test_marked(marked: str) -> None:
    expected = [part.strip() for part in marked.split("|")]
    text = marked.replace("|", "")
    assert [" ".join(s.split()) for s in sentences(text)] == [" ".join(s.split()) for s in expected]


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\t \n"])
def test_nothing(text: str) -> None:
    assert sentence_spans(text) == []


def test_title_is_one_sentence_whatever_stands_in_it() -> None:
    text = "Is Bigger Better? Yes. A Study\nWe measure it. It is."
    assert sentences(text, None) == ["Is Bigger Better? Yes. A Study", "We measure it.", "It is."]
    assert sentences(text, text.index("\n")) == sentences(text, None)


def test_a_wrapped_first_line_is_no_title() -> None:
    assert sentences("We propose a method that\nis fast. It works.", None) == ["We propose a method that\nis fast.", "It works."]


def test_title_before_a_name_in_lower_case() -> None:
    assert sentences("A Title\nnnU-Net is strong.", None) == ["A Title", "nnU-Net is strong."]


@pytest.mark.parametrize("text", ["A. B. C. D.", "... ... ...", "?!?!", "x.\n.y", "(. .)", "1. 2. 3.", "a" * 3000 + ". B", "\u200b. A", ". . A"])
def test_every_character_lies_in_one_sentence(text: str) -> None:
    spans = sentence_spans(text)
    covered = [i for start, end in spans for i in range(start, end)]
    assert len(covered) == len(set(covered))
    assert {i for i, c in enumerate(text) if not c.isspace()} <= set(covered)
    assert spans == sorted(spans)


def test_sentence_at() -> None:
    spans = [(2, 5), (6, 9)]
    assert [sentence_at(spans, place) for place in (0, 2, 4, 5, 6, 20)] == [0, 0, 0, 0, 1, 1]
    assert sentence_at([], 3) == 0


def test_component_marks_tokens() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("kg_sentences")
    doc = nlp.make_doc("A Title\nWe train it. It works, e.g. here.")
    doc._.kg_title_end = 7
    doc = nlp(doc)
    assert [span.text.strip() for span in doc.sents] == ["A Title", "We train it.", "It works, e.g. here."]
    assert make_sentences(nlp, "kg_sentences")(nlp.make_doc("")).text == ""
