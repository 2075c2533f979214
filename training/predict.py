"""Run the torch network over papers: for watching a training, and to make soft labels for a student."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import torch

from extractors.decode import ROLE_NAMES, decode
from extractors.encoding import WordPieces
from extractors.gazetteer import Gazetteer
from training.align import align
from training.data import FIELDS, Example, collate, example
from training.network import Tagger

__all__ = ["logits", "quick_score"]


def logits(net: Tagger, examples: list[Example], size: int = 16) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the logits of tags and roles for every word of every example, in order."""
    net.eval()
    order = sorted(range(len(examples)), key=lambda i: len(examples[i].encoded.pieces))
    result: dict[int, tuple[np.ndarray, np.ndarray]] = {}
    with torch.inference_mode():
        for start in range(0, len(order), size):
            group = order[start : start + size]
            batch = collate([examples[i] for i in group])
            tags, roles, *_ = net(*(batch[name] for name in FIELDS))
            for row, index in enumerate(group):
                length = len(examples[index].encoded.words)
                result[index] = (tags[row, :length].numpy().copy(), roles[row, :length].numpy().copy())
    return [result[i] for i in range(len(examples))]


def quick_score(net: Tagger, pieces: WordPieces, gazetteer: Gazetteer, records: list[dict[str, Any]]) -> dict[str, float]:
    """Return exact-span F1 of mentions (optional ones neutral) at two thresholds, and the accuracy of their roles."""
    examples = [example(record, pieces, gazetteer) for record in records]
    count: Counter[str] = Counter()
    for record, item, (tags, roles) in zip(records, examples, logits(net, examples), strict=True):
        gold = align(item.text, record["entities"])
        required = {(m.start, m.end, m.type): m.role for m in gold if not m.optional}
        loose = [(m.start, m.end) for m in gold if m.optional]
        seen = {(item.encoded.words[s.first][0], item.encoded.words[s.last - 1][1], s.type): s for s in decode(tags, roles)}
        for least in ("0.5", "0.8"):
            found = {key for key, span in seen.items() if span.score >= float(least)}
            count[f"tp{least}"] += len(found & required.keys())
            count[f"fn{least}"] += len(required.keys() - found)
            count[f"fp{least}"] += sum(1 for a, b, _ in found - required.keys() if not any(a < d and c < b for c, d in loose))
        for key in seen.keys() & required.keys():
            count["role"] += 1
            count["right"] += ROLE_NAMES[int(seen[key].roles.argmax())] == required[key]
    report = {f"f1@{t}": round(2 * count[f"tp{t}"] / max(1, 2 * count[f"tp{t}"] + count[f"fp{t}"] + count[f"fn{t}"]), 4) for t in ("0.5", "0.8")}
    return {**report, "roles": round(count["right"] / max(1, count["role"]), 4)}
