"""Write a trained tagger as the files that ship: a small int8 ONNX network, its vocabulary, its settings.

    python -m training.export --model model.pt --texts iclr2026.jsonl.gz --output extractors/models

The vocabulary is cut to the pieces that occur in the texts and the single characters: the rest of BERT's 30,522 pieces
would never be looked up. Weights of matrix products are quantised to 7 bits a weight, one scale a column, so that no
processor's integer instructions saturate and all of them compute the same.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
from collections import Counter
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from extractors.decode import ROLE_NAMES, TAGS
from extractors.encoding import WordPieces, split_words
from extractors.tagger import INPUTS, OUTPUTS
from kg.text import clean
from training.network import Tagger

__all__ = ["load_model", "write"]


def load_model(path: Path) -> tuple[Tagger, list[str]]:
    """Return the network of a checkpoint that `training.train` wrote, and its vocabulary."""
    saved = torch.load(path, weights_only=True)
    state = saved["state"]
    width, heads = state["pieces.weight"].shape[1], saved.get("heads", 12)
    net = Tagger(
        len(saved["vocabulary"]),
        width,
        heads,
        state["layers.0.up.weight"].shape[0],
        saved["layers"],
        len(TAGS),
        len(ROLE_NAMES),
        words_from=saved.get("words_from"),
        depth=state["layers.0.out.weight"].shape[1] // heads,
        distances=len(state["distances.weight"]) if "distances.weight" in state else 0,
    )
    missing = net.load_state_dict(state, strict=False).missing_keys
    if any(name.split("_")[0] not in ("kind", "query", "key", "relation") for name in missing):
        raise SystemExit(f"{path}: {', '.join(missing)} are not in it")  # a teacher of tags and roles alone has no others
    net.eval()
    return net, saved["vocabulary"]


def used_pieces(vocabulary: list[str], texts: list[Path], least: int) -> list[int]:
    """Return the ids of the pieces to keep: special, single characters, or seen at least `least` times in the texts."""
    pieces = WordPieces(vocabulary)
    words: Counter[str] = Counter()
    for path in texts:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                text = clean(f"{record.get('title') or ''} {record.get('abstract') or ''}").text
                words.update(text[start:end] for start, end in split_words(text))
    seen: Counter[int] = Counter()
    for word, count in words.items():
        for index in pieces.split(word):
            seen[index] += count
    return [
        index
        for index, piece in enumerate(vocabulary)
        if piece in ("[PAD]", "[UNK]", "[CLS]", "[SEP]") or len(piece.removeprefix("##")) == 1 or seen[index] >= least
    ]


def write(net: Tagger, vocabulary: list[str], kept: list[int], folder: Path) -> None:
    """Write ``tagger.onnx`` and ``tagger-vocabulary.txt`` into a folder, and what ``tagger.json`` knows of the network."""
    net.pieces = torch.nn.Embedding.from_pretrained(net.pieces.weight.detach()[kept].clone())
    example = tuple(torch.zeros((1, 7 if name == "first" else 12), dtype=torch.int32) for name in INPUTS)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        full = Path(scratch) / "full.onnx"
        torch.onnx.export(
            net,
            example,
            str(full),
            input_names=list(INPUTS),
            output_names=list(OUTPUTS),
            dynamic_axes={name: {1: "length" if name in INPUTS[:-1] else "after" if name == "keys" else "words"} for name in (*INPUTS, *OUTPUTS)},
            opset_version=17,
            dynamo=False,
        )
        quantize_dynamic(str(full), str(folder / "tagger.onnx"), per_channel=True, reduce_range=True, weight_type=QuantType.QInt8)
    settings = json.loads((folder / "tagger.json").read_text()) if (folder / "tagger.json").exists() else {}
    settings["relation_bias"] = [round(float(value), 5) for value in net.relation_bias]
    (folder / "tagger.json").write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
    model = onnx.load(str(folder / "tagger.onnx"))
    model.producer_version = ""
    onnx.save(model, str(folder / "tagger.onnx"))
    (folder / "tagger-vocabulary.txt").write_text("\n".join(vocabulary[i] for i in kept) + "\n", encoding="utf-8")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--texts", type=Path, nargs="+", required=True, help="gzipped JSONL of papers, to count pieces in")
    parser.add_argument("--least", type=int, default=3, help="keep pieces seen so often")
    parser.add_argument("--output", type=Path, required=True)
    args = parser.parse_args()
    net, vocabulary = load_model(args.model)
    kept = used_pieces(vocabulary, args.texts, args.least)
    write(net, vocabulary, kept, args.output)
    print(f"{len(kept)} of {len(vocabulary)} pieces; {(args.output / 'tagger.onnx').stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
