"""The readable report."""

from __future__ import annotations

import random

import networkx as nx

from graphs.build import build_graph
from graphs.report import report
from kg.linking.records import Linking
from kg.model import Extraction, Paper


def test_report(graph: nx.MultiDiGraph[str]) -> None:
    text = report(
        graph, problems=["x.bib, record 3: no title and no abstract"], duplicates=["a1 stands in x.jsonl and y.jsonl"], warnings=["a6: nothing found"]
    )
    for passage in (
        "6 papers, 2022 to 2025, in a graph of 39 nodes and 92 edges:\n",
        "  Methods           7   A technique one can apply or build: algorithm, architecture, loss, system.\n",
        "1 paper without any name or result.\n",
        "1 record could not be read:\n  x.bib, record 3: no title and no abstract\n",
        "1 paper came more than once and was merged:\n  a1 stands in x.jsonl and y.jsonl\n",
        "1 warning:\n  a6: nothing found\n",
        "Datasets\n       3  Quillbench\n       2  ImageNet  (ILSVRC)\n          and 1 more\n",
        "Models\n       2  Llama 3.1 8B\n          and 1 more\n",
        "Quillbench: latency (lower is better)\n    1.          95 ms  Llama ",
        "Quillbench: A Benchmark of Long Stories (NeurIPS, 2023)\n  Quillbench (Dataset): Quillbench is a benchmark for story planning.\n",
        "  STAR (Method), gating layer (Method): We introduce STAR (Sparse Token Routing), which uses a\n    gating layer.\n",
        "  Results: STAR: 52.5 % pass rate on Quillbench; STAR: state of the art in story planning; STAR:\n    3.5× higher throughput.\n",
        "  Model Llama 3.1 8B (e:llama3.18b)\n      Llama-3.1-8B: same name but for hyphens\n",
        "  STAR (e:star): e:star@a2, e:star@a3\n",
    ):
        assert passage in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert max(map(len, text.splitlines())) <= 100


def test_report_is_the_same_for_any_order(records: list[tuple[Paper, Extraction]], linking: Linking) -> None:
    texts = {report(build_graph(random.Random(seed).sample(records, len(records)), linking)) for seed in range(3)}
    assert len(texts) == 1


def test_report_counts_what_it_leaves_out(graph: nx.MultiDiGraph[str]) -> None:
    text = report(graph, limit=1, problems=["one", "two", "three"])
    assert "3 records could not be read:\n  one\n  and 2 more\n" in text
    assert "And 3 more papers: kg papers lists them.\n" in text
    assert "  and 1 more\n" in text


def test_report_of_nothing() -> None:
    assert report(build_graph([], Linking())).startswith("What the abstracts say\n======================\n\n0 papers, in a graph of 0 nodes and 0 edges:\n")


def test_report_wraps_long_and_hostile_lines() -> None:
    name = "x" * 300 + " <b>\x00\u202e"
    graph = build_graph([(Paper("x", name, name), Extraction("x"))], Linking())
    text = report(graph, problems=[name, "a\nb"])
    assert max(map(len, text.splitlines())) <= 100
    assert "  a b\n" in text
