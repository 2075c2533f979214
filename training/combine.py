"""Weigh the network against the features where numbers are read and relations are judged.

    python -m training.combine --papers dev.jsonl --models extractors/models

On annotated papers that neither was trained on, the shares of the two in each decision (`extractors.results.weights.mix`)
are those of the highest likelihood; they go into ``results.json`` ("mix") and ``relations.json`` ("shares", with the
slope, offset and threshold of the scores that follow from them).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from extractors.base import DocEntity
from extractors.encoding import split_words
from extractors.numbers import read_numbers
from extractors.pairs import LINKS, PairScores, pair_scores
from extractors.relations import RelationModel
from extractors.results.kinds import KINDS, NONE, chain_features, kind_features
from extractors.results.linking import Reading, candidates, choose, link_features, none_features
from extractors.results.weights import class_probabilities
from extractors.sentences import sentence_spans
from extractors.tagger import Tagger
from kg.schema import RELATIONS
from training.align import read_jsonl
from training.relations import AnnotatedPaper, calibrate, figures, read_paper, readings, write
from training.results import NONE_WEIGHT, Document, document

__all__ = ["fit_shares", "main", "opinion"]

Case = tuple[np.ndarray, np.ndarray, int, float]  # log-probabilities by the features and by the network, the right one, weight


def opinion(text: str, title_end: int, entities: Sequence[DocEntity], tagger: Tagger) -> PairScores:
    """Return what the network says of the numbers and the given entities of a text."""
    words = split_words(text)
    matches = tagger.gazetteer.matches(text, words)
    _, _, vectors = tagger.candidates(text, title_end, sentence_spans(text, title_end), words, matches)
    return pair_scores(words, vectors, read_numbers(text), entities, tagger.settings["relation_bias"])


def _cases(doc: Document, scores: PairScores, known: dict[str, int], tables: dict[str, Any]) -> Iterator[tuple[str, Case]]:
    """Yield every decision about the numbers of a paper, by name."""
    reading = Reading(doc.views, doc.numbers, doc.entities, doc.title_end, doc.text)
    for view in doc.views:
        kind_before: str | None = None
        previous: dict[str, str | None] | None = None
        for i, k in sorted(view.places.items(), key=lambda item: item[1]):
            kind, results = doc.truth.get(i, (KINDS[NONE], []))
            chances = class_probabilities(tables["kind"], kind_features(view, k, doc.numbers) + chain_features(view, k, doc.numbers, kind_before), len(KINDS))
            yield "kind", (np.log(np.maximum(chances, 1e-9)), np.array(scores.kinds[i]), KINDS.index(kind), 1.0)
            kind_before = kind
            if not results:
                continue
            wanted = {link: next((r[link] for r in results if r.get(link)), None) for link in LINKS}
            for at, link in enumerate(LINKS):
                options = candidates(doc.entities, link)
                ids = [entity.id for entity in options]
                if options and (wanted[link] is None or wanted[link] in ids):
                    rows = [link_features(reading, link, view, k, kind, entity, previous) for entity in options]
                    rows.append(none_features(reading, link, view, k, kind, previous))
                    log = np.log(np.maximum(choose(tables[link], rows), 1e-9))
                    other = np.array([scores.links[i][at][known[name]] for name in ids] + [scores.links[i][at][-1]])
                    right = len(options) if wanted[link] is None else ids.index(str(wanted[link]))
                    yield link, (log, other, right, NONE_WEIGHT if wanted[link] is None else 1.0)
            previous = wanted


def fit_shares(cases: Sequence[Case], centre: tuple[float, float] = (0.5, 0.5), ridge: float = 1.0) -> tuple[float, float]:
    """Return the two shares of the highest likelihood, drawn towards `centre` where there are few cases."""

    def loss(shares: np.ndarray) -> float:
        total = ridge * float(((shares - np.array(centre)) ** 2).sum())
        for ours, other, right, weight in cases:
            z = shares[0] * ours + shares[1] * other
            total -= weight * float(z[right] - z.max() - np.log(np.exp(z - z.max()).sum()))
        return total

    found = minimize(loss, np.array(centre), method="L-BFGS-B", bounds=[(0, 2), (0, 2)]).x
    return round(float(found[0]), 3), round(float(found[1]), 3)


def right_share(cases: Sequence[Case], shares: tuple[float, float]) -> float:
    """Return how often the likeliest choice is the right one."""
    return float(np.mean([(shares[0] * a + shares[1] * b).argmax() == right for a, b, right, _ in cases])) if cases else 0.0


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=Path, required=True, help="annotated papers that nothing was trained on")
    parser.add_argument("--models", type=Path, required=True)
    args = parser.parse_args()
    tagger = Tagger.from_folder(args.models)
    tables = json.loads((args.models / "results.json").read_text(encoding="utf-8"))
    tables.pop("mix", None)
    model = replace(RelationModel.from_json((args.models / "relations.json").read_text(encoding="utf-8")), shares=(1.0, 0.0))
    cases: dict[str, list[Case]] = {name: [] for name in ("kind", *LINKS)}
    papers: list[AnnotatedPaper] = []
    for record in read_jsonl(args.papers):
        doc = document(record)
        named = [entity for entity in doc.entities if entity.mentions]
        scores = opinion(doc.text, doc.title_end, named, tagger)
        known = {entity.id: index for index, entity in enumerate(named)}
        for name, case in _cases(doc, scores, known, tables):
            cases[name].append(case)
        paper = read_paper(record)
        examples = (replace(e, opinion=tuple(scores.relations[known[e.head]][known[e.tail]])) for e in paper.examples)
        papers.append(replace(paper, examples=tuple(examples)))
    mix = {"kind": fit_shares(cases["kind"])}
    common = fit_shares([case for link in LINKS for case in cases[link]])
    mix |= {link: fit_shares(cases[link], common, 4.0) for link in LINKS}
    for name, shares in mix.items():
        alone = [f"{right_share(cases[name], each):.3f}" for each in ((1.0, 0.0), (0.0, 1.0), shares)]
        print(f"{name:8} {len(cases[name]):5} cases, right by features {alone[0]}, by the network {alone[1]}, by both {alone[2]} at {shares}")
    text = json.dumps(tables | {"mix": {name: list(shares) for name, shares in mix.items()}}, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    (args.models / "results.json").write_text(text + "\n", encoding="utf-8")

    examples = [example for paper in papers for example in paper.examples if not example.optional]
    none = len(RELATIONS)
    counted = [(np.array([*model.logits(e.features), 0.0]), np.array([*(e.opinion or ()), 0.0]), e.label - 1 if e.label else none, 1.0) for e in examples]
    shares = fit_shares(counted, (0.5, 0.5), 1.0)
    required = sum(paper.required for paper in papers)
    for name, each in (("features", (1.0, 0.0)), ("network", (0.0, 1.0)), ("both", shares)):
        weighed = replace(model, shares=each)
        found = [reading for paper in papers for reading in readings(weighed, paper)]
        slope, offset = calibrate(found)
        fitted = replace(weighed, slope=slope, offset=offset)
        at: Callable[[float], tuple[float, float, float]] = lambda least, m=fitted, f=found: figures(f, required, lambda r: m.score(r.odds) >= least)  # type: ignore[misc]  # noqa: E731
        threshold = max((round(0.2 + 0.01 * step, 2) for step in range(50)), key=lambda least: at(least)[2])
        print(f"relations by {name}: precision {at(threshold)[0]:.3f}, recall {at(threshold)[1]:.3f}, F1 {at(threshold)[2]:.3f} at {threshold}, {each}")
    write(replace(fitted, threshold=threshold), args.models / "relations.json")


if __name__ == "__main__":
    main()
