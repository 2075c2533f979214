"""From records to the graph: every node, edge and attribute of DESIGN 7."""

from __future__ import annotations

import gc
import json
import random
from dataclasses import replace

import networkx as nx
import pytest

from graphs.attributes import EDGE_ATTRIBUTES, NODE_ATTRIBUTES
from graphs.build import build_graph
from graphs.papers import result_label
from kg.errors import GraphError
from kg.linking.records import LinkedEntity, Linking
from kg.model import Entity, Extraction, Mention, Paper, Result, Sentence
from kg.schema import NODE_TYPES, edge_types

Graph = nx.MultiDiGraph


def edge(graph: Graph[str], tail: str, kind: str, head: str) -> dict[str, object]:
    return graph.edges[tail, head, kind]


def dump(graph: Graph[str]) -> str:
    """Return everything that is in a graph, order included."""
    neighbours = [(node, list(graph.succ[node]), list(graph.pred[node])) for node in graph]
    return json.dumps([list(graph.nodes(data=True)), list(graph.edges(keys=True, data=True)), neighbours, graph.graph])


def test_every_type_of_node_and_edge_is_there(graph: Graph[str]) -> None:
    assert {row["type"] for _, row in graph.nodes(data=True)} == set(NODE_TYPES)
    assert {row["type"] for _, _, row in graph.edges(data=True)} == set(edge_types())


def test_edges_join_what_the_schema_allows(graph: Graph[str]) -> None:
    for tail, head, row in graph.edges(data=True):
        allowed = edge_types()[row["type"]]
        assert graph.nodes[tail]["type"] in allowed.tails
        assert graph.nodes[head]["type"] in allowed.heads


def test_attributes_keep_the_contract(graph: Graph[str]) -> None:
    kinds = {"str": str, "int": int, "float": float, "bool": bool, "json": str}
    for rows, table in (([row for _, row in graph.nodes(data=True)], NODE_ATTRIBUTES), ([row for *_, row in graph.edges(data=True)], EDGE_ATTRIBUTES)):
        for row in rows:
            assert row["label"]
            for name, value in row.items():
                assert type(value) is kinds[table[name].kind], (name, value)
                assert not table[name].types or row["type"] in table[name].types, name
                if table[name].kind == "json":
                    assert isinstance(json.loads(value), list)


def test_edge_ids_are_unique_and_readable(graph: Graph[str]) -> None:
    ids = [row["id"] for _, _, row in graph.edges(data=True)]
    assert len(set(ids)) == len(ids)
    assert "p:a5|MENTIONS|e:star" in ids


def test_paper_node(graph: Graph[str]) -> None:
    assert graph.nodes["p:a1"] == {
        "type": "Paper",
        "label": "Zephyrine: A Fast Optimizer for Deep Networks",
        "title": "Zephyrine: A Fast Optimizer for Deep Networks",
        "abstract": "We propose Zephyrine, an optimizer for image classification that extends AdamW. On ImageNet, Zephyrine reaches 78.2% accuracy, "
        "against 76.1% for AdamW. Training time falls by 30%. Code is at https://github.com/zephyrine/zephyrine.",
        "year": 2022,
        "venue": "ICLR",
        "url": "https://example.org/a1",
        "code_url": "https://github.com/zephyrine/zephyrine",
    }
    assert graph.nodes["p:a5"]["label"] == "Long story planning is hard."
    assert "title" not in graph.nodes["p:a5"]
    assert "year" not in graph.nodes["p:a6"]


def test_entity_node(graph: Graph[str]) -> None:
    row = dict(graph.nodes["e:quillbench@a4"])
    evidence = json.loads(row.pop("evidence"))
    assert row == {
        "type": "Dataset",
        "label": "Quillbench",
        "papers": 3,
        "first_year": 2023,
        "introduced_by": "p:a4",
        "description": "Quillbench is a benchmark for story planning.",
        "merges": '["Quillbench: a4 introduces it, a2 and a5 name it"]',
        "score": 0.9,
    }
    assert evidence[0] == {"paper": "a4", "start": 40, "end": 85, "text": "Quillbench is a benchmark for story planning.", "mentions": ["Quillbench"]}
    assert [item["paper"] for item in evidence] == ["a4", "a5", "a2", "a4"]


def test_ambiguous_name_keeps_its_candidates(graph: Graph[str]) -> None:
    assert graph.nodes["e:star"]["ambiguous"] is True
    assert graph.nodes["e:star"]["candidates"] == '["e:star@a2","e:star@a3"]'
    assert "ambiguous" not in graph.nodes["e:adamw"]


def test_family_without_papers(graph: Graph[str]) -> None:
    assert graph.nodes["e:llama3.1"] == {"type": "Model", "label": "Llama 3.1", "papers": 0}
    assert edge(graph, "e:llama3.18b", "VERSION_OF", "e:llama3.1") == {
        "id": "e:llama3.18b|VERSION_OF|e:llama3.1",
        "type": "VERSION_OF",
        "label": "version of",
        "score": 1.0,
        "papers": 0,
        "reason": "8B is a size of Llama 3.1",
    }


def test_result_node_and_its_edges(graph: Graph[str]) -> None:
    row = dict(graph.nodes["r:a1:1"])
    evidence = json.loads(row.pop("evidence"))
    sentence = "On ImageNet, Zephyrine reaches 78.2% accuracy, against 76.1% for AdamW."
    assert row == {
        "type": "Result",
        "label": "78.2 % accuracy",
        "value": "78.2",
        "unit": "%",
        "kind": "absolute",
        "baseline": "76.1",
        "text": sentence,
        "score": 0.9,
    }
    marks = ["ImageNet", "Zephyrine", "78.2", "accuracy", "76.1", "AdamW"]
    assert evidence == [{"paper": "a1", "start": 126, "end": 197, "text": sentence, "mentions": marks}]
    assert {row["type"]: head for _, head, row in graph.out_edges("r:a1:1", data=True)} == {
        "OF_METHOD": "e:zephyrine@a1",
        "ON_DATASET": "e:imagenet",
        "IN_METRIC": "e:accuracy",
        "FOR_TASK": "e:imageclassification",
        "VERSUS": "e:adamw",
    }
    assert list(graph.predecessors("r:a1:1")) == ["p:a1"]


def test_claim_without_a_number(graph: Graph[str]) -> None:
    row = graph.nodes["r:a2:2"]
    assert (row["label"], row["sota"], "value" in row) == ("state of the art in story planning", True, False)


def test_role_edge_has_the_telling_sentence_first(graph: Graph[str]) -> None:
    row = edge(graph, "p:a1", "PROPOSES", "e:zephyrine@a1")
    assert (row["papers"], row["score"], row["label"]) == (1, 0.9, "proposes")
    texts = [item["text"] for item in json.loads(str(row["evidence"]))]
    assert texts == [
        "We propose Zephyrine, an optimizer for image classification that extends AdamW.",
        "On ImageNet, Zephyrine reaches 78.2% accuracy, against 76.1% for AdamW.",
        "Zephyrine: A Fast Optimizer for Deep Networks",
    ]


def test_offsets_lead_to_the_sentence(graph: Graph[str], records: list[tuple[Paper, Extraction]]) -> None:
    texts = {paper.id: paper.text for paper, _ in records}
    rows = [row for _, row in graph.nodes(data=True)] + [row for *_, row in graph.edges(data=True)]
    items = [item for row in rows for item in json.loads(row.get("evidence", "[]"))]
    assert len(items) > 100
    for item in items:
        assert texts[item["paper"]][item["start"] : item["end"]] == item["text"]
        assert item["mentions"]
        assert all(mark in item["text"] for mark in item["mentions"])


def test_derived_edges(graph: Graph[str]) -> None:
    row = edge(graph, "e:star@a2", "EVALUATED_WITH", "e:quillbench@a4")
    assert json.loads(str(row["evidence"])) == [
        {
            "paper": "a2",
            "start": 109,
            "end": 210,
            "text": "Applied to Llama 3.1 8B, STAR reaches a pass rate of 52.5% on Quillbench, and beats chain-of-thought.",
            "mentions": ["STAR", "pass rate", "52.5", "Quillbench"],
        }
    ]
    assert graph.has_edge("e:quillbench@a4", "e:storyplanning", "BENCHMARK_FOR")
    assert graph.has_edge("e:zephyrine@a1", "e:imageclassification", "USED_FOR")
    assert graph.has_edge("e:zephyrine@a1", "e:adamw", "COMPARED_WITH")


def test_parts_of_what_a_paper_proposes_derive_nothing(graph: Graph[str]) -> None:
    assert {row["type"] for _, _, row in graph.out_edges("e:gatinglayer@a2", data=True)} == {"PART_OF"}


def test_any_order_gives_the_same_graph(records: list[tuple[Paper, Extraction]], linking: Linking) -> None:
    expected = dump(build_graph(records, linking))
    for seed in range(5):
        chance = random.Random(seed)
        shuffled = chance.sample(records, len(records))
        entities, nodes = list(linking.entities.items()), list(linking.nodes.items())
        chance.shuffle(entities)
        chance.shuffle(nodes)
        hierarchy = tuple(chance.sample(linking.hierarchy, len(linking.hierarchy)))
        assert dump(build_graph(iter(shuffled), Linking(dict(entities), dict(nodes), hierarchy))) == expected


def test_order_of_nodes_and_edges(graph: Graph[str]) -> None:
    nodes = list(graph)
    place = {node: number for number, node in enumerate(nodes)}
    assert [node[0] for node in nodes] == sorted((node[0] for node in nodes), key="per".index)
    order = list(edge_types())
    edges = [(place[tail], place[head], order.index(key)) for tail, head, key in graph.edges(keys=True)]
    assert edges == sorted(edges)


def small(entities: list[Entity], results: tuple[Result, ...] = (), text: str = "Foo and Bar reach 5%.", paper: str = "x") -> tuple[Paper, Extraction]:
    return Paper(paper, "", text), Extraction(paper, tuple(entities), results, sentences=(Sentence(0, len(text), text),))


def named(number: int, kind: str, role: str, name: str, start: int) -> Entity:
    return Entity(f"e{number}", kind, role, name, (name,), 0.5, (Mention(start, start + len(name), name, kind, 0.5),))


def linked(**nodes: LinkedEntity) -> Linking:
    return Linking({row.id: row for row in nodes.values()}, {("x", entity): row.id for entity, row in nodes.items()})


def test_two_entities_of_a_paper_on_one_node_give_one_edge_of_the_stronger_role() -> None:
    node = LinkedEntity("e:foo", "Method", "Foo")
    pair = [named(1, "Method", "uses", "Foo", 0), named(2, "Method", "proposes", "Bar", 8)]
    graph = build_graph([small(pair)], linked(e1=node, e2=node))
    assert list(graph.edges(keys=True)) == [("p:x", "e:foo", "PROPOSES")]
    assert graph.nodes["e:foo"]["papers"] == 1
    assert json.loads(graph.edges["p:x", "e:foo", "PROPOSES"]["evidence"])[0]["mentions"] == ["Foo", "Bar"]


def test_role_and_result_follow_the_voted_type() -> None:
    pair = [named(1, "Dataset", "evaluates_on", "Foo", 0), named(2, "Method", "compares_with", "Bar", 8)]
    results = (Result(value="5", unit="%", kind="absolute", dataset="e1", method="e2", start=18, end=20),)
    nodes = linked(e1=LinkedEntity("e:foo", "Task", "Foo"), e2=LinkedEntity("e:bar", "Dataset", "Bar"))
    graph = build_graph([small(pair, results)], nodes)
    assert [(head, kind) for _, head, kind in graph.edges("p:x", keys=True)] == [("e:bar", "EVALUATES_ON"), ("e:foo", "ADDRESSES"), ("r:x:1", "HAS_RESULT")]
    assert [(head, kind) for _, head, kind in graph.edges("r:x:1", keys=True)] == [("e:bar", "ON_DATASET"), ("e:foo", "FOR_TASK")]


def test_what_linking_dropped_is_left_out() -> None:
    pair = [named(1, "Method", "proposes", "Foo", 0), named(2, "Dataset", "evaluates_on", "Bar", 8)]
    results = (Result(value="5", unit="%", kind="absolute", method="e1", dataset="e2", start=18, end=20),)
    graph = build_graph([small(pair, results)], linked(e1=LinkedEntity("e:foo", "Method", "Foo")))
    assert list(graph) == ["p:x", "e:foo", "r:x:1"]
    assert [kind for _, _, kind in graph.edges(keys=True)] == ["PROPOSES", "HAS_RESULT", "OF_METHOD"]


def test_code_and_web_addresses() -> None:
    paper, extraction = small([])
    links = ("https://foo.github.io/page", "http://www.github.com/a/b", "https://gitlab.com/c/d")
    graph = build_graph([(replace(paper, url="javascript:alert(1)"), replace(extraction, links=links))], Linking())
    assert graph.nodes["p:x"]["code_url"] == "http://www.github.com/a/b"
    assert "url" not in graph.nodes["p:x"]


def test_evidence_is_capped_and_counted() -> None:
    node = LinkedEntity("e:foo", "Method", "Foo")
    other = LinkedEntity("e:bar", "Dataset", "Bar")
    records, nodes = [], {}
    for number in range(300):
        pair = [named(1, "Method", "proposes", "Foo", 0), named(2, "Dataset", "evaluates_on", "Bar", 8)]
        records.append(small(pair, paper=f"x{number:03}"))
        nodes |= {(f"x{number:03}", "e1"): "e:foo", (f"x{number:03}", "e2"): "e:bar"}
    graph = build_graph(reversed(records), Linking({"e:bar": other, "e:foo": node}, nodes))
    row = graph.edges["e:foo", "e:bar", "EVALUATED_WITH"]
    assert row["papers"] == 300
    assert [item["paper"] for item in json.loads(row["evidence"])] == [f"x{number:03}" for number in range(20)]
    assert graph.nodes["e:foo"]["papers"] == 300
    assert [item["paper"] for item in json.loads(graph.nodes["e:foo"]["evidence"])] == [f"x{number:03}" for number in range(20)]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("It is late. We propose Foo, a method for parsing.", "Foo: a method for parsing"),
        ("It is late. Foo (Frugal Oracle) is an oracle.", "Foo: an oracle"),
        ("It is late. We propose Foo.", "Foo: It is late. We propose Foo."),
        (
            "Foo " + "is a very long sentence that goes on " * 5 + ".",
            "Foo: a very long sentence that goes on is a very long sentence that goes on is a very long sentence …",
        ),
    ],
)
def test_label_of_a_paper_without_a_title_names_what_it_proposes(text: str, label: str) -> None:
    graph = build_graph([small([named(1, "Method", "proposes", "Foo", text.index("Foo"))], text=text)], linked(e1=LinkedEntity("e:foo", "Method", "Foo")))
    assert graph.nodes["p:x"]["label"] == label


def test_paper_twice_is_refused() -> None:
    with pytest.raises(GraphError, match=r"^paper 'x' came twice; merge duplicates first$"):
        build_graph([small([]), small([])], Linking())


def test_extraction_of_another_paper_is_refused() -> None:
    paper, _ = small([])
    with pytest.raises(GraphError, match=r"^the extraction of paper 'y' came with paper 'x'; give each paper its own$"):
        build_graph([(paper, Extraction("y"))], Linking())


def test_link_to_nothing_is_refused() -> None:
    record = small([named(1, "Method", "proposes", "Foo", 0)])
    with pytest.raises(GraphError, match=r"^entity 'e1' of paper 'x' is linked to 'e:gone', which is not among the linked entities$"):
        build_graph([record], Linking({}, {("x", "e1"): "e:gone"}))


def test_no_sentences_leave_the_mention_as_evidence() -> None:
    paper, extraction = small([named(1, "Method", "proposes", "Foo", 0)])
    graph = build_graph([(paper, replace(extraction, sentences=()))], linked(e1=LinkedEntity("e:foo", "Method", "Foo")))
    assert json.loads(graph.nodes["e:foo"]["evidence"]) == [{"paper": "x", "start": 0, "end": 3, "text": "Foo", "mentions": ["Foo"]}]


def test_the_collector_is_left_as_it_was() -> None:
    assert gc.isenabled()
    with pytest.raises(GraphError):
        build_graph([small([]), small([])], Linking())
    assert gc.isenabled()


def test_empty_corpus() -> None:
    graph = build_graph([], Linking())
    assert (len(graph), graph.number_of_edges(), graph.graph["papers"]) == (0, 0, 0)


@pytest.mark.parametrize(
    ("result", "names", "label"),
    [
        (Result(value="44.4", unit="%", kind="absolute"), {"metric": "final pass rate"}, "44.4 % final pass rate"),
        (Result(value="0.92", kind="absolute"), {"metric": "F1"}, "0.92 F1"),
        (Result(value="7.1", unit="%", kind="delta", direction="up"), {"metric": "accuracy"}, "+7.1 % accuracy"),
        (Result(value="7.1", unit="%", kind="delta"), {"dataset": "GSM8K"}, "Δ 7.1 % on GSM8K"),
        (Result(value="18", unit="x", kind="factor", direction="down"), {"metric": "memory"}, "18× lower memory"),
        (Result(value="2-3", unit="x", kind="factor", direction="up"), {}, "2-3× more"),
        (Result(sota=True), {"dataset": "GSM8K", "task": "reasoning"}, "state of the art on GSM8K"),
        (Result(), {"metric": "accuracy", "task": "parsing"}, "accuracy in parsing"),
        (Result(), {}, "claim"),
    ],
)
def test_result_labels(result: Result, names: dict[str, str], label: str) -> None:
    assert result_label(result, names) == label
