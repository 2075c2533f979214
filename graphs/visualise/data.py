"""The page's data: one JSON object, made here and nowhere else, read by ``page/model.js``.

Everything is a table of columns (lists of the same length), since names of fields repeated half a million times would
make a large page twice as large. A node or an edge is called by its row number; rows are sorted by node id and edge id.

``schema``
    ``nodeTypes`` (name, plural, colour, shape, description, kind: paper, entity or result), ``edgeTypes`` (name, label,
    inverse, description, group, quiet), ``groups`` (key, label), ``resultLinks`` (field of a result -> number of the edge
    type), all from `kg.schema`. Quiet types are not shown until asked for.
``nodes``
    id, type (number), label, papers (count), year (or null), aliases (list), description (a sentence number, or a string), size (radius
    when drawn). ``lower`` lists the nodes of metrics of which less is better, ``higher`` those of which more is.
``papers``
    node, title, abstract, venue, url, code.
``results``
    node, value, unit, kind, direction, baseline, sota, text (a sentence number, or a string).
``sentences``
    paper (node), text: a string, or ``[start, end]`` where it is a slice of that paper's abstract (characters as JavaScript
    counts them, UTF-16; end exclusive).
``edges``
    source, target, type, score (or null), papers (count), evidence (list of sentence numbers, best first), more (how much
    evidence was left out), reason.
``marks``
    ``[edge, [text, ...]]``: mentions that the names of the edge's two ends do not cover.

In the file (`packed`) the columns ``edges.source`` and ``sentences.paper`` hold the step from the row before (at first from 0; null is no row
of its own: it stays null), and the first number of each list of ``edges.evidence`` the step from the first of the list before
that is not empty. Numbers that hardly rise compress to next to nothing.

The picture itself is added by `graphs.visualise.html`: ``network``, the drawn nodes (``id``, a row, and ``x``, ``y``) and
lines as pyvis writes them; and ``overview``: mode, regions, notes and tall as in `graphs.visualise.overview.Overview`, discs
(the number of each drawn node's disc), fluent (most nodes that vis-network is to draw).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import networkx as nx

from graphs.attributes import clean_text, from_json_text
from graphs.query.direction import better
from kg.errors import GraphError
from kg.schema import DERIVED_EDGES, ENTITY_TYPES, HIERARCHY_EDGES, NODE_TYPES, RELATIONS, RESULT_LINKS, ROLES, edge_types

__all__ = ["Graph", "Tables", "packed", "tables"]

Graph: TypeAlias = "nx.MultiDiGraph[Any]"
Tables: TypeAlias = dict[str, Any]

EVIDENCE_IN_FULL = 60_000  # pieces of evidence; a graph that has more keeps the best ones of each edge
EVIDENCE_PER_EDGE = 2
_LARGEST = 110.0  # radius of an entity: of 840 papers
_SOURCES_TRIED = 40  # papers searched for a node's description

_QUIETEST_ROLE = min(ROLES.values(), key=lambda role: role.strength).edge
_MEASURES = ROLES["reports"].types
_STRONGEST_ROLE = max(ROLES.values(), key=lambda role: role.strength).edge
_GROUPS = {"role": "In papers", "result": "Results", "stated": "Between entities", "hierarchy": "From names", "derived": "Derived from roles", "other": "Other"}
_MEMBERS = {
    "role": {role.edge for role in ROLES.values()},
    "result": {"HAS_RESULT", *(link.name for link in RESULT_LINKS.values())},
    "stated": {link.name for link in RELATIONS.values()},
    "hierarchy": set(HIERARCHY_EDGES),
    "derived": set(DERIVED_EDGES),
}

# How a relation reads from its other end. A type that has no row here is read as "<label> (of)".
_INVERSE = {
    "PROPOSES": "proposed by",
    "EVALUATES_ON": "evaluated on by",
    "REPORTS": "reported by",
    "COMPARES_WITH": "baseline in",
    "USES": "used by",
    "ADDRESSES": "addressed by",
    "MENTIONS": "mentioned by",
    "HAS_RESULT": "reported by",
    "OF_METHOD": "reached",
    "ON_DATASET": "results on it",
    "IN_METRIC": "results in it",
    "FOR_TASK": "results for it",
    "VERSUS": "compared against in",
    "BASED_ON": "basis of",
    "PART_OF": "has part",
    "APPLIED_TO": "what is applied to it",
    "VARIANT_OF": "has variant",
    "VERSION_OF": "has version",
    "SUBTASK_OF": "has subtask",
    "SUBCLASS_OF": "has subclass",
    "EVALUATED_WITH": "used to evaluate",
    "USED_FOR": "approached with",
    "COMPARED_WITH": "compared with",
    "BENCHMARK_FOR": "has benchmark",
}


def tables(graph: Graph) -> Tables:
    """Return the page's tables.

    Raises
    ------
    GraphError
        If a node or an edge has no type.
    """
    order = sorted(graph.nodes, key=str)
    row = {node: index for index, node in enumerate(order)}
    for node in order:
        if not graph.nodes[node].get("type"):
            raise GraphError(f"node {str(node)!r} has no type: a page needs a graph as kg builds it, with `type` on every node and edge")
    for tail, head, values in graph.edges(data=True):
        if not values.get("type"):
            raise GraphError(
                f"the edge from {str(tail)!r} to {str(head)!r} has no type: a page needs a graph as kg builds it, with `type` on every node and edge"
            )
    links = sorted(((str(key), row[a], row[b], values) for a, b, key, values in graph.edges(keys=True, data=True)), key=_edge_order)
    schema, node_number, edge_number = _schema((graph.nodes[node]["type"] for node in order), links)
    papers, results, nodes = _nodes(graph, order, schema, node_number)
    proposed = {target for _, _, target, values in links if values["type"] == _STRONGEST_ROLE}
    kinds = [schema["nodeTypes"][number]["kind"] for number in nodes["type"]]
    nodes["size"] = [_size(kind, count, index in proposed) for index, (kind, count) in enumerate(zip(kinds, nodes["papers"], strict=True))]
    store = _Sentences(row, papers)
    edges, marks = _edges(links, nodes, store, edge_number)
    near = _papers_near(edges, kinds)
    nodes["description"] = [store.known(text, near.get(row, ())) for row, text in enumerate(nodes["description"])]
    results["text"] = [store.known(text, near.get(row, ())) for row, text in zip(results["node"], results["text"], strict=True)]
    metrics = [row for row, number in enumerate(nodes["type"]) if schema["nodeTypes"][number]["name"] in _MEASURES]
    for key in ("lower", "higher"):
        nodes[key] = [row for row in metrics if better(nodes["label"][row]) == key]
    sentences = {"paper": store.papers, "text": store.texts}
    return {"schema": schema, "nodes": nodes, "papers": papers, "results": results, "edges": edges, "sentences": sentences, "marks": marks}


def packed(data: Tables) -> Tables:
    """Return the tables as the page's file holds them; the tables themselves are not changed."""
    edges = {**data["edges"], "source": _steps(data["edges"]["source"]), "evidence": []}
    last = 0
    for numbers in data["edges"]["evidence"]:
        edges["evidence"].append([numbers[0] - last, *numbers[1:]] if numbers else [])
        last = numbers[0] if numbers else last
    return {**data, "edges": edges, "sentences": {**data["sentences"], "paper": _steps(data["sentences"]["paper"])}}


def _steps(numbers: Sequence[int | None]) -> list[int | None]:
    steps: list[int | None] = []
    last = 0
    for number in numbers:
        steps.append(None if number is None else number - last)
        last = last if number is None else number
    return steps


def _papers_near(edges: Tables, kinds: Sequence[str]) -> dict[int, list[int]]:
    """Return for each node that papers point to the first few of them."""
    near: dict[int, list[int]] = {}
    for source, target in zip(edges["source"], edges["target"], strict=True):
        if kinds[source] == "paper":
            found = near.setdefault(target, [])
            if len(found) < _SOURCES_TRIED:
                found.append(source)
    return near


def _edge_order(link: tuple[str, int, int, Mapping[str, Any]]) -> tuple[int, int, str, str]:
    key, source, target, values = link
    return source, target, str(values.get("type", "")), str(values.get("id", key))


def _schema(used: Iterable[str], links: Iterable[tuple[str, int, int, Mapping[str, Any]]]) -> tuple[Tables, dict[str, int], dict[str, int]]:
    node_types = [
        {
            "name": row.name,
            "plural": row.plural,
            "colour": row.colour,
            "shape": row.shape,
            "description": row.description,
            "kind": "entity" if row.name in ENTITY_TYPES else {"p": "paper", "r": "result"}.get(row.prefix, "entity"),
        }
        for row in NODE_TYPES.values()
    ]
    for name in sorted(set(used) - set(NODE_TYPES)):
        node_types.append({"name": name, "plural": name, "colour": "#7f7f7f", "shape": "dot", "description": "", "kind": "entity"})
    known = edge_types()
    rows: list[dict[str, Any]] = []
    for name in [*known, *sorted({str(values["type"]) for *_, values in links} - set(known))]:
        label = name.lower().replace("_", " ")
        group = next((key for key, names in _MEMBERS.items() if name in names), "other")
        rows.append(
            {
                "name": name,
                "label": label,
                "inverse": _INVERSE.get(name, f"{label} (of)"),
                "description": known[name].description if name in known else "",
                "group": group,
                "quiet": group == "derived" or name == _QUIETEST_ROLE,
            }
        )
    edge_number = {str(row["name"]): index for index, row in enumerate(rows)}
    schema = {
        "nodeTypes": node_types,
        "edgeTypes": rows,
        "groups": [{"key": key, "label": label} for key, label in _GROUPS.items()],
        "resultLinks": {field: edge_number[link.name] for field, link in RESULT_LINKS.items()},
    }
    return schema, {str(row["name"]): index for index, row in enumerate(node_types)}, edge_number


def _nodes(graph: Graph, order: list[Any], schema: Tables, number: Mapping[str, int]) -> tuple[Tables, Tables, Tables]:
    nodes: Tables = {name: [] for name in ("id", "type", "label", "papers", "year", "aliases", "description")}
    papers: Tables = {name: [] for name in ("node", "title", "abstract", "venue", "url", "code")}
    results: Tables = {name: [] for name in ("node", "value", "unit", "kind", "direction", "baseline", "sota", "text")}
    for index, node in enumerate(order):
        values = graph.nodes[node]
        kind = schema["nodeTypes"][number[values["type"]]]["kind"]
        nodes["id"].append(_text(str(node)))
        nodes["type"].append(number[values["type"]])
        nodes["label"].append(_text(values.get("label")) or _text(str(node)))
        nodes["papers"].append(_whole(values.get("papers")) or 0)
        nodes["year"].append(_whole(values.get("year", values.get("first_year"))))
        nodes["aliases"].append([_text(alias) for alias in from_json_text(values.get("aliases")) if isinstance(alias, str)])
        nodes["description"].append(_text(values.get("description")))
        if kind == "paper":
            papers["node"].append(index)
            for column, name in (("title", "title"), ("abstract", "abstract"), ("venue", "venue"), ("url", "url"), ("code", "code_url")):
                papers[column].append(_text(values.get(name)))
        elif kind == "result":
            results["node"].append(index)
            results["sota"].append(1 if values.get("sota") in (True, 1, "true", "True") else 0)
            for name in ("value", "unit", "kind", "direction", "baseline", "text"):
                results[name].append(_text(values.get(name)))
    return papers, results, nodes


def _size(kind: str, papers: int, proposed: bool) -> float:
    """Return a radius: an entity's area grows with its papers; what a paper introduces is a little larger than what it uses."""
    if kind != "entity":
        return 9.0 if kind == "paper" else 4.5
    return round(min(_LARGEST, (7.5 if proposed else 5.5) + 3.6 * math.sqrt(max(papers - 1, 0))), 1)


def _edges(links: Sequence[tuple[str, int, int, Mapping[str, Any]]], nodes: Tables, store: _Sentences, number: Mapping[str, int]) -> tuple[Tables, list[Any]]:
    found = [from_json_text(values.get("evidence")) for *_, values in links]
    limit = EVIDENCE_PER_EDGE if sum(map(len, found)) > EVIDENCE_IN_FULL else None
    edges: Tables = {name: [] for name in ("source", "target", "type", "score", "papers", "evidence", "more", "reason")}
    marks: list[Any] = []
    names = [{text.casefold() for text in (label, *aliases)} for label, aliases in zip(nodes["label"], nodes["aliases"], strict=True)]
    for index, ((_, source, target, values), evidence) in enumerate(zip(links, found, strict=True)):
        pieces = [piece for piece in evidence if isinstance(piece, dict) and isinstance(piece.get("text"), str)]
        edges["source"].append(source)
        edges["target"].append(target)
        edges["type"].append(number[str(values["type"])])
        edges["score"].append(_score(values.get("score")))
        edges["papers"].append(_whole(values.get("papers")) or 0)
        edges["evidence"].append([store.number(piece) for piece in pieces[:limit]])
        edges["more"].append(len(pieces) - len(pieces[:limit]))
        edges["reason"].append(_text(values.get("reason")))
        said = {text for piece in pieces[:limit] for text in _mentions(piece)}
        extra = sorted(text for text in said if text.casefold() not in names[source] and text.casefold() not in names[target])
        if extra:
            marks.append([index, extra])
    return edges, marks


class _Sentences:
    """Every sentence once, however many edges it is evidence of."""

    def __init__(self, row: Mapping[Any, int], papers: Tables) -> None:
        self.papers: list[int | None] = []
        self.texts: list[str | list[int]] = []
        self._row = row
        self._abstracts: dict[int, str] = dict(zip(papers["node"], papers["abstract"], strict=True))
        self._seen: dict[tuple[int | None, str], int] = {}
        self._first: dict[str, int] = {}

    def number(self, piece: Mapping[str, Any]) -> int:
        paper = self._row.get(f"p:{piece.get('paper')}", self._row.get(piece.get("paper")))
        text = _text(piece["text"])
        return self._store(paper, text)

    def _store(self, paper: int | None, text: str) -> int:
        key = (paper, text)
        if key not in self._seen:
            self._seen[key] = len(self.texts)
            self._first.setdefault(text, len(self.texts))
            self.papers.append(paper)
            abstract = "" if paper is None else self._abstracts.get(paper, "")
            start = abstract.find(text) if text else -1
            # JavaScript counts UTF-16 units: beyond the basic plane a slice would be off by one, so those stay text.
            plain = start >= 0 and max(abstract[: start + len(text)]) < "\U00010000"
            self.texts.append([start, start + len(text)] if plain else text)
        return self._seen[key]

    def known(self, text: str, papers: Sequence[int]) -> int | str:
        """Return the number of a sentence that is stored already or stands in one of the papers, else the text itself."""
        if not text or text in self._first:
            return self._first.get(text, text)
        paper = next((paper for paper in papers if text in self._abstracts.get(paper, "")), None)
        return text if paper is None else self._store(paper, text)


def _mentions(piece: Mapping[str, Any]) -> list[str]:
    """Return the surface forms that a piece of evidence marks: given as texts, or as places in its sentence."""
    texts = []
    for mention in piece.get("mentions") or ():
        if isinstance(mention, dict):
            mention = mention.get("text")
        elif isinstance(mention, list) and len(mention) == 2 and all(isinstance(place, int) for place in mention):
            mention = piece["text"][max(0, mention[0]) : max(0, mention[1])]
        if isinstance(mention, str) and mention.strip():
            texts.append(_text(mention))
    return texts


def _text(value: object) -> str:
    return clean_text(value) if isinstance(value, str) else "" if value is None else clean_text(str(value))


def _whole(value: object) -> int | None:
    return int(value) if isinstance(value, (int, float)) and math.isfinite(value) else None


def _score(value: object) -> float | None:
    return round(float(value), 2) if isinstance(value, (int, float)) and math.isfinite(value) else None
