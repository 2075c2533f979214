"""From corpus to folder: what is written, what is extracted again, and what a kill leaves behind."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

import kg
from kg import api
from kg.api.folder import STAGING, graph_file, replaced
from kg.api.spool import Spool
from kg.errors import GraphError, InputError, NotFoundError, StoreError

OUTPUTS = ("graph.json", "graph.graphml", "graph.html", "report.txt", "papers.jsonl")

PAPERS = [
    {
        "id": "a1",
        "title": "Sorting",
        "abstract": "We propose FastNet. It is tested on ImageNet, where it reaches 81 % accuracy. https://example.org/a",
        "year": 2024,
    },
    {"id": "a2", "title": "Merging", "abstract": "We propose SlowNet. It is tested on ImageNet, where it reaches 83 % accuracy.", "year": 2025},
    {"id": "a3", "title": "Splitting", "abstract": "We propose a splitter. It is tested on CIFAR-10, where it reaches 95 % accuracy.", "year": 2026},
]


def corpus(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def contents(folder: Path, names: tuple[str, ...] = OUTPUTS) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in names}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return corpus(tmp_path / "corpus.jsonl", PAPERS)


def test_build_writes_a_graph_that_answers(file: Path, tmp_path: Path, fake_pipeline: Any) -> None:
    graph = kg.build(file, out=tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted((*OUTPUTS, "kg.db", ".kg.lock"))
    assert [row.id for row in graph.papers(evaluates_on="ImageNet")] == ["p:a2", "p:a1"]
    assert [row.method for row in graph.leaderboard("ImageNet")] == ["SlowNet", "FastNet"]
    assert kg.load(tmp_path / "out").papers() == kg.load(tmp_path / "out" / "graph.json").papers() == graph.papers()


def test_same_papers_same_bytes_whatever_their_order(tmp_path: Path, fake_pipeline: Any) -> None:
    rows = [
        {"id": f"x{number}", "abstract": f"We propose Net{number % 7}. It is tested on Data{number % 3}, where it reaches {number} % accuracy."}
        for number in range(40)
    ]
    api.build_folder(corpus(tmp_path / "one.jsonl", rows), out=tmp_path / "one")
    random.Random(1).shuffle(rows)
    half = corpus(tmp_path / "half.jsonl", rows[:15])
    rest = corpus(tmp_path / "rest.jsonl", rows[15:])
    api.build_folder(half, rest, out=tmp_path / "two")
    graphs = ("graph.json", "graph.graphml", "graph.html")
    assert contents(tmp_path / "one", graphs) == contents(tmp_path / "two", graphs)
    before = contents(tmp_path / "one")
    api.build_folder(tmp_path / "one.jsonl", out=tmp_path / "one")
    assert contents(tmp_path / "one") == before


def test_nothing_in_the_outputs_depends_on_the_place(tmp_path: Path, fake_pipeline: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for place in ("here", "somewhere/else"):
        (tmp_path / place).mkdir(parents=True)
        file = corpus(tmp_path / place / "corpus.jsonl", PAPERS)
        monkeypatch.chdir(tmp_path / place)
        api.build_folder(file.resolve(), out="kg-out")
        found.append(contents(tmp_path / place / "kg-out"))
    assert found[0] == found[1]
    assert not any(str(tmp_path).encode() in content for content in found[0].values())


def test_only_what_is_new_is_extracted(file: Path, tmp_path: Path, fake_pipeline: Any) -> None:
    assert api.build_folder(file, out=tmp_path / "out").extracted == 3
    assert api.build_folder(file, out=tmp_path / "out").extracted == 0
    more = corpus(tmp_path / "more.jsonl", [{"id": "a4", "abstract": "We propose DeepNet. It is tested on ImageNet."}])
    built = api.build_folder(file, more, out=tmp_path / "out")
    assert (built.papers, built.extracted) == (4, 1)
    assert fake_pipeline.extracted == ["a1", "a2", "a3", "a4"]


def test_another_pipeline_extracts_anew(file: Path, tmp_path: Path, fake_pipeline: Any) -> None:
    api.build_folder(file, out=tmp_path / "out")
    fake_pipeline.fingerprint = "fake 2"
    assert api.build_folder(file, out=tmp_path / "out").extracted == 3


def test_a_store_serves_several_folders(file: Path, tmp_path: Path, fake_pipeline: Any) -> None:
    api.build_folder(file, out=tmp_path / "one", store=tmp_path / "shared.db")
    assert api.build_folder(file, out=tmp_path / "two", store=tmp_path / "shared.db").extracted == 0
    assert not (tmp_path / "one" / "kg.db").exists()
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_killed_build_goes_on_where_it_stopped(tmp_path: Path, fake_pipeline: Any) -> None:
    rows = [{"id": f"x{number:03}", "abstract": f"We propose Net{number % 9}. It is tested on Data. Run {number}."} for number in range(100)]
    file = corpus(tmp_path / "corpus.jsonl", rows)
    api.build_folder(file, out=tmp_path / "whole")
    fake_pipeline.extracted.clear()
    fake_pipeline.fail_after = 70
    with pytest.raises(KeyboardInterrupt):
        api.build_folder(file, out=tmp_path / "out")
    assert not (tmp_path / "out" / "graph.json").exists()
    fake_pipeline.fail_after = None
    built = api.build_folder(file, out=tmp_path / "out")
    assert built.extracted == 100 - 64
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted((*OUTPUTS, "kg.db", ".kg.lock"))


def test_a_failed_write_leaves_the_old_files(file: Path, tmp_path: Path, fake_pipeline: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    api.build_folder(file, out=tmp_path / "out")
    before = contents(tmp_path / "out")

    def full(*arguments: Any, **options: Any) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("graphs.report.report", full)
    more = corpus(tmp_path / "more.jsonl", [{"id": "a4", "abstract": "We propose DeepNet. It is tested on ImageNet."}])
    with pytest.raises(GraphError, match="No space left on device"):
        api.build_folder(file, more, out=tmp_path / "out")
    assert contents(tmp_path / "out") == before
    assert not [path for path in (tmp_path / "out").iterdir() if path.name.startswith(STAGING)]


def test_add_is_the_same_as_building_all_at_once(file: Path, tmp_path: Path, fake_pipeline: Any) -> None:
    first = corpus(tmp_path / "first.jsonl", PAPERS[:1])
    rest = corpus(tmp_path / "rest.jsonl", PAPERS[1:])
    api.build_folder(file, out=tmp_path / "whole")
    api.build_folder(first, out=tmp_path / "out")
    built = api.add(rest, out=tmp_path / "out")
    assert (built.papers, built.extracted) == (3, 2)
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


def test_add_tells_where_a_duplicate_stands(tmp_path: Path, fake_pipeline: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    corpus(tmp_path / "first.jsonl", PAPERS[:2])
    corpus(tmp_path / "new.jsonl", [PAPERS[2], PAPERS[1]])
    api.build_folder("first.jsonl")
    (duplicate,) = api.add("new.jsonl").duplicates
    assert (duplicate.source.file, duplicate.source.index) == ("new.jsonl", 2)
    assert (duplicate.kept.file, duplicate.kept.index) == ("kg-out/papers.jsonl", 2)


def test_add_reads_other_formats(file: Path, tmp_path: Path, fake_pipeline: Any) -> None:
    api.build_folder(file, out=tmp_path / "out")
    bib = tmp_path / "new.txt"
    bib.write_text("@article{b1, title={Deep}, abstract={We propose DeepNet. It is tested on ImageNet.}, year=2020}\n")
    assert api.add(bib, out=tmp_path / "out", format="bibtex").papers == 4


def test_remove_is_the_same_as_never_having_had_it(tmp_path: Path, fake_pipeline: Any) -> None:
    api.build_folder(corpus(tmp_path / "all.jsonl", PAPERS), out=tmp_path / "out")
    api.build_folder(corpus(tmp_path / "two.jsonl", PAPERS[::2]), out=tmp_path / "two")
    assert api.remove("p:a2", out=tmp_path / "out").extracted == 0
    assert contents(tmp_path / "out") == contents(tmp_path / "two")


def test_remove_needs_known_ids_and_leaves_something(tmp_path: Path, fake_pipeline: Any) -> None:
    api.build_folder(corpus(tmp_path / "one.jsonl", PAPERS[:1]), out=tmp_path / "out")
    before = contents(tmp_path / "out")
    with pytest.raises(NotFoundError, match="'a9'"):
        api.remove("a1", "a9", out=tmp_path / "out")
    with pytest.raises(InputError, match="no paper would be left"):
        api.remove("a1", out=tmp_path / "out")
    assert contents(tmp_path / "out") == before


def test_add_needs_a_graph(file: Path, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="kg build CORPUS"):
        api.add(file, out=tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_problems_and_duplicates_are_told(tmp_path: Path, fake_pipeline: Any) -> None:
    file = tmp_path / "corpus.jsonl"
    file.write_text(json.dumps(PAPERS[0]) + "\n" + json.dumps(PAPERS[0]) + '\n{"id": "broken\n' + json.dumps(PAPERS[1]) + "\n")
    built = api.build_folder(file, out=tmp_path / "out")
    assert (built.papers, len(built.problems), len(built.duplicates)) == (2, 1, 1)
    assert "line 3" in str(built.problems[0])
    assert "record 3, line 3" in (tmp_path / "out" / "report.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("paths", "out"), [((".",), "kg-out"), (("corpus.jsonl", "."), "deep/er"), ((".",), ".")])
def test_the_output_must_not_lie_in_the_corpus(paths: tuple[str, ...], out: str, tmp_path: Path, fake_pipeline: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus(tmp_path / "corpus.jsonl", PAPERS)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="which is read as corpus; name a folder outside"):
        api.build_folder(*paths, out=out)
    api.build_folder("corpus.jsonl", out=out)
    with pytest.raises(InputError, match="which is read as corpus; name a folder outside"):
        api.add(*paths, out=out)


@pytest.mark.parametrize("text", ["", "\n\n", "   "])
def test_nothing_to_read(text: str, tmp_path: Path) -> None:
    file = tmp_path / "empty.txt"
    file.write_text(text)
    with pytest.raises(InputError, match=r"empty\.txt"):
        api.build_folder(file, out=tmp_path / "out")
    assert not (tmp_path / "out" / "graph.json").exists()


def test_out_must_be_a_folder(file: Path, tmp_path: Path) -> None:
    with pytest.raises(GraphError, match="is a file; name a folder"):
        api.build_folder(file, out=file)
    with pytest.raises(GraphError, match="cannot be made"):
        api.build_folder(file, out=file / "inner")


def test_a_store_that_is_none(file: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        api.build_folder(file, out=tmp_path / "out", store=file)
    assert json.loads(file.read_text().splitlines()[0]) == PAPERS[0]


def test_progress_is_told_in_order(file: Path, tmp_path: Path, fake_pipeline: Any) -> None:
    calls: list[tuple[str, int, int | None]] = []
    api.build_folder(file, out=tmp_path / "out", progress=lambda stage, done, total: calls.append((stage, done, total)))
    stages = [stage for stage, _, _ in calls]
    assert list(dict.fromkeys(stages)) == ["read", "extract", "link", "build", "write"]
    assert stages == sorted(stages, key=["read", "extract", "link", "build", "write"].index)
    for stage in set(stages):
        done = [count for name, count, _ in calls if name == stage]
        assert done == sorted(done)
    assert ("extract", 3, 3) in calls
    assert ("link", 3, 3) in calls


def test_load_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="kg build CORPUS"):
        kg.load(tmp_path)
    with pytest.raises(NotFoundError, match="no such graph"):
        kg.load(tmp_path / "graph.json")
    (tmp_path / "graph.json").write_text("[]")
    with pytest.raises(GraphError):
        kg.load(tmp_path)


def test_extract_takes_files_papers_and_iterables(file: Path, fake_pipeline: Any) -> None:
    papers = list(kg.read(file))
    expected = ["a1", "a2", "a3"]
    for sources in ((file,), (str(file),), (papers,), (papers[0], papers[1:]), (iter(papers),), (kg.read(file),)):
        assert [extraction.paper for extraction in kg.extract(*sources)] == expected
    with pytest.raises(TypeError, match="either files or papers"):
        next(iter(kg.extract(file, papers)))
    with pytest.raises(InputError, match="no corpus"):
        next(iter(kg.extract()))


def test_extract_is_a_stream(fake_pipeline: Any) -> None:
    taken: list[int] = []

    def endless() -> Any:
        number = 0
        while True:
            taken.append(number)
            yield kg.Paper(f"x{number}", abstract="We propose Net. Good.")
            number += 1

    assert next(iter(kg.extract(endless()))).paper == "x0"
    assert len(taken) < 100


def test_spool_is_in_order_and_can_be_read_again(tmp_path: Path) -> None:
    papers = [kg.Paper(id, title=f"T {id}", abstract="lone \ud800 surrogate", year=2020, authors=("A", "B")) for id in ("c", "a", "b")]
    with Spool(str(tmp_path)) as spool:
        for paper in papers:
            spool.add(paper)
        with pytest.raises(ValueError, match="'a' is there already"):
            spool.add(papers[1])
        first, second = iter(spool), iter(spool)
        assert [next(first).id, next(first).id, next(second).id, next(first).id] == ["a", "b", "a", "c"]
        assert list(spool.pick([2, 0])) == [papers[0], papers[1]]
        assert (len(spool), "b" in spool, "d" in spool) == (3, True, False)
    assert not list(tmp_path.iterdir())


def test_replaced_replaces_all_or_nothing(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("old")
    with pytest.raises(ZeroDivisionError), replaced(tmp_path) as staging:
        (staging / "one").write_text("new")
        raise ZeroDivisionError
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("one", "old")]
    with replaced(tmp_path) as staging:
        (staging / "one").write_text("new")
        (staging / "two").write_text("2")
    assert sorted((path.name, path.read_text()) for path in tmp_path.iterdir()) == [("one", "new"), ("two", "2")]


def test_graph_file_of_folder_and_file(tmp_path: Path) -> None:
    (tmp_path / "graph.json").write_text("{}")
    assert graph_file(tmp_path) == graph_file(tmp_path / "graph.json") == os.fspath(tmp_path / "graph.json")


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text + "not json\n", r"line 4 is no paper"),
        (lambda text: text + "\n", r"line 4 is no paper"),
        (lambda text: text[:-40], r"line 3 is no paper"),
        (lambda text: text + text.splitlines()[0] + "\n", r"line 4 is no paper"),
        (lambda text: "[]\n", r"line 1 is no paper"),
        (lambda text: "", r"it holds no paper"),
    ],
)
def test_a_damaged_list_of_papers_loses_nothing(damage: Any, said: str, tmp_path: Path, fake_pipeline: Any) -> None:
    folder = tmp_path / "out"
    api.build_folder(corpus(tmp_path / "papers.jsonl", PAPERS), out=folder)
    remembered = folder / "papers.jsonl"
    remembered.write_text(damage(remembered.read_text(encoding="utf-8")), encoding="utf-8")
    before = contents(folder)
    more = corpus(tmp_path / "more.jsonl", [{"id": "a4", "title": "T", "abstract": "We propose MoreNet. It is quick."}])
    for change in (lambda: api.add(more, out=folder), lambda: api.remove("a1", out=folder)):
        with pytest.raises(InputError, match=said + ".*nothing was changed, build the graph again"):
            change()
    assert contents(folder) == before
