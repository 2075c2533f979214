"""``kg show``: what the graph knows of a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kg.cli.options import LazyChoice, examples, graph_option, json_option, limit_option

if TYPE_CHECKING:
    from graphs.query import KnowledgeGraph

__all__ = ["show"]


def _types() -> list[str]:
    from kg.schema import NODE_TYPES

    return list(NODE_TYPES)


@click.command(epilog=examples("kg show TravelPlanner", "kg show 'Llama 3.1 8B' --type Model", "kg show SAM --paper 2401.00001", "kg show e:adamw --json"))
@click.argument("name")
@click.option("--type", "type", type=LazyChoice("type", _types), help="Only a node of this type.")
@click.option("--paper", metavar="ID", help="What this paper means by NAME.")
@limit_option(5)
@graph_option()
@json_option()
def show(name: str, type: str | None, paper: str | None, limit: int, graph: str, as_json: bool) -> None:
    """Show what the graph knows of NAME.

    That is its aliases, papers, neighbours, results and the sentences behind them. NAME is a name or alias in any spelling, the
    title of a paper, or the id of a node. --limit says how many rows of each kind.
    """
    from kg import api
    from kg.cli.output import print_json

    knowledge = api.load(graph)
    node = _node(knowledge, name, type, paper)
    if as_json:
        print_json({**_attributes(knowledge, node), "edges": _edges(knowledge, node)})
    else:
        _print(knowledge, node, limit)


def _node(knowledge: KnowledgeGraph, name: str, type: str | None, paper: str | None) -> str:
    """Return the node that is meant.

    Raises
    ------
    NotFoundError
        If there is none; the message suggests names that are like it.
    """
    from kg.errors import NotFoundError

    node = knowledge.resolve(name, type=type, paper=paper)
    if node is None and type is None and paper is None and name in knowledge:  # a result, which has no name of its own
        return name
    if node is None:
        like = " or ".join(f"{match.label!r}" for match in knowledge.find(name, type=type, limit=3))
        where = f" in paper {paper!r}" if paper else ""
        kind = type or "node"
        raise NotFoundError(f"no {kind} is called {name!r}{where}." + (f" Did you mean {like}?" if like else " 'kg find' looks for parts of names."))
    return node


def _attributes(knowledge: KnowledgeGraph, node: str) -> dict[str, Any]:
    """Return the attributes of a node, lists as lists."""
    from graphs.attributes import NODE_ATTRIBUTES, from_json_text

    row = knowledge.nx.nodes[node]
    lists = {name for name, attribute in NODE_ATTRIBUTES.items() if attribute.kind == "json"}
    return {"id": node, **{name: from_json_text(value) if name in lists else value for name, value in row.items()}}


def _edges(knowledge: KnowledgeGraph, node: str) -> list[dict[str, Any]]:
    """Return the edges at a node, those that leave it first, in the order of `kg.schema`, the best attested first."""
    from graphs.attributes import from_json_text
    from kg.schema import edge_types

    graph = knowledge.nx
    order = list(edge_types())
    found = []
    for forward, edges in ((True, graph.out_edges(node, data=True)), (False, graph.in_edges(node, data=True))):
        for tail, head, row in edges:
            other = head if forward else tail
            there = graph.nodes[other]
            found.append(
                {
                    "type": row["type"],
                    "forward": forward,
                    "node": other,
                    "node_type": there["type"],
                    "label": there["label"],
                    "papers": row.get("papers", 0),
                    "reason": row.get("reason", ""),
                    "evidence": from_json_text(row.get("evidence")),
                }
            )
    return sorted(found, key=lambda edge: (not edge["forward"], order.index(edge["type"]), -edge["papers"], edge["label"], edge["node"]))


def _print(knowledge: KnowledgeGraph, node: str, limit: int) -> None:
    from kg.cli.output import wrapped

    row = _attributes(knowledge, node)
    click.echo(f"{row['label']}  ({row['type']}, {node})")
    for text in _lines(row):
        click.echo(wrapped(text))
    edges = _edges(knowledge, node)
    groups: dict[tuple[str, bool], list[dict[str, Any]]] = {}
    for edge in edges:
        groups.setdefault((edge["type"], edge["forward"]), []).append(edge)
    for (kind, forward), group in groups.items():
        words = kind.lower().replace("_", " ")
        click.echo()
        click.echo(f"{f'{words} →' if forward else f'← {words}'}  ({len(group)})")
        for edge in group[:limit]:
            click.echo(f"  {edge['label']}" + (f"  ({edge['papers']} papers)" if edge["papers"] > 1 else ""))
            sentence = edge["evidence"][0]["text"] if edge["evidence"] else edge["reason"]
            if sentence and sentence != edge["label"]:
                click.echo(wrapped(sentence, "      "))
        if len(group) > limit:
            click.echo(f"  ... and {len(group) - limit} more")


def _lines(row: dict[str, Any]) -> list[str]:
    """Return what is known of a node itself, a line for each thing."""
    lines = []
    if row.get("aliases"):
        lines.append(f"also {', '.join(row['aliases'])}")
    if row["type"] not in ("Paper", "Result"):
        count = row.get("papers", 0)
        lines.append(f"in {count} paper{'' if count == 1 else 's'}" + (f", first in {row['first_year']}" if row.get("first_year") else ""))
    if row.get("ambiguous"):
        lines.append(f"the bare name may mean any of {', '.join(row['candidates'])}")
    lines.extend(str(row[name]) for name in ("year", "venue", "url", "code_url", "description", "text", "abstract") if row.get(name))
    return lines
