"""``kg diff``: what is different between two graphs."""

from __future__ import annotations

import click

from kg.cli.options import examples, json_option

__all__ = ["diff"]

_DIFFERENT = 1


@click.command(epilog=examples("kg diff old-graph kg-out", "kg diff before.json after.json --json | jq .merged", "kg diff a b --limit 100 | less"))
@click.argument("old", type=click.Path())
@click.argument("new", type=click.Path())
@json_option("Print all of it as JSON instead of an account in words.")
@click.option("--limit", metavar="N", type=click.IntRange(min=1), default=20, show_default=True, help="List at most N of a kind; the rest is counted.")
def diff(old: str, new: str, as_json: bool, limit: int) -> int:
    """Tell what is different between two graphs.

    That is: papers, nodes, nodes that became one or came apart, results and edges. OLD and NEW are folders that 'kg build' wrote, or
    their graph.json. As of diff(1), the exit status is 0 where the graphs are the same, 1 where they are different, 2 where one cannot
    be read.
    """
    from kg import api
    from kg.cli.output import print_json

    found = api.diff(old, new)
    if as_json:
        print_json(found.to_json())
    else:
        click.echo(found.text(limit))
    return _DIFFERENT if found else 0
