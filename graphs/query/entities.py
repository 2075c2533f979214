"""Questions that methods, models, datasets, metrics and tasks answer."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any

from graphs.query.base import CENTRAL, Base, Years
from graphs.query.records import ComparisonRecord, CooccurrenceRecord, EntityRecord, EvidenceRecord, SimilarRecord
from graphs.query.table import Table
from kg.errors import GraphError
from kg.schema import ENTITY_TYPES, ROLE_EDGES, ROLES

__all__ = ["EntityQueries"]

_EVIDENCE = 5
_HUB = 500  # what more papers name tells nothing about what is alike, and would make everything a candidate
_CANDIDATES = 100
_STRONGEST = 50  # features of a thing that bring up what may be like it
_SENTENCES = 3


class EntityQueries(Base):
    """Entities by the papers that they stand in."""

    def methods(
        self,
        *,
        task: str | None = None,
        dataset: str | None = None,
        metric: str | None = None,
        role: str | None = None,
        year: Years = None,
        venue: str | None = None,
        min_score: float = 0.0,
        versions: bool = True,
        limit: int | None = None,
    ) -> Table[EntityRecord]:
        """Return the methods of the papers that address a task, evaluate on a dataset and report a metric.

        Parameters
        ----------
        task, dataset, metric : str, optional
            Names or ids; the papers for which all given ones hold count. Without any: all papers.
        role : str, optional
            Only what these papers have in this role (``"proposes"``, ``"compares_with"``, ...; see `kg.schema.ROLES`).
        year : int or (int or None, int or None), optional
            Only papers of this year, or between the first and last of a range; None leaves a side open.
        venue : str, optional
            Only papers of this venue: a part of its name, in any case.
        min_score : float
            0 to 1: only what was read with this certainty counts.
        versions : bool
            A version of the dataset stands for the dataset.
        limit : int, optional
            The most rows to return.

        Returns
        -------
        Table of EntityRecord
            Those that most of these papers propose, use or compare with first; then by number of papers, label and id. What
            papers only mention does not count, unless `role` asks for it.

        Raises
        ------
        NotFoundError, AmbiguousError
            If a name fits no node, or several.
        GraphError
            If `role` is no role.
        """
        return self.entities(
            "Method", task=task, dataset=dataset, metric=metric, role=role, year=year, venue=venue, min_score=min_score, versions=versions, limit=limit
        )

    def models(
        self,
        *,
        task: str | None = None,
        dataset: str | None = None,
        metric: str | None = None,
        role: str | None = None,
        year: Years = None,
        venue: str | None = None,
        min_score: float = 0.0,
        versions: bool = True,
        limit: int | None = None,
    ) -> Table[EntityRecord]:
        """Return the models of the papers that address a task, evaluate on a dataset and report a metric; see `methods`."""
        return self.entities(
            "Model", task=task, dataset=dataset, metric=metric, role=role, year=year, venue=venue, min_score=min_score, versions=versions, limit=limit
        )

    def datasets(
        self,
        *,
        task: str | None = None,
        method: str | None = None,
        metric: str | None = None,
        role: str | None = None,
        year: Years = None,
        venue: str | None = None,
        min_score: float = 0.0,
        versions: bool = True,
        limit: int | None = None,
    ) -> Table[EntityRecord]:
        """Return the datasets of the papers that address a task, have a method (or model) and report a metric; see `methods`."""
        return self.entities(
            "Dataset", task=task, method=method, metric=metric, role=role, year=year, venue=venue, min_score=min_score, versions=versions, limit=limit
        )

    def metrics(
        self,
        *,
        dataset: str | None = None,
        task: str | None = None,
        method: str | None = None,
        role: str | None = None,
        year: Years = None,
        venue: str | None = None,
        min_score: float = 0.0,
        versions: bool = True,
        limit: int | None = None,
    ) -> Table[EntityRecord]:
        """Return the metrics of the papers that evaluate on a dataset, address a task and have a method (or model); see `methods`."""
        return self.entities(
            "Metric", dataset=dataset, task=task, method=method, role=role, year=year, venue=venue, min_score=min_score, versions=versions, limit=limit
        )

    def tasks(
        self,
        *,
        dataset: str | None = None,
        method: str | None = None,
        metric: str | None = None,
        role: str | None = None,
        year: Years = None,
        venue: str | None = None,
        min_score: float = 0.0,
        versions: bool = True,
        limit: int | None = None,
    ) -> Table[EntityRecord]:
        """Return the tasks of the papers that evaluate on a dataset, have a method (or model) and report a metric; see `methods`."""
        return self.entities(
            "Task", dataset=dataset, method=method, metric=metric, role=role, year=year, venue=venue, min_score=min_score, versions=versions, limit=limit
        )

    def entities(
        self,
        kind: str,
        *,
        task: str | None = None,
        dataset: str | None = None,
        metric: str | None = None,
        method: str | None = None,
        role: str | None = None,
        year: Years = None,
        venue: str | None = None,
        min_score: float = 0.0,
        versions: bool = True,
        limit: int | None = None,
    ) -> Table[EntityRecord]:
        """Return the entities of a type in the papers that fulfil all conditions; see `methods`.

        Raises
        ------
        GraphError
            If `kind` is no type of entity, or `role` no role.
        NotFoundError, AmbiguousError
            If a name fits no node, or several.
        """
        if kind not in ENTITY_TYPES:
            raise GraphError(f"unknown type of entity {kind!r}. Known: {', '.join(ENTITY_TYPES)}")
        if role is not None and role not in ROLES:
            raise GraphError(f"unknown role {role!r}. Known: {', '.join(ROLES)}")
        conditions = {"task": task, "dataset": dataset, "metric": metric, "method": method}
        types = {"task": ("Task",), "dataset": ("Dataset",), "metric": ("Metric",), "method": ("Method", "Model")}
        papers: set[str] | None = None
        asked: set[str] = set()
        for field, name in conditions.items():
            if name is None:
                continue
            family = self._family(self._need(name, types[field]), versions)
            asked |= family
            matching = {tail for node in family for tail, row in self._in(node) if row["type"] in CENTRAL and row.get("score", 1.0) >= min_score}
            papers = matching if papers is None else papers & matching
        narrowed = role is not None or year is not None or venue is not None or min_score > 0
        if papers is None and narrowed:
            papers = set(self._by_type.get("Paper", ()))
        found: dict[str, list[dict[str, Any]]] = {}
        count: Counter[str] = Counter()
        if papers is None:
            for node in self._by_type.get(kind, ()):
                count[node] = self._papers_of(node)
        else:
            wanted = (ROLES[role].edge,) if role is not None else CENTRAL
            for paper in sorted(paper for paper in papers if self._paper_holds(paper, year=year, venue=venue)):
                for head, row in self._out(paper):
                    if row["type"] in wanted and head not in asked and self._kind[head] == kind and row.get("score", 1.0) >= min_score:
                        count[head] += 1
                        if count[head] <= _EVIDENCE:
                            found.setdefault(head, []).append(row)
        order = sorted(count, key=lambda node: (-count[node], -self._papers_of(node), self._label(node), node))[:limit]
        rows = []
        for node in order:
            shown = tuple(item for row in found.get(node, ()) for item in self._evidence(row, limit=1))
            rows.append(self._entity(node, count[node], shown or self._evidence(self._graph.nodes[node], limit=_EVIDENCE)))
        conditions["as"] = role and role.replace("_", " ")
        asked_for = ", ".join(f"{field} {name}" for field, name in conditions.items() if name is not None)
        return Table(rows, title=ENTITY_TYPES[kind].plural + (f": {asked_for}" if asked_for else ""), record=EntityRecord)

    def _papers_of(self, node: str) -> int:
        return int(self._graph.nodes[node].get("papers", 0))

    def _entity(self, node: str, papers: int, evidence: tuple[EvidenceRecord, ...]) -> EntityRecord:
        row = self._graph.nodes[node]
        return EntityRecord(node, row["type"], row["label"], papers, self._papers_of(node), row.get("first_year"), row.get("description", ""), evidence)

    def compared_with(self, name: str, *, versions: bool = True) -> Table[ComparisonRecord]:
        """Return what a method or model was compared with, in its own paper or in the other's.

        Parameters
        ----------
        name : str
            Name or id.
        versions : bool
            What holds for a version holds for its family.

        Returns
        -------
        Table of ComparisonRecord
            By number of papers, label and id.

        Raises
        ------
        NotFoundError, AmbiguousError
            If the name fits no node, or several.
        """
        family = self._family(self._need(name, ("Method", "Model")), versions)
        sides: dict[str, set[str]] = {}
        papers: dict[str, set[str]] = {}
        evidence: dict[str, list[EvidenceRecord]] = {}
        count: Counter[str] = Counter()
        for node in sorted(family):
            for side, edges in (("its paper", self._out(node)), ("the other's paper", self._in(node))):
                for other, row in edges:
                    if row["type"] == "COMPARED_WITH" and other not in family:
                        sides.setdefault(other, set()).add(side)
                        shown = self._evidence(row)
                        papers.setdefault(other, set()).update(item.paper for item in shown)
                        count[other] = max(count[other], int(row.get("papers", 0)), len(papers[other]))
                        evidence.setdefault(other, []).extend(shown[:_EVIDENCE])
        rows = [
            ComparisonRecord(
                node, self._type(node), self._label(node), count[node], "both" if len(side) > 1 else min(side), tuple(dict.fromkeys(evidence[node]))
            )
            for node, side in sides.items()
        ]
        rows.sort(key=lambda row: (-row.papers, row.label, row.id))
        return Table(rows, title=f"compared with {name}", record=ComparisonRecord)

    def cooccurring(self, name: str, *, type: str | None = None, versions: bool = True, limit: int | None = 20) -> Table[CooccurrenceRecord]:
        """Return what stands in the same papers, in any role.

        Parameters
        ----------
        name : str
            Name or id.
        type : str, optional
            Only entities of this type.
        versions : bool
            What holds for a version holds for its family.
        limit : int, optional
            The most rows to return.

        Returns
        -------
        Table of CooccurrenceRecord
            By number of papers, association, label and id. The association is the normalised pointwise mutual information (Bouma 2009,
            https://svn.spraakdata.gu.se/repos/gerlof/pub/www/Docs/npmi-pfd.pdf).

        Raises
        ------
        NotFoundError, AmbiguousError
            If the name fits no node, or several.
        GraphError
            If `type` is no type of node.
        """
        types = self._types(type) or tuple(ENTITY_TYPES)
        family = self._family(self._need(name), versions)
        papers = {tail for node in family for tail in self._tails(node, tuple(ROLE_EDGES))}
        count = Counter(head for paper in papers for head in self._heads(paper, tuple(ROLE_EDGES)) if head not in family and self._type(head) in types)
        total = max(1, self._paper_count)
        rows = [
            CooccurrenceRecord(
                node, self._type(node), self._label(node), both, self._papers_of(node), _association(both, len(papers), self._papers_of(node), total)
            )
            for node, both in count.items()
        ]
        rows.sort(key=lambda row: (-row.papers, -row.association, row.label, row.id))
        return Table((self._shown_together(row, papers) for row in rows[:limit]), title=f"in the same papers as {name}", record=CooccurrenceRecord)

    def _shown_together(self, row: CooccurrenceRecord, papers: set[str]) -> CooccurrenceRecord:
        both = islice((paper for paper in self._tails(row.id, tuple(ROLE_EDGES)) if paper in papers), _SENTENCES)
        return replace(row, evidence=tuple(item for paper in both for item in self._sentence(paper, row.id)))

    def similar(self, name: str, *, limit: int = 10) -> Table[SimilarRecord]:
        """Return what is most like a paper or an entity: papers with the same methods, datasets, metrics and tasks, or entities in such papers.

        What few papers share weighs more, and so does what an entity shares in many of its papers (tf-idf; Spärck Jones 1972); the score is
        the cosine of the weights. What over 500 papers name does not count.

        Parameters
        ----------
        name : str
            Name, title or id.
        limit : int
            The most rows to return.

        Returns
        -------
        Table of SimilarRecord
            Of the same type as what was asked for, best first, then by label and id.

        Raises
        ------
        NotFoundError, AmbiguousError
            If the name fits no node, or several.
        """
        node = self._need(name, ("Paper", *ENTITY_TYPES))
        kind = self._type(node)
        own = self._features(node)
        weight: dict[str, float] = {}
        for feature in sorted(own, key=lambda feature: (-own[feature], feature))[:_STRONGEST]:
            for paper in self._in_papers.get(feature, ()):
                for other in (paper,) if kind == "Paper" else self._has[paper]:
                    if self._kind[other] == kind:
                        weight[other] = weight.get(other, 0.0) + own[feature]
        weight.pop(node, None)
        rows = []
        # What stands in many papers shares much with everything: the sum alone would only bring up hubs.
        order = sorted(weight, key=lambda other: (-weight[other] / math.sqrt(len(self._in_papers.get(other, "1"))), other))
        for other in order[:_CANDIDATES]:
            features = self._features(other)
            shared = sorted(own.keys() & features.keys(), key=lambda feature: (-own[feature] * features[feature], feature))
            if shared:
                score = math.fsum(own[f] * features[f] for f in shared) / (_length(own) * _length(features))
                rows.append((round(score, 3), self._label(other), other, shared[:5]))
        rows.sort(key=lambda row: (-row[0], row[1], row[2]))
        return Table((self._similar(other, score, shared) for score, _, other, shared in rows[:limit]), title=f"similar to {name}", record=SimilarRecord)

    def _similar(self, node: str, score: float, shared: list[str]) -> SimilarRecord:
        row = self._graph.nodes[node]
        if row["type"] == "Paper":
            evidence = tuple(item for feature in shared for item in self._sentence(node, feature))
        else:
            evidence = self._evidence(row, limit=_SENTENCES)
        labels = tuple(self._label(feature) for feature in shared)
        return SimilarRecord(node, row["type"], row["label"], score, labels, row.get("year", row.get("first_year")), tuple(dict.fromkeys(evidence)))

    def _features(self, node: str) -> dict[str, float]:
        """Return the entities that stand for a node: the log of the number of its papers that have each, times its inverse document frequency."""
        if node not in self._feature_cache:
            papers = (node,) if self._kind[node] == "Paper" else self._in_papers.get(node, ())[:_HUB]
            count = Counter(head for paper in papers for head in self._has[paper])
            del count[node]
            rarity = self._rarity
            self._feature_cache[node] = {head: (1 + math.log(times)) * rarity[head] for head, times in count.items() if head in rarity}
        return self._feature_cache[node]

    @cached_property
    def _feature_cache(self) -> dict[str, dict[str, float]]:
        return {}

    @cached_property
    def _rarity(self) -> dict[str, float]:
        """The inverse document frequency of what 2 to 500 papers name."""
        total = max(1, self._paper_count)
        return {node: math.log(1 + total / self._papers_of(node)) for node in self._in_papers if 1 < self._papers_of(node) <= _HUB}


def _length(features: dict[str, float]) -> float:
    return math.sqrt(math.fsum(worth * worth for worth in features.values()))


def _association(both: int, one: int, other: int, total: int) -> float:
    """Return the normalised pointwise mutual information of two things in `total` papers."""
    if both >= total:
        return 0.0  # in every paper: nothing to be told
    return round(math.log(both * total / (one * other)) / -math.log(both / total), 3)
