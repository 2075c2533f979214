"""Cut a trained tagger's attention heads and feed-forward units down to those that matter, so that it runs faster.

    python -m training.prune --model l6.pt --papers train.jsonl --heads 8 --inner 640 --output small.pt

How much a head or a unit matters is how much the loss would change without it, to first order: the mean absolute
product of what it puts out and the gradient (Michel et al. 2019, https://arxiv.org/abs/1905.10650). Each layer keeps as
many as the others. The result needs more training: `training.train --init`.
"""

from __future__ import annotations

import argparse
import random
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from extractors.encoding import WordPieces
from extractors.gazetteer import Gazetteer
from training.align import read_jsonl
from training.data import batches, example
from training.export import load_model
from training.network import Tagger, save_model
from training.train import loss_of

__all__ = ["cut", "importance"]


def importance(net: Tagger, data: list[dict[str, Any]]) -> list[tuple[Tensor, Tensor]]:
    """Measure how much each head and each unit of each layer matters.

    Parameters
    ----------
    net : Tagger
    data : list of dict
        Batches of `training.data.batches`.

    Returns
    -------
    list of (heads, units)
        A layer each: float tensors of shape (heads,) and (inner,), the larger the more it matters.
    """
    totals = [(torch.zeros(layer.heads), torch.zeros(layer.up.out_features)) for layer in net.layers]

    def watch(linear: nn.Linear, total: Tensor, groups: int) -> Any:
        """Have what goes into `linear` compared with its gradient, summed over each of `groups` equal parts."""

        def hook(_module: nn.Module, inputs: tuple[Tensor, ...]) -> None:
            value = inputs[0]

            def add(gradient: Tensor) -> None:
                product = (value.detach() * gradient).view(-1, groups, value.shape[-1] // groups)
                total.add_(product.sum(-1).abs().sum(0))

            value.register_hook(add)

        return linear.register_forward_pre_hook(hook)

    net.eval()
    hooks = [watch(layer.out, heads, layer.heads) for layer, (heads, _) in zip(net.layers, totals, strict=True)]
    hooks += [watch(layer.down, units, len(units)) for layer, (_, units) in zip(net.layers, totals, strict=True)]
    for batch in data:
        net.zero_grad()
        loss_of(net, batch, 0.5, 0.0).backward()
    for hook in hooks:
        hook.remove()
    return totals


def cut(net: Tagger, scores: list[tuple[Tensor, Tensor]], heads: int, inner: int) -> Tagger:
    """Return a network with the `heads` heads and `inner` units of each layer that score best, in their order."""
    first = net.layers[0]
    width = net.pieces.embedding_dim
    small = Tagger(
        net.pieces.num_embeddings, width, heads, inner, len(net.layers), net.tag_head.out_features, net.role_head.out_features,
        words_from=net.words_from, depth=first.depth,
    )  # fmt: skip
    state = net.state_dict()
    for number, (head_scores, unit_scores) in enumerate(scores):
        base = f"layers.{number}"
        kept_heads = head_scores.topk(heads).indices.sort().values
        units = unit_scores.topk(inner).indices.sort().values
        rows = (kept_heads[:, None] * first.depth + torch.arange(first.depth)).flatten()
        parts = torch.cat([part * first.heads * first.depth + rows for part in range(3)])  # queries, keys, values
        for name, index in ((f"{base}.qkv", parts), (f"{base}.up", units)):
            for kind in ("weight", "bias"):
                state[f"{name}.{kind}"] = state[f"{name}.{kind}"][index]
        state[f"{base}.out.weight"] = state[f"{base}.out.weight"][:, rows]
        state[f"{base}.down.weight"] = state[f"{base}.down.weight"][:, units]
    small.load_state_dict(state)
    return small


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="a checkpoint of training.train")
    parser.add_argument("--papers", type=Path, required=True, help="annotated papers (JSONL) to measure on")
    parser.add_argument("--batches", type=int, default=60, help="how many batches of them")
    parser.add_argument("--heads", type=int, required=True, help="attention heads of a layer to keep")
    parser.add_argument("--inner", type=int, required=True, help="feed-forward units of a layer to keep")
    parser.add_argument("--output", type=Path, required=True)
    args = parser.parse_args()
    net, vocabulary = load_model(args.model)
    pieces, gazetteer = WordPieces(vocabulary), Gazetteer.packaged()
    examples = [example(record, pieces, gazetteer) for record in read_jsonl(args.papers)]
    data = list(islice(batches(examples, 3000, random.Random(0)), args.batches))
    scores = importance(net, data)
    for number, (heads, units) in enumerate(scores):
        kept = [float(part.topk(count).values.sum() / part.sum()) for part, count in ((heads, args.heads), (units, args.inner))]
        print(f"layer {number}: keeps {kept[0]:.3f} of what heads matter, {kept[1]:.3f} of units")
    save_model(cut(net, scores, args.heads, args.inner), vocabulary, args.output)


if __name__ == "__main__":
    main()
