"""Keys and ids of names."""

from __future__ import annotations

import doctest
import re
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kg.text.names
from kg.text import fold, singular, slug

FOLDED = [
    ("", ""),
    ("  ", ""),
    ("!?", ""),
    ("AdamW", "adamw"),
    ("LLaMA-3.1 8B", "llama318b"),
    ("ImageNet-1K", "imagenet1k"),
    ("snake_case", "snakecase"),
    ("C", "c"),
    ("C++", "c++"),
    ("A*", "a*"),
    ("A* + B*", "a*+b*"),
    ("+ C", "c"),
    ("*", ""),
    ("++", ""),
    ("$\\pi_0$", "pi0"),
    ("π0", "pi0"),
    ("π₀", "pi0"),
    ("$\\tau^2$-Bench", "tau2bench"),
    ("τ²-Bench", "tau2bench"),
    ("H$^3$GNNs", "h3gnn"),
    ("$\\texttt{EQUAL}$", "equal"),
    ("$\\textbf{E}$ffective", "effective"),
    ("$\\ell_1$ norm", "ell1norm"),
    ("ℓ1 norm", "ell1norm"),
    ("vision-language models", "visionlanguagemodel"),
    ("policies", "policy"),
    ("benches", "bench"),
    ("GAIA benchmark", "gaia"),
    ("GAIA Benchmarks", "gaia"),
    ("benchmark", "benchmark"),
    ("a dataset", "adataset"),
    ("Toy data sets", "toy"),
    ("Toy data  sets", "toydataset"),
    ("data sets", "dataset"),
    ("TRAIN datasets", "train"),
    ("loss", "loss"),
    ("corpus", "corpus"),
    ("text corpus", "text"),
    ("analysis", "analysis"),
    ("Bayes’ rule", "bayesrule"),
    ("ＦＵＬＬ", "full"),
    ("ﬁne-tuning", "finetuning"),
    ("Straße", "strasse"),
    ("über-Net", "übernet"),
    ("通义千问", "通义千问"),
    ("🤗", ""),
    ("\ud800", ""),
]


@pytest.mark.parametrize(("name", "key"), FOLDED)
def test_fold(name: str, key: str) -> None:
    assert fold(name) == key


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("models", "model"),
        ("policies", "policy"),
        ("ties", "tie"),
        ("boxes", "box"),
        ("classes", "class"),
        ("crashes", "crash"),
        ("loss", "loss"),
        ("corpus", "corpus"),
        ("basis", "basis"),
        ("is", "is"),
        ("gas", "ga"),
        ("", ""),
    ],
)
def test_singular(word: str, expected: str) -> None:
    assert singular(word) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("AdamW", "adamw"),
        ("TravelPlanner", "travelplanner"),
        ("C++", "c-plus-plus"),
        ("C", "c"),
        ("A*", "a-star"),
        ("A", "a"),
        ("π0", "pi0"),
        ("ImageNet-1K", "imagenet1k"),
        ("über", "über"),
        ("", "x-e3b0c44298fc"),
    ],
)
def test_slug(name: str, expected: str) -> None:
    assert slug(name) == expected


def test_names_without_letters_have_slugs_of_their_own() -> None:
    assert re.fullmatch(r"x-[0-9a-f]{12}", slug("🤗"))
    assert slug("🤗") != slug("🤖")
    assert slug("🤗") == slug(" 🤗\n")


def test_slug_of_a_long_name_is_cut_and_stays_its_own() -> None:
    one, other = slug("ab" * 5000), slug("ab" * 5000 + "c")
    assert len(one) == len(other) == 80
    assert one != other
    assert one.startswith("abab")


@settings(derandomize=True, max_examples=150, deadline=None)
@given(st.text(max_size=120), st.text(max_size=120))
def test_slugs_differ_exactly_when_keys_do(one: str, other: str) -> None:
    assert slug(one)
    assert not re.search(r"\s", slug(one))
    if fold(one) and fold(other):
        assert (slug(one) == slug(other)) == (fold(one) == fold(other))


@settings(derandomize=True, max_examples=150, deadline=None)
@given(st.text(alphabet=string.ascii_letters + string.digits + " -+*$\\_{}^πτℓ’", max_size=20))
def test_a_key_holds_no_spaces_and_no_capitals(name: str) -> None:
    key = fold(name)
    assert re.fullmatch(r"[^\W_A-Z]*(?:[^\W_A-Z]|[*+])*", key)


def test_examples_of_the_docstrings() -> None:
    result = doctest.testmod(kg.text.names)
    assert result.attempted == 5
    assert result.failed == 0
