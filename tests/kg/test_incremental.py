"""The seeds in one go, in parts in any order, and without some of them: the same bytes, from stored extractions."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from kg import api

FILES = ("graph.json", "graph.graphml", "graph.html", "report.txt", "papers.jsonl")
CORRECTIONS = "- rename: accuracy\n  to: accuracy (share of right answers)\n- drop: nothing of this name\n"


@pytest.fixture(scope="module")
def lines(seeds_folder: Path) -> list[str]:
    return (seeds_folder / "papers.jsonl").read_text(encoding="ascii").splitlines(keepends=True)


@pytest.fixture
def built(tmp_path: Path, seeds_folder: Path) -> Path:
    """A folder with the graph of all seeds, made from their stored extractions."""
    shutil.copy(seeds_folder / "kg.db", tmp_path / "kg.db")
    return tmp_path


def build(folder: Path, name: str, lines: list[str]) -> None:
    corpus = folder / f"{name}.jsonl"
    corpus.write_text("".join(lines), encoding="ascii")
    (folder / name).mkdir(exist_ok=True)
    (folder / name / "curation.yaml").write_text(CORRECTIONS, encoding="utf-8")
    assert api.build_folder(corpus, out=folder / name, store=folder / "kg.db").extracted == 0


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


@pytest.mark.parametrize("seed", [1, 2])
def test_ten_parts_in_any_order_are_the_same(seed: int, built: Path, lines: list[str]) -> None:
    build(built, "whole", lines)
    shuffled = lines[:]
    random.Random(seed).shuffle(shuffled)
    parts = [shuffled[number::10] for number in range(10)]
    build(built, "parts", parts[0])
    for number, part in enumerate(parts[1:]):
        file = built / f"part{number}.jsonl"
        file.write_text("".join(part), encoding="ascii")
        api.add(file, out=built / "parts", store=built / "kg.db")
    assert contents(built / "parts") == contents(built / "whole")


def test_what_is_removed_leaves_what_others_support(built: Path, lines: list[str]) -> None:
    build(built, "half", lines[::2])
    build(built, "all", lines)
    gone = [json.loads(line)["id"] for line in lines[1::2]]
    before = api.load(built / "all")
    graph = api.remove(*gone, out=built / "all", store=built / "kg.db").graph
    assert contents(built / "all") == contents(built / "half")
    supported = {node for node, row in before.nx.nodes(data=True) if any(paper not in {f"p:{id}" for id in gone} for paper in _papers(before, node))}
    assert supported
    # Only a bare name may go elsewhere; what is established or introduced by a paper that is left keeps its id.
    moved = {node for node in supported if node not in graph.nx}
    assert all(before.nx.nodes[node].get("ambiguous") or "introduced_by" in before.nx.nodes[node] for node in moved)
    assert not any(id in row.get("evidence", "") for _, row in graph.nx.nodes(data=True) for id in gone)


def _papers(graph: Any, node: str) -> list[str]:
    return [tail for tail, _ in graph.nx.in_edges(node) if graph.nx.nodes[tail]["type"] == "Paper"]
