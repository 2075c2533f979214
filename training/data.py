"""Annotated papers as batches for the tagger."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from extractors.decode import ROLE_NAMES, TAGS
from extractors.encoding import Encoded, WordPieces, split_words
from extractors.gazetteer import Gazetteer
from extractors.tagger import INPUTS
from kg.model import Paper
from kg.text import clean
from training.align import align

__all__ = ["IGNORE", "Example", "batches", "collate", "example"]

IGNORE = -100
FIELDS = INPUTS


@dataclass(frozen=True, slots=True)
class Example:
    """One paper: its encoding, and a tag and a role for every piece (`IGNORE` where the loss does not look)."""

    id: str
    encoded: Encoded
    tags: np.ndarray
    roles: np.ndarray


def example(record: dict[str, Any], pieces: WordPieces, gazetteer: Gazetteer) -> Example:
    """Turn an annotated paper into an example.

    Optional spans are left out of the tag loss: a good annotator could equally leave them out, and teaching them as
    entities, or as none, was worse. Their roles are learnt.
    """
    paper = Paper(record["id"], record.get("title") or "", record.get("abstract") or "")
    title_end = len(paper.title) if paper.title and paper.abstract else 0
    cleaned = clean(paper.text, title_end)
    text = cleaned.text
    clean_title_end = text.find("\n") if title_end else 0
    words = split_words(text)
    encoded = pieces.encode(text, max(clean_title_end, 0), words, gazetteer.flags(text, words))
    tags = np.full(len(encoded.pieces), IGNORE, dtype=np.int64)
    roles = np.full(len(encoded.pieces), IGNORE, dtype=np.int64)
    tags[encoded.first] = 0
    begins = {start: word for word, (start, _) in enumerate(encoded.words)}
    ends = {end: word for word, (_, end) in enumerate(encoded.words)}
    for mention in align(text, record["entities"]):
        if mention.start not in begins or mention.end not in ends:
            continue  # behind the cut
        for word in range(begins[mention.start], ends[mention.end] + 1):
            at = encoded.first[word]
            roles[at] = ROLE_NAMES.index(mention.role)
            if mention.optional:
                tags[at] = IGNORE
            else:
                tags[at] = TAGS.index(("B-" if word == begins[mention.start] else "I-") + mention.type)
    return Example(record["id"], encoded, tags, roles)


def batches(examples: Sequence[Example], words: int, rng: random.Random) -> Iterator[dict[str, torch.Tensor]]:
    """Yield padded batches of examples of like length, in random order.

    Parameters
    ----------
    words : int
        Pieces in a batch, padding included, at the most.
    """
    order = sorted(range(len(examples)), key=lambda i: len(examples[i].encoded.pieces) + rng.random() * 40)
    groups: list[list[int]] = [[]]
    for index in order:
        longest = max(len(examples[i].encoded.pieces) for i in (*groups[-1], index))
        if groups[-1] and longest * (len(groups[-1]) + 1) > words:
            groups.append([])
        groups[-1].append(index)
    rng.shuffle(groups)
    for group in groups:
        yield collate([examples[i] for i in group])


def collate(group: Sequence[Example]) -> dict[str, torch.Tensor]:
    """Pad a few examples to one length: fields of shape (batch, length), `mask` True where there is text."""
    length = max(len(item.encoded.pieces) for item in group)
    batch: dict[str, torch.Tensor] = {}
    for name in (*FIELDS, "tags", "roles"):
        fill = IGNORE if name in ("tags", "roles") else 0
        table = np.full((len(group), length), fill, dtype=np.int64)
        for row, item in enumerate(group):
            column = getattr(item.encoded, name) if name in FIELDS else getattr(item, name)
            table[row, : len(column)] = column
        batch[name] = torch.from_numpy(table)
    batch["mask"] = torch.tensor([[i < len(item.encoded.pieces) for i in range(length)] for item in group])
    return batch
