"""Linking: from the entities of single papers to one node per real thing."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from functools import cache

from kg.errors import GraphError
from kg.lexicons import Entry, entries
from kg.linking.anchors import Anchors
from kg.linking.curation.entries import Curation
from kg.linking.families import families
from kg.linking.hierarchy import subclasses
from kg.linking.nodes import NodeDraft
from kg.linking.readings import Reading, paper_readings
from kg.linking.records import Hierarchy, LinkedEntity, Linking
from kg.linking.resolve import resolve
from kg.model import Extraction, Paper

__all__ = ["link"]


def link(records: Iterable[tuple[Paper, Extraction]], *, lexicon: Iterable[Entry] | None = None, curation: Curation | None = None) -> Linking:
    """Link the entities of papers.

    Parameters
    ----------
    records : iterable of (Paper, Extraction)
        In any order, each paper once; consumed as a stream, of which only names, types and roles are kept.
    lexicon : iterable of Entry, optional
        The established names; those of `kg.lexicons` by default.
    curation : Curation, optional
        Corrections by hand, replayed on what linking finds; see `kg.linking.curation`.

    Returns
    -------
    Linking
        The same for any order of `records`.

    Raises
    ------
    GraphError
        If a paper comes twice.
    """
    anchors = _established() if lexicon is None else Anchors(lexicon)
    enabled = gc.isenabled()
    # Hundreds of thousands of small records are made here and none is garbage: looking through them doubles the time.
    gc.disable()
    try:
        return _link(records, anchors, curation or Curation())
    finally:
        if enabled:
            gc.enable()


@cache
def _established() -> Anchors:
    return Anchors(entries())


def _link(records: Iterable[tuple[Paper, Extraction]], anchors: Anchors, curation: Curation) -> Linking:
    by_paper: dict[str, list[Reading]] = {}
    for paper, extraction in records:
        if paper.id in by_paper:
            raise GraphError(f"paper {paper.id!r} comes twice; pass each paper once")
        by_paper[paper.id] = paper_readings(paper, extraction, anchors)
    readings = [reading for paper_id in sorted(by_paper) for reading in by_paper[paper_id]]
    del by_paper
    ambiguous = resolve(readings, anchors)
    drafts: dict[str, NodeDraft] = {}
    for reading in readings:
        draft = drafts.get(reading.node)
        if draft is None:
            draft = drafts[reading.node] = NodeDraft(reading.node, anchors.by_id.get(reading.node))
        draft.add(reading)
    taken = {node[2:].partition("@")[0] for node in drafts}
    entities: dict[str, LinkedEntity] = {node: drafts[node].finish(taken, ambiguous.get(node, ())) for node in sorted(drafts)}
    del drafts
    if curation.entries:
        return _curated(readings, entities, anchors, curation)
    added, versions = families(entities, anchors)
    entities = _with(entities, added)
    return Linking(entities, _nodes(readings), _in_order((*versions, *subclasses(entities, anchors))), curation.remarks)


def _curated(readings: list[Reading], entities: dict[str, LinkedEntity], anchors: Anchors, curation: Curation) -> Linking:
    """Replay a curation file; hierarchy is looked for afterwards, since it follows from labels and types."""
    from kg.linking.curation.replay import Replay

    replay = Replay(curation, readings, _with(entities, families(entities, anchors)[0]), anchors)
    entities = replay.apply()
    # What was merged away still tells where versions belong; its rows then move to what it is part of.
    known = _with(replay.ghosts(), entities)
    added, versions = families(known, anchors)
    known = _with(known, replay.families(added))
    hierarchy = replay.hierarchy((*versions, *subclasses(known, anchors)))
    remarks = sorted((*curation.remarks, *replay.remarks), key=lambda remark: remark.number)
    return Linking(_with(entities, replay.families(added)), _nodes(readings), _in_order(hierarchy), tuple(remarks))


def _with(entities: dict[str, LinkedEntity], added: dict[str, LinkedEntity]) -> dict[str, LinkedEntity]:
    return dict(sorted({**entities, **added}.items())) if added else entities


def _nodes(readings: list[Reading]) -> dict[tuple[str, str], str]:
    return dict(sorted(((reading.paper, reading.entity), reading.node) for reading in readings if reading.node))


def _in_order(rows: Iterable[Hierarchy]) -> tuple[Hierarchy, ...]:
    return tuple(sorted(rows, key=lambda row: (row.head, row.type, row.tail)))
