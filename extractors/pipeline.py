"""The pipeline as a whole: build it, run it over papers, tell its versions apart."""

from __future__ import annotations

import hashlib
import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc

import extractors.extensions  # noqa: F401  (declares the attributes of Doc)
from extractors import PIPELINE
from extractors.reading import MAX_CHARACTERS, read_text
from extractors.records import to_extraction
from extractors.tokenizer import make_tokenizer
from kg import __version__
from kg.model import Extraction, Paper
from kg.text import CleanText

__all__ = ["MAX_CHARACTERS", "extract", "fingerprint", "load"]


def load() -> Language:
    """Build the pipeline.

    Returns
    -------
    spacy.Language
        A blank English pipeline with kg's tokenizer and every component of `PIPELINE`, in order. Give it clean text
        (`kg.text.clean`), or use `extract`, which does that for you.
    """
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "kg_tokenizer"}}})
    nlp.tokenizer = make_tokenizer(nlp)
    for name in PIPELINE:
        PIPELINE.load(name)  # importing the module registers the factory
        nlp.add_pipe(name)
    return nlp


@lru_cache(maxsize=1)
def _shared() -> Language:
    return load()


def _prepare(nlp: Language, paper: Paper) -> tuple[Doc, CleanText]:
    read = read_text(paper)
    doc = nlp.make_doc(read.text)
    doc._.kg_title_end = read.title_end
    if read.cut:
        doc._.kg_warnings = [f"text cut: only the first {MAX_CHARACTERS} of {read.cut} characters were read"]
    return doc, read.cleaned


def _read(nlp: Language, paper: Paper) -> Extraction:
    """Read one paper. Whatever goes wrong in it must not lose the other papers of a long run: it becomes a warning."""
    try:
        doc, cleaned = _prepare(nlp, paper)
        return to_extraction(nlp(doc), cleaned, paper.id)
    except Exception as error:
        return Extraction(paper.id, warnings=(f"could not be read ({type(error).__name__}: {error}); please report it with the text",))


def _extract_batch(papers: list[Paper]) -> list[Extraction]:
    """Run in a worker process."""
    return [_read(_shared(), paper) for paper in papers]


def extract(papers: Iterable[Paper], *, processes: int = 1, batch_size: int = 32) -> Iterator[tuple[Paper, Extraction]]:
    """Read papers.

    Parameters
    ----------
    papers : iterable of Paper
        Consumed as needed: at most a few batches are held in memory.
    processes : int
        Worker processes; 1 runs in this one. The answer does not depend on it.
    batch_size : int
        Papers that are sent to a worker process at a time.

    Yields
    ------
    Paper, Extraction
        In the order of the input.

    Raises
    ------
    ValueError
        If `processes` or `batch_size` is less than 1.
    """
    if processes < 1 or batch_size < 1:
        raise ValueError(f"processes and batch_size must be 1 or more, not {processes} and {batch_size}")
    if processes == 1:
        for paper in papers:
            yield paper, _read(_shared(), paper)
        return
    # forkserver and spawn both start clean: a fork of a process with threads (a progress bar, a notebook) may hang
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    stream = iter(papers)
    pool = ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context(method))
    waiting: deque[tuple[list[Paper], Future[list[Extraction]]]] = deque()
    try:
        while True:
            while len(waiting) < 2 * processes and (batch := list(islice(stream, batch_size))):
                waiting.append((batch, pool.submit(_extract_batch, batch)))
            if not waiting:
                return
            batch, future = waiting.popleft()
            yield from zip(batch, future.result(), strict=True)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _content(folder: Any) -> Iterator[tuple[str, bytes]]:
    for item in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if item.is_dir():
            if item.name != "__pycache__":
                for name, data in _content(item):
                    yield f"{item.name}/{name}", data
        elif item.name.endswith((".py", ".jsonl", ".json", ".txt", ".onnx", ".npz")):
            yield item.name, item.read_bytes()


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """Return a short string that changes whenever the extractions could: version, code, weights and lexicons.

    Returns
    -------
    str
        The version and 16 hex digits of a SHA-256.
    """
    digest = hashlib.sha256()
    for package in ("extractors", "kg.text", "kg.lexicons"):
        for name, data in _content(files(package)):
            digest.update(f"{package}/{name}:{len(data)}:".encode())
            digest.update(data)
    for name in ("model.py", "schema.py"):
        digest.update((files("kg") / name).read_bytes())
    digest.update(f"spacy {spacy.about.__version__}".encode())
    return f"{__version__}-{digest.hexdigest()[:16]}"
