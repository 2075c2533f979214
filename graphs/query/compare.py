"""Are these two names one thing? What a graph says about pairs of names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from graphs.attributes import clean_id, from_json_text
from graphs.query.base import Base
from kg.errors import GraphError
from kg.linking.anchors import compatible
from kg.linking.normalise import key
from kg.linking.pairs import Kinship, Label, established, keys, relate, same_reading, spelled_out
from kg.schema import ENTITY_TYPES, ROLE_EDGES

__all__ = ["CompareQueries", "PairRecord"]


@dataclass(frozen=True, slots=True)
class PairRecord:
    """What two names are to each other.

    Attributes
    ----------
    a, b : str
        As asked.
    label : str
        ``same``; ``family``, if one is a version, size or edition of the other, at any distance; ``different``.
    node_a, node_b : str or None
        The nodes that decided; None where the graph has none, or several, of that name.
    reason : str
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("a", "b", "label", "reason")

    a: str
    b: str
    label: Label
    node_a: str | None
    node_b: str | None
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Return a JSON-ready dict."""
        return {"a": self.a, "b": self.b, "label": self.label, "node_a": self.node_a, "node_b": self.node_b, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class _Side:
    """One name of a pair: the nodes that it may mean, and whether the paper's own mention says so."""

    name: str
    nodes: tuple[str, ...]
    mention: bool
    text: str = ""


class CompareQueries(Base):
    """Questions about pairs of names."""

    def compare(self, a: str, b: str, *, type: str | None = None, paper_a: str | None = None, paper_b: str | None = None) -> PairRecord:
        """Return whether two names are one thing.

        Parameters
        ----------
        a, b : str
            Names; the graph need not have them.
        type : str, optional
            Entity type of both.
        paper_a, paper_b : str, optional
            Ids of the papers that name them. The node that a paper's mention was linked to decides; where the paper is not in the graph, or
            the mention was not found in it, the name does, and the long form that the paper spells out.

        Returns
        -------
        PairRecord

        Raises
        ------
        GraphError
            If a name is empty, or `type` is no type of entity.
        """
        for name in (a, b):
            if not name.strip():
                raise GraphError("a name is empty; give two names to compare")
        if type is not None and type not in ENTITY_TYPES:
            raise GraphError(f"unknown type of entity {type!r}. Known: {', '.join(ENTITY_TYPES)}")
        kind = type or ""
        one, other = self._side(a, kind, paper_a), self._side(b, kind, paper_b)
        found = self._kinship(one, other, kind)
        return PairRecord(a, b, found.label, _only(one.nodes), _only(other.nodes), found.reason)

    def _side(self, name: str, type: str, paper: str | None) -> _Side:
        node = clean_id(f"p:{paper}") if paper is not None else None
        if node is None or node not in self._graph:
            return _Side(name, self._named(name, type), False)
        found = self._mentioned(name, type, node)
        if found is not None:
            return _Side(name, (found,), True, self._text(node))
        return _Side(name, self._named(name, type), False, self._text(node))

    def _text(self, paper: str) -> str:
        row = self._graph.nodes[paper]
        return f"{row.get('title', '')}\n{row.get('abstract', '')}"

    def _mentioned(self, name: str, type: str, paper: str) -> str | None:
        """Return the node that a paper's mention of a name was linked to, or None if it has none.

        Of several, one of that type, then the one whose mention is written so, then one that bears the name elsewhere, too.
        """
        wanted = set(keys(name, type))
        best: tuple[tuple[int, ...], str] | None = None
        for head, row in self._out(paper):
            if row["type"] not in ROLE_EDGES:
                continue
            kind = self._type(head)
            shown = {text for item in from_json_text(row.get("evidence")) for text in item.get("mentions", ())}
            label = self._label(head)
            if name in shown or name == label:
                how = 0
            elif any(not wanted.isdisjoint(keys(text, kind)) for text in (*shown, label)):
                how = 1
            elif any(key(text) == key(name) for text in from_json_text(self._graph.nodes[head].get("aliases"))):
                how = 2
            else:
                continue
            rank = ((bool(type) and not compatible(kind, type), how, bool(type) and kind != type), head)
            if best is None or rank < best:
                best = rank
        return best[1] if best is not None else None

    def _named(self, name: str, type: str) -> tuple[str, ...]:
        """Return the nodes of a name: those that have it as their own before those that are also called so, established ones first."""
        if name in self._graph and self._type(name) in ENTITY_TYPES:
            return (name,)
        anchor = established().find(name, type)
        if anchor is not None and anchor.id in self._graph:
            return (anchor.id,)
        for found in keys(name, type):
            for index in self._keyed:
                nodes = index.get(found, ())
                fitting = [node for node in nodes if not type or compatible(self._type(node), type)] or list(nodes)
                if fitting:
                    return tuple(fitting)
        return ()

    @cached_property
    def _keyed(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """The entities by the keys of their labels, and by those of their other names."""
        labels: dict[str, list[str]] = {}
        aliases: dict[str, list[str]] = {}
        for node, row in self._graph.nodes(data=True):
            if row["type"] in ENTITY_TYPES:
                labels.setdefault(key(row["label"]), []).append(node)
                for found in {key(alias) for alias in from_json_text(row.get("aliases"))}:
                    aliases.setdefault(found, []).append(node)
        return labels, aliases

    def _kinship(self, one: _Side, other: _Side, type: str) -> Kinship:
        both = set(one.nodes) & set(other.nodes)
        decided = one.mention and other.mention
        if decided and both:
            return Kinship("same", f"both mentions are linked to {self._shown(both)}")
        if not decided:
            spelled = self._spelled_apart(one, other)
            if spelled is not None:
                return spelled
            if both:
                return Kinship("same", f"both names are those of {self._shown(both)}")
        versions = self._version(one.nodes, other.nodes) or self._version(other.nodes, one.nodes)
        if versions is not None:
            return versions
        found = relate(one.name, other.name, type)
        if found.label == "same" and decided:
            return Kinship("different", f"the mentions are linked to {self._shown(one.nodes)} and {self._shown(other.nodes)}")
        return found

    def _spelled_apart(self, one: _Side, other: _Side) -> Kinship | None:
        """Return that two papers spell one acronym out as two things, if they do and a mention of it was missed."""
        if key(one.name) != key(other.name) or not (one.text and other.text):
            return None
        first, second = spelled_out(one.name, one.text), spelled_out(other.name, other.text)
        if same_reading(first, second):
            return None
        return Kinship("different", f"one paper spells it out as “{first}”, the other as “{second}”")

    def _version(self, nodes: Iterable[str], families: Iterable[str]) -> Kinship | None:
        """Return that one of the nodes is a version of one of the families, at any distance."""
        wanted = set(families)
        for node in nodes:
            seen = {node}
            stack = [node]
            while stack:
                for above in self._heads(stack.pop(), ("VERSION_OF",)):
                    if above in wanted:
                        return Kinship("family", f"{self._label(node)} is a version of {self._label(above)} in the graph")
                    if above not in seen:
                        seen.add(above)
                        stack.append(above)
        return None

    def _shown(self, nodes: Iterable[str]) -> str:
        return ", ".join(f"{self._label(node)} ({node})" for node in sorted(nodes))


def _only(nodes: tuple[str, ...]) -> str | None:
    return nodes[0] if len(nodes) == 1 else None
