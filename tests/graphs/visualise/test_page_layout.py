"""The layout: no two nodes on one spot, topics together, the same every time, quick enough."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest

from graphs.visualise.layout import lay_out


def planted(nodes: int, links: int, topics: int) -> tuple[list[int], list[tuple[int, int, float]]]:
    """Return the topic of each node, and links of which seven in ten stay inside a topic."""
    dice = random.Random(7)
    topic = [dice.randrange(topics) for _ in range(nodes)]
    members: dict[int, list[int]] = {}
    for node, number in enumerate(topic):
        members.setdefault(number, []).append(node)
    made = []
    while len(made) < links:
        a = dice.randrange(nodes)
        b = dice.choice(members[topic[a]]) if dice.random() < 0.7 else dice.randrange(nodes)
        if a != b:
            made.append((a, b, 1.0))
    return topic, made


def test_no_nodes() -> None:
    layout = lay_out([], [])
    assert layout.positions.shape == (0, 2)
    assert layout.discs == ()


def test_one_node() -> None:
    assert lay_out([5.0], []).positions.tolist() == [[0.0, 0.0]]


def test_two_linked_nodes_stand_apart() -> None:
    a, b = lay_out([5.0, 8.0], [(0, 1, 1.0)]).positions
    assert np.hypot(*(a - b)) > 13


def test_self_loops_and_parallel_links_do_no_harm() -> None:
    positions = lay_out([5.0] * 3, [(0, 0, 1.0), (0, 1, 1.0), (1, 0, 2.0), (1, 2, 1.0)]).positions
    assert np.isfinite(positions).all()


def test_same_input_same_places() -> None:
    _, links = planted(300, 700, 6)
    assert np.array_equal(lay_out([6.0] * 300, links).positions, lay_out([6.0] * 300, list(reversed(links))).positions)


def test_unconnected_nodes_are_packed_without_overlap() -> None:
    positions = lay_out([6.0] * 700, []).positions
    nearest = min(float(np.hypot(*(positions - positions[index]).T)[np.arange(700) != index].min()) for index in range(700))
    assert nearest > 12
    width, height = positions.max(axis=0) - positions.min(axis=0)
    assert 0.7 < width / height < 1.8


def flowers(count: int, petals: int) -> list[tuple[int, int, float]]:
    """Links of nodes that each have so many neighbours that nobody else has."""
    return [(first, first + petal, 1.0) for first in range(0, count * (petals + 1), petals + 1) for petal in range(1, petals + 1)]


@pytest.mark.parametrize(
    ("nodes", "links", "wide", "tall"),
    [
        (1000, planted(1000, 2500, 40)[1], (0.95, 1.4), (0.5, 0.8)),
        (420 * 23, flowers(420, 22), (0.95, 1.4), (0.5, 0.8)),  # more discs than one layout takes: the rest stand around
        (20, [(a, b, 1.0) for group in (0, 10) for a in range(group, group + 10) for b in range(group, a)] + [(0, 10, 0.1)], (1.5, 3.0), (0.3, 0.6)),
    ],
)
def test_a_tall_picture_has_the_same_discs_one_under_another(
    nodes: int, links: list[tuple[int, int, float]], wide: tuple[float, float], tall: tuple[float, float]
) -> None:
    discs = lay_out([6.0] * nodes, links).discs
    radii = np.array([disc.radius for disc in discs])
    centre = np.array([(disc.x, disc.y) for disc in discs])
    for centres, (least, most) in ((centre, wide), (centre + np.array([disc.tall for disc in discs]), tall)):
        gaps = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1)) - radii[:, None] - radii[None]
        assert gaps[~np.eye(len(discs), dtype=bool)].min() > 0
        width, height = (centres + radii[:, None]).max(axis=0) - (centres - radii[:, None]).min(axis=0)
        assert least < width / height < most


@pytest.mark.parametrize("petals", [1, 5, 40, 300])
def test_petals_stand_around_their_centre(petals: int) -> None:
    positions = lay_out([9.0] + [5.0] * petals, [(0, index, 1.0) for index in range(1, petals + 1)]).positions
    distances = np.hypot(*(positions[1:] - positions[0]).T)
    assert distances.min() > 14
    gaps = [np.hypot(*(positions[a] - positions[b])) for a in range(1, petals + 1) for b in range(a)]
    assert min(gaps) > 9.9


def test_planted_topics_are_near_each_other() -> None:
    topic, links = planted(1000, 4000, 12)
    positions = lay_out([6.0] * 1000, links).positions
    share = 0.0
    for node in range(0, 1000, 5):
        order = np.argsort(((positions - positions[node]) ** 2).sum(axis=1), kind="stable")
        share += sum(topic[int(other)] == topic[node] for other in order[1:11]) / 10
    assert share / 200 > 0.7


def test_a_dense_graph_without_communities_is_laid_out() -> None:
    links = [(a, b, 1.0) for a in range(320) for b in range(a) if (a * b) % 7 < 2]
    start = time.process_time()
    positions = lay_out([6.0] * 320, links).positions
    assert np.isfinite(positions).all()
    assert time.process_time() - start < 20
