"""`GraphDifference`: what a comparison found, and its account in words."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

__all__ = ["GraphDifference"]

_WIDTH = 100
_LIMIT = 20
_LONGEST = 50  # characters of a label in an edge


@dataclass(frozen=True)
class GraphDifference:
    """What is different between an old and a new graph; false where nothing is.

    All lists are sorted by id. A node is given as ``{"id", "type", "label"}``.

    Attributes
    ----------
    papers_added, papers_removed : list of dict
        Papers.
    papers_changed : list of dict
        With ``changed``, the names of the attributes.
    merged : list of dict
        ``{"into": node, "from": [nodes], "papers": number of papers whose mention moved}``: nodes of the old graph that are one in the new.
    came_apart : list of dict
        ``{"from": node, "into": [nodes], "papers"}``: a node of the old graph whose mentions are several nodes in the new.
    became : list of dict
        ``{"from": node, "into": node, "papers"}``: a thing that has another id now.
    moved : list of dict
        ``{"from": node, "into": node, "papers": [ids]}``: mentions that went from one node to another, both of which are in both graphs.
    nodes_added, nodes_removed : list of dict
        Things, but for those above.
    nodes_changed : list of dict
        With ``changed``: attribute to ``[old, new]``; for long ones (evidence and the like) the names only, in ``also``.
    results_added, results_removed : list of dict
        ``{"paper", "label", "text"}``, whatever their number in the paper.
    edges_added, edges_removed : list of dict
        ``{"source", "type", "target"}`` with the labels of the nodes as ``source_label`` and ``target_label``.
    edges_changed : list of dict
        With ``changed``, the names of the attributes.
    """

    papers_added: list[dict[str, Any]] = field(default_factory=list)
    papers_removed: list[dict[str, Any]] = field(default_factory=list)
    papers_changed: list[dict[str, Any]] = field(default_factory=list)
    merged: list[dict[str, Any]] = field(default_factory=list)
    came_apart: list[dict[str, Any]] = field(default_factory=list)
    became: list[dict[str, Any]] = field(default_factory=list)
    moved: list[dict[str, Any]] = field(default_factory=list)
    nodes_added: list[dict[str, Any]] = field(default_factory=list)
    nodes_removed: list[dict[str, Any]] = field(default_factory=list)
    nodes_changed: list[dict[str, Any]] = field(default_factory=list)
    results_added: list[dict[str, Any]] = field(default_factory=list)
    results_removed: list[dict[str, Any]] = field(default_factory=list)
    edges_added: list[dict[str, Any]] = field(default_factory=list)
    edges_removed: list[dict[str, Any]] = field(default_factory=list)
    edges_changed: list[dict[str, Any]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return any(getattr(self, row.name) for row in fields(self))

    def __str__(self) -> str:
        """Return the account in words."""
        return self.text()

    def to_json(self) -> dict[str, Any]:
        """Return all of it, JSON-ready, by the names of the attributes, with ``same`` before."""
        return {"same": not self, **{row.name: getattr(self, row.name) for row in fields(self)}}

    def text(self, limit: int = _LIMIT) -> str:
        """Return the account in words.

        Parameters
        ----------
        limit : int
            The most items of a kind that are listed; the rest is counted.
        """
        if not self:
            return "The graphs are the same."
        blocks = [
            _block(self.papers_added, "paper", "added", map(_paper, self.papers_added), limit),
            _block(self.papers_removed, "paper", "removed", map(_paper, self.papers_removed), limit),
            _block(self.merged, "node", "that others became one with", map(_merged, self.merged), limit),
            _block(self.came_apart, "node", "that came apart", map(_apart, self.came_apart), limit),
            _block(self.became, "node", "under another id", (f"{_node(row['from'])} is now {_node(row['into'])}" for row in self.became), limit),
            _block(self.moved, "name", "that some papers mean otherwise now", map(_moved, self.moved), limit),
            _block(self.nodes_added, "node", "added", map(_node, self.nodes_added), limit),
            _block(self.nodes_removed, "node", "removed", map(_node, self.nodes_removed), limit),
            _changes(self.nodes_changed, limit),
            _block(self.papers_changed, "paper", "changed", (f"{_paper(row)}: {', '.join(row['changed'])}" for row in self.papers_changed), limit),
            _block(self.results_added, "result", "added", map(_result, self.results_added), limit),
            _block(self.results_removed, "result", "removed", map(_result, self.results_removed), limit),
            _edges(self.edges_added, "added", limit),
            _edges(self.edges_removed, "removed", limit),
            _edges(self.edges_changed, "changed", limit),
        ]
        return "\n\n".join(block for block in blocks if block)


def _block(rows: Sequence[Any], noun: str, what: str, lines: Iterable[str], limit: int) -> str:
    if not rows:
        return ""
    found = [f"{_many(len(rows), noun)} {what}:"]
    for place, line in enumerate(lines):
        if place == limit:
            found.append(f"  and {len(rows) - limit:,} more")
            break
        found += textwrap.wrap(" ".join(line.split()), _WIDTH, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False)
    return "\n".join(found)


def _changes(rows: list[dict[str, Any]], limit: int) -> str:
    shown = [row for row in rows if row["changed"]]
    lines = (f"{_node(row)}: {'; '.join(_change(name, *pair) for name, pair in row['changed'].items())}" for row in shown)
    block = _block(shown, "node", "changed", lines, limit)
    rest = len(rows) - len(shown)
    if not rest:
        return block
    only = f"{_many(rest, 'node')} with other evidence, number of papers or reasons only."
    return f"{block}\n{only}" if block else only


def _change(name: str, old: Any, new: Any) -> str:
    if isinstance(old, list) or isinstance(new, list):
        before, after = old or [], new or []
        parts = [f"+{value}" for value in after if value not in before] + [f"-{value}" for value in before if value not in after]
        return f"{name} {', '.join(parts) or 'in another order'}"
    return f"{name} {_said(old)} -> {_said(new)}"


def _said(value: Any) -> str:
    return "none" if value is None else str(value)


def _edges(rows: list[dict[str, Any]], what: str, limit: int) -> str:
    if not rows:
        return ""
    counts = Counter(row["type"] for row in rows)
    head = f"{_many(len(rows), 'edge')} {what}: " + ", ".join(f"{count:,} {kind}" for kind, count in sorted(counts.items(), key=lambda row: (-row[1], row[0])))
    lines = textwrap.wrap(head, _WIDTH, subsequent_indent="    ")
    for row in rows[:limit]:
        text = f"{_short(row['source_label'])} {row['type']} {_short(row['target_label'])}"
        lines += textwrap.wrap(" ".join(text.split()), _WIDTH, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False)
    if len(rows) > limit:
        lines.append(f"  and {len(rows) - limit:,} more")
    return "\n".join(lines)


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST else label[: _LONGEST - 3].rstrip() + "..."


def _paper(row: dict[str, Any]) -> str:
    return f"{row['label']} ({row['id']})"


def _node(row: dict[str, Any]) -> str:
    return f"{row['label']} ({row['type']}, {row['id']})"


def _merged(row: dict[str, Any]) -> str:
    return f"{_node(row['into'])} is now also {', '.join(map(_node, row['from']))}" + (f": {_many(row['papers'], 'paper')}" if row["papers"] else "")


def _apart(row: dict[str, Any]) -> str:
    return f"{_node(row['from'])} is now {', '.join(map(_node, row['into']))}" + (f": {_many(row['papers'], 'paper')}" if row["papers"] else "")


def _moved(row: dict[str, Any]) -> str:
    return f"{_node(row['from'])} is {_node(row['into'])} in {_many(len(row['papers']), 'paper')}"


def _result(row: dict[str, Any]) -> str:
    return f"{row['label']} ({row['paper']})"


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
