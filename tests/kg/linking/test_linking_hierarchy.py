"""Families of versions, and narrower tasks, methods and metrics."""

from __future__ import annotations

import pytest
from linking_papers import linked, record

from kg.linking import Linking
from kg.linking.families import ancestors


def edges(result: Linking) -> set[tuple[str, str, str]]:
    return {(row.head, row.type, row.tail) for row in result.hierarchy}


@pytest.mark.parametrize(
    ("name", "type", "chain"),
    [
        ("Qwen2.5-VL-7B-Instruct", "Model", ("Qwen2.5-VL-7B", "Qwen2.5-VL", "Qwen2.5", "Qwen")),
        ("GPT-4o-mini", "Model", ("GPT-4o", "GPT")),
        ("Mixtral-8x7B-v0.1", "Model", ("Mixtral-8x7B", "Mixtral")),
        ("Qwen3-30B-A3B", "Model", ("Qwen3-30B", "Qwen3", "Qwen")),
        ("ViT-B/16", "Method", ("ViT-B", "ViT")),
        ("HumanEval+", "Dataset", ("HumanEval",)),
        ("CIFAR-10/100", "Dataset", ("CIFAR",)),
        ("SWE-bench Verified", "Dataset", ("SWE-bench", )),
        ("LoRA-Pro", "Method", ()),
        ("LoRA-S", "Method", ()),
        ("o3", "Model", ()),
        ("GPT-4", "Task", ()),
        ("", "Model", ()),
    ],
)  # fmt: skip
def test_ancestors(name, type, chain):
    assert ancestors(name, type) == chain


def test_versions_hang_under_the_nearest_family():
    result = linked(
        record("a", "Model uses Llama-3.1-8B-Instruct", "Model uses Llama 3.1 8B"),
        record("b", "Model uses Llama 3.1", "Model uses Llama"),
        record("c", "Model uses Llama-2-7B"),
    )
    assert edges(result) == {
        ("e:llama3.1-8binstruct", "VERSION_OF", "e:llama3.1-8b"),
        ("e:llama3.1-8b", "VERSION_OF", "e:llama3.1"),
        ("e:llama3.1", "VERSION_OF", "e:llama"),
        ("e:llama2-7b", "VERSION_OF", "e:llama"),
    }
    assert {row.reason for row in result.hierarchy if row.head == "e:llama3.1"} == {"“Llama 3.1” is a version, size or edition of “Llama” by its name"}


def test_family_of_two_versions_becomes_a_node():
    result = linked(
        record("a", "Dataset evaluates_on Sketchy-10"), record("b", "Dataset evaluates_on Sketchy-100"), record("c", "Dataset evaluates_on Toybox-3")
    )
    family = result.entities["e:sketchy"]
    assert (family.type, family.label, family.papers) == ("Dataset", "Sketchy", 0)
    assert edges(result) == {("e:sketchy10", "VERSION_OF", "e:sketchy"), ("e:sketchy100", "VERSION_OF", "e:sketchy")}
    assert "e:toybox" not in result.entities
    assert "e:sketchy" not in result.nodes.values()


def test_nested_families():
    result = linked(record("a", "Model uses Falcon2-7B", "Model uses Falcon2-40B", "Model uses Falcon3-1B"))
    assert edges(result) == {
        ("e:falcon2-7b", "VERSION_OF", "e:falcon2"),
        ("e:falcon2-40b", "VERSION_OF", "e:falcon2"),
        ("e:falcon2", "VERSION_OF", "e:falcon"),
        ("e:falcon3-1b", "VERSION_OF", "e:falcon"),
    }


def test_lexicon_names_a_family():
    assert edges(linked(record("a", "Model uses ChatGLM3"), record("b", "Model uses GLM"))) == {("e:chatglm3", "VERSION_OF", "e:glm")}


def test_versions_that_one_paper_introduces():
    result = linked(record("a", "Model proposes Nimbus", "Model proposes Nimbus-7B", title="Nimbus"))
    assert edges(result) == {("e:nimbus7b@a", "VERSION_OF", "e:nimbus@a")}


def test_methods_have_no_created_families():
    assert edges(linked(record("a", "Method uses Gadget-1", "Method uses Gadget-2"))) == set()


def test_narrower_by_wording():
    result = linked(
        record("a", "Task addresses graph anomaly detection", "Task addresses anomaly detection", "Task addresses anomaly detection in time series"),
        record("b", "Task addresses zero-shot graph anomaly detection", "Metric reports top-1 accuracy", "Metric reports accuracy"),
        record("c", "Task addresses 3D object detection", "Task addresses object detection", "Method uses graph anomaly detection network"),
    )
    assert edges(result) == {
        ("e:graphanomalydetection", "SUBTASK_OF", "e:anomalydetection"),
        ("e:anomalydetectionintimeseries", "SUBTASK_OF", "e:anomalydetection"),
        ("e:zeroshotgraphanomalydetection", "SUBTASK_OF", "e:graphanomalydetection"),
        ("e:3dobjectdetection", "SUBTASK_OF", "e:objectdetection"),
        ("e:top1accuracy", "SUBCLASS_OF", "e:accuracy"),
    }


def test_long_form_shows_the_class():
    result = linked(record("a", "Method proposes WOPO | Windowed Policy Search"), record("b", "Method uses policy search"))
    assert edges(result) == set()
    result = linked(record("a", "Method proposes WPS | Windowed Policy Search"), record("b", "Method uses policy search"))
    assert edges(result) == {("e:wps@a", "SUBCLASS_OF", "e:policysearch")}


@pytest.mark.parametrize(
    ("narrow", "broad"),
    [
        ("Task addresses non causal inference", "Task addresses causal inference"),
        ("Task addresses theory of games", "Task addresses games"),
        ("Method uses graph network", "Method uses network"),
        ("Metric reports average precision", "Metric reports precision"),
        ("Task addresses rare event planning", "Task addresses planning"),  # one word, one paper, not established
        ("Task addresses graph clustering", "Method uses clustering of nodes"),
    ],
)
def test_not_narrower(narrow, broad):
    assert edges(linked(record("a", narrow), record("b", broad))) == set()


def test_no_edge_leads_to_itself_or_nowhere():
    result = linked(record("a", "Model uses GPT-4 models", "Model uses GPT-4", "Task addresses anomaly detection tasks", "Task addresses anomaly detection"))
    assert all(row.head != row.tail and row.head in result.entities and row.tail in result.entities for row in result.hierarchy)
