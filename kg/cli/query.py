"""``kg query``: questions in Cypher."""

from __future__ import annotations

import click

from kg.cli.options import examples, graph_option, json_option, limit_option

__all__ = ["query"]


@click.command(
    epilog=examples(
        "kg query 'MATCH (p:Paper)-[:EVALUATES_ON]->(d:Dataset {label: \"WebArena\"}) RETURN p.title'",
        "kg query 'MATCH (p:Paper)-[:PROPOSES]->(m:Method) RETURN p.year, count(m) AS methods ORDER BY methods DESC LIMIT 5'",
        "kg query kg-out/graph.json 'MATCH (a)-[r:BASED_ON]->(b) RETURN a.label, b.label, r.evidence' --json",
    )
)
@click.argument("words", metavar="[GRAPH] CYPHER", nargs=-1, required=True)
@limit_option(None)
@graph_option()
@json_option()
def query(words: tuple[str, ...], limit: int | None, graph: str, as_json: bool) -> None:
    """Ask the graph in Cypher, reading only.

    Labels are types of nodes (Paper, Method, Model, Dataset, Metric, Task, Result), relationships are types of edges, properties their
    attributes. There are MATCH, WHERE, RETURN, DISTINCT, COUNT, SUM, AVG, MIN, MAX, COLLECT, ORDER BY, SKIP and LIMIT.
    """
    if len(words) > 2:
        raise click.UsageError("give one query, in quotes", click.get_current_context())
    from kg import api
    from kg.cli.output import print_answer

    place = words[0] if len(words) == 2 else graph
    print_answer(api.load(place).cypher(words[-1], limit=limit), as_json=as_json)
