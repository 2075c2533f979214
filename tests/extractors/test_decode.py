"""From logits to spans."""

from itertools import pairwise, product

import numpy as np
import pytest

from extractors.decode import ROLE_NAMES, TAGS, best_path, decode

NO_ROLES = len(ROLE_NAMES)


def logits(*tags: str, sure: float = 8.0) -> np.ndarray:
    rows = np.zeros((len(tags), len(TAGS)), dtype=np.float32)
    for row, tag in enumerate(tags):
        rows[row, TAGS.index(tag)] = sure
    return rows


def spans(rows: np.ndarray, bias: float = 0.0) -> list[tuple[int, int, str]]:
    return [(s.first, s.last, s.type) for s in decode(rows, np.zeros((len(rows), NO_ROLES), dtype=np.float32), bias)]


def test_begin_and_inside_make_one_span() -> None:
    assert spans(logits("O", "B-Method", "I-Method", "O", "B-Dataset")) == [(1, 3, "Method"), (4, 5, "Dataset")]


def test_two_begins_make_two_spans() -> None:
    assert spans(logits("B-Metric", "B-Metric")) == [(0, 1, "Metric"), (1, 2, "Metric")]


def test_an_inside_never_follows_another_type() -> None:
    rows = logits("B-Method", "I-Dataset")
    rows[1, TAGS.index("I-Method")] = 7.0  # nearly as likely, and allowed
    assert spans(rows) == [(0, 2, "Method")]


def test_an_inside_never_begins_a_text() -> None:
    rows = logits("I-Task", "O")
    rows[0, TAGS.index("B-Task")] = 7.0
    assert spans(rows) == [(0, 1, "Task")]


def test_no_allowed_sequence_is_better() -> None:
    """Every sequence of six words and two types is tried: what is put together from windows has to be the best of all."""
    dice = np.random.default_rng(5)
    allowed = [tags for tags in product(range(5), repeat=6) if all(tag in (0, 1, 3) or before in (tag - 1, tag) for before, tag in pairwise((0, *tags)))]
    assert len(allowed) == 2131
    windows = 0
    for _ in range(200):
        scores = dice.normal(size=(6, 5)).astype(np.float32)
        scores[:, 0] += 1
        sums = scores[np.arange(6), np.array(allowed)].sum(axis=1)
        path = best_path(scores)
        assert tuple(path) == allowed[int(sums.argmax())]
        windows += path != scores.argmax(axis=1).tolist()
    assert windows > 100


def test_nothing_in_nothing_out() -> None:
    assert spans(np.zeros((0, len(TAGS)), dtype=np.float32)) == []


def test_bias_finds_more_and_leaves_the_score() -> None:
    rows = logits("O", sure=1.0)
    rows[0, TAGS.index("B-Model")] = 0.8
    assert spans(rows) == []
    (span,) = decode(rows, np.zeros((1, NO_ROLES), dtype=np.float32), bias=1.0)
    assert span.type == "Model"
    expected = np.exp(0.8) / (np.exp(1.0) + np.exp(0.8) + len(TAGS) - 2)
    assert span.score == pytest.approx(expected, abs=1e-6)


def test_roles_are_the_mean_over_the_words() -> None:
    roles = np.zeros((2, NO_ROLES), dtype=np.float32)
    roles[0, 0], roles[1, 3] = 2.0, 4.0
    (span,) = decode(logits("B-Method", "I-Method"), roles)
    assert int(span.roles.argmax()) == 3
