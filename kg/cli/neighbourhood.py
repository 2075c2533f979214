"""``kg neighbourhood``: what is around a thing."""

from __future__ import annotations

import click

from kg.cli.options import LazyChoice, examples, graph_option, json_option, limit_option

__all__ = ["neighbourhood"]


def _types() -> list[str]:
    from kg.schema import NODE_TYPES

    return list(NODE_TYPES)


@click.command(
    epilog=examples("kg neighbourhood TravelPlanner", "kg neighbourhood LoRA --hops 2 --type Method --type Dataset", "kg neighbourhood LoRA -o lora.graphml")
)
@click.argument("name")
@click.option("--hops", metavar="N", type=click.IntRange(min=0), default=1, show_default=True, help="Steps from NAME, in either direction.")
@click.option("--type", "types", type=LazyChoice("type", _types), multiple=True, help="Go through nodes of this type only; may be given several times.")
@click.option("-o", "--out", metavar="FILE", type=click.Path(dir_okay=False), help="Write it as a graph; the format follows the suffix.")
@limit_option(50)
@graph_option()
@json_option()
def neighbourhood(name: str, hops: int, types: tuple[str, ...], out: str | None, limit: int, graph: str, as_json: bool) -> None:
    """Print the edges around NAME, or write them as a graph.

    With --json: all nodes and edges. NAME is a name, a title or an id.
    """
    from kg import api
    from kg.cli.output import print_answer, print_json

    part = api.load(graph).neighbourhood(name, hops=hops, types=types or None)
    if out is not None:
        from graphs.export import write

        write(part.nx, out)
    elif as_json:
        print_json({"nodes": part.nodes().to_json(), "edges": part.edges().to_json()})
    else:
        print_answer(part.edges(limit=limit), as_json=False)
