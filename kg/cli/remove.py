"""``kg remove``: fewer papers in the graph of a folder."""

from __future__ import annotations

import click

from kg.cli.options import examples, out_option, store_option

__all__ = ["remove"]


@click.command(epilog=examples("kg remove 2401.00001", "kg remove p-0123456789ab zQ3xAbCdEf -o my-graph"))
@click.argument("papers", nargs=-1, required=True, metavar="PAPER...")
@out_option()
@store_option()
def remove(papers: tuple[str, ...], out: str, store: str | None) -> int:
    """Take papers out of the graph in DIR.

    PAPER is the id of a paper, or of its node (with p: before it). What the store has of it stays, so that adding it again costs
    nothing.
    """
    from kg import api
    from kg.cli.output import progress_bar
    from kg.cli.summary import print_built

    with progress_bar() as progress:
        built = api.remove(*papers, out=out, store=store, progress=progress)
    return print_built(built)
