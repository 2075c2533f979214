"""The files follow from the curation, and a curation that contradicts itself is refused."""

import json
from pathlib import Path

import pytest

import kg.lexicons
from kg.errors import InputError
from kg.lexicons import Entry, entries
from kg.lexicons.build import Credits, build, check_entries, expand, main, nearest_families, read_curation
from kg.schema import ENTITY_TYPES

CURATION = Path(kg.lexicons.__file__).parent / "curation"


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "SOURCES.md").write_text(
        "# x\n- a/free @ 1f; licence: MIT\n- b/closed @ 2f; licence: none in repo\n- c/mixed @ 3f; licence: Apache-2.0 (data CC-BY-SA-4)\n", encoding="utf-8"
    )
    (folder / "tasks_core.tsv").write_text(
        "Chess Puzzles\ttask\tb/closed:x | a/free:y.py\nweaving\ttask\tb/closed:x\nknitting\ttask\tc/mixed:z\nshort\n", encoding="utf-8"
    )
    return folder


@pytest.fixture
def curation(tmp_path: Path) -> Path:
    folder = tmp_path / "curation"
    folder.mkdir()
    for row in ENTITY_TYPES.values():
        (folder / f"{row.plural.lower()}.txt").write_text("# none\n", encoding="utf-8")
    (folder / "tasks.txt").write_text("weaving\nknitting\n\n## a heading\nchess puzzle | =CP\n", encoding="utf-8")
    (folder / "metrics.txt").write_text("[better: lower]\ndelay\n[better: ]\ntemperament\n", encoding="utf-8")
    return folder


@pytest.mark.skipif(not CURATION.is_dir(), reason="an installed kg has the lexicons without their curation")
@pytest.mark.parametrize("type", list(ENTITY_TYPES))
def test_shipped_files_are_what_the_curation_says(type: str) -> None:
    path = CURATION / f"{ENTITY_TYPES[type].plural.lower()}.txt"
    written = {entry.name: entry for entry in nearest_families(read_curation(path, type))}
    shipped = {entry.name: entry for entry in entries(type)}
    assert list(written.keys() ^ shipped.keys()) == []
    for name, entry in written.items():
        assert {**shipped[name].to_json(), "source": ""} == {**entry.to_json(), "source": ""}


def test_build(curation: Path, lists: Path, tmp_path: Path) -> None:
    arguments = ["--lists", str(lists), "--curation", str(curation), "--output", str(tmp_path)]
    assert main([*arguments, "--check"]) == 1
    assert not (tmp_path / "tasks.jsonl").exists()
    assert main(arguments) == 0
    assert (tmp_path / "tasks.jsonl").read_text(encoding="utf-8") == (
        '{"name": "chess puzzle", "type": "Task", "aliases": ["CP"], "case": ["CP"], "source": "a/free"}\n'
        '{"name": "knitting", "type": "Task", "aliases": [], "source": "curated"}\n'
        '{"name": "weaving", "type": "Task", "aliases": [], "source": "curated"}\n'
    )
    rows = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["name"], row.get("better")) for row in rows] == [("delay", "lower"), ("temperament", None)]
    assert main([*arguments, "--check"]) == 0


def test_expand_keeps_equal_groups_together() -> None:
    assert expand("A-{1,2} | B {1,2}") == ["A-1 | B 1", "A-2 | B 2"]
    assert expand("A{x,y}{1,2}") == ["Ax1", "Ax2", "Ay1", "Ay2"]
    assert expand("plain") == ["plain"]


def test_contradictions_are_listed_together(curation: Path, lists: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (curation / "tasks.txt").write_text("weaving\nWeavings | loom work\ntasks\n!!\n[family: spinning]\nring spinning\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        build(curation, Credits(lists))
    assert str(caught.value).split("\n") == [
        "tasks.txt: Weavings: the form 'Weavings' is also one of weaving",
        "tasks.txt: tasks: the form 'tasks' is a generic word",
        "tasks.txt: !!: the form '!!' folds to nothing",
        "tasks.txt: ring spinning: its family 'spinning' is no entry",
    ]
    assert main(["--lists", str(lists), "--curation", str(curation)]) == 2
    assert "is a generic word" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["a | | b", "=", "a | a"])
def test_bad_lines_are_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "tasks.txt"
    path.write_text(f"fine\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"tasks\.txt, line 2: an empty or repeated form"):
        list(read_curation(path, "Task"))


def test_lists_without_sources_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no SOURCES\.md can be read there"):
        Credits(tmp_path)
    (tmp_path / "SOURCES.md").write_text("- b/closed @ 2f; licence: none in repo\n", encoding="utf-8")
    with pytest.raises(InputError, match="no row"):
        Credits(tmp_path)


def test_nearest_families_need_whole_words() -> None:
    names = ["Zed", "Zed 3", "Zed 3.1", "Zed-3-8B", "Zed-3-8B-Chat", "Zedder"]
    rows = [Entry(name, "Model", family="" if name == "Zed" else "Zed") for name in names]
    assert [row.family for row in nearest_families(rows)] == ["", "Zed", "Zed", "Zed 3", "Zed-3-8B", "Zed"]
    assert check_entries(rows) == []
