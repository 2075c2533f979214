"""The plain list: a heading, then abstracts between blank lines."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from corpus_reading import Reading

from kg.corpus import FORMATS
from kg.corpus.records import Match
from kg.model import Source, paper_id

Take = Callable[..., Reading]


@pytest.mark.parametrize(
    ("heading", "year", "venue"),
    [
        ("ICLR 2026 Papers", 2026, "ICLR 2026"),
        ("ICLR 2026 文章列表", 2026, "ICLR 2026"),
        ("Liste des articles de NeurIPS 2025", 2025, "NeurIPS 2025"),
        ("What I read in 2024", 2024, ""),
        ("ورقة", None, ""),
    ],
)
def test_headings(take: Take, heading: str, year: int | None, venue: str) -> None:
    reading = take(f"{heading}\n\nWe study one thing.\n\nWe study another.\n")
    assert reading.texts == ["We study one thing.", "We study another."]
    assert {(p.year, p.venue, p.title) for p in reading.papers} == {(year, venue, "")}
    assert reading.ids == [paper_id("We study one thing."), paper_id("We study another.")]
    assert [p.source for p in reading.papers if p.source and p.source.index] == [Source(p.source.file, i) for i, p in enumerate(reading.papers, 1) if p.source]


@pytest.mark.parametrize(
    "content",
    [
        "\ufeffList\r\n\r\nOne abstract\r\nwith a break.\r\n\r\nTwo.\r\n",
        "List\n\nOne abstract\nwith a break.\n  \t \nTwo.",
        "\n\nList\n\n\n\nOne abstract  \nwith a break.\n\n\n\n\nTwo.\n\n\n",
        "List\n\xa0\nOne abstract\nwith a break.\n\u200f\u200b\nTwo.",
        "List\n\n  One abstract\nwith a break.\n\nTwo.",
        "List\nOne abstract\nwith a break.\n\nTwo.",
    ],
)
def test_blank_lines(take: Take, content: str) -> None:
    assert take(content).texts == ["One abstract\nwith a break.", "Two."]


def test_no_heading(take: Take) -> None:
    long = "This abstract is the very first line of its file, which someone forgot to give a heading. " * 3
    assert take(f"{long}\n\nTwo.").texts == [long.strip(), "Two."]
    assert take("We study one thing and nothing else.\n\nTwo.").texts == ["We study one thing and nothing else.", "Two."]


def test_first_abstract_with_line_breaks_and_no_heading(take: Take) -> None:
    wrapped = (
        "An abstract that was wrapped at fifty characters,\nas some editors do, and that has no heading above\nit, which is no reason to lose its first line."
    )
    assert take(f"{wrapped}\n\nTwo.").texts == [wrapped, "Two."]


@pytest.mark.parametrize("content", ["ICLR 2026 Papers", "ICLR 2026 Papers\n\n\n", "\ufeff标题\r\n"])
def test_heading_alone(take: Take, content: str) -> None:
    assert take(content).error == "no paper could be read: f: no papers in it, read as text"


def test_marks_of_direction_and_control_characters_stay(take: Take) -> None:
    assert take("List\n\n\u202bעברית\u202c and \x07 a bell.\n").texts == ["\u202bעברית\u202c and \x07 a bell."]


def test_punctuation_is_no_abstract(take: Take) -> None:
    reading = take("List\n\n* * *\n\nAn abstract.\n")
    assert reading.texts == ["An abstract."]
    assert reading.problems == ["f: record 1, line 3: skipped: neither title nor abstract"]


ABSTRACT = "An abstract of a sensible length has a number of sentences. This is one of them. " * 5


@pytest.mark.parametrize(
    ("content", "match"),
    [
        (f"List\n\n{ABSTRACT}\n\n{ABSTRACT}", Match.YES),
        ("文章列表\n\n" + "我们提出了一种新的方法来解决这个问题" * 8, Match.YES),
        (f"# Read me\n\n{ABSTRACT}\n\n```\npip install\n```\n", Match.MAYBE),
        (f'"""A module."""\n\nimport os\n\n{ABSTRACT}', Match.MAYBE),
        ("List\n\nShort.\n\nShort too.", Match.MAYBE),
        (f"<html>\n\n{ABSTRACT}", Match.NO),
        ("", Match.NO),
    ],
)
def test_what_a_list_of_abstracts_looks_like(content: str, match: Match) -> None:
    assert FORMATS.load("text").sniff(content) is match
