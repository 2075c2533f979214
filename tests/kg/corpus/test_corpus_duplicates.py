"""The same paper twice: found by id or text, kept once, reported; and different papers are never merged."""

from __future__ import annotations

import json
import random
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from corpus_reading import Reading, drain

from kg.corpus import Duplicate, read
from kg.corpus.duplicates import Seen
from kg.model import Source, paper_id

Take = Callable[..., Reading]

LONG = (
    "We study the slow growth of fast networks. Their growth is slower than that of slow ones, which is surprising to some "
    "and not at all surprising to others, who had not expected anything else."
)
OTHER = LONG.replace("surprising", "unsurprising")


def rows(*records: dict[str, object]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def test_same_abstract_under_other_ids(take: Take) -> None:
    folded = LONG.upper().replace(" ", "\u00a0 \n").replace("FI", "ﬁ")
    reading = take(rows({"id": "a", "title": "T", "abstract": LONG}, {"id": "b", "title": "U", "abstract": folded}))
    assert reading.ids == ["a"]
    assert reading.duplicates == ["f: record 2: the same abstract as record 1 of f"]
    assert reading.problems == []


def test_short_abstracts_identify_nothing(take: Take) -> None:
    gone = "This paper has been withdrawn by the authors."
    reading = take(rows({"id": "a", "title": "T", "abstract": gone}, {"id": "b", "title": "U", "abstract": gone}, {"id": "c", "title": "t", "abstract": gone}))
    assert reading.ids == ["a", "b"]
    assert reading.duplicates == ["f: record 3: the same abstract as record 1 of f"]


def test_titles_alone_identify_nothing(take: Take) -> None:
    reading = take(rows({"id": "a", "title": "Preface"}, {"id": "b", "title": "Preface"}, {"id": "b", "title": "PREFACE"}))
    assert reading.ids == ["a", "b"]
    assert reading.duplicates == ["f: record 3: the same id and title as record 2 of f"]


def test_new_version_of_an_abstract_is_the_same_paper(take: Take) -> None:
    reading = take(rows({"id": "a", "title": "T", "abstract": LONG}, {"id": "a", "title": "T", "abstract": OTHER}))
    assert [p.abstract for p in reading.papers] == [LONG]
    assert reading.duplicates == ["f: record 2: the same id and title as record 1 of f"]


def test_one_id_for_two_papers(take: Take) -> None:
    reading = take(rows({"id": 1, "title": "T", "abstract": LONG}, {"id": 1, "title": "U", "abstract": OTHER}, {"id": 1, "title": "U", "abstract": OTHER}))
    first, second = reading.papers
    assert first.id == "1"
    assert second.id.startswith("1~")
    assert len(second.id) == 8
    assert reading.problems == [f"f: record 2, line 2: the id '1' belongs to another paper, record 1 of f; this one is kept as '{second.id}'"]
    assert reading.duplicates == ["f: record 3: the same abstract as record 2 of f"]


def test_one_id_for_two_papers_without_titles(take: Take) -> None:
    reading = take(rows({"id": "x", "abstract": LONG}, {"id": "x", "abstract": OTHER}))
    assert [p.abstract for p in reading.papers] == [LONG, OTHER]
    assert reading.ids[1].startswith("x~")


def test_new_ids_depend_on_the_paper_alone(take: Take) -> None:
    one, two, three = ({"id": "k", "title": t, "abstract": LONG + t} for t in "ABC")
    ids = {p.title: p.id for p in take(rows(one, two, three)).papers}
    assert {p.title: p.id for p in take(rows(one, three, two)).papers} == ids
    assert ids["A"] == "k"


def test_without_ids(take: Take) -> None:
    reading = take(f"List\n\n{LONG}\n\nShort one.\n\n{LONG}\n\nShort  one.\n")
    assert reading.ids == [paper_id(LONG), paper_id("Short one.")]
    assert reading.duplicates == ["f: record 3: the same abstract as record 1 of f", "f: record 4: the same abstract as record 2 of f"]


def test_across_files(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(rows({"id": "z", "title": "Z"}) + "oops\n" + rows({"id": "a", "title": "T", "abstract": LONG}))
    (tmp_path / "b.txt").write_text(f"List\n\nAnother.\n\n{LONG}\n")
    corpus = read(tmp_path / "a.jsonl", tmp_path / "b.txt")
    assert [p.id for p in corpus] == ["z", "a", paper_id("Another.")]
    kept, lost = Source(f"{tmp_path}/a.jsonl", 3), Source(f"{tmp_path}/b.txt", 2)
    assert corpus.duplicates == [Duplicate(paper_id(LONG), lost, kept, "the same abstract")]
    assert (corpus.count, corpus.skipped, corpus.merged) == (3, 1, 1)


def test_lists_of_messages_are_bounded(tmp_path: Path) -> None:
    (tmp_path / "f").write_text('{"id": "a", "title": "T"}\n' + "oops\n" * 1200 + '{"id": "a", "title": "T"}\n' * 11_000)
    reading = drain(corpus := read(tmp_path / "f", format="jsonl"), f"{tmp_path}/")
    assert reading.ids == ["a"]
    assert (reading.skipped, corpus.merged) == (1200, 11_000)
    assert len(reading.problems) == 1001
    assert reading.problems[-1] == "f: 200 further problems are not listed"
    assert len(reading.duplicates) == 10_000


def test_what_is_held_agrees_with_a_dict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.corpus.duplicates.LATEST", 500)
    seen, known = Seen(), {}
    choice = random.Random(3)
    for place in range(1, 10_000):
        key = str(choice.randrange(7_000))
        found = seen.add(place, key, "", key.rjust(200, "x"))
        assert (found[0] if found else None) == known.get(key)
        known.setdefault(key, place)


def test_memory_does_not_grow_with_the_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.corpus.duplicates.LATEST", 200)
    seen = Seen()
    for place in range(1, 1_000):
        seen.add(place, f"id {place}", f"title {place}", f"{place} ".rjust(400, "x"))
    tracemalloc.start()
    before = tracemalloc.take_snapshot()
    for place in range(1_000, 6_000):
        seen.add(place, f"id {place}", f"title {place}", f"{place} ".rjust(400, "x"))
    grown = sum(line.size_diff for line in tracemalloc.take_snapshot().compare_to(before, "filename"))
    tracemalloc.stop()
    # 28 bytes a paper, and two dicts of the latest 200 to 600 at some 100 bytes.
    assert grown < 5_000 * 28 + 2 * 600 * 120
