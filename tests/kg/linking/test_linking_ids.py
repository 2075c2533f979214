"""Nodes and their ids: what is merged, what stays apart, and that adding papers renames nothing."""

from __future__ import annotations

import pytest
from linking_papers import linked, record

from kg.errors import GraphError
from kg.linking import Linking, link
from kg.model import Extraction, Paper


def test_nothing_in_nothing_out():
    assert link([]) == Linking()
    assert linked((Paper("a", abstract="x"), Extraction("a"))) == Linking()


def test_spellings_merge_and_each_has_its_reason():
    result = linked(
        record("a", "Model uses Mistral-7B"),
        record("b", "Model compares_with Mistral 7B"),
        record("c", "Model uses mistral-7b"),
        record("d", "Model uses Mistral-7B"),
    )
    assert set(result.nodes.values()) == {"e:mistral7b"}
    node = result.entities["e:mistral7b"]
    assert (node.label, node.aliases, node.papers, node.type) == ("Mistral-7B", ("Mistral 7B", "mistral-7b"), 4, "Model")
    assert len(node.merges) == 2
    assert node.merges[0] == "“Mistral 7B”: the same name as “Mistral-7B” but for hyphens and spaces (1 paper)"


def test_lexicon_anchors_aliases():
    result = linked(record("a", "Task addresses VQA"), record("b", "Task addresses visual question-answering"), record("c", "Method uses LLMs"))
    assert result.nodes["a", "e1"] == result.nodes["b", "e1"] == "e:visualquestionanswering"
    assert result.nodes["c", "e1"] == "e:largelanguagemodel"
    assert "“VQA”: the lexicon has it for visual question answering (1 paper)" in result.entities["e:visualquestionanswering"].merges


def test_two_papers_that_propose_the_same_name_never_merge():
    result = linked(
        record("p1", "Method proposes ORBIT | Ordered Retrieval By Iterated Thought"),
        record("p2", "Method proposes ORBIT | Orthogonal Bases In Training"),
        record("p3", "Method proposes ORBIT"),
        record("p4", "Method proposes ORBIT"),
    )
    assert sorted(result.entities) == ["e:orbit@p1", "e:orbit@p2", "e:orbit@p3", "e:orbit@p4"]
    assert [result.entities[node].introduced_by for node in sorted(result.entities)] == ["p1", "p2", "p3", "p4"]


def test_bare_mention_goes_to_the_only_paper_that_introduces_it():
    result = linked(record("p1", "Method proposes ORBIT", title="ORBIT: planning in loops"), record("q", "Method compares_with ORBIT"))
    assert result.nodes["q", "e1"] == "e:orbit@p1"
    assert result.entities["e:orbit@p1"].papers == 2
    assert "no other paper than p1 introduces it" in result.entities["e:orbit@p1"].merges[0]


def test_bare_mention_of_what_two_papers_introduce_is_ambiguous():
    result = linked(record("p1", "Method proposes ORBIT"), record("p2", "Method proposes ORBIT"), record("q", "Method compares_with ORBIT"))
    node = result.entities[result.nodes["q", "e1"]]
    assert (node.id, node.ambiguous, node.candidates) == ("e:orbit", True, ("e:orbit@p1", "e:orbit@p2"))
    assert not result.entities["e:orbit@p1"].ambiguous


@pytest.mark.parametrize(
    ("introduced", "title", "mention"),
    [
        ("Method proposes Planner", "Planner", "Method uses planner"),  # an ordinary word
        ("Method proposes Planner", "Agents that plan", "Method uses Planner"),  # a part of the work, named by a word
        ("Method proposes CAM | Context Aware Module", "Agents that plan", "Method uses CAM"),  # a part of the work, too short to be unique
        ("Method proposes ORBIT", "ORBIT", "Dataset evaluates_on ORBIT"),  # another type, and not unmistakable
        ("Method proposes ORBiT", "ORBiT", "Method uses ORBIT"),  # other capitals
        ("Method proposes ORBIT", "ORBIT", "Method uses ORBIT | Object Relations By Instance Tracking"),  # another long form
    ],
)
def test_bare_mention_that_is_something_else(introduced, title, mention):
    result = linked(record("p1", introduced, title=title), record("q", mention))
    assert result.nodes["q", "e1"] != result.nodes["p1", "e1"]
    assert "@" not in result.nodes["q", "e1"]


def test_paper_before_the_introducing_one_means_something_else():
    result = linked(record("p1", "Method proposes ORBIT", title="ORBIT", year=2026), record("q", "Method uses ORBIT", year=2024))
    assert result.nodes["q", "e1"] == "e:orbit"


def test_unmistakable_name_links_across_types():
    result = linked(record("p1", "Dataset proposes TableBench-2", title="TableBench-2"), record("q", "Method uses TableBench-2"))
    assert result.nodes["q", "e1"] == "e:tablebench2@p1"
    assert result.entities["e:tablebench2@p1"].type == "Dataset"


def test_established_names_are_not_captured():
    result = linked(
        record("p1", "Method proposes Adam", title="Adam"), record("p2", "Dataset proposes ImageNet", title="ImageNet"), record("q", "Method uses Adam")
    )
    assert set(result.nodes.values()) == {"e:adam", "e:imagenet"}
    assert result.entities["e:adam"].introduced_by is None


def test_new_thing_under_an_established_name():
    result = linked(
        record("p1", "Method proposes STAR | Sparse Temporal Attention Router"),
        record("p2", "Method proposes LoRA | Long-Range Attention"),
        record("p3", "Method proposes GRPO | Group Relative Policy Optimisation"),
    )
    assert result.nodes == {("p1", "e1"): "e:star@p1", ("p2", "e1"): "e:lora@p2", ("p3", "e1"): "e:grpo"}


def test_description_is_not_introduced():
    result = linked(record("p1", "Method proposes adaptive batch sampling"), record("p2", "Method proposes reinforcement learning framework"))
    assert set(result.nodes.values()) == {"e:adaptivebatchsampling", "e:reinforcementlearningframework"}


def test_method_and_dataset_of_one_paper_stay_two():
    result = linked(record("p1", "Method proposes WebLoop", "Dataset proposes WebLoop dataset"))
    assert result.nodes == {("p1", "e1"): "e:webloop@p1", ("p1", "e2"): "e:webloopdataset@p1"}


def test_short_forms_follow_their_long_form():
    result = linked(
        record("a", "Method uses PGM | probabilistic graphical models"),
        record("b", "Method uses PGMs"),
        record("c", "Method uses probabilistic graphical model"),
        record("d", "Method uses PGM", abbreviations=[("PGM", "probabilistic graphical model")]),
    )
    assert set(result.nodes.values()) == {"e:probabilisticgraphicalmodel"}
    merges = result.entities["e:probabilisticgraphicalmodel"].merges
    assert "“PGMs”: no other reading of this short form has as much support (1 paper)" in merges


def test_acronym_with_two_long_forms_stays_apart():
    one = record("a", "Metric reports TSR | task success ratio")
    two = record("b", "Task addresses TSR | traffic sign recognition")
    result = linked(one, two, record("c", "Metric reports TSR"), record("d", "Dataset evaluates_on TSR"))
    assert result.nodes["a", "e1"] == result.nodes["c", "e1"] == "e:tasksuccessratio"
    assert result.nodes["b", "e1"] == "e:trafficsignrecognition"
    assert result.nodes["d", "e1"] == "e:tsr"


def test_ambiguous_acronym_has_its_candidates():
    result = linked(
        record("a", "Method uses MSA | masked slot attention"), record("b", "Method uses MSA | multi-source alignment"), record("c", "Method uses MSA")
    )
    node = result.entities["e:msa"]
    assert (node.ambiguous, node.candidates, node.papers) == (True, ("e:maskedslotattention", "e:multisourcealignment"), 1)


def test_dominant_reading_takes_the_bare_acronym():
    many = [record(f"a{n}", "Method uses MSA | masked slot attention") for n in range(4)]
    result = linked(*many, record("b", "Method uses MSA | multi-source alignment"), record("c", "Method uses MSA"))
    assert result.nodes["c", "e1"] == "e:maskedslotattention"


def test_long_form_contradicts_the_lexicon():
    result = linked(
        record("a", "Method uses LoRA | Long-Range Attention"), record("b", "Method uses LoRA | low-rank adapters"), record("c", "Method uses LoRA")
    )
    assert [result.nodes[p, "e1"] for p in "abc"] == ["e:longrangeattention", "e:lora", "e:lora"]
    assert result.entities["e:longrangeattention"].label == "Long-Range Attention"


def test_long_form_with_a_modifier_is_no_long_form():
    result = linked(record("a", "Method uses LLMs | long-context large language models"), record("b", "Method uses long-context large language models | LLMs"))
    assert result.nodes["a", "e1"] == "e:largelanguagemodel"
    assert result.nodes["b", "e1"] == "e:longcontextlargelanguagemodel"
    assert result.entities["e:longcontextlargelanguagemodel"].label == "long-context large language models"


def test_no_transitive_chains():
    result = linked(
        record("a", "Method uses slot mixing | token blending"),
        record("b", "Method uses token blending | patch fusing"),
        record("c", "Method uses patch fusing"),
    )
    assert [result.nodes[p, "e1"] for p in "abc"] == ["e:slotmixing", "e:tokenblending", "e:patchfusing"]
    assert result.entities["e:slotmixing"].aliases == ()


def test_word_that_is_not_the_established_name():
    result = linked(record("a", "Dataset evaluates_on MATH"), record("b", "Task addresses math"), record("c", "Dataset evaluates_on math"))
    assert [result.nodes[p, "e1"] for p in "abc"] == ["e:math", "e:math-other", "e:math"]


def test_head_keeps_another_type_apart():
    result = linked(record("a", "Method compares_with object detection methods"), record("b", "Task addresses object detection tasks"))
    assert [result.nodes[p, "e1"] for p in "ab"] == ["e:objectdetectionmethod", "e:objectdetection"]


def test_type_is_voted():
    result = linked(record("a", "Task mentions web search"), record("b", "Method uses web search"), record("c", "Metric mentions web search"))
    assert result.entities["e:websearch"].type == "Method"
    tie = linked(record("a", "Task mentions web search"), record("b", "Metric mentions web search"))
    assert tie.entities["e:websearch"].type == "Metric"
    assert linked(record("a", "Task addresses CIFAR-10")).entities["e:cifar10"].type == "Dataset"


def test_label_is_what_most_papers_write():
    lower = linked(record("a", "Task addresses Web navigation"), record("b", "Task addresses web navigation"), record("c", "Task addresses Web Navigation"))
    assert lower.entities["e:webnavigation"].label == "web navigation"
    plural = linked(record("a", "Method uses slot mixers"), record("b", "Method uses slot mixers"), record("c", "Method uses slot mixer"))
    assert plural.entities["e:slotmixer"].label == "slot mixer"
    short = linked(
        record("a", "Method uses PGM | probabilistic graphical model"), record("b", "Method uses PGM"), record("c", "Method uses probabilistic graphical model")
    )
    assert short.entities["e:probabilisticgraphicalmodel"].label == "PGM"


def test_same_paper_twice_is_refused():
    with pytest.raises(GraphError, match="'a' comes twice"):
        linked(record("a"), record("a"))


def test_names_without_letters_keep_their_own_nodes():
    result = linked(record("a", "Method uses !!"), record("b", "Method uses ???"), record("c", "Method uses !!"))
    assert result.nodes["a", "e1"] == result.nodes["c", "e1"] != result.nodes["b", "e1"]
