"""Two graphs told apart: papers, nodes, what became one or came apart, results and edges; and that the lay-out of a file is no difference."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from graphs.build import build_graph
from graphs.diff import GraphDifference, diff_files
from graphs.export import read_json, write
from kg.errors import GraphError
from kg.linking.curation.reading import parse_curation
from kg.linking.link import link
from kg.model import Entity, Extraction, Mention, Paper, Result, Sentence

Diff = Callable[[Any, Any], GraphDifference]


def paper(id: str, *entities: str, results: tuple[str, ...] = ()) -> tuple[Paper, Extraction]:
    """Make the record of a paper whose entities are written "Type role name"."""
    rows = [text.split(" ", 2) for text in entities]
    abstract = ". ".join(name for _, _, name in rows) + ". " + ". ".join(results) + "."
    found = []
    for number, (kind, role, name) in enumerate(rows, 1):
        at = abstract.index(name)
        found.append(Entity(f"e{number}", kind, role, name, (name,), 0.9, (Mention(at, at + len(name), name, kind, 0.9, "test"),)))
    numbers = tuple(Result(value=value, unit="%", kind="absolute", method="e1", start=0, end=1) for value in results)
    return Paper(id, abstract=abstract), Extraction(id, tuple(found), numbers, sentences=(Sentence(0, len(abstract), abstract),))


def graph(*records: tuple[Paper, Extraction], curation: str = "") -> nx.MultiDiGraph[str]:
    return build_graph(records, link(records, lexicon=(), curation=parse_curation(curation)))


RECORDS = [
    paper("a", "Method uses slot mixing", "Dataset evaluates_on LoopBench", results=("81",)),
    paper("b", "Method uses token blending", "Dataset evaluates_on LoopBench", results=("83", "84")),
    paper("c", "Method uses slot mixing", "Task addresses fern counting"),
]


@pytest.fixture
def diff(tmp_path: Path) -> Diff:
    def run(old: Any, new: Any) -> GraphDifference:
        files = [tmp_path / "old.json", tmp_path / "new.json"]
        for file, one in zip(files, (old, new), strict=True):
            write(one, file)
        return diff_files(*files)

    return run


def ids(rows: list[dict[str, Any]]) -> list[str]:
    return [row["id"] for row in rows]


def test_the_same(diff: Diff) -> None:
    found = diff(graph(*RECORDS), graph(*reversed(RECORDS)))
    assert not found
    assert str(found) == "The graphs are the same."
    assert found.to_json()["same"] is True


def test_the_order_and_the_lay_out_of_a_file_are_no_difference(tmp_path: Path) -> None:
    write(graph(*RECORDS), tmp_path / "old.json")
    data = json.loads((tmp_path / "old.json").read_text(encoding="utf-8"))
    data["nodes"].reverse()
    data["graph"]["generator"] = "kg 9"
    (tmp_path / "new.json").write_text(json.dumps(data, indent=1), encoding="utf-8")
    assert not diff_files(tmp_path / "old.json", tmp_path / "new.json")
    assert not diff_files(tmp_path / "new.json", tmp_path / "old.json")


def test_a_paper_more(diff: Diff) -> None:
    found = diff(graph(*RECORDS[:2]), graph(*RECORDS))
    assert ids(found.papers_added) == ["p:c"]
    assert found.papers_removed == found.merged == found.came_apart == found.became == found.moved == []
    assert ids(found.nodes_added) == ["e:ferncounting"]
    assert [(row["id"], row["changed"], "papers" in row["also"]) for row in found.nodes_changed] == [("e:slotmixing", {}, True)]
    assert [(row["source"], row["type"], row["target"]) for row in found.edges_added] == [
        ("p:c", "ADDRESSES", "e:ferncounting"),
        ("p:c", "USES", "e:slotmixing"),
    ]
    assert "1 paper added:" in str(found)
    assert "2 edges added: 1 ADDRESSES, 1 USES" in str(found)
    back = diff(graph(*RECORDS), graph(*RECORDS[:2]))
    assert (ids(back.papers_removed), ids(back.nodes_removed)) == (["p:c"], ["e:ferncounting"])


def test_nodes_that_became_one_and_came_apart(diff: Diff) -> None:
    one = graph(*RECORDS, curation="- merge: [slot mixing, token blending]")
    found = diff(graph(*RECORDS), one)
    (merged,) = found.merged
    assert (merged["into"]["id"], ids(merged["from"]), merged["papers"]) == ("e:slotmixing", ["e:tokenblending"], 1)
    assert found.nodes_added == found.nodes_removed == found.came_apart == []
    assert "slot mixing (Method, e:slotmixing) is now also token blending (Method, e:tokenblending): 1 paper" in str(found)
    (change,) = [row for row in found.nodes_changed if row["id"] == "e:slotmixing"]
    assert change["changed"] == {"aliases": [None, ["token blending"]]}
    back = diff(one, graph(*RECORDS))
    (apart,) = back.came_apart
    assert (apart["from"]["id"], ids(apart["into"])) == ("e:slotmixing", ["e:slotmixing", "e:tokenblending"])
    assert back.merged == back.nodes_added == []


def test_a_paper_that_names_both(diff: Diff) -> None:
    records = [*RECORDS, paper("d", "Method uses slot mixing", "Method uses token blending")]
    found = diff(graph(*records[2:]), graph(*records[2:], curation="- merge: [slot mixing, token blending]"))
    assert [(row["into"]["id"], ids(row["from"])) for row in found.merged] == [("e:slotmixing", ["e:tokenblending"])]


def test_a_split_and_a_new_id(diff: Diff) -> None:
    found = diff(graph(*RECORDS), graph(*RECORDS, curation="- split: slot mixing\n  papers: [c]"))
    assert [(row["from"]["id"], ids(row["into"])) for row in found.came_apart] == [("e:slotmixing", ["e:slotmixing", "e:slotmixing~c"])]
    found = diff(graph(*RECORDS), graph(*RECORDS, curation="- split: slot mixing\n  papers: [a, c]"))
    assert [(row["from"]["id"], row["into"]["id"], row["papers"]) for row in found.became] == [("e:slotmixing", "e:slotmixing~a", 2)]


def test_a_bare_mention_that_a_later_paper_moves(diff: Diff) -> None:
    first = [paper("a", "Method proposes ORBIT"), paper("q", "Method uses ORBIT")]
    second = [*first, paper("b", "Method proposes ORBIT")]
    found = diff(graph(*first), graph(*second))
    assert [(row["from"]["id"], ids(row["into"])) for row in found.came_apart] == [("e:orbit@a", ["e:orbit@a", "e:orbit"])]
    third = [*second, paper("r", "Method uses ORBIT")]
    found = diff(graph(*third), graph(*third, curation="- split: e:orbit\n  papers: q\n- merge: ['e:orbit@b', 'e:orbit~q']"))
    assert [(row["from"]["id"], row["into"]["id"], row["papers"]) for row in found.moved] == [("e:orbit", "e:orbit@b", ["p:q"])]


def test_labels_and_types(diff: Diff) -> None:
    found = diff(graph(*RECORDS), graph(*RECORDS, curation="- rename: slot mixing\n  to: SlotMix\n- retype: LoopBench\n  to: Task"))
    changes = {row["id"]: row["changed"] for row in found.nodes_changed}
    assert changes["e:slotmixing"] == {"label": ["slot mixing", "SlotMix"], "aliases": [None, ["slot mixing"]]}
    assert changes["e:loopbench"] == {"type": ["Dataset", "Task"]}
    assert "label slot mixing -> SlotMix; aliases +slot mixing" in " ".join(str(found).split())


def test_results_are_told_by_what_they_say(diff: Diff) -> None:
    other = [RECORDS[0], paper("b", "Method uses token blending", "Dataset evaluates_on LoopBench", results=("90", "83")), RECORDS[2]]
    found = diff(graph(*RECORDS), graph(*other))
    assert [row["label"] for row in found.results_added] != []
    assert {row["label"].split()[0] for row in found.results_added} >= {"90"}
    assert {row["label"].split()[0] for row in found.results_removed} >= {"84"}


def test_only_scores(diff: Diff) -> None:
    old, new = graph(*RECORDS), graph(*RECORDS)
    new.nodes["e:loopbench"]["score"] = 0.5
    new.edges["p:a", "e:loopbench", "EVALUATES_ON"]["score"] = 0.5
    found = diff(old, new)
    assert [(row["id"], row["changed"], row["also"]) for row in found.nodes_changed] == [("e:loopbench", {}, ["score"])]
    assert [(row["source"], row["changed"]) for row in found.edges_changed] == [("p:a", ["score"])]
    assert "1 node with other evidence, number of papers or reasons only." in str(found)


def test_lists_are_cut_and_counted(diff: Diff) -> None:
    more = [paper(f"x{number:02}", "Method uses slot mixing") for number in range(30)]
    text = diff(graph(*RECORDS), graph(*RECORDS, *more)).text(3)
    assert "30 papers added:" in text
    assert text.count("  and 27 more") == 2  # papers and edges
    assert max(map(len, text.splitlines())) <= 100


def test_names_of_other_alphabets(diff: Diff) -> None:
    records = [paper("ü1", 'Method uses "τ"-mixing\\x', "Dataset evaluates_on 数据集")]
    found = diff(graph(*RECORDS), graph(*RECORDS, *records))
    assert sorted(row["label"] for row in found.nodes_added) == ['"τ"-mixing\\x', "数据集"]


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "kg-graph", "version": 1,\n', "\x00"])
def test_no_graph(text: str, tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text(text)
    write(graph(*RECORDS), tmp_path / "new.json")
    for pair in (("old.json", "new.json"), ("new.json", "old.json"), ("new.json", "none.json")):
        with pytest.raises(GraphError, match=r"(old|none)\.json"):
            diff_files(*(tmp_path / name for name in pair))


def test_a_graph_that_is_cut_off(tmp_path: Path) -> None:
    write(graph(*RECORDS), tmp_path / "new.json")
    whole = (tmp_path / "new.json").read_bytes()
    for end in (-4, -40, -400):
        (tmp_path / "old.json").write_bytes(whole[:end])
        with pytest.raises(GraphError, match=r"old\.json"):
            diff_files(tmp_path / "old.json", tmp_path / "new.json")


HAND = {
    "format": "kg-graph",
    "version": 1,
    "graph": {},
    "nodes": [
        {"id": "p:a", "type": "Paper", "label": "A paper"},
        {"id": "e:x", "type": "Method", "label": "X", "papers": 1, "aliases": '["Y"]'},
        {"id": "e:d", "type": "Dataset", "label": "D"},
    ],
    "edges": [{"source": "p:a", "target": "e:x", "id": "p:a|USES|e:x", "type": "USES", "score": 1.0}],
}


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize(
    ("part", "place", "change", "said"),
    [
        ("nodes", 1, {"label": None}, "node 2 (e:x) has no 'label', the name to show; mend it"),
        ("nodes", 1, {"label": "  "}, "node 2 (e:x) has no 'label'"),
        ("nodes", 1, {"label": 5}, "node 2 (e:x) has no 'label'"),
        ("nodes", 1, {"type": "Methd"}, "node 2 (e:x) has the unknown type 'Methd', did you mean 'Method'? (known: Paper, Method"),
        ("nodes", 1, {"type": None}, "node 2 (e:x) has no 'type'"),
        ("nodes", 1, {"type": ["Method"]}, "has the unknown type ['Method']"),
        ("nodes", 1, {"id": None}, "node 2 has no 'id'"),
        ("nodes", 1, {"id": 7}, "node 2 has no 'id'"),
        ("nodes", 1, {"id": "p:a"}, "node 2 has the id 'p:a' of an earlier node"),
        ("nodes", 1, {"papers": "one"}, "node 2 (e:x) has the 'papers' 'one', which is not a whole number"),
        ("nodes", 1, {"papers": True}, "which is not a whole number"),
        ("nodes", 1, {"score": float("nan")}, "NaN"),
        ("nodes", 1, {"aliases": ["Y"]}, "has the 'aliases' ['Y'], which is not a list written as text"),
        ("nodes", 1, {"aliases": "Y"}, "has no sound 'aliases': it is the text of a list of names"),
        ("nodes", 1, {"aliases": "[1]"}, "has no sound 'aliases'"),
        ("nodes", 1, {"evidence": '[{"paper":"a"}]'}, "has no sound 'evidence': it is the text of a list of {paper, start, end, text, mentions}"),
        ("nodes", 1, {"evidence": "[[]]"}, "has no sound 'evidence'"),
        ("nodes", 1, {"mine": {"a": 1}}, "has the 'mine' {'a': 1}, which is not text, a number, true or false"),
        ("edges", 0, {"type": "USED"}, "edge 1 has the unknown type 'USED', did you mean 'USE"),
        ("edges", 0, {"type": None}, "edge 1 has no 'type'"),
        ("edges", 0, {"type": "EVALUATES_ON"}, "edge 1 points to 'X', a Method, but EVALUATES_ON points to Dataset"),
        ("edges", 0, {"source": "e:d"}, "edge 1 leaves from 'D', a Dataset, but USES leaves from Paper"),
        ("edges", 0, {"target": "e:gone"}, "edge 1 joins 'e:gone', which is not among the nodes"),
        ("edges", 0, {"target": None}, "edge 1 has no 'target'"),
        ("edges", 0, {"score": "high"}, "edge 1 has the 'score' 'high', which is not a number"),
        ("edges", 0, {"evidence": "yes"}, "edge 1 has no sound 'evidence'"),
    ],
)
def test_a_graph_edited_by_hand(part: str, place: int, change: dict[str, Any], said: str, indent: int | None, tmp_path: Path) -> None:
    data = json.loads(json.dumps(HAND))
    row = data[part][place]
    row.update(change)
    for name in [name for name, value in change.items() if value is None]:
        del row[name]
    file = tmp_path / "graph.json"
    if indent:
        file.write_text(json.dumps(data, indent=indent), encoding="utf-8")
    else:  # as kg lays it out
        head = json.dumps({name: data[name] for name in ("format", "version", "graph")})[:-1]
        nodes, edges = (",\n".join(map(json.dumps, data[name])) for name in ("nodes", "edges"))
        file.write_text(f'{head},\n"nodes": [\n{nodes}\n],\n"edges": [\n{edges}\n]}}\n', encoding="utf-8")
    with pytest.raises(GraphError) as caught:
        read_json(file)
    assert said in str(caught.value)
    assert str(caught.value).startswith(str(file))


def test_attributes_of_ones_own_are_kept(tmp_path: Path) -> None:
    data = json.loads(json.dumps(HAND))
    data["nodes"][1]["mine"] = 3.5
    (tmp_path / "graph.json").write_text(json.dumps(data), encoding="utf-8")
    assert read_json(tmp_path / "graph.json").nodes["e:x"]["mine"] == 3.5
