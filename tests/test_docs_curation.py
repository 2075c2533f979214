"""The page on corrections: its entries are well-formed, and its commands print what it says."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg.linking.curation.entries import ACTIONS
from kg.linking.curation.reading import parse_curation

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "curation.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_entries_are_well_formed() -> None:
    (text,) = blocks("yaml")
    curation = parse_curation(text)
    assert curation.remarks == ()
    assert {entry.action for entry in curation.entries} == set(ACTIONS)
    assert {key for entry in curation.entries for key in ("papers", "names", "to", "reason") if getattr(entry, key)} == {"papers", "names", "to", "reason"}
    assert all(f"| `{action}` |" in PAGE for action in ACTIONS)


def test_commands_print_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fake_pipeline: Any, kg_command: Callable[..., Any]) -> None:
    monkeypatch.chdir(tmp_path)
    (corpus,) = blocks("json")
    Path("corpus.jsonl").write_text(corpus, encoding="utf-8")
    examples = [re.split(r"\n", part, maxsplit=1) for block in blocks("console") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    assert len(examples) == 8
    for command, shown in examples:
        program, *arguments = shlex.split(command)
        if program == "cat":
            printed = Path(arguments[0]).read_text(encoding="utf-8")
        else:
            ran = kg_command(*arguments)
            printed = ran.out + ran.err
        pattern = ".*".join(re.escape(part) for part in re.split(r"^\.\.\.\n", shown, flags=re.MULTILINE))
        assert re.fullmatch(pattern, printed, re.DOTALL), f"{command} prints\n{printed}"
