"""What names nothing is no entity."""

import pytest

from extractors.entities import _elsewhere, is_generic
from extractors.gazetteer import Gazetteer


@pytest.mark.parametrize(
    "form", ["method", "Benchmarks", "the"[:1], "k", "γ", "2024", "–", "ICLR", "NeurIPS 2022", "CVPR'24", "downstream tasks", "SOTA", "average"]
)
def test_generic(form: str) -> None:
    assert is_generic(form)


@pytest.mark.parametrize("form", ["AdamW", "ICLR-Bench", "accuracy", "average precision", "C4", "π0", "RL", "data efficiency", "NIPS papers"])
def test_not_generic(form: str) -> None:
    assert not is_generic(form)


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("Code: https://anonymous.4open.science/r/LARCH-Net-26.", ["https://anonymous.4open.science/r/LARCH-Net-26."]),
        ("see github.com/larch/fern for code", ["github.com/larch/fern"]),
        ("improves the bounds of Larch et al. (FOCS 2011)", ["Larch", "FOCS"]),
        ("as shown by Larch, Fern, and Pine et al., 2020", ["Larch, Fern, and Pine"]),
        ("the best known (LARCHCONF'21) rate", ["LARCHCONF"]),
        ("on competition mathematics (AIME 2024)", []),
        ("We propose LARCH (2B) and train FERN in 2024.", []),
    ],
)
def test_addresses_and_citations_name_no_entity(text: str, inside: list[str]) -> None:
    gazetteer = Gazetteer([("AIME", "Dataset", True)])
    assert [text[a:b] for a, b in sorted(_elsewhere(text, gazetteer))] == inside
