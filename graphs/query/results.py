"""Questions that results answer: leaderboards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from graphs.query.base import Base, Years
from graphs.query.direction import better, number
from graphs.query.records import ResultRecord
from graphs.query.table import Table
from kg.errors import GraphError
from kg.schema import RESULT_KINDS, RESULT_LINKS

__all__ = ["ResultQueries", "result_group"]

_FIELD = {row.name: name for name, row in RESULT_LINKS.items()}
_KINDS = [*RESULT_KINDS, ""]


class ResultQueries(Base):
    """Results, ranked like with like."""

    def leaderboard(
        self,
        dataset: str | None = None,
        *,
        metric: str | None = None,
        task: str | None = None,
        method: str | None = None,
        kind: str | None = None,
        year: Years = None,
        venue: str | None = None,
        min_score: float = 0.0,
        versions: bool = True,
        limit: int | None = None,
    ) -> Table[ResultRecord]:
        """Return the results on a dataset or for a task, best first within each group of like results.

        Results are of one group when they have the same dataset (without one: the same task), metric, kind (a score reached, a change, a
        factor) and unit: percent and points, changes and scores stay apart. Groups follow each other by size, claims without a number come last. Within a group
        the order is the metric's: `kg.lexicons` and the words of its name say whether higher or lower is better. There is no rank where they do not say,
        nor where the text names no dataset: such numbers may come from different data.

        Parameters
        ----------
        dataset, metric, task, method : str, optional
            Names or ids; all must hold. Without any: all results.
        kind : str, optional
            ``"absolute"``, ``"delta"`` or ``"factor"``.
        year : int or (int or None, int or None), optional
            The year of the paper, or the first and last of a range; None leaves a side open.
        venue : str, optional
            A part of the name of the paper's venue, in any case.
        min_score : float
            0 to 1: only results that were read with this certainty.
        versions : bool
            Take the results on versions of the dataset (and of versions of the method) too; they form groups of their own.
        limit : int, optional
            The most rows to return.

        Raises
        ------
        NotFoundError, AmbiguousError
            If a name fits no node, or several.
        GraphError
            If `kind` is no kind of result.
        """
        if kind is not None and kind not in RESULT_KINDS:
            raise GraphError(f"unknown kind of result {kind!r}. Known: {', '.join(RESULT_KINDS)}")
        given = {"dataset": dataset, "metric": metric, "task": task, "method": method}
        found: set[str] | None = None
        for field, name in given.items():
            if name is None:
                continue
            row = RESULT_LINKS[field]
            family = self._family(self._need(name, row.heads), versions and field != "metric")
            matching = {tail for node in family for tail in self._tails(node, (row.name,))}
            found = matching if found is None else found & matching
        if found is None:
            found = set(self._by_type.get("Result", ()))
        rows = [self._result(node) for node in found if self._graph.nodes[node].get("score", 1.0) >= min_score]
        rows = [
            row
            for row in rows
            if kind in (None, row.kind) and ((year is None and venue is None) or (row.paper != "" and self._paper_holds(row.paper, year=year, venue=venue)))
        ]
        size = Counter(result_group(row) for row in rows)
        rows.sort(key=lambda row: (row.number is None, -size[result_group(row)], result_group(row), _worth(row), row.method, row.paper, row.id))
        asked = ", ".join(name for name in given.values() if name is not None)
        return Table(_ranked(rows)[:limit], title=f"results: {asked}" if asked else "results", record=ResultRecord)

    def _result(self, node: str) -> ResultRecord:
        row = self._graph.nodes[node]
        linked = {_FIELD[edge["type"]]: self._label(head) for head, edge in self._out(node) if edge["type"] in _FIELD}
        paper = next((tail for tail, edge in self._in(node) if edge["type"] == "HAS_RESULT"), "")
        paper_row = self._graph.nodes[paper] if paper else {}
        value, direction, metric = row.get("value", ""), row.get("direction", ""), linked.get("metric", "")
        amount = number(value)
        if amount is not None and direction == "down" and row.get("kind") == "delta":
            amount = -abs(amount)
        return ResultRecord(
            rank=None,
            method=linked.get("method", ""),
            shown=_shown(row),
            metric=metric,
            better=better(metric) if metric else "",
            dataset=linked.get("dataset", ""),
            task=linked.get("task", ""),
            versus=linked.get("versus", ""),
            value=value,
            unit=row.get("unit", ""),
            kind=row.get("kind", ""),
            direction=direction,
            baseline=row.get("baseline", ""),
            number=amount,
            sota=row.get("sota", False),
            year=paper_row.get("year"),
            paper=paper,
            paper_label=paper_row.get("label", ""),
            id=node,
            text=row.get("text", ""),
            evidence=self._evidence(row),
        )


def _shown(row: dict[str, Any]) -> str:
    if "value" not in row:
        return "state of the art" if row.get("sota") else ""
    sign = {"up": "+", "down": "−"}.get(row.get("direction", ""), "") if row.get("kind") == "delta" else ""
    unit = row.get("unit", "")
    return f"{sign}{row['value']}" + ("×" if unit in ("x", "×") else f" {unit}" if unit else "")


def result_group(row: ResultRecord) -> tuple[str, str, str, int, str]:
    """Return what results share that may be ranked against each other."""
    kind = _KINDS.index(row.kind) if row.kind in _KINDS else len(_KINDS)
    return (row.dataset, "" if row.dataset else row.task, row.metric, kind, row.unit)


def _worth(row: ResultRecord) -> float:
    """Return a number that sorts the better result first."""
    if row.number is None:
        return 0.0
    if row.kind == "factor":  # three times lower is better than twice, where lower is better
        wrong = row.direction and row.better and (row.direction == "up") != (row.better == "higher")
        return row.number if wrong else -row.number
    return row.number if row.better == "lower" else -row.number


def _ranked(rows: list[ResultRecord]) -> list[ResultRecord]:
    ranked: list[ResultRecord] = []
    group, place, rank = None, 0, 0
    for row in rows:
        if result_group(row) != group:
            group, place, rank = result_group(row), 0, 0
        place += 1
        if row.number is None or not row.better or not row.dataset:
            ranked.append(row)
            continue
        if place == 1 or _worth(row) != _worth(rows[len(ranked) - 1]):
            rank = place
        ranked.append(replace(row, rank=rank))
    return ranked
