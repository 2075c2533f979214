"""``kg merge``: several nodes are one thing."""

from __future__ import annotations

import click

from kg.cli.options import examples, reason_option, store_option

__all__ = ["merge"]


@click.command(epilog=examples("kg merge kg-out 'Llama 3.1 8B' Llama-3.1-8B-Base", "kg merge kg-out 'CLIP (Model)' 'CLIP (Method)' --reason 'one thing'"))
@click.argument("graph", type=click.Path())
@click.argument("things", nargs=-1, required=True, metavar="THING THING...")
@reason_option()
@store_option()
def merge(graph: str, things: tuple[str, ...], reason: str, store: str | None) -> int:
    """Make several nodes one; the first keeps its name and type.

    THING is the name of a node, with its type behind it where several have the name ('CLIP (Model)'), or its id. The entry is
    appended to curation.yaml in the folder GRAPH, and the graph is built again; to undo it, delete the entry and build.
    """
    from kg import api
    from kg.cli.output import progress_bar
    from kg.cli.summary import print_built

    with progress_bar() as progress:
        built = api.merge(graph, *things, reason=reason, store=store, progress=progress)
    return print_built(built)
