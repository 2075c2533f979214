"""``kg export``: the graph in another format."""

from __future__ import annotations

import click

from kg.cli.options import LazyChoice, examples

__all__ = ["export"]


def _suffixes() -> list[str]:
    from graphs.export import FORMATS

    return [suffix.removeprefix(".") for suffix in FORMATS]


@click.command(epilog=examples("kg export -o graph.csv", "kg export my-graph -o papers.graphml", "kg export kg-out/graph.json -o page.txt --as html"))
@click.argument("graph", default="kg-out", type=click.Path())
@click.option("-o", "--out", metavar="FILE", required=True, type=click.Path(dir_okay=False), help="Where to; the format follows the suffix.")
@click.option("--as", "suffix", type=LazyChoice("format", _suffixes), help="The format, for a FILE with another suffix.")
def export(graph: str, out: str, suffix: str | None) -> None:
    """Write GRAPH to FILE in another format.

    GRAPH is a folder that 'kg build' wrote (default: kg-out), or its graph.json. docs/graph-format.md lists the attributes of
    nodes and edges, which are the same in all formats.
    """
    from graphs.export import write
    from kg import api

    for file in write(api.load(graph).nx, out, suffix=f".{suffix}" if suffix else None):
        click.echo(str(file))
