"""Extractions on disk: one SQLite file that survives crashes, damage and several processes.

A record is keyed by the paper's content (SHA-256 of `Paper.text`) and by the fingerprint of the pipeline that made it,
so a paper is extracted once whatever its id, and a new pipeline never serves what an old one read. A checksum over key
and record is verified on every reading, since SQLite itself returns flipped bytes without a word.

The file is in WAL mode (https://www.sqlite.org/wal.html): a process killed in mid-write leaves all earlier
transactions intact, readers never wait, a second writer waits for the first.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import TracebackType
from typing import Any, NamedTuple

from kg.errors import StoreError
from kg.model import Extraction, Paper

__all__ = ["Store"]

# "kgst" in ASCII: tells a store from any other SQLite file (https://www.sqlite.org/pragma.html#pragma_application_id).
_APPLICATION = 0x6B677374
_VERSION = 1
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS pipeline (id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE)",
    "CREATE TABLE IF NOT EXISTS extraction (pipeline INTEGER NOT NULL REFERENCES pipeline (id), content BLOB NOT NULL, record BLOB NOT NULL,"
    " checksum BLOB NOT NULL, UNIQUE (pipeline, content))",
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {_VERSION}",
)
# Measured on annotated abstracts: 5.6 kB of JSON become 1.7 kB in 0.11 ms; level 6 gains another tenth.
_LEVEL = 1


class _Row(NamedTuple):
    content: bytes
    record: bytes
    checksum: bytes


class Store:
    """A store of extractions, opened or created.

    Parameters
    ----------
    path : str or path-like
        The SQLite file. It and its folder are created where they do not exist.
    timeout : float
        Seconds to wait for another process that is writing.

    Attributes
    ----------
    path : str
        As given.
    warnings : list of str
        One line for each damaged record that was met; such a record counts as absent.

    Raises
    ------
    StoreError
        If the file is not a store, is damaged, is of a later version of kg, cannot be written, or stays locked. The
        user's file is never deleted or overwritten.

    Examples
    --------
    >>> import tempfile
    >>> from kg.model import Extraction, Paper
    >>> paper = Paper("p1", abstract="We propose a sorting network.")
    >>> with tempfile.TemporaryDirectory() as folder, Store(folder + "/kg.db") as store:
    ...     store.save("pipeline 1", [(paper, Extraction("p1"))])
    ...     [len(store.missing(f, [paper])) for f in ("pipeline 1", "pipeline 2")], [x.paper for x in store.load("pipeline 1", [paper])]
    ([0, 1], ['p1'])
    """

    def __init__(self, path: str | os.PathLike[str], *, timeout: float = 30.0) -> None:
        self.path = os.fspath(path)
        self.timeout = timeout
        self.warnings: list[str] = []
        self._connection: sqlite3.Connection | None = None
        self._check_file()
        with self._errors():
            connection = sqlite3.connect(self.path, timeout=timeout, isolation_level=None)
            try:
                self._prepare(connection)
            except BaseException:
                connection.close()
                raise
        self._connection = connection

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; calling it again does nothing."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def missing(self, fingerprint: str, papers: Iterable[Paper]) -> list[Paper]:
        """Return the papers that have no sound record of that pipeline, in the order given.

        Of several papers with the same text, only the first is returned: one record serves them all. Damaged records
        are reported in `warnings` and their papers returned.

        Parameters
        ----------
        fingerprint : str
            Of the pipeline, as `extractors.fingerprint` gives it.
        papers : iterable of Paper
            Consumed once; only the answer is held in memory.
        """
        absent = []
        seen: set[bytes] = set()
        with self._errors():
            pipeline = self._pipeline(fingerprint)
            for paper in papers:
                content = _content(paper)
                if content not in seen:
                    seen.add(content)
                    if self._record(pipeline, fingerprint, paper, content) is None:
                        absent.append(paper)
        return absent

    def save(self, fingerprint: str, records: Iterable[tuple[Paper, Extraction]]) -> None:
        """Store extractions, all of them or none.

        Parameters
        ----------
        fingerprint : str
            Of the pipeline that made them.
        records : iterable of (Paper, Extraction)
            A record that is there already is replaced. The iterable is exhausted before the file is locked.

        Raises
        ------
        StoreError
            If another process keeps the file locked, the disk is full, or the file cannot be written.
        """
        rows = [_encode(fingerprint, paper, extraction) for paper, extraction in records]
        if not rows:
            return
        with self._transaction() as connection:
            connection.execute("INSERT OR IGNORE INTO pipeline (fingerprint) VALUES (?)", (fingerprint,))
            (pipeline,) = connection.execute("SELECT id FROM pipeline WHERE fingerprint = ?", (fingerprint,)).fetchone()
            connection.executemany(
                "INSERT OR REPLACE INTO extraction (pipeline, content, record, checksum) VALUES (?, ?, ?, ?)",
                ((pipeline, *row) for row in rows),
            )

    def load(self, fingerprint: str, papers: Iterable[Paper]) -> Iterator[Extraction]:
        """Yield the extraction of each paper, in the order given; its `paper` is the id of the asking paper.

        Records are read one at a time, so memory does not grow with the corpus.

        Parameters
        ----------
        fingerprint : str
            Of the pipeline, as `extractors.fingerprint` gives it.
        papers : iterable of Paper
            Consumed as the extractions are.

        Raises
        ------
        StoreError
            At the first paper that has no sound record: leaving it out would shift all that follow.
        """
        with self._errors():
            pipeline = self._pipeline(fingerprint)
        for paper in papers:
            with self._errors():
                record = self._record(pipeline, fingerprint, paper, _content(paper))
            if record is None:
                raise StoreError(
                    f"{self.path}: no sound record of paper {paper.id!r} by this pipeline; extract the papers that Store.missing returns, then load"
                )
            yield _decode(record, paper.id)

    def fingerprints(self) -> dict[str, int]:
        """Return the number of records of each pipeline, by fingerprint, oldest first."""
        query = "SELECT p.fingerprint, count(e.content) FROM pipeline p LEFT JOIN extraction e ON e.pipeline = p.id GROUP BY p.id ORDER BY p.id"
        with self._errors():
            return dict(self._open().execute(query).fetchall())

    def prune(self, keep: Iterable[str]) -> int:
        """Delete the records of all other pipelines, give the space back, and return their number.

        Parameters
        ----------
        keep : iterable of str
            Fingerprints whose records stay. A single string is refused, since its letters would be taken for them.
        """
        if isinstance(keep, str):
            raise TypeError("keep must be several fingerprints, not one string")
        kept = set(keep)
        removed = 0
        with self._transaction() as connection:
            for pipeline, fingerprint in connection.execute("SELECT id, fingerprint FROM pipeline").fetchall():
                if fingerprint not in kept:
                    removed += connection.execute("DELETE FROM extraction WHERE pipeline = ?", (pipeline,)).rowcount
                    connection.execute("DELETE FROM pipeline WHERE id = ?", (pipeline,))
        with self._errors():
            # The statement frees one page at each step, and `execute` takes one step only.
            self._open().executescript("PRAGMA incremental_vacuum")
        return removed

    def _check_file(self) -> None:
        """Refuse what SQLite would refuse with a message that helps nobody."""
        if os.path.isdir(self.path):
            raise StoreError(f"{self.path}: is a folder; name a file in it for the store")
        try:
            os.makedirs(os.path.dirname(self.path) or ".", exist_ok=True)
        except OSError as error:
            raise StoreError(f"{self.path}: its folder cannot be made ({error.strerror}); choose another place for the store") from error
        if os.path.exists(self.path) and not os.access(self.path, os.R_OK | os.W_OK):
            raise StoreError(_READ_ONLY.format(path=self.path))

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Check that the file is a store of this version, or lay the tables in an empty one."""
        application, version, tables = self._identity(connection)
        if application == 0 and version == 0 and tables == 0:
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        elif application != _APPLICATION:
            raise StoreError(f"{self.path}: is an SQLite file of another program, not a store of kg; choose another file for the store")
        elif version > _VERSION:
            raise StoreError(f"{self.path}: was written by a later kg (store version {version}, this one reads {_VERSION}); update kg or choose another file")
        self._enter_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        if application == 0:
            connection.execute("BEGIN IMMEDIATE")
            # Another process may have laid them while this one waited for the lock; every statement tolerates that.
            for statement in _SCHEMA:
                connection.execute(statement)
            connection.execute("COMMIT")

    def _identity(self, connection: sqlite3.Connection) -> tuple[int, int, int]:
        """Return application id, version and number of tables; all zero in an empty file."""
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return application, version, tables

    def _enter_wal(self, connection: sqlite3.Connection) -> None:
        """Switch to WAL; SQLite does not apply its own time-out to this statement, so wait here.

        File systems without shared memory refuse it and keep the rollback journal, which is as safe, only slower.
        """
        deadline = time.monotonic() + self.timeout
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL").fetchall()
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            raise StoreError(f"{self.path}: the store is closed; open it again with Store(path)")
        return self._connection

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction that takes the write lock at once, so that it cannot fail half-way for want of it."""
        with self._errors():
            connection = self._open()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Translate what SQLite raises into one line that says what to do."""
        try:
            yield
        except sqlite3.Error as error:
            text = str(error)
            # Error codes are in the exception only from Python 3.11 on; SQLite's texts are stable.
            for words, message in _MESSAGES:
                if words in text:
                    raise StoreError(message.format(path=self.path, timeout=self.timeout)) from error
            raise StoreError(f"{self.path}: the store cannot be used ({text}); move it away and run again: only the time to extract anew is lost") from error

    def _pipeline(self, fingerprint: str) -> int | None:
        row = self._open().execute("SELECT id FROM pipeline WHERE fingerprint = ?", (fingerprint,)).fetchone()
        return None if row is None else int(row[0])

    def _record(self, pipeline: int | None, fingerprint: str, paper: Paper, content: bytes) -> bytes | None:
        """Return the sound record of that content, or None; report a damaged one."""
        if pipeline is None:
            return None
        row = self._open().execute("SELECT content, record, checksum FROM extraction WHERE pipeline = ? AND content = ?", (pipeline, content)).fetchone()
        if row is None:
            return None
        found = _Row(*row)
        if found.content == content and isinstance(found.record, bytes) and _checksum(fingerprint, content, found.record) == found.checksum:
            return found.record
        self.warnings.append(f"{self.path}: the record of paper {paper.id!r} is damaged (wrong checksum) and counts as absent")
        return None


_READ_ONLY = "{path}: is read-only; make the file and its folder writable, or choose another place for the store"
_DAMAGED = "{path}: is damaged or not a store of kg; move it away and run again: only the time to extract anew is lost"
_MESSAGES = (
    ("locked", "{path}: another process has been writing to the store for {timeout:g} s; run again when it has ended"),
    ("readonly", _READ_ONLY),
    ("not a database", _DAMAGED),
    ("malformed", _DAMAGED),
    ("no such", _DAMAGED),
    ("unable to open", "{path}: cannot be opened; check that the folder exists and is writable, or choose another place for the store"),
    ("full", "{path}: the disk is full; free some space and run again: what was stored before is kept"),
)


def _content(paper: Paper) -> bytes:
    """Return the key of a paper's text. Lone surrogates, which broken JSON can hold, must not raise."""
    return hashlib.sha256(paper.text.encode("utf-8", "surrogatepass")).digest()


def _checksum(fingerprint: str, content: bytes, record: bytes) -> bytes:
    """Return 16 bytes over key and record, so that a record under a damaged key is noticed as well."""
    digest = hashlib.blake2b(fingerprint.encode("utf-8", "surrogatepass"), digest_size=16)
    digest.update(b"\0" + content + record)
    return digest.digest()


def _encode(fingerprint: str, paper: Paper, extraction: Extraction) -> _Row:
    content = _content(paper)
    row: dict[str, Any] = replace(extraction, paper="").to_json()
    # ASCII JSON holds any string that Python can, lone surrogates included.
    record = zlib.compress(json.dumps(row, separators=(",", ":"), ensure_ascii=True).encode("ascii"), _LEVEL)
    return _Row(content, record, _checksum(fingerprint, content, record))


def _decode(record: bytes, paper: str) -> Extraction:
    row: dict[str, Any] = json.loads(zlib.decompress(record))
    row["id"] = paper
    return Extraction.from_json(row)
