"""Read gold and predictions, and refuse what cannot be evaluated."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from kg.errors import InputError
from kg.schema import ENTITY_TYPES, RELATIONS, ROLES

__all__ = ["Record", "check_record", "check_records", "read_gold", "read_predictions"]

Record = Mapping[str, Any]

_LINKS = ("method", "dataset", "metric", "task", "versus")


def _texts(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, str) and item for item in value)


def _check_choice(entity: Record, field: str, known: Iterable[str], gold: bool, where: str) -> None:
    several = entity.get(field + "s")
    if gold and several is not None:
        if not _texts(several):
            raise InputError(f"{where}: {field}s must be a list of names, got {several!r}")
        given = several
    else:
        given = [entity.get(field)]
    for value in given:
        if not isinstance(value, str) or value not in known:
            raise InputError(f"{where}: {field} {value!r} is not one of {', '.join(known)}")


def _check_entity(entity: object, gold: bool, where: str) -> None:
    if not isinstance(entity, Mapping):
        raise InputError(f"{where}: an entity must be an object, got {entity!r}")
    name, names = entity.get("name"), entity.get("names")
    if not (isinstance(name, str) and name) and not _texts(names):
        raise InputError(f"{where}: an entity needs a name (or a list of names): {json.dumps(dict(entity), ensure_ascii=False)}")
    if names and not _texts(names):
        raise InputError(f"{where}: names must be a list of texts, got {names!r}")
    _check_choice(entity, "type", ENTITY_TYPES, gold, where)
    _check_choice(entity, "role", ROLES, gold, where)


def check_record(row: object, gold: bool, where: str) -> None:
    """Raise `InputError` if a record cannot be evaluated.

    Parameters
    ----------
    row : object
        What was read from one line.
    gold : bool
        Whether it may have `types` and `roles`, and must link only to entities that it has.
    where : str
        File and line, for the message.
    """
    if not isinstance(row, Mapping) or not isinstance(row.get("id"), str) or not isinstance(row.get("entities"), list):
        raise InputError(f"{where}: a paper needs an id (text) and a list of entities; 'kg extract' writes such records")
    where = f"{where}, paper {row['id']}"
    for entity in row["entities"]:
        _check_entity(entity, gold, where)
    for field in ("results", "relations"):
        items = row.get(field, [])
        if not isinstance(items, list) or not all(isinstance(item, Mapping) for item in items):
            raise InputError(f"{where}: {field} must be a list of objects")
    links = row.get("links", [])
    if not isinstance(links, list) or not all(isinstance(link, str) for link in links):
        raise InputError(f"{where}: links must be a list of texts")
    ids = [entity["id"] for entity in row["entities"] if entity.get("id") is not None]
    if not all(isinstance(id, str) for id in ids) or len(set(ids)) < len(ids):
        raise InputError(f"{where}: the ids of its entities are not different texts")
    for relation in row.get("relations", []):
        kind = relation.get("type")
        if not isinstance(kind, str) or kind not in RELATIONS:
            raise InputError(f"{where}: relation type {kind!r} is not one of {', '.join(RELATIONS)}")
        ends = [relation.get("head"), relation.get("tail")]
        if not all(isinstance(end, str) for end in ends) or (gold and not set(ends) <= set(ids)):
            raise InputError(f"{where}: a relation from {ends[0]!r} to {ends[1]!r}, which are not both ids of its entities")
    for result in row.get("results", []):
        bad = [name for name in _LINKS if not isinstance(result.get(name, ""), str | None)]
        if bad:
            raise InputError(f"{where}: {bad[0]} of a result must be the id of an entity, got {result[bad[0]]!r}")


def check_records(rows: Iterable[tuple[str, object]], gold: bool) -> list[Record]:
    """Return the records of ``(where, record)`` pairs.

    Raises
    ------
    InputError
        If a record cannot be evaluated, or an id stands twice.
    """
    found: list[Record] = []
    places: dict[str, str] = {}
    for where, row in rows:
        check_record(row, gold, where)
        assert isinstance(row, Mapping)
        first = places.setdefault(row["id"], where)
        if first != where:
            raise InputError(f"{where}: paper {row['id']} stands twice (first: {first})")
        found.append(row)
    return found


def _read(source: str | PathLike[str], gold: bool) -> list[Record]:
    path = str(source)
    name = "standard input" if path == "-" else path
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: is not UTF-8 (byte {error.start}); records are JSON lines in UTF-8") from error
    rows: list[tuple[str, object]] = []
    # Not splitlines: JSON may hold U+2028 and its like unescaped.
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                rows.append((f"{name}, line {number}", json.loads(line)))
            except (ValueError, RecursionError) as error:
                raise InputError(f"{name}, line {number}: is not JSON ({error}); there must be one object on each line") from error
    if not rows:
        raise InputError(f"{name}: holds no record; there must be one JSON object on each line")
    return check_records(rows, gold)


def read_gold(source: str | PathLike[str]) -> list[Record]:
    """Read gold annotations.

    Parameters
    ----------
    source : path
        JSON lines in UTF-8; ``-`` is standard input.

    Returns
    -------
    list of mapping
        In the order of the file.

    Raises
    ------
    InputError
        If the file cannot be read, or a record cannot be evaluated; the message names file, line and paper.
    """
    return _read(source, gold=True)


def read_predictions(source: str | PathLike[str]) -> list[Record]:
    """Read extractions as ``kg extract`` writes them. Parameters, return value and errors as for `read_gold`."""
    return _read(source, gold=False)
