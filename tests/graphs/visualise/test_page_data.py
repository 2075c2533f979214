"""The tables behind the page, and what it draws at first."""

from __future__ import annotations

import json
from typing import Any

import networkx as nx
import pytest

from graphs.visualise import data as data_module
from graphs.visualise.data import packed, tables
from graphs.visualise.overview import overview


def evidence_texts(data: dict[str, Any], edge: int) -> list[str]:
    abstracts = dict(zip(data["papers"]["node"], data["papers"]["abstract"], strict=True))
    texts = []
    for number in data["edges"]["evidence"][edge]:
        text = data["sentences"]["text"][number]
        texts.append(text if isinstance(text, str) else abstracts[data["sentences"]["paper"][number]][text[0] : text[1]])
    return texts


def edge_number(data: dict[str, Any], tail: str, type: str, head: str) -> int:
    ids = data["nodes"]["id"]
    names = [row["name"] for row in data["schema"]["edgeTypes"]]
    rows = zip(data["edges"]["source"], data["edges"]["type"], data["edges"]["target"], strict=True)
    (found,) = [index for index, (a, t, b) in enumerate(rows) if (ids[a], names[t], ids[b]) == (tail, type, head)]
    return found


def test_every_node_and_edge_is_there(graph: nx.MultiDiGraph[str]) -> None:
    data = tables(graph)
    assert data["nodes"]["id"] == sorted(graph.nodes)
    names = [row["name"] for row in data["schema"]["edgeTypes"]]
    ids = data["nodes"]["id"]
    rows = zip(data["edges"]["source"], data["edges"]["type"], data["edges"]["target"], strict=True)
    assert sorted((ids[a], names[t], ids[b]) for a, t, b in rows) == sorted((a, values["type"], b) for a, b, values in graph.edges(data=True))


def test_evidence_is_that_of_the_graph(graph: nx.MultiDiGraph[str]) -> None:
    data = tables(graph)
    for tail, head, values in graph.edges(data=True):
        edge = edge_number(data, tail, values["type"], head)
        assert evidence_texts(data, edge) == [piece["text"] for piece in json.loads(values["evidence"])]


def test_a_sentence_is_stored_once_and_as_a_slice(graph: nx.MultiDiGraph[str]) -> None:
    sentences = tables(graph)["sentences"]
    assert all(isinstance(text, list) for text in sentences["text"])
    assert len(sentences["text"]) < graph.number_of_edges() / 2


def test_a_sentence_beyond_the_basic_plane_stays_text() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node("p:1", type="Paper", abstract="\U0001d49c first. We use X.")
    graph.add_node("e:x", type="Method", label="X")
    graph.add_edge("p:1", "e:x", key="k", id="k", type="USES", evidence=json.dumps([{"paper": "1", "text": "We use X."}]))
    assert tables(graph)["sentences"] == {"paper": [1], "text": ["We use X."]}


@pytest.mark.parametrize(
    ("mentions", "expected"),
    [
        (["AdamW"], []),
        (["adamw", "Adam with decay"], []),
        (["decoupled decay"], ["decoupled decay"]),
        ([[3, 9]], ["method"]),
        ([{"text": "this"}], ["this"]),
        ([None, 3, [1], {"text": 5}, ""], []),
    ],
)
def test_marks_hold_what_the_names_do_not_cover(mentions: list[Any], expected: list[str]) -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node("p:1", type="Paper", abstract="A b.")
    graph.add_node("e:adamw", type="Method", label="AdamW", aliases='["Adam with decay"]')
    piece = {"paper": "1", "text": "We method AdamW.", "mentions": mentions}
    graph.add_edge("p:1", "e:adamw", key="k", id="k", type="USES", evidence=json.dumps([piece]))
    assert tables(graph)["marks"] == ([[0, expected]] if expected else [])


def test_much_evidence_is_trimmed_openly(graph: nx.MultiDiGraph[str], monkeypatch: pytest.MonkeyPatch) -> None:
    long = graph.copy()
    tail, head, key = next(edge for edge in long.edges(keys=True) if long.edges[edge]["type"] == "USES")
    long.edges[tail, head, key]["evidence"] = json.dumps([{"paper": tail[2:], "text": f"Sentence {index}."} for index in range(5)])
    monkeypatch.setattr(data_module, "EVIDENCE_IN_FULL", 100)
    data = tables(long)
    edge = edge_number(data, tail, "USES", head)
    assert evidence_texts(data, edge) == ["Sentence 0.", "Sentence 1."]
    assert data["edges"]["more"][edge] == 3
    assert overview(data, 2000).notes == ["Each relation carries its 2 best sentences; the graph's other files have more."]


def test_small_graph_is_drawn_whole(graph: nx.MultiDiGraph[str]) -> None:
    data = tables(graph)
    picture = overview(data, 2000)
    assert picture.mode == "all"
    assert [node.node for node in picture.nodes] == list(range(len(graph)))
    assert picture.notes == []
    assert {(a, b) for a, b, _ in picture.links} == {tuple(sorted(pair)) for pair in zip(data["edges"]["source"], data["edges"]["target"], strict=True)}


def test_nodes_shown_at_first_do_not_overlap(graph: nx.MultiDiGraph[str]) -> None:
    picture = overview(tables(graph), 2000)
    worst = min(((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 - a.size - b.size for index, a in enumerate(picture.nodes) for b in picture.nodes[index + 1 :])
    assert worst > 0


def test_topics_become_named_regions(graph: nx.MultiDiGraph[str]) -> None:
    names = " ".join(region["name"] for region in overview(tables(graph), 2000).regions)
    for topic in ("robot grasping", "river flood forecasting", "protein docking"):
        assert topic in names


def test_papers_and_best_connected_entities_above_the_limit(graph: nx.MultiDiGraph[str]) -> None:
    data = tables(graph)
    picture = overview(data, 90)
    assert picture.mode == "map" or picture.mode == "best"
    assert len(picture.nodes) <= 90


def test_map_of_entities_where_papers_are_many(graph: nx.MultiDiGraph[str]) -> None:
    data = tables(graph)
    picture = overview(data, 20)
    assert picture.mode == "map"
    drawn = {data["nodes"]["label"][node.node] for node in picture.nodes}
    assert "Transformer" in drawn
    assert "diffusion models" in drawn
    assert not any(data["nodes"]["id"][node.node].startswith(("p:", "r:")) for node in picture.nodes)
    assert f"{len(picture.nodes)} entities" in picture.notes[0]
    together = {(data["nodes"]["label"][a], data["nodes"]["label"][b]): papers for a, b, papers in picture.links}
    pair = next(pair for pair in together if set(pair) == {"Bin-Clutter-9", "grasp success"})
    assert together[pair] == 7


def test_best_connected_are_kept(graph: nx.MultiDiGraph[str]) -> None:
    data = tables(graph)
    picture = overview(data, 4 * 42 + 1)
    assert picture.mode == "all"
    star: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    star.add_node("p:1", type="Paper", abstract="A.")
    star.add_node("p:2", type="Paper", abstract="B.")
    for index in range(30):
        star.add_node(f"e:{index:02d}", type="Method", label=str(index), papers=1)
        star.add_edge("p:1", f"e:{index:02d}", type="USES", id=str(index))
    star.add_edge("p:2", "e:29", type="USES", id="again")
    data = tables(star)
    picture = overview(data, 10)
    assert picture.mode == "best"
    drawn = [data["nodes"]["id"][node.node] for node in picture.nodes]
    assert len(drawn) == 10
    assert {"p:1", "p:2", "e:29"} <= set(drawn)
    assert picture.notes == ["Showing 10 of 32 nodes: the papers and the best connected entities. Search finds all of them."]


def test_packed_numbers_come_back(graph: nx.MultiDiGraph[str]) -> None:
    data = tables(graph)
    small = packed(data)
    assert data == tables(graph)
    total = 0
    sources = []
    for step in small["edges"]["source"]:
        total += step
        sources.append(total)
    assert sources == data["edges"]["source"]
    assert min(small["edges"]["source"]) >= 0
    first = 0
    evidence = []
    for numbers in small["edges"]["evidence"]:
        first += numbers[0] if numbers else 0
        evidence.append([first, *numbers[1:]] if numbers else [])
    assert evidence == data["edges"]["evidence"]


def test_description_is_a_place_in_an_abstract() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node("p:1", type="Paper", abstract="We study X. X is a sorter of pebbles.")
    graph.add_node("e:x", type="Method", label="X", description="X is a sorter of pebbles.")
    graph.add_node("e:y", type="Method", label="Y", description="Stands in no abstract.")
    graph.add_edge("p:1", "e:x", key="k", id="k", type="USES", evidence=json.dumps([{"paper": "1", "text": "We study X."}]))
    data = tables(graph)
    assert data["sentences"] == {"paper": [2, 2], "text": [[0, 11], [12, 37]]}
    assert data["nodes"]["description"] == [1, "Stands in no abstract.", ""]


def test_direction_of_metrics_is_handed_over() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for name in ("perplexity", "accuracy", "attack success rate"):
        graph.add_node(f"e:{name}", type="Metric", label=name)
    nodes = tables(graph)["nodes"]
    assert [nodes["label"][row] for row in nodes["lower"]] == ["perplexity"]
    assert [nodes["label"][row] for row in nodes["higher"]] == ["accuracy"]
