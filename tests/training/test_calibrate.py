"""From what is known of a hundred papers to the threshold of entities."""

import numpy as np
import pytest

from training.calibrate import best_threshold, fit


def test_the_threshold_is_half_of_the_best_f1() -> None:
    scores = np.array([0.9, 0.8, 0.7, 0.6, 0.3])
    right = np.array([1, 1, 1, 0, 1])
    assert best_threshold(scores, right, 5) == (0.4, pytest.approx(0.8))  # all five kept: 4 right, 1 wrong, 5 wanted
    assert best_threshold(scores, right, 3) == (0.5, pytest.approx(1.0))


def test_optional_entities_count_neither_way() -> None:
    scores = np.array([0.9, 0.8, 0.7])
    assert best_threshold(scores, np.array([1, -1, 1]), 2) == (0.5, pytest.approx(1.0))


def test_without_candidates_nothing_is_reached() -> None:
    assert best_threshold(np.zeros(0), np.zeros(0, dtype=np.int64), 3) == (0.0, 0.0)


def test_fitted_scores_are_probabilities() -> None:
    dice = np.random.default_rng(2)
    rows = np.stack([np.ones(4000), dice.normal(size=4000)], axis=1)
    chance = 1 / (1 + np.exp(-(0.5 + 1.5 * rows[:, 1])))
    weights = fit(rows, (dice.random(4000) < chance).astype(np.int64))
    assert weights == pytest.approx([0.5, 1.5], abs=0.12)
