"""What other tools say of the page: axe-core of its accessibility, TypeScript's compiler of its scripts' types.

Both are npm packages that only CI installs (`.ci/run`): ``NODE_MODULES`` names the folder.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]


def package(*parts: str) -> Path:
    place = Path(os.environ.get("NODE_MODULES", ROOT / "node_modules"), *parts)
    if not place.is_file():
        message = f"{place} is not there: install axe-core and typescript with npm and name the folder in NODE_MODULES"
        if os.environ.get("NODE_MODULES"):  # somebody installed them, so they have to be there
            pytest.fail(message)
        pytest.skip(message)
    return place


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("fragment", ["", "#show=node&a=e%3Aposeatlas", "#show=node&a=p%3An01&focus=p%3An01", "#view=table", "#view=table&tab=Leaderboard"])
def test_axe_finds_nothing_serious(visit: Callable[..., Any], page_file: Path, scheme: str, fragment: str) -> None:
    axe = package("axe-core", "axe.min.js").read_text(encoding="utf-8")
    page = visit(page_file, fragment, color_scheme=scheme, bypass_csp=True)
    page.evaluate(axe)
    found = page.evaluate("() => axe.run()")
    assert len(found["passes"]) > 15
    serious = [(rule["id"], [node["target"] for node in rule["nodes"][:3]]) for rule in found["violations"] if rule["impact"] in ("serious", "critical")]
    assert serious == []


def test_types_of_the_scripts() -> None:
    compiler = package("typescript", "bin", "tsc")
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on the path")
    ran = subprocess.run([node, str(compiler), "-p", str(ROOT / "tests" / "graphs" / "visualise")], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "")
