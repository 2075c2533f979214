"""Annotations find their places in a text again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from training.align import align, read_jsonl
from training.standoff import join, strip

TEXT = "LarchNet: routing of trees\nWe propose LarchNet, a sparse-routing\u2011net. On LarchBench, larchnet wins; LarchNets do not."


def places(*entities: dict[str, object]) -> list[tuple[str, int]]:
    return [(TEXT[m.start : m.end], m.entity) for m in align(TEXT, entities)]


def entity(*names: str, **more: object) -> dict[str, object]:
    return {"names": list(names), "type": "Method", "role": "proposes", **more}


def test_every_place_as_written_and_only_whole_words() -> None:
    assert places(entity("LarchNet")) == [("LarchNet", 0), ("LarchNet", 0)]


def test_case_is_ignored_only_where_nothing_else_is_found() -> None:
    assert places(entity("LARCHBENCH")) == [("LarchBench", 0)]


def test_the_longest_name_wins() -> None:
    assert places(entity("routing"), entity("routing of trees")) == [("routing of trees", 1), ("routing", 0)]


def test_the_kind_of_dash_does_not_matter() -> None:
    assert places(entity("sparse routing-net")) == [("sparse-routing\u2011net", 0)]


def test_of_equal_names_the_required_one_wins() -> None:
    assert places(entity("LarchBench", optional=True), entity("LarchBench")) == [("LarchBench", 1)]


@pytest.mark.parametrize("name", ["arch", "", "–", "nothing of it"])
def test_what_is_not_there_is_not_found(name: str) -> None:
    assert places(entity(name)) == []


def test_texts_come_off_and_on_again(tmp_path: Path) -> None:
    record = {"id": "x1", "title": "A title", "abstract": "We propose LarchNet for trees.", "entities": [entity("LarchNet")], "results": [], "relations": []}
    papers, bare, again = (tmp_path / name for name in ("papers.jsonl", "bare.jsonl", "again.jsonl"))
    papers.write_text(json.dumps(record) + "\n", encoding="utf-8")
    assert strip(papers, bare) == 1
    assert "abstract" not in bare.read_text(encoding="utf-8")
    assert join(bare, [papers], again) == (1, 0)
    assert read_jsonl(again) == [record]


def test_the_published_annotations_hold_no_text() -> None:
    published = read_jsonl(Path(__file__).resolve().parents[2] / "training" / "annotations.jsonl")
    assert len(published) == 1517
    assert {name for record in published for name in record} == {"id", "draw", "entities", "results", "relations"}
