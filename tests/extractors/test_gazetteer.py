"""Names of the lexicons in a text."""

import numpy as np
import pytest

from extractors.decode import TYPES
from extractors.encoding import split_words
from extractors.gazetteer import Gazetteer
from extractors.merge import Candidate

FORMS = [("Larch-7B", "Model", False), ("LARCH", "Model", True), ("Pine", "Method", True), ("Pine Bench", "Dataset", False), ("success rate", "Metric", False)]


def found(text: str) -> list[tuple[str, str]]:
    words = split_words(text)
    return [(text[words[a][0] : words[b - 1][1]], kind) for a, b, kind in Gazetteer(FORMS).matches(text, words)]


@pytest.mark.parametrize(
    ("text", "matches"),
    [
        ("larch-7b and LARCH, not Larch", [("larch-7b", "Model"), ("LARCH", "Model")]),
        ("Pine, pine and pine bench", [("Pine", "Method"), ("pine bench", "Dataset")]),
        ("Pine Bench is longer than Pine", [("Pine Bench", "Dataset"), ("Pine", "Method")]),
        ("Success rates differ from a success rate", [("success rate", "Metric")]),
        ("", []),
    ],
)
def test_longest_names_from_left_to_right(text: str, matches: list[tuple[str, str]]) -> None:
    assert found(text) == matches


def test_flags_name_the_type_of_each_word() -> None:
    text = "on Pine Bench, LARCH"
    assert Gazetteer(FORMS).flags(text, split_words(text)) == [0, 1 + TYPES.index("Dataset"), 1 + TYPES.index("Dataset"), 0, 1 + TYPES.index("Model")]


def test_a_known_name_is_proposed_where_the_tagger_found_nothing() -> None:
    text = "LARCH on Pine Bench"
    words = split_words(text)
    zeros = np.zeros(5, dtype=np.float32)
    taken = [Candidate(0, 5, zeros, np.zeros(7, dtype=np.float32), 0.9, "model")]
    outside = np.array([0.1, 0.9, 0.5, 0.7], dtype=np.float32)
    (item,) = Gazetteer(FORMS).candidates(Gazetteer(FORMS).matches(text, words), words, outside, taken)
    assert (item.start, item.end, item.extractor) == (9, 19, "lexicon")
    assert item.score == pytest.approx(0.4)
    assert item.types[TYPES.index("Dataset")] == pytest.approx(0.4) and item.types.sum() == pytest.approx(0.4)


def test_the_packaged_lexicons_know_the_field() -> None:
    text = "We train LLaMA with AdamW and report accuracy on ImageNet for image classification."
    words = split_words(text)
    kinds = {text[words[a][0] : words[b - 1][1]]: kind for a, b, kind in Gazetteer.packaged().matches(text, words)}
    assert kinds == {"LLaMA": "Model", "AdamW": "Method", "accuracy": "Metric", "ImageNet": "Dataset", "image classification": "Task"}


def parts(text: str, *forms: str) -> list[Candidate]:
    types = np.zeros(len(TYPES), dtype=np.float32)
    types[TYPES.index("Method")] = 0.6
    spans = sorted((text.index(form), text.index(form) + len(form)) for form in forms)
    return [Candidate(start, end, types, np.zeros(7, dtype=np.float32), 0.6, "model") for start, end in spans]


@pytest.mark.parametrize(
    ("forms", "completed"),
    [
        (("Pine", "Bench"), ["Pine Bench"]),
        (("Bench",), ["Pine Bench"]),
        (("Pine Bench",), ["Pine Bench"]),
        (("our Pine",), ["our Pine"]),  # reaches over the limits of the known name
        ((), []),
    ],
)
def test_parts_of_a_known_name_become_the_whole(forms: tuple[str, ...], completed: list[str]) -> None:
    text = "on our Pine Bench, LARCH"
    found = Gazetteer(FORMS).complete(Gazetteer(FORMS).matches(text, split_words(text)), split_words(text), parts(text, *forms))
    assert [text[c.start : c.end] for c in found] == completed
    if completed == ["Pine Bench"] and forms != ("Pine Bench",):
        assert found[0].types[TYPES.index("Dataset")] == pytest.approx(0.6)
