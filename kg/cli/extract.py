"""``kg extract``: records as JSON lines."""

from __future__ import annotations

import click

from kg.cli.options import corpus_argument, examples, format_option, processes_option

__all__ = ["extract"]


@click.command(epilog=examples("kg extract seeds -o records.jsonl", "kg extract papers.bib | jq .links", "kg extract - --format jsonl < papers.jsonl"))
@corpus_argument()
@click.option("-o", "--out", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True), default="-", help="Where to; by default standard output.")
@format_option()
@processes_option(1)
def extract(corpus: tuple[str, ...], out: str, format: str | None, processes: int) -> int:
    """Print what the papers in CORPUS say, as JSON lines.

    CORPUS is files, folders, or - for standard input. There is one object a paper, in the order of the input; FILE appears when it
    is complete. docs/record-format.md describes a record.
    """
    from kg import api
    from kg.cli.app import PARTLY
    from kg.cli.output import print_skipped, written_lines

    papers = api.read(*corpus, format=format)
    written_lines(out, (extraction.to_json() for extraction in api.extract(papers, processes=processes)))
    print_skipped(papers.problems, papers.duplicates)
    return PARTLY if papers.problems else 0
