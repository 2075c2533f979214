"""From the tagger's logits to scored spans.

The tags are BIO over the entity types (Ramshaw & Marcus 1995, https://aclanthology.org/W95-0107); the best *allowed*
sequence is found by Viterbi's algorithm, so that an inside tag never follows anything but its own type.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kg.schema import ENTITY_TYPES, ROLES

__all__ = ["ROLE_NAMES", "TAGS", "TYPES", "TaggedSpan", "best_path", "decode", "log_softmax", "mean_row", "spans_in"]

TYPES = tuple(ENTITY_TYPES)
ROLE_NAMES = tuple(ROLES)
TAGS = ("O", *(f"{letter}-{name}" for name in TYPES for letter in "BI"))


@dataclass(frozen=True, slots=True)
class TaggedSpan:
    """A span that the tagger found.

    Attributes
    ----------
    first, last : int
        Words, `last` exclusive.
    type : str
    score : float
        0 to 1: the mean probability of its words' tags.
    types : float array of shape (types,)
        Probability of each type, in the order of `TYPES`; what is missing to 1 is "no entity".
    roles : float array of shape (roles,)
        Log-probability of each role, in the order of `ROLE_NAMES`, mean over the words.
    """

    first: int
    last: int
    type: str
    score: float
    types: NDArray[np.float32]
    roles: NDArray[np.float32]


def log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return log-probabilities along the last axis."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    result: NDArray[np.float32] = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return result


def mean_row(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean of the rows of a matrix; for a few rows `numpy.mean` takes five times as long."""
    result: NDArray[np.float32] = rows[0] if len(rows) == 1 else np.add.reduce(rows) / np.float32(len(rows))
    return result


def best_path(scores: NDArray[np.float32]) -> list[int]:
    """Find the best sequence of BIO tags in which an inside tag follows nothing but a tag of its own type (Viterbi's algorithm).

    Parameters
    ----------
    scores : float array of shape (words, 1 + 2 * types)
        Of "O", and for each type of its "B" and its "I", as in `TAGS`; at least one word.

    Returns
    -------
    list of int
        A tag for each word.
    """
    path: list[int] = scores.argmax(axis=1).tolist()
    broken = _broken(path)
    if not broken:
        return path  # an allowed sequence: no other can be better
    rows = scores.tolist()
    begin = end = 0
    for word in broken:
        if word < end:
            continue
        # From the last word before that needs none before it, to the next such word: the likeliest tags outside and the
        # best sequence inside are together no worse than any other, so if they are allowed, they are the best.
        begin = word
        while begin and (begin == word or _inside(path[begin])):
            begin -= 1
        end = word + 1
        while end < len(path) and _inside(path[end]):
            end += 1
        path[begin:end] = _viterbi(rows[begin:end], begin > 0)
    return _viterbi(rows, False) if _broken(path) else path


def _inside(tag: int) -> bool:
    return tag > 0 and tag % 2 == 0


def _broken(path: Sequence[int]) -> list[int]:
    """Return the words with an inside tag that does not follow a tag of its own type."""
    return [word for word, (before, tag) in enumerate(pairwise([0, *path])) if _inside(tag) and before not in (tag - 1, tag)]


def _viterbi(rows: Sequence[Sequence[float]], go_on: bool) -> list[int]:
    """Return the best allowed sequence; `go_on` lets the first word be inside a span that began before."""
    # Only an inside tag asks what stands before it, so two candidates a type and one for all the rest are enough; over
    # so few tags plain Python is three times as fast as numpy.
    best = [value if go_on or not _inside(tag) else -math.inf for tag, value in enumerate(rows[0])]
    back = []
    for row in rows[1:]:
        top = max(range(len(best)), key=best.__getitem__)
        values, pointers = [row[0] + best[top]], [top]
        for begin in range(1, len(best), 2):
            own = begin if best[begin] >= best[begin + 1] else begin + 1
            values += (row[begin] + best[top], row[begin + 1] + best[own])
            pointers += (top, own)
        best = values
        back.append(pointers)
    path = [max(range(len(best)), key=best.__getitem__)]
    for pointers in reversed(back):
        path.append(pointers[path[-1]])
    return path[::-1]


def spans_in(path: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the spans of a path of `best_path`: first and last word (exclusive), and the number of the type, from 0."""
    start = 0
    while start < len(path):
        if path[start] == 0:
            start += 1
            continue
        kind = (path[start] - 1) // 2
        end = start + 1
        while end < len(path) and path[end] == 2 + 2 * kind:
            end += 1
        yield start, end, kind
        start = end


def decode(tags: NDArray[np.float32], roles: NDArray[np.float32], bias: float = 0.0) -> list[TaggedSpan]:
    """Find the entity spans of one text.

    Parameters
    ----------
    tags : float array of shape (words, len(TAGS))
        Logits of each word.
    roles : float array of shape (words, len(ROLE_NAMES))
        Logits of each word.
    bias : float
        Taken off the logit of "O" before decoding: above 0 finds more spans, with lower scores.

    Returns
    -------
    list of TaggedSpan
        In order, without overlaps. The scores are those of the unbiased logits.
    """
    if not len(tags):
        return []
    logs = log_softmax(tags)
    scores = logs
    if bias:
        scores = logs.copy()
        scores[:, 0] -= bias
    probabilities = np.exp(logs)
    by_type = probabilities[:, 1::2] + probabilities[:, 2::2]
    role_logs = log_softmax(roles)
    path = best_path(scores)
    spans = []
    for start, end, kind in spans_in(path):
        score = sum(probabilities[word, path[word]].item() for word in range(start, end)) / (end - start)
        spans.append(TaggedSpan(start, end, TYPES[kind], score, mean_row(by_type[start:end]), mean_row(role_logs[start:end])))
    return spans
