"""A small invented corpus with every type of node and edge, as extraction and linking would hand it over."""

from __future__ import annotations

import re
from collections.abc import Sequence

import networkx as nx
import pytest

from graphs.build import build_graph
from graphs.query import KnowledgeGraph
from kg.linking.records import Hierarchy, LinkedEntity, Linking
from kg.model import Entity, Extraction, Mention, Paper, Relation, Result, Sentence

Record = tuple[Paper, Extraction]


def sentences(text: str) -> tuple[Sentence, ...]:
    """Cut after full stops and at line feeds; every character but white space belongs to one sentence."""
    return tuple(Sentence(m.start(), m.end(), m.group()) for m in re.finditer(r"\S(?:[^\n]*?[.!?](?=\s|$)|[^\n]*)", text))


def record(
    paper: Paper, entities: Sequence[tuple[str, str, str]], results: Sequence[Result] = (), relations: Sequence[tuple[str, str, str, str]] = ()
) -> Record:
    """Make the record of a paper.

    `entities` are (type, role, "name|other name"), called e1, e2, ...; every place where a name stands is a mention. `relations` are (head, type,
    tail, words in the sentence that states it); `results` give the words of their sentence's number by `value`, or by `start`.
    """
    text = paper.text
    made = []
    for number, (kind, role, joined) in enumerate(entities, start=1):
        names = joined.split("|")
        pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        mentions = tuple(Mention(m.start(), m.end(), m.group(), kind, 0.9, "test") for m in re.finditer(rf"(?<![\w-])(?:{pattern})(?![\w-])", text))
        assert mentions, f"{joined} does not stand in the text"
        made.append(Entity(f"e{number}", kind, role, names[0], tuple(names), 0.9, mentions))
    stated = []
    for head, kind, tail, words in relations:
        at = text.index(words)
        stated.append(Relation(head, kind, tail, 0.8, at, at + len(words)))
    links = tuple(re.findall(r"https?://[^\s]+[^\s.]", text))
    return paper, Extraction(paper.id, tuple(made), tuple(results), tuple(stated), links, (), sentences(text))


def result(text: str, words: str, **fields: object) -> Result:
    """Make a result whose evidence is `words`, which stand in `text` once."""
    assert text.count(words) == 1
    at = text.index(words)
    return Result(start=at, end=at + len(words), **fields)  # type: ignore[arg-type]


def _corpus() -> list[Record]:
    rows = []

    a1 = Paper(
        "a1",
        "Zephyrine: A Fast Optimizer for Deep Networks",
        "We propose Zephyrine, an optimizer for image classification that extends AdamW. On ImageNet, Zephyrine reaches 78.2% accuracy, "
        "against 76.1% for AdamW. Training time falls by 30%. Code is at https://github.com/zephyrine/zephyrine.",
        2022,
        "ICLR",
        "https://example.org/a1",
    )
    rows.append(
        record(
            a1,
            [
                ("Method", "proposes", "Zephyrine"),
                ("Task", "addresses", "image classification"),
                ("Method", "compares_with", "AdamW"),
                ("Dataset", "evaluates_on", "ImageNet"),
                ("Metric", "reports", "accuracy"),
                ("Metric", "reports", "Training time"),
            ],
            [
                result(
                    a1.text,
                    "78.2% accuracy",
                    value="78.2",
                    unit="%",
                    kind="absolute",
                    baseline="76.1",
                    method="e1",
                    dataset="e4",
                    metric="e5",
                    task="e2",
                    versus="e3",
                ),
                result(a1.text, "76.1% for AdamW", value="76.1", unit="%", kind="absolute", method="e3", dataset="e4", metric="e5"),
                result(a1.text, "falls by 30%", value="30", unit="%", kind="delta", direction="down", method="e1", metric="e6"),
            ],
            [("e1", "based_on", "e3", "extends AdamW")],
        )
    )

    a2 = Paper(
        "a2",
        "STAR: Routing Tokens for Story Planning",
        "We introduce STAR (Sparse Token Routing), which uses a gating layer. Applied to Llama 3.1 8B, STAR reaches a pass rate of 52.5% on Quillbench, and "
        "beats chain-of-thought. It is the state of the art in story planning. STAR has 3.5x the throughput.",
        2024,
        "NeurIPS",
    )
    rows.append(
        record(
            a2,
            [
                ("Method", "proposes", "STAR|Sparse Token Routing"),
                ("Task", "addresses", "story planning|Story Planning"),
                ("Method", "proposes", "gating layer"),
                ("Model", "uses", "Llama 3.1 8B"),
                ("Metric", "reports", "pass rate"),
                ("Dataset", "evaluates_on", "Quillbench"),
                ("Method", "compares_with", "chain-of-thought"),
                ("Metric", "reports", "throughput"),
            ],
            [
                result(a2.text, "52.5%", value="52.5", unit="%", kind="absolute", method="e1", dataset="e6", metric="e5"),
                result(a2.text, "state of the art", sota=True, method="e1", task="e2"),
                result(a2.text, "3.5x", value="3.5", unit="x", kind="factor", direction="up", method="e1", metric="e8"),
            ],
            [("e3", "part_of", "e1", "gating layer"), ("e1", "applied_to", "e4", "Applied to")],
        )
    )

    a3 = Paper(
        "a3",
        "STAR: Averaging Trajectories",
        "STAR (Stochastic Trajectory Averaging) is a variant of Zephyrine. STAR reaches 79.0% accuracy on ImageNet-1K, where Zephyrine has 78.2%.",
        2024,
        "ICLR",
    )
    rows.append(
        record(
            a3,
            [
                ("Method", "proposes", "STAR|Stochastic Trajectory Averaging"),
                ("Method", "compares_with", "Zephyrine"),
                ("Metric", "reports", "accuracy"),
                ("Dataset", "evaluates_on", "ImageNet-1K"),
            ],
            [
                result(a3.text, "79.0%", value="79.0", unit="%", kind="absolute", method="e1", dataset="e4", metric="e3"),
                result(a3.text, "78.2%", value="78.2", unit="%", kind="absolute", method="e2", dataset="e4", metric="e3"),
            ],
            [("e1", "variant_of", "e2", "variant of")],
        )
    )

    a4 = Paper(
        "a4",
        "Quillbench: A Benchmark of Long Stories",
        "Quillbench is a benchmark for story planning. Llama 3.1 8B has a pass rate of 41.5% and a latency of 120 ms. Llama has a latency of 95 ms. "
        "Earlier work on image classification is of no help.",
        2023,
        "NeurIPS",
    )
    rows.append(
        record(
            a4,
            [
                ("Dataset", "proposes", "Quillbench"),
                ("Task", "addresses", "story planning"),
                ("Model", "uses", "Llama 3.1 8B"),
                ("Metric", "reports", "pass rate"),
                ("Metric", "reports", "latency"),
                ("Model", "uses", "Llama"),
                ("Task", "mentions", "image classification"),
            ],
            [
                result(a4.text, "41.5%", value="41.5", unit="%", kind="absolute", method="e3", dataset="e1", metric="e4"),
                result(a4.text, "120 ms", value="120", unit="ms", kind="absolute", method="e3", dataset="e1", metric="e5"),
                result(a4.text, "95 ms", value="95", unit="ms", kind="absolute", method="e6", dataset="e1", metric="e5"),
            ],
        )
    )

    a5 = Paper(
        "a5",
        "",
        "Long story planning is hard. We train with Zephyrine on ImageNet and Quillbench and report the final pass rate. STAR is not tested.",
        2025,
    )
    rows.append(
        record(
            a5,
            [
                ("Task", "addresses", "Long story planning"),
                ("Method", "uses", "Zephyrine"),
                ("Dataset", "evaluates_on", "ImageNet"),
                ("Dataset", "evaluates_on", "Quillbench"),
                ("Metric", "reports", "final pass rate"),
                ("Method", "mentions", "STAR"),
            ],
        )
    )

    a6 = Paper("a6", "Nothing to See", "This note has no names in it.", None, "")
    rows.append(record(a6, []))
    return rows


def _linking() -> Linking:
    entities = [
        LinkedEntity("e:accuracy", "Metric", "accuracy", (), 2),
        LinkedEntity("e:adamw", "Method", "AdamW", (), 1),
        LinkedEntity("e:chainofthought", "Method", "chain-of-thought", ("CoT",), 1),
        LinkedEntity("e:finalpassrate", "Metric", "final pass rate", (), 1),
        LinkedEntity("e:gatinglayer@a2", "Method", "gating layer", (), 1, "a2"),
        LinkedEntity("e:imageclassification", "Task", "image classification", (), 2),
        LinkedEntity("e:imagenet", "Dataset", "ImageNet", ("ILSVRC",), 2),
        LinkedEntity("e:imagenet1k", "Dataset", "ImageNet-1K", (), 1),
        LinkedEntity("e:latency", "Metric", "latency", (), 1),
        LinkedEntity("e:llama", "Model", "Llama", ("LLaMA",), 1),
        LinkedEntity("e:llama3.1", "Model", "Llama 3.1", (), 0),
        LinkedEntity("e:llama3.18b", "Model", "Llama 3.1 8B", (), 2, merges=("Llama-3.1-8B: same name but for hyphens",)),
        LinkedEntity("e:longstoryplanning", "Task", "long story planning", (), 1),
        LinkedEntity("e:passrate", "Metric", "pass rate", (), 2),
        LinkedEntity("e:quillbench@a4", "Dataset", "Quillbench", (), 3, "a4", merges=("Quillbench: a4 introduces it, a2 and a5 name it",)),
        LinkedEntity("e:star", "Method", "STAR", (), 1, None, True, ("e:star@a2", "e:star@a3")),
        LinkedEntity("e:star@a2", "Method", "STAR", ("Sparse Token Routing",), 1, "a2"),
        LinkedEntity("e:star@a3", "Method", "STAR", ("Stochastic Trajectory Averaging",), 1, "a3"),
        LinkedEntity("e:storyplanning", "Task", "story planning", ("Story Planning",), 2),
        LinkedEntity("e:throughput", "Metric", "throughput", (), 1),
        LinkedEntity("e:trainingtime", "Metric", "training time", ("Training time",), 1),
        LinkedEntity("e:zephyrine@a1", "Method", "Zephyrine", (), 3, "a1"),
    ]
    nodes = {
        "a1": ["e:zephyrine@a1", "e:imageclassification", "e:adamw", "e:imagenet", "e:accuracy", "e:trainingtime"],
        "a2": ["e:star@a2", "e:storyplanning", "e:gatinglayer@a2", "e:llama3.18b", "e:passrate", "e:quillbench@a4", "e:chainofthought", "e:throughput"],
        "a3": ["e:star@a3", "e:zephyrine@a1", "e:accuracy", "e:imagenet1k"],
        "a4": ["e:quillbench@a4", "e:storyplanning", "e:llama3.18b", "e:passrate", "e:latency", "e:llama", "e:imageclassification"],
        "a5": ["e:longstoryplanning", "e:zephyrine@a1", "e:imagenet", "e:quillbench@a4", "e:finalpassrate", "e:star"],
    }
    hierarchy = (
        Hierarchy("e:finalpassrate", "SUBCLASS_OF", "e:passrate", "final pass rate ends in pass rate"),
        Hierarchy("e:imagenet1k", "VERSION_OF", "e:imagenet", "1K is a version of ImageNet"),
        Hierarchy("e:llama3.1", "VERSION_OF", "e:llama", "3.1 is a version of Llama"),
        Hierarchy("e:llama3.18b", "VERSION_OF", "e:llama3.1", "8B is a size of Llama 3.1"),
        Hierarchy("e:longstoryplanning", "SUBTASK_OF", "e:storyplanning", "long story planning ends in story planning"),
    )
    return Linking(
        {entity.id: entity for entity in entities},
        {(paper, f"e{number}"): node for paper, found in nodes.items() for number, node in enumerate(found, start=1)},
        hierarchy,
    )


@pytest.fixture
def records() -> list[Record]:
    return _corpus()


@pytest.fixture
def linking() -> Linking:
    return _linking()


@pytest.fixture
def graph() -> nx.MultiDiGraph[str]:
    return build_graph(_corpus(), _linking())


@pytest.fixture(scope="session")
def g() -> KnowledgeGraph:
    """The graph of the corpus, to be asked."""
    return KnowledgeGraph(build_graph(_corpus(), _linking()))
