"""Records in, graph out: extractions and linking become one `networkx.MultiDiGraph`.

The types of nodes and edges are those of `kg.schema`, their attributes those of `graphs.attributes`. The graph depends on the set of records
alone: their order, and how they were split over runs, changes nothing, neither content nor order of nodes and edges.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import networkx as nx

from graphs.attributes import Scalar, clean_id, flatten
from graphs.collector import collector_held
from graphs.edges import Edges
from graphs.evidence import EVIDENCE_CAP, Evidence, evidence_text
from graphs.papers import FoundEntity, PaperReading
from kg import __version__
from kg.errors import GraphError
from kg.linking.records import LinkedEntity, Linking
from kg.model import Extraction, Paper

__all__ = ["build_graph"]


def build_graph(records: Iterable[tuple[Paper, Extraction]], linking: Linking) -> nx.MultiDiGraph[str]:
    """Build the graph of a corpus.

    Parameters
    ----------
    records : iterable of (Paper, Extraction)
        Each paper once, in any order; read once, so a generator will do.
    linking : Linking
        What the entities of these papers became. An entity of a paper that it does not know (dropped by curation) is left
        out, and so is what hangs on it.

    Returns
    -------
    networkx.MultiDiGraph
        Nodes: papers by id, entities by id, results by paper and place. Edges: by tail, head and type, in the order of the nodes and of
        `kg.schema.edge_types`; the key of an edge is its type.

    Raises
    ------
    GraphError
        If a paper comes twice, if an extraction belongs to another paper, or if `linking` points to an entity that it
        does not have.
    """
    with collector_held():
        return _build(records, linking)


def _build(records: Iterable[tuple[Paper, Extraction]], linking: Linking) -> nx.MultiDiGraph[str]:
    papers: dict[str, dict[str, Scalar]] = {}
    results: dict[tuple[str, int], tuple[str, dict[str, Scalar]]] = {}
    entities = {clean_id(node): _EntityReading(entity) for node, entity in linking.entities.items()}
    edges = Edges()
    for paper, extraction in records:
        if extraction.paper != paper.id:
            raise GraphError(f"the extraction of paper {extraction.paper!r} came with paper {paper.id!r}; give each paper its own")
        node = clean_id(f"p:{paper.id}")
        if node in papers:
            raise GraphError(f"paper {paper.id!r} came twice; merge duplicates first")
        reading = PaperReading(paper, extraction, linking)
        papers[node] = reading.attributes()
        for found in reading.entities.values():
            entities[found.node].add(paper, found)
        for number, result in enumerate(reading.results(edges), start=1):
            results[paper.id, number] = result
        reading.add_edges(edges)
    for row in linking.hierarchy:
        head, tail = clean_id(row.head), clean_id(row.tail)
        if head in entities and tail in entities and head != tail:
            edges.add_hierarchy(head, row.type, tail, row.reason)

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(generator=f"kg {__version__}", papers=len(papers))
    graph.add_nodes_from((node, papers[node]) for node in sorted(papers))
    needed = edges.nodes()
    graph.add_nodes_from((node, entities[node].attributes()) for node in sorted(entities) if entities[node].papers or node in needed)
    graph.add_nodes_from(results[place] for place in sorted(results))
    position = {node: place for place, node in enumerate(graph)}
    for tail, head, kind, attributes in edges.rows(position):
        graph.add_edge(tail, head, kind, **attributes)
    return graph


class _EntityReading:
    """What the papers say about one entity, while they are being read."""

    __slots__ = ("definition", "entity", "evidence", "first", "first_year", "papers", "score")

    def __init__(self, entity: LinkedEntity) -> None:
        self.entity = entity
        self.papers = 0
        self.first_year: int | None = None
        self.score = 0.0
        self.definition: tuple[int, int, str, str] | None = None
        self.first: FoundEntity | None = None
        self.evidence: list[Evidence] = []

    def add(self, paper: Paper, found: FoundEntity) -> None:
        self.papers += 1
        self.score = max(self.score, found.score)
        if paper.year is not None and (self.first_year is None or paper.year < self.first_year):
            self.first_year = paper.year
        if found.definition is not None and (self.definition is None or found.definition < self.definition):
            self.definition = found.definition
        # Most things stand in one paper only, and share its evidence with the edge from it.
        if self.papers == 1:
            self.first = found
            return
        if self.first is not None:
            self._add_evidence(self.first)
            self.first = None
        self._add_evidence(found)

    def _add_evidence(self, found: FoundEntity) -> None:
        # The best sentence of each paper before the second of any, so that the evidence of a node shows many papers.
        self.evidence.extend(found.evidence[:1])
        self.evidence.extend(item._replace(rank=item.rank + 10) for item in found.evidence[1:])
        if len(self.evidence) > 8 * EVIDENCE_CAP:
            self.evidence = sorted(self.evidence)[:EVIDENCE_CAP]

    def attributes(self) -> dict[str, Scalar]:
        entity = self.entity
        values: dict[str, Any] = {
            "type": entity.type,
            "label": entity.label,
            "aliases": entity.aliases,
            "papers": self.papers,
            "first_year": self.first_year,
            "introduced_by": clean_id(f"p:{entity.introduced_by}") if entity.introduced_by else None,
            "description": self.definition[3] if self.definition else None,
            "ambiguous": True if entity.ambiguous else None,
            "candidates": [clean_id(node) for node in entity.candidates],
            "merges": entity.merges,
            "read_as": [{"type": kind, "papers": count} for kind, count in entity.read_as],
            "score": self.score if self.papers else None,
            "evidence": self.first.evidence_text if self.first else evidence_text(self.evidence),
        }
        return flatten(values)
