"""From the differing rows of two graphs to what happened to papers, nodes, results and edges."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from graphs.attributes import NODE_ATTRIBUTES, from_json_text
from graphs.diff.difference import GraphDifference
from graphs.diff.rows import EdgeKey, RowFile, differing
from kg.linking.normalise import key
from kg.schema import NODE_TYPES, ROLE_EDGES

__all__ = ["diff_files"]

# What is shown with its old and new value; of the other attributes only that they changed.
_TOLD = frozenset({"type", "label", "aliases", "ambiguous", "candidates", "introduced_by", "first_year"})
_CONTENT = ("label", "value", "unit", "kind", "direction", "baseline", "sota", "text")
_PAPER, _RESULT = NODE_TYPES["Paper"].prefix + ":", NODE_TYPES["Result"].prefix + ":"


def diff_files(old: str | os.PathLike[str], new: str | os.PathLike[str]) -> GraphDifference:
    """Compare two graph files.

    Parameters
    ----------
    old, new : path
        Files ``graph.json``, of any layout.

    Returns
    -------
    GraphDifference
        The order of rows, and which version of kg wrote them, make no difference.

    Raises
    ------
    GraphError
        If one cannot be read or is no graph of kg.
    """
    with RowFile(os.fspath(old)) as before, RowFile(os.fspath(new)) as after:
        differing(before, after)
        return _Comparison(before, after).difference()


class _Moves:
    """Mentions that went from one node to another: the papers of each pair, and the pairs by either end."""

    def __init__(self, papers: Mapping[tuple[str, str], set[str]]) -> None:
        self.papers = dict(sorted(papers.items()))
        self.into: dict[str, list[str]] = defaultdict(list)
        self.out_of: dict[str, list[str]] = defaultdict(list)
        for source, target in self.papers:
            self.into[target].append(source)
            self.out_of[source].append(target)


class _Comparison:
    def __init__(self, old: RowFile, new: RowFile) -> None:
        self._old = old
        self._new = new
        self._names: dict[str, frozenset[str]] = {}

    def difference(self) -> GraphDifference:
        old, new = self._old, self._new
        added, removed, common = _apart(old.nodes, new.nodes)
        edges = _apart(old.edges, new.edges)
        moves = self._moves(edges[0], edges[1], added, removed)
        merged, came_apart, became, moved = self._groups(moves)
        explained_new = {row["into"]["id"] for row in (*merged, *became)} | {node["id"] for row in came_apart for node in row["into"]}
        explained_old = {node["id"] for row in merged for node in row["from"]} | {row["from"]["id"] for row in (*became, *came_apart)}
        results_added, results_removed = self._results(added, removed, common)
        return GraphDifference(
            papers_added=[self._node(node) for node in added if node.startswith(_PAPER)],
            papers_removed=[self._node(node) for node in removed if node.startswith(_PAPER)],
            papers_changed=[{**self._node(node), "changed": _changed(old.node(node), new.node(node))} for node in common if node.startswith(_PAPER)],
            merged=merged,
            came_apart=came_apart,
            became=became,
            moved=moved,
            nodes_added=[self._node(node) for node in added if _is_thing(node) and node not in explained_new],
            nodes_removed=[self._node(node) for node in removed if _is_thing(node) and node not in explained_old],
            nodes_changed=[self._change(node) for node in common if _is_thing(node)],
            results_added=results_added,
            results_removed=results_removed,
            edges_added=[self._edge(edge) for edge in edges[0]],
            edges_removed=[self._edge(edge) for edge in edges[1]],
            edges_changed=[{**self._edge(edge), "changed": _changed(old.edge(edge), new.edge(edge))} for edge in edges[2]],
        )

    def _node(self, node: str) -> dict[str, Any]:
        kind, label = self._new.labels.get(node) or self._old.labels[node]
        return {"id": node, "type": kind, "label": label}

    def _edge(self, edge: EdgeKey) -> dict[str, Any]:
        tail, kind, head = edge
        return {"source": tail, "type": kind, "target": head, "source_label": self._node(tail)["label"], "target_label": self._node(head)["label"]}

    def _change(self, node: str) -> dict[str, Any]:
        old, new = self._old.node(node), self._new.node(node)
        names = _changed(old, new)
        told = {name: [_value(name, old), _value(name, new)] for name in names if name in _TOLD}
        return {**self._node(node), "changed": told, "also": [name for name in names if name not in _TOLD]}

    def _results(self, added: list[str], removed: list[str], common: list[str]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Return results that are new and gone by what they say: a result before another changes its number, but not the other result."""

        def contents(file: RowFile, nodes: Iterable[str]) -> Counter[tuple[Any, ...]]:
            rows = ((node, file.node(node)) for node in nodes if node.startswith(_RESULT))
            return Counter((f"{_PAPER}{node[len(_RESULT) :].rpartition(':')[0]}", *map(row.get, _CONTENT)) for node, row in rows)

        before, after = contents(self._old, (*removed, *common)), contents(self._new, (*added, *common))

        def told(found: Counter[tuple[Any, ...]]) -> list[dict[str, Any]]:
            return [{"paper": row[0], "label": row[1], "text": row[-1]} for row in sorted(found.elements(), key=repr)]

        return told(after - before), told(before - after)

    def _moves(self, edges_added: list[EdgeKey], edges_removed: list[EdgeKey], added: list[str], removed: list[str]) -> _Moves:
        """Find what became of mentions: a paper lost a node and got another that has a name in common with it."""
        lost, got = _named(edges_removed), _named(edges_added)
        both = self._old.labels.keys() & self._new.labels.keys()
        moves: dict[tuple[str, str], set[str]] = defaultdict(set)
        for paper in sorted(lost.keys() & both):
            for node in lost[paper] - got.get(paper, set()):
                for other in got.get(paper, set()) - lost[paper]:
                    if not self._names_of(node).isdisjoint(self._names_of(other)):
                        moves[node, other].add(paper)
        # A paper that named both has lost one and got none; and nobody names a family. Then the name alone must tell.
        unexplained = {node for node in removed if _is_thing(node)} - {node for node, _ in moves}
        if unexplained:
            bearing: dict[str, set[str]] = defaultdict(set)
            for node in self._new.nodes:
                if _is_thing(node):
                    for name in _names(self._new.node(node)):
                        bearing[name].add(node)
            losers: dict[str, set[str]] = defaultdict(set)
            for paper, nodes in lost.items():
                for node in nodes & unexplained:
                    losers[node].add(paper)
            for node in sorted(unexplained):
                found = bearing.get(key(self._old.labels[node][1]), set()) - {node}
                papers = losers[node] & both
                if len(found) == 1 and (papers or not losers[node]):
                    moves[node, found.pop()] |= papers
        return _Moves(moves)

    def _names_of(self, node: str) -> frozenset[str]:
        """Return the keys of all names that a node has in either graph."""
        if node not in self._names:
            rows = [file.node(node) for file in (self._old, self._new) if node in file.nodes]
            self._names[node] = frozenset(name for row in rows for name in _names(row))
        return self._names[node]

    def _groups(self, moves: _Moves) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[dict[str, Any]], list[dict[str, Any]]]:
        """Return merged, came apart, became and moved."""
        old, new = self._old.labels, self._new.labels
        merged, apart, became, moved = [], [], [], []
        split = set()
        for source, targets in sorted(moves.out_of.items()):
            fresh = [target for target in targets if target not in old]
            parts = targets if source not in new else fresh
            if len(parts) > 1 or (parts and source in new):
                split.add(source)
                papers = set().union(*(moves.papers[source, target] for target in parts))
                rest = [source] if source in new else []
                apart.append({"from": self._was(source), "into": [self._node(node) for node in (*rest, *parts)], "papers": len(papers)})
        for target, sources in sorted(moves.into.items()):
            gone = [source for source in sources if source not in new and source not in split]
            if not gone:
                continue
            papers = set().union(*(moves.papers[source, target] for source in gone))
            if target in old or len(gone) > 1:
                merged.append({"into": self._node(target), "from": [self._was(node) for node in gone], "papers": len(papers)})
            else:
                became.append({"from": self._was(gone[0]), "into": self._node(target), "papers": len(papers)})
        for (source, target), found in moves.papers.items():
            if source in new and target in old:
                moved.append({"from": self._was(source), "into": self._node(target), "papers": sorted(found)})
        return merged, apart, became, moved

    def _was(self, node: str) -> dict[str, Any]:
        kind, label = self._old.labels[node]
        return {"id": node, "type": kind, "label": label}


def _apart(old: Iterable[Any], new: Iterable[Any]) -> tuple[list[Any], list[Any], list[Any]]:
    """Return what is only in the new, only in the old, and in both, each sorted."""
    before, after = set(old), set(new)
    return sorted(after - before), sorted(before - after), sorted(before & after)


def _is_thing(node: str) -> bool:
    return not node.startswith((_PAPER, _RESULT))


def _named(edges: Iterable[EdgeKey]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for tail, kind, head in edges:
        if kind in ROLE_EDGES:
            found[tail].add(head)
    return found


def _names(row: dict[str, Any]) -> Iterator[str]:
    yield key(str(row.get("label", "")))
    yield from (key(str(name)) for name in from_json_text(row.get("aliases")))


def _changed(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Return the names of the attributes that differ: those of the contract in its order, then others by name."""
    order = {name: place for place, name in enumerate(NODE_ATTRIBUTES)}
    names = {name for name in (*old, *new) if old.get(name) != new.get(name)}
    return sorted(names, key=lambda name: (order.get(name, len(order)), name))


def _value(name: str, row: dict[str, Any]) -> Any:
    value = row.get(name)
    return from_json_text(value) if NODE_ATTRIBUTES[name].kind == "json" and value is not None else value
