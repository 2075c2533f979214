"""From corpus files to a knowledge graph, in Python: what the ``kg`` command does, as functions.

spaCy is imported when something is extracted, networkx when a graph is built or loaded, neither with this package.

>>> from kg import api
>>> api.__all__
['Built', 'Progress', 'add', 'build', 'build_folder', 'diff', 'extract', 'load', 'merge', 'read', 'remove', 'rename', 'split']
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import chain
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeAlias

from kg.api.building import Built, Progress, build_folder
from kg.api.changing import add, remove
from kg.api.curating import merge, rename, split
from kg.api.folder import GRAPH, graph_file
from kg.model import Extraction, Paper

if TYPE_CHECKING:
    from graphs.diff import GraphDifference
    from graphs.query import KnowledgeGraph
    from kg.corpus import Corpus

__all__ = ["Built", "Progress", "add", "build", "build_folder", "diff", "extract", "load", "merge", "read", "remove", "rename", "split"]

Path: TypeAlias = "str | os.PathLike[str]"


def read(*paths: Path, format: str | None = None) -> Corpus:
    """Read papers from files.

    Parameters
    ----------
    *paths : str or path-like
        Files, folders (all files in them that hold papers) or ``-`` for standard input.
    format : str, optional
        Name of an input format (a row of `kg.corpus.FORMATS`); by default it is recognised from the content.

    Returns
    -------
    Corpus
        Yields each `Paper` once, in the order of the input. After iteration, `problems` lists what was skipped and why, and
        `duplicates` what was merged.

    Raises
    ------
    InputError
        If a file does not exist or cannot be read as any format.
    """
    from kg import corpus

    return corpus.read(*paths, format=format)


def extract(*sources: Path | Paper | Iterable[Paper], format: str | None = None, processes: int = 1) -> Iterator[Extraction]:
    """Read what papers say: entities, roles, results, relations and links.

    Parameters
    ----------
    *sources : str, path-like, Paper, or iterable of Paper
        Either files as `read` takes them, or papers.
    format : str, optional
        As for `read`; only for files.
    processes : int
        Number of worker processes, from 1. A worker costs about a second and the memory of a model, so it pays from some hundred papers on.

    Yields
    ------
    Extraction
        One for each paper, in the order of the input.

    Raises
    ------
    InputError
        If a file cannot be used.
    TypeError
        If files and papers are mixed.

    Examples
    --------
    >>> import kg
    >>> paper = kg.Paper("p1", abstract="We fine-tune BERT and evaluate it on SQuAD. Code: https://example.org/code")
    >>> [extraction.links for extraction in kg.extract(paper)]
    [('https://example.org/code',)]
    """
    papers = iter(_papers(sources, format))
    first = next(papers, None)
    if first is None:
        return
    # Only now, so that input which cannot be used is told at once.
    import extractors

    for _, extraction in extractors.extract(chain((first,), papers), processes=processes):
        yield extraction


def _papers(sources: tuple[Path | Paper | Iterable[Paper], ...], format: str | None) -> Iterable[Paper]:
    paths = [source for source in sources if isinstance(source, (str, os.PathLike))]
    if len(paths) == len(sources):
        return read(*paths, format=format)
    if paths:
        raise TypeError(f"give either files or papers, not both: {os.fspath(paths[0])!r} is a file")
    return chain.from_iterable((source,) if isinstance(source, Paper) else source for source in sources if not isinstance(source, (str, os.PathLike)))


def build(
    *paths: Path,
    out: Path = "kg-out",
    store: Path | None = None,
    format: str | None = None,
    processes: int | None = 1,
    curation: Path | None = None,
    progress: Progress | None = None,
) -> KnowledgeGraph:
    """Build the graph of exactly the papers in some files, and write it to a folder.

    Papers that the store has are not extracted again, so a build that was interrupted goes on where it stopped, with the same
    result. The same papers give the same bytes in every file, whatever their order and however often the build ran.

    Parameters
    ----------
    *paths : str or path-like
        Files, folders or ``-``, as for `read`.
    out : str or path-like
        Folder for ``graph.json``, ``graph.graphml``, ``graph.html`` (open it in a browser), ``report.txt`` and ``papers.jsonl``
        (the papers of the graph, for `add` and `remove`); made if need be. Each file is replaced as a whole.
    store : str or path-like, optional
        SQLite file with the extractions; by default ``kg.db`` in `out`. Several folders may share one.
    format : str, optional
        As for `read`.
    processes : int or None
        Number of worker processes for extraction; None is 1 for a small corpus, else one for each processor. A script that asks for
        more than one must keep its own work under ``if __name__ == "__main__":``, since the workers import it.
    curation : str or path-like, optional
        A file with corrections, which is copied into `out` as ``curation.yaml``. By default the file of that name in `out`, if there is
        one, is replayed. See ``docs/curation.md``.
    progress : callable, optional
        Called as ``progress(stage, done, total)``; see `Progress`. While another process changes `out`, this one waits for it.

    Returns
    -------
    KnowledgeGraph
        What `load` returns for the folder. For what was skipped or merged, see `build_folder`.

    Raises
    ------
    InputError
        If a file cannot be used or no paper is left, or the curation file cannot be read. A wrong entry in it is no error: see
        `build_folder`.
    StoreError
        If the store is damaged or locked.
    GraphError
        If the files cannot be written.
    """
    return build_folder(*paths, out=out, store=store, format=format, processes=processes, curation=curation, progress=progress).graph


def load(path: Path = "kg-out") -> KnowledgeGraph:
    """Load a graph that `build` wrote.

    Parameters
    ----------
    path : str or path-like
        The folder, or its ``graph.json``.

    Raises
    ------
    NotFoundError
        If there is no such file.
    GraphError
        If it is not a graph that kg wrote.
    """
    from graphs.export import read_json
    from graphs.query import KnowledgeGraph

    return KnowledgeGraph(read_json(graph_file(path)))


def diff(old: Path | KnowledgeGraph, new: Path | KnowledgeGraph) -> GraphDifference:
    """Tell what is different between two graphs: papers, nodes, merges, results and edges.

    Parameters
    ----------
    old, new : str, path-like or KnowledgeGraph
        A folder that `build` wrote, its ``graph.json``, or a graph.

    Returns
    -------
    GraphDifference
        False where nothing is different; printed, it is the account in words, and `to_json` gives all of it.

    Raises
    ------
    NotFoundError
        If there is no such file.
    GraphError
        If one is not a graph that kg wrote.
    """
    from graphs.diff import diff_files
    from graphs.query import KnowledgeGraph

    with ExitStack() as stack:

        def file_of(graph: Path | KnowledgeGraph) -> str:
            if not isinstance(graph, KnowledgeGraph):
                return graph_file(graph)
            from graphs.export import write

            folder = stack.enter_context(TemporaryDirectory(prefix="kg-diff-"))
            return os.fspath(write(graph.nx, os.path.join(folder, GRAPH))[0])

        return diff_files(file_of(old), file_of(new))
