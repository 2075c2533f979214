"""What names nothing is no entity."""

import pytest

from extractors.entities import is_generic


@pytest.mark.parametrize(
    "form", ["method", "Benchmarks", "the"[:1], "k", "γ", "2024", "–", "ICLR", "NeurIPS 2022", "CVPR'24", "downstream tasks", "SOTA", "average"]
)
def test_generic(form: str) -> None:
    assert is_generic(form)


@pytest.mark.parametrize("form", ["AdamW", "ICLR-Bench", "accuracy", "average precision", "C4", "π0", "RL", "data efficiency", "NIPS papers"])
def test_not_generic(form: str) -> None:
    assert not is_generic(form)
