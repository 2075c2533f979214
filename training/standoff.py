"""Take the text off annotated papers, or put it back.

    python -m training.standoff strip papers.jsonl training/annotations.jsonl
    python -m training.standoff join training/annotations.jsonl TEXTS.jsonl[.gz] ... -o papers.jsonl

The annotations are ours to publish, the abstracts are not: ``annotations.jsonl`` holds ids, names, roles, results and
relations of 1,517 papers. Who has the texts (OpenReview's and arXiv's dumps have them) joins them again by id; names
are found in the text again by `training.align`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import kg
from training.align import read_jsonl

__all__ = ["join", "strip"]

KEPT = ("id", "draw", "entities", "results", "relations")


def strip(papers: Path, output: Path) -> int:
    """Write the annotations of papers without their texts; return how many."""
    records = read_jsonl(papers)
    with open(output, "w", encoding="utf-8") as out:
        for record in sorted(records, key=lambda r: str(r["id"])):
            out.write(json.dumps({name: record[name] for name in KEPT if name in record}, ensure_ascii=False) + "\n")
    return len(records)


def join(annotations: Path, texts: list[Path], output: Path) -> tuple[int, int]:
    """Write annotated papers with their texts; return how many were joined, and how many texts are missing."""
    wanted = {str(record["id"]): record for record in read_jsonl(annotations)}
    joined = 0
    with open(output, "w", encoding="utf-8") as out:
        for paper in kg.read(*texts):
            record = wanted.pop(paper.id, None) or wanted.pop(f"arXiv:{paper.id}", None)
            if record is not None:
                out.write(json.dumps({**record, "title": paper.title, "abstract": paper.abstract}, ensure_ascii=False) + "\n")
                joined += 1
    return joined, len(wanted)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("strip", help="take the texts off")
    one.add_argument("papers", type=Path)
    one.add_argument("output", type=Path)
    two = commands.add_parser("join", help="put the texts back")
    two.add_argument("annotations", type=Path)
    two.add_argument("texts", type=Path, nargs="+", help="any corpus that kg reads")
    two.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    if args.command == "strip":
        print(f"{strip(args.papers, args.output)} papers")
        return
    joined, missing = join(args.annotations, args.texts, args.output)
    print(f"{joined} papers joined, {missing} without a text")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
