"""What the page draws before anyone has asked for anything: which nodes, where, how large, and the names of the regions.

Up to `max_nodes` everything is drawn. Of a larger graph the best connected nodes are; and where the papers alone would fill
the picture, it becomes a map of entities, two of them linked when they appear together in papers more often than not. What is
not drawn is in the tables all the same: search finds it, and a look at its neighbourhood draws it.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from graphs.visualise.data import EVIDENCE_PER_EDGE, Tables
from graphs.visualise.layout import Disc, lay_out
from kg.schema import ROLES

__all__ = ["Drawn", "Overview", "overview"]

_ON_MAP = 5_000  # nodes of a map of entities: more are specks without a name

_LINKS_PER_NODE = 4  # of a map of entities
_REGION = 3  # fewest nodes of a region that is drawn
_NAMED_REGION = 7  # and of one that gets a name
# What a paper works on tells a topic best, what it measures least.
_TELLING = {**dict.fromkeys(ROLES["reports"].types, 0.4), **dict.fromkeys(ROLES["addresses"].types, 1.5)}
_WEIGHT = {"role": 2.0, "stated": 1.5, "hierarchy": 2.0, "derived": 0.5, "result": 2.0, "other": 1.0}


@dataclass(frozen=True, slots=True)
class Drawn:
    """A node of the picture: its row, centre, and radius, in units of the picture, and the number of its disc."""

    node: int
    x: float
    y: float
    size: float
    disc: int


@dataclass(slots=True)
class Overview:
    """The picture.

    Attributes
    ----------
    nodes : list of Drawn
        By row.
    links : list of (int, int, int)
        Two rows and the number of papers (at least 1) behind the line between them.
    regions : list of dict
        ``name``, ``x``, ``y``, ``radius``, ``nodes``, ``disc``, biggest first.
    tall : list of [float, float]
        How far each disc moves in a tall picture, to the right and down.
    mode : str
        ``"all"``, ``"best"`` (the best connected nodes) or ``"map"`` (entities only, linked where they appear together).
    notes : list of str
        What the reader must be told about the picture, one sentence each.
    """

    nodes: list[Drawn]
    links: list[tuple[int, int, int]]
    regions: list[dict[str, Any]]
    tall: list[list[float]]
    mode: str
    notes: list[str] = field(default_factory=list)


def overview(data: Tables, max_nodes: int) -> Overview:
    """Choose, place and size the nodes to draw."""
    kinds = [data["schema"]["nodeTypes"][number]["kind"] for number in data["nodes"]["type"]]
    degree = _degrees(data, kinds)
    shown = [node for node in range(len(kinds)) if kinds[node] != "result" and (degree[node] or kinds[node] == "paper")]
    papers = sum(kind == "paper" for kind in kinds)
    if len(kinds) <= max_nodes:
        mode, chosen = "all", list(range(len(kinds)))
    elif papers > max_nodes // 4:
        mode = "map"
        entities = [node for node in shown if kinds[node] == "entity"]
        chosen = sorted(sorted(entities, key=lambda node: (-data["nodes"]["papers"][node], -degree[node], node))[: min(max_nodes, _ON_MAP)])
    else:
        mode = "best"
        chosen = sorted(sorted(shown, key=lambda node: (kinds[node] != "paper", -degree[node], node))[:max_nodes])
    links = _together(data, kinds, chosen) if mode == "map" else _drawn_links(data, chosen)
    if mode == "map":
        joined = {node for a, b, _ in links for node in (a, b)}
        chosen = [node for node in chosen if node in joined] or chosen
    sizes = {node: float(data["nodes"]["size"][node]) for node in chosen}
    nodes, discs = _place(data, chosen, sizes, links, set(shown), mode)
    tall = [[round(way, 1) for way in disc.tall] for _, disc in discs]
    return Overview(nodes, links, _regions(data, kinds, degree, discs), tall, mode, _notes(data, len(nodes), mode))


def _quiet(data: Tables) -> list[bool]:
    return [bool(kind["quiet"]) for kind in data["schema"]["edgeTypes"]]


def _degrees(data: Tables, kinds: Sequence[str]) -> list[int]:
    """Return for each node the number of its links that are shown at first."""
    degree = [0] * len(kinds)
    quiet = _quiet(data)
    edges = data["edges"]
    for source, target, number in zip(edges["source"], edges["target"], edges["type"], strict=True):
        if not quiet[number] and kinds[source] != "result" and kinds[target] != "result":
            degree[source] += 1
            degree[target] += 1
    return degree


def _drawn_links(data: Tables, chosen: Sequence[int]) -> list[tuple[int, int, int]]:
    inside = set(chosen)
    edges = data["edges"]
    counts: dict[tuple[int, int], int] = {}
    for source, target, papers in zip(edges["source"], edges["target"], edges["papers"], strict=True):
        if source in inside and target in inside and source != target:
            pair = (min(source, target), max(source, target))
            counts[pair] = max(counts.get(pair, 1), papers)
    return [(a, b, papers) for (a, b), papers in sorted(counts.items())]


def _together(data: Tables, kinds: Sequence[str], chosen: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return the strongest links between entities that appear together, by the cosine of their papers, a few for each node."""
    inside = set(chosen)
    named: dict[int, list[int]] = defaultdict(list)
    quiet = _quiet(data)
    edges = data["edges"]
    for source, target, number in zip(edges["source"], edges["target"], edges["type"], strict=True):
        if kinds[source] == "paper" and target in inside and not quiet[number]:
            named[source].append(target)
    counts: Counter[tuple[int, int]] = Counter()
    papers: Counter[int] = Counter()
    for entities in named.values():
        unique = sorted(set(entities))
        papers.update(unique)
        counts.update(combinations(unique, 2))
    best: dict[int, list[tuple[float, tuple[int, int]]]] = defaultdict(list)
    for pair, count in counts.items():
        strength = (count - 0.9) / math.sqrt(papers[pair[0]] * papers[pair[1]])
        best[pair[0]].append((-strength, pair))
        best[pair[1]].append((-strength, pair))
    kept = {pair for rows in best.values() for _, pair in sorted(rows)[:_LINKS_PER_NODE]}
    return [(a, b, counts[a, b]) for a, b in sorted(kept)]


def _place(
    data: Tables, chosen: Sequence[int], sizes: Mapping[int, float], links: Sequence[tuple[int, int, int]], shown: set[int], mode: str
) -> tuple[list[Drawn], list[tuple[list[int], Disc]]]:
    """Lay out the nodes shown at first as if they were alone; what is quiet hangs on one of them, as a petal."""
    # Important nodes first: the first petals of a flower face outwards, where there is room for their names.
    order = sorted(chosen, key=lambda node: (node not in shown, -data["nodes"]["papers"][node], node))
    place = {node: index for index, node in enumerate(order)}
    pull = _pulls(data, chosen, links, shown, mode)
    layout = lay_out([sizes[node] + 1.0 for node in order], [(place[a], place[b], weight) for (a, b), weight in pull.items()])
    home = {index: number for number, disc in enumerate(layout.discs) for index in disc.members}
    nodes = []
    for node in chosen:
        x, y = layout.positions[place[node]]
        nodes.append(Drawn(node, round(float(x), 1), round(float(y), 1), sizes[node], home[place[node]]))
    return nodes, [([order[index] for index in disc.members], disc) for disc in layout.discs]


def _pulls(data: Tables, chosen: Sequence[int], links: Sequence[tuple[int, int, int]], shown: set[int], mode: str) -> dict[tuple[int, int], float]:
    if mode == "map":
        return {(a, b): math.log2(1 + papers) for a, b, papers in links}
    types = data["schema"]["edgeTypes"]
    inside = set(chosen)
    pull: dict[tuple[int, int], float] = defaultdict(float)
    hooks: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    edges = data["edges"]
    for source, target, number in zip(edges["source"], edges["target"], edges["type"], strict=True):
        if source == target or source not in inside or target not in inside:
            continue
        pair = (min(source, target), max(source, target))
        weight = _WEIGHT[types[number]["group"]]
        if source in shown and target in shown:
            if not types[number]["quiet"]:
                pull[pair] += weight
        else:
            for node, other in ((source, target), (target, source)):
                if node not in shown:
                    hooks[node][other] += weight + (10.0 if other in shown else 0.0)
    for node, others in sorted(hooks.items()):
        other = max(others, key=lambda candidate: (others[candidate], -candidate))
        pull[min(node, other), max(node, other)] += 1.0
    return dict(sorted(pull.items()))


def _regions(data: Tables, kinds: Sequence[str], degree: Sequence[int], discs: Sequence[tuple[list[int], Disc]]) -> list[dict[str, Any]]:
    """Name the larger regions by the two entities that say most: frequent inside, rare outside."""
    home = {node: index for index, (members, _) in enumerate(discs) for node in members}
    inside: dict[int, Counter[int]] = defaultdict(Counter)
    edges = data["edges"]
    quiet = _quiet(data)
    for source, target, number in zip(edges["source"], edges["target"], edges["type"], strict=True):
        if kinds[target] == "entity" and kinds[source] != "result" and not quiet[number]:
            region = home.get(source, home.get(target))
            if region is not None:
                inside[region][target] += 1
    type_names = [data["schema"]["nodeTypes"][number]["name"] for number in data["nodes"]["type"]]
    regions = []
    for index, (members, disc) in enumerate(discs):
        visible = [node for node in members if degree[node]]
        if len(visible) < _REGION:
            continue
        score = {node: count * count / max(degree[node], 1) * _TELLING.get(type_names[node], 1.0) for node, count in inside[index].items()}
        ranked = sorted(score, key=lambda node: (-score[node], -data["nodes"]["size"][node], node))
        # What a single paper names says nothing of a topic; its nodes have names of their own.
        alone = sum(kinds[node] == "paper" for node in visible) == 1
        names = [] if alone or len(visible) < _NAMED_REGION else _distinct([data["nodes"]["label"][node] for node in ranked[:8]])[:2]
        place = {"x": round(disc.x, 1), "y": round(disc.y, 1), "radius": round(disc.radius, 1)}
        regions.append({"name": " · ".join(names), **place, "nodes": len(visible), "disc": index})
    return regions


def _distinct(names: Sequence[str]) -> list[str]:
    """Leave out names that say again what an earlier one said, and those too long for a sign."""
    kept: list[str] = []
    for name in names:
        folded = name.casefold()
        if len(name) <= 40 and not any(folded in other.casefold() or other.casefold() in folded for other in kept):
            kept.append(name)
    return kept


def _notes(data: Tables, drawn: int, mode: str) -> list[str]:
    total = len(data["nodes"]["id"])
    notes = []
    if mode == "best":
        notes.append(f"Showing {drawn:,} of {total:,} nodes: the papers and the best connected entities. Search finds all of them.")
    elif mode == "map":
        notes.append(
            f"Showing the {drawn:,} entities named by most papers, of {total:,} nodes; a line joins entities that often appear in the same paper. "
            "Search finds all nodes, papers too."
        )
    if any(data["edges"]["more"]):
        notes.append(f"Each relation carries its {EVIDENCE_PER_EDGE} best sentences; the graph's other files have more.")
    return notes
