"""What of a trained tagger goes on in the benchmark of public corpora; needs torch, like all of training."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="torch is only there where models are trained")

from benchmarks.public import fresh_head  # noqa: E402
from extractors.decode import ROLE_NAMES, TAGS  # noqa: E402
from training.network import Tagger  # noqa: E402


def test_a_type_of_the_same_name_goes_on_with_what_the_tagger_knows() -> None:
    net = Tagger(50, 24, 4, 16, 1, len(TAGS), len(ROLE_NAMES))
    head = fresh_head(net, ("O", "B-TASK", "I-TASK", "B-Generic", "I-Generic"), trained=True)
    assert head.weight.shape == (5, 24)
    for row, tag in ((0, "O"), (1, "B-Task"), (2, "I-Task")):
        assert torch.equal(head.weight[row], net.tag_head.weight[TAGS.index(tag)])
        assert head.bias[row] == net.tag_head.bias[TAGS.index(tag)]
    assert not any(torch.equal(head.weight[3], row) for row in net.tag_head.weight)


def test_an_untrained_tagger_has_nothing_to_go_on_with() -> None:
    net = Tagger(50, 24, 4, 16, 1, len(TAGS), len(ROLE_NAMES))
    head = fresh_head(net, ("O", "B-Task", "I-Task"), trained=False)
    assert not any(torch.equal(head.weight[1], row) for row in net.tag_head.weight)
