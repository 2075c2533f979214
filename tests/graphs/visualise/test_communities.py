from __future__ import annotations

import networkx as nx
import pytest

from graphs.visualise.communities import communities


def _near(graph: nx.Graph[int]) -> list[dict[int, float]]:
    return [{other: float(values.get("weight", 1.0)) for other, values in graph.adj[node].items()} for node in range(len(graph))]


def test_two_cliques_with_one_link() -> None:
    graph: nx.Graph[int] = nx.disjoint_union(nx.complete_graph(5), nx.complete_graph(5))
    graph.add_edge(4, 5)
    assert communities(_near(graph), 1) == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]


def test_weights_count() -> None:
    # A ring of four: the two heavy links hold, whichever way round.
    near = [{1: 5.0, 3: 1.0}, {0: 5.0, 2: 1.0}, {1: 1.0, 3: 5.0}, {2: 5.0, 0: 1.0}]
    assert communities(near, 1) == [[0, 1], [2, 3]]


def test_nodes_without_links_stand_alone() -> None:
    assert communities([], 1) == []
    assert communities([{}, {}], 1) == [[0], [1]]
    assert communities([{1: 1.0}, {0: 1.0}, {}], 1) == [[0, 1], [2]]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_as_good_as_networkx_on_a_known_network(seed: int) -> None:
    graph = nx.karate_club_graph()
    parts = communities(_near(graph), seed)
    # The best that ten seeds of networkx find is 0.4449.
    assert nx.community.modularity(graph, parts) > 0.43


def test_the_same_for_the_same_input() -> None:
    graph = nx.gnm_random_graph(300, 900, seed=4)
    assert communities(_near(graph), 7) == communities(_near(graph), 7)


def test_a_link_to_itself_keeps_a_node() -> None:
    # Node 0 is heavy by itself: joining it would cost more than its thin link brings.
    near = [{0: 50.0, 1: 0.1}, {0: 0.1, 2: 1.0}, {1: 1.0}]
    assert communities(near, 1) == [[0], [1, 2]]
