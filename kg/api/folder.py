"""The output folder: what the files in it are called, and how they are replaced."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from kg.errors import GraphError, InputError, NotFoundError

__all__ = [
    "CURATION",
    "GRAPH",
    "GRAPHML",
    "LOCK",
    "PAGE",
    "PAPERS",
    "REPORT",
    "STAGING",
    "STORE",
    "check_outside",
    "graph_file",
    "graph_folder",
    "locked",
    "made",
    "replaced",
]

GRAPH = "graph.json"
GRAPHML = "graph.graphml"
PAGE = "graph.html"
REPORT = "report.txt"
PAPERS = "papers.jsonl"
STORE = "kg.db"
CURATION = "curation.yaml"
LOCK = ".kg.lock"

STAGING = ".kg-new-"
_POLL = 0.2  # seconds between two looks at a lock that another process holds
_ABANDONED = 24 * 3600  # seconds after which a staging folder must be the left-over of a killed process


def graph_file(path: str | os.PathLike[str]) -> str:
    """Return the path of the graph that a user means by a folder or a file.

    Raises
    ------
    NotFoundError
        If there is none.
    """
    place = Path(path)
    file = place / GRAPH if place.is_dir() else place
    if not file.is_file():
        raise NotFoundError(f"{file}: there is no such graph; build one with 'kg build CORPUS -o {place.parent if place.suffix else place}', or name another")
    return str(file)


def graph_folder(path: str | os.PathLike[str]) -> Path:
    """Return the folder that a user means by a folder or by the ``graph.json`` in it; it need not exist."""
    place = Path(path)
    return place.parent if place.name == GRAPH and not place.is_dir() else place


def made(path: str | os.PathLike[str]) -> Path:
    """Return the folder, which is made if need be.

    Raises
    ------
    GraphError
        If it is a file, or cannot be made or written to.
    """
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise GraphError(f"{folder}: is a file; name a folder for the output") from None
    except OSError as error:
        raise GraphError(f"{folder}: the folder cannot be made ({error.strerror}); name another one for the output") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise GraphError(f"{folder}: is read-only; make it writable or name another folder for the output")
    for left in folder.glob(STAGING + "*"):
        if time.time() - left.stat().st_mtime > _ABANDONED:
            shutil.rmtree(left, ignore_errors=True)
    return folder


def check_outside(folder: Path, corpus: Iterable[str | os.PathLike[str]]) -> None:
    """See to it that an output folder does not lie in a folder that is read.

    Raises
    ------
    InputError
        If it does: the next build would take its own output for papers.
    """
    inner = folder.resolve()
    for path in corpus:
        if os.fspath(path) != "-" and Path(path).is_dir() and inner.is_relative_to(Path(path).resolve()):
            raise InputError(f"{folder}: lies in {path}, which is read as corpus; name a folder outside of it for the output (-o), or name the files to read")


@contextmanager
def locked(folder: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Keep all other processes from changing the graph of a folder until the block ends.

    The lock is the operating system's, on a file that stays in the folder: it ends with the process that holds it, however that ends.

    Parameters
    ----------
    folder : Path
        Exists and can be written to.
    waiting : callable
        Called once if another process holds the lock, before waiting for it.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        waiting()
        lock.acquire(poll_interval=_POLL)
    try:
        yield
    finally:
        lock.release()


@contextmanager
def replaced(folder: Path) -> Iterator[Path]:
    """Give an empty folder whose files replace those of the same names in `folder` when the block ends without an error.

    A write that fails, or is killed, leaves the old files as they were. What the block raises, it raises.
    """
    staging = Path(mkdtemp(prefix=STAGING, dir=folder))
    try:
        yield staging
        for file in sorted(staging.iterdir()):
            os.replace(file, folder / file.name)
    finally:
        shutil.rmtree(staging, ignore_errors=True)
