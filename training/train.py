"""Train the tagger on annotated papers, and a small one on what a larger one says of unannotated papers as well.

    python -m training.train --encoder DIR --papers train.jsonl --dev dev.jsonl --output teacher.pt
    python -m training.train --init teacher.pt --layers 0,1,3,5 --words-from 1 --papers train.jsonl --gold-repeat 3 \
        --soft soft.npz --texts iclr2026.jsonl.gz:6000 arxiv.jsonl.gz:4000 --epochs 1 --output student.pt

Everything random is seeded; two runs on one machine with one number of threads give the same weights.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional

from extractors.decode import ROLE_NAMES, TAGS
from extractors.encoding import WordPieces
from extractors.gazetteer import Gazetteer
from training.align import read_jsonl
from training.data import FIELDS, IGNORE, Example, batches, encode, example
from training.export import load_model
from training.label import read_soft, texts_of
from training.links import pair_loss
from training.network import Tagger, load_encoder, save_model
from training.optimizer import optimizer_and_plan
from training.predict import quick_score


def loss_of(net: Tagger, batch: dict[str, Any], role_weight: float, smoothing: float) -> torch.Tensor:
    """Return the training loss of a batch: tags, plus roles at a weight, plus numbers and relations; and a teacher's tags and roles."""
    tags, roles, kinds, queries, keys = net(*(batch[name] for name in FIELDS))
    loss = pair_loss(batch["targets"], kinds, queries, keys, net.relation_bias)
    if (batch["tags"] != IGNORE).any():
        loss = loss + functional.cross_entropy(tags.flatten(0, 1), batch["tags"].flatten(), ignore_index=IGNORE, label_smoothing=smoothing)
    if (batch["roles"] != IGNORE).any():
        loss = loss + role_weight * functional.cross_entropy(roles.flatten(0, 1), batch["roles"].flatten(), ignore_index=IGNORE)
    if "soft_tags" in batch:
        loss = loss + _divergence(tags, batch["soft_tags"], batch["soft_tags"].sum(-1))
        entity = batch["soft_tags"][..., 1:].sum(-1)  # the teacher learnt roles on entities only
        loss = loss + role_weight * _divergence(roles, batch["soft_roles"], entity)
    return loss


def _divergence(logits: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Return the weighted mean over words of the cross-entropy of a student with its teacher's probabilities."""
    each = -(target * functional.log_softmax(logits, -1)).sum(-1)
    return (each * weight).sum() / weight.sum().clamp(min=1.0)


def start(args: argparse.Namespace) -> tuple[Tagger, list[str]]:
    """Return the network to begin with: on the pretrained encoder, or on some of the layers of a trained tagger."""
    layers = tuple(int(n) for n in args.layers.split(",")) if args.layers else None
    if args.init is None:
        net, vocabulary = load_encoder(args.encoder, len(TAGS), len(ROLE_NAMES), layers)
    else:
        net, vocabulary = load_model(args.init)
        net.layers = torch.nn.ModuleList([net.layers[i] for i in layers] if layers else net.layers)
    net.words_from = len(net.layers) if args.words_from is None else args.words_from
    return net, vocabulary


def soft_examples(args: argparse.Namespace, pieces: WordPieces, gazetteer: Gazetteer) -> list[Example]:
    """Return the unannotated papers with their teachers' labels."""
    if not args.soft:
        return []
    exclude = {record["id"] for path in args.exclude for record in read_jsonl(path)}
    records = {record["id"]: record for record in texts_of(args.texts, exclude)}
    examples = []
    for number, (name, tags, roles) in enumerate(read_soft(args.soft)):
        if int((number + 1) * args.soft_share) == int(number * args.soft_share):
            continue
        item = encode(records[name], pieces, gazetteer)
        if len(item.encoded.words) != len(tags):
            raise SystemExit(f"{args.soft[0]}: {name} has {len(tags)} labelled words, the text {len(item.encoded.words)}: label it again")
        examples.append(replace(item, soft=(tags, roles)))
    return examples


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--encoder", type=Path, help="folder of the pretrained encoder")
    parser.add_argument("--init", type=Path, help="a trained tagger to begin with, instead of --encoder")
    parser.add_argument("--words-from", type=int, help="layer from which on only first pieces are looked at; default: after the last")
    parser.add_argument("--soft", type=Path, nargs="*", default=[], help="labels of training.label, to learn from as well; the mean of several files")
    parser.add_argument("--soft-share", type=float, default=1.0, help="how much of them to use, evenly spread")
    parser.add_argument("--texts", nargs="*", default=[], help="what training.label was given")
    parser.add_argument("--exclude", type=Path, nargs="*", default=[], help="what training.label was given")
    parser.add_argument("--gold-repeat", type=int, default=1, help="how often an epoch goes over the annotated papers")
    parser.add_argument("--papers", type=Path, required=True, help="annotated papers (JSONL)")
    parser.add_argument("--dev", type=Path, help="annotated papers to watch")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--layers", default="", help="layers of the encoder to keep, e.g. 0,2,4; default all")
    parser.add_argument("--epochs", type=int, default=7)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--words", type=int, default=3000, help="word pieces in a batch")
    parser.add_argument("--role-weight", type=float, default=0.5)
    parser.add_argument("--smoothing", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--limit", type=int, default=0, help="use only the first papers (learning curve)")
    args = parser.parse_args()

    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    net, vocabulary = start(args)
    pieces = WordPieces(vocabulary)
    gazetteer = Gazetteer.packaged()
    records = read_jsonl(args.papers)
    if args.limit:
        rng.shuffle(records)
        records = records[: args.limit]
    examples = [example(record, pieces, gazetteer) for record in records] * args.gold_repeat + soft_examples(args, pieces, gazetteer)
    dev = read_jsonl(args.dev) if args.dev else []

    steps = args.epochs * sum(1 for _ in batches(examples, args.words, random.Random(0)))
    # heads and features of a new network start from nothing
    optimizer, plan = optimizer_and_plan(net, steps, args.rate, ("head", "features"), 5 if args.init is None else 1)
    began = time.monotonic()
    for epoch in range(1, args.epochs + 1):
        net.train()
        total = count = 0.0
        for batch in batches(examples, args.words, rng):
            optimizer.zero_grad()
            loss = loss_of(net, batch, args.role_weight, args.smoothing)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            plan.step()
            total += float(loss.detach())
            count += 1
            if count % 50 == 0:
                print(f"  step {int(count)} loss {total / count:.4f} {time.monotonic() - began:.0f} s", flush=True)
        line = f"epoch {epoch} loss {total / count:.4f} {time.monotonic() - began:.0f} s"
        if dev:
            line += " " + json.dumps(quick_score(net, pieces, gazetteer, dev))
        print(line, flush=True)
        save_model(net, vocabulary, args.output)


if __name__ == "__main__":
    main()
