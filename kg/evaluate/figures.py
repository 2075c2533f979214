"""The figures, paper by paper.

Rules of the game: a predicted entity can match a gold one when they share a name and at least half of the predicted names are gold's.
What fits an optional gold item counts neither for nor against, whatever its type or role. Of a result, the number as written and its kind must be
right; a tuple also needs every link that gold gives to a required entity.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from kg.errors import InputError
from kg.evaluate.files import Record, check_records
from kg.evaluate.matching import assign, fold_number, fold_unit, keys, overlap, roles, tally, types
from kg.evaluate.report import Counts, Mistake, Ratio, Report
from kg.model import Extraction
from kg.schema import ENTITY_TYPES
from kg.text import fold

__all__ = ["evaluate"]

_COUNTED = ("entities", "detected", "proposed", "values", "tuples", "sota", "relations", "links")
_RATIOS = ("roles", "label", "attributes")
_LINKS = ("method", "metric", "dataset", "task")


class _Tally:
    """What is counted over all papers."""

    def __init__(self) -> None:
        self.counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.ratios: defaultdict[str, Counter[bool]] = defaultdict(Counter)
        self.mistakes: list[Mistake] = []


class _Paper:
    """One paper's gold and its prediction."""

    def __init__(self, gold: Record, predicted: Record, total: _Tally) -> None:
        self.gold, self.predicted, self.total = gold, predicted, total
        self.entities: list[Record] = gold["entities"]
        self.found: list[Record] = predicted.get("entities", [])
        self.optional = [entity for entity in self.entities if entity.get("optional")]
        self.gold_by_id = {entity["id"]: entity for entity in self.entities if entity.get("id")}
        self.found_by_id = {entity["id"]: entity for entity in self.found if entity.get("id")}

    def neutral(self, entity: Record) -> bool:
        """Return whether a predicted entity fits an optional one."""
        return any(overlap(gold, entity) for gold in self.optional)

    def at(self, row: Record, field: str) -> Record | None:
        """Return the predicted entity that a predicted result or relation points to."""
        return self.found_by_id.get(row.get(field))

    # Entities

    @staticmethod
    def typed(gold: Record, predicted: Record) -> int:
        """Weigh a pair of entities by name and role, if the type is right."""
        if predicted["type"] not in types(gold):
            return 0
        common = overlap(gold, predicted)
        return 10 * common + (predicted.get("role") in roles(gold)) if common else 0

    def count_entities(self) -> None:
        total = self.total
        owner = assign(self.entities, self.found, self.typed)
        hit = set(owner.values())
        for p, entity in enumerate(self.found):
            if p not in owner and not self.neutral(entity):
                self._count(entity["type"], "fp", "extra", entity)
        for g, entity in enumerate(self.entities):
            if not entity.get("optional"):
                self._count(min(types(entity)), "tp" if g in hit else "fn", "" if g in hit else "missed", entity)
        for p, g in owner.items():
            if not self.entities[g].get("optional"):
                total.ratios["roles"][self.found[p].get("role") in roles(self.entities[g])] += 1
                total.ratios["label"][fold(self.found[p].get("name") or "") in keys(self.entities[g])] += 1
        tally(total.counts["detected"], self.entities, self.found, overlap)
        # A thing that only one annotator saw as proposed counts neither way.
        proposed = [{**e, "optional": bool(e.get("optional")) or roles(e) != {"proposes"}} for e in self.entities if "proposes" in roles(e)]
        tally(total.counts["proposed"], proposed, [e for e in self.found if e.get("role") == "proposes"], overlap, self.neutral)

    def _count(self, type: str, what: str, mistake: str, entity: Record) -> None:
        self.total.counts[type][what] += 1
        self.total.counts["entities"][what] += 1
        if mistake:
            names = entity.get("names") or [entity.get("name")]
            self.total.mistakes.append(Mistake(self.gold["id"], mistake, type, str(entity.get("name") or names[0])))

    # Results

    def leads_alike(self, field: str, gold: Record, predicted: Record, strict: bool) -> bool:
        """Return whether a result's link is right: gold has none, or (unless `strict`) one to an optional entity, or both lead to the same entity."""
        target = self.gold_by_id.get(gold.get(field))
        if target is None or (target.get("optional") and not strict):
            return True
        other = self.at(predicted, field)
        return other is not None and overlap(target, other) > 0

    @staticmethod
    def same_value(gold: Record, predicted: Record) -> bool:
        return fold_number(gold["value"]) == fold_number(predicted["value"]) and gold.get("kind") == predicted.get("kind")

    def count_values(self) -> None:
        wanted = [row for row in self.gold.get("results", []) if row.get("value") is not None]
        given = [row for row in self.predicted.get("results", []) if row.get("value") is not None]

        def value(gold: Record, predicted: Record) -> int:
            return 1 + sum(self.leads_alike(field, gold, predicted, True) for field in _LINKS) if self.same_value(gold, predicted) else 0

        def whole(gold: Record, predicted: Record) -> int:
            return int(self.same_value(gold, predicted) and all(self.leads_alike(field, gold, predicted, False) for field in _LINKS))

        owner = tally(self.total.counts["values"], wanted, given, value)
        tally(self.total.counts["tuples"], wanted, given, whole)
        for p, g in owner.items():
            if not wanted[g].get("optional"):
                self._count_attributes(wanted[g], given[p])

    def _count_attributes(self, gold: Record, predicted: Record) -> None:
        right = self.total.ratios["attributes"]
        right[fold_unit(gold) == fold_unit(predicted)] += 1
        if gold.get("direction"):
            right[gold["direction"] == predicted.get("direction")] += 1
        if gold.get("baseline"):
            right[bool(predicted.get("baseline")) and fold_number(gold["baseline"]) == fold_number(predicted["baseline"])] += 1

    def count_claims(self) -> None:
        """Count claims of the state of the art that come without a number, by their dataset or task."""
        claims = [row for row in self.gold.get("results", []) if row.get("sota") and row.get("value") is None]
        given = [row for row in self.predicted.get("results", []) if row.get("sota") and row.get("value") is None]

        def about(gold: Record, predicted: Record) -> int:
            for field in ("dataset", "task"):
                target, other = self.gold_by_id.get(gold.get(field)), self.at(predicted, field)
                if target is not None and other is not None and overlap(target, other):
                    return 1
            return 0

        def bare(row: Record) -> bool:
            targets = [self.gold_by_id.get(row.get(field)) for field in ("dataset", "task")]
            return all(target is None or bool(target.get("optional")) for target in targets)

        def untold(row: Record) -> bool:
            targets = [self.at(row, field) for field in ("dataset", "task")]
            return all(target is None or self.neutral(target) for target in targets)

        wanted = [{**row, "optional": True} if bare(row) else row for row in claims]
        tally(self.total.counts["sota"], wanted, given, about, untold)

    # Relations and links

    def count_relations(self) -> None:
        def joins(gold: Record, predicted: Record) -> int:
            if gold["type"] != predicted.get("type"):
                return 0
            for end in ("head", "tail"):
                other = self.at(predicted, end)
                if other is None or not overlap(self.gold_by_id[gold[end]], other):
                    return 0
            return 1

        def vague(row: Record) -> bool:
            ends = [self.at(row, end) for end in ("head", "tail")]
            return any(end is not None and self.neutral(end) for end in ends)

        wanted = [
            {**row, "optional": True} if any(self.gold_by_id[row[end]].get("optional") for end in ("head", "tail")) else row
            for row in self.gold.get("relations", [])
        ]
        tally(self.total.counts["relations"], wanted, self.predicted.get("relations", []), joins, vague)

    def count_links(self) -> None:
        wanted = {link.rstrip("/.") for link in self.gold.get("links", [])}
        given = {link.rstrip("/.") for link in self.predicted.get("links", [])}
        self.total.counts["links"].update(tp=len(wanted & given), fp=len(given - wanted), fn=len(wanted - given))


def _records(papers: Iterable[Record | Extraction], what: str, gold: bool) -> list[Record]:
    rows: list[tuple[str, object]] = []
    for number, paper in enumerate(papers, 1):
        rows.append((f"{what}, record {number}", paper.to_json() if isinstance(paper, Extraction) else paper))
    return check_records(rows, gold)


def evaluate(gold_papers: Iterable[Mapping[str, Any]], predicted_papers: Iterable[Mapping[str, Any] | Extraction]) -> Report:
    """Compare extractions with gold annotations.

    Parameters
    ----------
    gold_papers : iterable of mapping
        Records as `read_gold` returns them.
    predicted_papers : iterable of mapping or Extraction
        In any order; papers are matched by id.

    Returns
    -------
    Report

    Raises
    ------
    InputError
        If a record cannot be evaluated, an id stands twice, or no prediction has an id of the gold.
    """
    gold = _records(gold_papers, "gold", True)
    predicted = {row["id"]: row for row in _records(predicted_papers, "predictions", False)}
    known = {row["id"] for row in gold}
    if gold and not known & predicted.keys():
        example = f" (gold: {gold[0]['id']!r}, predictions: {next(iter(predicted))!r})" if predicted else ""
        raise InputError(f"no prediction has the id of a paper in the gold{example}; both must name the papers alike")
    total = _Tally()
    for row in gold:
        paper = _Paper(row, predicted.get(row["id"], {}), total)
        paper.count_entities()
        paper.count_values()
        paper.count_claims()
        paper.count_relations()
        paper.count_links()
    counts = {name: Counts(**{key: total.counts[name][key] for key in ("tp", "fp", "fn")}) for name in (*_COUNTED, *ENTITY_TYPES)}
    ratios = {name: Ratio(total.ratios[name][True], sum(total.ratios[name].values())) for name in _RATIOS}
    return Report(len(gold), len(known - predicted.keys()), len(predicted.keys() - known), counts, ratios, tuple(total.mistakes))
