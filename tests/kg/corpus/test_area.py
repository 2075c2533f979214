"""The research area of a paper, as its file gives it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kg
from kg.corpus.fields import area


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("cs.LG cs.CL stat.ML", "cs.LG"),
        ("astro-ph.CO math", "astro-ph.CO"),
        (["cs.CV", "cs.AI"], "cs.CV"),
        ("reinforcement learning", "reinforcement learning"),
        ("applications to computer vision, audio, language, and other modalities", "applications to computer vision, audio, language, and other modalities"),
        ([{"category": "Computer Science", "source": "x"}], "Computer Science"),
        ({"@term": "cs.RO"}, "cs.RO"),
        ({"display_name": "Optimal  Transport\n"}, "Optimal Transport"),
        ([], ""),
        (None, ""),
        (7, ""),
        ([["cs.LG"]], ""),
    ],
)
def test_the_first_area_counts(value: object, found: str) -> None:
    assert area(value) == found


def test_areas_of_openreview_arxiv_and_bibtex(tmp_path: Path) -> None:
    content = {"title": {"value": "On larches"}, "abstract": {"value": "We study larches in winter."}, "primary_area": {"value": "optimization"}}
    rows = [
        {"id": "a1", "content": content},
        {"id": "2401.00001", "title": "On firs", "abstract": "We study firs in spring.", "categories": "cs.LG cs.AI", "update_date": "2024-01-02"},
        {"id": "c3", "title": "On oaks", "abstract": "We study oaks in summer."},
    ]
    (tmp_path / "papers.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (tmp_path / "more.bib").write_text(
        "@article{elm, title = {On elms}, abstract = {We study elms in autumn.}, eprint = {2401.00002}, primaryClass = {cs.CL}}", encoding="utf-8"
    )
    papers = list(kg.read(str(tmp_path / "papers.jsonl"), str(tmp_path / "more.bib")))
    assert [(paper.title, paper.area) for paper in papers] == [("On larches", "optimization"), ("On firs", "cs.LG"), ("On oaks", ""), ("On elms", "cs.CL")]
    assert [kg.Paper.from_json(paper.to_json()).area for paper in papers] == ["optimization", "cs.LG", "", "cs.CL"]
    assert "area" not in papers[2].to_json()
