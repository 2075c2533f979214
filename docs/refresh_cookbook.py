"""Run the examples of `docs/cookbook.md` on a fresh graph of the seeds, and put in what they print: ``python docs/refresh_cookbook.py [FOLDER]``.

FOLDER is one that ``kg build seeds`` wrote with this version, to save the building. A test compares the page with what the examples print.
"""

from __future__ import annotations

import os
import runpy
import shlex
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
PAGE = DOCS / "cookbook.md"


def outputs(text: str, shell: Callable[[str], str]) -> list[tuple[Any, str]]:
    """Return each example of a page with what it prints in the present folder, which holds ``kg-out``.

    Parameters
    ----------
    text : str
        The page.
    shell : callable
        Runs a command line and returns what it prints.
    """
    refresh = runpy.run_path(str(DOCS / "refresh.py"))
    found = [(example, shell(example.source)) for example in refresh["shell_examples"](text)]
    namespace: dict[str, object] = {}
    found += [(example, refresh["run_python"](example.source, namespace)) for example in refresh["python_examples"](text)]
    return found


def main() -> None:
    """Write the page."""
    from kg import api

    refresh = runpy.run_path(str(DOCS / "refresh.py"))
    text = PAGE.read_text(encoding="utf-8")
    os.environ["COLUMNS"] = str(refresh["WIDTH"])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if len(sys.argv) > 1:
            (folder / "kg-out").symlink_to(Path(sys.argv[1]).resolve())
        else:
            api.build_folder(ROOT / "seeds", out=folder / "kg-out")
        os.chdir(folder)
        found = outputs(text, lambda command: _run(shlex.split(command)[1:]))
        os.chdir(ROOT)
    PAGE.write_text(refresh["with_outputs"](text, found), encoding="utf-8")


def _run(words: list[str]) -> str:
    import contextlib
    import io

    from kg.cli import main as kg

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        kg(words)
    return printed.getvalue()


if __name__ == "__main__":
    main()
