"""Results, read from sentences with marked entities.

``{Method.proposes FooNet}`` marks a mention; the same words are the same entity. The weights are the ones that ship.
"""

import re

import pytest
import spacy

from extractors.base import DocEntity, DocMention, DocResult
from extractors.results import read_results
from extractors.results.weights import load_weights
from extractors.sentences import sentence_spans
from kg.schema import ENTITY_TYPES, ROLES

_MARK = re.compile(r"\{(\w+)\.(\w+) ([^{}]+)\}")


def parse(marked: str) -> tuple[str, list[DocEntity]]:
    entities: dict[str, DocEntity] = {}
    text, place = "", 0
    for match in _MARK.finditer(marked):
        kind, role, name = match.groups()
        assert kind in ENTITY_TYPES and role in ROLES, match.group()
        text += marked[place : match.start()]
        entity = entities.setdefault(name.casefold(), DocEntity(f"e{len(entities) + 1}", kind, role, name, (name,)))
        entity.mentions.append(DocMention(len(text), len(text) + len(name)))
        text += name
        place = match.end()
    text += marked[place:]
    assert "{" not in text and "}" not in text, "unclosed mark"
    return text, list(entities.values())


def read(marked: str) -> list[dict[str, str | bool | None]]:
    """Return the results with names in the place of ids."""
    text, entities = parse(marked)
    names = {entity.id: entity.name for entity in entities}
    rows = []
    for result in read_results(text, sentence_spans(text), entities):
        assert 0 <= result.start < result.end <= len(text)
        row = {key: getattr(result, key) for key in ("value", "unit", "kind", "direction", "baseline", "sota")}
        row |= {key: names.get(getattr(result, key)) for key in ("method", "dataset", "metric", "task", "versus")}
        rows.append(row)
    return rows


HEAD = "{Method.proposes FooNet}: Fast Networks\nWe propose {Method.proposes FooNet} for {Task.addresses trip planning}. "


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "{Method.proposes FooNet} improves the {Metric.reports pass rate} on {Dataset.evaluates_on TripBench} from 23.3% to 44.4%.",
            [{"value": "44.4", "unit": "%", "kind": "absolute", "baseline": "23.3", "method": "FooNet", "metric": "pass rate", "dataset": "TripBench"}],
        ),
        (
            "{Method.proposes FooNet} achieves an {Metric.reports accuracy} of 84.1% on {Dataset.evaluates_on TripBench}.",
            [{"value": "84.1", "unit": "%", "kind": "absolute", "method": "FooNet", "metric": "accuracy", "dataset": "TripBench"}],
        ),
        (
            "{Method.proposes FooNet} reduces {Metric.reports latency} by 40% compared to {Method.compares_with BarNet}.",
            [{"value": "40", "unit": "%", "kind": "delta", "direction": "down", "method": "FooNet", "metric": "latency"}],
        ),
        (
            "{Method.proposes FooNet} outperforms {Method.compares_with BarNet} by 7.1% in {Metric.reports accuracy}.",
            [{"value": "7.1", "unit": "%", "kind": "delta", "direction": "up", "method": "FooNet", "metric": "accuracy", "versus": "BarNet"}],
        ),
        (
            "Moreover, {Method.proposes FooNet} is 5–10× faster than {Method.compares_with BarNet}.",
            [{"value": "5-10", "unit": "x", "kind": "factor", "direction": None, "method": "FooNet", "versus": "BarNet"}],
        ),
        (
            "It gains +4.1% on {Dataset.evaluates_on TripBench} and +9.8% on {Dataset.evaluates_on RideBench}.",
            [
                {"value": "4.1", "kind": "delta", "direction": "up", "method": "FooNet", "dataset": "TripBench"},
                {"value": "9.8", "kind": "delta", "direction": "up", "method": "FooNet", "dataset": "RideBench"},
            ],
        ),
        (
            "{Method.proposes FooNet} reaches {Metric.reports accuracies} of 91.2% and 88.5% "
            "on {Dataset.evaluates_on TripBench} and {Dataset.evaluates_on RideBench}, respectively.",
            [
                {"value": "91.2", "kind": "absolute", "metric": "accuracies", "dataset": "TripBench"},
                {"value": "88.5", "kind": "absolute", "metric": "accuracies", "dataset": "RideBench"},
            ],
        ),
        (
            "It cuts {Metric.reports memory usage} by up to 3.2x.",
            [{"value": "3.2", "unit": "x", "kind": "factor", "method": "FooNet", "metric": "memory usage"}],
        ),
        (
            "{Method.proposes FooNet} achieves a {Metric.reports PSNR} of 31.2 dB on {Dataset.evaluates_on PicSet}.",
            [{"value": "31.2", "unit": "dB", "kind": "absolute", "metric": "PSNR", "dataset": "PicSet"}],
        ),
    ],
)
def test_measured(sentence: str, expected: list[dict[str, str | None]]) -> None:
    rows = [row for row in read(HEAD + sentence) if not row["sota"]]
    assert len(rows) == len(expected)
    for row, wanted in zip(rows, expected, strict=True):
        assert {key: row[key] for key in wanted} == wanted


@pytest.mark.parametrize(
    "sentence",
    [
        "We collect 3,000 prompts from 18 sources.",
        "{Model.uses BarLM} with 7B parameters is trained on 2,400 hours of speech.",
        "The benchmark {Dataset.proposes TripBench} holds 1,225 trips in 12 cities.",
        "We study it since 2019 in 4 domains and 3 languages.",
        "There is nothing here.",
    ],
)
def test_descriptions_are_no_results(sentence: str) -> None:
    assert [row["value"] for row in read(HEAD + sentence) if row["value"] is not None] == []


def test_claim_on_datasets() -> None:
    rows = read(
        HEAD + "Extensive experiments show that {Method.proposes FooNet} achieves state-of-the-art performance on {Dataset.evaluates_on TripBench} "
        "and {Dataset.evaluates_on RideBench}."
    )
    assert {(row["method"], row["dataset"]) for row in rows if row["sota"] and row["dataset"]} == {("FooNet", "TripBench"), ("FooNet", "RideBench")}
    assert all(row["value"] is None and row["kind"] is None for row in rows)


def test_claim_on_the_task() -> None:
    rows = read(HEAD + "Experiments show that {Method.proposes FooNet} consistently outperforms state-of-the-art baselines.")
    assert [(row["method"], row["task"], row["sota"]) for row in rows] == [("FooNet", "trip planning", True)]


def test_evaluating_the_state_of_the_art_claims_nothing() -> None:
    assert read("{Dataset.proposes TripBench}: A Test\nWe introduce {Dataset.proposes TripBench}. We evaluate 18 state-of-the-art models on it.") == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "%",
        "5%",
        "Title\n",
        "A\nB gains 5%.",
        "90%+ 90% to 80% (vs. 70%)",
        "from from to to 5% 6% 7%",
        "(" * 300 + "5%",
        "5% " * 300,
        "\u202e5%\u202c \u0000 ١٢٪",
    ],
)
def test_without_entities(text: str) -> None:
    results = read_results(text, sentence_spans(text), [])
    assert all(isinstance(result, DocResult) and result.method is None and result.dataset is None for result in results)


def test_entities_without_mentions() -> None:
    text = "A Title\nIt improves accuracy by 5%."
    entity = DocEntity("e1", "Metric", "reports", "accuracy", ("accuracy",))
    assert [(r.value, r.metric) for r in read_results(text, sentence_spans(text), [entity])] == [("5", None)]


def test_same_input_same_answer() -> None:
    text, entities = parse(HEAD + "{Method.proposes FooNet} gains 3% on {Dataset.evaluates_on TripBench} and is 2x faster.")
    sentences = sentence_spans(text)
    assert read_results(text, sentences, entities) == read_results(text, sentences, entities)


def test_weights_are_small_and_whole() -> None:
    tables = load_weights()
    links = {"method", "metric", "dataset", "task", "versus"}
    assert set(tables) == {"kind", "claim", "mix", *links}
    assert set(tables["mix"]) == {"kind", *links}
    assert all(len(shares) == 2 and min(shares) >= 0 for shares in tables["mix"].values())
    assert {len(row) for row in tables["kind"].values()} == {6}
    assert all(len(row) == 1 for name in {"claim", *links} for row in tables[name].values())


def test_component() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("kg_sentences")
    nlp.add_pipe("kg_results")
    text, entities = parse("{Method.proposes FooNet}: A Study\n{Method.proposes FooNet} raises {Metric.reports accuracy} by 5.2%.")
    doc = nlp.make_doc(text)
    doc._.kg_entities = entities
    for _, component in nlp.pipeline:
        doc = component(doc)
    assert [(r.value, r.kind, r.direction, r.metric) for r in doc._.kg_results if r.value] == [("5.2", "delta", "up", "e2")]


@pytest.mark.parametrize("metric", ["", "accuracies of ", "an {Metric.reports accuracy} of "])
def test_respectively_three_models_three_numbers(metric: str) -> None:
    text, entities = parse(
        HEAD
        + "Models such as {Model.uses Fir-2.5}, {Model.uses Larch-70B}, and {Model.uses Pine-72B} reached "
        + metric
        + "56.4%, 26.9%, and 33.6%, respectively."
    )
    names = {e.id: e.name for e in entities}
    found = [(names[r.method or ""], r.value) for r in read_results(text, sentence_spans(text), entities) if r.value]
    assert found == [("Fir-2.5", "56.4"), ("Larch-70B", "26.9"), ("Pine-72B", "33.6")]


def test_a_number_in_brackets_is_not_that_of_the_name_before_the_last() -> None:
    text, entities = parse(
        HEAD + "{Method.proposes FooNet} reaches 84% {Metric.reports accuracy}, against {Method.compares_with Fir} (59%) and a plain agent (27%)."
    )
    names = {e.id: e.name for e in entities}
    found = {r.value: names.get(r.method or "") for r in read_results(text, sentence_spans(text), entities)}
    assert (found["59"], found["27"]) == ("Fir", None)
