"""Pairs of names against a graph: mentions decide before names."""

from __future__ import annotations

import pytest

from graphs.query import KnowledgeGraph
from kg.errors import GraphError


@pytest.mark.parametrize(
    ("a", "b", "type", "papers", "label"),
    [
        ("STAR", "STAR", "Method", ("a2", "a3"), "different"),  # each paper introduces its own
        ("STAR", "Sparse Token Routing", "Method", ("a2", "a2"), "same"),
        ("STAR", "Stochastic Trajectory Averaging", "Method", ("a3", None), "same"),
        ("Sparse Token Routing", "Stochastic Trajectory Averaging", None, (None, None), "different"),
        ("STAR", "STAR", None, (None, None), "same"),  # nothing tells them apart
        ("STAR", "STAR", "Method", ("a2", "unknown"), "same"),  # the names decide
        ("AdamW", "adamw optimizer", "Method", ("a1", None), "same"),
        ("ImageNet", "ImageNet-1K", "Dataset", ("a1", "a3"), "family"),
        ("Llama 3.1 8B", "Llama", "Model", ("a2", None), "family"),  # two steps up
        ("LLaMA-3.1-8B", "Llama 3.1", "Model", (None, None), "family"),
        ("e:llama3.18b", "e:llama", None, (None, None), "family"),
        ("Qwen2.5-7B-Instruct", "Qwen2.5", "Model", (None, None), "family"),  # neither is in the graph
        ("Qwen2.5-7B", "Qwen2.5-72B", "Model", (None, None), "different"),
        ("Quillbench", "ImageNet", "Dataset", ("a2", "a1"), "different"),
    ],
)
def test_compare(g: KnowledgeGraph, a: str, b: str, type: str | None, papers: tuple[str | None, str | None], label: str) -> None:
    found = g.compare(a, b, type=type, paper_a=papers[0], paper_b=papers[1])
    assert found.label == label, found
    assert found.reason
    assert g.compare(b, a, type=type, paper_a=papers[1], paper_b=papers[0]).label == label


def test_compare_tells_the_nodes(g: KnowledgeGraph) -> None:
    found = g.compare("STAR", "STAR", type="Method", paper_a="a2", paper_b="a3")
    assert found.to_json() == {
        "a": "STAR",
        "b": "STAR",
        "label": "different",
        "node_a": "e:star@a2",
        "node_b": "e:star@a3",
        "reason": "the mentions are linked to STAR (e:star@a2) and STAR (e:star@a3)",
    }
    assert g.compare("qqqq", "zzzz").node_a is None


def test_compare_reads_what_a_paper_spells_out_where_its_mention_was_missed(g: KnowledgeGraph) -> None:
    graph = g.nx.copy()
    graph.remove_edges_from([edge for edge in graph.out_edges("p:a3", keys=True) if edge[1] == "e:star@a3"])
    graph.nodes["p:a2"]["abstract"] = "We introduce STAR (Sparse Token Attention Routing)."
    found = KnowledgeGraph(graph).compare("STAR", "STAR", paper_a="a2", paper_b="a3")
    assert (found.label, found.reason) == (
        "different",
        "one paper spells it out as “Sparse Token Attention Routing”, the other as “Stochastic Trajectory Averaging”",
    )


def test_compare_says_what_is_wrong(g: KnowledgeGraph) -> None:
    with pytest.raises(GraphError, match="a name is empty"):
        g.compare("STAR", " ")
    with pytest.raises(GraphError, match=r"unknown type of entity 'Star'\. Known: Method, Model, Dataset, Metric, Task"):
        g.compare("a", "b", type="Star")
