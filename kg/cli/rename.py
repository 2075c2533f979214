"""``kg rename``: a node gets another name."""

from __future__ import annotations

import click

from kg.cli.options import examples, reason_option, store_option

__all__ = ["rename"]


@click.command(epilog=examples("kg rename kg-out GCN 'graph convolutional network'", "kg rename kg-out 'CLIP (Method)' 'CLIP training'"))
@click.argument("graph", type=click.Path())
@click.argument("thing")
@click.argument("to", metavar="NAME")
@reason_option()
@store_option()
def rename(graph: str, thing: str, to: str, reason: str, store: str | None) -> int:
    """Show a node under another NAME; the old one stays an alias.

    THING is the name of a node, with its type behind it where several have the name ('CLIP (Model)'), or its id. The entry is
    appended to curation.yaml in the folder GRAPH, and the graph is built again; to undo it, delete the entry and build.
    """
    from kg import api
    from kg.cli.output import progress_bar
    from kg.cli.summary import print_built

    with progress_bar() as progress:
        built = api.rename(graph, thing, to, reason=reason, store=store, progress=progress)
    return print_built(built)
