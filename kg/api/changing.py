"""Graphs that grow and shrink: papers in and out of the graph of a folder."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from kg.api import folder as names
from kg.api.building import Built, Progress, finish, take, told, waiting
from kg.api.spool import Spool, line
from kg.errors import InputError, NotFoundError
from kg.model import Paper

__all__ = ["add", "remembered", "remembered_papers", "remove"]


def add(
    *paths: str | os.PathLike[str],
    out: str | os.PathLike[str] = "kg-out",
    store: str | os.PathLike[str] | None = None,
    format: str | None = None,
    processes: int | None = 1,
    progress: Progress | None = None,
) -> Built:
    """Add papers to the graph of a folder: the graph of all its papers and these.

    The folder remembers its papers in ``papers.jsonl``, not in the store, which several folders may share. A paper that is
    there already stays as it is and is reported as a duplicate. Parameters are those of `kg.api.build`.

    Raises
    ------
    NotFoundError
        If there is no graph in the folder.
    InputError, StoreError, GraphError
        As for `kg.api.build`.
    """
    from kg import corpus

    remembered(out)  # before anything is made
    folder = names.made(out)
    names.check_outside(folder, paths)
    with names.locked(folder, waiting(progress)), Spool(str(folder)) as papers, TemporaryDirectory(prefix=names.STAGING, dir=folder) as staging:
        # Under the lock, since another process may have added papers meanwhile; before anything is changed, since a damaged file must not lose papers.
        known = {paper.id for paper in remembered_papers(out)}
        # Both lists go through one corpus, which knows duplicates; the new papers first through one of their own, whose format may be given.
        source = corpus.read(*paths, format=format)
        places = []
        with open(os.path.join(staging, "new papers"), "wb") as file:
            for paper in source:
                places.append(paper.source)
                file.write(line(paper))
        old = str(remembered(out))
        merged = corpus.read(old, file.name, format="jsonl")
        take(merged, papers, progress)
        if merged.count < len(known):
            raise InputError(f"{old}: not all of its {len(known)} papers can be read; nothing was changed, build the graph again with 'kg build'")
        problems = [*source.problems, *(replace(problem, file=os.path.basename(problem.file)) for problem in merged.problems)]
        duplicates = [*source.duplicates, *(replace(row, source=places[row.source.index - 1] or row.source) for row in merged.duplicates)]
        return finish(papers, folder, store, processes, progress, *told(problems, duplicates, paths))


def remove(
    *ids: str,
    out: str | os.PathLike[str] = "kg-out",
    store: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Built:
    """Take papers out of the graph of a folder: the graph of its other papers.

    Parameters
    ----------
    *ids : str
        Ids of papers (``2401.00001``) or of their nodes (``p:2401.00001``).
    out, store, progress
        As for `kg.api.build`. What the store has of the papers stays there.

    Raises
    ------
    NotFoundError
        If there is no graph in the folder, or none of its papers has such an id.
    InputError
        If no paper would be left.
    StoreError, GraphError
        As for `kg.api.build`.
    """
    unwanted = {id.removeprefix("p:") for id in ids}
    remembered(out)
    folder = names.made(out)
    with names.locked(folder, waiting(progress)), Spool(str(folder)) as papers:
        for paper in remembered_papers(out):
            if paper.id in unwanted:
                unwanted.remove(paper.id)
            else:
                papers.add(paper)
        if unwanted:
            raise NotFoundError(f"{folder}: no paper there has the id {', '.join(map(repr, sorted(unwanted)))}; 'kg papers --json -g {folder}' lists the ids")
        if not len(papers):
            raise InputError(f"{folder}: no paper would be left; delete the folder instead")
        return finish(papers, folder, store, 1, progress)


def remembered_papers(out: str | os.PathLike[str]) -> Iterator[Paper]:
    """Yield the papers of a folder's graph; a damaged file is an error, since going on would lose papers for good.

    Raises
    ------
    NotFoundError
        If there is no graph in the folder.
    InputError
        If the file is damaged.
    """
    file = remembered(out)
    advice = f"nothing was changed, build the graph again with 'kg build CORPUS -o {out}'"
    seen: set[str] = set()
    try:
        with open(file, encoding="utf-8") as lines:
            for number, row in enumerate(lines, 1):
                try:
                    paper = Paper.from_json(json.loads(row))
                except (ValueError, TypeError, KeyError, AttributeError):
                    paper = Paper("")
                if not isinstance(paper.id, str) or not paper.id or paper.id in seen or not paper.text:
                    raise InputError(f"{file}: line {number} is no paper that kg wrote there; {advice}")
                seen.add(paper.id)
                yield paper
    except UnicodeDecodeError:
        raise InputError(f"{file}: it is not UTF-8; {advice}") from None
    if not seen:
        raise InputError(f"{file}: it holds no paper; {advice}")


def remembered(out: str | os.PathLike[str]) -> Path:
    """Return the file with the papers of a folder's graph.

    Raises
    ------
    NotFoundError
        If there is none.
    """
    file = Path(out) / names.PAPERS
    if not file.is_file():
        raise NotFoundError(f"{file}: there is no such file, so the papers of the graph are not known; build it with 'kg build CORPUS -o {out}'")
    return file
