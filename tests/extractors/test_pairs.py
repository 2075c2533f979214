from __future__ import annotations

import numpy as np
import pytest

from extractors.base import DocEntity, DocMention
from extractors.encoding import split_words
from extractors.numbers import read_numbers
from extractors.pairs import DEPTH, LINKS, PAIRS, WordVectors, pair_scores
from extractors.relations import RelationModel
from extractors.results import read_results
from extractors.results.kinds import KINDS
from extractors.results.weights import mix
from kg.schema import RELATIONS

TEXT = "LarchNet beats FirNet and reaches 91.5% on TreeBank."
BIAS = (0.0,) * len(RELATIONS)


def entity(number: int, kind: str, name: str) -> DocEntity:
    start = TEXT.index(name)
    return DocEntity(f"e{number}", kind, "proposes", name, (name,), 0.9, [DocMention(start, start + len(name))])


ENTITIES = [entity(1, "Method", "LarchNet"), entity(2, "Method", "FirNet"), entity(3, "Dataset", "TreeBank")]


def vectors_where(*fits: tuple[str, str, str, float]) -> WordVectors:
    """Vectors in which, for each (pair, word, other word, strength), the query of the one fits the key of the other."""
    words = [TEXT[a:b] for a, b in split_words(TEXT)]
    queries, keys = (np.zeros((len(words), len(PAIRS) * DEPTH), dtype=np.float32) for _ in range(2))
    for dimension, (pair, one, other, strength) in enumerate(fits):
        column = PAIRS.index(pair) * DEPTH + dimension
        queries[words.index(one), column] = strength * DEPTH**0.5
        keys[words.index(other), column] = 1.0
    kinds = np.zeros((len(words), len(KINDS)), dtype=np.float32)
    kinds[words.index("91"), KINDS.index("absolute")] = 5.0
    return WordVectors(kinds, queries, keys, np.zeros_like(keys))


def test_a_number_belongs_to_the_entity_that_its_query_fits() -> None:
    vectors = vectors_where(("method", "91", "LarchNet", 4.0), ("dataset", "91", "TreeBank", 4.0))
    scores = pair_scores(split_words(TEXT), vectors, read_numbers(TEXT), ENTITIES, BIAS)
    assert len(scores.links) == 1 and len(scores.links[0]) == len(LINKS)
    method = np.exp(scores.links[0][LINKS.index("method")])
    # one of e^4, beside FirNet and nothing at e^0; datasets cannot be meant
    assert method == pytest.approx([np.exp(4) / (np.exp(4) + 2), 1 / (np.exp(4) + 2), 0.0, 1 / (np.exp(4) + 2)], abs=1e-3)
    dataset = np.exp(scores.links[0][LINKS.index("dataset")])
    assert dataset[2] == pytest.approx(np.exp(4) / (np.exp(4) + 1), abs=1e-3) and dataset[:2] == pytest.approx([0.0, 0.0], abs=1e-6)
    assert np.exp(scores.links[0][LINKS.index("metric")])[-1] == pytest.approx(1.0, abs=1e-6)  # no metric there: nothing
    assert int(np.argmax(scores.kinds[0])) == KINDS.index("absolute")
    assert sum(np.exp(scores.kinds[0])) == pytest.approx(1.0, abs=1e-3)


def test_relations_are_directed_and_have_their_bias() -> None:
    vectors = vectors_where(("variant_of", "FirNet", "LarchNet", 6.0))
    bias = tuple(-1.0 for _ in RELATIONS)
    scores = pair_scores(split_words(TEXT), vectors, [], ENTITIES, bias)
    place = list(RELATIONS).index("variant_of")
    assert scores.relations[1][0][place] == pytest.approx(5.0)
    assert scores.relations[0][1][place] == pytest.approx(-1.0)
    assert scores.links == [] and scores.kinds == []


def test_nothing_to_pair() -> None:
    none = np.zeros((0, 0), dtype=np.float32)
    scores = pair_scores([], WordVectors(none, none, none, none), [], [], BIAS)
    assert (scores.kinds, scores.links, scores.relations) == ([], [], [])


def test_two_judges_are_taken_together() -> None:
    chances, opinion = [0.8, 0.2], [float(np.log(0.1)), float(np.log(0.9))]
    assert mix(chances, opinion, (1.0, 0.0)) == pytest.approx([0.8, 0.2])
    assert mix(chances, opinion, (0.0, 1.0)) == pytest.approx([0.1, 0.9])
    assert mix(chances, opinion, (1.0, 1.0)) == pytest.approx([0.08 / 0.26, 0.18 / 0.26])


def test_the_network_can_turn_a_link(monkeypatch: pytest.MonkeyPatch) -> None:
    import extractors.results as results

    shares = dict.fromkeys(("kind", *LINKS), (0.0, 1.0))
    tables = results.load_weights() | {"mix": shares}
    monkeypatch.setattr(results, "load_weights", lambda: tables)
    found = []
    for owner in ("LarchNet", "FirNet"):
        vectors = vectors_where(("method", "91", owner, 9.0))
        scores = pair_scores(split_words(TEXT), vectors, read_numbers(TEXT), ENTITIES, BIAS)
        (result,) = read_results(TEXT, [(0, len(TEXT))], ENTITIES, 0, scores)
        found.append(result.method)
    assert found == ["e1", "e2"]


def test_the_network_counts_in_relations_as_much_as_its_share() -> None:
    ours, theirs = [0.5] * len(RELATIONS), [2.0] + [-9.0] * (len(RELATIONS) - 1)
    model = RelationModel({"f": ours}, shares=(1.0, 0.0))
    assert model.log_odds(["f"], theirs) == pytest.approx(model.log_odds(["f"]))
    alone = RelationModel({"f": ours}, shares=(0.0, 1.0)).log_odds(["f"], theirs)
    assert alone[0] == pytest.approx(2.0, abs=1e-3) and alone[1] < -8
