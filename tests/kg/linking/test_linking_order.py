"""The same papers give the same linking in any order, and more papers rename nothing."""

from __future__ import annotations

import gc
import random

from linking_papers import linked, record

CORPUS = [
    record("p1", "Method proposes ORBIT | Ordered Retrieval By Iterated Thought", "Dataset evaluates_on CIFAR10", title="ORBIT"),
    record("p2", "Method proposes ORBIT", "Model uses LLaMA 3.1 8B", "Metric reports Acc", title="ORBIT again"),
    record("p3", "Method compares_with ORBIT", "Model uses Llama-3.1-70B", "Task addresses graph anomaly detection"),
    record("p4", "Method uses MSA | masked slot attention", "Task addresses Anomaly detection", "Dataset evaluates_on CIFAR-100"),
    record("p5", "Method uses MSA | multi-source alignment", "Task addresses anomaly detection"),
    record("p6", "Method uses MSA", "Model uses Llama-3.1-8B", "Dataset proposes LoopBench", title="LoopBench: a test"),
    record("p7", "Dataset evaluates_on LoopBench", "Metric reports accuracy", "Method uses LoRA | low-rank adapters"),
    record("p8", "Dataset evaluates_on LoopBench benchmark", "Method uses Adam optimizer", "Model uses Mistral-7B", "Model uses Mistral-24B"),
]


def test_any_order_gives_the_same():
    expected = linked(*CORPUS)
    assert expected.nodes["p3", "e1"] == "e:orbit"
    assert expected.nodes["p7", "e1"] == expected.nodes["p8", "e1"] == "e:loopbench@p6"
    assert list(expected.entities) == sorted(expected.entities)
    assert list(expected.nodes) == sorted(expected.nodes)
    for seed in range(20):
        shuffled = CORPUS[:]
        random.Random(seed).shuffle(shuffled)
        result = linked(*shuffled)
        assert result == expected
        assert list(result.entities.items()) == list(expected.entities.items())
        assert list(result.nodes) == list(expected.nodes)


def test_more_papers_rename_nothing():
    final = linked(*CORPUS)
    explained = {("p3", "e1"), ("p6", "e1"), ("p7", "e1"), ("p8", "e1")}  # bare names, which may move
    for seed in range(20):
        rest = CORPUS[:]
        random.Random(seed).shuffle(rest)
        for size in range(1, len(rest)):
            part = linked(*rest[:size])
            for place, node in part.nodes.items():
                if place not in explained:
                    assert node == final.nodes[place]


def test_a_later_paper_moves_only_the_bare_mention():
    before = linked(CORPUS[0], CORPUS[2])
    after = linked(*CORPUS[:3])
    assert before.nodes["p3", "e1"] == "e:orbit@p1"
    assert after.nodes["p3", "e1"] == "e:orbit"
    assert before.nodes["p1", "e1"] == after.nodes["p1", "e1"] == "e:orbit@p1"


def test_records_are_streamed_and_the_collector_is_left_as_it_was():
    assert gc.isenabled()
    result = linked(*CORPUS)
    assert gc.isenabled()
    gc.disable()
    try:
        assert linked(*CORPUS) == result
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_the_default_lexicon_is_read():
    from kg.linking import link

    result = link([record("a", "Method uses group relative policy optimization"), record("b", "Method uses GRPO")])
    assert result.nodes["a", "e1"] == result.nodes["b", "e1"]
