"""Curation on top of linking: what each entry does, what it says when it cannot, and that order and conflicts are well-defined."""

from __future__ import annotations

import random

import pytest
from linking_papers import LEXICON, record

from kg.linking import Linking, link
from kg.linking.curation.reading import parse_curation

PAPERS = [
    record("p1", "Method proposes ORBIT | Ordered Retrieval By Iterated Thought", "Dataset evaluates_on CIFAR10", title="ORBIT"),
    record("p2", "Method proposes ORBIT", "Model uses Mistral-7B", "Metric reports Acc", title="ORBIT again"),
    record("p3", "Method compares_with ORBIT", "Model uses Mistral-24B", "Task addresses graph anomaly detection"),
    record("p4", "Method uses slot mixing", "Task addresses anomaly detection", "Metric reports top accuracy"),
    record("p5", "Method uses token blending", "Task addresses anomaly detection", "Dataset evaluates_on LoopBench"),
    record("p6", "Method uses slot mixing", "Task addresses anomaly detection", "Dataset evaluates_on loopbench"),
    record("p7", "Method uses slot mixing | token mixing", "Model uses Mistral 7B", "Method uses fern"),
    record("p8", "Method proposes FERN", "Model uses fern", "Method uses our method", title="FERN"),
]


def curated(text: str, *records) -> Linking:
    return link(records or PAPERS, lexicon=LEXICON, curation=parse_curation(text))


def told(result: Linking) -> list[tuple[int, str]]:
    return [(remark.number, remark.kind) for remark in result.remarks]


PLAIN = curated("")


def test_no_entries_change_nothing():
    assert curated("# nothing") == PLAIN == link(PAPERS, lexicon=LEXICON)


def test_merge():
    result = curated("- merge: [slot mixing, token blending]\n  reason: two names of one trick")
    assert result.nodes["p4", "e1"] == result.nodes["p5", "e1"] == "e:slotmixing"
    assert "e:tokenblending" not in result.entities
    node = result.entities["e:slotmixing"]
    assert (node.label, node.papers) == ("slot mixing", 4)
    assert "token blending" in node.aliases
    assert "“token blending”: merged by curation: two names of one trick (1 paper)" in node.merges
    assert told(result) == [(1, "done")]
    assert str(result.remarks[0]) == "curation.yaml: entry 1, line 1: 'token blending' merged into slot mixing (Method, e:slotmixing), 1 paper"
    # Nothing else is touched.
    assert {node: entity for node, entity in result.entities.items() if node != "e:slotmixing"} == {
        node: entity for node, entity in PLAIN.entities.items() if node not in ("e:slotmixing", "e:tokenblending")
    }


def test_the_first_of_a_merge_gives_name_and_type():
    result = curated("- merge: [LoopBench, slot mixing]")
    node = result.entities["e:loopbench"]
    assert (node.label, node.type, node.papers) == ("LoopBench", "Dataset", 4)
    assert result.nodes["p4", "e1"] == "e:loopbench"


def test_ambiguous_name_whose_readings_are_one():
    result = curated("- merge: ['e:orbit@p1', 'e:orbit@p2']")
    assert PLAIN.entities["e:orbit"].ambiguous
    assert result.nodes["p3", "e1"] == result.nodes["p2", "e1"] == "e:orbit@p1"
    assert "e:orbit" not in result.entities
    assert result.entities["e:orbit@p1"].introduced_by == "p1"


def test_ambiguous_name_that_is_told():
    result = curated("- merge: ['e:orbit@p2', e:orbit]")
    assert result.nodes["p3", "e1"] == "e:orbit@p2"
    assert not result.entities["e:orbit@p2"].ambiguous
    result = curated("- merge: [e:orbit, 'e:orbit@p2']")
    assert result.nodes["p2", "e1"] == "e:orbit"
    assert (result.entities["e:orbit"].ambiguous, result.entities["e:orbit"].introduced_by) == (False, "p2")


def test_candidates_follow_what_is_dropped():
    result = curated("- drop: 'e:orbit@p2'")
    assert ("p2", "e1") not in result.nodes
    assert (result.nodes["p3", "e1"], result.entities["e:orbit"].ambiguous, result.entities["e:orbit"].candidates) == ("e:orbit", False, ())


def test_split_by_papers():
    result = curated("- split: slot mixing\n  papers: [p6, p4]\n  to: slot shuffling")
    assert [result.nodes[p, "e1"] for p in ("p4", "p6", "p7")] == ["e:slotmixing~p6", "e:slotmixing~p6", "e:slotmixing"]
    new, old = result.entities["e:slotmixing~p6"], result.entities["e:slotmixing"]
    assert (new.label, new.aliases, new.papers) == ("slot shuffling", ("slot mixing",), 2)
    assert (old.label, old.papers) == ("slot mixing", 1)
    assert "“slot shuffling”: the name that curation gives it" in new.merges


def test_split_by_names():
    result = curated("- split: LoopBench\n  names: [loopbench]")
    assert (result.nodes["p5", "e3"], result.nodes["p6", "e3"]) == ("e:loopbench", "e:loopbench~loopbench")
    assert (result.entities["e:loopbench"].label, result.entities["e:loopbench"].aliases) == ("LoopBench", ())
    assert result.entities["e:loopbench~loopbench"].label == "loopbench"


def test_split_undoes_a_part_of_a_merge():
    result = curated("- merge: [slot mixing, token blending]\n- split: slot mixing\n  papers: [p5]")
    assert [result.nodes[p, "e1"] for p in ("p4", "p5")] == ["e:slotmixing", "e:slotmixing~p5"]
    assert result.entities["e:slotmixing~p5"].label == "token blending"


def test_split_of_an_introducer():
    result = curated("- merge: [e:orbit, 'e:orbit@p1']\n- split: e:orbit\n  papers: p1")
    assert result.entities["e:orbit~p1"].introduced_by == "p1"
    assert result.entities["e:orbit"].introduced_by is None


def test_rename():
    result = curated("- rename: slot mixing\n  to: SlotMix\n- merge: [SlotMix, token blending]\n- rename: slot mixing\n  to: Slot Mix")
    node = result.entities["e:slotmixing"]
    assert (node.label, node.papers) == ("Slot Mix", 4)
    assert {"slot mixing", "token blending", "SlotMix"} <= set(node.aliases)
    assert told(result) == [(1, "stale"), (2, "done"), (3, "done")]
    assert str(result.remarks[0]).endswith("entry 1, line 1: stale: entry 3 sets it anew; delete the entry")


def test_hierarchy_follows_the_new_name():
    assert not [row for row in PLAIN.hierarchy if row.head == "e:slotmixing"]
    result = curated("- rename: slot mixing\n  to: graph token blending")
    assert [(row.type, row.tail) for row in result.hierarchy if row.head == "e:slotmixing"] == [("SUBCLASS_OF", "e:tokenblending")]


def test_retype():
    result = curated("- retype: LoopBench\n  to: Task")
    assert result.entities["e:loopbench"].type == "Task"
    assert curated("- retype: anomaly detection\n  to: Method").hierarchy != PLAIN.hierarchy


def test_drop():
    result = curated("- drop: our method")
    assert ("p8", "e3") not in result.nodes
    assert "e:ourmethod" not in result.entities
    assert len(result.nodes) == len(PLAIN.nodes) - 1


def test_what_hung_on_a_dropped_node_hangs_on_nothing():
    result = curated("- drop: anomaly detection (Task)\n- drop: Mistral")
    assert not [row for row in result.hierarchy if "e:anomalydetection" in (row.head, row.tail) or "e:mistral" in (row.head, row.tail)]
    assert "e:mistral" not in result.entities  # nor does it come back as a family


def test_alias():
    papers = [*PAPERS, record("q1", "Method uses token blending | patch fusing by tokens", abbreviations=[("TB", "patch fusing")])]
    result = curated("- alias: slot mixing\n  names: [Token Blending, mix of slots]", *papers)
    assert result.nodes["p5", "e1"] == result.nodes["q1", "e1"] == "e:slotmixing"
    node = result.entities["e:slotmixing"]
    assert {"token blending", "mix of slots"} <= set(node.aliases)
    assert "“mix of slots”: alias by curation" in node.merges
    assert "e:tokenblending" not in result.entities


def test_alias_takes_no_name_from_the_paper_that_introduces_it():
    result = curated("- alias: slot mixing\n  names: fern")
    assert result.nodes["p8", "e1"] == "e:fern@p8"
    assert result.nodes["p7", "e3"] == "e:slotmixing"


def test_alias_takes_no_name_that_its_paper_spells_out():
    papers = [record("a", "Method uses MSA | masked slot attention"), record("b", "Method uses MSA"), record("c", "Method uses slot mixing")]
    result = curated("- alias: slot mixing\n  names: MSA", *papers)
    assert [result.nodes[p, "e1"] for p in "abc"] == ["e:maskedslotattention", "e:slotmixing", "e:slotmixing"]
    assert curated("- alias: slot mixing\n  names: masked slot attention", *papers).nodes["a", "e1"] == "e:slotmixing"


def test_a_family_that_no_paper_names_can_be_named():
    assert PLAIN.entities["e:mistral"].papers == 0
    result = curated("- rename: Mistral\n  to: Mistral models")
    assert (result.entities["e:mistral"].label, result.entities["e:mistral"].aliases) == ("Mistral models", ("Mistral",))
    assert [row.tail for row in result.hierarchy if row.type == "VERSION_OF"] == ["e:mistral", "e:mistral"]
    result = curated("- merge: [slot mixing, Mistral]")
    assert "e:mistral" not in result.entities


def test_versions_follow_their_family():
    papers = [record("a", "Model uses Mistral"), record("b", "Model uses Mistral-7B"), record("c", "Model uses le Mistral series")]
    result = curated("- merge: ['e:lemistralseries', Mistral]", *papers)
    node = result.nodes["a", "e1"]
    assert node == result.nodes["c", "e1"]
    assert [(row.head, row.tail) for row in result.hierarchy if row.type == "VERSION_OF"] == [("e:mistral7b", node)]


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("- drop: gone", "stale", "nothing is called 'gone'; delete the entry, or mend the name"),
        ("- drop: slot mixin", "stale", "nothing is called 'slot mixin' (there is “slot mixing”"),
        ("- drop: slot mixing (Dataset)", "stale", "there is no 'slot mixing (Dataset)', only slot mixing (Method)"),
        ("- drop: e:gone", "stale", "there is no node 'e:gone'"),
        ("- merge: [slot mixing, gone]", "stale", "nothing is called 'gone'; take it out of the entry, or mend the name"),
        ("- merge: [slot mixing, e:slotmixing]", "stale", "'slot mixing' and 'e:slotmixing' are one node already, e:slotmixing; delete the entry"),
        ("- merge: [ORBIT, slot mixing]", "wrong", "'ORBIT' is the name of 3 things: e:orbit (Method, 1 paper), e:orbit@p1 (Method, 1 paper)"),
        ("- drop: ORBIT", "wrong", "write the id of the one that you mean"),
        ("- rename: slot mixing\n  to: token blending", "wrong", "there is another Method called 'token blending', e:tokenblending; to make them one write"),
        ("- rename: slot mixing\n  to: Slot (Model)", "wrong", "a new name has no type behind it"),
        ("- rename: slot mixing\n  to: e:slot", "wrong", "looks like the id of a node"),
        ("- rename: slot mixing\n  to: slot mixing", "stale", "e:slotmixing is called 'slot mixing' already"),
        ("- retype: slot mixing\n  to: Method", "stale", "slot mixing (Method, e:slotmixing) is a Method already"),
        ("- split: slot mixing\n  papers: [p5]", "stale", "paper 'p5' does not name it"),
        ("- split: slot mixing\n  papers: [p99]", "stale", "there is no paper 'p99' here"),
        ("- split: slot mixing\n  names: [gone]", "stale", "no paper calls it 'gone' first of all"),
        ("- split: slot mixing\n  papers: [p4]\n  to: e:x", "wrong", "looks like the id of a node"),
        ("- alias: slot mixing\n  names: [Slot Mixing]", "done", "'Slot Mixing' also means slot mixing"),
        ("- alias: slot mixing\n  names: [slot mixing]", "stale", "has this name without it"),
    ],
)
def test_an_entry_that_does_nothing(text, kind, said):
    result = curated(text)
    (remark,) = result.remarks
    assert remark.kind == kind
    assert said in str(remark)
    if kind != "done":
        assert (result.entities, result.nodes, result.hierarchy) == (PLAIN.entities, PLAIN.nodes, PLAIN.hierarchy)


def test_type_tells_two_things_apart():
    papers = [record("a", "Dataset evaluates_on MATH"), record("b", "Task addresses math")]
    assert [row[1] for row in told(curated("- drop: math", *papers))] == ["done"]  # written exactly so, it is one of the two
    assert "e:math" not in curated("- drop: MATH (Dataset)", *papers).entities
    text = "- rename: MATH\n  to: math"
    assert told(curated(text, *papers)) == [(1, "done")]  # another type: still two things that can be told apart
    twice = curated(f"{text}\n- drop: math", *papers)
    assert told(twice) == [(1, "done"), (2, "wrong")]
    assert "add the type, as in 'math (Dataset)'" in str(twice.remarks[1])
    collides = curated(f"{text}\n- retype: math (Dataset)\n  to: Task", *papers)
    assert told(collides) == [(1, "done"), (2, "wrong")]
    assert "there is another Task called 'math', e:math-other; to make them one write {merge: [e:math-other, e:math]}" in str(collides.remarks[1])


def test_merges_form_no_cycle():
    result = curated("- merge: [slot mixing, token blending]\n- merge: [token blending, slot mixing]\n- merge: [token blending, our method]")
    assert told(result) == [(1, "done"), (2, "stale"), (3, "done")]
    assert result.nodes["p5", "e1"] == result.nodes["p8", "e3"] == "e:slotmixing"
    assert result.entities["e:slotmixing"].label == "slot mixing"


def test_each_entry_sees_what_those_above_left():
    result = curated("- drop: our method\n- merge: [slot mixing, our method]\n- drop: e:ourmethod")
    assert told(result) == [(1, "done"), (2, "stale"), (3, "stale")]
    assert "was dropped by an entry above" in str(result.remarks[2])


def test_two_aliases_that_contradict():
    result = curated("- alias: slot mixing\n  names: fern\n- alias: token blending\n  names: fern")
    assert told(result) == [(1, "done"), (2, "wrong")]
    assert "'fern' is an alias of e:slotmixing by entry 1; delete one of the two entries" in str(result.remarks[1])


def test_splitting_the_same_twice():
    result = curated("- split: slot mixing\n  papers: [p4]\n- split: slot mixing\n  papers: [p6]")
    assert told(result) == [(1, "done"), (2, "done")]  # two things have the name, but the paper tells which of them is meant
    assert [result.nodes[p, "e1"] for p in ("p4", "p6", "p7")] == ["e:slotmixing~p4", "e:slotmixing~p6", "e:slotmixing"]
    result = curated("- split: slot mixing\n  papers: [p4]\n- split: slot mixing\n  papers: [p4, p6]")
    assert told(result) == [(1, "done"), (2, "wrong")]
    assert "is the name of 2 things: e:slotmixing (Method, 2 papers), e:slotmixing~p4 (Method, 1 paper)" in str(result.remarks[1])
    result = curated("- split: slot mixing\n  papers: [p4]\n- merge: [e:slotmixing, 'e:slotmixing~p4']\n- split: slot mixing\n  papers: [p4]")
    assert told(result) == [(1, "done"), (2, "done"), (3, "wrong")]
    assert "an entry above splits off e:slotmixing~p4 already" in str(result.remarks[2])


def test_faults_of_the_file_are_among_the_remarks():
    result = curated("- drop: our method\n- rename: x\n- drop: gone")
    assert told(result) == [(1, "done"), (2, "wrong"), (3, "stale")]


EVERYTHING = """
- merge: [slot mixing, token blending]
- merge: ['e:orbit@p1', 'e:orbit@p2']
- split: slot mixing
  papers: [p6]
  to: slot shuffling
- rename: Mistral-7B
  to: Mistral (7B)
- retype: LoopBench
  to: Task
- drop: our method
- alias: FERN (Method)
  names: [Fern net]
"""


def test_any_order_of_papers_gives_the_same():
    expected = curated(EVERYTHING)
    assert {kind for _, kind in told(expected)} == {"done"}
    assert list(expected.entities) == sorted(expected.entities)
    assert list(expected.nodes) == sorted(expected.nodes)
    for seed in range(10):
        shuffled = PAPERS[:]
        random.Random(seed).shuffle(shuffled)
        result = curated(EVERYTHING, *shuffled)
        assert result == expected
        assert list(result.entities.items()) == list(expected.entities.items())


def test_deleting_the_entries_undoes_all():
    curated(EVERYTHING)
    assert curated("") == PLAIN


def test_every_surface_name_has_a_reason():
    result = curated(EVERYTHING)
    for entity in result.entities.values():
        for alias in entity.aliases:
            assert any(reason.startswith(f"“{alias}”: ") for reason in entity.merges), (entity.id, alias)


def test_papers_that_do_not_agree_on_the_type():
    papers = [record(f"a{n}", "Model uses web fern") for n in range(3)] + [record("b", "Method uses web fern"), record("c", "Task addresses web fern")]
    node = curated("", *papers).entities["e:webfern"]
    assert (node.type, node.read_as) == ("Model", (("Model", 3), ("Method", 1), ("Task", 1)))
    assert PLAIN.entities["e:slotmixing"].read_as == ()
    many = [record(f"a{n}", "Model uses web fern") for n in range(9)] + [record("b", "Method uses web fern")]
    assert curated("", *many).entities["e:webfern"].read_as == ()
