"""Relations: what the shipped model reads in sentences of our own invention, and how readings are chosen."""

import json
import math
import re

import pytest
import spacy

from extractors.base import DocEntity, DocMention, DocRelation
from extractors.relations import RelationModel, load_model, make_relations, read_relations
from extractors.relations_features import Document
from extractors.sentences import sentence_spans
from kg.schema import RELATIONS

# [name|type|role]: a mention; the same name is the same entity, and a type or role is told once.
_MARK = re.compile(r"\[([^|\]]+)(?:\|(\w+)\|(\w+))?\]")


def marked(text: str) -> tuple[str, list[tuple[int, int]], list[DocEntity]]:
    """Return the plain text, its sentences and its entities."""
    entities: dict[str, DocEntity] = {}
    plain, at = "", 0
    for match in _MARK.finditer(text):
        plain += text[at : match.start()]
        name, kind, role = match.groups()
        if name not in entities:
            assert kind, f"{name} is told no type"
            entities[name] = DocEntity(name, kind, role, name, (name,))
        entities[name].mentions.append(DocMention(len(plain), len(plain) + len(name)))
        plain += name
        at = match.end()
    plain += text[at:]
    assert "[" not in plain
    assert "|" not in plain
    return plain, sentence_spans(plain), list(entities.values())


def read(text: str, model: RelationModel | None = None) -> set[tuple[str, str, str]]:
    return {(r.head, r.type, r.tail) for r in read_relations(*marked(text), model)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "We propose [LoomNet|Method|proposes]. [LoomNet] consists of two modules: a [warp encoder|Method|proposes] and a [weft decoder|Method|proposes].",
            {("warp encoder", "part_of", "LoomNet"), ("weft decoder", "part_of", "LoomNet")},
        ),
        (
            "[SpinLoRA|Method|proposes]: Low-Rank Spinning\nWe introduce [SpinLoRA], which builds on [LoRA|Method|uses] and keeps its cost.",
            {("SpinLoRA", "based_on", "LoRA")},
        ),
        (
            "We introduce [FleeceRL|Method|proposes], a training method for agents. We apply [FleeceRL] to [Ram-7B|Model|uses] and [Ewe-13B|Model|uses].",
            {("FleeceRL", "applied_to", "Ram-7B"), ("FleeceRL", "applied_to", "Ewe-13B")},
        ),
        ("We present [Q-Shear|Method|proposes]. It extends [shearing|Method|uses] to many sheep.", {("Q-Shear", "based_on", "shearing")}),
        ("[LoomNet|Method|proposes] outperforms [WoolFormer|Method|compares_with] and [YarnGPT|Method|compares_with] by a wide margin.", set()),
        ("[WoolFormer|Method|mentions] is slow. [YarnGPT|Method|mentions] is costly.", set()),
        ("We evaluate [LoomNet|Method|proposes] on [YarnBench|Dataset|evaluates_on].", set()),
    ],
)
def test_relations_of_the_shipped_model(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert read(text) == expected


def test_evidence_and_order() -> None:
    text, sentences, entities = marked(
        "We propose [LoomNet|Method|proposes]. [LoomNet] combines a [warp encoder|Method|proposes] with a [weft decoder|Method|proposes]. It is fast."
    )
    relations = read_relations(text, sentences, entities)
    assert [(r.head, r.tail) for r in relations] == [("warp encoder", "LoomNet"), ("weft decoder", "LoomNet")]
    for relation in relations:
        assert text[relation.start : relation.end] == "LoomNet combines a warp encoder with a weft decoder."
        assert load_model().threshold <= relation.score <= 1.0
    assert relations == read_relations(text, sentences, entities)


def test_an_unsure_entity_makes_an_unsure_relation() -> None:
    text, sentences, entities = marked("We propose [LoomNet|Method|proposes]. [LoomNet] consists of a [warp encoder|Method|proposes] and nothing else.")
    [sure] = read_relations(text, sentences, entities)
    entities[0].score = 0.9
    entities[1].score = 0.8
    [unsure] = read_relations(text, sentences, entities)
    assert unsure.score == pytest.approx(0.8 * sure.score, abs=2e-4)
    entities[1].score = 0.01
    assert read_relations(text, sentences, entities) == []


@pytest.mark.parametrize("text", ["", "No entity here.", "Only [LoomNet|Method|proposes] here."])
def test_nothing_to_relate(text: str) -> None:
    assert read_relations(*marked(text)) == []


def test_odd_entities_do_not_raise() -> None:
    text = "A B"
    entities = [
        DocEntity("e1", "Method", "", "A", ("A",), mentions=[DocMention(0, 1), DocMention(0, 1)]),
        DocEntity("e2", "Method", "proposes", "???", (), mentions=[DocMention(2, 3)]),
        DocEntity("e3", "Method", "uses", "", ("",)),
        DocEntity("e4", "Model", "uses", "B", ("B",), mentions=[DocMention(0, 3)]),
    ]
    assert isinstance(read_relations(text, [(0, 3)], entities), list)
    assert read_relations(text, [], entities) == []


PLAIN = "We use [A|Method|uses] with [B|Method|uses]."


def test_one_relation_for_two_entities_the_surer_one() -> None:
    weights = {"first:uses>uses:True": (0.0, 2.0, 1.0, 0.0), "first:uses>uses:False": (1.5, 0.0, 0.0, 0.0)}
    assert list(RELATIONS) == ["based_on", "part_of", "applied_to", "variant_of"]
    assert read(PLAIN, RelationModel(weights, threshold=0.1)) == {("A", "part_of", "B")}
    assert read(PLAIN, RelationModel({**weights, "first:uses>uses:False": (3.0, 0.0, 0.0, 0.0)}, threshold=0.1)) == {("B", "based_on", "A")}
    assert read(PLAIN, RelationModel(weights, threshold=0.9)) == set()


def test_log_odds_and_score() -> None:
    model = RelationModel({"a": (1.0, 0.0, 0.0, -1.0), "b": (1.0, 0.0, 0.0, 0.0)}, slope=2.0, offset=-1.0)
    others = 3.0 + math.exp(-1.0)  # no relation, and the two others of weight 0
    assert model.log_odds(["a", "b", "unknown"])[0] == pytest.approx(2.0 - math.log(others))
    assert model.score(0.5) == pytest.approx(0.5)
    assert model.score(-1e9) < 1e-9
    assert model.score(1e9) == pytest.approx(1.0)
    assert all(math.isfinite(value) for value in RelationModel({"a": (900.0, -900.0, 0.0, 0.0)}).log_odds(["a"]))


def test_a_model_of_other_relations_is_refused() -> None:
    row = {"classes": ["eats"], "slope": 1.0, "offset": 0.0, "threshold": 0.5, "weights": {}}
    with pytest.raises(ValueError, match=r"the model knows the relations eats, the schema based_on, .*; train it anew"):
        RelationModel.from_json(json.dumps(row))
    assert RelationModel.from_json(json.dumps({**row, "classes": list(RELATIONS)})).threshold == 0.5


def test_candidates_of_things_that_the_paper_did_not_make_stand_in_one_sentence() -> None:
    near = Document(*marked("[A|Method|uses] extends [B|Method|uses]. We like it."))
    apart = Document(*marked("[A|Method|uses] is old. [B|Method|uses] is new."))
    made = Document(*marked("[A|Method|proposes] is new. [B|Method|uses] is old."))
    assert [(pair.head, pair.tail) for pair in near.pairs()] == [(0, 1), (1, 0)]
    assert list(apart.pairs()) == []
    assert [(pair.head, pair.tail, pair.sentence) for pair in made.pairs()] == [(0, 1, 1), (1, 0, 1)]


def test_features_replace_other_entities_and_skip_lists() -> None:
    document = Document(*marked("[A|Method|proposes] consists of [B|Method|uses], [C|Method|uses] and [D|Method|uses]."))
    pair = next(pair for pair in document.pairs() if (pair.head, pair.tail) == (3, 0))
    assert "core:TH:consists of" in pair.features
    assert "others:TH:uses>proposes:2" in pair.features
    assert "cue:TH:part" in pair.features
    assert not any("B" in feature.split(":")[-1].split() for feature in pair.features)


def test_it_and_our_method_stand_for_what_is_proposed() -> None:
    for words in ("It", "This method", "Our simple framework", "The proposed architecture", "Here, our method"):
        document = Document(*marked(f"We present [Q-Shear|Method|proposes]. {words} extends [shearing|Method|uses] to many sheep."))
        pair = next(pair for pair in document.pairs() if (pair.head, pair.tail) == (0, 1))
        assert "core:HT:extends" in pair.features, words
        assert "stand-in:proposes>uses:True>False" in pair.features
    for words in ("Some method", "Then it"):
        document = Document(*marked(f"We present [Q-Shear|Method|proposes]. {words} extends [shearing|Method|uses] to many sheep."))
        assert not any(feature.startswith("stand-in") for pair in document.pairs() for feature in pair.features), words


def test_it_stands_for_the_last_named_unless_the_main_thing_was() -> None:
    text = "[LoomNet|Method|proposes] for sheep\nWe weave [LoomNet]. A [warp gate|Method|proposes] opens. It uses [LoRA|Method|uses]."
    document = Document(*marked(text))
    assert {pair.head for pair in document.pairs() if "core:HT:uses" in pair.features} == {1}


def test_component_writes_the_extension() -> None:
    text, sentences, entities = marked("We propose [LoomNet|Method|proposes]. [LoomNet] consists of a [warp encoder|Method|proposes] and nothing else.")
    nlp = spacy.blank("en")
    doc = nlp(text)
    starts = {start for start, _ in sentences}
    for token in doc:
        token.is_sent_start = token.idx in starts
    doc._.kg_entities = entities
    found = make_relations(nlp, "kg_relations")(doc)._.kg_relations
    assert found == read_relations(text, sentences, entities)
    assert [type(relation) for relation in found] == [DocRelation]
    assert nlp.get_factory_meta("kg_relations").requires == ["doc._.kg_entities", "doc.sents"]
