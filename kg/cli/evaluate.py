"""``kg evaluate``: extractions against gold."""

from __future__ import annotations

import click

from kg.cli.options import examples, format_option, json_option

__all__ = ["evaluate"]


@click.command(epilog=examples("kg evaluate gold.jsonl predicted.jsonl", "kg evaluate gold.jsonl --corpus papers.jsonl"))
@click.argument("gold", type=click.Path(dir_okay=False))
@click.argument("predicted", required=False, type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--corpus", metavar="FILE", multiple=True, type=click.Path(allow_dash=True), help="Extract from these papers and evaluate that.")
@format_option()
@json_option()
def evaluate(gold: str, predicted: str | None, corpus: tuple[str, ...], format: str | None, as_json: bool) -> int:
    """Compare extractions with the annotations in GOLD.

    The extractions are the records in PREDICTED, or what is extracted from --corpus. Prints precision, recall and F1 of entities by
    type, of roles and of results. Both files are JSON lines as 'kg extract' prints them; docs/record-format.md tells what GOLD adds.
    """
    return 0
