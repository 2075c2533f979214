"""``kg evidence``: the sentences behind a node or an edge."""

from __future__ import annotations

import click

from kg.cli.options import examples, graph_option, json_option, limit_option

__all__ = ["evidence"]


@click.command(epilog=examples("kg evidence TravelPlanner", "kg evidence LoRA compared_with DoRA", "kg evidence 'p:a1|USES|e:adamw' --json"))
@click.argument("name")
@click.argument("relation", required=False)
@click.argument("other", required=False)
@limit_option(None)
@graph_option()
@json_option()
def evidence(name: str, relation: str | None, other: str | None, limit: int | None, graph: str, as_json: bool) -> None:
    """Print the sentences that show NAME or one of its relations.

    NAME is a name, a title, or the id of a node or edge; RELATION is a type of edge in any case (uses, evaluates_on, based_on).
    """
    if relation is not None and other is None:
        raise click.UsageError("name the OTHER end of the RELATION", click.get_current_context())
    from kg import api
    from kg.cli.output import print_answer

    item = name if relation is None or other is None else (name, relation.replace("-", "_"), other)
    print_answer(api.load(graph).evidence(item)[:limit], as_json=as_json)
