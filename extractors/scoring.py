"""The score of an entity: a calibrated probability that it is one, of that type.

Logistic regression over what is known of the entity once its mentions are merged; the weights are fitted on papers that
the tagger was not trained on (`training/calibrate.py`) and stand in ``models/tagger.json``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from extractors.decode import ROLE_NAMES, TYPES
from extractors.encoding import split_words
from extractors.merge import Group
from kg.lexicons import lookup

__all__ = ["FEATURES", "features", "score"]

FEATURES = (
    "bias",
    "logit of the best mention",
    "logit of the mean over mentions",
    "log of the number of mentions",
    "in the title",
    "has a short form",
    "a name: capital or digit inside",
    "all lower case, one word",
    "log of the number of words",
    "margin between the two best types",
    "in the lexicon of its type",
    "in the lexicon of another type only",
    "found by a lexicon alone",
    "probability of proposes",
    "probability of mentions",
    *(f"is a {name}" for name in TYPES),
    *(f"logit of the best mention of a {name}" for name in TYPES),
)


def _logit(p: float) -> float:
    p = min(max(p, 1e-4), 1 - 1e-4)
    return math.log(p / (1 - p))


def best_type(group: Group) -> str:
    """Return the type of a group: the most probable one over its mentions."""
    return TYPES[int(group.types.argmax())]


def features(group: Group, text: str, title_end: int) -> NDArray[np.float32]:
    """Return the features of an entity, in the order of `FEATURES`."""
    types = group.types
    order = np.argsort(-types)
    kind = TYPES[int(order[0])]
    scores = [c.score for c in group.candidates]
    form = group.names()[0]
    words = split_words(form)
    known = any(lookup(name, kind) is not None for name in group.forms)
    other = not known and any(lookup(name) is not None for name in group.forms)
    roles = np.exp(group.roles)
    named = any(c.isdigit() for c in form) or any(c.isupper() for c in form[1:])
    best = _logit(max(scores))
    row = [
        1.0,
        best,
        _logit(sum(scores) / len(scores)),
        math.log(len(scores)),
        float(any(c.start < title_end for c in group.candidates)),
        float(group.abbreviated),
        float(named),
        float(len(words) == 1 and form.islower()),
        math.log(max(1, len(words))),
        float(types[order[0]] - types[order[1]]),
        float(known),
        float(other),
        float(all(c.extractor == "lexicon" for c in group.candidates)),
        float(roles[ROLE_NAMES.index("proposes")]),
        float(roles[ROLE_NAMES.index("mentions")]),
        *(float(name == kind) for name in TYPES),
        *(best if name == kind else 0.0 for name in TYPES),
    ]
    return np.asarray(row, dtype=np.float32)


def score(row: NDArray[np.float32], group: Group, settings: Mapping[str, Any]) -> tuple[str, float]:
    """Return the type of an entity, and the probability that it is one.

    Parameters
    ----------
    row : float array of shape (len(FEATURES),)
    group : Group
    settings : mapping
        With `weights`: one number for each feature.

    Returns
    -------
    str, float
        The score lies in 0 to 1.
    """
    z = float(np.dot(row.astype(np.float64), np.asarray(settings["weights"], dtype=np.float64)))
    return best_type(group), 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, z))))
