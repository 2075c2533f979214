"""The tagger's architecture on public corpora: trained on their own train split, measured on their own test split.

    python -m benchmarks.public CORPORA --encoder DIR              # from the pretrained encoder alone
    python -m benchmarks.public CORPORA --init student.pt          # from a tagger that `training.train` wrote

CORPORA is a folder with ``tdmsci/``, ``scier/`` and ``scierc/``, each with ``train.jsonl.gz`` and ``test.jsonl.gz`` (or
``train.detok.jsonl.gz``): records of `text` and `spans` ({"start", "end", "label"}, ends exclusive). Prints exact-span
micro F1 in percent beside the published figures. With ``--dev`` it measures on the development split instead, or on the
last fifth of the train split where there is none: what is chosen (rate, epochs) is chosen there. From a tagger, the rows of
its head that carry a type of the same name go on with what they know. Needs torch (see training/README.md); nothing of it
ships.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from extractors.decode import TAGS, best_path, spans_in
from extractors.encoding import Encoded, WordPieces, split_words
from extractors.gazetteer import Gazetteer
from extractors.tagger import INPUTS
from training.data import FIELDS, IGNORE, Example, batches, collate
from training.export import load_model
from training.network import Tagger, load_encoder
from training.optimizer import optimizer_and_plan

__all__ = ["PUBLISHED", "main", "spans_of"]

# exact-span micro F1 on the test split; sources in the corpora's papers
PUBLISHED = {
    "tdmsci": "IBM's tagger 62.0 (Hou et al. 2021, https://aclanthology.org/2021.eacl-main.59)",
    "scier": "SciBERT 70.7, PL-Marker 74.0, HGERE 81.2 (Zhang et al. 2024, https://aclanthology.org/2024.emnlp-main.726)",
    "scierc": "SciBERT 67.5 (Beltagy et al. 2019, https://aclanthology.org/D19-1371), PL-Marker 69.2, HGERE 75.9",
}
EPOCHS = {"tdmsci": 8, "scier": 4, "scierc": 8}


@dataclass(frozen=True, slots=True)
class Record:
    """A text of a corpus: its encoding, and its annotated spans in words, `last` exclusive; `lost` begin or end inside a word."""

    encoded: Encoded
    spans: frozenset[tuple[int, int, str]]
    lost: int


def read(path: Path, pieces: WordPieces, gazetteer: Gazetteer) -> list[Record]:
    """Read a split."""
    records = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row: dict[str, Any] = json.loads(line)
            words = split_words(row["text"])
            encoded = pieces.encode(row["text"], 0, words, gazetteer.flags(row["text"], words))
            begins = {start: word for word, (start, _) in enumerate(encoded.words)}
            ends = {end: word + 1 for word, (_, end) in enumerate(encoded.words)}
            whole = {(span["start"], span["end"], span["label"]) for span in row["spans"]}
            spans = {(begins[start], ends[end], label) for start, end, label in whole if start in begins and end in ends}
            if words:
                records.append(Record(encoded, frozenset(spans), len(whole) - len(spans)))
    return records


def example(record: Record, tags: Sequence[str], number: int) -> Example:
    """Turn a text into an example; of spans inside one another the longest is learnt."""
    row = np.zeros(len(record.encoded.words), dtype=np.int64)
    for first, last, label in sorted(record.spans, key=lambda span: (span[0] - span[1], span)):
        if not row[first:last].any():
            row[first:last] = tags.index(f"I-{label}")
            row[first] = tags.index(f"B-{label}")
    return Example(str(number), record.encoded, row, np.full(len(row), IGNORE, dtype=np.int64), "")


def spans_of(scores: np.ndarray, labels: Sequence[str]) -> set[tuple[int, int, str]]:
    """Return the spans of the best allowed sequence of BIO tags; scores of shape (words, 1 + 2 * labels)."""
    return {(first, last, labels[kind]) for first, last, kind in spans_in(best_path(scores))}


def fresh_head(net: Tagger, tags: Sequence[str], trained: bool) -> torch.nn.Linear:
    """Return a head for a corpus' tags; where a `trained` tagger has a tag of that name, with its row."""
    head = torch.nn.Linear(net.tag_head.in_features, len(tags))
    if trained:
        ours = {tag.casefold(): row for row, tag in enumerate(TAGS)}
        with torch.no_grad():
            for row, tag in enumerate(tags):
                if (known := ours.get(tag.casefold())) is not None:
                    head.weight[row], head.bias[row] = net.tag_head.weight[known], net.tag_head.bias[known]
    return head


def splits(folder: Path, dev: bool, pieces: WordPieces) -> tuple[list[Record], list[Record]]:
    """Return what to train on and what to measure on."""
    found = {part: path for part in ("train", "dev", "test") for path in (folder / f"{part}.jsonl.gz", folder / f"{part}.detok.jsonl.gz") if path.exists()}
    gazetteer = Gazetteer.packaged()
    train = read(found["train"], pieces, gazetteer)
    if not dev:
        return train, read(found["test"], pieces, gazetteer)
    if "dev" in found:
        return train, read(found["dev"], pieces, gazetteer)
    cut = len(train) * 4 // 5
    return train[:cut], train[cut:]


def run(name: str, folder: Path, net: Tagger, pieces: WordPieces, args: argparse.Namespace) -> tuple[float, float, float]:
    """Train on a corpus; return precision, recall and F1 on what is measured on, in percent."""
    train, test = splits(folder, args.dev, pieces)
    labels = sorted({label for record in (*train, *test) for _, _, label in record.spans})
    tags = ("O", *(f"{letter}-{label}" for label in labels for letter in "BI"))
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    net.tag_head = fresh_head(net, tags, args.init is not None)
    examples = [example(record, tags, number) for number, record in enumerate(train)]
    epochs = args.epochs or EPOCHS[name]
    steps = epochs * sum(1 for _ in batches(examples, args.words, random.Random(0)))
    optimizer, plan = optimizer_and_plan(net, steps, args.rate, ("tag_head",) if args.init else ("tag_head", "features"), 5)
    net.train()
    for _ in range(epochs):
        for batch in batches(examples, args.words, rng):
            optimizer.zero_grad()
            logits = net(*(batch[field] for field in FIELDS))[0]
            functional.cross_entropy(logits.flatten(0, 1), batch["tags"].flatten(), ignore_index=IGNORE).backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            plan.step()
    net.eval()
    right = found = wanted = 0
    with torch.inference_mode():
        for number, record in enumerate(test):
            batch = collate([example(record, tags, number)])
            seen = spans_of(net(*(batch[field] for field in (*INPUTS, "mask", "word_mask")))[0][0].numpy(), labels)
            right += len(seen & record.spans)
            found += len(seen)
            wanted += len(record.spans) + record.lost
    return 100 * right / max(1, found), 100 * right / max(1, wanted), 200 * right / max(1, found + wanted)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--encoder", type=Path, help="folder of the pretrained encoder")
    parser.add_argument("--init", type=Path, help="a trained tagger, instead of --encoder")
    parser.add_argument("--only", choices=list(PUBLISHED), action="append")
    parser.add_argument("--dev", action="store_true", help="measure on the development split")
    parser.add_argument("--epochs", type=int, help="instead of the corpus' own number")
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--words", type=int, default=1500, help="word pieces in a batch")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    if (args.encoder is None) == (args.init is None):
        parser.error("give either --encoder or --init")
    torch.set_num_threads(args.threads)
    for name in args.only or PUBLISHED:
        torch.manual_seed(args.seed)
        net, vocabulary = load_model(args.init) if args.init else load_encoder(args.encoder, 1, 1)
        began = time.monotonic()
        precision, recall, f1 = run(name, args.corpora / name, net, WordPieces(vocabulary), args)
        print(
            f"{name:8} {'dev' if args.dev else 'test'}: precision {precision:.1f}, recall {recall:.1f}, F1 {f1:.1f} in {time.monotonic() - began:.0f} s; "
            f"published, on the test split: {PUBLISHED[name]}",
            flush=True,
        )


if __name__ == "__main__":
    main()
