"""The architecture, enforced: imports point down only, heavy libraries stay where they belong, modules stay readable."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("kg", "extractors", "graphs")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))

# Levels of docs/architecture.md; the longest prefix counts. Nobody imports a higher level; parts of one level may know each other, but not in a circle.
LEVELS = {
    "kg": 0,
    "kg.model": 0,
    "kg.schema": 0,
    "kg.errors": 0,
    "kg.registry": 0,
    "kg.text": 1,
    "kg.corpus": 1,
    "kg.lexicons": 1,
    "extractors": 2,
    "kg.store": 2,
    "kg.linking": 2,
    "kg.evaluate": 2,
    "graphs": 3,
    "graphs.query": 4,
    "graphs.export": 4,
    "graphs.visualise": 4,
    "graphs.report": 4,
    "graphs.diff": 4,
    "kg.api": 5,
    "kg.mcp": 5,
    "kg.cli": 6,
    "kg.__main__": 7,
}
# Libraries that may be imported in one place only.
HOMES = {
    "spacy": ("extractors",),
    "thinc": ("extractors",),
    "onnxruntime": ("extractors",),
    "networkx": ("graphs",),
    "grandcypher": ("graphs.query",),
    "mcp": ("kg.mcp",),
    "pyvis": ("graphs.visualise",),
    "click": ("kg.cli",),
    "sqlite3": ("kg.store",),
    "pandas": ("graphs",),
    "yaml": ("kg.linking.curation",),
    "filelock": ("kg.api",),
}
# Writes the lexicon files into a source tree; nothing imports it.
REGENERATES = ROOT / "kg" / "lexicons" / "build.py"
HEAVY = ("spacy", "thinc", "networkx", "pyvis", "numpy", "onnxruntime", "pandas", "jinja2", "lxml", "rich", "rapidfuzz", "bibtexparser", "rispy", "ijson")


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def under(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(prefix + ".")


def home(name: str) -> str:
    """Return the longest prefix of a module's name that has a level."""
    return max((prefix for prefix in LEVELS if under(name, prefix)), key=len)


def imports(path: Path, *, typing_only: bool = False) -> Iterator[tuple[int, str]]:
    """Yield (line, module) for every import in a source, those inside functions included; imports under TYPE_CHECKING only if asked for."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    module = module_name(path)
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    skipped = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if node in skipped and not typing_only:
            continue
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package) if node.level else node.module or ""
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield node.lineno, inner if is_module(inner) else base


def is_module(name: str) -> bool:
    place = ROOT.joinpath(*name.split("."))
    return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


def test_all_sources_are_seen() -> None:
    assert {module_name(path).partition(".")[0] for path in SOURCES} == set(PACKAGES)
    assert ROOT / "kg" / "cli" / "app.py" in SOURCES


@pytest.mark.parametrize("path", SOURCES, ids=module_name)
def test_imports_point_down(path: Path) -> None:
    """The names that `kg` resolves on first use are the one way up; they are spelled in strings, not in imports."""
    mine = LEVELS[home(module_name(path))]
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name} (level {LEVELS[home(name)]}) from level {mine}"
        for line, name in imports(path)
        if name.partition(".")[0] in PACKAGES and LEVELS[home(name)] > mine
    ]
    assert not wrong


def test_no_circles_between_the_parts() -> None:
    edges: dict[str, set[str]] = {part: set() for part in LEVELS}
    for path in SOURCES:
        mine = home(module_name(path))
        edges[mine] |= {home(name) for _, name in imports(path) if name.partition(".")[0] in PACKAGES} - {mine}
    try:
        order = list(TopologicalSorter(edges).static_order())
    except CycleError as error:
        pytest.fail(f"parts import each other in a circle: {' -> '.join(error.args[1])}")
    assert set(order) == set(LEVELS)


@pytest.mark.parametrize("path", SOURCES, ids=module_name)
def test_libraries_stay_at_home(path: Path) -> None:
    module = module_name(path)
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for line, name in imports(path, typing_only=True)
        for library, homes in HOMES.items()
        if under(name, library) and not any(under(module, allowed) for allowed in homes)
    ]
    assert not wrong


def test_the_shared_language_is_standard_library_only() -> None:
    foreign = {
        name
        for path in SOURCES
        if LEVELS[home(module_name(path))] == 0
        for _, name in imports(path, typing_only=False)
        if name.partition(".")[0] not in (*sys.stdlib_module_names, *PACKAGES)
    }
    assert not foreign


@pytest.mark.parametrize("path", SOURCES, ids=module_name)
def test_modules_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < 400


@pytest.mark.parametrize("path", [path for path in SOURCES if path != REGENERATES], ids=module_name)
def test_nothing_is_found_by_way_of_the_source_file(path: Path) -> None:
    """Package data is read with importlib.resources, input from paths that the user gives: `seeds/` is not part of the package."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "__file__"]
    strings = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("seeds/")]
    assert not names
    assert not strings


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, capture_output=True, text=True, cwd=ROOT).stdout.strip()


@pytest.mark.parametrize("code", ["import kg", "import kg.api", "import kg.cli", "import kg.model, kg.schema, kg.errors, kg.registry", "from kg import Paper"])
def test_importing_loads_nothing_heavy(code: str) -> None:
    assert run(f"{code}\nimport sys\nprint(sorted(set({HEAVY!r}) & set(sys.modules)))") == "[]"


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["build", "--help"], ["show", "--help"], ["papers", "--help"]])
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    code = f"from kg.cli import main\nassert main({arguments!r}) == 0\nimport sys\nprint(sorted(set({HEAVY!r}) & set(sys.modules)))"
    assert run(code).splitlines()[-1] == "[]"


def test_reading_loads_no_spacy_and_no_networkx(tmp_path: Path) -> None:
    file = tmp_path / "list.jsonl"
    file.write_text('{"id": "a", "abstract": "We sort."}\n')
    code = f"import kg, sys\nassert [p.id for p in kg.read({str(file)!r})] == ['a']\nprint(sorted({{'spacy', 'networkx', 'pyvis'}} & set(sys.modules)))"
    assert run(code) == "[]"
