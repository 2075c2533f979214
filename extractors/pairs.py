"""What the network says of pairs: which entity a number belongs to, and which relation two entities have.

For every word the network gives a query and a key of a few dimensions for each of `PAIRS`; their product says how well
two words fit (the bi-affine scorer of Dozat & Manning 2017, https://arxiv.org/abs/1611.01734, without the linear terms).
Here the words become numbers and entities, and the products log-probabilities. The readers of results and relations
weigh them against their own evidence.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from extractors.base import DocEntity
from extractors.decode import log_softmax, mean_row
from extractors.numbers import Number
from kg.schema import RELATIONS

__all__ = ["DEPTH", "FIELDS", "LINKS", "PAIRS", "PairScores", "WordVectors", "pair_scores"]

# link of a number: the types of entity that it may lead to
FIELDS: dict[str, tuple[str, ...]] = {
    "method": ("Method", "Model"),
    "metric": ("Metric",),
    "dataset": ("Dataset",),
    "task": ("Task",),
    "versus": ("Method", "Model"),
}
LINKS = tuple(FIELDS)
PAIRS = (*LINKS, *RELATIONS)
DEPTH = 32  # dimensions of a query or a key

_NEVER = -30.0  # log-probability of what cannot be


@dataclass(frozen=True, slots=True)
class WordVectors:
    """What the network gives for the words of a text besides tags and roles.

    Attributes
    ----------
    kinds : float array of shape (words, kinds)
        Logits of what a number is that begins at the word.
    queries, keys : float arrays of shape (words, len(PAIRS) * DEPTH)
    nothing : float array of shape (words, len(PAIRS) * DEPTH)
        The key of [CLS] in the word's window: what belongs to nothing fits it best.
    """

    kinds: NDArray[np.float32]
    queries: NDArray[np.float32]
    keys: NDArray[np.float32]
    nothing: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PairScores:
    """The network's opinion on the numbers and entities of a text.

    Attributes
    ----------
    kinds : list, for each number, of the log-probability of each of `extractors.results.kinds.KINDS`
    links : list, for each number, of lists, for each of `LINKS`, of the log-probability of each entity, and last of none
    relations : list, for each head, of lists, for each tail, of the logit of each relation against none
    """

    kinds: list[list[float]]
    links: list[list[list[float]]]
    relations: list[list[list[float]]]


def _word_of(starts: Sequence[int], place: int) -> int:
    return max(0, bisect_right(starts, place) - 1)


def pair_scores(
    words: Sequence[tuple[int, int]], vectors: WordVectors, numbers: Sequence[Number], entities: Sequence[DocEntity], bias: Sequence[float]
) -> PairScores:
    """Judge the numbers and entities of a text.

    Parameters
    ----------
    words : sequence of (start, end)
        What `extractors.encoding.split_words` gives for the text.
    vectors : WordVectors
        Of these words.
    numbers : sequence of Number
    entities : sequence of DocEntity
        Each with a mention.
    bias : sequence of float
        For each of `kg.schema.RELATIONS`, how likely it is before anything is known.

    Returns
    -------
    PairScores
    """
    starts = [start for start, _ in words]
    at = np.array([_word_of(starts, number.start + len(number.sign)) for number in numbers], dtype=np.int64)
    places = [[_word_of(starts, mention.start) for mention in entity.mentions] for entity in entities]
    flat = np.array([place for row in places for place in row], dtype=np.int64)
    edges = np.cumsum([0, *map(len, places)])
    scale = DEPTH**-0.5
    kinds = log_softmax(vectors.kinds[at]).tolist() if len(at) else []
    links: list[list[list[float]]] = [[] for _ in numbers]
    for index, link in enumerate(LINKS if numbers else ()):
        part = slice(index * DEPTH, (index + 1) * DEPTH)
        query = vectors.queries[at, part]
        fit = query @ vectors.keys[flat, part].T * scale
        for owner, entity in enumerate(entities):
            if entity.type not in FIELDS[link]:
                fit[:, edges[owner] : edges[owner + 1]] = _NEVER
        none = (query * vectors.nothing[at, part]).sum(axis=1, keepdims=True) * scale
        chances = np.exp(log_softmax(np.concatenate([fit, none], axis=1)))
        for row, chance in zip(links, chances, strict=True):
            sums = [float(chance[edges[owner] : edges[owner + 1]].sum()) for owner in range(len(entities))]
            row.append([round(float(np.log(max(value, 1e-12))), 4) for value in (*sums, float(chance[-1]))])
    relations = []
    if len(entities) > 1:
        part = slice(len(LINKS) * DEPTH, len(PAIRS) * DEPTH)
        shape = (len(entities), len(RELATIONS), DEPTH)
        heads = np.stack([mean_row(vectors.queries[row, part]) for row in places]).reshape(shape)
        tails = np.stack([mean_row(vectors.keys[row, part]) for row in places]).reshape(shape)
        logits = np.einsum("erd,frd->efr", heads, tails) * scale + np.asarray(bias, dtype=np.float32)
        relations = np.round(logits.astype(np.float64), 4).tolist()
    return PairScores([[round(value, 4) for value in row] for row in kinds], links, relations)
