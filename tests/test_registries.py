"""Every row of every table loads, and every public name exists and says what it is."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kg.errors import KgError, RegistryError
from kg.registry import Registry

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in ("kg", "extractors", "graphs")
    for path in (ROOT / package).rglob("*.py")
    if path.name != "__main__.py"
)


def tables() -> list[tuple[str, Registry]]:
    """Return every table with the module that defines it; one that is imported elsewhere is the same object."""
    found: dict[int, tuple[str, Registry]] = {}
    for name in sorted(MODULES, key=len, reverse=True):
        for attribute, value in vars(import_module(name)).items():
            if isinstance(value, Registry):
                found.setdefault(id(value), (f"{name}.{attribute}", value))
    return sorted(found.values(), key=lambda row: row[0])


ROWS = [pytest.param(table, row, id=f"{name}-{row}") for name, table in tables() for row in table]


def test_the_tables_are_seen() -> None:
    nouns = [table.noun for _, table in tables()]
    assert {"command", "input format", "graph format"} <= set(nouns)
    assert len(nouns) == len(set(nouns)), "two tables share a noun, so an error would not tell which is meant"


@pytest.mark.parametrize(("table", "row"), ROWS)
def test_row_loads(table: Registry, row: str) -> None:
    assert table.load(row) is not None


@pytest.mark.parametrize("table", [pytest.param(table, id=name) for name, table in tables()])
def test_unknown_row_lists_the_choices(table: Registry) -> None:
    with pytest.raises(RegistryError) as caught:
        table.load("no-such-row")
    assert table.noun in str(caught.value)
    assert all(row in str(caught.value) for row in table)


@pytest.mark.parametrize("name", MODULES)
def test_public_names(name: str) -> None:
    module = import_module(name)
    assert inspect.getdoc(module), f"{name} has no docstring"
    for public in getattr(module, "__all__", ()):
        assert hasattr(module, public), f"{name}.__all__ lists {public}, which is not there"
    assert len(set(getattr(module, "__all__", ()))) == len(getattr(module, "__all__", ()))


# What other parts and users call: here every parameter is explained. Elsewhere a docstring is enough.
INTERFACE = (
    "extractors",
    "graphs.build",
    "graphs.export",
    "graphs.query",
    "graphs.report",
    "graphs.visualise",
    "kg",
    "kg.api",
    "kg.corpus",
    "kg.evaluate",
    "kg.lexicons",
    "kg.linking",
    "kg.registry",
    "kg.store",
    "kg.text",
)


def with_methods(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield a function, or a class and its public methods, inherited ones too."""
    if inspect.isfunction(value):
        yield name, value
    if inspect.isclass(value):
        yield name, value
        for inner in dir(value):
            function = inspect.getattr_static(value, inner)
            function = getattr(function, "__func__", function)
            if not inner.startswith("_") and inspect.isfunction(function) and function.__module__.partition(".")[0] in ("kg", "extractors", "graphs"):
                yield f"{name}.{inner}", function


def public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the functions and classes that a module makes public, and the public methods of the classes."""
    for name in getattr(module, "__all__", ()):
        yield from with_methods(f"{module.__name__}.{name}", getattr(module, name))


def things(modules: Iterable[str]) -> list[Any]:
    """Return test parameters, one for each thing, under its shortest name."""
    found: dict[int, Any] = {}
    for module in sorted(modules, key=len):
        for name, value in public(import_module(module)):
            found.setdefault(id(value), pytest.param(value, id=name))
    return list(found.values())


@pytest.mark.parametrize("value", things(MODULES))
def test_public_things_are_documented(value: Any) -> None:
    assert inspect.getdoc(value), "no docstring"


@pytest.mark.parametrize("value", [param for param in things(INTERFACE) if inspect.isfunction(param.values[0])])
def test_parameters_of_the_interface_are_explained(value: Any) -> None:
    """In the numpy section Parameters, which then names all of them; a single one may be explained by the sentence itself."""
    doc = inspect.getdoc(value) or ""
    parameters = [name for name in inspect.signature(value).parameters if name not in ("self", "cls")]
    section = re.search(r"^Parameters\n-{10}\n(.*?)(?=^\w[\w ]*\n-{3,}$|\Z)", doc, re.MULTILINE | re.DOTALL)
    if section:
        named = re.split(r"[,\s]+", " ".join(re.findall(r"^([*\w][*\w, ]*?)(?= : |$)", section[1], re.MULTILINE)))
        missing = [name for name in parameters if name not in {word.lstrip("*") for word in named}]
        assert not missing, f"the section Parameters lacks {', '.join(missing)}"
    elif len(parameters) > 1 and not re.search(r"\bsee `\w+`|\b[Pp]arameters\b.*\b(are those of|as for|are the same)\b", doc):  # it refers to another
        unnamed = [name for name in parameters if not re.search(rf"\b{name}\b", doc)]
        assert not unnamed, f"the docstring does not say what {', '.join(unnamed)} is"


def test_errors_form_one_tree() -> None:
    errors = import_module("kg.errors")
    for name in errors.__all__:
        kind = getattr(errors, name)
        assert issubclass(kind, KgError)
        assert name in (errors.__doc__ or ""), f"the drawing of the tree lacks {name}"
