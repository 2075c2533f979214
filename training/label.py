"""Label unannotated abstracts with trained taggers, so that a smaller one can learn from them (distillation).

    python -m training.label --models a.pt b.pt --texts iclr2026.jsonl.gz:6000 arxiv.jsonl.gz:4000 \
        --exclude heldout.jsonl --output soft.npz

What is kept are the teachers' mean probabilities for each word, without the text (Hinton et al. 2015,
https://arxiv.org/abs/1503.02531). Which abstracts are taken is decided by a hash of their ids; those of `--exclude`
are left out.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from extractors.decode import log_softmax
from extractors.encoding import WordPieces
from extractors.gazetteer import Gazetteer
from training.align import read_jsonl
from training.data import Example, encode
from training.export import load_model
from training.predict import logits

__all__ = ["Soft", "read_soft", "sample"]


def sample(path: Path, count: int, exclude: set[str]) -> list[dict[str, Any]]:
    """Return `count` papers of a gzipped JSONL file, drawn by a hash of the id, in the order of that hash."""
    drawn = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if record["id"] not in exclude and len(record.get("abstract") or "") > 200:
                drawn.append((hashlib.sha256(f"kg-unlabelled:{record['id']}".encode()).hexdigest(), record))
    drawn.sort(key=lambda pair: pair[0])
    return [record for _, record in drawn[:count]]


def texts_of(specs: Sequence[str], exclude: set[str]) -> list[dict[str, Any]]:
    """Return the papers of several ``path:count`` arguments."""
    papers: list[dict[str, Any]] = []
    for spec in specs:
        path, _, count = spec.rpartition(":")
        papers.extend(sample(Path(path), int(count), exclude))
    return papers


class Soft:
    """Labels of many papers, written to and read from one ``.npz`` file.

    Attributes
    ----------
    ids : list of str
    offsets : int64 array of shape (papers + 1,)
        Where each paper's words begin in `tags` and `roles`.
    tags : float array of shape (words, len(TAGS))
        Probabilities.
    roles : float array of shape (words, len(ROLE_NAMES))
        Probabilities.
    """

    def __init__(self, ids: list[str], offsets: np.ndarray, tags: np.ndarray, roles: np.ndarray) -> None:
        self.ids, self.offsets, self.tags, self.roles = ids, offsets, tags, roles

    def __iter__(self) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
        """Yield the id, tags and roles of each paper."""
        for number, name in enumerate(self.ids):
            words = slice(self.offsets[number], self.offsets[number + 1])
            yield name, self.tags[words], self.roles[words]


def read_soft(paths: Sequence[Path]) -> Soft:
    """Read what `main` wrote; the mean of several files about the same papers."""
    result: Soft | None = None
    for path in paths:
        with np.load(path) as saved:
            soft = Soft(saved["ids"].tolist(), saved["offsets"], saved["tags"], saved["roles"])
        if result is None:
            result = Soft(soft.ids, soft.offsets, soft.tags.astype(np.float32) / len(paths), soft.roles.astype(np.float32) / len(paths))
        elif soft.ids != result.ids or not np.array_equal(soft.offsets, result.offsets):
            raise SystemExit(f"{path} is about other papers than {paths[0]}")
        else:
            result.tags += soft.tags.astype(np.float32) / len(paths)
            result.roles += soft.roles.astype(np.float32) / len(paths)
    if result is None:
        raise SystemExit("no labels")
    return result


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, nargs="+", required=True, help="checkpoints of training.train")
    parser.add_argument("--texts", nargs="+", required=True, help="gzipped JSONL and how many of it, as path:count")
    parser.add_argument("--exclude", type=Path, nargs="*", default=[], help="JSONL of papers that must not be among them")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    exclude = {record["id"] for path in args.exclude for record in read_jsonl(path)}
    papers = texts_of(args.texts, exclude)
    gazetteer = Gazetteer.packaged()
    loaded = [load_model(path) for path in args.models]
    pieces = WordPieces(loaded[0][1])
    if any(vocabulary != loaded[0][1] for _, vocabulary in loaded):
        raise SystemExit("the models have different vocabularies")
    ids, lengths, tags, roles = [], [0], [], []
    began = time.monotonic()
    for start in range(0, len(papers), 256):
        group = papers[start : start + 256]
        examples: list[Example] = [encode(record, pieces, gazetteer) for record in group]
        outputs = [logits(net, examples) for net, _ in loaded]
        for number, item in enumerate(examples):
            for kind, rows in ((0, tags), (1, roles)):
                mean = np.mean([np.exp(log_softmax(output[number][kind])) for output in outputs], axis=0)
                rows.append(mean.astype(np.float16))
            ids.append(item.id)
            lengths.append(len(item.encoded.words))
        print(f"{start + len(group)} of {len(papers)}, {time.monotonic() - began:.0f} s", flush=True)
    np.savez(args.output, ids=np.array(ids), offsets=np.cumsum(lengths), tags=np.concatenate(tags), roles=np.concatenate(roles))


if __name__ == "__main__":
    main()
