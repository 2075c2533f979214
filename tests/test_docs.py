"""The documentation is executed or generated: examples run and print what the README says, and the reference pages are those of the code."""

from __future__ import annotations

import json
import re
import runpy
import shlex
from pathlib import Path
from typing import Any

import click
import pytest

from kg.cli import COMMANDS
from kg.model import Extraction

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
REFRESH: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "refresh.py"))


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def words(text: str) -> str:
    """Return what two runs on two machines have in common.

    Scores may differ in the last digit, and so a few entities of hundreds in whether they are found, and tables in the width of a column.
    """
    text = re.sub(r"\b\d+ (methods|models|datasets|metrics|tasks|results)\b", r"# \1", text)
    return " ".join(re.sub(r"\b[01]\.\d+\b", "0.#", text).replace("─", "").split())


def agree(shown: str, printed: str) -> bool:
    """Whether what is shown is what is printed; a line of three dots stands for any number of lines."""
    parts = [re.escape(words(part)) for part in re.split(r"^\.\.\.$", shown, flags=re.MULTILINE)]
    return re.fullmatch(" ?.*?".join(parts), words(printed), re.DOTALL) is not None


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory, seeds: Path) -> list[tuple[Any, str]]:
    """What the README's examples print, run one after the other in a folder with the seeds."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "seeds").symlink_to(seeds)
    found: list[tuple[Any, str]] = REFRESH["readme_outputs"](README, folder)
    return found


def test_the_readme_has_examples(outputs: list[tuple[Any, str]]) -> None:
    sources = [example.source for example, _ in outputs]
    assert sources[0] == "kg build seeds"
    assert sum(source.startswith("kg ") for source in sources) >= 4
    assert "import kg\n" in sources


@pytest.mark.parametrize("number", range(len(REFRESH["shell_examples"](README)) + len(REFRESH["python_examples"](README))))
def test_readme_example_prints_what_it_says(number: int, outputs: list[tuple[Any, str]]) -> None:
    example, printed = outputs[number]
    assert agree(example.output, printed), f"{example.source!r} prints\n{printed}\nRun python docs/refresh.py --readme"


def test_agree_can_tell_a_difference() -> None:
    assert agree("a 0.97\n...\nz\n", "a 0.96\nb\nc\nz\n")
    assert agree("", "\n")
    assert not agree("a\n...\nz\n", "a\nb\n")
    assert not agree("a\n", "a\nb\n")
    assert not agree("12 papers\n", "13 papers\n")
    assert agree("12 tasks, 3 results\n", "13 tasks, 3 results\n")


def test_exactly_two_set_up_lines() -> None:
    blocks = [block.strip() for _, block in REFRESH["blocks"](README, "sh")]
    assert len(blocks) == 2
    environments = []
    for block in blocks:
        assert "\n" not in block
        environments.append(re.match(r"python3 -m venv (\S+) && \. (\S+)/bin/activate && pip install ", block))
    assert all(match and match[1] == match[2] for match in environments)
    assert len({match[1] for match in environments if match}) == 2, "each has an environment of its own"
    assert blocks[0].endswith(" && kg build seeds")
    assert blocks[1].endswith(" && pytest")


def test_cli_page_is_fresh() -> None:
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == REFRESH["cli_page"](), "run python docs/refresh.py"


def test_graph_format_tables_are_fresh() -> None:
    text = (ROOT / "docs" / "graph-format.md").read_text(encoding="utf-8")
    assert re.findall(r"<!-- table: ([\w ]+) -->", text) == ["node types", "node attributes", "roles", "edge types", "edge attributes"]
    assert text == REFRESH["with_tables"](text), "run python docs/refresh.py"


def commands(text: str) -> list[list[str]]:
    """Return the words of every ``kg`` command in code spans and blocks."""
    spans = re.findall(r"`(kg [^`\n]+)`", text) + re.findall(r"^(?:\$ |    )(kg .*)$", text, re.MULTILINE) + re.findall(r"(?:&& |\| )(kg [^|&`\n]+)", text)
    return [shlex.split(re.sub(r"\s\|.*|<.*|\s{2,}.*", "", span).replace("...", "")) for span in spans]


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_documented_commands_and_options_exist(page: Path) -> None:
    for words in commands(page.read_text(encoding="utf-8")):
        if len(words) == 1 or words[1].startswith("-"):
            assert set(words[1:]) <= {"--help", "--version", "-h", "-V"}, words
            continue
        if words[1] == "COMMAND":
            continue
        assert words[1] in COMMANDS, f"{page.name}: {' '.join(words)}"
        command: click.Command = COMMANDS.load(words[1])
        known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
        for word in words[2:]:
            if word.startswith("-") and word != "-":
                assert word.partition("=")[0] in known, f"{page.name}: {' '.join(words)}"


def test_commands_are_seen() -> None:
    assert ["kg", "build", "seeds"] in commands(README)
    assert ["kg", "export", "-o", "FILE"] in commands(README)


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)\)", text):
        if not target.startswith(("http://", "https://")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", [*PAGES, *(ROOT / "docs").glob("*.py")], ids=page_name)
def test_named_files_exist(page: Path) -> None:
    """A path in back quotes that begins with a folder of the project is there, unless a recipe says that one is to be made."""
    made_up = {"extractors/hardware_hours.py", "kg/corpus/medline.py", "graphs/export/dot.py"} | {
        "tests/extractors/test_hardware_hours.py",
        "tests/kg/corpus/test_medline.py",
        "tests/graphs/export/test_dot.py",
    }
    for path in re.findall(r"`((?:kg|extractors|graphs|tests|docs|training|benchmarks|seeds|\.ci)/[\w./-]*)`", page.read_text(encoding="utf-8")):
        if path not in made_up:
            assert (ROOT / path).exists(), f"{page.name} names {path}"


def test_the_example_record_is_one() -> None:
    page = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
    paper = json.loads(re.search(r"`(\{\"id\": \"a1\", \"abstract\".*?\})`", page)[1])  # type: ignore[index]
    (block,) = [block for _, block in REFRESH["blocks"](page, "json")]
    row = json.loads(block)
    record = Extraction.from_json(row)
    assert {name: value for name, value in record.to_json().items() if name in row} == row
    text = paper["abstract"]
    for entity in record.entities:
        for mention in entity.mentions:
            assert text[mention.start : mention.end] == mention.text
    for sentence in record.sentences:
        assert text[sentence.start : sentence.end] == sentence.text


def test_record_format_names_every_field() -> None:
    page = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
    for name in Extraction("p").to_json():
        assert f"| `{name}` |" in page


def test_input_and_export_formats_are_in_the_readme() -> None:
    from kg.corpus import FORMATS

    table = README.partition("## What goes in")[2].partition("## ")[0]
    assert set(re.findall(r"`([a-z]+)`", "".join(re.findall(r"^\| (.*?) \|", table, re.MULTILINE)))) == set(FORMATS)


def test_changelog_is_kept() -> None:
    from kg import __version__

    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "## [Unreleased]" in text or f"## [{__version__}]" in text
