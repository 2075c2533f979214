"""``kg evaluate``: extractions against gold."""

from __future__ import annotations

import click

from kg.cli.options import examples, format_option, json_option, processes_option

__all__ = ["evaluate"]


@click.command(
    epilog=examples(
        "kg evaluate gold.jsonl predicted.jsonl",
        "kg evaluate gold.jsonl --corpus papers.jsonl --mistakes 50",
        "kg extract papers.jsonl | kg evaluate gold.jsonl - --json",
    )
)
@click.argument("gold", type=click.Path(dir_okay=False))
@click.argument("predicted", required=False, type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--corpus", metavar="FILE", multiple=True, type=click.Path(allow_dash=True), help="Extract from these papers and evaluate that.")
@click.option("--mistakes", metavar="N", type=click.IntRange(min=0), default=0, help="List N entities that were missed or are extra.")
@format_option()
@processes_option(1)
@json_option()
def evaluate(gold: str, predicted: str | None, corpus: tuple[str, ...], mistakes: int, format: str | None, processes: int, as_json: bool) -> int:
    """Compare extractions with the annotations in GOLD.

    The extractions are the records in PREDICTED (- for standard input), or what is extracted from --corpus. Prints precision, recall
    and F1 of entities by type, of results, relations and links, and how many roles are right. Both files are JSON lines as 'kg
    extract' prints them; docs/record-format.md tells what GOLD may add.
    """
    if (predicted is None) == (not corpus):
        raise click.UsageError("name either a file PREDICTED or a --corpus", click.get_current_context())
    from kg import api
    from kg import evaluate as evaluation
    from kg.cli.app import PARTLY
    from kg.cli.output import print_json, print_skipped

    wanted = evaluation.read_gold(gold)
    status = 0
    if predicted is not None:
        report = evaluation.evaluate(wanted, evaluation.read_predictions(predicted))
    else:
        papers = api.read(*corpus, format=format)
        read = list(papers)
        known = {row["id"] for row in wanted}
        if not any(paper.id in known for paper in read):
            evaluation.evaluate(wanted, [{"id": paper.id, "entities": []} for paper in read])  # says so, before the long work
        report = evaluation.evaluate(wanted, api.extract(read, processes=processes))
        print_skipped(papers.problems, papers.duplicates)
        status = PARTLY if papers.problems else 0
    if as_json:
        print_json(report.to_json())
    else:
        click.echo(report.to_text(mistakes), nl=False)
    return status
