"""The store: what goes in comes out, or its absence is told."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from kg.errors import StoreError
from kg.model import Abbreviation, Entity, Extraction, Mention, Paper, Relation, Result, Sentence
from kg.store import Store

ROOT = Path(__file__).resolve().parents[3]


def pair(number: int, words: int = 3) -> tuple[Paper, Extraction]:
    paper = Paper(f"p{number}", title=f"Title {number}", abstract=" ".join(f"word{number}" for _ in range(words)))
    mention = Mention(0, 5, "Title", "Method", 0.5, "model")
    return paper, Extraction(
        paper.id,
        entities=(Entity("e1", "Method", "proposes", "Tïtle \ud800 →", ("Tïtle \ud800 →", "T"), 0.25, (mention,)),),
        results=(Result(value="44.4", unit="%", kind="delta", direction="up", baseline="23.3", method="e1", start=3, end=9), Result(sota=True, task="e1")),
        relations=(Relation("e1", "part_of", "e1", 0.5, 1, 2),),
        links=("https://example.org",),
        abbreviations=(Abbreviation("T", "Title"),),
        sentences=(Sentence(0, 7, "Title."),),
        warnings=("cut",),
    )


PAIRS = [pair(n) for n in range(5)]
PAPERS = [paper for paper, _ in PAIRS]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new folder" / "kg.db"


def test_round_trip_in_the_order_asked(path):
    with Store(path) as store:
        assert store.missing("f", PAPERS) == PAPERS
        store.save("f", PAIRS)
        assert store.missing("f", PAPERS) == []
        assert list(store.load("f", reversed(PAPERS))) == [extraction for _, extraction in reversed(PAIRS)]
    with Store(path) as store:
        assert list(store.load("f", PAPERS)) == [extraction for _, extraction in PAIRS]
        assert store.warnings == []


def test_same_text_under_another_id_is_the_same_record(path):
    paper, extraction = PAIRS[0]
    other = replace(paper, id="other", year=2026)
    with Store(path) as store:
        store.save("f", [(paper, extraction)])
        assert store.missing("f", [other]) == []
        assert list(store.load("f", [other, paper])) == [replace(extraction, paper="other"), extraction]


def test_missing_names_one_text_once(path):
    with Store(path) as store:
        assert store.missing("f", [PAPERS[0], replace(PAPERS[0], id="copy"), PAPERS[1]]) == PAPERS[:2]


def test_fingerprints_are_apart_and_pruned(path):
    with Store(path) as store:
        store.save("old", PAIRS)
        store.save("new", PAIRS[:2])
        assert store.fingerprints() == {"old": 5, "new": 2}
        assert store.missing("new", PAPERS) == PAPERS[2:]
        assert store.prune(keep=["new"]) == 5
        assert store.fingerprints() == {"new": 2}
        assert store.missing("old", PAPERS) == PAPERS
        assert list(store.load("new", PAPERS[:2])) == [extraction for _, extraction in PAIRS[:2]]
        with pytest.raises(TypeError, match="not one string"):
            store.prune(keep="new")


def test_prune_gives_the_space_back(path):
    with Store(path) as store:
        store.save("old", [pair(n, words=500) for n in range(500)])
        store.save("new", PAIRS)
    full = path.stat().st_size
    with Store(path) as store:
        store.prune(keep={"new"})
    assert path.stat().st_size < full / 2


def test_a_record_is_replaced(path):
    paper, extraction = PAIRS[0]
    with Store(path) as store:
        store.save("f", [(paper, extraction)])
        store.save("f", [(paper, replace(extraction, links=()))])
        assert store.fingerprints() == {"f": 1}
        assert next(store.load("f", [paper])).links == ()


def test_save_is_all_or_nothing(path):
    def records():
        yield PAIRS[0]
        raise RuntimeError("the extractor stopped")

    with Store(path) as store:
        with pytest.raises(RuntimeError, match="stopped"):
            store.save("f", records())
        assert store.missing("f", PAPERS) == PAPERS


def test_load_streams_and_stops_at_an_absent_record(path):
    with Store(path) as store:
        store.save("f", PAIRS[:1])
        rows = store.load("f", PAPERS)
        assert next(rows) == PAIRS[0][1]
        with pytest.raises(StoreError, match=r"no sound record of paper 'p1'.*Store\.missing"):
            next(rows)


def test_closed_store(path):
    store = Store(path)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.missing("f", PAPERS)


def damage(path: Path, statement: str, *values: object) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement, values)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE extraction SET record = substr(record, 1, length(record) - 1) WHERE rowid = 1",
        "UPDATE extraction SET record = 'text' WHERE rowid = 1",
        "UPDATE extraction SET checksum = x'00' WHERE rowid = 1",
        "UPDATE extraction SET (record, checksum) = (SELECT record, checksum FROM extraction WHERE rowid = 2) WHERE rowid = 1",
    ],
)
def test_damaged_record_counts_as_absent_and_is_reported(path, statement):
    with Store(path) as store:
        store.save("f", PAIRS)
    damage(path, statement)
    with Store(path) as store:
        assert store.missing("f", PAPERS) == PAPERS[:1]
        assert len(store.warnings) == 1
        assert "paper 'p0' is damaged" in store.warnings[0]
        with pytest.raises(StoreError, match="'p0'"):
            list(store.load("f", PAPERS))
        store.save("f", PAIRS[:1])
        assert list(store.load("f", PAPERS)) == [extraction for _, extraction in PAIRS]


def test_every_flipped_byte_is_noticed(path):
    """A flipped byte gives the right records, fewer of them with a warning, or a StoreError: never a wrong one."""
    with Store(path) as store:
        store.save("f", PAIRS)
    sound = path.read_bytes()
    right = {extraction.paper: extraction for _, extraction in PAIRS}
    outcomes = set()
    for place in range(0, len(sound), 211):
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 0x10]) + sound[place + 1 :])
        try:
            with Store(path, timeout=0.1) as store:
                absent = store.missing("f", PAPERS)
                present = [paper for paper in PAPERS if paper not in absent]
                assert list(store.load("f", present)) == [right[paper.id] for paper in present]
            outcomes.add("fewer" if absent else "all")
        except StoreError as error:
            assert str(path) in str(error)
            outcomes.add("error")
        for name in ("kg.db-wal", "kg.db-shm"):
            (path.parent / name).unlink(missing_ok=True)
    assert outcomes == {"all", "fewer", "error"}


@pytest.mark.parametrize("content", [b"This is a text file, " * 100, b"%PDF-1.7\n" + b"\0" * 2000, b"SQLite format 3\0" + b"\1" * 4000])
def test_file_that_is_no_database(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StoreError, match="damaged or not a store of kg; move it away"):
        Store(path)
    assert path.read_bytes() == content


def test_database_of_another_program(path):
    path.parent.mkdir()
    damage(path, "CREATE TABLE bookmarks (url TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="SQLite file of another program"):
        Store(path)
    assert path.read_bytes() == before


def test_store_of_a_later_version(path):
    Store(path).close()
    damage(path, "PRAGMA user_version = 9")
    with pytest.raises(StoreError, match=r"written by a later kg \(store version 9, this one reads 1\)"):
        Store(path)


def test_store_without_its_tables(path):
    Store(path).close()
    damage(path, "DROP TABLE extraction")
    with Store(path) as store, pytest.raises(StoreError, match="damaged"):
        store.save("f", PAIRS)


def test_empty_file_becomes_a_store(path):
    path.parent.mkdir()
    path.touch()
    with Store(path) as store:
        store.save("f", PAIRS)


def test_folder_in_place_of_the_file(tmp_path):
    with pytest.raises(StoreError, match="is a folder"):
        Store(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="its folder cannot be made"):
        Store(tmp_path / "file" / "kg.db")


def test_read_only_file(path, monkeypatch):
    with Store(path) as store:
        store.save("f", PAIRS)
    # Root may write anything, so ask instead of setting the mode.
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StoreError, match="read-only; make the file and its folder writable"):
        Store(path)


def test_file_that_becomes_read_only(path, monkeypatch):
    Store(path).close()
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda p, **options: connect(f"file:{p}?mode=ro", uri=True, **options))
    with Store(path) as store, pytest.raises(StoreError, match="read-only"):
        store.save("f", PAIRS)


def test_second_writer_waits_for_the_first(path):
    with Store(path) as store:
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        timer = threading.Timer(0.4, lambda: other.execute("COMMIT"))
        timer.start()
        start = time.monotonic()
        store.save("f", PAIRS)
        assert time.monotonic() - start >= 0.3
        timer.join()
        other.close()
        assert store.missing("f", PAPERS) == []


def test_second_writer_that_waited_long_enough(path):
    with Store(path, timeout=0.2) as store:
        store.save("f", PAIRS[:1])
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"another process has been writing to the store for 0\.2 s; run again"):
            store.save("f", PAIRS)
        assert list(store.load("f", PAPERS[:1])) == [PAIRS[0][1]]  # readers never wait
        other.execute("ROLLBACK")
        other.close()
        store.save("f", PAIRS)


WRITER = textwrap.dedent("""
    import sys
    from kg.model import Extraction, Paper
    from kg.store import Store
    with Store(sys.argv[1]) as store:
        for batch in range(10_000):
            store.save("f", [(Paper(f"{batch}-{n}", abstract=f"text {batch} {n}"), Extraction("", links=("x" * 300,) * 20)) for n in range(200)])
            print(batch, flush=True)
""")


@pytest.mark.parametrize("delay", [0.0, 0.004, 0.011])
def test_killed_in_mid_write(path, delay):
    child = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert child.stdout is not None
    done = -1
    for line in child.stdout:
        done = int(line)
        if done == 3:
            time.sleep(delay)
            child.send_signal(signal.SIGKILL)
            break
    done = max([done, *(int(line) for line in child.stdout if line.endswith("\n"))])
    child.stdout.close()
    assert child.wait() == -signal.SIGKILL
    papers = [[Paper(f"{batch}-{n}", abstract=f"text {batch} {n}") for n in range(200)] for batch in range(done + 3)]
    with Store(path) as store:
        for batch, group in enumerate(papers):
            absent = store.missing("f", group)
            assert absent in ([], group)  # a transaction is there or is not
            if batch <= done:
                assert absent == []
        store.save("f", PAIRS)
        assert list(store.load("f", PAPERS)) == [extraction for _, extraction in PAIRS]
        assert store.warnings == []


def test_two_processes_write_at_once(path):
    script = WRITER.replace("range(10_000)", "range(int(sys.argv[2]), int(sys.argv[2]) + 3)")
    children = [subprocess.Popen([sys.executable, "-c", script, str(path), str(start)], stdout=subprocess.DEVNULL, cwd=ROOT) for start in (0, 3)]
    assert [child.wait(timeout=60) for child in children] == [0, 0]
    with Store(path) as store:
        assert store.fingerprints() == {"f": 1200}
        assert store.missing("f", [Paper("", abstract=f"text {batch} {n}") for batch in range(6) for n in range(200)]) == []
