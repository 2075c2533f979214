"""Corrections from Python and the shell: an entry is appended to the folder's curation file, and the graph is built anew with it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from kg.api import folder as names
from kg.api.building import Built, Progress, finish, waiting
from kg.api.changing import remembered, remembered_papers
from kg.api.corrections import with_entry
from kg.api.spool import Spool
from kg.errors import InputError

__all__ = ["merge", "rename", "split"]

Path: TypeAlias = "str | os.PathLike[str]"


def merge(graph: Path, *things: str, reason: str = "", store: Path | None = None, progress: Progress | None = None) -> Built:
    """Make several nodes one: the first, which keeps its name, type and id.

    The entry is appended to ``curation.yaml`` in the folder of the graph; to undo it, delete it there and build again.

    Parameters
    ----------
    graph : str or path-like
        The folder of a graph, or its ``graph.json``.
    *things : str
        At least two, each the name of a node, with its type behind it where several have the name (``"CLIP (Model)"``), or its id.
    reason : str
        A note that is kept with the entry, and shown in the node.
    store, progress
        As for `kg.api.build`.

    Raises
    ------
    NotFoundError
        If there is no graph in the folder, nothing of such a name, or they are one node already. Nothing is changed then, nor after
        the errors below.
    GraphError
        If a name fits several nodes (the message lists them), or the files cannot be written.
    InputError, StoreError
        If the curation file or the store cannot be used.
    """
    return _curate(graph, "merge", things, {"reason": reason}, store, progress)


def split(
    graph: Path,
    thing: str,
    *,
    papers: Iterable[str] = (),
    names: Iterable[str] = (),
    to: str = "",
    reason: str = "",
    store: Path | None = None,
    progress: Progress | None = None,
) -> Built:
    """Make two nodes of one: what some papers mean by it becomes a node of its own.

    Parameters
    ----------
    graph : str or path-like
        As for `merge`.
    thing : str
        The node that is too much, by name or id as for `merge`.
    papers : iterable of str
        Ids of the papers that mean the other thing.
    names : iterable of str
        What papers call the other thing, to the letter. With `papers`, both must hold; one of them must be given.
    to : str
        What the other thing is called; by default as its papers do.
    reason, store, progress
        As for `merge`.

    Raises
    ------
    NotFoundError, GraphError, InputError, StoreError
        As for `merge`.
    """
    return _curate(graph, "split", thing, {"papers": tuple(papers), "names": tuple(names), "to": to, "reason": reason}, store, progress)


def rename(graph: Path, thing: str, to: str, *, reason: str = "", store: Path | None = None, progress: Progress | None = None) -> Built:
    """Show a node under another name; the old one stays an alias, and the id is the same.

    Parameters
    ----------
    graph : str or path-like
        As for `merge`.
    thing : str
        The node, by name or id as for `merge`.
    to : str
        Its new name.
    reason, store, progress
        As for `merge`.

    Raises
    ------
    NotFoundError, GraphError, InputError, StoreError
        As for `merge`; GraphError also if another node of the type has that name.
    """
    return _curate(graph, "rename", thing, {"to": to, "reason": reason}, store, progress)


def _curate(
    graph: Path, action: str, value: str | Sequence[str], others: dict[str, str | Sequence[str]], store: Path | None, progress: Progress | None
) -> Built:
    from kg.linking.curation.reading import parse_curation
    from kg.linking.curation.writing import entry_text

    entry = entry_text(action, value, **others)
    for fault in parse_curation(entry).remarks:
        raise InputError(fault.text)
    place = names.graph_folder(graph)
    remembered(place)
    folder = names.made(place)
    with names.locked(folder, waiting(progress)), Spool(str(folder)) as papers:
        corrections = with_entry(folder, entry)
        for paper in remembered_papers(folder):
            papers.add(paper)
        return finish(papers, folder, store, 1, progress, corrections=corrections)
