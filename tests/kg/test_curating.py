"""Corrections in the folder of a graph: what is replayed, what is appended, what an error leaves, and that two processes lose nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kg
from kg import api
from kg.api.folder import CURATION, LOCK, locked
from kg.errors import GraphError, InputError, KgError, NotFoundError

Run = Callable[..., Any]

PAPERS = [
    {"id": "a1", "title": "Sorting", "abstract": "We propose FastNet. It is tested on ImageNet, where it reaches 81 % accuracy.", "year": 2024},
    {"id": "a2", "title": "Merging", "abstract": "We propose SlowNet. It is tested on ImageNet, where it reaches 83 % accuracy.", "year": 2025},
    {"id": "a3", "title": "Splitting", "abstract": "We propose a splitter. It is tested on CIFAR-10, where it reaches 95 % accuracy.", "year": 2026},
]
GRAPHS = ("graph.json", "graph.graphml", "graph.html", "report.txt", "papers.jsonl")


def corpus(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in GRAPHS}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fake_pipeline: Any) -> Path:
    """The folder of a graph, in a working folder with its corpus."""
    monkeypatch.chdir(tmp_path)
    corpus(tmp_path / "corpus.jsonl", PAPERS)
    api.build("corpus.jsonl")
    return Path("kg-out")


def test_merge_split_and_rename_append_and_rebuild(folder: Path) -> None:
    plain = contents(folder)
    (folder / CURATION).write_text("# mine\n- alias: ImageNet   # why not\n  names: [IN-1000]\n")
    before = (folder / CURATION).read_text()
    built = kg.merge(folder, "FastNet", "SlowNet", reason="two names of one net")
    assert [(row.number, row.kind) for row in built.curation] == [(1, "done"), (2, "done")]
    assert built.extracted == 0
    assert kg.load(folder).resolve("SlowNet") == "e:fastnet@a1"
    assert "merged by curation: two names of one net" in kg.load(folder).nx.nodes["e:fastnet@a1"]["merges"]
    kg.rename(folder / "graph.json", "FastNet", "Net: fast or slow")
    kg.split(folder, "Net: fast or slow", papers=["a2"], to="SlowerNet")
    assert (folder / CURATION).read_text() == before + (
        "- merge: [FastNet, SlowNet]\n  reason: two names of one net\n- rename: FastNet\n  to: 'Net: fast or slow'\n"
        "- split: 'Net: fast or slow'\n  papers: [a2]\n  to: SlowerNet\n"
    )
    graph = kg.load(folder)
    assert graph.nx.nodes["e:fastnet@a1"]["label"] == "Net: fast or slow"
    assert [row.id for row in graph.papers(proposes="SlowerNet")] == ["p:a2"]
    report = (folder / "report.txt").read_text(encoding="utf-8")
    assert "Corrections (curation.yaml)" in report
    assert "entry 2, line 4: 'SlowNet' merged into FastNet (Method, e:fastnet@a1), 1 paper" in report
    (folder / CURATION).unlink()  # undo is deleting the entry
    api.build("corpus.jsonl")
    assert contents(folder) == plain


def test_corrections_hold_for_papers_that_come_later(folder: Path, tmp_path: Path) -> None:
    kg.rename(folder, "ImageNet", "ImageNet 2012")
    more = corpus(tmp_path / "more.jsonl", [{"id": "a4", "abstract": "We propose DeepNet. It is tested on ImageNet."}])
    kg.add(more)
    node = kg.load(folder).nx.nodes["e:imagenet"]
    assert (node["label"], node["papers"]) == ("ImageNet 2012", 3)
    built = kg.remove("a1", "a2", "a4")
    assert [row.kind for row in built.curation] == ["stale"]
    assert "Stale, since nothing is left for them to do:" in (folder / "report.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda out: kg.merge(out, "FastNet", "Gone"), "nothing is called 'Gone'; nothing was changed"),
        (lambda out: kg.merge(out, "FastNet"), "'merge' needs at least two different names"),
        (lambda out: kg.merge(out, "FastNet", "fast net"), "are one node already"),
        (lambda out: kg.split(out, "FastNet"), "'split' needs 'papers' or 'names'"),
        (lambda out: kg.split(out, "FastNet", papers=["a3"]), "paper 'a3' does not name it"),
        (lambda out: kg.rename(out, "FastNet", "SlowNet"), "there is another Method called 'SlowNet'"),
        (lambda out: kg.rename(out, "FastNet", ""), "'rename' needs 'to'"),
    ],
)
def test_what_cannot_be_done_changes_nothing(change: Any, said: str, folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.name != LOCK}
    with pytest.raises(KgError) as caught:
        change(folder)
    assert said in str(caught.value)
    after = {path.name: path.read_bytes() for path in folder.iterdir() if path.name != LOCK}
    assert {name: after.get(name) for name in (*GRAPHS, CURATION)} == {name: before.get(name) for name in (*GRAPHS, CURATION)}


def test_merge_needs_a_graph(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="kg build CORPUS"):
        kg.merge(tmp_path / "none", "a", "b")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("text", ["[{drop: a}]\n", "- drop: a\n...\n"])
def test_a_file_to_which_nothing_can_be_appended(text: str, folder: Path) -> None:
    (folder / CURATION).write_text(text)
    with pytest.raises(InputError, match=r"no entry can be appended .* write it into the file yourself, and build again: - rename: FastNet to: X"):
        kg.rename(folder, "FastNet", "X")
    assert (folder / CURATION).read_text() == text


def test_windows_lines_stay(folder: Path) -> None:
    (folder / CURATION).write_bytes(b"\xef\xbb\xbf# mine\r\n- drop: accuracy\r\n")
    kg.rename(folder, "FastNet", "X")
    assert (folder / CURATION).read_bytes() == b"\xef\xbb\xbf# mine\r\n- drop: accuracy\r\n- rename: FastNet\r\n  to: X\r\n"


def test_a_file_that_cannot_be_read_stops_a_build(folder: Path) -> None:
    before = contents(folder)
    (folder / CURATION).write_text("- drop: a: b\n")
    for change in (lambda: kg.build("corpus.jsonl"), lambda: kg.remove("a1"), lambda: kg.add("corpus.jsonl"), lambda: kg.merge(folder, "a", "b")):
        with pytest.raises(InputError, match=r"kg-out/curation\.yaml: line 1: it is no YAML"):
            change()
    assert contents(folder) == before


def test_build_with_a_file_copies_it_and_keeps_the_old(folder: Path) -> None:
    Path("mine.yaml").write_text("- rename: FastNet\n  to: A\n")
    api.build("corpus.jsonl", curation="mine.yaml")
    assert (folder / CURATION).read_text() == "- rename: FastNet\n  to: A\n"
    Path("mine.yaml").write_text("# all that there was, and more\n- rename: FastNet\n  to: A\n- drop: accuracy\n")
    api.build("corpus.jsonl", curation="mine.yaml")
    assert not list(folder.glob("*.old*"))
    for number, name in enumerate(("curation.yaml.old", "curation.yaml.old2")):
        kg.rename(folder, "SlowNet", f"B{number}")
        lost = (folder / CURATION).read_text()
        api.build("corpus.jsonl", curation="mine.yaml")
        assert (folder / name).read_text() == lost
        assert (folder / CURATION).read_text() == Path("mine.yaml").read_text()
    built = api.build_folder("corpus.jsonl", curation=folder / CURATION)
    assert [row.kind for row in built.curation] == ["done", "done"]
    with pytest.raises(InputError, match=r"none\.yaml: cannot be read"):
        api.build("corpus.jsonl", curation="none.yaml")


def test_commands(folder: Path, kg_command: Run) -> None:
    ran = kg_command("merge", "kg-out", "FastNet", "SlowNet")
    assert (ran.status, ran.err) == (0, "")
    assert "1 correction applied" in ran.out.splitlines()
    assert "kg-out/curation.yaml  your corrections, replayed on each build" in ran.out
    assert kg_command("rename", "kg-out", "FastNet", "Net").status == 0
    assert kg_command("split", "kg-out", "Net", "--paper", "a2", "--to", "SlowNet", "--reason", "so it is").status == 0
    assert len((folder / CURATION).read_text().splitlines()) == 9
    ran = kg_command("merge", "kg-out", "Net", "Gone")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "kg: nothing is called 'Gone'; nothing was changed\n"


def test_status_tells_wrong_from_stale(folder: Path, kg_command: Run) -> None:
    (folder / CURATION).write_text("- drop: gone\n- rename: FastNet\n  to: A\n")
    ran = kg_command("build", "corpus.jsonl")
    assert (ran.status, ran.err) == (0, "kg: curation.yaml: entry 1, line 1: stale: nothing is called 'gone'; delete the entry, or mend the name\n")
    assert "1 correction applied, 1 stale" in ran.out
    Path("mine.yaml").write_text("- drop: gone\n- renam: x\n- rename: FastNet\n  to: A\n")
    ran = kg_command("build", "corpus.jsonl", "--curation", "mine.yaml")
    assert ran.status == 1
    assert ran.err.startswith("kg: mine.yaml: entry 2, line 2: 'renam' is nothing that kg can do; did you mean 'rename'?")
    assert "1 correction applied, 1 stale, 1 wrong and left out" in ran.out
    assert kg.load("kg-out").nx.nodes["e:fastnet@a1"]["label"] == "A"
    Path("mine.yaml").write_text("- [\n")
    ran = kg_command("build", "corpus.jsonl", "--curation", "mine.yaml")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("kg: mine.yaml: line ")


def test_diff_command(folder: Path, kg_command: Run) -> None:
    api.build("corpus.jsonl", out="other")
    ran = kg_command("diff", "other", "kg-out")
    assert (ran.status, ran.out, ran.err) == (0, "The graphs are the same.\n", "")
    kg.merge(folder, "FastNet", "SlowNet")
    ran = kg_command("diff", "other", "kg-out/graph.json")
    assert (ran.status, ran.err) == (1, "")
    assert "FastNet (Method, e:fastnet@a1) is now also SlowNet (Method, e:slownet@a2): 1 paper" in ran.out
    ran = kg_command("diff", "other", "kg-out", "--json")
    assert ran.status == 1
    found = json.loads(ran.out)
    assert (found["same"], [row["into"]["id"] for row in found["merged"]]) == (False, ["e:fastnet@a1"])
    ran = kg_command("diff", "other", "nowhere")
    assert ran.status == 2
    assert "there is no such graph" in ran.err
    assert kg.diff(kg.load("other"), "kg-out").to_json() == found


def test_report_lists_every_merge(tmp_path: Path, fake_pipeline: Any) -> None:
    rows = [
        {"id": f"x{n:03}{m}", "abstract": f"It {verb} tested on {name}."}
        for n in range(210)
        for m, (verb, name) in enumerate((("is", f"Data{n}-Set"), ("was", f"DATA{n}-set")))
    ]
    api.build(corpus(tmp_path / "many.jsonl", rows), out=tmp_path / "out")
    report = (tmp_path / "out" / "report.txt").read_text(encoding="utf-8")
    assert report.count("but for case (1 paper)") == 210


def test_two_adds_at_once_lose_nothing(folder: Path, tmp_path: Path) -> None:
    started = threading.Event()
    told: list[str] = []
    files = [corpus(tmp_path / f"{n}.jsonl", [{"id": f"b{n}", "abstract": f"We propose Net{n}. It is tested on ImageNet."}]) for n in range(4)]

    def note(stage: str, done: int, total: int | None) -> None:
        if stage == "wait":
            told.append(stage)

    threads = [threading.Thread(target=api.add, args=(file,), kwargs={"progress": note}) for file in files]
    with locked(folder, lambda: None):
        for thread in threads:
            thread.start()
        started.wait(0.3)
        assert len(kg.load(folder).papers()) == 3
    for thread in threads:
        thread.join()
    assert len(kg.load(folder).papers()) == 7
    assert told.count("wait") >= 1


def test_another_process_is_waited_for_with_a_message(folder: Path, kg_command: Run) -> None:
    code = f"""
import sys
from pathlib import Path
from kg.api.folder import locked
with locked(Path({os.fspath(folder)!r}), lambda: None):
    print("locked", flush=True)
    sys.stdin.read()
"""
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdin is not None
        assert other.stdout.readline() == "locked\n"
        timer = threading.Timer(0.5, other.stdin.close)
        timer.start()
        ran = kg_command("remove", "a1")
        timer.join()
    assert ran.status == 0
    assert ran.err == "kg: another kg is changing this folder; waiting until it is done (Ctrl-C to give up)\n"


def test_a_lock_ends_with_its_process(folder: Path) -> None:
    code = f"import os\nfrom pathlib import Path\nfrom kg.api.folder import locked\nwith locked(Path({os.fspath(folder)!r}), print):\n    os._exit(9)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    assert kg.remove("a1").papers == 2


def test_graph_error_is_not_lost(folder: Path) -> None:
    corpus(Path("corpus2.jsonl"), [*PAPERS, {"id": "a4", "abstract": "We propose FastNet. It is tested on ImageNet."}])
    kg.build("corpus2.jsonl")
    with pytest.raises(GraphError, match="'FastNet' is the name of 2 things: e:fastnet@a1"):
        kg.rename(folder, "FastNet", "X")
