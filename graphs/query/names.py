"""Names to nodes: exact after folding, or fuzzy and ranked."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from heapq import nsmallest

import networkx as nx
from rapidfuzz import fuzz

from graphs.attributes import from_json_text
from graphs.query.records import Match
from kg.text import fold

__all__ = ["NameIndex"]

_WHOLE = 60.0  # below this, two names only share letters
_SHORTLIST = 400  # names with the most trigrams in common, which are compared letter by letter


@dataclass(frozen=True, slots=True)
class _Name:
    node: str
    text: str
    is_label: bool


class NameIndex:
    """All names of the nodes of a graph: labels and aliases of entities, titles and ids of papers.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
    """

    def __init__(self, graph: nx.MultiDiGraph[str]) -> None:
        self._graph = graph
        self._names: list[_Name] = []
        self._keys: list[str] = []
        self._by_key: dict[str, list[int]] = {}
        for node, row in graph.nodes(data=True):
            if row["type"] == "Result":
                continue
            self._add(_Name(node, row["label"], True))
            if row["type"] == "Paper":
                self._add(_Name(node, node.partition(":")[2], False))
            for alias in from_json_text(row.get("aliases")):
                self._add(_Name(node, alias, False))

    def _add(self, name: _Name) -> None:
        key = fold(name.text)
        if key:
            self._by_key.setdefault(key, []).append(len(self._names))
            self._names.append(name)
            self._keys.append(key)

    def exact(self, text: str, types: Collection[str] | None = None) -> list[str]:
        """Return the nodes of this name, folded; those whose label it is, if there are any, before those that have it as an alias.

        Parameters
        ----------
        text : str
            A name, or the id of a node.
        types : collection of str, optional
            Only nodes of these types.
        """
        if text in self._graph and self._fits(text, types):
            return [text]
        names = self._of_key(text, types)
        for narrower in (
            [name for name in names if name.is_label and name.text == text],
            [name for name in names if name.is_label],
            [name for name in names if name.text == text],
            names,
        ):
            if narrower:
                return sorted({name.node for name in narrower})
        return []

    def all_exact(self, text: str, types: Collection[str] | None = None) -> list[str]:
        """Return all nodes that have this name, folded, as label or alias, sorted."""
        return [text] if text in self._graph and self._fits(text, types) else sorted({name.node for name in self._of_key(text, types)})

    def _of_key(self, text: str, types: Collection[str] | None) -> list[_Name]:
        names = [self._names[place] for place in self._by_key.get(fold(text), ())]
        return [name for name in names if self._fits(name.node, types)]

    def like(self, text: str, *, types: Collection[str] | None = None, limit: int = 10) -> list[Match]:
        """Return the nodes whose names are most like `text`, best first, then by number of papers, label and id."""
        key = fold(text)
        if not key or limit < 1:
            return []
        scores: dict[int, float] = {}
        for place in self._shortlist(key, types):
            score = fuzz.ratio(key, self._keys[place], score_cutoff=_WHOLE)
            if score:
                scores[place] = score / 100
        for place in self._containing(key):
            name = self._keys[place]
            part = 0.6 + 0.35 * len(key) / len(name) + (0.04 if name.startswith(key) else 0.0)
            scores[place] = max(scores.get(place, 0.0), min(part, 0.99)) if name != key else 1.0
        best: dict[str, tuple[float, int]] = {}
        for place, score in scores.items():
            node = self._names[place].node
            if self._fits(node, types) and (node not in best or (-score, place) < (-best[node][0], best[node][1])):
                best[node] = (score, place)
        matches = [self._match(node, score, self._names[place].text) for node, (score, place) in best.items()]
        return sorted(matches, key=lambda match: (-match.score, -match.papers, match.label, match.id))[:limit]

    @cached_property
    def _postings(self) -> dict[str, array[int]]:
        """For each trigram, the places of the names that have it, rising (Zobel and Dart 1995, https://doi.org/10.1002/spe.4380250307)."""
        found: dict[str, array[int]] = {}
        for place, key in enumerate(self._keys):
            for gram in _trigrams(key):
                found.setdefault(gram, array("I")).append(place)
        return found

    def _shortlist(self, key: str, types: Collection[str] | None) -> list[int]:
        """Return the places of the names with the greatest share of trigrams in common with a key."""
        grams = _trigrams(key)
        shared: Counter[int] = Counter()
        for gram in grams:
            shared.update(self._postings.get(gram, ()))
        least = max(1, len(grams) // 4)
        share = [
            (-2 * count / (len(grams) + len(self._keys[place]) + 2), place)
            for place, count in shared.items()
            if count >= least and (types is None or self._fits(self._names[place].node, types))
        ]
        return [place for _, place in nsmallest(_SHORTLIST, share)]

    def _containing(self, key: str) -> Iterable[int]:
        """Return the places of the names that hold a key of three letters or more."""
        inner = [key[place : place + 3] for place in range(len(key) - 2)]
        if not inner:
            return []
        rarest = min((self._postings.get(gram, ()) for gram in inner), key=len)
        return [place for place in rarest if key in self._keys[place]]

    def _match(self, node: str, score: float, text: str) -> Match:
        row = self._graph.nodes[node]
        return Match(node, row["type"], row["label"], round(score, 3), text, int(row.get("papers", 1)))

    def _fits(self, node: str, types: Iterable[str] | None) -> bool:
        return types is None or self._graph.nodes[node]["type"] in types


def _trigrams(key: str) -> set[str]:
    """Return the runs of three letters of a key, with two marks before it and one after."""
    padded = f"\x02\x02{key}\x03"
    return {padded[place : place + 3] for place in range(len(padded) - 2)}
