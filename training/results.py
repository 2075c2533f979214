"""Train the readers of results: kinds of numbers, links to entities, claims.

    python -m training.results --papers train.jsonl --output extractors/models/results.json

Logistic regressions over named features (see `extractors.results`), fitted with L-BFGS to the optimum, so that the weights depend on the data and the
seed alone. A feature has to occur in `MIN_PAPERS` papers: what only one paper says is not learnt.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from extractors.base import DocEntity, DocMention
from extractors.numbers import Number, read_numbers
from extractors.pairs import FIELDS
from extractors.reading import read_text
from extractors.results.claims import claim_features, claim_views
from extractors.results.context import View
from extractors.results.kinds import KINDS, NONE, chain_features, kind_features
from extractors.results.linking import Reading, candidates, link_features, none_features
from extractors.results.reading import views_of
from extractors.sentences import sentence_spans
from kg.model import Paper
from training.align import align, read_jsonl

MIN_PAPERS = 3
PENALTY = {"kind": 0.8, "link": 1.0, "claim": 2.0}
# A link that the annotators left out tells less than one that they gave.
NONE_WEIGHT = 0.5
Row = list[str]


@dataclass
class Document:
    """One annotated paper, read as the pipeline reads it.

    `truth` maps the index of a number to its kind and to the annotated results that it is the value of.
    """

    record: dict[str, Any]
    text: str
    title_end: int
    entities: list[DocEntity]
    sentences: list[tuple[int, int]]
    numbers: list[Number]
    views: list[View]
    truth: dict[int, tuple[str, list[dict[str, Any]]]] = field(default_factory=dict)


def entities_of(record: dict[str, Any], text: str) -> list[DocEntity]:
    """Return the annotated entities with the places where they stand."""
    found = [
        DocEntity(e["id"], e.get("type") or sorted(e["types"])[0], e.get("role") or sorted(e["roles"])[0], e["names"][0], tuple(e["names"]))
        for e in record["entities"]
    ]
    for mention in align(text, record["entities"]):
        found[mention.entity].mentions.append(DocMention(mention.start, mention.end))
    return found


def document(record: dict[str, Any], keep: float = 1.0, rng: random.Random | None = None) -> Document:
    """Read one annotated paper; of its entities a share of `keep` is kept, the others stay plain words, as if they had been missed."""
    read = read_text(Paper(record["id"], record.get("title") or "", record.get("abstract") or ""))
    text, title_end = read.text, read.title_end
    entities = entities_of(record, text)
    sentences = sentence_spans(text, title_end)
    numbers = read_numbers(text)
    whole = Document(record, text, title_end, entities, sentences, numbers, views_of(text, sentences, numbers, entities))
    whole.truth = truth_of(whole)
    if rng is None:
        return whole
    kept = [entity for entity in entities if rng.random() < keep]
    views = views_of(text, sentences, numbers, kept)
    seen = {i for view in views for i in view.places}
    return Document(record, text, title_end, kept, sentences, numbers, views, {i: t for i, t in whole.truth.items() if i in seen})


def number_key(value: object) -> str:
    """Fold a value as written to what is compared."""
    text = str(value).replace(",", "").replace("–", "-").replace("−", "-").replace(" to ", "-").strip("+-%~ ").casefold()
    parts = text.split("-")
    try:
        return "-".join(repr(float(part)) for part in parts)
    except ValueError:
        return text


def unit_key(unit: object) -> str:
    """Fold a unit to what is compared."""
    text = str(unit or "").strip().casefold()
    folded = {"×": "x", "times": "x", "percent": "%", "pp": "points", "percentage points": "points", "point": "points", "decibels": "db", "s": "seconds"}
    return folded.get(text, text)


def truth_of(doc: Document) -> dict[int, tuple[str, list[dict[str, Any]]]]:
    """Find the number in the text that each annotated value is: the one of that unit whose sentence names most of what it is linked to."""
    view_by_number = {i: view for view in doc.views for i in view.places}
    places: dict[str, list[int]] = defaultdict(list)
    for i in sorted(view_by_number):
        places[number_key(doc.numbers[i].value)].append(i)
    by_id = {entity.id: entity for entity in doc.entities}

    def fit(i: int, result: dict[str, Any]) -> int:
        view = view_by_number[i]
        linked = [by_id[result[link]] for link in FIELDS if result.get(link) in by_id]
        here = sum(any(view.start <= mention.start < view.end for mention in entity.mentions) for entity in linked)
        return 3 * (unit_key(doc.numbers[i].unit) == unit_key(result.get("unit"))) + here

    measured = [result for result in doc.record["results"] if result.get("value") is not None]
    truth: dict[int, tuple[str, list[dict[str, Any]]]] = {}
    for result in measured:
        options = places.get(number_key(result["value"]), [])
        free = [i for i in options if i not in truth]
        if free:
            best = max(free, key=lambda i: (fit(i, result), -i))
            kind = result["kind"]
            truth[best] = (("down" if result.get("direction") == "down" else "up") if kind == "delta" else kind, [result])
        elif options:
            truth[max(options, key=lambda i: fit(i, result))][1].append(result)
    for result in measured:
        if result.get("baseline"):
            mine = [i for i, (_, results) in truth.items() if any(other is result for other in results)]
            free = [i for i in places.get(number_key(result["baseline"]), []) if i not in truth]
            if free:
                start = doc.numbers[mine[0]].start if mine else 0
                truth[min(free, key=lambda i: abs(doc.numbers[i].start - start))] = ("baseline", [])
    return truth


def _in_order(view: View) -> list[tuple[int, int]]:
    return sorted(view.places.items(), key=lambda item: item[1])


def kind_rows(doc: Document) -> Iterator[tuple[Row, int]]:
    """Yield features and class of every number."""
    for view in doc.views:
        previous: str | None = None
        for i, k in _in_order(view):
            kind = doc.truth.get(i, (KINDS[NONE], []))[0]
            yield kind_features(view, k, doc.numbers) + chain_features(view, k, doc.numbers, previous), KINDS.index(kind)
            previous = kind


def link_groups(doc: Document, link: str) -> Iterator[tuple[list[Row], int, float]]:
    """Yield, for every result, the features of each choice, the index of the right one, and the weight of the example."""
    reading = Reading(doc.views, doc.numbers, doc.entities, doc.title_end, doc.text)
    options = candidates(doc.entities, link)
    ids = [entity.id for entity in options]
    for view in doc.views:
        previous: dict[str, str | None] | None = None
        for i, k in _in_order(view):
            kind, results = doc.truth.get(i, (KINDS[NONE], []))
            if not results:
                continue
            wanted = {name: next((r[name] for r in results if r.get(name)), None) for name in FIELDS}
            if options and (wanted[link] is None or wanted[link] in ids):
                rows = [link_features(reading, link, view, k, kind, entity, previous) for entity in options]
                rows.append(none_features(reading, link, view, k, kind, previous))
                yield rows, len(options) if wanted[link] is None else ids.index(wanted[link]), NONE_WEIGHT if wanted[link] is None else 1.0
            previous = wanted


def claim_rows(doc: Document) -> Iterator[tuple[Row, int]]:
    """Yield features and truth of every pair of a sentence with a cue and a dataset or task."""
    claimed = {r[link] for r in doc.record["results"] if r.get("sota") and r.get("value") is None for link in ("dataset", "task") if r.get(link)}
    views = claim_views(doc.text, doc.sentences, doc.entities)
    strong = [view.index for view, kind in views if kind != "other"] or [view.index for view, _ in views]
    for entity in doc.entities:
        if entity.type not in ("Dataset", "Task") or not entity.mentions:
            continue
        here = {view.index for view, _ in views if view.index and any(element.entity is entity for element in view.elements)}
        for view, kind in views:
            true = entity.id in claimed and (view.index in here if here else view.index == strong[-1])
            yield claim_features(view, kind, entity, doc.entities, doc.title_end), int(true)


def vocabulary(rows: Sequence[tuple[str, Row]]) -> dict[str, int]:
    """Number the features that occur in at least `MIN_PAPERS` papers; `rows` are (paper id, features)."""
    papers: dict[str, set[str]] = defaultdict(set)
    for paper, row in rows:
        papers[paper].update(row)
    counts: Counter[str] = Counter()
    for features in papers.values():
        counts.update(features)
    return {name: i for i, name in enumerate(sorted(name for name, count in counts.items() if count >= MIN_PAPERS))}


def matrix(rows: Sequence[Row], names: dict[str, int]) -> csr_matrix:
    """Return rows of features as a sparse matrix of zeros and ones."""
    columns = [sorted({names[name] for name in row if name in names}) for row in rows]
    indptr = np.cumsum([0, *map(len, columns)])
    indices = np.fromiter((c for row in columns for c in row), dtype=np.int64, count=int(indptr[-1]))
    return csr_matrix((np.ones(len(indices)), indices, indptr), shape=(len(rows), len(names)))


def fit_classes(x: csr_matrix, y: np.ndarray, classes: int, penalty: float) -> np.ndarray:
    """Fit a multinomial logistic regression; the answer has a row for each feature and a column for each class."""
    truth = np.eye(classes)[y]
    across = x.T.tocsr()

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        w = flat.reshape(-1, classes)
        z = x @ w
        z -= z.max(axis=1, keepdims=True)
        p = np.exp(z)
        p /= p.sum(axis=1, keepdims=True)
        value = -np.log(np.maximum(p[truth.astype(bool)], 1e-12)).sum() + penalty / 2 * flat @ flat
        return value, (across @ (p - truth) + penalty * w).ravel()

    return minimize(loss, np.zeros(x.shape[1] * classes), jac=True, method="L-BFGS-B", options={"maxiter": 200}).x.reshape(-1, classes)


def fit_choice(x: csr_matrix, starts: np.ndarray, right: np.ndarray, weight: np.ndarray, penalty: float) -> np.ndarray:
    """Fit a conditional logistic regression: groups of rows begin at `starts`, row `right` of each is the true one."""
    groups = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, x.shape[0])))
    truth = np.zeros(x.shape[0])
    truth[right] = 1
    across = x.T.tocsr()

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        z = x @ w
        top = np.maximum.reduceat(z, starts)
        e = np.exp(z - top[groups])
        total = np.add.reduceat(e, starts)
        value = -(weight * (z[right] - top - np.log(total))).sum() + penalty / 2 * w @ w
        return value, across @ (weight[groups] * (e / total[groups] - truth)) + penalty * w

    return minimize(loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 200}).x


def table(names: dict[str, int], weights: np.ndarray) -> dict[str, list[float]]:
    """Return the weights by feature, rounded; features that say nothing are left out."""
    rows = {name: [round(float(w), 3) for w in np.atleast_1d(weights[i])] for name, i in names.items()}
    return {name: row for name, row in rows.items() if max(map(abs, row)) >= 0.02}


def train(documents: Sequence[Document], thinned: Sequence[Document] = ()) -> dict[str, dict[str, list[float]]]:
    """Return the weights of every decision; `thinned` are documents with entities left out, for the kinds and claims."""
    tables = {}
    for name, rows_of, classes in (("kind", kind_rows, len(KINDS)), ("claim", claim_rows, 2)):
        rows = [(doc.record["id"], row, y) for doc in (*documents, *(thinned if name == "kind" else ())) for row, y in rows_of(doc)]
        names = vocabulary([(paper, row) for paper, row, _ in rows])
        weights = fit_classes(matrix([row for _, row, _ in rows], names), np.array([y for _, _, y in rows]), classes, PENALTY[name])
        tables[name] = table(names, weights if name == "kind" else weights[:, 1:] - weights[:, :1])
    for link in FIELDS:
        papers, choices, starts, right, weight = [], [], [], [], []
        for doc in documents:
            for rows, best, importance in link_groups(doc, link):
                starts.append(len(choices))
                right.append(len(choices) + best)
                weight.append(importance)
                choices += rows
                papers += [doc.record["id"]] * len(rows)
        names = vocabulary(list(zip(papers, choices, strict=True)))
        tables[link] = table(names, fit_choice(matrix(choices, names), np.array(starts), np.array(right), np.array(weight), PENALTY["link"]))
    return tables


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=Path, required=True, help="annotated papers, JSONL")
    parser.add_argument("--output", type=Path, required=True, help="where the weights go, JSON")
    parser.add_argument("--keep", type=float, default=0.65, help="share of the entities kept in the second, thinned copy of each paper")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    records = read_jsonl(args.papers)
    rng = random.Random(args.seed)
    documents = [document(record) for record in records]
    thinned = [document(record, args.keep, rng) for record in records]
    text = json.dumps(train(documents, thinned), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    temporary = args.output.with_name(args.output.name + ".tmp")
    temporary.write_text(text + "\n", encoding="utf-8")
    os.replace(temporary, args.output)
    print(f"{len(documents)} papers, {len(text) / 1e6:.2f} MB -> {args.output}")


if __name__ == "__main__":
    main()
