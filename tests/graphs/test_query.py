"""Every question, with its exact answer."""

from __future__ import annotations

import math
from itertools import pairwise

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
    with pytest.raises(GraphError, match=r"^trends by 'month' are not known\. Known: year, venue, area$"):
        g.trends(by="month")
    with pytest.raises(GraphError, match=r"^unknown type of entity 'Paper'\. Known: Method, "):
        g.trends("Paper")


def test_trends_by_venue_and_of_names(g: KnowledgeGraph) -> None:
    assert rows(g.trends("Dataset", by="venue", limit=1), "label", "period", "year", "papers") == [("Quillbench", "NeurIPS", None, 2)]
    table = g.trends(names=["ImageNet", "Zephyrine"])
    assert rows(table, "label", "period", "papers") == [
        *(("ImageNet", year, 1) for year in ("2022", "2024", "2025")),  # ImageNet-1K in 2024 is a version of it
        *(("Zephyrine", year, 1) for year in ("2022", "2024", "2025")),
    ]
    assert [item.paper for item in table[1].evidence] == ["p:a3"]
    assert [row.period for row in g.trends(names="ImageNet", versions=False)] == ["2022", "2025"]
    with pytest.raises(GraphError, match=r"^the papers of this graph have no area; the corpus gives none$"):
        g.trends(by="area")


def crossed(*papers: tuple[str, ...]) -> KnowledgeGraph:
    """Return a graph of papers, each with names whose first letter tells the type: m a method, d a dataset, t a task."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    kinds = {"m": ("Method", "USES"), "d": ("Dataset", "EVALUATES_ON"), "t": ("Task", "ADDRESSES")}
    for number_, names in enumerate(papers):
        paper = f"p:{number_}"
        graph.add_node(paper, type="Paper", label=paper)
        for name in names:
            kind, edge = kinds[name[0]]
            node = f"e:{name}"
            if node not in graph:
                graph.add_node(node, type=kind, label=name, papers=0)
            graph.nodes[node]["papers"] += 1
            evidence = f'[{{"paper": "{number_}", "start": 0, "end": 9, "text": "{name} in {number_}."}}]'
            graph.add_edge(paper, node, edge, id=f"{paper}|{edge}|{node}", type=edge, evidence=evidence)
    return KnowledgeGraph(graph)


def test_gaps_are_what_those_alike_suggest() -> None:
    # m1 and m2 share a task and a dataset, and m2 is used on d2; m3 has nothing in common with m1.
    g = crossed(("m1", "t1", "d1"), ("m2", "t1", "d1"), ("m2", "t1", "d2"), ("m3", "t3", "d3"))
    (gap,) = g.gaps()
    assert (gap.method_id, gap.dataset_id, gap.score, gap.task, gap.neighbours) == ("e:m1", "e:d2", 1.0, "t1", ("m2",))
    assert gap.why == "m2 is evaluated on d2; m1 shares d1 and t1 with m2"
    assert [(item.paper, item.text) for item in gap.evidence] == [("p:2", "d2 in 2.")]
    assert (gap.method_papers, gap.dataset_papers) == (1, 1)
    assert len(g.gaps(task="t3")) == len(g.gaps(methods="m3")) == len(g.gaps(datasets=["d1", "d3"])) == 0
    assert len(g.gaps(methods=["m1"], datasets="d2", task="t1")) == 1
    with pytest.raises(GraphError, match=r"^0 is no number of nodes to compare; give 1 or more$"):
        g.gaps(methods=0)


def test_gaps_are_never_reported_pairs_and_the_nearer_come_first() -> None:
    papers = [("m1", "t1", "d1")] * 3 + [("m2", "t1", "d1", "d2")] * 3 + [("m3", "t3", "d1", "d3")] * 3 + [("m4", "t4", "d4")] * 3
    g = crossed(*papers)
    assert rows(g.gaps(methods="m1"), "dataset_id") == [("e:d2",), ("e:d3",)]
    for gap in g.gaps(limit=None):
        assert not g.papers(method=gap.method_id, evaluates_on=gap.dataset_id)
    assert ("e:m4",) not in rows(g.gaps(limit=None), "method_id")
    assert rows(g.gaps(methods=1, datasets=1), "method_id") == []


@pytest.mark.parametrize(
    ("conditions", "found"),
    [
        ({"method": "Zephyrine"}, ["p:a5", "p:a3", "p:a1"]),
        ({"task": "story planning", "versions": False}, ["p:a2", "p:a4"]),
        ({"method": ["Zephyrine", "AdamW"]}, ["p:a1"]),
        ({"evaluates_on": "ImageNet", "min_score": 0.95}, []),
        ({"year": (2023, None), "limit": 2}, ["p:a5", "p:a3"]),
        ({"area": "optimization"}, []),
    ],
)
def test_papers_by_other_conditions(g: KnowledgeGraph, conditions: dict[str, object], found: list[str]) -> None:
    assert ids(g.papers(**conditions)) == found  # type: ignore[arg-type]


def test_entities_by_role_year_and_venue(g: KnowledgeGraph) -> None:
    assert ids(g.methods(role="proposes")) == ["e:zephyrine@a1", "e:star@a2", "e:star@a3", "e:gatinglayer@a2"]
    assert ids(g.methods(role="compares_with", venue="iclr", year=2024)) == ["e:zephyrine@a1"]
    assert ids(g.tasks(dataset="Quillbench", role="mentions")) == ["e:imageclassification"]
    assert ids(g.tasks(role="mentions")) == ["e:imageclassification"]
    assert ids(g.datasets(year=(2025, None))) == ["e:quillbench@a4", "e:imagenet"]
    assert len(g.methods(min_score=0.95)) == 0
    with pytest.raises(GraphError, match=r"^unknown role 'invents'\. Known: proposes, "):
        g.methods(role="invents")


def test_leaderboard_by_kind_year_and_venue(g: KnowledgeGraph) -> None:
    assert rows(g.leaderboard("ImageNet", venue="ICLR", year=2024), "method") == [("STAR",), ("Zephyrine",)]
    assert rows(g.leaderboard(kind="factor"), "shown") == [("3.5×",)]
    assert len(g.leaderboard("ImageNet", min_score=0.999)) == 0
    with pytest.raises(GraphError, match=r"^unknown kind of result 'best'\. Known: absolute, delta, factor$"):
        g.leaderboard("ImageNet", kind="best")


def test_results_without_a_dataset_are_not_ranked(g: KnowledgeGraph) -> None:
    assert rows(g.leaderboard(metric="training time"), "rank", "shown", "dataset") == [(None, "−30 %", "")]


def test_answers_lead_to_sentences(g: KnowledgeGraph) -> None:
    together = g.cooccurring("Zephyrine", type="Dataset")[0]
    assert [item.paper for item in together.evidence] == ["p:a1", "p:a5"]
    like = g.similar("a1")[0]
    assert {item.paper for item in like.evidence} == {like.id}
    assert g.similar("Zephyrine")[0].evidence[0].text


def test_nodes_and_edges(g: KnowledgeGraph) -> None:
    around = g.neighbourhood("AdamW")
    assert rows(around.nodes("Paper"), "id", "year") == [("p:a1", 2022)]
    assert ("Zephyrine", "BASED_ON", "AdamW") in rows(around.edges(), "tail_label", "type", "head_label")
    assert rows(g.edges("BASED_ON"), "id", "papers", "text") == [
        ("e:zephyrine@a1|BASED_ON|e:adamw", 1, "We propose Zephyrine, an optimizer for image classification that extends AdamW.")
    ]
    with pytest.raises(GraphError, match=r"^unknown type of edge 'LIKES'\."):
        g.edges("LIKES")


def test_a_graph_says_what_is_in_it(g: KnowledgeGraph) -> None:
    assert repr(g) == "<KnowledgeGraph: 6 papers, 7 methods, 3 models, 3 datasets, 6 metrics, 3 tasks, 11 results, 92 edges>"
    assert "<b>KnowledgeGraph</b>: 6 papers" in g._repr_html_()
    assert "<td>Paper</td>" in g._repr_html_()
    assert g._repr_html_().count("<iframe") == 1  # the page itself, for graphs of a size that a notebook bears
    assert "<iframe" not in KnowledgeGraph(nx.MultiDiGraph())._repr_html_()
    assert repr(KnowledgeGraph(nx.MultiDiGraph())) == "<KnowledgeGraph: nothing in it>"


def test_paths_are_the_cheapest(g: KnowledgeGraph) -> None:
    """The two searches that meet find what one that goes through everything finds."""
    undirected: nx.Graph[str] = nx.Graph()
    for tail, head, row in g.nx.edges(data=True):
        cost = {"MENTIONS": 2.0, "REPORTS": 1.5, "USES": 1.25, "EVALUATES_ON": 1.25, "ADDRESSES": 1.25, "COMPARES_WITH": 1.25}.get(row["type"], 1.0)
        known = undirected.edges[tail, head]["cost"] if undirected.has_edge(tail, head) else cost
        undirected.add_edge(tail, head, cost=min(cost, known))

    def length(way: list[str]) -> float:
        return sum(undirected.edges[pair]["cost"] for pair in pairwise(way)) + sum(math.log10(g.nx.degree(node)) / 2 for node in way[1:-1])

    nodes = sorted(undirected)
    for start in nodes[::7]:
        for goal in nodes[::5]:
            if start == goal or not nx.has_path(undirected, start, goal):
                continue
            found = [start, *(step.end for step in g.path(start, goal))]

            def weight(tail: str, head: str, row: dict[str, float], ends: tuple[str, str] = (start, goal)) -> float:
                return row["cost"] + sum(math.log10(g.nx.degree(node)) / 4 for node in (tail, head) if node not in ends)

            assert length(found) == pytest.approx(nx.dijkstra_path_length(undirected, start, goal, weight=weight))


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
