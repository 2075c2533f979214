"""``kg build``: corpus in, graph out."""

from __future__ import annotations

import click

from kg.cli.options import corpus_argument, examples, format_option, out_option, processes_option, store_option

__all__ = ["build"]


@click.command(
    epilog=examples(
        "kg build seeds",
        "kg build papers.jsonl.gz more.bib -o my-graph",
        "curl -s https://example.org/papers.json | kg build -",
        "kg build list.dat --format ris",
        "kg build papers.jsonl --curation corrections.yaml",
    )
)
@corpus_argument()
@out_option()
@format_option()
@store_option()
@processes_option()
@click.option(
    "--curation",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    show_default="curation.yaml in the folder, if it is there",
    help="Corrections to replay; copied into the folder.",
)
def build(corpus: tuple[str, ...], out: str, format: str | None, store: str | None, processes: int | None, curation: str | None) -> int:
    """Build the graph of exactly the papers in CORPUS.

    CORPUS is files, folders, or - for standard input. DIR then holds graph.html (open it in a browser), report.txt, graph.json,
    graph.graphml and papers.jsonl.

    Papers that the store has are not extracted again: a build that was interrupted goes on where it stopped, and a larger corpus
    costs only what is new. Corrections in DIR/curation.yaml (merge, split, rename, retype, drop, alias) are replayed on each build.
    """
    from kg import api
    from kg.cli.output import progress_bar
    from kg.cli.summary import print_built

    with progress_bar() as progress:
        built = api.build_folder(*corpus, out=out, format=format, store=store, processes=processes, curation=curation, progress=progress)
    return print_built(built)
