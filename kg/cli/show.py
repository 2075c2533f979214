"""``kg show``: what the graph knows of a name."""

from __future__ import annotations

import click

from kg.cli.options import examples, graph_option, json_option, limit_option, type_option

__all__ = ["show"]


@click.command(epilog=examples("kg show TravelPlanner", "kg show 'Llama 3.1 8B' --type Model", "kg show SAM --paper 2401.00001", "kg show e:adamw --json"))
@click.argument("name")
@type_option("Only an entity of this type.")
@click.option("--paper", metavar="ID", help="What this paper means by NAME.")
@limit_option(5)
@graph_option()
@json_option()
def show(name: str, type: str | None, paper: str | None, limit: int, graph: str, as_json: bool) -> None:
    """Show what the graph knows of NAME.

    That is its aliases, papers, neighbours, results and the sentences behind them. NAME is a name or alias in any spelling, the
    title of a paper, or the id of a node. --limit says how many rows of each kind.
    """
