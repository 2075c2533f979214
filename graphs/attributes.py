"""The one contract for the attributes of nodes, edges and graphs; `graphs.build` follows it and every export relies on it.

Values are flat scalars (`str`, `int`, `float`, `bool`), so that GraphML, GEXF, CSV and property-graph databases take
them unchanged. Lists (`aliases`, `candidates`, `evidence`, ...) are JSON text. What is not known is left out: there is
no None, no NaN and no infinity. Text has no character that XML or a terminal cannot take (see `clean_text`).

``source``, ``target``, ``key`` and, on nodes, ``id`` are never used as names: node-link JSON needs them for itself.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from kg.errors import GraphError
from kg.schema import ENTITY_TYPES

__all__ = [
    "EDGE_ATTRIBUTES",
    "GRAPH_ATTRIBUTES",
    "NODE_ATTRIBUTES",
    "Attribute",
    "Scalar",
    "clean_id",
    "clean_text",
    "column_types",
    "flatten",
    "from_json_text",
    "to_json_text",
]

Scalar: TypeAlias = str | int | float | bool

# C0 and C1 controls but tab and line feed; surrogates; non-characters; and the explicit bidirectional controls, with
# which a name could reorder the rest of a line in a terminal or a page.
_UNWANTED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(f"{chr(plane * 0x10000 + 0xFFFE)}{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(1, 17))
    + "]"
)
_ENCODE = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
_ESCAPED = re.compile(r"\\[bfru]")
_NOT_IN_IDS = re.compile(r"[\s|&]+")  # "|" joins the ids of edges; igraph does not undo the escape of "&" in an id


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute.

    Attributes
    ----------
    name : str
    kind : str
        ``"str"``, ``"int"``, ``"float"``, ``"bool"`` or ``"json"`` (text that holds a JSON list).
    types : tuple of str
        Types of node or edge that can have it; empty for all.
    description : str
        One sentence.
    """

    name: str
    kind: str
    types: tuple[str, ...]
    description: str


_ENTITIES = tuple(ENTITY_TYPES)

NODE_ATTRIBUTES: dict[str, Attribute] = {
    row.name: row
    for row in (
        Attribute("type", "str", (), "A node type of kg.schema."),
        Attribute("label", "str", (), "The name a reader would use."),
        Attribute("title", "str", ("Paper",), "The title, without mark-up."),
        Attribute("abstract", "str", ("Paper",), "The abstract, without mark-up."),
        Attribute("year", "int", ("Paper",), "The year of publication."),
        Attribute("venue", "str", ("Paper",), "Where it was published."),
        Attribute("area", "str", ("Paper",), "Its research area, as the corpus gives it."),
        Attribute("url", "str", ("Paper",), "Where it is to be read (http or https)."),
        Attribute("code_url", "str", ("Paper",), "Its code, from a link in the text."),
        Attribute("aliases", "json", _ENTITIES, "Other names: a list of strings, most frequent first."),
        Attribute("papers", "int", _ENTITIES, "The number of papers that name it."),
        Attribute("first_year", "int", _ENTITIES, "The earliest year of a paper that names it."),
        Attribute("introduced_by", "str", _ENTITIES, "The id of the node of the paper that introduces it."),
        Attribute("description", "str", _ENTITIES, "The sentence that defines it best."),
        Attribute("ambiguous", "bool", _ENTITIES, "True where the bare name fits several things."),
        Attribute("candidates", "json", _ENTITIES, "Ids of the nodes that an ambiguous name may mean."),
        Attribute("merges", "json", _ENTITIES, "Why names were taken for one thing: a list of strings."),
        Attribute("read_as", "json", _ENTITIES, "Where papers disagree on the type: a list of {type, papers}, the type of the node first."),
        Attribute("value", "str", ("Result",), "The number as written, without unit and sign."),
        Attribute("unit", "str", ("Result",), "%, x, points, ms, ..."),
        Attribute("kind", "str", ("Result",), "absolute, delta or factor."),
        Attribute("direction", "str", ("Result",), "up or down, as the quantity moves."),
        Attribute("baseline", "str", ("Result",), "What the value is compared with, as written."),
        Attribute("sota", "bool", ("Result",), "True where the text claims the state of the art."),
        Attribute("text", "str", ("Result",), "The sentence that says so."),
        Attribute("score", "float", (*_ENTITIES, "Result"), "0 to 1: how sure the reading is, in the paper where it is surest."),
        Attribute("evidence", "json", (*_ENTITIES, "Result"), "Sentences: a list of {paper, start, end, text, mentions}, best first."),
    )
}

EDGE_ATTRIBUTES: dict[str, Attribute] = {
    row.name: row
    for row in (
        Attribute("id", "str", (), "Unique in the graph: tail, type and head, joined by |."),
        Attribute("type", "str", (), "An edge type of kg.schema."),
        Attribute("label", "str", (), "The type in words."),
        Attribute("score", "float", (), "0 to 1: how sure the reading is, in the paper where it is surest."),
        Attribute("papers", "int", (), "The number of papers that say so; 0 for what names alone say."),
        Attribute("reason", "str", ("VERSION_OF", "SUBTASK_OF", "SUBCLASS_OF"), "Why the one is taken to be under the other."),
        Attribute("evidence", "json", (), "Sentences: a list of {paper, start, end, text, mentions}, best first."),
    )
}

GRAPH_ATTRIBUTES: dict[str, Attribute] = {
    row.name: row
    for row in (
        Attribute("generator", "str", (), "kg and its version."),
        Attribute("papers", "int", (), "The number of papers read."),
    )
}


def clean_text(text: str) -> str:
    r"""Return a text without the characters that XML, JSON readers or terminals cannot take.

    Left out are control characters (but tab and line feed), U+FFFE, U+FFFF and the other non-characters, lone surrogates,
    and the explicit bidirectional controls; carriage returns become line feeds, as XML would make them.

    >>> clean_text("Ada\x00m\ud800W\r\n")
    'AdamW\n'
    """
    if text.isprintable():
        return str(text) if type(text) is not str else text
    return _UNWANTED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def clean_id(raw: str) -> str:
    """Return an id that every format can hold: `clean_text` of it, without white space, ``|`` and ``&``.

    Where that changes something, the first 8 hex digits of the SHA-256 of `raw` are appended, so that two ids stay two.

    >>> clean_id("p:10.1000/182")
    'p:10.1000/182'
    >>> clean_id("p:my paper")
    'p:my_paper~164923f1'
    """
    clean = _NOT_IN_IDS.sub("_", clean_text(raw))
    if clean == raw:
        return clean
    return f"{clean}~{hashlib.sha256(raw.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def _plain(value: Any) -> Any:
    """Return a value that JSON can hold, its strings clean."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, Mapping):
        return {clean_text(str(name)): _plain(inner) for name, inner in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(inner) for inner in value), key=repr)
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if value is None or isinstance(value, (bool, int, float)):
        return value
    raise TypeError(type(value).__name__)


def to_json_text(value: Any) -> str:
    """Return lists and dicts as compact JSON text, strings clean; the same value gives the same text.

    >>> to_json_text([{"paper": "x", "text": "τ-Bench"}])
    '[{"paper":"x","text":"τ-Bench"}]'
    """
    try:
        text = _ENCODE(value)
    except (TypeError, ValueError):  # a set, or a number that is not finite
        return _ENCODE(_plain(value))
    # Most text is clean already: what JSON had to escape, or what does not print, tells the rest.
    return text if text.isprintable() and not _ESCAPED.search(text) else _ENCODE(_plain(value))


def from_json_text(text: object) -> list[Any]:
    """Return the list that a JSON attribute holds; an empty one for what is missing or no JSON list."""
    if not isinstance(text, str) or not text:
        return []
    try:
        value = json.loads(text)
    except ValueError:
        return []
    return value if isinstance(value, list) else []


def flatten(attributes: Mapping[str, Any]) -> dict[str, Scalar]:
    """Return attributes as flat scalars, in the order given.

    None, NaN, infinities and empty strings and lists are left out; lists, tuples, sets and dicts become JSON text; numbers of other
    libraries (numpy) become Python's.

    Raises
    ------
    GraphError
        If a value has a type that no format can hold.
    """
    flat: dict[str, Scalar] = {}
    for name, value in attributes.items():
        kind = type(value)
        if kind is str or isinstance(value, str):
            if value:
                flat[name] = clean_text(value)
        elif kind is int or kind is bool:
            flat[name] = value
        elif kind is float:
            if math.isfinite(value):
                flat[name] = value
        elif value is not None:
            scalar = _unusual(name, value)
            if scalar is not None:
                flat[name] = scalar
    return flat


def _unusual(name: str, value: Any) -> Scalar | None:
    if isinstance(value, (list, tuple, set, frozenset, Mapping)):
        try:
            return to_json_text(value) if value else None
        except TypeError as error:
            raise GraphError(f"attribute {name!r} holds a value of type {error}; text, numbers, true or false, and lists of them can be written") from None
    if hasattr(value, "item"):  # numpy's scalars
        return flatten({name: value.item()}).get(name)
    if isinstance(value, (int, float)):
        return flatten({name: float(value) if isinstance(value, float) else int(value)}).get(name)
    raise GraphError(f"attribute {name!r} holds a value of type {type(value).__name__}; text, numbers, true or false, and lists of them can be written")


_WIDTH = {"bool": 0, "int": 1, "float": 2, "str": 3}


def column_types(rows: Iterable[Mapping[str, Any]], table: Mapping[str, Attribute]) -> dict[str, str]:
    """Return one scalar type (``bool``, ``int``, ``float``, ``str``) for each attribute that is left when rows are flattened.

    The names of the contract come first, in its order and with its types; other names follow, sorted, each with the
    narrowest type that holds all its values (int and float: float; anything else mixed: str).

    Raises
    ------
    GraphError
        If a value has a type that no format can hold.
    """
    seen: set[tuple[str, type]] = set()
    for row in rows:
        for name, value in row.items():
            kind = type(value)
            if (name, kind) not in seen:
                seen.update((name, type(flat)) for flat in flatten({name: value}).values())
    found: dict[str, set[str]] = {}
    for name, kind in seen:
        found.setdefault(name, set()).add(kind.__name__)
    types: dict[str, str] = {}
    for name, attribute in table.items():
        if name in found:
            declared = "str" if attribute.kind == "json" else attribute.kind
            fits = all(kind == declared or (declared == "float" and kind == "int") for kind in found[name])
            types[name] = declared if fits else _widest(found[name])
    types.update((name, _widest(found[name])) for name in sorted(found) if name not in types)
    return types


def _widest(kinds: set[str]) -> str:
    if len(kinds) > 1 and "bool" in kinds:
        return "str"
    return max(kinds, key=_WIDTH.__getitem__)
