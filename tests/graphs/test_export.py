"""Files: each format read back, node by node and edge by edge; hostile names; failures that leave the old file."""

from __future__ import annotations

import csv
import json
import math
import os
import random
from pathlib import Path

import igraph
import networkx as nx
import pytest

from graphs.build import build_graph
from graphs.export import FORMATS, read_json, write
from kg.errors import GraphError, RegistryError
from kg.linking.records import LinkedEntity, Linking
from kg.model import Entity, Extraction, Mention, Paper, Sentence
from kg.schema import edge_types

Graph = nx.MultiDiGraph

HOSTILE = [
    "</script><script>alert(1)</script>",
    "\"quoted\" & <tagged> 'single' \\ back",
    "control\x00\x01\x08\x0b\x1f\x7f\x85 characters",
    "lone \ud83d surrogate \ude00",
    "not a character \ufffe\uffff\ufdd0",
    "\u202eoverride\u202c and \u2067isolate\u2069",
    "مجموعة بيانات العربية",
    "line\nfeed\tand\r\nreturn",
    "]]> <![CDATA[ &amp; &#0; %s {0}",
    '=HYPERLINK("http://x")',
    "x" * 10_000,
    "Ω≈ç√∫˜µ≤≥÷ \U0001f9ea e\u0301",
    "|a|b|",
]


def hostile_graph() -> Graph[str]:
    """Return a graph whose papers and entities bear every hostile name, in ids, titles, texts, labels and aliases."""
    records, entities, nodes = [], {}, {}
    for number, name in enumerate(HOSTILE):
        paper = Paper(f"{name[:60]}{number}", name, f"{name} again", 2024, name, "https://x.org/" + name[:20])
        mention = Mention(0, len(name), name, "Method")
        node = f"e:hostile{number}@{paper.id}"
        records.append(
            (paper, Extraction(paper.id, (Entity("e1", "Method", "proposes", name, (name,), 0.5, (mention,)),), sentences=(Sentence(0, len(name), name),)))
        )
        entities[node] = LinkedEntity(node, "Method", name, (name, name + "s"), 1, paper.id, merges=(name,))
        nodes[paper.id, "e1"] = node
    return build_graph(records, Linking(entities, nodes))


@pytest.fixture(params=["corpus", "hostile"])
def any_graph(request: pytest.FixtureRequest, graph: Graph[str]) -> Graph[str]:
    return graph if request.param == "corpus" else hostile_graph()


def edges_by_id(graph: Graph[str]) -> dict[str, tuple[str, str, dict[str, object]]]:
    return {row["id"]: (tail, head, {name: value for name, value in row.items() if name != "id"}) for tail, head, row in graph.edges(data=True)}


def test_json_reads_back_the_same(any_graph: Graph[str], tmp_path: Path) -> None:
    write(any_graph, tmp_path / "graph.json")
    back = read_json(tmp_path / "graph.json")
    assert list(back.nodes(data=True)) == list(any_graph.nodes(data=True))
    assert list(back.edges(keys=True, data=True)) == list(any_graph.edges(keys=True, data=True))
    assert [list(back.pred[node]) for node in back] == [list(any_graph.pred[node]) for node in any_graph]
    assert back.graph == any_graph.graph


def test_json_is_read_by_networkx_too(any_graph: Graph[str], tmp_path: Path) -> None:
    write(any_graph, tmp_path / "graph.json")
    data = json.loads((tmp_path / "graph.json").read_text(encoding="utf-8"))
    back = nx.node_link_graph(data, edges="edges")
    assert dict(back.nodes(data=True)) == dict(any_graph.nodes(data=True))
    assert edges_by_id(back) == edges_by_id(any_graph)


def test_indented_json_is_read_too(graph: Graph[str], tmp_path: Path) -> None:
    write(graph, tmp_path / "a.json")
    data = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    (tmp_path / "b.json").write_text(json.dumps(data, indent=2), encoding="utf-8")
    assert edges_by_id(read_json(tmp_path / "b.json")) == edges_by_id(graph)


def test_empty_graph_reads_back(tmp_path: Path) -> None:
    graph = build_graph([], Linking())
    write(graph, tmp_path / "graph.json")
    back = read_json(tmp_path / "graph.json")
    assert (len(back), back.number_of_edges(), back.graph) == (0, 0, graph.graph)


def test_graphml_reads_back_in_networkx(any_graph: Graph[str], tmp_path: Path) -> None:
    write(any_graph, tmp_path / "graph.graphml")
    back = nx.read_graphml(tmp_path / "graph.graphml", force_multigraph=True)
    assert list(back.nodes(data=True)) == list(any_graph.nodes(data=True))
    assert {key: (tail, head, row) for tail, head, key, row in back.edges(keys=True, data=True)} == edges_by_id(any_graph)
    assert {name: back.graph[name] for name in any_graph.graph} == any_graph.graph


def test_graphml_reads_back_in_igraph(any_graph: Graph[str], tmp_path: Path) -> None:
    write(any_graph, tmp_path / "graph.graphml")
    back = igraph.Graph.Read_GraphML(str(tmp_path / "graph.graphml"))
    assert back.is_directed()
    nodes = {vertex["id"]: known(vertex.attributes(), any_graph.nodes[vertex["id"]]) for vertex in back.vs}
    assert nodes == dict(any_graph.nodes(data=True))
    # igraph 1.0.0 takes the source's id for the edge's own, so that edges are told apart by tail, type and head.
    names = back.vs["id"]
    expected = {(tail, head, row["type"]): row for tail, head, row in edges_by_id(any_graph).values()}
    assert len(expected) == any_graph.number_of_edges() == back.ecount()
    for edge in back.es:
        row = expected[names[edge.source], names[edge.target], edge["type"]]
        assert known(edge.attributes(), row) == row


def known(row: dict[str, object], expected: dict[str, object]) -> dict[str, object]:
    """Return what igraph read without the id and without what it fills in for a missing value (NaN, empty text, False)."""
    missing = {name: value for name, value in row.items() if name != "id" and name not in expected}
    assert all(value in ("", False) or (isinstance(value, float) and math.isnan(value)) for value in missing.values())
    return {name: row[name] for name in expected}


def test_graphml_declares_each_attribute_once(graph: Graph[str], tmp_path: Path) -> None:
    write(graph, tmp_path / "graph.graphml")
    text = (tmp_path / "graph.graphml").read_text(encoding="utf-8")
    keys = [line for line in text.splitlines() if line.startswith("<key ")]
    ids = [line.split('"')[1] for line in keys]
    assert len(set(ids)) == len(ids)
    for domain in ("node", "edge"):
        assert f'<key id="{domain[0]}_label" for="{domain}" attr.name="label" attr.type="string"/>' in keys
        assert f'<key id="{domain[0]}_type" for="{domain}" attr.name="type" attr.type="string"/>' in keys
    assert '<key id="n_papers" for="node" attr.name="papers" attr.type="long"/>' in keys
    assert '<key id="e_score" for="edge" attr.name="score" attr.type="double"/>' in keys
    assert '<key id="n_sota" for="node" attr.name="sota" attr.type="boolean"/>' in keys


def test_graphml_keeps_parallel_edges_apart(graph: Graph[str], tmp_path: Path) -> None:
    write(graph, tmp_path / "graph.graphml")
    back = nx.read_graphml(tmp_path / "graph.graphml", force_multigraph=True)
    assert sorted(back["e:zephyrine@a1"]["e:adamw"]) == ["e:zephyrine@a1|BASED_ON|e:adamw", "e:zephyrine@a1|COMPARED_WITH|e:adamw"]


def test_gexf_reads_back_in_networkx(any_graph: Graph[str], tmp_path: Path) -> None:
    write(any_graph, tmp_path / "graph.gexf")
    back = nx.read_gexf(tmp_path / "graph.gexf", version="1.3")
    assert dict(back.nodes(data=True)) == dict(any_graph.nodes(data=True))
    edges = {row["id"]: (tail, head, {name: value for name, value in row.items() if name != "id"}) for tail, head, row in back.edges(data=True)}
    assert edges == edges_by_id(any_graph)


def test_csv_has_every_node_and_edge(any_graph: Graph[str], tmp_path: Path) -> None:
    files = write(any_graph, tmp_path / "graph.csv")
    assert [file.name for file in files] == ["graph-edges.csv", "graph-nodes.csv"]
    csv.field_size_limit(10_000_000)
    with open(tmp_path / "graph-nodes.csv", encoding="utf-8", newline="") as file:
        nodes = list(csv.DictReader(file))
    with open(tmp_path / "graph-edges.csv", encoding="utf-8", newline="") as file:
        edges = list(csv.DictReader(file))
    assert [row["id"] for row in nodes] == list(any_graph)
    assert [(row["source"], row["target"], row["id"]) for row in edges] == [(tail, head, row["id"]) for tail, head, row in any_graph.edges(data=True)]
    for row in nodes:
        label = str(any_graph.nodes[row["id"]]["label"])
        assert row["label"] == ("'" + label if label[0] in "=+-@" else label)


def test_csv_guards_against_formulas(tmp_path: Path) -> None:
    graph: Graph[str] = nx.MultiDiGraph()
    graph.add_node("n", type="Method", label="=1+1", description="+cmd|' /C calc'!A0", year=-3, text="-x", title="@y")
    write(graph, tmp_path / "graph.csv")
    with open(tmp_path / "graph-nodes.csv", encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert row == {"id": "n", "type": "Method", "label": "'=1+1", "title": "'@y", "year": "-3", "description": "'+cmd|' /C calc'!A0", "text": "'-x"}


@pytest.mark.parametrize("suffix", [".json", ".graphml", ".gexf", ".csv"])
def test_same_graph_same_bytes(suffix: str, records: list[tuple[Paper, Extraction]], linking: Linking, tmp_path: Path) -> None:
    contents = []
    for seed in (1, 2):
        shuffled = random.Random(seed).sample(records, len(records))
        files = write(build_graph(shuffled, linking), tmp_path / str(seed) / f"graph{suffix}")
        contents.append([file.read_bytes() for file in files])
    assert contents[0] == contents[1]
    assert str(tmp_path).encode() not in b"".join(contents[0])


@pytest.mark.parametrize("suffix", [".json", ".graphml", ".gexf", ".csv"])
def test_a_graph_changed_by_its_user_is_flattened(suffix: str, graph: Graph[str], tmp_path: Path) -> None:
    graph.nodes["e:adamw"]["tags"] = ["a", "b"]
    graph.nodes["e:adamw"]["weight"] = None
    graph.nodes["e:imagenet"]["papers"] = "many"
    graph.add_edge("e:adamw", "e:imagenet")
    graph.add_edge("e:adamw", "e:imagenet", id="e:zephyrine@a1|BASED_ON|e:adamw", type="USES")
    before = {node: dict(row) for node, row in graph.nodes(data=True)}
    write(graph, tmp_path / f"graph{suffix}")
    assert {node: dict(row) for node, row in graph.nodes(data=True)} == before
    if suffix == ".graphml":
        back = nx.read_graphml(tmp_path / "graph.graphml", force_multigraph=True)
        assert back.nodes["e:adamw"]["tags"] == '["a","b"]'
        assert back.nodes["e:accuracy"]["papers"] == "2"
        assert back.number_of_edges() == graph.number_of_edges()


def test_a_failed_write_leaves_the_old_file(graph: Graph[str], tmp_path: Path) -> None:
    target = tmp_path / "graph.json"
    target.write_text("precious", encoding="utf-8")
    graph.nodes["e:adamw"]["bad"] = object()
    with pytest.raises(GraphError, match=r"^attribute 'bad' holds a value of type object;"):
        write(graph, target)
    assert target.read_text(encoding="utf-8") == "precious"
    assert [file.name for file in tmp_path.iterdir()] == ["graph.json"]


def test_unwritable_place(graph: Graph[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(GraphError, match=r"^cannot write .*file/graph\.json: (Not a directory|File exists)$"):
        write(graph, tmp_path / "file" / "graph.json")


def test_unknown_suffix_names_the_known_ones(graph: Graph[str], tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match=r"^unknown graph format '\.jsn'\. Did you mean '\.json'\? Known: \.json, \.graphml, \.gexf, \.csv, \.html$"):
        write(graph, tmp_path / "graph.jsn")


def test_suffix_can_be_said(graph: Graph[str], tmp_path: Path) -> None:
    assert write(graph, tmp_path / "graph.txt", suffix=".JSON") == [tmp_path / "graph.txt"]
    assert len(read_json(tmp_path / "graph.txt")) == len(graph)


def test_every_format_can_be_loaded() -> None:
    for suffix in FORMATS:
        if suffix != ".html":
            assert callable(FORMATS.load(suffix))
    assert FORMATS[".html"] == "graphs.visualise:write_html"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not JSON"),
        ("{", "is not JSON"),
        ("[1, 2]", 'is not a graph of kg \\(it lacks "format": "kg-graph"\\); give the graph.json that `kg build` wrote$'),
        ('{"nodes": [], "links": []}', 'is not a graph of kg \\(it lacks "format": "kg-graph"\\)'),
        ('{"format": "kg-graph", "version": 99}', "has version 99 of the graph format, and this kg reads up to 1; build the graph again, or update kg$"),
        ('{"format": "kg-graph"}', "has version None of the graph format"),
        ('{"format": "kg-graph", "version": 1, "nodes": 3}', "a graph of kg has the lists 'nodes' and 'edges'$"),
        (
            '{"format": "kg-graph", "version": 1, "nodes": [{"id": 3}], "edges": []}',
            "node 1 has no 'id', or none that is text; mend it, or build the graph again",
        ),
        (
            '{"format": "kg-graph", "version": 1, "nodes": ['
            '{"id": "a", "type": "Task", "label": "x"}, {"id": "a", "type": "Task", "label": "x"}], "edges": []}',
            "node 2 has the id 'a' of an earlier node",
        ),
        ('{"format": "kg-graph", "version": 1, "nodes": [], "edges": [7]}', "edge 1 is no JSON object"),
        (
            '{"format": "kg-graph", "version": 1, "nodes": [{"id": "a", "type": "Task", "label": "x"}], '
            '"edges": [{"type": "SUBTASK_OF", "source": "a", "target": "b"}]}',
            "edge 1 joins 'b', which is not among the nodes; delete it, or build the graph again$",
        ),
        ("[" * 100_000, "is (nested too deeply|not JSON)"),
    ],
)
def test_other_files_are_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GraphError, match=message) as caught:
        read_json(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_binary_and_missing_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "binary.json").write_bytes(b"\x89PNG\xff\xfe\x00")
    with pytest.raises(GraphError, match=r"binary\.json is not UTF-8 text, so it is no graph of kg; give the graph\.json that `kg build` wrote$"):
        read_json(tmp_path / "binary.json")
    with pytest.raises(GraphError, match=r"^cannot read .*gone\.json: No such file or directory; `kg build` writes graph\.json$"):
        read_json(tmp_path / "gone.json")
    with pytest.raises(GraphError, match=r"^cannot read .*: Is a directory"):
        read_json(tmp_path)


def test_truncated_file_is_refused(graph: Graph[str], tmp_path: Path) -> None:
    write(graph, tmp_path / "graph.json")
    text = (tmp_path / "graph.json").read_text(encoding="utf-8")
    for share in (0.2, 0.5, 0.9):
        (tmp_path / "cut.json").write_text(text[: int(len(text) * share)], encoding="utf-8")
        with pytest.raises(GraphError, match="is not JSON"):
            read_json(tmp_path / "cut.json")


def test_types_of_edges_come_from_the_schema(graph: Graph[str], tmp_path: Path) -> None:
    write(graph, tmp_path / "graph.json")
    back = read_json(tmp_path / "graph.json")
    assert {key for _, _, key in back.edges(keys=True)} == set(edge_types())


def test_a_device_is_not_replaced_by_a_file(tmp_path, graph):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(GraphError, match="it is no regular file; name a file"):
        write(graph, pipe, suffix=".json")
    assert pipe.is_fifo()


@pytest.mark.parametrize("suffix", [".graphml", ".gexf"])
def test_a_name_that_is_no_text_can_be_written(tmp_path, graph, suffix):
    (made,) = write(graph, os.fsdecode(os.fsencode(tmp_path) + b"/q\xff" + suffix.encode()))
    assert made.stat().st_size > 500
