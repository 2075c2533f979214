"""``kg split``: a node is two things."""

from __future__ import annotations

import click

from kg.cli.options import examples, reason_option, store_option

__all__ = ["split"]


@click.command(epilog=examples("kg split kg-out STAR --paper zQ3xAbCdEf --to 'Sparse Token Routing'", "kg split kg-out LoopBench --name loopbench"))
@click.argument("graph", type=click.Path())
@click.argument("thing")
@click.option("--paper", "papers", metavar="ID", multiple=True, help="A paper that means the other thing; may be repeated.")
@click.option("--name", "names", metavar="NAME", multiple=True, help="What papers call the other thing, to the letter; may be repeated.")
@click.option("--to", "to", metavar="NAME", default="", help="What the other thing is called; by default as its papers do.")
@reason_option()
@store_option()
def split(graph: str, thing: str, papers: tuple[str, ...], names: tuple[str, ...], to: str, reason: str, store: str | None) -> int:
    """Make two nodes of one: what some papers mean becomes another.

    THING is the name of a node, with its type behind it where several have the name ('CLIP (Model)'), or its id. The entry is
    appended to curation.yaml in the folder GRAPH, and the graph is built again; to undo it, delete the entry and build.
    """
    from kg import api
    from kg.cli.output import progress_bar
    from kg.cli.summary import print_built

    with progress_bar() as progress:
        built = api.split(graph, thing, papers=papers, names=names, to=to, reason=reason, store=store, progress=progress)
    return print_built(built)
