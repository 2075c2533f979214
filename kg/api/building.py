"""The one way through, corpus to folder: read, extract what the store lacks, link, build, write."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from kg.api import folder as names
from kg.api.corrections import Corrections, corrections_of
from kg.api.spool import Spool, line
from kg.errors import GraphError
from kg.model import Extraction, Paper, Source
from kg.store import Store

if TYPE_CHECKING:
    from graphs.query import KnowledgeGraph
    from kg.corpus import Duplicate, Problem
    from kg.linking.curation import Remark

__all__ = ["Built", "Progress", "build_folder", "finish", "take", "told", "waiting"]

_T = TypeVar("_T")
_READ = 500  # papers looked up in the store at a time
_SAVED = 64  # papers a transaction: at most so many are extracted again after a kill
_WORTHWHILE = 400  # papers from which worker processes gain more than they cost to start


class Progress(Protocol):
    """What a build calls to tell how far it is."""

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        """Take note.

        Parameters
        ----------
        stage : str
            ``"read"``, ``"extract"``, ``"link"``, ``"build"``, ``"write"``, in this order; before them ``"wait"``, once, where another
            process is changing the folder.
        done : int
            Papers (for ``"write"``: files) that are done, from 0; never falls within a stage.
        total : int or None
            How many there are, where that is known.
        """


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did.

    Attributes
    ----------
    graph : KnowledgeGraph
    folder : Path
    files : tuple of Path
        What was written, in the order in which a reader would open it.
    papers, extracted : int
        Papers of the graph, and how many of them the store did not have.
    problems : tuple of kg.corpus.Problem
        Records that were skipped, in the order of the input.
    duplicates : tuple of kg.corpus.Duplicate
        Records that were merged with an earlier one, in the order of the input.
    warnings : tuple of str
        Damaged records of the store that were extracted anew.
    curation : tuple of kg.linking.curation.Remark
        What became of each entry of the curation file, in its order.
    """

    graph: KnowledgeGraph
    folder: Path
    files: tuple[Path, ...]
    papers: int
    extracted: int
    problems: tuple[Problem, ...] = ()
    duplicates: tuple[Duplicate, ...] = ()
    warnings: tuple[str, ...] = ()
    curation: tuple[Remark, ...] = ()


class Records:
    """Papers with what the store has of them: iterated in the order of paper ids, again and again, never all in memory.

    Parameters
    ----------
    papers : Spool
    store : Store
        Must have a record of every paper.
    fingerprint : str
        Of the pipeline whose records are meant.
    """

    def __init__(self, papers: Spool, store: Store, fingerprint: str) -> None:
        self._papers = papers
        self._store = store
        self._fingerprint = fingerprint

    def __len__(self) -> int:
        return len(self._papers)

    def __iter__(self) -> Iterator[tuple[Paper, Extraction]]:
        for chunk in _chunks(self._papers, _READ):
            yield from zip(chunk, self._store.load(self._fingerprint, chunk), strict=True)


def build_folder(
    *paths: str | os.PathLike[str],
    out: str | os.PathLike[str] = "kg-out",
    store: str | os.PathLike[str] | None = None,
    format: str | None = None,
    processes: int | None = 1,
    curation: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Built:
    """Do what `kg.api.build` does, and tell what was done. Parameters and errors are the same."""
    from kg import corpus

    folder = names.made(out)
    names.check_outside(folder, paths)
    with names.locked(folder, waiting(progress)), Spool(str(folder)) as papers:
        corrections = corrections_of(folder, curation)  # first: a file that cannot be read must not cost a reading of the corpus
        source = corpus.read(*paths, format=format)
        take(source, papers, progress)
        return finish(papers, folder, store, processes, progress, *told(source.problems, source.duplicates, paths), corrections=corrections)


def waiting(progress: Progress | None) -> Callable[[], None]:
    """Return what tells `progress` that another process is changing the folder."""
    return lambda: _tell(progress, "wait", 0, None)


def told(
    problems: Iterable[Problem], duplicates: Iterable[Duplicate], paths: Iterable[str | os.PathLike[str]]
) -> tuple[tuple[Problem, ...], tuple[Duplicate, ...]]:
    """Return `problems` and `duplicates` with those of the `paths` that are absolute cut down to their last part.

    So the report is the same wherever the corpus lies.
    """
    absolute = {os.fsdecode(path).rstrip(os.sep) for path in paths if os.path.isabs(path)}

    def shown(file: str) -> str:
        for path in absolute:
            if file == path or file.startswith(path + "/"):
                return os.path.basename(path) + file[len(path) :]
        return file

    def moved(source: Source) -> Source:
        return replace(source, file=shown(source.file))

    return (
        tuple(replace(problem, file=shown(problem.file)) for problem in problems),
        tuple(replace(row, source=moved(row.source), kept=moved(row.kept)) for row in duplicates),
    )


def take(source: Iterable[Paper], papers: Spool, progress: Progress | None) -> None:
    """Take the papers of `source` into the spool `papers`, telling `progress`."""
    for paper in source:
        papers.add(paper)
        _tell(progress, "read", len(papers), None)


def finish(
    papers: Spool,
    folder: Path,
    store_path: str | os.PathLike[str] | None,
    processes: int | None,
    progress: Progress | None,
    problems: tuple[Problem, ...] = (),
    duplicates: tuple[Duplicate, ...] = (),
    corrections: Corrections | None = None,
) -> Built:
    """Make a folder hold the graph of these papers: the part of a build that comes after reading.

    Parameters
    ----------
    papers : Spool
        At least one.
    folder : Path
        Exists and can be written to.
    store_path, processes, progress
        As for `kg.api.build`.
    problems, duplicates : tuple
        What the reader told, for the report and the answer.
    corrections : Corrections, optional
        By default those of the folder's own curation file.

    Raises
    ------
    StoreError, GraphError
        As for `kg.api.build`.
    """
    from graphs.query import KnowledgeGraph

    corrections = corrections or corrections_of(folder)
    with Store(folder / names.STORE if store_path is None else store_path) as store:
        fingerprint, extracted = _extract_missing(papers, store, processes, progress)
        graph, warnings, remarks = _graph(Records(papers, store, fingerprint), corrections, progress)
        account = {"problems": map(str, problems), "duplicates": map(str, duplicates), "warnings": warnings, "curation": remarks}
        files = _write(graph, papers, folder, account, corrections, progress)
        return Built(KnowledgeGraph(graph), folder, files, len(papers), extracted, problems, duplicates, tuple(store.warnings), remarks)


def _extract_missing(papers: Spool, store: Store, processes: int | None, progress: Progress | None) -> tuple[str, int]:
    """Extract what the store lacks; return the pipeline's fingerprint and the number of papers extracted."""
    import extractors

    fingerprint = extractors.fingerprint()
    lacking: list[int] = []
    for numbers in _chunks(range(len(papers)), _READ):
        chunk = list(papers.pick(numbers))
        lacked = {paper.id for paper in store.missing(fingerprint, chunk)}
        lacking.extend(number for number, paper in zip(numbers, chunk, strict=True) if paper.id in lacked)
    if processes is None:
        processes = _processors() if len(lacking) >= _WORTHWHILE else 1
    done = 0
    _tell(progress, "extract", 0, len(lacking))
    for saved in _chunks(extractors.extract(papers.pick(lacking), processes=processes), _SAVED):
        store.save(fingerprint, saved)
        done += len(saved)
        _tell(progress, "extract", done, len(lacking))
    return fingerprint, len(lacking)


def _processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _graph(records: Records, corrections: Corrections, progress: Progress | None) -> tuple[Any, list[str], tuple[Remark, ...]]:
    """Link and build; return the graph, the warnings of the extractions in the order of the paper ids, and what became of the corrections."""
    from graphs.build import build_graph
    from kg.linking import link

    warnings: list[str] = []

    def noted() -> Iterator[tuple[Paper, Extraction]]:
        for paper, extraction in _counted(records, "link", progress):
            warnings.extend(f"paper {paper.id}: {warning}" for warning in extraction.warnings)
            yield paper, extraction

    linking = link(noted(), curation=corrections.curation)
    corrections.check(linking.remarks)
    return build_graph(_counted(records, "build", progress), linking), warnings, linking.remarks


def _write(graph: Any, papers: Spool, folder: Path, account: Mapping[str, Any], corrections: Corrections, progress: Progress | None) -> tuple[Path, ...]:
    from graphs import export
    from graphs.report import report

    try:
        with names.replaced(folder) as staging:
            for done, name in enumerate((names.GRAPH, names.GRAPHML, names.PAGE)):
                _tell(progress, "write", done, 5)
                export.write(graph, staging / name)
            (staging / names.REPORT).write_text(report(graph, **account), encoding="utf-8", newline="\n")
            with open(staging / names.PAPERS, "wb") as file:
                file.writelines(line(paper) for paper in papers)
            corrections.write(staging)
    except OSError as error:
        raise GraphError(f"{folder}: the graph cannot be written ({error.strerror or error}); make room, or name another folder") from error
    _tell(progress, "write", 5, 5)
    found = (names.PAGE, names.REPORT, names.GRAPH, names.GRAPHML, names.PAPERS, names.CURATION)
    return tuple(folder / name for name in found if name != names.CURATION or (folder / name).exists())


def _counted(records: Records, stage: str, progress: Progress | None) -> Iterator[tuple[Paper, Extraction]]:
    for done, record in enumerate(records):
        if done % _SAVED == 0:
            _tell(progress, stage, done, len(records))
        yield record
    _tell(progress, stage, len(records), len(records))


def _tell(progress: Progress | None, stage: str, done: int, total: int | None) -> None:
    if progress is not None:
        progress(stage, done, total)


def _chunks(items: Iterable[_T], size: int) -> Iterator[list[_T]]:
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk
