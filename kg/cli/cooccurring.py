"""``kg cooccurring``: what stands in the same papers."""

from __future__ import annotations

import click

from kg.cli.conditions import versions_option
from kg.cli.options import examples, graph_option, json_option, limit_option, type_option

__all__ = ["cooccurring"]


@click.command(epilog=examples("kg cooccurring AdamW", "kg cooccurring AdamW --type Dataset --limit 5 --json"))
@click.argument("name")
@type_option("Only entities of this type.")
@versions_option()
@limit_option(20)
@graph_option()
@json_option()
def cooccurring(name: str, type: str | None, versions: bool, limit: int, graph: str, as_json: bool) -> None:
    """List what stands in the same papers as NAME.

    The association is the normalised pointwise mutual information: 0 by chance, 1 where neither stands without the other.
    """
    from kg import api
    from kg.cli.output import print_answer

    print_answer(api.load(graph).cooccurring(name, type=type, versions=versions, limit=limit), as_json=as_json)
