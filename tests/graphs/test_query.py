"""Every question, with its exact answer."""

from __future__ import annotations

import networkx as nx
import pytest

from graphs.query import EvidenceRecord, KnowledgeGraph, Match, Table
from graphs.query.direction import better, number
from kg.errors import AmbiguousError, GraphError, NotFoundError

STARS = ("e:star@a2", "e:star@a3", "e:star")


def rows(table: Table, *names: str) -> list[tuple[object, ...]]:  # type: ignore[type-arg]
    return [tuple(getattr(row, name) for name in names) for row in table]


def ids(table: Table) -> list[str]:  # type: ignore[type-arg]
    return [row.id for row in table]


# Names


@pytest.mark.parametrize(
    ("name", "kind", "found"),
    [
        ("zephyrine", "Method", ["e:zephyrine@a1"]),
        ("Zefyrine", None, ["e:zephyrine@a1"]),
        ("llama", "Model", ["e:llama", "e:llama3.1", "e:llama3.18b"]),
        ("sparse token", None, ["e:star@a2"]),
        ("ILSVRC", "Dataset", ["e:imagenet"]),
        ("bench of long", "Paper", []),
        ("Averaging Trajectories", "Paper", ["p:a3"]),
        ("a3", "Paper", ["p:a3"]),
        ("qqqq", None, []),
        ("", None, []),
        ("!?", None, []),
    ],
)
def test_find(g: KnowledgeGraph, name: str, kind: str | None, found: list[str]) -> None:
    assert ids(g.find(name, type=kind))[: len(found) or None] == found


def test_find_is_ranked_and_says_what_matched(g: KnowledgeGraph) -> None:
    table = g.find("STAR", limit=4)
    assert rows(table, "id", "score", "matched", "papers") == [
        ("e:star", 1.0, "STAR", 1),
        ("e:star@a2", 1.0, "STAR", 1),
        ("e:star@a3", 1.0, "STAR", 1),
        ("p:a3", 0.701, "STAR: Averaging Trajectories", 1),
    ]
    assert len(g.find("STAR", limit=0)) == 0


def test_resolve(g: KnowledgeGraph) -> None:
    assert g.resolve("LLAMA-3.1 8b") == "e:llama3.18b"
    assert g.resolve("LLaMA", type="Model") == "e:llama"
    assert g.resolve("LLaMA", type="Dataset") is None
    assert g.resolve("Sparse Token Routing") == "e:star@a2"
    assert g.resolve("e:star@a3") == "e:star@a3"
    assert g.resolve("e:star") == "e:star"
    assert g.resolve("Zephyrine", type=("Model", "Method")) == "e:zephyrine@a1"
    assert g.resolve("STAR: Averaging Trajectories") == "p:a3"
    assert g.resolve("nothing of the kind") is None


def test_resolve_in_a_paper(g: KnowledgeGraph) -> None:
    assert [g.resolve("STAR", paper=paper) for paper in ("a2", "p:a3", "a5", "a1")] == ["e:star@a2", "e:star@a3", "e:star", None]
    with pytest.raises(NotFoundError, match=r"^no Paper is called 'a9'\.$"):
        g.resolve("STAR", paper="a9")


def test_ambiguous_name_lists_what_it_may_mean(g: KnowledgeGraph) -> None:
    with pytest.raises(AmbiguousError) as caught:
        g.resolve("star")
    assert caught.value.candidates == STARS
    assert str(caught.value) == (
        "'star' may mean 3 things: e:star@a2 (Method STAR, introduced in 'STAR: Routing Tokens for Story Planning'); e:star@a3 (Method STAR, introduced in "
        "'STAR: Averaging Trajectories'); e:star (Method STAR, where no paper tells which). Give the id of the one you mean."
    )


def test_unknown_names_and_types(g: KnowledgeGraph) -> None:
    with pytest.raises(NotFoundError, match=r"^no Method or Model is called 'AdamWW'\. Did you mean 'AdamW' \(e:adamw\)\?$"):
        g.papers(uses="AdamWW")
    with pytest.raises(NotFoundError, match=r"^no Dataset is called 'AdamW'\. It is a Method: e:adamw\.$"):
        g.papers(evaluates_on="AdamW")
    with pytest.raises(NotFoundError, match=r"^no node is called 'zzzz'\.$"):
        g.lineage("zzzz")
    with pytest.raises(GraphError, match=r"^unknown type 'Thing'\. Known: Paper, Method, Model, Dataset, Metric, Task, Result$"):
        g.find("x", type="Thing")


# Papers


@pytest.mark.parametrize(
    ("conditions", "found"),
    [
        ({}, ["p:a5", "p:a3", "p:a2", "p:a4", "p:a1", "p:a6"]),
        ({"proposes": "Zephyrine"}, ["p:a1"]),
        ({"uses": "Zephyrine"}, ["p:a5"]),
        ({"compares_with": "AdamW"}, ["p:a1"]),
        ({"addresses": "story planning"}, ["p:a2", "p:a4"]),
        ({"reports": "pass rate"}, ["p:a2", "p:a4"]),
        ({"metric": "pass rate", "evaluates_on": "Quillbench"}, ["p:a2"]),
        ({"evaluates_on": "ImageNet"}, ["p:a5", "p:a3", "p:a1"]),
        ({"evaluates_on": "ImageNet", "versions": False}, ["p:a5", "p:a1"]),
        ({"evaluates_on": ["ImageNet", "Quillbench"]}, ["p:a5"]),
        ({"mentions": "Llama"}, ["p:a2", "p:a4"]),
        ({"mentions": "Llama", "versions": False}, ["p:a4"]),
        ({"mentions": "e:star"}, ["p:a5"]),
        ({"year": 2024}, ["p:a3", "p:a2"]),
        ({"year": (None, 2023)}, ["p:a4", "p:a1"]),
        ({"year": (2023, 2024)}, ["p:a3", "p:a2", "p:a4"]),
        ({"year": (2025, None)}, ["p:a5"]),
        ({"venue": "iclr"}, ["p:a3", "p:a1"]),
        ({"text": "STORY hard"}, ["p:a5"]),
        ({"text": "no such words"}, []),
        ({"mentions": "Zephyrine", "year": 2024, "venue": "ICLR", "text": "variant"}, ["p:a3"]),
    ],
)
def test_papers(g: KnowledgeGraph, conditions: dict[str, object], found: list[str]) -> None:
    assert ids(g.papers(**conditions)) == found  # type: ignore[arg-type]


def test_paper_records_lead_to_the_evidence(g: KnowledgeGraph) -> None:
    (row,) = g.papers(proposes="Zephyrine", evaluates_on="ImageNet")
    assert (row.label, row.year, row.venue, row.url, row.code_url, row.proposes) == (
        "Zephyrine: A Fast Optimizer for Deep Networks",
        2022,
        "ICLR",
        "https://example.org/a1",
        "https://github.com/zephyrine/zephyrine",
        ("Zephyrine",),
    )
    assert [str(item) for item in row.evidence] == [
        "We propose Zephyrine, an optimizer for image classification that extends AdamW.",
        "On ImageNet, Zephyrine reaches 78.2% accuracy, against 76.1% for AdamW.",
    ]
    assert row.evidence[1] == EvidenceRecord("p:a1", row.label, 2022, 126, 197, str(row.evidence[1]), ("ImageNet",))


def test_what_a_paper_proposes_comes_before_its_parts(g: KnowledgeGraph) -> None:
    (row,) = g.papers(proposes="gating layer")
    assert row.proposes == ("STAR", "gating layer")


# Results


def test_leaderboard_ranks_within_dataset_metric_and_unit(g: KnowledgeGraph) -> None:
    assert rows(g.leaderboard("ImageNet"), "rank", "method", "shown", "dataset", "better") == [
        (1, "Zephyrine", "78.2 %", "ImageNet", "higher"),
        (2, "AdamW", "76.1 %", "ImageNet", "higher"),
        (1, "STAR", "79.0 %", "ImageNet-1K", "higher"),
        (2, "Zephyrine", "78.2 %", "ImageNet-1K", "higher"),
    ]
    assert len(g.leaderboard("ImageNet", versions=False)) == 2


def test_leaderboard_knows_that_less_latency_is_better(g: KnowledgeGraph) -> None:
    assert rows(g.leaderboard("Quillbench", metric="latency"), "rank", "method", "shown", "better") == [
        (1, "Llama", "95 ms", "lower"),
        (2, "Llama 3.1 8B", "120 ms", "lower"),
    ]


def test_leaderboard_of_a_family(g: KnowledgeGraph) -> None:
    assert rows(g.leaderboard(method="Llama"), "method", "value") == [("Llama", "95"), ("Llama 3.1 8B", "120"), ("Llama 3.1 8B", "41.5")]


def test_claims_have_no_rank(g: KnowledgeGraph) -> None:
    (row,) = g.leaderboard(task="story planning")
    assert (row.rank, row.shown, row.sota, row.number, row.text) == (None, "state of the art", True, None, "It is the state of the art in story planning.")
    assert row.evidence[0].paper == row.paper == "p:a2"


def test_all_results(g: KnowledgeGraph) -> None:
    table = g.leaderboard()
    assert len(table) == 11
    assert table[-1].sota


def board(*results: dict[str, object]) -> KnowledgeGraph:
    """Return a graph with one dataset, one metric (its name in `metric`) and these results."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node("p:x", type="Paper", label="x", year=2020)
    graph.add_node("e:d", type="Dataset", label="D")
    for number_, fields in enumerate(results):
        node, metric = f"r:x:{number_}", str(fields.pop("metric", "accuracy"))
        graph.add_node(node, type="Result", label="r", **fields)
        graph.add_node(f"e:{metric}", type="Metric", label=metric)
        for tail, kind, head in (("p:x", "HAS_RESULT", node), (node, "ON_DATASET", "e:d"), (node, "IN_METRIC", f"e:{metric}")):
            graph.add_edge(tail, head, kind, id=f"{tail}|{kind}|{head}", type=kind, label=kind.lower())
    return KnowledgeGraph(graph)


def test_unlike_results_are_never_ranked_together() -> None:
    g = board(
        {"value": "80", "unit": "%", "kind": "absolute"},
        {"value": "0.9", "unit": "", "kind": "absolute"},
        {"value": "3", "unit": "%", "kind": "delta", "direction": "up"},
        {"value": "5", "unit": "%", "kind": "delta", "direction": "down"},
        {"value": "2", "unit": "x", "kind": "factor", "direction": "up"},
        {"value": "85", "unit": "%", "kind": "absolute"},
        {"value": "12", "unit": "%", "kind": "absolute", "metric": "widgetness"},
    )
    assert rows(g.leaderboard("D"), "rank", "metric", "kind", "shown") == [
        (1, "accuracy", "absolute", "85 %"),
        (2, "accuracy", "absolute", "80 %"),
        (1, "accuracy", "delta", "+3 %"),
        (2, "accuracy", "delta", "−5 %"),
        (1, "accuracy", "absolute", "0.9"),
        (1, "accuracy", "factor", "2×"),
        (None, "widgetness", "absolute", "12 %"),
    ]


def test_deltas_of_a_metric_where_lower_is_better() -> None:
    g = board(
        {"value": "7", "unit": "%", "kind": "delta", "direction": "down", "metric": "error"},
        {"value": "2", "unit": "%", "kind": "delta", "direction": "up", "metric": "error"},
        {"value": "54", "unit": "%", "kind": "delta", "direction": "down", "metric": "error"},
    )
    assert rows(g.leaderboard("D"), "rank", "shown", "number") == [(1, "−54 %", -54.0), (2, "−7 %", -7.0), (3, "+2 %", 2.0)]


def test_equal_results_share_a_rank() -> None:
    g = board(*({"value": value, "unit": "%", "kind": "absolute"} for value in ("80", "90", "90.0", "70")))
    assert rows(g.leaderboard("D"), "rank", "value") == [(1, "90"), (1, "90.0"), (3, "80"), (4, "70")]


@pytest.mark.parametrize(
    ("metric", "direction"),
    [
        ("accuracy", "higher"),
        ("validation nRMSE", "lower"),
        ("final pass rate", "higher"),
        ("error rate", "lower"),
        ("error reduction", "higher"),
        ("training time per step", "lower"),
        ("backdoor success rate", ""),
        ("rate", ""),
        ("widgetness", ""),
        ("", ""),
    ],
)
def test_direction_of_metrics(metric: str, direction: str) -> None:
    assert better(metric) == direction


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("44.4", 44.4),
        ("1,200", 1200.0),
        ("5-10", 7.5),
        ("7%-54%", 30.5),
        ("1e-3", 0.001),
        ("−2.5", -2.5),
        ("10^6", None),
        ("3/4", None),
        ("1.5B", None),
        (None, None),
    ],
)
def test_numbers(value: str | None, expected: float | None) -> None:
    assert number(value) == expected


# Entities


def test_entities_of_papers(g: KnowledgeGraph) -> None:
    assert rows(g.methods(task="story planning"), "id", "papers") == [("e:star@a2", 1), ("e:chainofthought", 1), ("e:gatinglayer@a2", 1)]
    assert rows(g.models(dataset="Quillbench"), "id", "papers") == [("e:llama3.18b", 2), ("e:llama", 1)]
    assert rows(g.datasets(method="Zephyrine"), "id", "papers") == [("e:imagenet", 2), ("e:quillbench@a4", 1), ("e:imagenet1k", 1)]
    assert rows(g.metrics(dataset="Quillbench"), "id", "papers") == [("e:passrate", 2), ("e:finalpassrate", 1), ("e:latency", 1), ("e:throughput", 1)]
    assert rows(g.tasks(dataset="Quillbench"), "id", "papers") == [("e:storyplanning", 2), ("e:longstoryplanning", 1)]
    assert rows(g.models(dataset="Quillbench", metric="throughput"), "id") == [("e:llama3.18b",)]
    assert rows(g.metrics(limit=2), "id", "papers", "all_papers") == [("e:accuracy", 2, 2), ("e:passrate", 2, 2)]


def test_what_a_paper_only_mentions_does_not_count(g: KnowledgeGraph) -> None:
    assert "e:imageclassification" not in ids(g.tasks(dataset="Quillbench"))
    assert ids(g.methods(task="long story planning")) == ["e:zephyrine@a1"]


def test_entity_record(g: KnowledgeGraph) -> None:
    row = g.datasets(task="story planning")[0]
    assert (row.label, row.papers, row.all_papers, row.first_year, row.description) == (
        "Quillbench",
        2,
        3,
        2023,
        "Quillbench is a benchmark for story planning.",
    )
    assert [item.paper for item in row.evidence] == ["p:a2", "p:a4"]


def test_entities_of_an_unknown_type(g: KnowledgeGraph) -> None:
    with pytest.raises(GraphError, match=r"^unknown type of entity 'Paper'\. Known: Method, Model, Dataset, Metric, Task$"):
        g.entities("Paper")


def test_compared_with(g: KnowledgeGraph) -> None:
    assert rows(g.compared_with("Zephyrine"), "id", "compared_by", "papers") == [("e:adamw", "its paper", 1), ("e:star@a3", "the other's paper", 1)]
    assert ids(g.compared_with("chain-of-thought")) == ["e:star@a2"]


def test_cooccurring(g: KnowledgeGraph) -> None:
    assert rows(g.cooccurring("Zephyrine", type="Dataset"), "id", "papers", "all_papers", "association") == [
        ("e:imagenet", 2, 2, 0.631),
        ("e:imagenet1k", 1, 1, 0.387),
        ("e:quillbench@a4", 1, 3, -0.226),
    ]
    assert ids(g.cooccurring("Llama", type="Metric", versions=False)) == ["e:latency", "e:passrate"]
    assert len(g.cooccurring("Zephyrine", limit=2)) == 2


def test_similar(g: KnowledgeGraph) -> None:
    assert rows(g.similar("a1"), "id", "score", "shared") == [
        ("p:a3", 0.67, ("accuracy", "Zephyrine")),
        ("p:a5", 0.569, ("ImageNet", "Zephyrine")),
    ]
    assert ids(g.similar("Zephyrine"))[0] == "e:adamw"
    assert len(g.similar("a6")) == 0


# Connections


def test_lineage_goes_both_ways(g: KnowledgeGraph) -> None:
    assert rows(g.lineage("Llama 3.1"), "distance", "id", "relation", "via", "papers", "reason") == [
        (-1, "e:llama", "VERSION_OF", "Llama 3.1", 0, "3.1 is a version of Llama"),
        (1, "e:llama3.18b", "VERSION_OF", "Llama 3.1", 0, "8B is a size of Llama 3.1"),
    ]
    assert rows(g.lineage("AdamW"), "distance", "id", "relation", "via") == [
        (1, "e:zephyrine@a1", "BASED_ON", "AdamW"),
        (2, "e:star@a3", "VARIANT_OF", "Zephyrine"),
    ]
    assert rows(g.lineage("e:star@a3"), "distance", "label") == [(-2, "AdamW"), (-1, "Zephyrine")]


def test_lineage_ends_in_a_circle() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for name in "abc":
        graph.add_node(f"e:{name}", type="Method", label=name * 5)
    for tail, head in ("ab", "bc", "ca"):
        graph.add_edge(f"e:{tail}", f"e:{head}", "BASED_ON", id=f"e:{tail}|BASED_ON|e:{head}", type="BASED_ON", papers=1)
    assert rows(KnowledgeGraph(graph).lineage("e:a"), "distance", "id") == [(-1, "e:b"), (1, "e:c")]


def test_evidence_of_nodes_and_edges(g: KnowledgeGraph) -> None:
    assert g.evidence("Quillbench")[0].text == "Quillbench is a benchmark for story planning."
    assert rows(g.evidence("p:a5|MENTIONS|e:star"), "text", "mentions") == [("STAR is not tested.", ("STAR",))]
    by_names = g.evidence(("Zephyrine", "based_on", "AdamW"))
    assert by_names == g.evidence("e:zephyrine@a1|BASED_ON|e:adamw")
    assert rows(by_names, "paper", "start", "end", "text") == [
        ("p:a1", 46, 125, "We propose Zephyrine, an optimizer for image classification that extends AdamW.")
    ]
    assert rows(g.evidence("r:a2:3"), "text") == [("STAR has 3.5x the throughput.",)]


def test_evidence_of_what_is_not_there(g: KnowledgeGraph) -> None:
    with pytest.raises(NotFoundError, match=r"^no edge USES leads from e:zephyrine@a1 to e:adamw\. There is BASED_ON, COMPARED_WITH\.$"):
        g.evidence(("Zephyrine", "USES", "AdamW"))
    with pytest.raises(GraphError, match=r"^unknown type of edge 'LIKES'\. Known: PROPOSES, "):
        g.evidence(("Zephyrine", "likes", "AdamW"))
    with pytest.raises(NotFoundError, match=r"^no node has the id 'p:a9'$"):
        g.evidence("p:a9|USES|e:adamw")


def test_neighbourhood(g: KnowledgeGraph) -> None:
    near = g.neighbourhood("AdamW")
    assert isinstance(near, KnowledgeGraph)
    assert list(near.nx) == ["p:a1", "e:adamw", "e:zephyrine@a1", "r:a1:1", "r:a1:2"]
    assert near.nx.graph["papers"] == 1
    assert near.nx.number_of_edges() == 9
    assert list(g.neighbourhood("AdamW", hops=2, types="Method").nx) == ["e:adamw", "e:star@a3", "e:zephyrine@a1"]
    assert list(g.neighbourhood("AdamW", hops=0).nx) == ["e:adamw"]
    near.nx.nodes["e:adamw"]["label"] = "changed"
    assert g.nx.nodes["e:adamw"]["label"] == "AdamW"
    with pytest.raises(GraphError, match=r"^hops is -1; give 0 or more$"):
        g.neighbourhood("AdamW", hops=-1)


def test_path_tells_each_step(g: KnowledgeGraph) -> None:
    assert rows(g.path("chain-of-thought", "gating layer"), "step", "start_label", "relation", "end_label", "edge") == [
        (1, "chain-of-thought", "←compared with—", "STAR", "e:star@a2|COMPARED_WITH|e:chainofthought"),
        (2, "STAR", "←part of—", "gating layer", "e:gatinglayer@a2|PART_OF|e:star@a2"),
    ]
    assert g.path("chain-of-thought", "gating layer")[1].text == "We introduce STAR (Sparse Token Routing), which uses a gating layer."
    assert len(g.path("AdamW", "AdamW")) == 0
    assert len(g.path("a6", "AdamW")) == 0


def test_path_avoids_hubs() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for node in ["e:a", "e:b", "e:hub", "e:x", "e:y", *(f"e:leaf{leaf}" for leaf in range(2000))]:
        graph.add_node(node, type="Method", label=node[2:])
    joined = [("e:a", "e:hub"), ("e:b", "e:hub"), ("e:a", "e:x"), ("e:x", "e:y"), ("e:y", "e:b"), *((f"e:leaf{leaf}", "e:hub") for leaf in range(2000))]
    for tail, head in joined:
        graph.add_edge(tail, head, "PART_OF", id=f"{tail}|PART_OF|{head}", type="PART_OF")
    assert rows(KnowledgeGraph(graph).path("e:a", "e:b"), "end") == [("e:x",), ("e:y",), ("e:b",)]


# The corpus


def test_stats(g: KnowledgeGraph) -> None:
    table = g.stats()
    assert table.title == "39 nodes, 92 edges"
    assert rows(table, "kind", "type", "count")[:4] == [("node", "Paper", 6), ("node", "Method", 7), ("node", "Model", 3), ("node", "Dataset", 3)]
    assert sum(row.count for row in table if row.kind == "edge") == 92


def test_trends(g: KnowledgeGraph) -> None:
    assert rows(g.trends("Dataset", limit=1), "label", "year", "papers", "share") == [
        ("Quillbench", 2023, 1, 1.0),
        ("Quillbench", 2024, 1, 0.5),
        ("Quillbench", 2025, 1, 1.0),
    ]
    with pytest.raises(GraphError, match=r"^trends by 'month' are not known\. Known: year$"):
        g.trends(by="month")
    with pytest.raises(GraphError, match=r"^unknown type of entity 'Paper'\. Known: Method, "):
        g.trends("Paper")


def test_gaps() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for node, kind in (("e:m", "Method"), ("e:n", "Method"), ("e:d", "Dataset"), ("e:t", "Task"), ("e:u", "Task")):
        graph.add_node(node, type=kind, label=node[2:] * 4, papers=1)
    for paper, heads in (
        ("p:1", (("USES", "e:m"), ("ADDRESSES", "e:t"))),
        ("p:2", (("EVALUATES_ON", "e:d"), ("ADDRESSES", "e:t"))),
        ("p:3", (("USES", "e:n"), ("ADDRESSES", "e:u"))),
    ):
        graph.add_node(paper, type="Paper", label=paper)
        for kind, head in heads:
            graph.add_edge(paper, head, kind, id=f"{paper}|{kind}|{head}", type=kind)
    g = KnowledgeGraph(graph)
    assert rows(g.gaps(), "method_id", "dataset_id", "task") == [("e:m", "e:d", "tttt")]
    assert len(g.gaps(task="uuuu")) == 0


def test_asking_changes_nothing(g: KnowledgeGraph) -> None:
    before = nx.node_link_data(g.nx, edges="edges")
    g.find("STAR")
    g.leaderboard()
    g.path("AdamW", "chain-of-thought")
    g.neighbourhood("AdamW", hops=3)
    assert nx.node_link_data(g.nx, edges="edges") == before


# Tables


def test_table_is_a_sequence() -> None:
    one, two = Match("e:a", "Method", "A", 1.0, "A", 3), Match("e:b", "Method", "B", 0.5, "B", 1)
    table = Table([one, two])
    assert (len(table), table[0], table[-1], list(table), one in table) == (2, one, two, [one, two], True)
    assert isinstance(table[:1], Table)
    assert table[:1] == Table([one])
    assert table != Table([two, one])
    assert hash(table) == hash(Table([one, two]))


def test_table_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    table = Table([Match("e:a", "Method", "[red]A[/red]\nB", 0.5, "A", 3)], title="names like 'A'")
    assert repr(table).splitlines() == [
        "names like 'A'",
        " label            type     papers   score   matched   id",
        "──────────────────────────────────────────────────────────",
        " [red]A[/red] B   Method        3     0.5   A         e:a",
    ]
    empty = Table([], title="none", record=Match)
    assert "nothing found" in repr(empty)
    assert repr(Table([])) is not None


def test_table_in_a_notebook_is_escaped() -> None:
    page = Table([Match("e:a", "Method", "<script>alert(1)</script>", 0.5, "A&B", 3)], title="<b>")._repr_html_()
    assert "<script>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<td>A&amp;B</td>" in page
    assert "<caption>&lt;b&gt;</caption>" in page
    assert "<p>nothing found</p>" in Table([], record=Match)._repr_html_()


def test_table_to_json_and_pandas(g: KnowledgeGraph) -> None:
    table = g.papers(proposes="Zephyrine")
    (row,) = table.to_json()
    assert row["proposes"] == ["Zephyrine"]
    assert row["evidence"][0]["mentions"] == ["Zephyrine"]
    frame = table.to_pandas()
    assert list(frame.columns) == ["id", "label", "year", "venue", "url", "code_url", "proposes", "evidence"]
    assert frame["id"].tolist() == ["p:a1"]
    assert list(Table([], record=Match).to_pandas().columns) == ["id", "type", "label", "score", "matched", "papers"]


def test_pandas_is_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from kg.errors import KgError

    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(KgError, match=r"^to_pandas\(\) needs pandas: pip install 'kg\[pandas\]'$"):
        Table([], record=Match).to_pandas()
