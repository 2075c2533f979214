"""What nobody has tried together, though those that are alike have."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from graphs.query.base import Base
from graphs.query.records import EvidenceRecord
from graphs.query.table import Table
from kg.errors import GraphError

if TYPE_CHECKING:
    from graphs.query.suggestions import Matrix, Observed

__all__ = ["GapQueries", "GapRecord"]

_LEAST = 3  # papers that a method and a dataset must stand in, to be asked about at all
_MOST = 3000  # methods that are compared with each other, those of the most papers first
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class GapRecord:
    """A method and a dataset that no paper has together, though papers have methods like it on the dataset.

    Attributes
    ----------
    method, method_id, dataset, dataset_id : str
    score : float
        0 to 1, 1 for the pair that is suggested most: how alike the methods are that the dataset is used with, and how many.
    why : str
        The reason in words.
    neighbours : tuple of str
        Labels of the methods most like it that papers evaluate on the dataset, at most 3.
    shared : tuple of str
        Labels of what it shares with the first of them, the weightiest first, at most 3.
    task : str
        Label of a task that papers with the method and papers with the dataset both address, or empty.
    method_papers, dataset_papers : int
        The number of papers that have each, other than in passing.
    evidence : tuple of EvidenceRecord
        Sentences that show the neighbours' papers to use the dataset.
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("method", "dataset", "score", "task", "why")

    method: str
    dataset: str
    score: float
    why: str
    neighbours: tuple[str, ...]
    shared: tuple[str, ...]
    task: str
    method_papers: int
    dataset_papers: int
    method_id: str
    dataset_id: str
    evidence: tuple[EvidenceRecord, ...] = ()


class GapQueries(Base):
    """Pairs that nobody reported."""

    def gaps(
        self,
        *,
        methods: int | str | Sequence[str] | None = None,
        datasets: int | str | Sequence[str] | None = None,
        task: str | None = None,
        limit: int | None = 20,
    ) -> Table[GapRecord]:
        """Return pairs of a method and a dataset that no paper has together, though methods like it are evaluated on it.

        Methods are alike when they are evaluated on the same datasets, and when the same tasks, metrics, methods and models stand beside them; the
        100 most like a method suggest datasets for it. ``benchmarks/gaps.py`` measures how well that finds pairs that were hidden.

        Parameters
        ----------
        methods, datasets : int, str or sequence of str, optional
            Only these: names or ids; or the so many that most papers have. By default all that at least 3 papers have (if there are none, all).
        task : str, optional
            Only methods and datasets that papers on this task have; name or id.
        limit : int, optional
            The most rows to return.

        Returns
        -------
        Table of GapRecord
            The most strongly suggested first, then by labels and ids.

        Raises
        ------
        NotFoundError, AmbiguousError
            If a name fits no node, or several.
        GraphError
            If a number is below 1.
        """
        wanted = self._need(task, ("Task",)) if task is not None else None
        seen, used, alike, score = self._gap_model
        rows, columns = self._asked(methods, "Method", seen.methods), self._asked(datasets, "Dataset", seen.datasets)
        if wanted is not None:
            rows, columns = (
                [place for place in places if wanted in self._tasks_of(nodes[place])] for places, nodes in ((rows, seen.methods), (columns, seen.datasets))
            )
        best = float(score.max()) if score.size else 0.0
        found = [(-float(score[row, column]), row, column) for row in rows for column in columns if score[row, column] > 0 and not used[row, column]]
        found.sort(key=lambda gap: (gap[0], self._label(seen.methods[gap[1]]), self._label(seen.datasets[gap[2]]), gap[1], gap[2]))
        records = [self._gap(seen, used, alike, row, column, -value / best, wanted) for value, row, column in found[:limit]]
        return Table(records, title="never together", record=GapRecord)

    def _asked(self, given: int | str | Sequence[str] | None, kind: str, nodes: tuple[str, ...]) -> list[int]:
        """Return the places of what was asked for among the nodes of the model."""
        place = {node: at for at, node in enumerate(nodes)}
        if given is None:
            return list(range(len(nodes)))
        if isinstance(given, int):
            if given < 1:
                raise GraphError(f"{given} is no number of nodes to compare; give 1 or more")
            return [place[node] for node in sorted(nodes, key=lambda node: (-len(self._in_papers[node]), node))[:given]]
        names = (given,) if isinstance(given, str) else given
        return [place[node] for name in names if (node := self._need(name, (kind,))) in place]

    def observed(self, least: int = _LEAST, *, without: Set[tuple[str, str]] = frozenset()) -> Observed:
        """Return which methods stand with which datasets in the papers of the graph.

        Parameters
        ----------
        least : int
            Leave out methods and datasets that fewer papers have, and features that fewer than 2 have.
        without : set of (str, str), optional
            Methods and datasets (ids) whose common papers are not counted for the method.
        """
        count = {node: len(papers) for node, papers in self._in_papers.items()}
        methods = sorted((node for node in self._by_type.get("Method", ()) if count.get(node, 0) >= least), key=lambda node: (-count[node], node))[:_MOST]
        datasets = sorted(node for node in self._by_type.get("Dataset", ()) if count.get(node, 0) >= least)
        features = sorted(node for kind in ("Task", "Metric", "Method", "Model") for node in self._by_type.get(kind, ()) if count.get(node, 0) >= min(2, least))
        row, column, feature = ({node: place for place, node in enumerate(nodes)} for nodes in (sorted(methods), datasets, features))
        pairs: dict[tuple[int, int], set[str]] = {}
        beside: dict[int, Counter[int]] = {}
        for paper, heads in self._has.items():
            on = [column[head] for head in heads if head in column]
            near = [feature[head] for head in heads if head in feature]
            for head in heads:
                if head in row and not any((head, datasets[place]) in without for place in on):
                    beside.setdefault(row[head], Counter()).update(place for place in near if features[place] != head)
                    for place in on:
                        pairs.setdefault((row[head], place), set()).add(paper)
        from graphs.query.suggestions import Observed

        return Observed(tuple(row), tuple(datasets), tuple(features), pairs, beside)

    @cached_property
    def _gap_model(self) -> tuple[Observed, Matrix, Matrix, Matrix]:
        from graphs.query.suggestions import likeness, suggested

        seen = self.observed()
        if not seen.methods or not seen.datasets:
            seen = self.observed(1)
        used = seen.used()
        alike = likeness(used, seen.context())
        return seen, used, alike, suggested(used, alike)

    def _gap(self, seen: Observed, used: Matrix, alike: Matrix, row: int, column: int, score: float, task: str | None) -> GapRecord:
        method, dataset = seen.methods[row], seen.datasets[column]
        near = [place for place in range(len(seen.methods)) if used[place, column] and alike[row, place] > 0]
        neighbours = [seen.methods[place] for place in sorted(near, key=lambda place: (-float(alike[row, place]), place))[:_SHOWN]]
        mine, theirs = self._around_papers(method), self._around_papers(neighbours[0])
        shared = sorted(
            mine.keys() & theirs.keys(), key=lambda node: (-min(mine[node], theirs[node]) * math.log1p(self._paper_count / len(self._in_papers[node])), node)
        )[:_SHOWN]
        tasks = self._tasks_of(method) & self._tasks_of(dataset)
        common = task or min(tasks, key=lambda node: (-len(self._in_papers[node]), node), default=None)
        papers = [paper for other in neighbours for paper in self._in_papers[dataset] if other in self._has[paper]]
        evidence = [item for paper in dict.fromkeys(papers) for item in self._sentence(paper, dataset)][:_SHOWN]
        names, things = [self._label(node) for node in neighbours], tuple(self._label(node) for node in shared)
        why = f"{_listed(names)} {'is' if len(names) == 1 else 'are'} evaluated on {self._label(dataset)}"
        if things:
            why += f"; {self._label(method)} shares {_listed(things)} with {names[0]}"
        return GapRecord(
            method=self._label(method),
            dataset=self._label(dataset),
            score=round(score, 3),
            why=why,
            neighbours=tuple(names),
            shared=things,
            task=self._label(common) if common else "",
            method_papers=len(self._in_papers[method]),
            dataset_papers=len(self._in_papers[dataset]),
            method_id=method,
            dataset_id=dataset,
            evidence=tuple(evidence),
        )

    def _around_papers(self, node: str) -> Counter[str]:
        """Return how many of a node's papers have each other thing."""
        count = Counter(head for paper in self._in_papers[node] for head in self._has[paper])
        del count[node]
        return count

    def _tasks_of(self, node: str) -> set[str]:
        return {head for paper in self._in_papers[node] for head in self._has[paper] if self._kind[head] == "Task"}


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
