"""Questions that methods, models, datasets, metrics and tasks answer."""

from __future__ import annotations

import math
from collections import Counter

from graphs.query.base import ROLE_EDGES, Base
from graphs.query.records import ComparisonRecord, CooccurrenceRecord, EntityRecord, EvidenceRecord, SimilarRecord
from graphs.query.table import Table
from kg.errors import GraphError
from kg.schema import ENTITY_TYPES

__all__ = ["EntityQueries"]

_EVIDENCE = 5
_CENTRAL = tuple(edge for edge, role in ROLE_EDGES.items() if role != "mentions")
_HUB = 500  # what more papers name tells nothing about what is alike, and would make everything a candidate
_CANDIDATES = 200


class EntityQueries(Base):
    """Entities by the papers that they stand in."""

    def methods(
        self, *, task: str | None = None, dataset: str | None = None, metric: str | None = None, versions: bool = True, limit: int | None = None
    ) -> Table[EntityRecord]:
        """Return the methods of the papers that address a task, evaluate on a dataset and report a metric.

        Parameters
        ----------
        task, dataset, metric : str, optional
            Names or ids; the papers for which all given ones hold count. Without any: all papers.
        versions : bool
            A version of the dataset stands for the dataset.
        limit : int, optional
            The most rows to return.

        Returns
        -------
        Table of EntityRecord
            Those that most of these papers propose, use or compare with first; then by number of papers, label and id. What
            papers only mention does not count.

        Raises
        ------
        NotFoundError, AmbiguousError
            If a name fits no node, or several.
        """
        return self.entities("Method", task=task, dataset=dataset, metric=metric, versions=versions, limit=limit)

    def models(
        self, *, task: str | None = None, dataset: str | None = None, metric: str | None = None, versions: bool = True, limit: int | None = None
    ) -> Table[EntityRecord]:
        """Return the models of the papers that address a task, evaluate on a dataset and report a metric; see `methods`."""
        return self.entities("Model", task=task, dataset=dataset, metric=metric, versions=versions, limit=limit)

    def datasets(
        self, *, task: str | None = None, method: str | None = None, metric: str | None = None, versions: bool = True, limit: int | None = None
    ) -> Table[EntityRecord]:
        """Return the datasets of the papers that address a task, have a method (or model) and report a metric; see `methods`."""
        return self.entities("Dataset", task=task, method=method, metric=metric, versions=versions, limit=limit)

    def metrics(
        self, *, dataset: str | None = None, task: str | None = None, method: str | None = None, versions: bool = True, limit: int | None = None
    ) -> Table[EntityRecord]:
        """Return the metrics of the papers that evaluate on a dataset, address a task and have a method (or model); see `methods`."""
        return self.entities("Metric", dataset=dataset, task=task, method=method, versions=versions, limit=limit)

    def tasks(
        self, *, dataset: str | None = None, method: str | None = None, metric: str | None = None, versions: bool = True, limit: int | None = None
    ) -> Table[EntityRecord]:
        """Return the tasks of the papers that evaluate on a dataset, have a method (or model) and report a metric; see `methods`."""
        return self.entities("Task", dataset=dataset, method=method, metric=metric, versions=versions, limit=limit)

    def entities(
        self,
        kind: str,
        *,
        task: str | None = None,
        dataset: str | None = None,
        metric: str | None = None,
        method: str | None = None,
        versions: bool = True,
        limit: int | None = None,
    ) -> Table[EntityRecord]:
        """Return the entities of a type in the papers that fulfil all conditions; see `methods`.

        Raises
        ------
        GraphError
            If `kind` is no type of entity.
        NotFoundError, AmbiguousError
            If a name fits no node, or several.
        """
        if kind not in ENTITY_TYPES:
            raise GraphError(f"unknown type of entity {kind!r}. Known: {', '.join(ENTITY_TYPES)}")
        conditions = {"task": task, "dataset": dataset, "metric": metric, "method": method}
        types = {"task": ("Task",), "dataset": ("Dataset",), "metric": ("Metric",), "method": ("Method", "Model")}
        papers: set[str] | None = None
        asked: set[str] = set()
        for field, name in conditions.items():
            if name is None:
                continue
            family = self._family(self._need(name, types[field]), versions)
            asked |= family
            matching = {tail for node in family for tail in self._tails(node, _CENTRAL)}
            papers = matching if papers is None else papers & matching
        found: dict[str, list[EvidenceRecord]] = {}
        count: Counter[str] = Counter()
        if papers is None:
            for node, row in self._graph.nodes(data=True):
                if row["type"] == kind:
                    count[node] = row.get("papers", 0)
        else:
            for paper in sorted(papers):
                for head, row in self._out(paper):
                    if row["type"] in _CENTRAL and head not in asked and self._type(head) == kind:
                        count[head] += 1
                        if count[head] <= _EVIDENCE:
                            found.setdefault(head, []).extend(self._evidence(row, limit=1))
        order = sorted(count, key=lambda node: (-count[node], -self._papers_of(node), self._label(node), node))[:limit]
        rows = [self._entity(node, count[node], tuple(found.get(node, ())) or self._evidence(self._graph.nodes[node], limit=_EVIDENCE)) for node in order]
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
        return Table(rows[:limit], title=f"in the same papers as {name}", record=CooccurrenceRecord)

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
        for feature, worth in sorted(own.items()):
            for paper in self._tails(feature, _CENTRAL):
                others = (paper,) if kind == "Paper" else {head for head in self._heads(paper, _CENTRAL) if self._type(head) == kind}
                for other in others:
                    weight[other] = weight.get(other, 0.0) + worth
        weight.pop(node, None)
        rows = []
        for other in sorted(weight, key=lambda other: (-weight[other], other))[:_CANDIDATES]:
            features = self._features(other)
            shared = sorted(own.keys() & features.keys(), key=lambda feature: (-own[feature] * features[feature], feature))
            if shared:
                score = math.fsum(own[f] * features[f] for f in shared) / (_length(own) * _length(features))
                row = self._graph.nodes[other]
                labels = tuple(self._label(feature) for feature in shared[:5])
                rows.append(SimilarRecord(other, kind, row["label"], round(score, 3), labels, row.get("year", row.get("first_year"))))
        rows.sort(key=lambda row: (-row.score, row.label, row.id))
        return Table(rows[:limit], title=f"similar to {name}", record=SimilarRecord)

    def _features(self, node: str) -> dict[str, float]:
        """Return the entities that stand for a node: the log of the number of its papers that have each, times its inverse document frequency."""
        papers = [node] if self._type(node) == "Paper" else sorted(set(self._tails(node, _CENTRAL)))[:_HUB]
        total = max(1, self._paper_count)
        count = Counter(head for paper in papers for head in self._heads(paper, _CENTRAL) if head != node)
        return {head: (1 + math.log(times)) * math.log(1 + total / self._papers_of(head)) for head, times in count.items() if 1 < self._papers_of(head) <= _HUB}


def _length(features: dict[str, float]) -> float:
    return math.sqrt(math.fsum(worth * worth for worth in features.values()))


def _association(both: int, one: int, other: int, total: int) -> float:
    """Return the normalised pointwise mutual information of two things in `total` papers."""
    if both >= total:
        return 0.0  # in every paper: nothing to be told
    return round(math.log(both * total / (one * other)) / -math.log(both / total), 3)
