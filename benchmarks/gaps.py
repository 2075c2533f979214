"""How well `KnowledgeGraph.gaps` finds pairs that were hidden: ``python benchmarks/gaps.py GRAPH [--seeds N]``.

A tenth of the pairs of a method and a dataset that papers have together is hidden (fixed seeds). For each method with hidden pairs, all datasets
that it is not known to be used with are ranked; recall@20 is the share of the hidden pairs among the first 20. Beside `gaps`: by popularity (the
number of methods that use the dataset), and at random.

Hidden are the pairs, in the first table, and in the second also the papers that have them: there, nothing that such a paper says counts for the method,
so that a pair cannot be guessed from the other names in its own abstract. The second is the harder and the more telling.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections import defaultdict

import numpy as np

from graphs.query import KnowledgeGraph
from graphs.query.suggestions import Matrix, Observed, likeness, suggested

SHARE = 10  # one pair in so many is hidden
FIRST = 20


def hidden_pairs(seen: Observed, seed: int) -> set[tuple[int, int]]:
    """Return the pairs to hide."""
    pairs = sorted(seen.pairs)
    return set(random.Random(seed).sample(pairs, len(pairs) // SHARE))


def recall(score: Matrix, used: Matrix, hidden: set[tuple[int, int]]) -> float:
    """Return the share of hidden pairs among the first 20 unknown datasets of their methods; of equal scores, the earlier dataset comes first."""
    wanted = defaultdict(set)
    for method, dataset in hidden:
        wanted[method].add(dataset)
    found = 0
    for method, datasets in wanted.items():
        order = np.argsort(np.where(used[method] > 0, np.inf, -score[method]), kind="stable")
        found += len(datasets.intersection(order[:FIRST].tolist()))
    return found / len(hidden)


def backtest(graph: KnowledgeGraph, seed: int, papers_too: bool) -> dict[str, float]:
    """Return the recall@20 of each ranking for one choice of hidden pairs."""
    seen = graph.observed()
    hidden = hidden_pairs(seen, seed)
    if papers_too:
        seen = graph.observed(without={(seen.methods[method], seen.datasets[dataset]) for method, dataset in hidden})
    used = Observed(seen.methods, seen.datasets, seen.features, {pair: papers for pair, papers in seen.pairs.items() if pair not in hidden}).used()
    popularity = np.tile(used.sum(axis=0), (len(used), 1))
    chance = np.random.default_rng(seed).random(used.shape).astype(np.float32)
    rankings = {"gaps": suggested(used, likeness(used, seen.context())), "popularity": popularity, "random": chance}
    return {name: recall(score, used, hidden) for name, score in rankings.items()}


def main() -> None:
    """Run the backtest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graph", help="a graph.json")
    parser.add_argument("--seeds", type=int, default=5, metavar="N", help="choices of hidden pairs (default: 5)")
    given = parser.parse_args()
    report(KnowledgeGraph.load(given.graph), given.seeds)


def report(graph: KnowledgeGraph, seeds: int) -> None:
    """Print recall@20, means over the choices of hidden pairs."""
    seen = graph.observed()
    print(f"{len(seen.methods)} methods, {len(seen.datasets)} datasets, {len(seen.pairs)} pairs, of which {len(seen.pairs) // SHARE} are hidden")
    for papers_too in (False, True):
        runs = [backtest(graph, seed, papers_too) for seed in range(seeds)]
        means = ", ".join(f"{name} {statistics.mean(run[name] for run in runs):.3f}" for name in runs[0])
        print(f"recall@{FIRST}, {'pairs and their papers' if papers_too else 'pairs'} hidden: {means}", flush=True)


if __name__ == "__main__":
    main()
