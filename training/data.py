"""Annotated papers as batches for the tagger."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from extractors.decode import ROLE_NAMES, TAGS
from extractors.encoding import Encoded, WordPieces, split_words
from extractors.gazetteer import Gazetteer
from extractors.reading import read_text
from extractors.tagger import INPUTS
from kg.model import Paper
from training.align import align
from training.links import IGNORE, Targets, targets

__all__ = ["IGNORE", "Example", "batches", "collate", "encode", "example"]

FIELDS = (*INPUTS, "mask", "word_mask")


@dataclass(frozen=True, slots=True)
class Example:
    """One paper: its encoding, a tag and a role for every word (`IGNORE` where the loss does not look), its clean text, and a teacher's
    probabilities of both for every word, where there is one; what is known of its numbers and relations, where it is annotated.
    """

    id: str
    encoded: Encoded
    tags: np.ndarray
    roles: np.ndarray
    text: str
    soft: tuple[np.ndarray, np.ndarray] | None = None
    targets: Targets | None = None


def encode(record: dict[str, Any], pieces: WordPieces, gazetteer: Gazetteer) -> Example:
    """Turn a paper into an example that has nothing to learn from yet: all tags and roles are `IGNORE`."""
    paper = Paper(record["id"], record.get("title") or "", record.get("abstract") or "")
    read = read_text(paper)
    text = read.text
    words = split_words(text)
    encoded = pieces.encode(text, read.title_end, words, gazetteer.flags(text, words))
    blank = np.full(len(encoded.words), IGNORE, dtype=np.int64)
    return Example(record["id"], encoded, blank, blank.copy(), text)


def example(record: dict[str, Any], pieces: WordPieces, gazetteer: Gazetteer) -> Example:
    """Turn an annotated paper into an example.

    Optional spans are left out of the tag loss: a good annotator could equally leave them out, and teaching them as
    entities, or as none, was worse. Their roles are learnt.
    """
    item = encode(record, pieces, gazetteer)
    encoded, tags, roles = item.encoded, item.tags, item.roles
    tags[:] = 0
    begins = {start: word for word, (start, _) in enumerate(encoded.words)}
    ends = {end: word for word, (_, end) in enumerate(encoded.words)}
    for mention in align(item.text, record["entities"]):
        if mention.start not in begins or mention.end not in ends:
            continue  # behind the cut
        for word in range(begins[mention.start], ends[mention.end] + 1):
            roles[word] = ROLE_NAMES.index(mention.role)
            if mention.optional:
                tags[word] = IGNORE
            else:
                tags[word] = TAGS.index(("B-" if word == begins[mention.start] else "I-") + mention.type)
    return replace(item, targets=targets(record, encoded))


def batches(examples: Sequence[Example], words: int, rng: random.Random) -> Iterator[dict[str, Any]]:
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


def collate(group: Sequence[Example]) -> dict[str, Any]:
    """Pad a few examples to one length.

    Returns
    -------
    dict of str to Tensor, and one list
        The network's inputs, (batch, length) or (batch, words); `mask` and `word_mask`, True where there is text; `tags`
        and `roles`, (batch, words); and where examples have them `soft_tags` and `soft_roles`, (batch, words, labels),
        all zeros for the others. `targets` is a list of (row, Targets) of the annotated ones.
    """
    length = max(len(item.encoded.pieces) for item in group)
    words = max(len(item.encoded.words) for item in group)
    batch: dict[str, Any] = {"targets": [(row, item.targets) for row, item in enumerate(group) if item.targets is not None]}
    for name in INPUTS:
        table = np.zeros((len(group), words if name == "first" else length), dtype=np.int64)
        for row, item in enumerate(group):
            column = getattr(item.encoded, name)
            table[row, : len(column)] = column
        batch[name] = torch.from_numpy(table)
    for name in ("tags", "roles"):
        table = np.full((len(group), words), IGNORE, dtype=np.int64)
        for row, item in enumerate(group):
            table[row, : len(item.encoded.words)] = getattr(item, name)
        batch[name] = torch.from_numpy(table)
    for name, size in (("soft_tags", len(TAGS)), ("soft_roles", len(ROLE_NAMES))):
        if any(item.soft is not None for item in group):
            soft = np.zeros((len(group), words, size), dtype=np.float32)
            for row, item in enumerate(group):
                if item.soft is not None:
                    soft[row, : len(item.encoded.words)] = item.soft[name == "soft_roles"]
            batch[name] = torch.from_numpy(soft)
    batch["mask"] = torch.tensor([[i < len(item.encoded.pieces) for i in range(length)] for item in group])
    batch["word_mask"] = torch.tensor([[i < len(item.encoded.words) for i in range(words)] for item in group])
    return batch
