"""Questions that papers answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphs.query.base import ROLE_EDGES, Base
from graphs.query.records import EvidenceRecord, PaperRecord
from graphs.query.table import Table
from kg.schema import ROLES

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
        year: int | tuple[int | None, int | None] | None = None,
        venue: str | None = None,
        text: str | None = None,
        versions: bool = True,
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
        year : int or (int or None, int or None), optional
            The year, or the first and last of a range; None leaves a side open.
        venue : str, optional
            A part of the venue's name, in any case.
        text : str, optional
            Words that all stand in the title or abstract, in any case.
        versions : bool
            What holds for a version (Llama 3.1) holds for its family (Llama).

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
        for name in _listed(mentions):
            wanted.append((frozenset(ROLE_EDGES), self._family(self._need(name), versions)))

        found: dict[str, list[EvidenceRecord]] | None = None
        for kinds, family in wanted:
            matching = self._papers_with(kinds, family)
            found = matching if found is None else {node: found[node] + matching[node] for node in found if node in matching}
        if found is None:
            found = {node: [] for node, row in self._graph.nodes(data=True) if row["type"] == "Paper"}
        words = text.casefold().split() if text else []
        rows = [
            self._paper_record(node, tuple(evidence))
            for node, evidence in found.items()
            if _holds(self._graph.nodes[node], year=year, venue=venue, words=words)
        ]
        rows.sort(key=lambda row: (-(row.year or 0), row.label, row.id))
        return Table(rows, title=f"{len(rows)} papers" if len(rows) != 1 else "1 paper", record=PaperRecord)

    def _papers_with(self, kinds: frozenset[str], family: set[str]) -> dict[str, list[EvidenceRecord]]:
        """Return the papers with an edge of the kinds into the family, each with its best sentence."""
        found: dict[str, list[EvidenceRecord]] = {}
        for node in sorted(family):
            for tail, row in self._in(node):
                if row["type"] in kinds and tail not in found:
                    found[tail] = list(self._evidence(row, limit=1))
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


def _holds(row: dict[str, Any], *, year: int | tuple[int | None, int | None] | None, venue: str | None, words: list[str]) -> bool:
    if year is not None:
        first, last = (year, year) if isinstance(year, int) else year
        known = row.get("year")
        if known is None or (first is not None and known < first) or (last is not None and known > last):
            return False
    if venue is not None and venue.casefold() not in row.get("venue", "").casefold():
        return False
    if words:
        text = f"{row.get('title', '')}\n{row.get('abstract', '')}".casefold()
        return all(word in text for word in words)
    return True
