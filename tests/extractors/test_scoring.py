"""What an entity's score is made of."""

import numpy as np
import pytest

from extractors.decode import ROLE_NAMES, TYPES
from extractors.merge import Candidate, merge
from extractors.scoring import FEATURES, features, score


def group(text: str, *forms: str, kind: str = "Dataset", sure: float = 0.8, extractor: str = "model"):  # type: ignore[no-untyped-def]
    types = np.zeros(len(TYPES), dtype=np.float32)
    types[TYPES.index(kind)] = sure
    roles = np.full(len(ROLE_NAMES), -np.log(len(ROLE_NAMES)), dtype=np.float32)
    found, at = [], 0
    for form in forms:
        at = text.index(form, at)
        found.append(Candidate(at, at + len(form), types, roles, sure, extractor))
        at += len(form)
    (merged,) = merge(text, found, [])
    return merged


def test_features_of_a_known_dataset_in_the_title() -> None:
    text = "ImageNet again\nWe train on ImageNet."
    row = dict(zip(FEATURES, features(group(text, "ImageNet", "ImageNet"), text, 14), strict=True))
    assert row["bias"] == 1
    assert row["logit of the best mention"] == pytest.approx(np.log(4), abs=1e-5)
    assert row["log of the number of mentions"] == pytest.approx(np.log(2))
    assert row["in the title"] == 1
    assert row["a name: capital or digit inside"] == 1
    assert row["in the lexicon of its type"] == 1 and row["in the lexicon of another type only"] == 0
    assert row["is a Dataset"] == 1 and row["is a Method"] == 0


def test_features_of_an_unknown_word_found_by_a_lexicon_alone() -> None:
    text = "We prune larchwood."
    row = dict(zip(FEATURES, features(group(text, "larchwood", kind="Task", extractor="lexicon"), text, 0), strict=True))
    assert row["in the title"] == 0
    assert row["all lower case, one word"] == 1
    assert row["found by a lexicon alone"] == 1
    assert row["in the lexicon of its type"] == 0


def test_the_score_is_a_logistic_function_of_the_features() -> None:
    text = "We train on ImageNet."
    item = group(text, "ImageNet")
    row = features(item, text, 0)
    weights = [0.0] * len(FEATURES)
    assert score(row, item, {"weights": weights}) == ("Dataset", 0.5)
    weights[0] = 2.0
    assert score(row, item, {"weights": weights})[1] == pytest.approx(1 / (1 + np.exp(-2)))
    weights[0] = -1e9
    assert score(row, item, {"weights": weights})[1] == pytest.approx(0, abs=1e-9)
