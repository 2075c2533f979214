"""``kg compare``: pairs of names, one thing or two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from kg.cli.options import examples

__all__ = ["compare"]


@click.command(epilog=examples("kg compare kg-out pairs.jsonl", "kg compare kg-out/graph.json - -o answers.jsonl < pairs.jsonl"))
@click.argument("graph", type=click.Path())
@click.argument("pairs", metavar="PAIRS", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("-o", "--out", metavar="FILE", default="-", show_default="standard output", type=click.Path(dir_okay=False), help="File for the answers.")
def compare(graph: str, pairs: str, out: str) -> int:
    """Tell of each pair of names in PAIRS whether they are one.

    PAIRS has one JSON object a line ('-' is standard input): "a" and "b" are the names; "type" (Method, Model, Dataset, Metric or Task)
    and "paper_a" and "paper_b" (ids of the papers that name them) may be left out. With papers, what their mentions were linked to in
    GRAPH (a folder that 'kg build' wrote, or its graph.json) decides. Each answer is a JSON line, in the order of the pairs, with "label":
    "same"; "family", if one is a version of the other; or "different".
    """
    from kg import api
    from kg.cli.app import PARTLY
    from kg.cli.output import print_skipped, written_lines

    skipped: list[str] = []
    asked = api.load(graph)
    written_lines(out, _answers(asked, pairs, skipped))
    print_skipped(skipped)
    return PARTLY if skipped else 0


def _answers(asked: Any, pairs: str, skipped: list[str]) -> Iterator[dict[str, Any]]:
    from kg.errors import KgError

    shown = "standard input" if pairs == "-" else pairs
    with click.open_file(pairs, "r", encoding="utf-8-sig", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                row = _pair(line)
                found = asked.compare(row["a"], row["b"], type=row.get("type"), paper_a=row.get("paper_a"), paper_b=row.get("paper_b"))
            except (ValueError, KgError) as error:
                skipped.append(f"{shown}, line {number}: {error}; skipped")
                continue
            yield {name: value for name, value in row.items() if name in ("type", "paper_a", "paper_b")} | found.to_json()


def _pair(line: str) -> dict[str, Any]:
    """Return one record of pairs, without the fields that are empty.

    Raises
    ------
    ValueError
        If it is no object with two names.
    """
    import json

    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "nested too deep"
        raise ValueError(f"no JSON ({reason})") from error
    if not isinstance(row, dict):
        raise ValueError('a pair is a JSON object with "a" and "b"')
    for name in ("a", "b"):
        if not isinstance(row.get(name), str) or not row[name].strip():
            raise ValueError(f'"{name}" is not a name; a pair is a JSON object with "a" and "b"')
    for name in ("type", "paper_a", "paper_b"):
        if row.get(name) is None or row[name] == "":
            row.pop(name, None)
        elif not isinstance(row[name], str):
            raise ValueError(f'"{name}" is not text')
    return row
