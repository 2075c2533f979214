"""Cypher: answers on the corpus, agreement with grand-cypher itself, and errors of one line."""

from __future__ import annotations

from collections import Counter

import networkx as nx
import pytest
from grandcypher import GrandCypher

from graphs.query import CypherTable, KnowledgeGraph
from graphs.query.cypher import MOST_MATCHES, prepared
from kg.errors import GraphError


def values(table: CypherTable) -> list[tuple[object, ...]]:
    return [row.values for row in table]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ('MATCH (p:Paper)-[:EVALUATES_ON]->(d:Dataset {label: "ImageNet"}) RETURN id(p) ORDER BY id(p)', [("p:a1",), ("p:a5",)]),
        ("MATCH (p:Paper)-[:EVALUATES_ON]->(d {label: 'ImageNet'}) WHERE p.year > 2022 RETURN p.id", [("p:a5",)]),
        ("match (p:Paper)-[:PROPOSES]->(m:Method) return m.type, count(*) as n, collect(m.id) order by n desc", [
            ("Method", 4, ["e:zephyrine@a1", "e:gatinglayer@a2", "e:star@a2", "e:star@a3"]),
        ]),
        # grand-cypher alone takes m.type for an argument of COUNT(e), and does not group by it
        ("MATCH (e)<-[:PROPOSES]-(m:Paper) RETURN e.type, COUNT(e) ORDER BY e.type", [("Dataset", 1), ("Method", 4)]),
        # and stops at LIMIT before it counts, sorts out duplicates, or sorts
        ("MATCH (p:Paper)-[r]->(m:Metric) RETURN m.label, COUNT(p) AS n ORDER BY n DESC, m.label LIMIT 2", [("accuracy", 2), ("pass rate", 2)]),
        ("MATCH (p:Paper)-[r]->(m:Model) RETURN m.label, COUNT(p) AS n LIMIT 1", [("Llama", 1)]),
        ("MATCH (p:Paper)-[:REPORTS]->(m) WHERE p.venue IS NOT NULL RETURN DISTINCT p.venue AS v ORDER BY v LIMIT 3", [("ICLR",), ("NeurIPS",)]),
        # an undirected edge is found either way
        ("MATCH (a {label: 'Llama 3.1'})-[:VERSION_OF]-(b) RETURN b.label ORDER BY b.label", [("Llama",), ("Llama 3.1 8B",)]),
        ("MATCH (a)-[:VERSION_OF*1..3]->(b:Model {label: 'Llama'}) RETURN a.label ORDER BY a.label", [("Llama 3.1",), ("Llama 3.1 8B",)]),
        ("MATCH (a)-[:VERSION_OF*2]->(b) RETURN a.label, b.label", [("Llama 3.1 8B", "Llama")]),
        ("MATCH (a:Paper)-[:EVALUATES_ON]->(d)<-[:EVALUATES_ON]-(b:Paper), (a)-[:USES]->(m:Method) RETURN a.id, b.id, d.label ORDER BY b.id", [
            ("p:a5", "p:a1", "ImageNet"), ("p:a5", "p:a2", "Quillbench"),
        ]),
        ("MATCH (p:Paper) WHERE EXISTS { MATCH (p)-[:HAS_RESULT]->(r:Result) WHERE r.sota = true } RETURN p.id", [("p:a2",)]),
        ("MATCH (p:Paper)-[r]->(x:Task) WHERE p.id = 'p:a4' RETURN type(r), x.label ORDER BY type(r)", None),
        ("MATCH (p:Paper)-[r]->(x:Task) WHERE p.id = 'p:a4' RETURN type(r) AS t, x.label ORDER BY t", [
            ("ADDRESSES", "story planning"), ("MENTIONS", "image classification"),
        ]),
        ("MATCH (m:Method) WHERE m.label CONTAINS 'TA' RETURN m.id ORDER BY m.id SKIP 1 LIMIT 1", [("e:star@a2",)]),
        ("MATCH (p:Paper) WHERE p.year = 2022 OR (p.year = 2024 AND p.venue = 'ICLR') RETURN p.id ORDER BY p.id", [("p:a1",), ("p:a3",)]),
        ("MATCH (a:Paper) MATCH (b:Paper {venue: 'ICLR', year: 2022}) WHERE a.year = 2025 RETURN a.id, b.id", [("p:a5", "p:a1")]),
        ("MATCH (p:Paper) RETURN p.label LIMIT 0", []),
    ],
)  # fmt: skip
def test_queries(g: KnowledgeGraph, query: str, expected: list[tuple[object, ...]] | None) -> None:
    if expected is None:
        with pytest.raises(GraphError, match=r"^Cypher: cannot read the query from "):
            g.cypher(query)
    else:
        assert values(g.cypher(query)) == expected


def test_columns_are_named_as_the_query_names_them(g: KnowledgeGraph) -> None:
    table = g.cypher("MATCH (p:Paper {id: 'p:a1'}) RETURN p.title AS title, p.year, count(*)")
    assert table.columns == ("title", "p.year", "COUNT(*)")
    assert table.to_json() == [{"title": "Zephyrine: A Fast Optimizer for Deep Networks", "p.year": 2022, "COUNT(*)": 1}]
    assert (table[0]["p.year"], table[0][1]) == (2022, 2022)
    assert list(table.to_pandas().columns) == ["title", "p.year", "COUNT(*)"]
    assert "<th>p.year</th>" in table._repr_html_()
    assert isinstance(table[:1], CypherTable)
    assert "Zephyrine: A Fast Optimizer" in repr(table)


def test_an_edge_leads_to_its_evidence(g: KnowledgeGraph) -> None:
    (row,) = g.cypher("MATCH (p:Paper)-[r:COMPARES_WITH]->(m {label: 'AdamW'}) RETURN r, r.evidence, m.aliases")
    assert row["r"]["id"] == "p:a1|COMPARES_WITH|e:adamw"
    assert row["r"]["evidence"] == row["r.evidence"]
    assert row["r.evidence"][0]["paper"] == "a1"
    assert "AdamW" in row["r.evidence"][0]["text"]


def test_a_path_is_its_nodes_and_edges_in_turn(g: KnowledgeGraph) -> None:
    (row,) = g.cypher("MATCH way = (p:Paper)-[:PROPOSES]->(m)-[:BASED_ON]->(n) RETURN way")
    assert [step["type"] for step in row["way"]] == ["Paper", "PROPOSES", "Method", "BASED_ON", "Method"]
    assert [step["id"] for step in row["way"]][::2] == ["p:a1", "e:zephyrine@a1", "e:adamw"]


def test_no_edge_stands_for_two(g: KnowledgeGraph) -> None:
    pairs = values(g.cypher("MATCH (a:Paper)-[:PROPOSES]->(m)<-[:PROPOSES]-(b:Paper) RETURN a.id, b.id"))
    assert pairs == []


def bare(graph: nx.MultiDiGraph[str]) -> nx.MultiDiGraph[str]:
    """Return a graph as grand-cypher itself wants it."""
    copy: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for node, row in graph.nodes(data=True):
        copy.add_node(node, **row, __labels__={row["type"]})
    for tail, head, row in graph.edges(data=True):
        copy.add_edge(tail, head, **row, __labels__={row["type"]})
    return copy


@pytest.mark.parametrize(
    "query",
    [
        'MATCH (p:Paper)-[:EVALUATES_ON]->(d:Dataset {label: "Quillbench"}) RETURN p.title, d.label',
        'MATCH (p:Paper)-[:HAS_RESULT]->(r:Result)-[:ON_DATASET]->(d:Dataset) WHERE r.kind = "absolute" RETURN p.label, r.value, d.label',
        "MATCH (a)-[r:VERSION_OF]->(b) RETURN a.label, b.label, r.reason",
        'MATCH (p:Paper)-[r]->(m) WHERE p.year >= 2024 AND NOT m.type = "Result" RETURN p.label, m.label, r.type',
        "MATCH (p:Paper) RETURN p.label, p.year",
        "MATCH (a:Method)<-[:PROPOSES]-(p:Paper)-[:ADDRESSES]->(t:Task) RETURN a.label, t.label",
    ],
)
def test_agrees_with_grand_cypher_itself(g: KnowledgeGraph, query: str) -> None:
    theirs = GrandCypher(bare(g.nx)).run(query)
    rows = Counter(zip(*[[value if not isinstance(value, list) else tuple(value) for value in column] for column in theirs.values()], strict=True))
    assert Counter(values(g.cypher(query))) == rows
    assert rows


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("", "the query ends too early"),
        ("MATCH (p:Paper)", "the query ends too early"),
        ("MATCH (p:Paper RETURN p", "cannot read the query from 'RETURN p'"),
        ("MATCH (p:Papers) RETURN p", r"unknown label 'Papers'\. Did you mean Paper\? Known: Paper, Method"),
        ("MATCH (p)-[:USED]->(m) RETURN m", r"unknown type of relationship 'USED'\. Did you mean USES\?"),
        ("MATCH (p:Paper) RETURN q.title", "q.title is not in the pattern"),
        ("MATCH (p) RETURN DISTINCT p", "DISTINCT and groups need values"),
        ("MATCH (p:Paper) RETURN count(DISTINCT p.year)", r"COUNT\(DISTINCT \.\.\.\) is not known here"),
        ("CREATE (n:Paper) RETURN n", "CREATE would change the graph, which is read-only"),
        ("MATCH (p:Paper) SET p.year = 1 RETURN p", "SET would change the graph"),
        ("MATCH (p:Paper) DETACH DELETE p", "DETACH would change the graph"),
        ("OPTIONAL MATCH (p) RETURN p", "OPTIONAL is not known here"),
        ("MATCH (p:Paper) WHERE p.year = 1 OR p.year = 2 AND p.venue = 'x' RETURN p", "put brackets around what belongs together"),
        ("MATCH (a)-[:USES*1..50]->(b) RETURN a", "at most 10"),
        ("MATCH (a:Result) RETURN a.value ORDER BY a", ""),
    ],
)  # fmt: skip
def test_errors_are_one_line(g: KnowledgeGraph, query: str, message: str) -> None:
    with pytest.raises(GraphError, match=rf"^Cypher: {message}" if "at most" not in message else message) as caught:
        g.cypher(query)
    assert "\n" not in str(caught.value)


def test_a_word_of_the_language_may_stand_in_a_string(g: KnowledgeGraph) -> None:
    assert len(g.cypher("MATCH (p:Paper) WHERE p.title = 'CREATE, SET and (DELETE' RETURN p")) == 0
    assert prepared("MATCH (p) WHERE p.label = 'it\\'s \"so\"' RETURN p;")[0] == 'MATCH (p) WHERE p.label = "it\'s \\"so\\"" RETURN p'


def test_strings_are_never_evaluated(g: KnowledgeGraph) -> None:
    assert values(g.cypher("MATCH (p:Paper {label: '\\x41'}) RETURN p.id")) == []


def test_too_many_matches_are_given_up(g: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphs.query.cypher.MOST_MATCHES", 20)
    assert MOST_MATCHES == 1_000_000
    with pytest.raises(GraphError, match=r"^the pattern has over 20 matches; narrow it, or add LIMIT$"):
        g.cypher("MATCH (a) MATCH (b) RETURN a.id, b.id")
    assert len(g.cypher("MATCH (a) MATCH (b) RETURN a.id, b.id LIMIT 7")) == 7


def test_asking_copies_and_changes_nothing(g: KnowledgeGraph) -> None:
    before = nx.node_link_data(g.nx, edges="edges")
    g.cypher("MATCH (p:Paper)-[r]->(m) RETURN p, r, m")
    assert g._host._node is g.nx._node  # type: ignore[attr-defined]
    assert nx.node_link_data(g.nx, edges="edges") == before
