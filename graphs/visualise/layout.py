"""Where the nodes stand: communities first, a layout inside each, the discs packed.

Nothing moves in the reader's browser, so the picture is computed here, once, and is the same for the same graph.

1. A node with a single neighbour (most of what a paper names stands in that paper alone) is a petal: it is placed in a
   ring around its neighbour, and takes no part in what follows but for the room that it needs.
2. The rest is split into communities (`graphs.visualise.communities`), those of more than `_REGION` nodes again.
3. Inside a community, stress majorization [1]_ of the graph distances; then overlaps are pushed apart.
4. The communities, as discs, are laid out the same way (strongly linked ones close together), drawn to the centre and
   turned so that their nodes face what they are linked to. Small components are discs like any other.

References
----------
.. [1] E. Gansner, Y. Koren, S. North, "Graph Drawing by Stress Majorization", 2004,
   https://doi.org/10.1007/978-3-540-31843-9_25.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import networkx as nx
import numpy as np
import numpy.typing as npt

from graphs.visualise.communities import communities

__all__ = ["Disc", "Layout", "lay_out"]

Array: TypeAlias = npt.NDArray[np.float64]
Link: TypeAlias = tuple[int, int, float]

_WIDE, _TALL = 1.1, 0.6  # width of a picture divided by its height, roughly: on a desk, and on a telephone held upright
_GAP = 7.0  # least distance between the rims of two nodes, in units of the picture
_LENGTH = 12.0  # what a link adds to the radii of its two nodes
_REGION = 260  # nodes that one stress layout takes; its matrices have the square of it
_DISCS = 320  # community discs that one stress layout takes; more are put around in rings
_PULLS = 90  # towards the centre, ever weaker
_SEED = 20080304


@dataclass(frozen=True, slots=True)
class Disc:
    """A community: `members` (numbers of nodes, ascending), centre and radius; `tall` is how far it moves for a tall picture, to the right and down."""

    members: tuple[int, ...]
    x: float
    y: float
    radius: float
    tall: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """Positions of all nodes (n x 2), and the communities, biggest first."""

    positions: Array
    discs: tuple[Disc, ...]


@dataclass(slots=True)
class _Region:
    """Nodes laid out around the origin: `members`, their positions, and the radius of the disc that holds them."""

    members: list[int]
    positions: Array
    radius: float


def lay_out(radii: Sequence[float], links: Iterable[Link]) -> Layout:
    """Place the nodes of an undirected graph.

    Parameters
    ----------
    radii : sequence of float
        The radius of each node in units of the picture; its length is the number of nodes.
    links : iterable of (int, int, float)
        Two different nodes and a weight above 0; parallel links add up.

    Returns
    -------
    Layout
        The same for the same input.
    """
    count = len(radii)
    weights = _merge(links)
    neighbours: list[dict[int, float]] = [{} for _ in range(count)]
    for (a, b), weight in weights.items():
        neighbours[a][b] = weight
        neighbours[b][a] = weight
    host = _petals(neighbours)
    core = [node for node in range(count) if node not in host]
    guests: dict[int, list[int]] = {}
    for petal, centre in sorted(host.items()):
        guests.setdefault(centre, []).append(petal)
    flowers = {node: _flower(radii[node], [radii[guest] for guest in guests.get(node, ())]) for node in core}
    room = {node: flower[1] for node, flower in flowers.items()}

    inner = {node: {other: weight for other, weight in neighbours[node].items() if other not in host} for node in core}
    regions = [_region(members, inner, room) for members in _communities(core, inner)]
    regions.sort(key=lambda region: (-region.radius, region.members[0]))
    centres, tall = _arrange(regions, inner)
    _turn(regions, centres, inner)

    positions = np.zeros((count, 2))
    for region, centre in zip(regions, centres, strict=True):
        positions[region.members] = region.positions + centre
    for node in core:
        others = [other for other in inner[node] if other != node]
        away = positions[node] - positions[others].mean(axis=0) if others else np.array([0.0, -1.0])
        start = math.atan2(float(away[1]), float(away[0]))
        for guest, (distance, angle) in zip(guests.get(node, ()), flowers[node][0], strict=True):
            positions[guest] = positions[node] + distance * np.array([math.cos(start + angle), math.sin(start + angle)])
    discs = []
    for region, (x, y), (right, down) in zip(regions, centres, tall - centres, strict=True):
        members = sorted(region.members + [guest for node in region.members for guest in guests.get(node, ())])
        discs.append(Disc(tuple(members), float(x), float(y), region.radius, (float(right), float(down))))
    return Layout(positions, tuple(discs))


def _merge(links: Iterable[Link]) -> dict[tuple[int, int], float]:
    weights: dict[tuple[int, int], float] = {}
    for a, b, weight in links:
        if a != b:
            pair = (a, b) if a < b else (b, a)
            weights[pair] = weights.get(pair, 0.0) + weight
    return dict(sorted(weights.items()))


def _petals(neighbours: Sequence[Mapping[int, float]]) -> dict[int, int]:
    """Return node -> its only neighbour, for the nodes that have just one; of two that have only each other, the later one."""
    host: dict[int, int] = {}
    for node, others in enumerate(neighbours):
        if len(others) == 1:
            (other,) = others
            if len(neighbours[other]) > 1 or other < node:
                host[node] = other
    return host


def _flower(radius: float, petals: Sequence[float]) -> tuple[list[tuple[float, float]], float]:
    """Return distance and angle of each petal around a node, in rings, and the radius of the whole."""
    places: list[tuple[float, float]] = []
    outer = radius
    done = 0
    while done < len(petals):
        widest = max(petals[done:])
        distance = outer + _GAP * (1.6 if done == 0 else 0.7) + widest
        fits = max(1, int(2 * math.pi * distance / (2 * widest + _GAP)))
        ring = petals[done : done + fits]
        # A ring that is not full is an open fan that faces away from the node's other links.
        step = 2 * math.pi / max(len(ring), min(fits, 7))
        for index in range(len(ring)):
            # From the middle outwards: the first petals, the most important ones, face away from the crowd.
            places.append((distance, step * ((index + 1) // 2) * (-1 if index % 2 else 1)))
        done += len(ring)
        outer = distance + widest
    return places, outer


def _communities(nodes: Sequence[int], inner: Mapping[int, Mapping[int, float]]) -> list[list[int]]:
    """Split nodes into communities of at most `_REGION`, where they can be split at all."""
    place = {node: index for index, node in enumerate(nodes)}
    near = [{place[other]: weight for other, weight in inner[node].items() if other in place} for node in nodes]
    found: list[list[int]] = []
    for part in communities(near, _SEED):
        members = [nodes[index] for index in part]
        if len(part) == len(nodes) and len(part) > _REGION:
            # Nothing to split by: stretches of the order in which a breadth-first search meets the nodes hang together well enough.
            graph: nx.Graph[int] = nx.Graph()
            graph.add_nodes_from(range(len(near)))
            graph.add_edges_from((a, b) for a, others in enumerate(near) for b in others if a < b)
            order = [nodes[index] for joined in nx.connected_components(graph) for index in nx.bfs_tree(graph, min(joined))]
            found.extend(sorted(order[start : start + _REGION]) for start in range(0, len(order), _REGION))
        elif len(part) > _REGION:
            found.extend(_communities(members, inner))
        else:
            found.append(members)
    return sorted(found, key=lambda part: part[0])


def _region(members: list[int], inner: Mapping[int, Mapping[int, float]], room: Mapping[int, float]) -> _Region:
    sizes = np.array([room[node] for node in members])
    if len(members) == 1:
        return _Region(members, np.zeros((1, 2)), float(sizes[0]))
    place = {node: index for index, node in enumerate(members)}
    distances = np.full((len(members), len(members)), np.inf)
    for node, index in place.items():
        for other in inner[node]:
            if other in place:
                distances[index, place[other]] = sizes[index] + sizes[place[other]] + _LENGTH
    positions = _compact(_stress(_shortest(distances)), sizes + _GAP / 2, np.ones(2), _PULLS // 3)
    centre, radius = _enclose(positions, sizes)
    return _Region(members, positions - centre, radius)


def _shortest(distances: Array) -> Array:
    """Return all shortest path lengths (Floyd and Warshall); what is not connected is put a little beyond the farthest."""
    np.fill_diagonal(distances, 0.0)
    for middle in range(len(distances)):
        np.minimum(distances, distances[:, middle, None] + distances[None, middle, :], out=distances)
    finite = distances[np.isfinite(distances)]
    distances[~np.isfinite(distances)] = 1.2 * (float(finite.max()) if finite.size and finite.max() > 0 else _LENGTH)
    return distances


def _stress(distances: Array, steps: int = 60) -> Array:
    """Return positions whose distances come close to those asked for, near ones above all."""
    count = len(distances)
    # Golden-angle spiral: deterministic, and no two points on one line.
    index = np.arange(count)
    angle = index * math.pi * (3 - math.sqrt(5))
    scale = float(distances.max()) / 2 / math.sqrt(count)
    positions: Array = np.stack([np.cos(angle), np.sin(angle)], axis=1) * (scale * np.sqrt(index + 0.5))[:, None]
    if count == 2:
        half = float(distances[0, 1]) / 2
        return np.array([[-half, 0.0], [half, 0.0]])
    off = ~np.eye(count, dtype=bool)
    weights = np.zeros_like(distances)
    weights[off] = np.maximum(distances[off], 1e-6) ** -2.0
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.inv(laplacian + 1.0 / count * laplacian.diagonal().mean()) if count > 2 else laplacian
    pull = weights * distances
    lengths = _Lengths(count)
    for _ in range(steps):
        before = positions
        ratio = lengths(positions)
        np.maximum(ratio, 1e-9, out=ratio)
        np.divide(pull, ratio, out=ratio)
        positions = inverse @ (ratio.sum(axis=1)[:, None] * positions - ratio @ positions)
        positions -= positions.mean(axis=0)
        if float(np.abs(positions - before).max()) < 0.002 * scale:
            break
    return positions


class _Lengths:
    """All distances between points, in memory that is used again: fresh matrices by the thousand cost more than the sums."""

    def __init__(self, count: int) -> None:
        self._across = np.empty((count, count))
        self._down = np.empty((count, count))

    def __call__(self, positions: Array) -> Array:
        """Return the matrix of distances; the next call overwrites it."""
        across, down = self._across, self._down
        np.subtract.outer(positions[:, 0], positions[:, 0], out=across)
        np.subtract.outer(positions[:, 1], positions[:, 1], out=down)
        across *= across
        down *= down
        across += down
        return np.sqrt(across, out=across)


def _separate(positions: Array, radii: Array, lengths: _Lengths, steps: int) -> Array:
    """Push discs apart until none overlap (or the steps are used up)."""
    count = len(positions)
    margin = max(float(radii.mean()) * 0.6, 1.0)
    moved = math.inf
    one = other = np.zeros(0, dtype=np.intp)
    reach = np.zeros(0)
    for _ in range(steps):
        if moved > margin / 2:
            # Only pairs this close can come to overlap before anything has moved by half the margin.
            apart = lengths(positions)
            apart -= radii[:, None]
            apart -= radii[None, :]
            one, other = np.nonzero(np.triu(apart < margin, 1))
            reach = radii[one] + radii[other]
            moved = 0.0
        delta = positions[one] - positions[other]
        length = np.hypot(delta[:, 0], delta[:, 1])
        overlap = reach - length
        hit = overlap > 0.25
        if not hit.any():
            if moved == 0.0:
                break
            moved = math.inf
            continue
        first, second = one[hit], other[hit]
        push = delta[hit] * (overlap[hit] / np.maximum(length[hit], 1e-6))[:, None]
        share = radii[second] / (radii[first] + radii[second])  # the smaller one gives way
        crowd = np.sqrt(np.maximum(np.bincount(first, minlength=count) + np.bincount(second, minlength=count), 1))
        step = np.empty_like(positions)
        for axis in (0, 1):
            step[:, axis] = (np.bincount(first, push[:, axis] * share, count) - np.bincount(second, push[:, axis] * (1 - share), count)) / crowd
        positions = positions + step
        moved += float(np.abs(step).max())
    return positions


def _enclose(positions: Array, radii: Array) -> tuple[Array, float]:
    """Return the centre and radius of a disc around discs (close to the least one: Bădoiu and Clarkson's iteration)."""
    centre: Array = positions.mean(axis=0)
    for step in range(1, 80):
        reach = np.sqrt(((positions - centre) ** 2).sum(axis=1)) + radii
        centre = centre + (positions[int(reach.argmax())] - centre) / (step + 1)
    return centre, float((np.sqrt(((positions - centre) ** 2).sum(axis=1)) + radii).max())


def _arrange(regions: Sequence[_Region], inner: Mapping[int, Mapping[int, float]]) -> tuple[Array, Array]:
    """Return the centre of each disc in a wide picture, and in a tall one."""
    count = len(regions)
    if count <= 1:
        return np.zeros((count, 2)), np.zeros((count, 2))
    radii = np.array([region.radius for region in regions]) + 1.5 * _GAP
    first = min(count, _DISCS)
    home = {node: index for index, region in enumerate(regions) for node in region.members}
    between = np.zeros((first, first))
    for node, index in home.items():
        if index < first:
            for other, weight in inner[node].items():
                if home[other] < first and home[other] != index:
                    between[index, home[other]] += weight
    total = np.maximum(between.sum(axis=1), 1e-9)
    near = np.sqrt(between / np.sqrt(total[:, None] * total[None, :]))
    reach = radii[:first, None] + radii[None, :first]
    distances = reach * (1.0 + 1.6 * (1.0 - np.minimum(1.0, 1.5 * near)))
    np.fill_diagonal(distances, 0.0)
    places = _stress(distances)

    def packed(aspect: float) -> Array:
        squeeze = np.array([math.sqrt(aspect), 1 / math.sqrt(aspect)])
        # Two discs stand side by side, and nothing but this would put one under the other.
        start = places[:, ::-1] if aspect < 1 and first == 2 else places
        positions = _compact(start * squeeze, radii[:first], squeeze, _PULLS)
        return np.vstack([positions, _around(positions, radii, first, squeeze)]) if count > first else positions

    return packed(_WIDE), packed(_TALL)


def _compact(positions: Array, radii: Array, squeeze: Array, pulls: int) -> Array:
    """Draw discs to the centre, without letting them overlap; harder along the side that is to be the shorter one."""
    lengths = _Lengths(len(positions))
    weight = (radii / radii.max())[:, None]  # the large ones come to stand in the middle
    for step in range(pulls):
        pull = 6.0 / pulls * (1 - step / pulls) * weight
        centre = (positions * radii[:, None] ** 2).sum(axis=0) / (radii**2).sum()
        positions = positions - pull * (positions - centre) / squeeze**2
        positions = _separate(positions, radii, lengths, steps=3)
    positions = _separate(positions, radii, lengths, steps=400)
    middle: Array = positions.mean(axis=0)
    return positions - middle


def _around(positions: Array, radii: Array, first: int, squeeze: Array) -> Array:
    """Put the discs from `first` on in rings around those that have a place."""
    # A ring is an ellipse: what stands apart by enough where it is narrowest does so everywhere.
    narrow = float(squeeze.min())
    outer = float((np.sqrt(((positions / squeeze) ** 2).sum(axis=1)) + radii[:first] / narrow).max())
    places: list[tuple[float, float]] = []
    done = first
    while done < len(radii):
        widest = float(radii[done])  # they come biggest first
        ring = outer + widest / narrow
        fits = max(1, int(math.pi / math.asin(min(1.0, widest / (ring * narrow)))))
        for index in range(min(fits, len(radii) - done)):
            angle = 2 * math.pi * index / fits
            places.append((ring * math.cos(angle) * float(squeeze[0]), ring * math.sin(angle) * float(squeeze[1])))
        done += fits
        outer = ring + widest / narrow
    return np.array(places)


def _turn(regions: Sequence[_Region], centres: Array, inner: Mapping[int, Mapping[int, float]]) -> None:
    """Turn each disc so that its nodes face their neighbours in other discs (two rounds of Procrustes' rotation)."""
    home = {node: (index, place) for index, region in enumerate(regions) for place, node in enumerate(region.members)}
    for _ in range(2):
        for index, region in enumerate(regions):
            dot = cross = 0.0
            for place, node in enumerate(region.members):
                for other, weight in inner[node].items():
                    there, spot = home[other]
                    if there != index:
                        px, py = region.positions[place]
                        qx, qy = regions[there].positions[spot] + centres[there] - centres[index]
                        norm = weight / max(math.hypot(qx, qy), 1e-6)
                        dot += norm * (px * qx + py * qy)
                        cross += norm * (px * qy - py * qx)
            if dot or cross:
                angle = math.atan2(cross, dot)
                turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
                region.positions = region.positions @ turn
