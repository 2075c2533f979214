"""The shell twins of the questions: the same answers, as tables and as JSON, and errors of one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from graphs.export import write
from graphs.query import KnowledgeGraph


@pytest.fixture
def place(tmp_path: Path) -> str:
    """The file of a small graph."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    evidence = json.dumps([{"paper": "a1", "start": 0, "end": 38, "text": "We train Wombat with AdamW on Burrows.", "mentions": ["Wombat"]}])
    graph.add_node("p:a1", type="Paper", label="Wombat: Digging Deep", title="Wombat: Digging Deep", year=2024, venue="ICLR")
    for node, kind, label in (("e:wombat@a1", "Method", "Wombat"), ("e:adamw", "Method", "AdamW"), ("e:burrows", "Dataset", "Burrows")):
        graph.add_node(node, type=kind, label=label, papers=1, evidence=evidence)
    edges = [("p:a1", "PROPOSES", "e:wombat@a1"), ("p:a1", "USES", "e:adamw"), ("p:a1", "EVALUATES_ON", "e:burrows"), ("e:wombat@a1", "BASED_ON", "e:adamw")]
    for tail, kind, head in edges:
        graph.add_edge(tail, head, kind, id=f"{tail}|{kind}|{head}", type=kind, label=kind.lower(), score=0.9, papers=1, evidence=evidence)
    write(graph, tmp_path / "graph.json")
    return str(tmp_path / "graph.json")


@pytest.mark.parametrize(
    ("words", "ask"),
    [
        (["methods", "--dataset", "Burrows", "--role", "proposes"], lambda g: g.methods(dataset="Burrows", role="proposes")),
        (["models"], lambda g: g.models()),
        (["datasets", "--method", "AdamW", "--year", "2024-"], lambda g: g.datasets(method="AdamW")),
        (["metrics", "--venue", "iclr"], lambda g: g.metrics()),
        (["tasks", "--min-score", "0.5"], lambda g: g.tasks()),
        (["compared-with", "Wombat"], lambda g: g.compared_with("Wombat")),
        (["lineage", "Wombat"], lambda g: g.lineage("Wombat")),
        (["cooccurring", "AdamW", "--type", "dataset"], lambda g: g.cooccurring("AdamW", type="Dataset")),
        (["evidence", "e:wombat@a1", "based-on", "AdamW"], lambda g: g.evidence(("e:wombat@a1", "BASED_ON", "AdamW"))),
        (["evidence", "p:a1|USES|e:adamw"], lambda g: g.evidence("p:a1|USES|e:adamw")),
        (["papers", "--method", "AdamW", "--min-score", "0.5"], lambda g: g.papers(method="AdamW")),
        (["papers", "--min-score", "0.95", "--uses", "AdamW"], lambda g: g.papers(uses="AdamW", min_score=0.95)),
        (["gaps", "--method", "AdamW"], lambda g: g.gaps(methods=["AdamW"])),
        (["trends", "AdamW", "--by", "venue"], lambda g: g.trends(by="venue", names=["AdamW"])),
        (["query", "MATCH (p:Paper)-[r:USES]->(m) RETURN p.title, r.evidence"], lambda g: g.cypher("MATCH (p:Paper)-[r:USES]->(m) RETURN p.title, r.evidence")),
    ],
)
def test_the_shell_answers_as_python_does(words: list[str], ask: Callable[[KnowledgeGraph], Any], place: str, kg_command: Callable[..., Any]) -> None:
    expected = ask(KnowledgeGraph.load(place))
    ran = kg_command(*words, "-g", place, "--json")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out) == expected.to_json()
    table = kg_command(*words, "-g", place)
    assert table.status == 0
    assert ("nothing found" in table.out) == (len(expected) == 0)


def test_neighbourhood_as_table_json_and_file(place: str, tmp_path: Path, kg_command: Callable[..., Any]) -> None:
    assert "BASED_ON" in kg_command("neighbourhood", "AdamW", "-g", place).out
    both = json.loads(kg_command("neighbourhood", "AdamW", "-g", place, "--json").out)
    assert {row["id"] for row in both["nodes"]} == {"p:a1", "e:adamw", "e:wombat@a1"}
    assert len(both["edges"]) == 3
    assert json.loads(kg_command("neighbourhood", "AdamW", "--hops", "0", "-g", place, "--json").out)["edges"] == []
    assert kg_command("neighbourhood", "AdamW", "-g", place, "-o", tmp_path / "part.json").status == 0
    assert len(KnowledgeGraph.load(tmp_path / "part.json")) == 3


def test_a_query_may_name_its_graph(place: str, kg_command: Callable[..., Any]) -> None:
    ran = kg_command("query", place, "MATCH (p:Paper) RETURN p.year", "--json")
    assert json.loads(ran.out) == [{"p.year": 2024}]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["query", "MATCH (p:Papers) RETURN p"], "kg: Cypher: unknown label 'Papers'. Did you mean Paper?"),
        (["query", "DELETE (p)"], "kg: Cypher: DELETE would change the graph"),
        (["query", "a", "b", "c"], "kg: give one query, in quotes."),
        (["evidence", "AdamW", "uses"], "kg: name the OTHER end of the RELATION."),
        (["methods", "--year", "24"], "kg: Invalid value for '--year'"),
        (["trends", "--by", "month"], "kg: Invalid value for '--by'"),
        (["lineage", "Wombatt"], "kg: no node is called 'Wombatt'. Did you mean 'Wombat' (e:wombat@a1)?"),
        (["trends", "--by", "area"], "kg: the papers of this graph have no area"),
    ],
)
def test_errors_are_one_line(words: list[str], message: str, place: str, kg_command: Callable[..., Any]) -> None:
    ran = kg_command(*words, "-g", place)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(message)
    assert ran.err.count("\n") == 1
