"""The query cookbook: every example is run on the seeds' graph, and prints what the page says."""

from __future__ import annotations

import re
import runpy
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg.cli import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8")
REFRESH: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "refresh.py"))
OUTPUTS: Callable[..., list[tuple[Any, str]]] = runpy.run_path(str(ROOT / "docs" / "refresh_cookbook.py"))["outputs"]
AGREE: Callable[[str, str], bool] = runpy.run_path(str(ROOT / "tests" / "test_docs.py"))["agree"]
SHELL = REFRESH["shell_examples"](PAGE)
PYTHON = REFRESH["python_examples"](PAGE)

# Commands that make or change graphs, and so answer no question of this page.
OTHERS = {"build", "add", "remove", "merge", "split", "rename", "diff", "extract", "show", "compare", "view", "export", "evaluate", "serve"}


def test_examples_print_what_the_page_says(seeds_folder: Path, kg_command: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(seeds_folder.parent)
    monkeypatch.setenv("COLUMNS", str(REFRESH["WIDTH"]))

    def shell(command: str) -> str:
        ran = kg_command(*shlex.split(command)[1:])
        assert ran.status == 0, f"{command}: {ran.err}"
        return str(ran.out)

    wrong = [f"{example.source}\nprints\n{printed}" for example, printed in OUTPUTS(PAGE, shell) if not AGREE(example.output, printed)]
    assert not wrong, "\n".join([*wrong, "Run python docs/refresh_cookbook.py"])


def test_every_question_has_examples_side_by_side() -> None:
    shown = {example.source.split()[1] for example in SHELL}
    assert shown == set(COMMANDS) - OTHERS
    asked = set(re.findall(r"\bg\.(\w+)\(", " ".join(example.source for example in PYTHON)))
    missing = {name.replace("-", "_") for name in shown} - asked - {"query"}
    assert not missing
    assert "cypher" in asked


def test_examples_say_what_they_print() -> None:
    silent = [example.source for example in SHELL if not example.output.strip()]
    assert not silent
