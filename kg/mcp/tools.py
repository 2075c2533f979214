"""The tools: one for each kind of question, all read-only, with evidence, and of limited size."""

import inspect
import json
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from graphs.query import KnowledgeGraph, Table
from kg.errors import KgError

__all__ = ["INSTRUCTIONS", "MOST_CHARACTERS", "MOST_ROWS", "add_tools"]

MOST_ROWS = 50
"""The most rows of one answer."""

MOST_CHARACTERS = 40_000
"""The most characters of one answer, as JSON; rows that do not fit are left out and counted."""

_SENTENCES = 2  # evidence of one row
_LONGEST = 600  # characters of one sentence

INSTRUCTIONS = """A knowledge graph read from the abstracts of papers: papers, methods, models, datasets, metrics, tasks and results.
Names may be given as a reader would write them, or as ids (e:..., p:...). If a name is unknown or ambiguous the error lists candidates: ask again with an id,
or look the name up with find. Rows carry evidence: sentences of abstracts with the id of their paper; quote them and cite the paper when you use a row.
The graph knows abstracts only: what is not there may still be in the papers."""

# What `kg.schema` has, written out: the SDK and mypy read a Literal, not a table.
EntityType = Literal["Method", "Model", "Dataset", "Metric", "Task"]
RoleName = Literal["proposes", "evaluates_on", "reports", "compares_with", "uses", "addresses", "mentions"]
Name = Annotated[str, Field(description="A name in any spelling, the title of a paper, or the id of a node")]
MaybeName = Annotated[str | None, Field(description="A name in any spelling, or an id")]
Limit = Annotated[int, Field(ge=1, le=MOST_ROWS, description="The most rows to return")]
Year = Annotated[int | None, Field(description="A year, inclusive")]


def add_tools(server: MCPServer[Any], graph: KnowledgeGraph) -> None:
    """Add the tools that ask a graph to a server."""

    def tool(ask: Callable[..., Table[Any]]) -> None:
        """Make a question a tool: its docstring is what the assistant reads."""

        @wraps(ask)
        def answered(*args: Any, **given: Any) -> str:
            try:
                return answer(ask(*args, **given))
            except KgError as error:
                raise ToolError(str(error)) from None

        # The SDK makes the schema of a tool from its signature, and would take the record's for that of the answer.
        answered.__signature__ = inspect.signature(ask).replace(return_annotation=str)  # type: ignore[attr-defined]
        hints = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
        server.add_tool(answered, annotations=hints, structured_output=False)

    def find(name: Name, type: Literal["Paper"] | EntityType | None = None, limit: Limit = 10) -> Table[Any]:
        """Look a name up among all names, aliases and titles, forgiving misspellings. Start here when you are not sure what something is called."""
        return graph.find(name, type=type, limit=limit)

    def show(name: Name, limit: Limit = 20) -> Table[Any]:
        """What the graph knows of one thing: its edges to everything around it, each with the sentence that shows it, best attested first."""
        return graph.neighbourhood(name).edges(limit=limit)

    def papers(
        proposes: MaybeName = None,
        evaluates_on: MaybeName = None,
        metric: MaybeName = None,
        compares_with: MaybeName = None,
        uses: MaybeName = None,
        task: MaybeName = None,
        mentions: MaybeName = None,
        first_year: Year = None,
        last_year: Year = None,
        venue: Annotated[str | None, Field(description="A part of the venue's name")] = None,
        text: Annotated[str | None, Field(description="Words that all stand in the title or abstract")] = None,
        limit: Limit = 20,
    ) -> Table[Any]:
        """Papers for which all conditions hold, newest first: what they propose, evaluate on, report, compare with, use, address or mention."""
        return graph.papers(
            proposes=proposes,
            evaluates_on=evaluates_on,
            metric=metric,
            compares_with=compares_with,
            uses=uses,
            task=task,
            mentions=mentions,
            year=_years(first_year, last_year),
            venue=venue,
            text=text,
            limit=limit,
        )

    def leaderboard(
        dataset: MaybeName = None,
        metric: MaybeName = None,
        task: MaybeName = None,
        method: MaybeName = None,
        first_year: Year = None,
        last_year: Year = None,
        limit: Limit = 20,
    ) -> Table[Any]:
        """Results that papers report, best first. Ranks hold only among rows of the same dataset, metric, kind and unit; settings may differ."""
        return graph.leaderboard(dataset, metric=metric, task=task, method=method, year=_years(first_year, last_year), limit=limit)

    def entities(
        type: EntityType,
        task: MaybeName = None,
        dataset: MaybeName = None,
        metric: MaybeName = None,
        method: MaybeName = None,
        role: RoleName | None = None,
        first_year: Year = None,
        last_year: Year = None,
        limit: Limit = 20,
    ) -> Table[Any]:
        """The methods, models, datasets, metrics or tasks of the papers that fulfil all conditions, those that most papers have first."""
        return graph.entities(type, task=task, dataset=dataset, metric=metric, method=method, role=role, year=_years(first_year, last_year), limit=limit)

    def compared_with(name: Name, limit: Limit = 20) -> Table[Any]:
        """What a method or model was compared with, in its own paper or in the other's."""
        return graph.compared_with(name)[:limit]

    def lineage(name: Name, limit: Limit = 30) -> Table[Any]:
        """What something is based on, a variant or a version of (negative distance), and what is so of it (positive)."""
        return graph.lineage(name)[:limit]

    def cooccurring(name: Name, type: EntityType | None = None, limit: Limit = 20) -> Table[Any]:
        """What stands in the same papers, with how far beyond chance (association, -1 to 1)."""
        return graph.cooccurring(name, type=type, limit=limit)

    def similar(name: Name, limit: Limit = 10) -> Table[Any]:
        """The papers or entities most like one, and what they share."""
        return graph.similar(name, limit=limit)

    def path(first: Name, second: Name) -> Table[Any]:
        """How two things hang together: the steps of the most telling short path, each with its sentence."""
        return graph.path(first, second)

    def gaps(method: MaybeName = None, dataset: MaybeName = None, task: MaybeName = None, limit: Limit = 20) -> Table[Any]:
        """Methods and datasets that no paper has together though methods like them are evaluated there, with the reason for each."""
        return graph.gaps(methods=method, datasets=dataset, task=task, limit=limit)

    def trends(type: EntityType = "Method", by: Literal["year", "venue", "area"] = "year", name: MaybeName = None, limit: Limit = 10) -> Table[Any]:
        """How many papers of each year, venue or area have something; of one name, or of those that most papers have."""
        return graph.trends(type, by=by, names=name, limit=limit)

    def evidence(name: Name, relation: str | None = None, other: MaybeName = None, limit: Limit = 20) -> Table[Any]:
        """The sentences that show a thing, or that it stands in a relation (a type of edge, such as USES or BASED_ON) to another."""
        return graph.evidence(name if relation is None or other is None else (name, relation, other))[:limit]

    def cypher(query: Annotated[str, Field(description="MATCH ... WHERE ... RETURN ... ORDER BY ... LIMIT ...")], limit: Limit = 20) -> Table[Any]:
        """Any other question, in Cypher, read-only.

        Labels: Paper, Method, Model, Dataset, Metric, Task, Result; relationships as stats lists them. Return r.evidence of an edge r for its sentences.
        """
        return graph.cypher(query, limit=limit)

    def stats() -> Table[Any]:
        """How many nodes and edges there are of each type, and what each type means."""
        return graph.stats()

    for ask in (find, show, papers, leaderboard, entities, compared_with, lineage, cooccurring, similar, path, gaps, trends, evidence, cypher, stats):
        tool(ask)


def _years(first: int | None, last: int | None) -> tuple[int | None, int | None] | None:
    return None if first is None and last is None else (first, last)


def answer(table: Table[Any]) -> str:
    """Return a table as JSON of limited size: ``{"title", "rows", "left_out"}``, the last only where rows did not fit."""
    rows: list[Any] = []
    size = 0
    found = table.to_json()
    for row in found[:MOST_ROWS]:
        short = _short(row)
        size += len(json.dumps(short, ensure_ascii=False))
        if rows and size > MOST_CHARACTERS:
            break
        rows.append(short)
    given: dict[str, Any] = {"title": table.title, "rows": rows}
    if len(rows) < len(found):
        given["left_out"] = len(found) - len(rows)
    return json.dumps(given, ensure_ascii=False)


def _short(value: Any, name: str = "") -> Any:
    """Return a value with few and short sentences, without what is empty."""
    if isinstance(value, dict):
        return {key: _short(inner, key) for key, inner in value.items() if inner not in (None, "", [])}
    if isinstance(value, list):
        return [_short(inner) for inner in value[: _SENTENCES if name == "evidence" else MOST_ROWS]]
    if isinstance(value, str) and len(value) > _LONGEST:
        return value[:_LONGEST] + "..."
    return value
