"""Tokens of names, numbers and URLs."""

import pytest
import spacy
from spacy.language import Language

from extractors.tokenizer import make_tokenizer


@pytest.fixture(scope="module")
def nlp() -> Language:
    return spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "kg_tokenizer"}}})


@pytest.mark.parametrize(
    "tokens",
    [
        "GPT-4o , Qwen2.5-7B and τ-Bench .",
        "H3GNNs ( top-k ) in C++ ; A* and DGM4+ .",
        "gains + 7.1 % , not - 3 %",
        "5–10 × faster , 2.5x smaller",
        "precision / recall of I/O and w/o 24/7",
        "top-k / top-p sampling",
        "“ quoted ” words — and a vision–language model",
        "https://example.org/a-b/c?d=e , example.com/x .",
        "id and cant are words",
        "GPT-4 's errors do n't matter",
        "F1@5 , Pass@1 , k-NN and mAP50-95",
        "we use i.i.d. data , e.g. images , i.e. pixels .",
        "5 % - 10 % and 1,000 samples",
        "SE ( 3 ) -equivariant",
        "low-rank , state-of-the-art",
        "N = 5 ≥ 3",
        "done . We",
    ],
)
def test_tokens(nlp: Language, tokens: str) -> None:
    expected = tokens.split()
    text = tokens
    for gap in (" ,", " .", " ;", " )", " %", " ”", " /", " 's", " n't", " ×", " -", " -equivariant"):
        text = text.replace(gap, gap[1:])
    for gap in ("( ", "“ ", "+ ", "/ "):
        text = text.replace(gap, gap[:-1])
    text = (
        text.replace("SE (3)", "SE(3)")
        .replace("- 3%", "-3%")
        .replace("5%- 10%", "5%-10%")
        .replace("N = 5", "N=5")
        .replace("done. We", "done.We")
        .replace("not- 3", "not -3")
        .replace("not-3", "not -3")
    )
    assert [token.text for token in nlp(text)] == expected


@pytest.mark.parametrize("text", ["", " ", "  a\n\nb ", "(((", "...", "$%^&*", "a" * 2000, "\u2028x", "1/2/3", "https://", "''\"\"", "—–-"])
def test_nothing_is_lost(nlp: Language, text: str) -> None:
    assert nlp.make_doc(text).text == text


def test_survives_saving(nlp: Language) -> None:
    text = "vectorization.Meanwhile GPT-4o gains +7.1% (see example.org/x), 5–10×/2× and precision/recall."
    other = spacy.blank("en")
    other.tokenizer = make_tokenizer(other)
    other.tokenizer.from_bytes(nlp.tokenizer.to_bytes())
    assert [token.text for token in other(text)] == [token.text for token in nlp(text)]
