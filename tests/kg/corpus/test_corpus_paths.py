"""Files, folders, links, standard input; and when a call fails as a whole."""

from __future__ import annotations

import gzip
import io
import os
import sys
import threading
from pathlib import Path

import pytest
from corpus_reading import drain

from kg.corpus import FORMATS, read
from kg.errors import FormatError, InputError
from kg.model import Source

A, B, C = (f'{{"id": "{x}", "title": "Title {x}"}}\n' for x in "abc")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_order_and_names(here: Path) -> None:
    (here / "lists/sub").mkdir(parents=True)
    (here / "lists/z.jsonl").write_text(A)
    (here / "lists/sub/y.jsonl").write_text(B)
    (here / "lists/a.jsonl").write_text(C)
    (here / "first.jsonl").write_text('{"id": "d", "title": "Title d"}\n')
    reading = drain(read("first.jsonl", Path("lists")))
    assert reading.ids == ["d", "c", "b", "a"]
    assert [p.source for p in reading.papers] == [Source(f, 1) for f in ("first.jsonl", "lists/a.jsonl", "lists/sub/y.jsonl", "lists/z.jsonl")]
    assert next(p.source.file for p in list(read("lists/")) if p.source) == "lists/a.jsonl"
    assert next(p.source.file for p in list(read(here / "lists")) if p.source) == f"{here}/lists/a.jsonl"


def test_what_is_no_corpus_in_a_folder(here: Path) -> None:
    (here / "d/.git").mkdir(parents=True)
    (here / "d/.git/config.jsonl").write_text(B)
    (here / "d/.hidden").write_text(B)
    (here / "d/README.md").write_text("# Read me\n\nThese are papers.\n\n    kg build d\n")
    (here / "d/empty").write_text("")
    (here / "d/graph.json").write_text('{"directed": true, "nodes": [{"id": "p:a", "title": "T", "abstract": "A"}], "links": []}')
    (here / "d/image.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (here / "d/package.json").write_text('{"name": "x", "version": "1"}')
    (here / "d/page.html").write_text("<!doctype html><p>A page.</p>")
    (here / "d/papers.txt").write_text(A)
    (here / "d/script.py").write_text("import os\n\n@decorator(name)\ndef f():\n    pass\n")
    reading = drain(read("d"))
    assert reading.ids == ["a"]
    assert reading.problems == []
    unknown = "no corpus, left out: not recognised as a list of papers; known formats: jsonl, json, bibtex, ris, csv, tsv, text"
    assert reading.notes == [
        "d/.git: hidden, left out",
        "d/.hidden: hidden, left out",
        f"d/README.md: {unknown}",
        "d/empty: no corpus, left out: empty",
        f"d/graph.json: {unknown}",
        "d/image.png: no corpus, left out: a PNG image",
        f"d/package.json: {unknown}",
        f"d/page.html: {unknown}",
        f"d/script.py: {unknown}",
    ]


def test_links_are_followed_once(here: Path) -> None:
    (here / "d/sub").mkdir(parents=True)
    (here / "d/sub/a.jsonl").write_text(A)
    (here / "b.jsonl").write_text(B)
    (here / "d/sub/loop").symlink_to(here / "d")
    (here / "d/sub/self").symlink_to(here / "d/sub")
    (here / "d/sub/other").symlink_to(here / "b.jsonl")
    (here / "d/sub/broken").symlink_to(here / "gone")
    (here / "d/sub/ring").symlink_to(here / "d/sub/ring")
    reading = drain(read("d", "b.jsonl"))
    assert reading.ids == ["a", "b"]
    assert reading.problems == []
    assert len(reading.notes) == 5
    assert reading.notes[-1] == "b.jsonl: was read before; it is not read twice"


def test_the_same_file_twice(here: Path) -> None:
    (here / "a.jsonl").write_text(A)
    reading = drain(read("a.jsonl", "./a.jsonl", "."))
    assert reading.ids == ["a"]
    assert reading.notes == ["./a.jsonl: was read before; it is not read twice", "./a.jsonl: was read before; it is not read twice"]


def test_very_deep_folder(here: Path) -> None:
    deep = here / "d" / "/".join(["x"] * 500)
    deep.mkdir(parents=True)
    (deep / "a.jsonl").write_text(A)
    assert drain(read("d")).ids == ["a"]


def test_missing_file_among_others_is_a_problem(here: Path) -> None:
    (here / "a.jsonl").write_text(A)
    reading = drain(read("gone.jsonl", "a.jsonl", "nul\0.jsonl"))
    assert reading.ids == ["a"]
    assert reading.problems == ["gone.jsonl: no such file or folder", "nul\0.jsonl: a path cannot hold a NUL character"]


def test_nothing_usable_is_an_error(here: Path) -> None:
    (here / "folder").mkdir()
    (here / "empty").write_text("")
    assert drain(read("gone")).error == "no paper could be read: gone: no such file or folder"
    assert drain(read("folder")).error == "no paper could be read: folder: an empty folder"
    reading = drain(read("gone", "empty", "folder", "gone2", "gone3"))
    assert reading.error == "no paper could be read: gone: no such file or folder; empty: empty; gone2: no such file or folder; and 2 more"


def test_arguments() -> None:
    with pytest.raises(InputError, match="no corpus given: name a file, a folder, or - for standard input"):
        read()
    with pytest.raises(FormatError, match="unknown input format 'endnote'; known formats: jsonl, json, bibtex, ris, csv, tsv, text"):
        read("x", format="endnote")


def test_a_corpus_is_iterated_once(here: Path) -> None:
    (here / "a.jsonl").write_text(A)
    corpus = read("a.jsonl")
    assert corpus.count == 0
    assert len(list(corpus)) == corpus.count == 1
    with pytest.raises(RuntimeError, match="once"):
        iter(corpus)


def test_papers_come_as_they_are_read(here: Path) -> None:
    (here / "a.jsonl").write_text(A + "oops\n" + B)
    papers = iter(corpus := read("a.jsonl"))
    assert next(papers).id == "a"
    assert (corpus.count, corpus.skipped) == (1, 0)
    assert next(papers).id == "b"
    assert (corpus.count, corpus.skipped) == (2, 1)
    papers.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_standard_input(monkeypatch: pytest.MonkeyPatch, pack: object) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(pack((A + B).encode()))))  # type: ignore[operator]
    reading = drain(read("-", "-"))
    assert reading.ids == ["a", "b"]
    assert [p.source for p in reading.papers] == [Source("-", 1), Source("-", 2)]
    assert reading.notes == ["-: standard input was read before"]
    assert not sys.stdin.closed


def test_no_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert drain(read("-")).error == "no paper could be read: -: cannot be opened: there is no standard input"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_named_pipe(here: Path) -> None:
    os.mkfifo(here / "pipe")
    # As in `kg build <(zcat papers.gz)`; in a folder, a pipe that nobody writes to would block for ever.
    writer = threading.Thread(target=lambda: (here / "pipe").write_text(A))
    writer.start()
    assert drain(read("pipe")).ids == ["a"]
    writer.join()
    (here / "b.jsonl").write_text(B)
    reading = drain(read("."))
    assert reading.ids == ["b"]
    assert reading.notes == ["./pipe: neither a file nor a folder, left out"]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such devices here")
def test_devices() -> None:
    assert drain(read("/dev/null")).error == "no paper could be read: /dev/null: empty"
    assert drain(read("/dev/zero")).error.startswith("no paper could be read: /dev/zero: binary data")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_unreadable(here: Path) -> None:
    (here / "a.jsonl").write_text(A)
    (here / "d").mkdir()
    (here / "a.jsonl").chmod(0)
    (here / "d").chmod(0)
    assert drain(read("a.jsonl")).error == "no paper could be read: a.jsonl: cannot be opened: Permission denied"
    assert drain(read("d")).error == "no paper could be read: d: Permission denied"
    (here / "d").chmod(0o700)


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text there")
def test_file_name_that_is_not_utf8(here: Path) -> None:
    name = os.fsdecode(b"caf\xe9.jsonl")
    (here / name).write_text(A)
    reading = drain(read("."))
    assert [p.source for p in reading.papers] == [Source("./caf\ufffd.jsonl", 1)]


def test_format_overrides(here: Path) -> None:
    (here / "a").write_text("title,abstract\n\nOne.\n")
    assert [p.text for p in read("a")] == ["One."]
    assert [p.text for p in read("a", format="text")] == ["One."]
    assert drain(read("a", format="bibtex")).error == "no paper could be read: a: no papers in it, read as bibtex"


@pytest.mark.parametrize("name", list(FORMATS))
def test_every_row_is_a_format_of_its_name(name: str) -> None:
    assert FORMATS.load(name).name == name
