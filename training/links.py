"""What the network learns besides tags and roles: the kind of each number, what it belongs to, and the relations of entities.

Each of `extractors.pairs.PAIRS` has a key and a query of a few dimensions for every word; a number belongs to the entity
whose mentions its query fits best, or to nothing, for which [CLS] stands (as in the bi-affine parser of Dozat & Manning
2017, https://arxiv.org/abs/1611.01734, without the linear terms).
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from extractors.encoding import Encoded
from extractors.pairs import DEPTH, FIELDS, LINKS, PAIRS
from extractors.results.kinds import KINDS, NONE
from kg.schema import RELATIONS
from training.results import document

__all__ = ["IGNORE", "NOTHING", "Targets", "pair_loss", "targets"]

NOTHING = -1  # the annotators leave the link out
IGNORE = -100


@dataclass(frozen=True, slots=True)
class Targets:
    """What is known of the numbers and entities of one annotated paper.

    Attributes
    ----------
    numbers : int64 array of shape (n,)
        The first word of each number.
    kinds : int64 array of shape (n,)
        Index into `KINDS`.
    mentions, owners : int64 arrays of shape (m,)
        The first word of each mention, and its entity.
    allowed : bool array of shape (links, m)
        Whether the type of the mention's entity fits the link.
    wanted : int64 array of shape (n, links)
        The entity that each link leads to, `NOTHING`, or `IGNORE`.
    relations : int64 array of shape (entities, entities)
        From row to column: 1 + index into `RELATIONS`, 0 for none, `IGNORE`.
    """

    numbers: np.ndarray
    kinds: np.ndarray
    mentions: np.ndarray
    owners: np.ndarray
    allowed: np.ndarray
    wanted: np.ndarray
    relations: np.ndarray


def targets(record: dict[str, Any], encoded: Encoded) -> Targets:
    """Return the targets of an annotated paper whose clean text was encoded."""
    doc = document(record)
    starts = [start for start, _ in encoded.words]

    def word_at(place: int) -> int:
        found = bisect_right(starts, place) - 1
        return found if found >= 0 and place < encoded.words[found][1] else -1

    mentions, owners = [], []
    for index, entity in enumerate(doc.entities):
        for mention in entity.mentions:
            if (word := word_at(mention.start)) >= 0:
                mentions.append(word)
                owners.append(index)
    place_of = {entity.id: index for index, entity in enumerate(doc.entities)}
    numbers, kinds, wanted = [], [], []
    for i in sorted({i for view in doc.views for i in view.places}):
        word = word_at(doc.numbers[i].start + len(doc.numbers[i].sign))
        if word < 0:
            continue
        kind, results = doc.truth.get(i, (KINDS[NONE], []))
        numbers.append(word)
        kinds.append(KINDS.index(kind))
        row = []
        for link in LINKS:
            given = next((result[link] for result in results if result.get(link)), None)
            entity = place_of.get(given, IGNORE) if given else NOTHING
            row.append(IGNORE if not results or (entity >= 0 and entity not in owners) else entity)
        wanted.append(row)
    count = len(doc.entities)
    relations = np.zeros((count, count), dtype=np.int64)
    np.fill_diagonal(relations, IGNORE)
    names = list(RELATIONS)
    for relation in record.get("relations", []):
        if relation["head"] in place_of and relation["tail"] in place_of:
            relations[place_of[relation["head"]], place_of[relation["tail"]]] = 1 + names.index(relation["type"])
    missing = [index for index in range(count) if index not in owners]
    relations[missing, :] = IGNORE
    relations[:, missing] = IGNORE
    allowed = np.array([[doc.entities[owner].type in FIELDS[link] for owner in owners] for link in LINKS], dtype=bool).reshape(len(LINKS), len(owners))
    as_array = lambda rows, *shape: np.asarray(rows, dtype=np.int64).reshape(*shape)  # noqa: E731
    return Targets(as_array(numbers, -1), as_array(kinds, -1), as_array(mentions, -1), as_array(owners, -1), allowed,
                   as_array(wanted, -1, len(LINKS)), relations)  # fmt: skip


def pair_loss(items: list[tuple[int, Targets]], kinds: Tensor, queries: Tensor, keys: Tensor, bias: Tensor) -> Tensor:
    """Return the loss of kinds, links and relations over the annotated papers of a batch.

    Parameters
    ----------
    items : list of (row of the batch, Targets)
    kinds : Tensor of shape (batch, words, len(KINDS))
    queries : Tensor of shape (batch, words, len(PAIRS) * DEPTH)
    keys : Tensor of shape (batch, 1 + words, len(PAIRS) * DEPTH)
        [CLS] first.
    bias : Tensor of shape (len(RELATIONS),)
    """
    of_kinds, of_links, of_relations = [], [], []
    for row, item in items:
        query = queries[row].view(-1, len(PAIRS), DEPTH)
        key = keys[row].view(-1, len(PAIRS), DEPTH)
        mentions = torch.from_numpy(item.mentions)
        if len(item.numbers):
            numbers = torch.from_numpy(item.numbers)
            of_kinds.append(functional.cross_entropy(kinds[row, numbers], torch.from_numpy(item.kinds), reduction="none"))
            choices = torch.cat([torch.zeros(1, dtype=torch.int64), mentions + 1])
            scores = torch.einsum("nld,mld->nlm", query[numbers, : len(LINKS)], key[choices, : len(LINKS)]) / DEPTH**0.5
            open_ = torch.cat([torch.ones(len(LINKS), 1, dtype=torch.bool), torch.from_numpy(item.allowed)], 1)
            wanted = torch.from_numpy(item.wanted)
            owners = torch.cat([torch.tensor([NOTHING]), torch.from_numpy(item.owners)])
            right = (owners[None, None, :] == wanted[:, :, None]) & open_[None]
            known = (wanted != IGNORE) & right.any(-1)
            if known.any():
                all_ = scores.masked_fill(~open_[None], -1e9).logsumexp(-1)
                hit = scores.masked_fill(~right, -1e9).logsumexp(-1)
                of_links.append((all_ - hit)[known])
        if len(item.mentions) and len(item.relations) > 1:
            member = torch.zeros(len(item.relations), len(item.mentions))
            member[torch.from_numpy(item.owners), torch.arange(len(item.mentions))] = 1.0
            member = member / member.sum(1, keepdim=True).clamp(min=1.0)
            head = torch.einsum("em,mrd->erd", member, query[mentions, len(LINKS) :])
            tail = torch.einsum("em,mrd->erd", member, key[mentions + 1, len(LINKS) :])
            scores = torch.einsum("erd,frd->efr", head, tail) / DEPTH**0.5 + bias
            classes = functional.pad(scores, (1, 0)).flatten(0, 1)
            truth = torch.from_numpy(item.relations).flatten()
            if (truth != IGNORE).any():
                of_relations.append(functional.cross_entropy(classes, truth, ignore_index=IGNORE, reduction="sum") / (truth > 0).sum().clamp(min=2))
    total = kinds.sum() * 0.0
    if of_kinds:
        total = total + 0.3 * torch.cat(of_kinds).mean()
    if of_links:
        total = total + 0.5 * torch.cat(of_links).mean()
    if of_relations:
        total = total + 0.1 * torch.stack(of_relations).mean()
    return total
