"""Figures of an evaluation, on papers of our own invention.

The expected figures of `GOLD` and `PREDICTED` were obtained by running the scorer of the annotation project on these very records; they are not to be
adapted to the code.
"""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from kg.errors import InputError
from kg.evaluate import Counts, Ratio, evaluate, read_gold, read_predictions
from kg.evaluate.matching import _augment, assign, fold_number
from kg.model import Entity, Extraction

GOLD: list[dict[str, Any]] = [
    {
        "id": "w1",
        "entities": [
            {"id": "e1", "types": ["Method"], "roles": ["proposes"], "names": ["LoomNet", "loom network"]},
            {"id": "e2", "types": ["Method", "Model"], "roles": ["uses", "compares_with"], "names": ["SpinCore"]},
            {"id": "e3", "type": "Dataset", "role": "evaluates_on", "names": ["YarnBench"]},
            {"id": "e4", "type": "Metric", "role": "reports", "names": ["thread accuracy"]},
            {"id": "e5", "type": "Task", "role": "addresses", "names": ["weaving"], "optional": True},
            {"id": "e6", "type": "Method", "role": "proposes", "names": ["warp gate"], "optional": True},
            {"id": "e7", "type": "Task", "role": "addresses", "names": ["pattern completion"]},
        ],
        "results": [
            {"method": "e1", "dataset": "e3", "metric": "e4", "value": "71.5", "unit": "%", "kind": "absolute", "baseline": "64"},
            {"method": "e1", "metric": "e4", "value": "5–10", "unit": "×", "kind": "factor", "direction": "up"},
            {"method": "e2", "value": "3", "unit": "points", "kind": "delta", "direction": "down", "optional": True},
            {"method": "e1", "dataset": "e3", "sota": True},
            {"method": "e1", "task": "e5", "sota": True},
        ],
        "relations": [
            {"head": "e1", "type": "based_on", "tail": "e2"},
            {"head": "e6", "type": "part_of", "tail": "e1"},
            {"head": "e1", "type": "applied_to", "tail": "e7"},
        ],
        "links": ["https://example.org/loom/"],
    },
    {
        "id": "w2",
        "entities": [
            {"id": "e1", "types": ["Dataset"], "roles": ["proposes", "evaluates_on"], "names": ["FleeceQA"]},
            {"id": "e2", "types": ["Model"], "roles": ["compares_with"], "names": ["Ram-7B"]},
            {"id": "e3", "types": ["Model"], "roles": ["compares_with"], "names": ["Ram-70B"]},
            {"id": "e4", "types": ["Metric"], "roles": ["reports"], "names": ["exact match", "EM"]},
        ],
        "results": [
            {"method": "e2", "metric": "e4", "value": "12", "unit": "", "kind": "absolute"},
            {"method": "e3", "metric": "e4", "value": "12", "unit": "", "kind": "absolute"},
        ],
        "relations": [],
        "links": [],
    },
    {"id": "w3", "entities": [{"id": "e1", "types": ["Method"], "roles": ["proposes"], "names": ["Bobbin"]}], "results": [], "relations": [], "links": []},
]

PREDICTED: list[dict[str, Any]] = [
    {
        "id": "w1",
        "entities": [
            {"id": "e1", "type": "Method", "role": "proposes", "name": "LoomNet", "names": ["LoomNet", "Loom Networks"]},
            {"id": "e2", "type": "Model", "role": "mentions", "name": "SpinCore"},
            {"id": "e3", "type": "Dataset", "role": "evaluates_on", "name": "YarnBench benchmark", "names": ["YarnBench benchmark"]},
            {"id": "e4", "type": "Metric", "role": "reports", "name": "accuracy", "names": ["accuracy", "thread accuracy"]},
            {"id": "e5", "type": "Method", "role": "proposes", "name": "weaving", "names": ["weaving"]},
            {"id": "e6", "type": "Method", "role": "uses", "name": "warp gate", "names": ["warp gate"]},
            {"id": "e7", "type": "Task", "role": "addresses", "name": "completion", "names": ["completion", "pattern completion", "patterns"]},
            {"id": "e8", "type": "Metric", "role": "reports", "name": "speed", "names": ["speed"]},
        ],
        "results": [
            {"method": "e1", "dataset": "e3", "metric": "e4", "value": "71.50", "unit": "percent", "kind": "absolute", "baseline": "63"},
            {"method": "e1", "metric": "e8", "value": "5 to 10", "unit": "x", "kind": "factor", "direction": "up"},
            {"method": "e2", "value": "3", "unit": "%", "kind": "delta"},
            {"value": "2024", "unit": "", "kind": "absolute"},
            {"method": "e1", "dataset": "e3", "sota": True},
            {"method": "e1", "task": "e7", "sota": True},
        ],
        "relations": [
            {"head": "e1", "type": "based_on", "tail": "e2"},
            {"head": "e6", "type": "part_of", "tail": "e1"},
            {"head": "e3", "type": "part_of", "tail": "e4"},
            {"head": "e1", "type": "applied_to", "tail": "e99"},
        ],
        "links": ["https://example.org/loom", "https://example.org/other"],
    },
    {
        "id": "w2",
        "entities": [
            {"id": "e1", "type": "Dataset", "role": "evaluates_on", "name": "FleeceQA", "names": ["FleeceQA"]},
            {"id": "e2", "type": "Model", "role": "compares_with", "name": "Ram-7B", "names": ["Ram-7B", "Ram-70B"]},
            {"id": "e3", "type": "Model", "role": "compares_with", "name": "Ram 7B", "names": ["Ram 7B"]},
            {"id": "e4", "type": "Task", "role": "addresses", "name": "exact match", "names": ["exact match"]},
        ],
        "results": [{"method": "e3", "metric": "e4", "value": "12", "unit": "", "kind": "absolute"}],
        "relations": [],
        "links": [],
    },
    {"id": "w9", "entities": []},
]

EXPECTED_COUNTS = {
    "entities": (7, 3, 3),
    "detected": (8, 2, 2),
    "proposed": (1, 0, 1),
    "values": (3, 1, 1),
    "tuples": (2, 2, 2),
    "sota": (1, 1, 0),
    "relations": (1, 2, 1),
    "links": (1, 1, 0),
    "Method": (2, 0, 1),
    "Model": (2, 0, 0),
    "Dataset": (2, 0, 0),
    "Metric": (1, 1, 1),
    "Task": (0, 2, 1),
}
EXPECTED_RATIOS = {"roles": (6, 7), "label": (5, 7), "attributes": (4, 5)}
EXPECTED_MISTAKES = [
    ("w1", "extra", "Task", "completion"),
    ("w1", "extra", "Metric", "speed"),
    ("w1", "missed", "Task", "pattern completion"),
    ("w2", "extra", "Task", "exact match"),
    ("w2", "missed", "Metric", "exact match"),
    ("w3", "missed", "Method", "Bobbin"),
]


def paper(*entities: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"id": "p", "entities": [{"id": f"e{n}", "type": "Method", "role": "uses", **entity} for n, entity in enumerate(entities, 1)], **fields}


def test_figures_are_those_of_the_scorer() -> None:
    report = evaluate(GOLD, PREDICTED)
    assert {name: (c.tp, c.fp, c.fn) for name, c in report.counts.items()} == EXPECTED_COUNTS
    assert {name: (r.right, r.n) for name, r in report.ratios.items()} == EXPECTED_RATIOS
    assert (report.papers, report.unanswered, report.unknown) == (3, 1, 1)
    assert [(m.paper, m.kind, m.type, m.name) for m in report.mistakes] == EXPECTED_MISTAKES


def test_order_of_papers_does_not_matter() -> None:
    assert evaluate(GOLD[::-1], PREDICTED[::-1]).to_json() == evaluate(GOLD, PREDICTED).to_json()


def test_gold_against_itself_is_perfect() -> None:
    answers = [
        {
            **row,
            "entities": [
                {
                    "id": e["id"],
                    "type": (e.get("types") or [e["type"]])[0],
                    "role": (e.get("roles") or [e["role"]])[0],
                    "names": e["names"],
                    "name": e["names"][0],
                }
                for e in row["entities"]
            ],
        }
        for row in GOLD
    ]
    report = evaluate(GOLD, answers)
    assert all(count.f1 == 1.0 for name, count in report.counts.items()), report
    assert all(ratio.accuracy == 1.0 for ratio in report.ratios.values())
    assert report.mistakes == ()


def test_json_has_the_figures() -> None:
    row = json.loads(json.dumps(evaluate(GOLD, PREDICTED).to_json()))
    assert row["entities"] == {"p": 0.7, "r": 0.7, "f1": pytest.approx(0.7), "tp": 7, "fp": 3, "fn": 3}
    assert row["roles"] == {"accuracy": 6 / 7, "n": 7}
    assert (row["papers"], row["unanswered"], row["unknown"]) == (3, 1, 1)


def test_text_is_a_table() -> None:
    lines = evaluate(GOLD, PREDICTED).to_text(mistakes=2).splitlines()
    assert lines[:3] == ["papers      3", "unanswered  1", "unknown     1"]
    assert "entities     0.700  0.700  0.700       7       3       3" in lines
    assert "roles        0.857      7" in lines
    assert lines[-2:] == ["w1\textra\tTask\tcompletion", "w1\textra\tMetric\tspeed"]


def test_empty_counts_are_zero() -> None:
    assert (Counts().precision, Counts().recall, Counts().f1, Ratio().accuracy) == (0.0, 0.0, 0.0, 0.0)
    assert evaluate([], []).counts["entities"] == Counts()


def test_lumping_names_together_does_not_match() -> None:
    gold = paper({"names": ["loom"]}, {"names": ["spindle"]}, {"names": ["bobbin"]})
    lump = paper({"names": ["loom", "spindle", "bobbin"]})
    assert evaluate([gold], [lump]).counts["entities"] == Counts(0, 1, 3)


def test_required_gold_goes_before_optional() -> None:
    gold = paper({"names": ["loom"], "optional": True}, {"names": ["loom"]})
    assert evaluate([gold], [paper({"names": ["loom"]})]).counts["entities"] == Counts(1, 0, 0)


def test_what_fits_optional_gold_counts_neither_way() -> None:
    gold = paper({"names": ["loom"], "optional": True})
    wrong_type = paper({"names": ["loom"], "type": "Task", "role": "addresses"})
    assert evaluate([gold], [wrong_type]).counts["entities"] == Counts()


def test_extractions_are_read_as_they_are() -> None:
    answer = Extraction("p", (Entity("e1", "Method", "uses", "loom", ("loom",)),), links=("https://example.org",))
    report = evaluate([paper({"names": ["Loom"]}, links=["https://example.org/"])], [answer])
    assert report.counts["entities"] == Counts(1, 0, 0)
    assert report.counts["links"] == Counts(1, 0, 0)


def test_a_longer_matching_is_found_by_moving_a_partner() -> None:
    fits = {("a", "x"): 2, ("a", "y"): 1, ("b", "x"): 1}
    rows = [[{"id": name} for name in names] for names in ("ab", "xy")]
    assert assign(*rows, weight=lambda g, p: fits.get((g["id"], p["id"]), 0)) == {0: 1, 1: 0}


def test_a_long_chain_of_moves_does_not_exhaust_the_stack() -> None:
    # Everybody takes the prediction of the own number; the last gold item wants the first one, and all others have to move on by one.
    size = sys.getrecursionlimit() + 100
    edges = [[n, n + 1] for n in range(size)] + [[0]]
    owner = {n: n for n in range(size)}
    _augment(size, edges, owner)
    assert owner == {0: size, **{n + 1: n for n in range(size)}}


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("44.4", "44.40"),
        ("5–10", "5 to 10"),
        (r"6\times10^{-6}", "6e-6"),
        ("1,200", "1200"),
        ("10^{-3}", "1e-3"),
        ("-7.1", "7.1"),
        ("+7.1%", "7.1"),
        ("3×10", "3x10"),
        (12, "12.0"),
    ],
)
def test_numbers_that_are_the_same(left: Any, right: Any) -> None:
    assert fold_number(left) == fold_number(right)


@pytest.mark.parametrize(("left", "right"), [("1.3", "13"), ("5-10", "10-5"), ("6e-6", "6e-5"), ("12", "twelve")])
def test_numbers_that_differ(left: str, right: str) -> None:
    assert fold_number(left) != fold_number(right)


GOOD = '{"id": "p", "entities": [{"id": "e1", "type": "Task", "role": "addresses", "names": ["weaving"]}]}'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "holds no record"),
        (" \n\n", "holds no record"),
        ("[1]\n", r"line 1: a paper needs an id \(text\) and a list of entities"),
        ("{\n", "line 1: is not JSON"),
        (GOOD + "\n" + GOOD, r"line 2: paper p stands twice \(first: .*line 1\)"),
        (GOOD + '\n\n{"id": 7, "entities": []}', "line 3: a paper needs an id"),
        (GOOD.replace('"id": "p"', '"name": "p"'), "line 1: a paper needs an id"),
        (GOOD.replace('"Task"', '["Task"]'), r"type \['Task'\] is not one of Method"),
        (GOOD.replace('"e1"', '["e1"]'), "the ids of its entities are not different"),
        (GOOD[:-1] + ', "relations": [{"head": "e1", "type": ["part_of"], "tail": "e1"}]}', r"relation type \['part_of'\] is not one of"),
        (GOOD[:-1] + ', "relations": [{"head": ["e1"], "type": "part_of", "tail": "e1"}]}', r"a relation from \['e1'\] to 'e1'"),
        (GOOD.replace("Task", "Taks"), "line 1, paper p: type 'Taks' is not one of Method, Model"),
        (GOOD.replace('"addresses"', "null"), "role None is not one of proposes"),
        (GOOD.replace('"role"', '"roles"'), "roles must be a list of names, got 'addresses'"),
        (GOOD.replace('["weaving"]', "[]"), "an entity needs a name"),
        (GOOD.replace('["weaving"]', "[3]"), "an entity needs a name"),
        (GOOD.replace('[{"id"', '[5, {"id"'), "an entity must be an object, got 5"),
        (GOOD[:-1] + ', "relations": [{"head": "e1", "type": "part_of", "tail": "e9"}]}', "a relation from 'e1' to 'e9', which are not both ids"),
        (GOOD[:-1] + ', "relations": [{"head": "e1", "type": "eats", "tail": "e1"}]}', "relation type 'eats' is not one of based_on"),
        (GOOD[:-1] + ', "results": 5}', "results must be a list of objects"),
        (GOOD[:-1] + ', "results": [{"method": ["e1"], "value": "3"}]}', r"method of a result must be the id of an entity, got \['e1'\]"),
        (GOOD[:-1] + ', "links": [null]}', "links must be a list of texts"),
        ('{"id": "p", "entities": [' + ", ".join(2 * [GOOD[25:-2]]) + "]}", "the ids of its entities are not different"),
    ],
)
def test_unusable_gold_is_named(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message) as caught:
        read_gold(path)
    assert "gold.jsonl" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_predictions_may_not_have_lists_of_types(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(GOOD.replace('"type": "Task"', '"types": ["Task"]'), encoding="utf-8")
    assert len(read_gold(path)) == 1
    with pytest.raises(InputError, match=r"answers\.jsonl, line 1, paper p: type None is not one of"):
        read_predictions(path)


def test_unreadable_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.jsonl: cannot be read: No such file"):
        read_gold(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        read_gold(tmp_path)
    (tmp_path / "latin.jsonl").write_bytes(b'{"id": "caf\xe9", "entities": []}')
    with pytest.raises(InputError, match=r"latin\.jsonl: is not UTF-8 \(byte 11\)"):
        read_gold(tmp_path / "latin.jsonl")
    (tmp_path / "deep.jsonl").write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(InputError, match=r"deep\.jsonl, line 1: is not JSON"):
        read_gold(tmp_path / "deep.jsonl")


def test_byte_order_mark_crlf_and_line_separators_inside_texts(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("weaving", "weav\u2028ing").encode() + b"\r\n")
    assert [row["id"] for row in read_gold(path)] == ["p"]


def test_predictions_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    assert [row["id"] for row in read_predictions("-")] == ["p"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x")))
    with pytest.raises(InputError, match="standard input, line 1"):
        read_predictions("-")


def test_no_common_paper_is_an_error() -> None:
    with pytest.raises(InputError, match=r"no prediction has the id of a paper in the gold \(gold: 'w1', predictions: 'p'\)"):
        evaluate(GOLD, [paper()])
    with pytest.raises(InputError, match="no prediction has the id of a paper in the gold; both"):
        evaluate(GOLD, [])


def test_gold_of_the_seeds_can_be_evaluated() -> None:
    gold = read_gold(Path(__file__).parents[1] / "data" / "seeds-gold.jsonl")
    assert len(gold) == 57
    report = evaluate(gold, [{"id": row["id"], "entities": []} for row in gold])
    assert report.counts["entities"].recall == 0.0
    assert report.counts["entities"].fn > 300
