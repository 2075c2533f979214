"""Communities of a graph: groups of nodes with more links inside than chance would give.

The Louvain method [1]_ with the fast local moves of the Leiden algorithm [2]_: after the first round only nodes that have
a neighbour which changed its community are looked at again, which gives the same quality in a fraction of the time.

References
----------
.. [1] V. D. Blondel, J.-L. Guillaume, R. Lambiotte, E. Lefebvre, "Fast unfolding of communities in large networks",
   2008, https://arxiv.org/abs/0803.0476.
.. [2] V. A. Traag, L. Waltman, N. J. van Eck, "From Louvain to Leiden: guaranteeing well-connected communities", 2019,
   https://arxiv.org/abs/1810.08473 (section "fast local move").
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping, Sequence

__all__ = ["communities"]


def communities(neighbours: Sequence[Mapping[int, float]], seed: int) -> list[list[int]]:
    """Split the nodes of an undirected graph so that its modularity is high.

    Parameters
    ----------
    neighbours : sequence of mappings from int to float
        For each node its neighbours and the weights of the links, above 0; both ends have each link. A node's link to
        itself counts twice its weight in its degree.
    seed : int
        Of the order in which nodes are looked at.

    Returns
    -------
    list of list of int
        Nodes ascending; communities by their first node. The same for the same input.
    """
    dice = random.Random(seed)
    members: list[list[int]] = [[node] for node in range(len(neighbours))]
    level = neighbours
    while True:
        home = _move(level, dice)
        count = max(home, default=-1) + 1
        if count == len(level):
            break
        joined: list[list[int]] = [[] for _ in range(count)]
        for node, place in enumerate(home):
            joined[place].extend(members[node])
        members = joined
        level = _aggregate(level, home, count)
    return sorted((sorted(part) for part in members), key=lambda part: part[0])


def _move(neighbours: Sequence[Mapping[int, float]], dice: random.Random) -> list[int]:
    """Move nodes to the community of a neighbour as long as that raises modularity; return the community of each, from 0 without gaps."""
    count = len(neighbours)
    degree = [sum(links.values()) + links.get(node, 0.0) for node, links in enumerate(neighbours)]
    total = sum(degree)
    home = list(range(count))
    if total:
        inside = list(degree)  # sum of the degrees of each community
        order = list(range(count))
        dice.shuffle(order)
        queue = deque(order)
        waiting = bytearray(b"\1") * count
        while queue:
            node = queue.popleft()
            waiting[node] = 0
            own = home[node]
            links = neighbours[node]
            weights: dict[int, float] = {}
            for other, weight in links.items():
                if other != node:
                    there = home[other]
                    weights[there] = weights.get(there, 0.0) + weight
            share = degree[node] / total
            inside[own] -= degree[node]
            best, most = own, weights.get(own, 0.0) - inside[own] * share
            for there, weight in weights.items():
                gain = weight - inside[there] * share
                # Ties would let two nodes change places for ever.
                if gain > most + 1e-12:
                    best, most = there, gain
            inside[best] += degree[node]
            if best != own:
                home[node] = best
                for other in links:
                    if not waiting[other] and home[other] != best:
                        waiting[other] = 1
                        queue.append(other)
    names: dict[int, int] = {}
    return [names.setdefault(place, len(names)) for place in home]


def _aggregate(neighbours: Sequence[Mapping[int, float]], home: Sequence[int], count: int) -> list[dict[int, float]]:
    """Return the graph whose nodes are the communities; links inside of one become its link to itself."""
    level: list[dict[int, float]] = [{} for _ in range(count)]
    for node, links in enumerate(neighbours):
        here = level[home[node]]
        for other, weight in links.items():
            place = home[other]
            # A link inside is met from both of its ends, but for one of a node to itself.
            part = weight if place != home[node] or other == node else weight / 2
            here[place] = here.get(place, 0.0) + part
    return level
