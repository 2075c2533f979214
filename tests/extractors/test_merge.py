"""One overlap policy, one rule for what is the same thing."""

import numpy as np
import pytest

from extractors.base import AbbreviationSpan
from extractors.decode import ROLE_NAMES, TYPES
from extractors.encoding import split_words
from extractors.merge import Candidate, merge, repeats, resolve_overlaps, split_abbreviations, trim


def candidate(text: str, form: str, kind: str = "Method", score: float = 0.9, nth: int = 0) -> Candidate:
    start = -1
    for _ in range(nth + 1):
        start = text.index(form, start + 1)
    types = np.zeros(len(TYPES), dtype=np.float32)
    types[TYPES.index(kind)] = score
    return Candidate(start, start + len(form), types, np.zeros(len(ROLE_NAMES), dtype=np.float32), score, "model")


def names(text: str, candidates: list[Candidate], pairs: tuple[AbbreviationSpan, ...] = ()) -> list[tuple[str, ...]]:
    return [group.names() for group in merge(text, candidates, pairs)]


@pytest.mark.parametrize(
    ("text", "trimmed"),
    [
        ("the sparse encoder", "sparse encoder"),
        ("our new FooNet,", "FooNet"),
        ("“FooNet”", "FooNet"),
        ("(FooNet)", "FooNet"),
        ("FooNet (v2", "FooNet"),
        ("FooNet (v2)", "FooNet (v2)"),
        ("a", "a"),
        ("The", "The"),
        ("...", ""),
        ("A* search", "A* search"),
        ("forgetting in the", "forgetting"),
        ("tree search over", "tree search"),
        ("over", "over"),
        ("FID/", "FID"),
        ("EEG→", "EEG"),
        ("Larch ∘", "Larch"),
        ("LARCH-IV +", "LARCH-IV"),
        ("ScoreBench–", "ScoreBench"),
        ("≈accuracy", "accuracy"),
        ("A*", "A*"),
        ("Bench+", "Bench+"),
        ("Pathways to", "Pathways"),
    ],
)
def test_trim(text: str, trimmed: str) -> None:
    start, end = trim(text, 0, len(text))
    assert text[start:end] == trimmed


def test_half_a_hyphenated_word_is_nothing() -> None:
    start, end = trim("LLM-based agents", 3, 9)
    assert start == end


def test_of_overlapping_candidates_the_surer_stays() -> None:
    text = "deep graph kernels"
    found = resolve_overlaps([candidate(text, "deep graph", score=0.5), candidate(text, "graph kernels", score=0.8)])
    assert [(c.start, c.end) for c in found] == [(5, 18)]


def test_of_equally_sure_ones_the_longer_stays() -> None:
    text = "deep graph kernels"
    found = resolve_overlaps([candidate(text, "graph"), candidate(text, "deep graph kernels")])
    assert [text[c.start : c.end] for c in found] == ["deep graph kernels"]


def test_singular_and_plural_are_one() -> None:
    text = "A tensor sketch is small. Tensor sketches are fast."
    assert names(text, [candidate(text, "tensor sketch"), candidate(text, "Tensor sketches")]) == [("tensor sketch", "Tensor sketches")]


def test_short_and_long_form_are_one_and_the_short_form_names_it() -> None:
    text = "Mean Velocity Planner (MVP) plans. MVP is fast."
    pair = AbbreviationSpan(23, 26, 0, 21)
    found = split_abbreviations([candidate(text, "Mean Velocity Planner")], [pair])
    assert [text[c.start : c.end] for c in sorted(found, key=lambda c: c.start)] == ["Mean Velocity Planner", "MVP"]
    assert names(text, [*found, candidate(text, "MVP", nth=1)], (pair,)) == [("MVP", "Mean Velocity Planner")]


def test_a_span_over_both_forms_becomes_two_mentions() -> None:
    text = "We use Mean Velocity Planner (MVP) here."
    pair = AbbreviationSpan(30, 33, 7, 28)
    found = split_abbreviations([candidate(text, "Mean Velocity Planner (MVP)")], [pair])
    assert sorted(text[c.start : c.end] for c in found) == ["MVP", "Mean Velocity Planner"]


def test_a_task_that_ends_a_longer_one_is_the_same() -> None:
    text = "We study unsupervised skill discovery. In skill discovery, ..."
    found = [candidate(text, "unsupervised skill discovery", "Task"), candidate(text, "skill discovery", "Task", nth=1)]
    assert names(text, found) == [("unsupervised skill discovery", "skill discovery")]


def test_a_task_that_ends_two_longer_ones_stays_apart() -> None:
    text = "Video retrieval and image retrieval are retrieval."
    found = [candidate(text, "Video retrieval", "Task"), candidate(text, "image retrieval", "Task"), candidate(text, "retrieval", "Task", nth=2)]
    assert names(text, found) == [("Video retrieval",), ("image retrieval",), ("retrieval",)]


def test_model_versions_stay_apart() -> None:
    text = "Larch and Larch 70B"
    found = [candidate(text, "Larch", "Model"), candidate(text, "Larch 70B", "Model")]
    assert names(text, found) == [("Larch",), ("Larch 70B",)]


def test_a_decimal_point_tells_two_models_apart() -> None:
    text = "Larch-1.3B, Larch-13B and larch-1.3b"
    found = [candidate(text, form, "Model") for form in ("Larch-1.3B", "Larch-13B", "larch-1.3b")]
    assert names(text, found) == [("Larch-1.3B", "larch-1.3b"), ("Larch-13B",)]


def test_methods_that_share_a_head_stay_apart() -> None:
    text = "sparse attention and attention"
    found = [candidate(text, "sparse attention"), candidate(text, "attention", nth=1)]
    assert names(text, found) == [("sparse attention",), ("attention",)]


@pytest.mark.parametrize(("longer", "one"), [("Fern training", True), ("Fern with Block Updates", False), ("Fern XL", False), ("Fern of many trees", False)])
def test_a_method_and_a_variant_of_it_stay_apart(longer: str, one: bool) -> None:
    text = f"Fern grows. {longer} grows faster."
    assert len(names(text, [candidate(text, "Fern"), candidate(text, longer)])) == (1 if one else 2)


def test_groups_that_each_hold_a_part_of_the_other_lose_nothing() -> None:
    text = "foo; foo bar baz; bar baz qux (foo bar)"
    pairs = (AbbreviationSpan(0, 3, 18, 29), AbbreviationSpan(31, 38, 5, 16))
    found = [candidate(text, form, "Task") for form in ("foo bar baz", "bar baz qux")] + [
        candidate(text, "foo", "Task"),
        candidate(text, "foo bar", "Task", nth=1),
    ]
    merged = merge(text, found, pairs)
    assert sorted(form for group in merged for form in group.forms) == ["bar baz qux", "foo", "foo bar", "foo bar baz"]


def test_a_name_found_once_is_found_again() -> None:
    text = "FooNet wins. We train FooNet on FooNetwork."
    found = repeats(text, [candidate(text, "FooNet")], split_words(text))
    assert [(c.start, c.end, c.extractor) for c in found] == [(22, 28, "repeat")]


def test_a_common_word_is_not_found_again() -> None:
    text = "accuracy of the accuracy"
    assert repeats(text, [candidate(text, "accuracy", "Metric")], split_words(text)) == []
