"""Questions that papers answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphs.query.base import CENTRAL, Base, Years
from graphs.query.records import EvidenceRecord, PaperRecord
from graphs.query.table import Table
from kg.schema import ROLE_EDGES, ROLES

__all__ = ["PaperQueries"]


class PaperQueries(Base):
    """Papers by what they propose, use, measure and say."""

    def papers(
        self,
        *,
        proposes: str | Sequence[str] | None = None,
        evaluates_on: str | Sequence[str] | None = None,
        reports: str | Sequence[str] | None = None,
        metric: str | Sequence[str] | None = None,
        compares_with: str | Sequence[str] | None = None,
        uses: str | Sequence[str] | None = None,
        addresses: str | Sequence[str] | None = None,
        mentions: str | Sequence[str] | None = None,
        method: str | Sequence[str] | None = None,
        task: str | Sequence[str] | None = None,
        year: Years = None,
        venue: str | None = None,
        area: str | None = None,
        text: str | None = None,
        min_score: float = 0.0,
        versions: bool = True,
        limit: int | None = None,
    ) -> Table[PaperRecord]:
        """Return the papers for which all conditions hold, newest first, then by label and id.

        Parameters
        ----------
        proposes, evaluates_on, reports, compares_with, uses, addresses : str or sequence of str, optional
            Names or ids of what the paper has in that role; of several, all.
        metric : str or sequence of str, optional
            Another name for `reports`.
        mentions : str or sequence of str, optional
            Names or ids of what the paper names in any role.
        method : str or sequence of str, optional
            Names or ids of methods or models that the paper proposes, uses or compares with.
        task : str or sequence of str, optional
            Names or ids of tasks that the paper addresses or proposes.
        year : int or (int or None, int or None), optional
            The year, or the first and last of a range; None leaves a side open.
        venue, area : str, optional
            A part of the name of the venue or of the research area, in any case.
        text : str, optional
            Words that all stand in the title or abstract, in any case.
        min_score : float
            0 to 1: only what was read with this certainty counts (`score` of the edge).
        versions : bool
            What holds for a version (Llama 3.1) holds for its family (Llama).
        limit : int, optional
            The most rows to return.

        Raises
        ------
        NotFoundError, AmbiguousError
            If a name fits no node, or several.
        """
        wanted: list[tuple[frozenset[str], set[str]]] = []
        given = {
            "proposes": proposes,
            "evaluates_on": evaluates_on,
            "reports": reports,
            "compares_with": compares_with,
            "uses": uses,
            "addresses": addresses,
        }
        for role, names in given.items():
            for name in _listed(names):
                wanted.append((frozenset((ROLES[role].edge,)), self._family(self._need(name, ROLES[role].types), versions)))
        for name in _listed(metric):
            wanted.append((frozenset((ROLES["reports"].edge,)), self._family(self._need(name, ROLES["reports"].types), versions)))
        for name in _listed(method):
            wanted.append((frozenset(CENTRAL), self._family(self._need(name, ("Method", "Model")), versions)))
        for name in _listed(task):
            wanted.append((frozenset(CENTRAL), self._family(self._need(name, ("Task",)), versions)))
        for name in _listed(mentions):
            wanted.append((frozenset(ROLE_EDGES), self._family(self._need(name), versions)))

        found: dict[str, list[dict[str, Any]]] | None = None
        for kinds, family in wanted:
            matching = self._papers_with(kinds, family, min_score)
            found = matching if found is None else {node: found[node] + matching[node] for node in found if node in matching}
        if found is None:
            found = {node: [] for node in self._by_type.get("Paper", ())}
        words = text.casefold().split() if text else []
        nodes = [node for node in found if self._paper_holds(node, year=year, venue=venue, area=area, words=words)]
        nodes.sort(key=lambda node: (-(self._graph.nodes[node].get("year") or 0), self._label(node), node))
        rows = [self._paper_record(node, tuple(item for row in found[node] for item in self._evidence(row, limit=1))) for node in nodes[:limit]]
        return Table(rows, title=f"{len(nodes)} papers" if len(nodes) != 1 else "1 paper", record=PaperRecord)

    def _papers_with(self, kinds: frozenset[str], family: set[str], min_score: float) -> dict[str, list[dict[str, Any]]]:
        """Return the papers with an edge of the kinds into the family, each with that edge."""
        found: dict[str, list[dict[str, Any]]] = {}
        for node in sorted(family):
            for tail, row in self._in(node):
                if row["type"] in kinds and tail not in found and row.get("score", 1.0) >= min_score:
                    found[tail] = [row]
        return found

    def _paper_record(self, node: str, evidence: tuple[EvidenceRecord, ...] = ()) -> PaperRecord:
        row = self._graph.nodes[node]
        heads = self._heads(node, (ROLES["proposes"].edge,))
        # What is a part of something else that the paper proposes comes after it.
        wholes_first = sorted(heads, key=lambda head: any(other in heads for other in self._heads(head, ("PART_OF",))))
        proposes = tuple(self._label(head) for head in wholes_first)
        return PaperRecord(
            node, row["label"], row.get("year"), row.get("venue", ""), row.get("url", ""), row.get("code_url", ""), proposes, tuple(dict.fromkeys(evidence))
        )


def _listed(names: str | Sequence[str] | None) -> Sequence[str]:
    return () if names is None else (names,) if isinstance(names, str) else names
