"""How well names are linked: precision and recall of `same` and of `family`, and accuracy, on pairs of names.

    python benchmarks/linking.py GRAPH [PAIRS.jsonl] [--mistakes]

GRAPH is a folder that ``kg build`` wrote, or its graph.json: the pairs that name papers are of ICLR 2026, so its graph is the one to ask.
PAIRS has what ``kg compare`` reads and a `label` (same, family, different); `fold` and `kind`, where given, are told apart. The default is
tests/data/linking-pairs.jsonl. Its fold `development` was looked at while the rules were written; `measure` is for measuring only, so do
not look at its mistakes.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections.abc import Iterable
from pathlib import Path

PAIRS = Path(__file__).parent.parent / "tests" / "data" / "linking-pairs.jsonl"
LABELS = ("same", "family")


def scores(answers: Iterable[tuple[str, str]]) -> dict[str, float]:
    """Return the number of pairs, the accuracy, and precision and recall of each label (from 0 to 1; 1 where there is nothing to find).

    Parameters
    ----------
    answers : iterable of (str, str)
        The right label and the answer.
    """
    rows = list(answers)
    found: dict[str, float] = {"pairs": len(rows), "accuracy": _share(sum(gold == answer for gold, answer in rows), len(rows))}
    for label in LABELS:
        right = sum(gold == answer == label for gold, answer in rows)
        found[f"{label} precision"] = _share(right, sum(answer == label for _, answer in rows))
        found[f"{label} recall"] = _share(right, sum(gold == label for gold, _ in rows))
    return found


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def _line(name: str, values: dict[str, float]) -> str:
    return f"{name:<34}{values['pairs']:>6.0f}" + "".join(f"{value:>12.3f}" for field, value in values.items() if field != "pairs")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graph")
    parser.add_argument("pairs", nargs="?", type=Path, default=PAIRS)
    parser.add_argument("--mistakes", action="store_true", help="list the wrong answers that are not of the fold for measuring")
    args = parser.parse_args()

    import kg

    rows = [json.loads(line) for line in args.pairs.read_text(encoding="utf-8").splitlines() if line.strip()]
    start = time.process_time()
    graph = kg.load(args.graph)
    loaded = time.process_time()
    answers = [graph.compare(row["a"], row["b"], type=row.get("type"), paper_a=row.get("paper_a"), paper_b=row.get("paper_b")) for row in rows]
    done = time.process_time()
    parts: dict[str, list[tuple[str, str]]] = {"all": []}
    for row, answer in zip(rows, answers, strict=True):
        for part in ("all", *(f"{field}: {row[field]}" for field in ("fold", "kind") if field in row)):
            parts.setdefault(part, []).append((row["label"], answer.label))
    print(
        f"{'':<34}{'pairs':>6}" + "".join(f"{field:>12}" for field in ("accuracy", *(f"{label} {short}" for label in LABELS for short in ("prec.", "recall"))))
    )
    for part in sorted(parts, key=lambda part: (part != "all", part)):
        print(_line(part, scores(parts[part])))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"CPU: {loaded - start:.1f} s to load the graph, {done - loaded:.1f} s for the answers; {peak:.0f} MB at most")
    if args.mistakes:
        for row, answer in zip(rows, answers, strict=True):
            if row["label"] != answer.label and row.get("fold") != "measure":
                print(f"{row['a']} | {row['b']}: {row['label']}, not {answer.label} ({answer.reason}; {answer.node_a}, {answer.node_b})")


if __name__ == "__main__":
    main()
