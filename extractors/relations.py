"""Relations between the entities of a paper: what builds on, is part of, is applied to or is a variant of what.

Each ordered pair of entities is judged on its own by a linear model (multinomial logistic regression) over the features of
`extractors.relations_features`; the weights were learnt from annotated abstracts (``training/relations.py``). Of the readings
of two entities the most probable one is kept, if its score reaches the threshold. Judging pairs by types, words between and distance, with a class for
"no relation", follows Kambhatla 2004 (https://aclanthology.org/P04-3022/).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from spacy.language import Language

from extractors.base import DocEntity, DocRelation
from extractors.extensions import text_of
from extractors.pairs import PairScores
from extractors.relations_features import Document
from extractors.sentences import sentences_of
from kg.schema import RELATIONS

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = ["RelationModel", "Relations", "load_model", "make_relations", "read_relations"]


@dataclass(frozen=True, slots=True)
class RelationModel:
    """Weights, and how to read the probabilities that they give.

    Attributes
    ----------
    weights : mapping of str to tuple of float
        For each feature one number for each relation, in the order of `kg.schema.RELATIONS`; "no relation" has weight 0.
    slope, offset : float
        The score is the logistic function of ``slope * log-odds + offset`` (Platt scaling, fitted on held-out folds): of relations with a score of 0.6, six
        in ten are right.
    threshold : float
        Least score of a relation that is kept.
    shares : (float, float)
        How much the features and the network count.
    """

    weights: Mapping[str, Sequence[float]]
    slope: float = 1.0
    offset: float = 0.0
    threshold: float = 0.5
    shares: tuple[float, float] = (1.0, 0.0)

    @classmethod
    def from_json(cls, text: str) -> RelationModel:
        """Build a model from what ``training/relations.py`` wrote.

        Raises
        ------
        ValueError
            If the classes are not the relations of `kg.schema`.
        """
        row = json.loads(text)
        if row["classes"] != list(RELATIONS):
            raise ValueError(f"the model knows the relations {', '.join(row['classes'])}, the schema {', '.join(RELATIONS)}; train it anew")
        return cls(row["weights"], row["slope"], row["offset"], row["threshold"], tuple(row.get("shares", (1.0, 0.0))))

    def logits(self, features: Iterable[str]) -> list[float]:
        """Return for each relation what the features say for it against none."""
        rows = [row for row in map(self.weights.get, features) if row is not None]
        return [math.fsum(column) for column in zip(*rows, strict=True)] if rows else [0.0] * len(RELATIONS)

    def log_odds(self, features: Iterable[str], opinion: Sequence[float] | None = None) -> list[float]:
        """Return for each relation the logarithm of its odds against everything else.

        `opinion` holds the network's logit of each relation against none.
        """
        sums = self.logits(features)
        if opinion is not None:
            sums = [self.shares[0] * value + self.shares[1] * other for value, other in zip(sums, opinion, strict=True)]
        top = max(0.0, *sums)
        none = math.exp(-top)
        parts = [math.exp(value - top) for value in sums]
        whole = none + sum(parts)
        # Bounded, so that a certain model has finite odds.
        return [math.log(max(part, 1e-12) / max(whole - part, 1e-12)) for part in parts]

    def score(self, log_odds: float) -> float:
        """Return the calibrated score, 0 to 1."""
        return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, self.slope * log_odds + self.offset))))


@cache
def load_model() -> RelationModel:
    """Return the model that ships with kg."""
    return RelationModel.from_json(files("extractors").joinpath("models").joinpath("relations.json").read_text(encoding="utf-8"))


def read_relations(
    text: str, sentences: Sequence[tuple[int, int]], entities: Sequence[DocEntity], model: RelationModel | None = None, scores: PairScores | None = None
) -> list[DocRelation]:
    """Read the relations that a text states between its entities.

    Parameters
    ----------
    text : str
        Clean text (`kg.text.clean`): title, line feed, abstract, or one of the two.
    sentences : sequence of (int, int)
        Characters of `text`, end exclusive, in order.
    entities : sequence of DocEntity
        With types, roles and mentions. Entities without a mention have no relations.
    model : RelationModel, optional
        The one that ships with kg by default.
    scores : PairScores, optional
        The network's opinion on `entities`; without it the features decide alone.

    Returns
    -------
    list of DocRelation
        At most one for two entities, in the order of heads, then tails; `start` and `end` are the sentence where the second of the two stands.
    """
    if len(entities) < 2 or not sentences:
        return []
    model = model or load_model()
    names = list(RELATIONS)
    best: dict[tuple[int, int], tuple[float, int, str, int, int]] = {}
    for pair in Document(text, sentences, entities).pairs():
        odds = model.log_odds(pair.features, scores.relations[pair.head][pair.tail] if scores is not None else None)
        place = max(range(len(names)), key=odds.__getitem__)
        # The model was trained on entities that are certain: a relation is no surer than the less sure of its two.
        score = model.score(odds[place]) * min(entities[pair.head].score, entities[pair.tail].score)
        key = (min(pair.head, pair.tail), max(pair.head, pair.tail))
        if score >= model.threshold and (key not in best or score > best[key][0]):
            best[key] = (score, pair.head, names[place], pair.tail, pair.sentence)
    kept = sorted(best.values(), key=lambda row: (row[1], row[3]))
    return [DocRelation(entities[head].id, kind, entities[tail].id, round(score, 4), *sentences[at]) for score, head, kind, tail, at in kept]


class Relations:
    """Component that writes ``Doc._.kg_relations``."""

    def __init__(self, model: RelationModel) -> None:
        self.model = model

    def __call__(self, doc: Doc) -> Doc:
        """Read the relations between the entities of `doc`."""
        spans = sentences_of(doc)
        doc._.kg_relations = read_relations(text_of(doc), spans, doc._.kg_entities, self.model, doc._.kg_pair_scores)
        return doc


@Language.factory("kg_relations", assigns=["doc._.kg_relations"], requires=["doc._.kg_entities", "doc.sents"])
def make_relations(nlp: Language, name: str) -> Relations:
    """Create the component."""
    return Relations(load_model())
