"""``kg similar``: what is like a paper or an entity."""

from __future__ import annotations

import click

from kg.cli.options import examples, graph_option, json_option, limit_option

__all__ = ["similar"]


@click.command(epilog=examples("kg similar TravelPlanner", "kg similar p:zQ3xAbCdEf --limit 5"))
@click.argument("name")
@limit_option(10)
@graph_option()
@json_option()
def similar(name: str, limit: int, graph: str, as_json: bool) -> None:
    """List what is most like a paper or an entity.

    NAME is the title or id of a paper, or the name or id of an entity. Alike is what shares much in the graph.
    """
    from kg import api
    from kg.cli.output import print_answer

    print_answer(api.load(graph).similar(name, limit=limit), as_json=as_json)
