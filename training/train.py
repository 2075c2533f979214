"""Train the tagger on annotated papers.

    python -m training.train --encoder DIR --papers train.jsonl --dev dev.jsonl --output model.pt

Everything random is seeded; two runs on one machine with one number of threads give the same weights.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from pathlib import Path

import torch
from torch.nn import functional

from extractors.decode import ROLE_NAMES, TAGS
from extractors.encoding import WordPieces
from extractors.gazetteer import Gazetteer
from training.align import read_jsonl
from training.data import FIELDS, IGNORE, batches, example
from training.network import Tagger, load_encoder
from training.predict import quick_score


def loss_of(net: Tagger, batch: dict[str, torch.Tensor], role_weight: float, smoothing: float) -> torch.Tensor:
    """Return the training loss of a batch: tags, plus roles at a weight."""
    tags, roles = net(*(batch[name] for name in FIELDS), batch["mask"])
    loss = functional.cross_entropy(tags.flatten(0, 1), batch["tags"].flatten(), ignore_index=IGNORE, label_smoothing=smoothing)
    if (batch["roles"] != IGNORE).any():
        loss = loss + role_weight * functional.cross_entropy(roles.flatten(0, 1), batch["roles"].flatten(), ignore_index=IGNORE)
    return loss


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--encoder", type=Path, required=True, help="folder of the pretrained encoder")
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
    layers = tuple(int(n) for n in args.layers.split(",")) if args.layers else None
    net, vocabulary = load_encoder(args.encoder, len(TAGS), len(ROLE_NAMES), layers)
    pieces = WordPieces(vocabulary)
    gazetteer = Gazetteer.packaged()
    records = read_jsonl(args.papers)
    if args.limit:
        rng.shuffle(records)
        records = records[: args.limit]
    examples = [example(record, pieces, gazetteer) for record in records]
    dev = read_jsonl(args.dev) if args.dev else []

    fresh = [p for name, p in net.named_parameters() if "head" in name or "features" in name]
    old = [p for name, p in net.named_parameters() if not ("head" in name or "features" in name)]
    optimizer = torch.optim.AdamW([{"params": old, "lr": args.rate}, {"params": fresh, "lr": args.rate * 5}], weight_decay=0.01)
    steps = args.epochs * sum(1 for _ in batches(examples, args.words, random.Random(0)))
    warm = max(1, steps // 10)
    plan = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: min((s + 1) / warm, 0.5 + 0.5 * math.cos(math.pi * min(1.0, s / steps))))
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
        line = f"epoch {epoch} loss {total / count:.4f} {time.monotonic() - began:.0f} s"
        if dev:
            line += " " + json.dumps(quick_score(net, pieces, gazetteer, dev))
        print(line, flush=True)
        torch.save({"state": net.state_dict(), "layers": len(net.layers), "vocabulary": vocabulary}, args.output)


if __name__ == "__main__":
    main()
