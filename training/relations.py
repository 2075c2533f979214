"""Train the model of `extractors.relations` on annotated papers.

    python -m training.relations train.jsonl --check dev.jsonl -o extractors/models/relations.json

The papers are JSON lines with title, abstract, entities and relations. A pair of entities of which one is optional counts half: annotators state few
of its relations. AdaGrad (Duchi et al. 2011, https://jmlr.org/papers/v12/duchi11a.html) on the multinomial logistic loss with
L2, weights averaged over the second half of the epochs; scores are calibrated (Platt 1999) and the threshold is chosen on held-out folds, then all papers
are trained on. The same input gives the same file. numpy only.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from extractors.base import DocEntity, DocMention
from extractors.reading import read_text
from extractors.relations import RelationModel
from extractors.relations_features import Document
from extractors.sentences import sentence_spans
from kg.model import Paper
from kg.schema import RELATIONS
from training.align import align, read_jsonl

SEED = 7
FOLDS = 4
EPOCHS = 6
BATCH = 256
RATE = 0.15
L2 = 1e-3
OPTIONAL_WEIGHT = 0.5
LEAST_PAPERS = 5  # in which a feature occurs, for it to be kept: a name that stands in one paper must not be learnt
LEAST_WEIGHT = 0.03  # features all of whose weights are smaller are left out of the file
CLASSES = ["", *RELATIONS]


@dataclass(frozen=True, slots=True)
class Example:
    """An ordered pair of entities of one paper, its features and its class; optional if one of the two is. `opinion` is the network's, where it was asked."""

    head: str
    tail: str
    features: tuple[str, ...]
    label: int
    optional: bool
    opinion: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class AnnotatedPaper:
    """The pairs of a paper, and how many relations the annotators state between required entities."""

    examples: tuple[Example, ...]
    required: int


def read_paper(row: Mapping[str, Any]) -> AnnotatedPaper:
    """Find the entities of an annotated paper in its text and pair them."""
    paper = Paper(row["id"], row.get("title") or "", row.get("abstract") or "")
    text = read_text(paper).text
    mentions: defaultdict[int, list[DocMention]] = defaultdict(list)
    for mention in align(text, row["entities"]):
        mentions[mention.entity].append(DocMention(mention.start, mention.end))
    entities = [DocEntity(e["id"], e["type"], e["role"], e["names"][0], tuple(e["names"]), mentions=mentions[index]) for index, e in enumerate(row["entities"])]
    optional = {e["id"]: bool(e.get("optional")) for e in row["entities"]}
    labels: dict[tuple[str, str], int] = {}
    for relation in row.get("relations", []):
        labels.setdefault((relation["head"], relation["tail"]), CLASSES.index(relation["type"]))
    examples = []
    for pair in Document(text, sentence_spans(text, max(0, text.find("\n"))), entities).pairs():
        head, tail = entities[pair.head].id, entities[pair.tail].id
        examples.append(Example(head, tail, pair.features, labels.get((head, tail), 0), optional[head] or optional[tail]))
    required = sum(not (optional[r["head"]] or optional[r["tail"]] or r.get("optional")) for r in row.get("relations", []))
    return AnnotatedPaper(tuple(examples), required)


def fit(papers: Sequence[AnnotatedPaper]) -> dict[str, list[float]]:
    """Return for each feature one weight for each relation, relative to that of "no relation"."""
    examples = [example for paper in papers for example in paper.examples]
    counts = Counter(name for paper in papers for name in frozenset[str]().union(*(example.features for example in paper.examples)))
    names = sorted(name for name, count in counts.items() if count >= LEAST_PAPERS)
    index = {name: place for place, name in enumerate(names)}
    rows = [np.array(sorted(index[name] for name in example.features if name in index), dtype=np.int64) for example in examples]
    labels = np.array([example.label for example in examples])
    importance = np.array([OPTIONAL_WEIGHT if example.optional else 1.0 for example in examples])
    weights = np.zeros((len(names), len(CLASSES)))
    squares = np.full(weights.shape, 1e-6)
    total = np.zeros_like(weights)
    random = np.random.default_rng(SEED)
    for epoch in range(EPOCHS):
        order = random.permutation(len(rows))
        for start in range(0, len(order), BATCH):
            _step(weights, squares, [rows[i] for i in order[start : start + BATCH]], *(a[order[start : start + BATCH]] for a in (labels, importance)))
        if epoch >= EPOCHS // 2:
            total += weights
    mean = total / (EPOCHS - EPOCHS // 2)
    relative = np.round(mean[:, 1:] - mean[:, :1], 3)
    return {name: row.tolist() for name, row in zip(names, relative, strict=True) if np.abs(row).max() >= LEAST_WEIGHT}


def _step(
    weights: NDArray[np.float64], squares: NDArray[np.float64], rows: Sequence[NDArray[np.int64]], labels: NDArray[np.int64], importance: NDArray[np.float64]
) -> None:
    columns = np.concatenate(rows)
    owner = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    used, place = np.unique(columns, return_inverse=True)
    sums = np.zeros((len(rows), weights.shape[1]))
    np.add.at(sums, owner, weights[columns])
    sums = np.exp(sums - sums.max(axis=1, keepdims=True))
    error = sums / sums.sum(axis=1, keepdims=True)
    error[np.arange(len(rows)), labels] -= 1.0
    error *= importance[:, None] / len(rows)
    gradient = L2 * weights[used]
    np.add.at(gradient, place, error[owner])
    squares[used] += gradient**2
    weights[used] -= RATE * gradient / np.sqrt(squares[used])


@dataclass(frozen=True, slots=True)
class Reading:
    """The best reading of two entities: its log-odds, whether it is right, and whether it counts."""

    odds: float
    right: bool
    optional: bool


def readings(model: RelationModel, paper: AnnotatedPaper) -> list[Reading]:
    """Return the best reading of every two entities, as `extractors.relations.read_relations` chooses it."""
    best: dict[tuple[str, str], tuple[float, Reading]] = {}
    for example in paper.examples:
        odds = model.log_odds(example.features, example.opinion)
        place = max(range(len(odds)), key=odds.__getitem__)
        head, tail = sorted((example.head, example.tail))
        if (head, tail) not in best or odds[place] > best[head, tail][0]:
            best[head, tail] = (odds[place], Reading(odds[place], example.label == place + 1, example.optional))
    return [reading for _, reading in best.values()]


def calibrate(found: Sequence[Reading]) -> tuple[float, float]:
    """Return slope and offset of Platt's scaling over the readings that count, by Newton's method."""
    odds = np.array([reading.odds for reading in found if not reading.optional])
    right = np.array([reading.right for reading in found if not reading.optional], dtype=float)
    inputs = np.stack([odds, np.ones_like(odds)], axis=1)
    solution = np.array([1.0, 0.0])
    for _ in range(50):
        guess = 1.0 / (1.0 + np.exp(np.minimum(-inputs @ solution, 500.0)))
        hessian = (inputs * (guess * (1.0 - guess))[:, None]).T @ inputs + 1e-6 * np.eye(2)
        solution = solution - np.linalg.solve(hessian, inputs.T @ (guess - right))
    return round(float(solution[0]), 4), round(float(solution[1]), 4)


def figures(found: Sequence[Reading], required: int, keep: Callable[[Reading], bool]) -> tuple[float, float, float]:
    """Return precision, recall and F1 of the readings that `keep` accepts; those of optional entities count neither way."""
    kept = [reading for reading in found if keep(reading) and not reading.optional]
    right = sum(reading.right for reading in kept)
    precision, recall = right / max(1, len(kept)), right / max(1, required)
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def train(papers: Sequence[AnnotatedPaper]) -> tuple[RelationModel, tuple[float, float, float]]:
    """Return the model, and its precision, recall and F1 on the held-out folds."""
    found: list[Reading] = []
    for fold in range(FOLDS):
        model = RelationModel(fit([paper for n, paper in enumerate(papers) if n % FOLDS != fold]))
        found += [reading for paper in papers[fold::FOLDS] for reading in readings(model, paper)]
    slope, offset = calibrate(found)
    required = sum(paper.required for paper in papers)
    scale = RelationModel({}, slope, offset)

    def at(threshold: float) -> tuple[float, float, float]:
        return figures(found, required, lambda reading: scale.score(reading.odds) >= threshold)

    threshold = max((round(0.2 + 0.01 * step, 2) for step in range(50)), key=lambda value: at(value)[2])
    return RelationModel(fit(papers), slope, offset, threshold), at(threshold)


def write(model: RelationModel, path: Path) -> None:
    """Write a model, features in order, one a line."""
    lines = [f"  {json.dumps(name, ensure_ascii=False)}: {json.dumps(list(model.weights[name]))}" for name in sorted(model.weights)]
    head = {"classes": list(RELATIONS), "slope": model.slope, "offset": model.offset, "threshold": model.threshold, "shares": list(model.shares)}
    text = json.dumps(head)[:-1] + ', "weights": {\n' + ",\n".join(lines) + "\n}}\n"
    partial = path.with_name(path.name + ".part")
    partial.write_text(text, encoding="utf-8", newline="\n")
    os.replace(partial, path)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("papers", type=Path, help="annotated papers to train on")
    parser.add_argument("--check", type=Path, metavar="FILE", help="annotated papers to measure on")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="where to write the model")
    options = parser.parse_args()
    model, held_out = train([read_paper(row) for row in read_jsonl(options.papers)])
    write(model, options.output)
    print("held-out folds: precision {:.3f}, recall {:.3f}, F1 {:.3f}".format(*held_out))
    print(f"{len(model.weights)} features, threshold {model.threshold}")
    if options.check:
        papers = [read_paper(row) for row in read_jsonl(options.check)]
        found = [reading for paper in papers for reading in readings(model, paper)]
        measured = figures(found, sum(paper.required for paper in papers), lambda reading: model.score(reading.odds) >= model.threshold)
        print("check: precision {:.3f}, recall {:.3f}, F1 {:.3f}".format(*measured))


if __name__ == "__main__":
    main()
