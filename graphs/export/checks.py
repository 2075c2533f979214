"""What a row of ``graph.json`` must be like, so that a graph edited by hand fails when it is read, with the place, and not when it is asked."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, NoReturn

from graphs.attributes import EDGE_ATTRIBUTES, NODE_ATTRIBUTES, Attribute
from kg.errors import GraphError
from kg.schema import NODE_TYPES, edge_types

__all__ = ["check_edge", "check_ends", "check_node"]

_KINDS: dict[str, tuple[tuple[type, ...], str]] = {
    "str": ((str,), "text"),
    "int": ((int,), "a whole number"),
    "float": ((float, int), "a number"),
    "bool": ((bool,), "true or false"),
    "json": ((str,), "a list written as text"),
}
_NODE_KINDS = {name: _KINDS[row.kind][0] for name, row in NODE_ATTRIBUTES.items()}
_EDGE_KINDS = {name: _KINDS[row.kind][0] for name, row in EDGE_ATTRIBUTES.items()}
_SCALARS = (str, int, float, bool)
_EDGES = edge_types()
# Elements of lists: text, but for these.
_EVIDENCE = {"paper": str, "start": int, "end": int, "text": str, "mentions": list}
_MAPPINGS: dict[str, dict[str, type]] = {"evidence": _EVIDENCE, "read_as": {"type": str, "papers": int}}
_EVIDENCE_KEYS = ('{"paper":"', '","start":', ',"end":', ',"text":"', '","mentions":[')
_JSON_NODE = frozenset(name for name, row in NODE_ATTRIBUTES.items() if row.kind == "json")
_ADVICE = "mend it, or build the graph again; corrections that last belong into curation.yaml"


def check_node(row: Any, where: str) -> None:
    """See to it that a node has an id, a type of `kg.schema`, a label, and attributes of the right kind.

    Parameters
    ----------
    row : object
        As JSON gave it.
    where : str
        File and place, for the message.

    Raises
    ------
    GraphError
        If it does not.
    """
    if type(row) is not dict or type(row.get("id")) is not str or not row["id"]:
        _fail(where, "has no 'id', or none that is text")
    if type(row.get("type")) is not str or row["type"] not in NODE_TYPES:
        _fail(f"{where} ({row['id']})", _unknown("type", row.get("type"), NODE_TYPES))
    if type(row.get("label")) is not str or not row["label"].strip():
        _fail(f"{where} ({row['id']})", "has no 'label', the name to show")
    for name, value in row.items():
        if type(value) not in _NODE_KINDS.get(name, _SCALARS) or (type(value) is float and not math.isfinite(value)):
            _wrong_kind(f"{where} ({row['id']})", name, value, NODE_ATTRIBUTES)
        if name in _JSON_NODE and not _sound(name, value):
            _fail(f"{where} ({row['id']})", f"has no sound {name!r}: {_lists(name)}")


def check_edge(row: Any, where: str) -> None:
    """See to it that an edge has a type of `kg.schema`, two ends, and attributes of the right kind.

    Parameters
    ----------
    row : object
        As JSON gave it.
    where : str
        File and place, for the message.

    Raises
    ------
    GraphError
        If it does not.
    """
    if type(row) is not dict:
        _fail(where, "is no JSON object")
    if type(row.get("type")) is not str or row["type"] not in _EDGES:
        _fail(where, _unknown("type", row.get("type"), _EDGES))
    for end in ("source", "target"):
        if type(row.get(end)) is not str:
            _fail(where, f"has no {end!r}, the id of a node")
    for name, value in row.items():
        if type(value) not in _EDGE_KINDS.get(name, _SCALARS) or (type(value) is float and not math.isfinite(value)):
            _wrong_kind(where, name, value, EDGE_ATTRIBUTES)
    if "evidence" in row and not _sound("evidence", row["evidence"]):
        _fail(where, f"has no sound 'evidence': {_lists('evidence')}")


def check_ends(edge: str, tail: Mapping[str, Any], head: Mapping[str, Any], where: str) -> None:
    """See to it that an edge of a type joins nodes of types that it can join.

    Parameters
    ----------
    edge : str
        Type of the edge.
    tail, head : mapping
        The attributes of the nodes.
    where : str
        File and place, for the message.

    Raises
    ------
    GraphError
        If it does not.
    """
    row = _EDGES[edge]
    if tail["type"] not in row.tails:
        _fail(where, f"leaves from '{tail['label']}', a {tail['type']}, but {edge} leaves from {_or(row.tails)}")
    if head["type"] not in row.heads:
        _fail(where, f"points to '{head['label']}', a {head['type']}, but {edge} points to {_or(row.heads)}")


def _fail(where: str, what: str) -> NoReturn:
    raise GraphError(f"{where} {what}; {_ADVICE}")


def _unknown(name: str, value: object, known: Iterable[str]) -> str:
    if value is None:
        return f"has no {name!r}; known: {', '.join(known)}"
    close = get_close_matches(str(value), known, n=1) or get_close_matches(str(value).upper(), known, n=1) or get_close_matches(str(value).title(), known, n=1)
    return f"has the unknown {name} {value!r}" + (f", did you mean {close[0]!r}?" if close else "") + f" (known: {', '.join(known)})"


def _wrong_kind(where: str, name: str, value: object, table: Mapping[str, Attribute]) -> NoReturn:
    kind = _KINDS[table[name].kind][1] if name in table else "text, a number, true or false"
    shown = repr(value) if len(repr(value)) <= 40 else f"{repr(value)[:37]}..."
    _fail(where, f"has the {name!r} {shown}, which is not {kind}")


def _sound(name: str, text: str) -> bool:
    """Return whether the text of a list is one; that of evidence as kg writes it is told by its keys, which costs a tenth of parsing it."""
    if name == "evidence" and text.endswith("]}]"):
        count = text.count(_EVIDENCE_KEYS[0])
        if count and text.startswith('[{"paper":"') and all(text.count(part) == count for part in _EVIDENCE_KEYS[1:]):
            return True
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(value, list):
        return False
    wanted = _MAPPINGS.get(name)
    if wanted is None:
        return all(type(item) is str for item in value)
    return all(type(item) is dict and all(type(item.get(key)) is kind for key, kind in wanted.items()) for item in value) and (
        name != "evidence" or all(type(mark) is str for item in value for mark in item["mentions"])
    )


def _lists(name: str) -> str:
    wanted = _MAPPINGS.get(name)
    return f"it is the text of a list of {{{', '.join(wanted)}}}" if wanted else "it is the text of a list of names"


def _or(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
