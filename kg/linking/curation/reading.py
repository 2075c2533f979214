"""From YAML to entries, each checked against `ACTIONS`.

The text is only composed, never constructed: every value stays the text that was written, so that ``papers: [2401.00010]`` is an id and
not the number 2401.0001, and ``NO`` is a name and not false. Nothing in a file can make an object of Python.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

import yaml

from kg.errors import InputError
from kg.linking.curation.entries import ACTIONS, FILE, LISTS, Action, Curation, CurationEntry, Remark
from kg.schema import ENTITY_TYPES

__all__ = ["parse_curation", "read_curation"]

_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LONGEST = 500
_PLAIN_TAG = "tag:yaml.org,2002:"
_QUOTES = "a name with any of : # [ ] { } , & * ! | > % @ ` in it is safe in quotes"


class _Fault(Exception):
    """An entry is not well-formed; the text says why, on the line that it carries."""

    def __init__(self, text: str, node: yaml.Node) -> None:
        super().__init__(text)
        self.line: int = node.start_mark.line + 1


def read_curation(path: str | os.PathLike[str]) -> Curation:
    """Read a curation file.

    Parameters
    ----------
    path : str or path-like

    Returns
    -------
    Curation
        Entries that are not well-formed are in its `remarks`.

    Raises
    ------
    InputError
        If the file cannot be read, is not UTF-8, is no YAML or no list.
    """
    path = Path(path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error}); check the path and its permissions") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise InputError(f"{path}: line {line}: it is not UTF-8; save the file in that encoding") from None
    return parse_curation(text, path.name, shown=str(path))


def parse_curation(text: str, file: str = FILE, *, shown: str = "") -> Curation:
    """Return the entries of the text of a curation file; an empty text has none.

    Parameters
    ----------
    text : str
    file : str
        What remarks call the file.
    shown : str
        What an error calls it; by default as remarks do.

    Raises
    ------
    InputError
        If the text is no YAML, or no list.
    """
    shown = shown or file
    root = _composed(text, shown)
    if root is None:
        return Curation(file)
    if not isinstance(root, yaml.SequenceNode):
        line = root.start_mark.line + 1
        raise InputError(
            f"{shown}: line {line}: the file is not a list; begin every entry on a line of its own with '- ', as in '{_inline(ACTIONS['rename'])}'"
        )
    entries: list[CurationEntry] = []
    remarks: list[Remark] = []
    for number, node in enumerate(root.value, 1):
        try:
            entries.append(_entry(node, number))
        except _Fault as fault:
            remarks.append(Remark(number, fault.line, "wrong", str(fault), file=file))
    return Curation(file, tuple(entries), tuple(remarks))


def _composed(text: str, shown: str) -> yaml.Node | None:
    try:
        node: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark is not None else 1
        raise InputError(f"{shown}: line {line}: it is no YAML ({error.problem or error.context}); mend the line: {_QUOTES}") from None
    except yaml.YAMLError as error:  # a character that YAML does not allow
        position = getattr(error, "position", 0)
        line = text[:position].count("\n") + 1 if isinstance(position, int) else 1
        raise InputError(f"{shown}: line {line}: it is no YAML ({getattr(error, 'reason', error)}); mend the line") from None
    except RecursionError:
        raise InputError(f"{shown}: it is nested too deeply to be a curation file; an entry is a few lines such as '{_inline(ACTIONS['rename'])}'") from None
    if isinstance(node, yaml.ScalarNode) and not node.value.strip():
        return None
    return node


def _entry(node: yaml.Node, number: int) -> CurationEntry:
    choices = ", ".join(ACTIONS)
    if not isinstance(node, yaml.MappingNode):
        raise _Fault(f"it does not say what to do; begin it with one of {choices}, as in '{_inline(ACTIONS['rename'])}'", node)
    values: dict[str, yaml.Node] = {}
    for key_node, value in node.value:
        key = _text(key_node, "a key")
        if key in values:
            raise _Fault(f"'{key}' stands there twice; keep one of the two, or put '- ' before the second to begin another entry", key_node)
        values[key] = value
    found = [key for key in values if key in ACTIONS]
    if not found:
        first = next(iter(values), "")
        close = get_close_matches(first, ACTIONS, n=1)
        hint = f"; did you mean '{close[0]}'?" if close else "."
        raise _Fault(f"'{first}' is nothing that kg can do{hint} Begin the entry with one of {choices}", node)
    if len(found) > 1:
        raise _Fault(f"it says both '{found[0]}' and '{found[1]}'; make two entries of it, each with '- ' before it", node)
    action = ACTIONS[found[0]]
    for key, value in values.items():
        if key not in action.keys:
            close = get_close_matches(key, action.keys, n=1)
            hint = f"did you mean '{close[0]}'?" if close else f"it can have {', '.join(action.keys[1:])}"
            raise _Fault(f"'{action.name}' has no '{key}': {hint} {_like(action)}", value)
    missing = [key for key in action.required if key not in values]
    if missing or (action.any_of and not set(action.any_of) & values.keys()):
        needed = " or ".join(f"'{key}'" for key in missing[:1] or action.any_of)
        raise _Fault(f"'{action.name}' needs {needed}. {_like(action)}", node)
    things = tuple(_names(values[action.name], action, action.name)) if action.several else (_text(values[action.name], f"'{action.name}'", action),)
    if action.several and len(set(things)) < 2:
        raise _Fault(f"'{action.name}' needs at least two different names. {_like(action)}", values[action.name])
    given = {key: _text(values[key], f"'{key}'", action) for key in ("to", "reason") if key in values}
    lists = {key: tuple(_names(values[key], action, key)) for key in sorted(LISTS & values.keys())}
    if action.name == "retype" and given["to"] not in ENTITY_TYPES:
        raise _Fault(f"'{given['to']}' is no type; the types are {', '.join(ENTITY_TYPES)}", values["to"])
    return CurationEntry(action.name, number, node.start_mark.line + 1, things, **given, **lists)  # type: ignore[arg-type]


def _names(node: yaml.Node, action: Action, key: str) -> Iterator[str]:
    """Yield the names of a list, each once; a single name is a list of one."""
    if isinstance(node, yaml.ScalarNode):
        yield _text(node, f"'{key}'", action)
        return
    if not isinstance(node, yaml.SequenceNode):
        raise _Fault(f"'{key}' is a list of names in brackets, with commas between. {_like(action)}", node)
    if not node.value:
        raise _Fault(f"'{key}' is empty. {_like(action)}", node)
    yield from dict.fromkeys(_text(item, f"'{key}'", action) for item in node.value)


def _text(node: yaml.Node, what: str, action: Action | None = None) -> str:
    like = f" {_like(action)}" if action is not None else ""
    if not isinstance(node, yaml.ScalarNode):
        kind = "list" if isinstance(node, yaml.SequenceNode) else "mapping"
        raise _Fault(f"{what} holds a {kind} where one name belongs; {_QUOTES}.{like}", node)
    if not node.tag.startswith(_PLAIN_TAG) or ":python/" in node.tag:
        raise _Fault(f"{what} has the tag {node.tag}, which means nothing here; put the name in quotes", node)
    text = " ".join(node.value.split())
    if not text:
        raise _Fault(f"{what} is empty.{like}", node)
    if len(text) > _LONGEST:
        raise _Fault(f"{what} has {len(text)} characters; a name has at most {_LONGEST}", node)
    return text


def _inline(action: Action) -> str:
    return action.example.splitlines()[0]


def _like(action: Action) -> str:
    return f"Write it like {{{action.example.removeprefix('- ')}}}".replace("\n  ", ", ")
