"""Linear models over named features: what ``training/results.py`` learns, and how it is applied.

The weights are a table of feature to one number per class, read from ``extractors/models/results.json`` once. Scores are sums of a few
dozen table entries, so plain Python is fast enough and the answer does not depend on a numerical library.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import resources

__all__ = ["Weights", "class_probabilities", "load_weights", "mix", "sigmoid", "softmax"]

Weights = Mapping[str, Sequence[float]]
_FILE = "results.json"


@lru_cache(maxsize=1)
def load_weights() -> dict[str, dict[str, list[float]]]:
    """Return the tables of weights by the name of the decision (``kind``, ``method``, ``metric``, ...)."""
    tables: dict[str, dict[str, list[float]]] = json.loads(resources.files("extractors").joinpath("models").joinpath(_FILE).read_text(encoding="utf-8"))
    return tables


def softmax(scores: Sequence[float]) -> list[float]:
    """Return the probabilities that belong to scores."""
    top = max(scores)
    powers = [math.exp(score - top) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def mix(chances: Sequence[float], opinion: Sequence[float], shares: Sequence[float]) -> list[float]:
    """Return the probabilities of two judges taken together: a product of experts (Hinton 2002, https://doi.org/10.1162/089976602760128018).

    Parameters
    ----------
    chances : sequence of float
        Probabilities by the features.
    opinion : sequence of float
        Log-probabilities by the network.
    shares : (float, float)
        How much each of the two counts.
    """
    return softmax([shares[0] * math.log(max(chance, 1e-9)) + shares[1] * log for chance, log in zip(chances, opinion, strict=True)])


def class_probabilities(weights: Weights, features: Iterable[str], classes: int) -> list[float]:
    """Return the probability of each class, given the features that hold."""
    scores = [0.0] * classes
    for feature in set(features):
        row = weights.get(feature)
        if row is not None:
            for c, weight in enumerate(row):
                scores[c] += weight
    return softmax(scores)


def sigmoid(weights: Weights, features: Iterable[str]) -> float:
    """Return the probability of "yes", given the features that hold."""
    score = sum(weights[feature][0] for feature in set(features) if feature in weights)
    return 1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, score))))
