"""``kg add``: more papers in the graph of a folder."""

from __future__ import annotations

import click

from kg.cli.options import corpus_argument, examples, format_option, out_option, processes_option, store_option

__all__ = ["add"]


@click.command(epilog=examples("kg add new-papers.jsonl", "kg add new.bib -o my-graph"))
@corpus_argument()
@out_option()
@format_option()
@store_option()
@processes_option()
def add(corpus: tuple[str, ...], out: str, format: str | None, store: str | None, processes: int | None) -> int:
    """Add the papers in CORPUS to the graph in DIR.

    The result is the same as building the graph of all its papers at once. Papers that it has already are left as they are.
    """
    from kg import api
    from kg.cli.output import progress_bar
    from kg.cli.summary import print_built

    with progress_bar() as progress:
        built = api.add(*corpus, out=out, format=format, store=store, processes=processes, progress=progress)
    return print_built(built)
