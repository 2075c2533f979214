"""How long questions take: ``python benchmarks/queries.py GRAPH [--names N]``; times as medians, in milliseconds.

Each question is asked of N names of every type that it takes: half are those that most papers have, half are drawn at random (fixed seed). The indices,
which are built when they are first needed, are timed apart ("first"). The same one-hop MATCH is then put to grand-cypher itself, on a copy of the
nodes and edges that has nothing but labels and titles.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import networkx as nx

from graphs.query import KnowledgeGraph
from kg.errors import KgError

BARS = {"find": 20, "papers": 20, "leaderboard": 20, "neighbourhood(1)": 20, "similar": 200, "path": 200}
QUERY = 'MATCH (p:Paper)-[:EVALUATES_ON]->(d:Dataset {{label: "{}"}}) RETURN p.title'


def timed(ask: Callable[[Any], Any], questions: Sequence[Any]) -> list[float]:
    """Return the milliseconds of processor time that each question takes; those that have no single answer are left out."""
    times = []
    for question in questions:
        start = time.process_time()
        try:
            ask(question)
        except KgError:
            continue
        times.append(1000 * (time.process_time() - start))
    return times


def names(graph: KnowledgeGraph, kind: str, number: int, draw: random.Random) -> list[str]:
    """Return ids of nodes: half those of the most papers, half at random."""
    rows = [node for node, row in graph.nx.nodes(data=True) if row["type"] == kind]
    top = sorted(rows, key=lambda node: (-graph.nx.nodes[node].get("papers", 0), node))[: number // 2]
    return top + draw.sample(sorted(set(rows) - set(top)), min(number - len(top), len(rows) - len(top)))


def report(graph: KnowledgeGraph, number: int) -> None:
    """Print one line for each question."""
    draw = random.Random(0)
    kinds = ("Method", "Model", "Dataset", "Metric", "Task")
    some = {kind: names(graph, kind, number, draw) for kind in (*kinds, "Paper")}
    things = [node for kind in kinds for node in some[kind]]
    labels = [graph.nx.nodes[node]["label"] for node in things]
    misspelt = [label[: len(label) // 2] + label[len(label) // 2 + 1 :] for label in labels]
    ends = list(zip(draw.sample(things, len(things)), draw.sample(things, len(things)), strict=True))
    questions: list[tuple[str, Callable[[Any], Any], Sequence[Any]]] = [
        ("find", graph.find, [*labels, *misspelt]),
        ("papers", lambda node: graph.papers(evaluates_on=node), some["Dataset"]),
        ("papers", lambda node: graph.papers(mentions=node), things),
        ("leaderboard", graph.leaderboard, some["Dataset"]),
        ("neighbourhood(1)", graph.neighbourhood, [*things, *some["Paper"]]),
        ("similar", graph.similar, [*things, *some["Paper"]]),
        ("path", lambda pair: graph.path(*pair), ends),
        ("cooccurring", graph.cooccurring, things),
        ("lineage", graph.lineage, things),
        ("methods(task)", lambda node: graph.methods(task=node, limit=20), some["Task"]),
        ("gaps(method)", lambda node: graph.gaps(methods=node), some["Method"]),
        ("trends", lambda kind: graph.trends(kind), kinds),
        ("cypher one hop", lambda node: graph.cypher(QUERY.format(graph.nx.nodes[node]["label"].replace('"', ""))), some["Dataset"]),
    ]
    print(f"{graph!r}")
    print(f"{'question':18} {'n':>5} {'first':>9} {'median':>9} {'90 %':>9} {'most':>9}  bar")
    for name, ask, asked in questions:
        (first,) = timed(ask, asked[:1]) or [0.0]
        times = sorted(timed(ask, asked)) or [0.0]
        bar = f"{BARS[name]} {'met' if statistics.median(times) < BARS[name] else 'MISSED'}" if name in BARS else ""
        print(f"{name:18} {len(times):5} {first:9.1f} {statistics.median(times):9.2f} {times[len(times) * 9 // 10]:9.1f} {times[-1]:9.1f}  {bar}", flush=True)


def bare(graph: KnowledgeGraph, number: int) -> None:
    """Print how long grand-cypher itself takes for the one-hop MATCH, on a graph of the same size."""
    from grandcypher import GrandCypher

    copy: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    copy.add_nodes_from((node, {"__labels__": {row["type"]}, "label": row["label"], "title": row.get("title")}) for node, row in graph.nx.nodes(data=True))
    copy.add_edges_from((tail, head, {"__labels__": {row["type"]}}) for tail, head, row in graph.nx.edges(data=True))
    labels = [graph.nx.nodes[node]["label"].replace('"', "") for node in names(graph, "Dataset", number, random.Random(0))]
    times = timed(lambda label: GrandCypher(copy).run(QUERY.format(label)), labels)
    print(f"{'grand-cypher, bare':18} {len(times):5} {times[0]:9.1f} {statistics.median(times):9.2f} {'':9} {max(times):9.1f}")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graph", help="a graph.json")
    parser.add_argument("--names", type=int, default=40, metavar="N", help="names of each type (default: 40)")
    parser.add_argument("--bare", type=int, default=5, metavar="N", help="names put to grand-cypher itself (default: 5; 0 for none)")
    given = parser.parse_args()
    graph = KnowledgeGraph.load(given.graph)
    report(graph, given.names)
    if given.bare:
        bare(graph, given.bare)


if __name__ == "__main__":
    main()
