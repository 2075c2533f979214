"""``kg compare``: JSON lines in, JSON lines out, wrong records told by line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphs.build import build_graph
from graphs.export.json import write_json
from kg.linking import link
from kg.model import Entity, Extraction, Mention, Paper


@pytest.fixture(scope="module")
def graph_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    records = []
    for paper, long in (("a1", "Fast Embedding Networks"), ("a2", "Fair Exchange Networks")):
        text = f"We propose FEN ({long})."
        mention = Mention(11, 14, "FEN", "Method")
        records.append(
            (Paper(paper, abstract=text, year=2025), Extraction(paper, (Entity("e1", "Method", "proposes", "FEN", ("FEN", long), 0.9, (mention,)),)))
        )
    file = tmp_path_factory.mktemp("compare") / "graph.json"
    write_json(build_graph(records, link(records, lexicon=())), file)
    return file


def test_answers_come_in_order_and_wrong_records_are_told(graph_file: Path, tmp_path: Path, kg_command: Callable[..., Any]) -> None:
    pairs = tmp_path / "pairs.jsonl"
    lines = [
        '{"a": "FEN", "b": "FEN", "type": "Method", "paper_a": "a1", "paper_b": "a2", "label": "gold is not read"}',
        "",
        "{nonsense",
        '["a", "b"]',
        '{"a": "FEN"}',
        '{"a": "FEN", "b": 3}',
        '{"a": "FEN", "b": "FEN", "type": "Thing"}',
        '{"a": "FEN", "b": "FEN", "paper_a": 7}',
        '{"a": "FEN", "b": "Fast Embedding Networks", "type": null, "paper_a": "a1", "paper_b": ""}',
        '{"a": "Fern-2-7B", "b": "Fern-2", "type": "Model"}',
    ]
    pairs.write_bytes(b"\xef\xbb\xbf" + "\n".join(lines).encode())
    ran = kg_command("compare", graph_file, pairs)
    assert ran.status == 1
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [(row["a"], row["b"], row["label"]) for row in answers] == [
        ("FEN", "FEN", "different"),
        ("FEN", "Fast Embedding Networks", "same"),
        ("Fern-2-7B", "Fern-2", "family"),
    ]
    assert answers[0] | {"reason": ""} == {
        "type": "Method",
        "paper_a": "a1",
        "paper_b": "a2",
        "a": "FEN",
        "b": "FEN",
        "label": "different",
        "node_a": "e:fen@a1",
        "node_b": "e:fen@a2",
        "reason": "",
    }
    told = [line.removeprefix(f"kg: {pairs}, line ") for line in ran.err.splitlines()]
    assert told == [
        "3: no JSON (Expecting property name enclosed in double quotes); skipped",
        '4: a pair is a JSON object with "a" and "b"; skipped',
        '5: "b" is not a name; a pair is a JSON object with "a" and "b"; skipped',
        '6: "b" is not a name; a pair is a JSON object with "a" and "b"; skipped',
        "7: unknown type of entity 'Thing'. Known: Method, Model, Dataset, Metric, Task; skipped",
        '8: "paper_a" is not text; skipped',
    ]


def test_all_fine(graph_file: Path, tmp_path: Path, kg_command: Callable[..., Any]) -> None:
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text('{"a": "FEN", "b": "fens"}\n', encoding="utf-8")
    ran = kg_command("compare", graph_file.parent, pairs, "-o", tmp_path / "answers.jsonl")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert json.loads((tmp_path / "answers.jsonl").read_text(encoding="utf-8"))["label"] == "same"


def test_no_file(graph_file: Path, tmp_path: Path, kg_command: Callable[..., Any]) -> None:
    ran = kg_command("compare", graph_file, tmp_path / "none.jsonl")
    assert ran.status == 2
    assert ran.err == f"kg: {tmp_path / 'none.jsonl'}: No such file or directory; check the path and its permissions\n"
