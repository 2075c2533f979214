"""The role of an entity in the paper."""

import numpy as np

from extractors.decode import ROLE_NAMES
from extractors.roles import choose_role


def scores(**roles: float) -> list[float]:
    return [float(np.log(roles.get(name, 0.01))) for name in ROLE_NAMES]


def test_the_most_probable_role_wins() -> None:
    assert choose_role("Method", scores(proposes=0.2, uses=0.7)) == "uses"


def test_a_role_that_the_type_cannot_take_is_passed_over() -> None:
    assert choose_role("Dataset", scores(uses=0.8, evaluates_on=0.1)) == "evaluates_on"
    assert choose_role("Task", scores(reports=0.8, addresses=0.1)) == "addresses"


def test_of_equals_the_stronger_holds() -> None:
    assert choose_role("Method", scores(mentions=0.5, uses=0.5)) == "uses"


def test_without_scores_the_default_of_the_type_holds() -> None:
    assert [choose_role(kind, ()) for kind in ("Method", "Model", "Dataset", "Metric", "Task")] == ["uses", "uses", "evaluates_on", "reports", "addresses"]
