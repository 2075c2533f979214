"""The tools, asked with the SDK's own client: in this process, and once over stdin and stdout."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from graphs.export import write
from graphs.query import KnowledgeGraph
from kg.errors import KgError


def finish(run: Callable[[], Any]) -> Any:
    """Return what a coroutine function returns; in a thread of its own, since Playwright keeps a loop running in the main one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(run())).result()


pytestmark = pytest.mark.skipif(importlib.util.find_spec("mcp") is None, reason="the extra kg[mcp] is not installed")


def graph() -> nx.MultiDiGraph[str]:
    made: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    evidence = json.dumps([{"paper": "a1", "start": 0, "end": 40, "text": "We train Wombat with AdamW on Burrows.", "mentions": ["Wombat"]}])
    made.add_node("p:a1", type="Paper", label="Wombat: Digging Deep", title="Wombat: Digging Deep", year=2024)
    for node, kind, label in (("e:wombat@a1", "Method", "Wombat"), ("e:adamw", "Method", "AdamW"), ("e:burrows", "Dataset", "Burrows")):
        made.add_node(node, type=kind, label=label, papers=1, evidence=evidence)
    for kind, head in (("PROPOSES", "e:wombat@a1"), ("USES", "e:adamw"), ("EVALUATES_ON", "e:burrows")):
        made.add_edge("p:a1", head, kind, id=f"p:a1|{kind}|{head}", type=kind, label=kind.lower(), score=0.9, papers=1, evidence=evidence)
    return made


def ask(*calls: tuple[str, dict[str, Any]], server: Any = None) -> list[Any]:
    """Return what the tools answer, one after the other."""
    from mcp.client import Client

    from kg.mcp import server as make

    async def run() -> list[Any]:
        async with Client(server if server is not None else make(KnowledgeGraph(graph()))) as client:
            return [await client.call_tool(name, given) for name, given in calls]

    return finish(run)


def content(result: Any) -> Any:
    assert not result.is_error, result.content
    (block,) = result.content
    return json.loads(block.text)


def test_tools_are_listed_with_what_they_take() -> None:
    from mcp.client import Client

    from kg.mcp import server

    async def run() -> Any:
        async with Client(server(KnowledgeGraph(graph()))) as client:
            return await client.list_tools()

    tools = {tool.name: tool for tool in finish(run).tools}
    assert set(tools) == {
        *("find", "show", "papers", "leaderboard", "entities", "compared_with", "lineage", "cooccurring"),
        *("similar", "path", "gaps", "trends", "evidence", "cypher", "stats"),
    }
    assert all(len(tool.description or "") > 40 and tool.annotations.read_only_hint for tool in tools.values())
    schema = tools["find"].input_schema
    assert schema["required"] == ["name"]
    assert schema["properties"]["limit"]["maximum"] == 50
    assert "Name" not in schema["properties"]["name"].get("description", "") or "spelling" in schema["properties"]["name"]["description"]


def test_answers_have_evidence() -> None:
    found, papers, edge, cypher = ask(
        ("find", {"name": "wombatt"}),
        ("papers", {"evaluates_on": "Burrows", "first_year": 2020}),
        ("evidence", {"name": "Wombat: Digging Deep", "relation": "uses", "other": "AdamW"}),
        ("cypher", {"query": "MATCH (p:Paper)-[r:USES]->(m) RETURN p.title, m.label, r.evidence"}),
    )
    assert [row["id"] for row in content(found)["rows"]][:1] == ["e:wombat@a1"]
    (paper,) = content(papers)["rows"]
    assert (paper["id"], paper["evidence"][0]["text"]) == ("p:a1", "We train Wombat with AdamW on Burrows.")
    assert content(edge)["rows"][0]["paper"] == "p:a1"
    assert content(cypher)["rows"][0]["m.label"] == "AdamW"


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("show", {"name": "AdamW"}),
        ("leaderboard", {"dataset": "Burrows"}),
        ("entities", {"type": "Dataset", "method": "AdamW", "role": "evaluates_on"}),
        ("compared_with", {"name": "Wombat"}),
        ("lineage", {"name": "Wombat"}),
        ("cooccurring", {"name": "AdamW"}),
        ("similar", {"name": "e:adamw"}),
        ("path", {"first": "AdamW", "second": "Burrows"}),
        ("gaps", {}),
        ("trends", {"type": "Dataset"}),
        ("stats", {}),
    ],
)
def test_every_tool_answers(name: str, given: dict[str, Any]) -> None:
    (result,) = ask((name, given))
    assert set(content(result)) >= {"title", "rows"}


def test_errors_say_what_to_do() -> None:
    unknown, query = ask(("lineage", {"name": "Womba"}), ("cypher", {"query": "CREATE (n) RETURN n"}))
    assert unknown.is_error and "Did you mean 'Wombat' (e:wombat@a1)" in unknown.content[0].text
    assert query.is_error and "read-only" in query.content[0].text


def test_answers_are_of_limited_size() -> None:
    from graphs.query import Match, Table
    from kg.mcp.tools import MOST_CHARACTERS, MOST_ROWS, answer

    many = json.loads(answer(Table(Match(f"e:{n}", "Method", "x", 1.0, "x", 1) for n in range(200))))
    assert (len(many["rows"]), many["left_out"]) == (MOST_ROWS, 200 - MOST_ROWS)
    long = answer(Table(Match(f"e:{n}", "Method", "y" * 590, 1.0, "z" * 590, 1) for n in range(50)))
    assert len(long) < MOST_CHARACTERS + 1000
    assert json.loads(long)["left_out"] > 0


def test_over_stdin_and_stdout(tmp_path: Path) -> None:
    from mcp.client.stdio import StdioServerParameters

    root = Path(__file__).resolve().parents[3]
    write(graph(), tmp_path / "graph.json")
    started = StdioServerParameters(command=sys.executable, args=["-m", "kg", "serve", "--mcp", str(tmp_path / "graph.json")], cwd=root)
    (result,) = ask(("stats", {}), server=started)
    assert content(result)["title"] == "4 nodes, 3 edges"


def test_without_the_sdk_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kg_command: Callable[..., Any]) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    from kg.mcp import server

    with pytest.raises(KgError, match=r"pip install 'kg\[mcp\]'$"):
        server(KnowledgeGraph(graph()))
    write(graph(), tmp_path / "graph.json")
    ran = kg_command("serve", "--mcp", tmp_path / "graph.json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "kg: kg serve --mcp needs the SDK of the Model Context Protocol, version 2: pip install 'kg[mcp]'\n"


def test_types_and_roles_of_the_tools_are_those_of_the_schema() -> None:
    from typing import get_args

    from kg.mcp.tools import EntityType, RoleName
    from kg.schema import ENTITY_TYPES, ROLES

    assert get_args(EntityType) == tuple(ENTITY_TYPES)
    assert get_args(RoleName) == tuple(ROLES)
