"""What names nothing is no entity."""

import pytest

from extractors.entities import _elsewhere, _without_head, is_generic
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


@pytest.mark.parametrize(
    ("name", "kind", "kept"),
    [
        ("Birch environment", "Dataset", "Birch"),
        ("BirchGym simulators", "Dataset", "BirchGym"),
        ("Birch-7B model", "Model", "Birch-7B"),
        ("driving simulator", "Dataset", "driving simulator"),  # no name before it
        ("Birch environment", "Method", "Birch environment"),
        ("Environments", "Dataset", "Environments"),
        ("Birch environment design", "Dataset", "Birch environment design"),
    ],
)
def test_a_head_word_of_its_kind_is_no_part_of_a_name(name: str, kind: str, kept: str) -> None:
    text = f"on {name} here"
    assert text[3 : _without_head(text, 3, 3 + len(name), kind)] == kept
