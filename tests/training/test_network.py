"""The torch side of training; torch is no dependency of the tests, so this is skipped where it is not installed."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="torch is only there where models are trained")

from extractors.decode import ROLE_NAMES, TAGS  # noqa: E402
from training.network import Tagger, _bucket  # noqa: E402
from training.prune import cut, importance  # noqa: E402


def _tagger() -> Tagger:
    torch.manual_seed(3)
    net = Tagger(50, 24, 4, 16, 2, len(TAGS), len(ROLE_NAMES), dropout=0.0, words_from=1)
    net.eval()
    return net


def _inputs() -> list[torch.Tensor]:
    zeros = torch.zeros((2, 6), dtype=torch.int64)
    pieces = torch.tensor([[1, 5, 9, 12, 7, 2], [1, 8, 3, 4, 2, 0]])
    first = torch.tensor([[1, 3, 4], [1, 2, 0]])
    mask = torch.tensor([[True] * 6, [True] * 5 + [False]])
    words = torch.tensor([[True] * 3, [True, True, False]])
    return [pieces, zeros, zeros, zeros, zeros, zeros, first, mask, words]


def test_what_does_nothing_is_cut_without_a_change() -> None:
    net = _tagger()
    with torch.no_grad():
        for layer in net.layers:
            layer.out.weight[:, 6:12] = 0.0  # the second head's
            layer.down.weight[:, [0, 3, 15]] = 0.0
        before = net(*_inputs())
        scores = [(torch.tensor([3.0, 0.0, 1.0, 2.0]), torch.tensor([0.0, *[1.0] * 2, 0.0, *[1.0] * 11, 0.0])) for _ in net.layers]
        small = cut(net, scores, 3, 13)
        small.eval()
        after = small(*_inputs())
    assert (small.layers[0].heads, small.layers[0].depth, small.layers[0].up.out_features, small.words_from) == (3, 6, 13, 1)
    for one, other in zip(before, after, strict=True):
        assert torch.allclose(one, other, atol=1e-6)


def test_a_head_and_a_unit_that_put_out_nothing_matter_least() -> None:
    net = _tagger()
    with torch.no_grad():
        net.layers[0].qkv.weight[2 * 24 + 12 : 2 * 24 + 18] = 0.0  # values of the third head
        net.layers[0].qkv.bias[2 * 24 + 12 : 2 * 24 + 18] = 0.0
        net.layers[1].up.weight[5] = 0.0
        net.layers[1].up.bias[5] = 0.0
    names = ("pieces", "segments", "shapes", "spaces", "counts", "known", "first", "mask", "word_mask")
    batch = dict(zip(names, _inputs(), strict=True)) | {
        "targets": [],
        "tags": torch.tensor([[1, 2, 0], [0, 3, -100]]),
        "roles": torch.tensor([[0, 0, -100]] * 2),
    }
    scores = importance(net, [batch])
    assert scores[0][0].argmin() == 2
    assert scores[0][0][2] == 0.0
    assert scores[1][1].argmin() == 5
    assert (scores[0][0][[0, 1, 3]] > 0).all()


def test_buckets_of_distances_are_t5s() -> None:
    # From transformers' MPNetEncoder.relative_position_bucket: exact below 8, then logarithmic, the other direction 16 further on.
    distances = torch.tensor([0, -1, -7, -8, -11, -16, -127, -500, 1, 7, 8, 500])
    assert _bucket(distances, 32).tolist() == [0, 1, 7, 8, 8, 10, 15, 15, 17, 23, 24, 31]


def test_attention_by_distance_sees_only_text() -> None:
    torch.manual_seed(3)
    net = Tagger(50, 24, 4, 16, 2, len(TAGS), len(ROLE_NAMES), dropout=0.0, words_from=1, distances=32)
    net.eval()
    inputs = _inputs()
    with torch.no_grad():
        both = net(*inputs)[0]
        alone = net(*(column[1:, :5] for column in inputs[:6]), inputs[6][1:, :2], inputs[7][1:, :5], inputs[8][1:, :2])[0]
    assert torch.allclose(both[1, :2], alone[0], atol=1e-5)
