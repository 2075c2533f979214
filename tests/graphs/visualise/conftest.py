"""An invented graph of a few dozen papers, a hostile one, and a browser that is asked for nothing from outside."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

TOPICS = {
    "robot grasping": (["GraspNova", "TactileFlow", "PalmDiff", "SlipSense"], ["Bin-Clutter-9"], ["grasp success", "latency"]),
    "code repair": (["PatchWeave", "LintLoop", "BugCompass", "TraceMend"], ["RepairGym"], ["pass@1", "token usage"]),
    "river flood forecasting": (["HydroMixer", "DeltaGNN", "RainLens"], ["Gauge-2M"], ["nRMSE", "latency"]),
    "protein docking": (["DockDrift", "FoldBridge", "PocketGPS", "LigandLoom"], ["PoseAtlas"], ["docking RMSD"]),
    "speech translation": (["VoxPivot", "LingoStream", "EchoAlign"], ["TalkTogether"], ["BLEU", "latency"]),
    "theorem proving": (["LemmaScout", "ProofKiln", "TacticTree"], ["OlympiadForge"], ["pass@1"]),
}
SHARED = [
    ("Transformer", "Method", ["Transformers"]),
    ("diffusion models", "Method", ["diffusion model"]),
    ("Qwen2.5-7B", "Model", ["Qwen 2.5 7B"]),
    ("GPT-4o", "Model", []),
]


PATIENCE = 15_000  # milliseconds; a busy machine is no failure


class Builder:
    """Puts together a graph with the attributes of `graphs.attributes`."""

    def __init__(self) -> None:
        self.graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()

    def paper(self, key: str, abstract: str, title: str = "", **more: Any) -> str:
        node = f"p:{key}"
        self.graph.add_node(node, type="Paper", label=title or abstract.split(". ")[0], abstract=abstract, **({"title": title} if title else {}), **more)
        return node

    def entity(self, label: str, type: str, aliases: list[str] | None = None, slug: str = "", **more: Any) -> str:
        node = f"e:{slug or label.lower().replace(' ', '-')}"
        if node not in self.graph:
            self.graph.add_node(node, type=type, label=label, papers=0, **({"aliases": json.dumps(aliases)} if aliases else {}), **more)
        return node

    def edge(self, tail: str, type: str, head: str, text: str = "", marks: list[str] | None = None, score: float = 0.9, paper: str = "") -> None:
        key = f"{tail}|{type}|{head}"
        evidence = [{"paper": paper or tail[2:], "start": 0, "end": len(text), "text": text, "mentions": marks or []}] if text else []
        self.graph.add_edge(tail, head, key=key, id=key, type=type, label=type.lower(), score=score, papers=1, evidence=json.dumps(evidence))
        if tail.startswith("p:") and head.startswith("e:"):
            values = self.graph.nodes[head]
            values["papers"] += 1
            year = self.graph.nodes[tail].get("year")
            if year:
                values["first_year"] = min(year, values.get("first_year", year))
            if text and "description" not in values:
                values["description"] = text


def invented_graph() -> nx.MultiDiGraph[str]:
    """Return 42 papers on six topics, with the odd cases that the page has to get right."""
    make = Builder()
    number = 0
    for topic, (methods, datasets, metrics) in TOPICS.items():
        task = make.entity(topic, "Task")
        for turn in range(7):
            name = methods[turn % len(methods)] + ("" if turn < len(methods) else f"-v{turn}")
            shared, kind, aliases = SHARED[(number + turn) % len(SHARED)]
            score = f"{61 + (number * 7) % 30}.{number % 10}"
            sentences = [
                f"Progress in {topic} is slow.",
                f"We present {name}, which builds on {shared}.",
                f"On {datasets[0]} it reaches {score}% {metrics[0]}, from 58.2%.",
                "Older rule-based planners are named for comparison only.",
            ]
            title = f"{name}: a step towards {topic}" if turn % 3 else ""
            paper = make.paper(
                f"n{number:02d}", " ".join(sentences), title, year=2022 + turn % 4, venue="ICML" if turn % 2 else "ICLR", url=f"https://example.org/{number}"
            )
            method = make.entity(name, "Method")
            dataset = make.entity(datasets[0], "Dataset")
            metric = make.entity(metrics[0], "Metric")
            base = make.entity(shared, kind, aliases)
            make.edge(paper, "PROPOSES", method, sentences[1], [name])
            make.edge(paper, "USES", base, sentences[1], [shared], score=0.55)
            make.edge(paper, "ADDRESSES", task, sentences[0], [topic])
            make.edge(paper, "EVALUATES_ON", dataset, sentences[2], [datasets[0]])
            make.edge(paper, "REPORTS", metric, sentences[2], [metrics[0]])
            make.edge(paper, "MENTIONS", make.entity("rule-based planners", "Method"), sentences[3], ["rule-based planners"])
            make.edge(method, "BASED_ON", base, sentences[1], [name, shared], score=0.6, paper=paper[2:])
            make.edge(method, "EVALUATED_WITH", dataset)
            result = f"r:n{number:02d}:1"
            make.graph.add_node(
                result, type="Result", label=f"{score} % {metrics[0]}", value=score, unit="%", kind="absolute", baseline="58.2", text=sentences[2]
            )
            make.edge(paper, "HAS_RESULT", result, sentences[2], [score])
            for link, head in (("OF_METHOD", method), ("ON_DATASET", dataset), ("IN_METRIC", metric)):
                make.edge(result, link, head)
            number += 1
    for child, parent in (("Qwen2.5-7B", "Qwen2.5"),):
        make.edge(make.entity(child, "Model"), "VERSION_OF", make.entity(parent, "Model"))
    return make.graph


HOSTILE = [
    "</script><script>window.pwned=1</script>",
    '<img src=x onerror="window.pwned=2">',
    "\"'`><svg/onload=window.pwned=3>",
    "{{ 7*7 }}{% for x in y %}",
    "<!--<script>",
    "javascript:window.pwned=4",
    "שלום ‏עולם مرحبا",
    "W" * 10_000,
    "family 👩‍👩‍👧‍👦 and 🏳️‍🌈",
    "Z̷a̸l̵g̶o̷ e\u0301\u0327\u0323",
    "a,b;c|d=e&f#g%h+i",
    '=HYPERLINK("http://evil.example")',
    "line\u2028separator\u2029end",
    "]]>&amp;&lt;",
]


def hostile_graph() -> nx.MultiDiGraph[str]:
    """Return a graph whose every text tries to be more than text."""
    make = Builder()
    for index, name in enumerate(HOSTILE):
        paper = make.paper(
            f"h{index} {name[:20]}",
            f"{name} is what we study. It names {name} twice.",
            f"On {name}",
            year=2025,
            venue=name,
            url=name,
            code_url="javascript:alert(1)",
        )
        entity = make.entity(name, ["Method", "Model", "Dataset", "Metric", "Task"][index % 5], [f"alias {name}"], slug=f"h{index}")
        make.edge(paper, "PROPOSES", entity, f"{name} is what we study.", [name])
        make.edge(entity, "BASED_ON", "e:h0", f"{name} again", [name])
        result = f"r:h{index}:1"
        make.graph.add_node(result, type="Result", label=name, value=name, unit=name, kind="absolute", text=name)
        make.edge(paper, "HAS_RESULT", result, name)
        make.edge(result, "OF_METHOD", entity)
    return make.graph


@pytest.fixture(scope="session")
def graph() -> nx.MultiDiGraph[str]:
    return invented_graph()


@pytest.fixture(scope="session")
def hostile() -> nx.MultiDiGraph[str]:
    return hostile_graph()


@pytest.fixture(scope="session")
def hostile_texts() -> list[str]:
    return HOSTILE


@pytest.fixture(scope="session")
def page_file(graph: nx.MultiDiGraph[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    from graphs.visualise import write_html

    path = tmp_path_factory.mktemp("page") / "graph.html"
    write_html(graph, path, title="Invented papers")
    return path


@pytest.fixture(scope="session")
def board_file(graph: nx.MultiDiGraph[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same graph, carried by the board as a large one would be."""
    from graphs.visualise import write_html

    path = tmp_path_factory.mktemp("board") / "graph.html"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("graphs.visualise.html.FLUENT", 0)
        write_html(graph, path, title="Invented papers")
    return path


@dataclass
class Watch:
    """What a page asked for, and what it complained about."""

    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    executable = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if executable is None:
        message = "no chromium, chromium-browser or google-chrome on the path: the page is not driven"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=executable,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
        )
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open a page file; when the test is over, it must have asked for nothing and complained about nothing."""
    open_pages: list[tuple[Any, Watch]] = []

    def visit(path: Path, fragment: str = "", **options: Any) -> Any:
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", **options})
        context.set_default_timeout(PATIENCE)
        watch = Watch()

        def route(handler: Any) -> None:
            if handler.request.url.split("#")[0] == path.as_uri() or handler.request.url.startswith(("blob:", "data:")):
                handler.continue_()
            else:
                watch.requests.append(handler.request.url)
                handler.abort()

        context.route("**/*", route)
        page = context.new_page()
        page.on("console", lambda message: watch.complaints.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: watch.complaints.append(str(error)))
        page.goto(path.as_uri() + fragment)
        page.wait_for_selector("html[data-ready]", timeout=2 * PATIENCE)
        open_pages.append((context, watch))
        return page

    yield visit
    for context, watch in open_pages:
        context.close()
        assert watch.requests == []
        assert watch.complaints == []


@pytest.fixture
def page(visit: Callable[..., Any], page_file: Path, board_file: Path, request: pytest.FixtureRequest) -> Any:
    return visit(board_file if getattr(request, "param", "") == "board" else page_file)
