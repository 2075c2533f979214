"""Write what the documentation takes from the code: `docs/cli.md`, and the tables of types in `docs/graph-format.md`.

    python docs/refresh.py            write them
    python docs/refresh.py --readme   also run the README's examples on a fresh graph of the seeds, and put in what they print

A test compares the files with what this script makes, so they cannot fall behind.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from graphs.attributes import EDGE_ATTRIBUTES, NODE_ATTRIBUTES
from kg.cli import COMMANDS
from kg.cli.app import app
from kg.cli.options import LazyChoice
from kg.schema import NODE_TYPES, ROLES, edge_types

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
WIDTH = 100


def cli_page() -> str:
    """Return the page about the command. It is made from what commands declare, not from the help that click prints, which differs between its versions."""
    parts = [
        "# The `kg` command",
        "This page is made from the command's declarations by `docs/refresh.py`; do not edit it. `kg COMMAND --help` says the same in the terminal.",
        _prose(app.help or ""),
        _prose(app.epilog or ""),
        _table(("command", "does"), [(f"[`kg {name}`](#kg-{name})", COMMANDS.load(name).get_short_help_str(limit=200)) for name in COMMANDS]),
    ]
    for name in COMMANDS:
        command = COMMANDS.load(name)
        arguments = [_argument(parameter) for parameter in command.params if isinstance(parameter, click.Argument)]
        options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
        parts += [f"## kg {name}", f"    {' '.join(['kg', name, '[OPTIONS]', *arguments])}", _prose(command.help or "")]
        parts.append(_table(("option", "meaning"), [_option(option) for option in options]))
        parts.append(_prose(command.epilog or ""))
    return "\n\n".join(parts) + "\n"


def _prose(text: str) -> str:
    """Return a help text as Markdown; a paragraph that click is told to leave as it is becomes a block of code."""
    paragraphs = []
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        if paragraph.startswith("\b\n"):
            lines = paragraph.splitlines()[1:]
            if lines[0] == "Examples:":
                lines = [line[2:] for line in lines[1:]]
            paragraphs.append("\n".join(f"    {line}" for line in lines))
        else:
            paragraphs.append(" ".join(paragraph.split()))
    return "\n\n".join(paragraphs)


def _argument(argument: click.Argument) -> str:
    name = argument.metavar or str(argument.name).upper()
    name += "..." if argument.nargs == -1 and not name.endswith("...") else ""
    return name if argument.required else f"[{name}]"


def _option(option: click.Option) -> tuple[str, str]:
    """Return an option as a row: its names with what they take, and its help with its default."""
    takes = "" if option.is_flag else f" {option.metavar or ''}".rstrip()
    meaning = option.help or ""
    if isinstance(option.type, LazyChoice):
        takes = f" {option.type.name.upper()}"
        meaning += f" One of {', '.join(f'`{value}`' for value in option.type.values)}."
    if isinstance(option.show_default, str):
        meaning += f" Default: {option.show_default}."
    elif option.show_default:
        meaning += f" Default: `{option.default}`."
    return ", ".join(f"`{name}{takes}`" for name in option.opts), meaning


def tables() -> dict[str, str]:
    """Return the tables of docs/graph-format.md by name."""
    return {
        "node types": _table(("type", "meaning"), [(f"`{row.name}`", row.description) for row in NODE_TYPES.values()]),
        "roles": _table(("role", "edge", "to", "meaning"), [(f"`{r.name}`", f"`{r.edge}`", ", ".join(r.types), r.description) for r in ROLES.values()]),
        "edge types": _table(
            ("type", "from", "to", "meaning"), [(f"`{e.name}`", ", ".join(e.tails), ", ".join(e.heads), e.description) for e in edge_types().values()]
        ),
        "node attributes": _table(
            ("attribute", "kind", "of", "meaning"), [(f"`{a.name}`", a.kind, ", ".join(a.types) or "all", a.description) for a in NODE_ATTRIBUTES.values()]
        ),
        "edge attributes": _table(
            ("attribute", "kind", "of", "meaning"), [(f"`{a.name}`", a.kind, ", ".join(a.types) or "all", a.description) for a in EDGE_ATTRIBUTES.values()]
        ),
    }


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    cells = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in cells)


def with_tables(text: str) -> str:
    """Return a page with its tables made anew; each stands between ``<!-- table: NAME -->`` and ``<!-- end -->``."""

    def table(match: re.Match[str]) -> str:
        return f"{match[1]}\n{tables()[match[2]]}\n<!-- end -->"

    return re.sub(r"(<!-- table: ([\w ]+) -->)\n.*?<!-- end -->", table, text, flags=re.DOTALL)


@dataclass(frozen=True)
class Example:
    """A command or statement of the README, and what the README says that it prints."""

    source: str
    output: str
    start: int
    end: int


def blocks(text: str, language: str) -> Iterator[tuple[int, str]]:
    """Yield place and content of the fenced blocks of a language."""
    for match in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield match.start(1), match[1]


def shell_examples(text: str) -> list[Example]:
    """Return the examples of the ``console`` blocks; a command stands behind ``$ ``, what it prints below."""
    found = []
    for place, block in blocks(text, "console"):
        for match in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            found.append(Example(match[1], match[2], place + match.start(2), place + match.end(2)))
    return found


def python_examples(text: str) -> list[Example]:
    """Return the statements of the ``python`` blocks; one begins with ``>>> ``, what it prints stands below."""
    found = []
    for place, block in blocks(text, "python"):
        for match in re.finditer(r"^>>> (.*\n(?:\.\.\. .*\n)*)((?:(?!>>> ).*\n)*)", block, re.MULTILINE):
            source = match[1].replace("\n... ", "\n")
            found.append(Example(source, match[2], place + match.start(2), place + match.end(2)))
    return found


def run_shell(command: str, folder: Path) -> tuple[int, str]:
    """Run a command of the README, in which ``kg`` is this one, and return its status and what it prints."""
    script = f'kg() {{ {shlex.quote(sys.executable)} -m kg "$@"; }}\n{command}'
    environment = {"PATH": "/usr/bin:/bin", "COLUMNS": str(WIDTH), "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def run_python(source: str, namespace: dict[str, object]) -> str:
    """Run a statement as a Python prompt would, and return what it prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(source, "README.md", "single"), namespace)
    return printed.getvalue()


def readme_outputs(text: str, folder: Path) -> list[tuple[Example, str]]:
    """Run the README's examples in a folder that holds ``seeds``, the first of which builds ``kg-out``; return each with what it prints."""
    found = [(example, run_shell(example.source, folder)[1]) for example in shell_examples(text)]
    namespace: dict[str, object] = {}
    before = Path.cwd()
    os.chdir(folder)  # contextlib.chdir is not in Python 3.10
    try:
        found += [(example, run_python(example.source, namespace)) for example in python_examples(text)]
    finally:
        os.chdir(before)
    return found


def with_outputs(text: str, outputs: list[tuple[Example, str]]) -> str:
    """Return the README with new outputs; one that is cut with a line ``...`` stays cut at as many lines."""
    for example, printed in sorted(outputs, key=lambda row: -row[0].start):
        old = example.output.splitlines()
        lines = [line.rstrip() for line in printed.rstrip("\n").splitlines()]
        if old and old[-1] == "..." and len(lines) >= len(old):
            lines = [*lines[: len(old) - 1], "..."]
        trailing = "\n" if example.output == "\n" or example.output.endswith("\n\n") else ""
        text = text[: example.start] + "".join(line + "\n" for line in lines) + trailing + text[example.end :]
    return text


def main() -> None:
    """Write the files."""
    (DOCS / "cli.md").write_text(cli_page(), encoding="utf-8")
    page = DOCS / "graph-format.md"
    page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")
    if "--readme" in sys.argv[1:]:
        readme = ROOT / "README.md"
        text = readme.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "seeds").symlink_to(ROOT / "seeds")
            readme.write_text(with_outputs(text, readme_outputs(text, folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
