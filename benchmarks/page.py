"""The page beside pyvis' own output for the same graph, in one run: time until usable, and frames while zooming.

    python benchmarks/page.py [--nodes 1000 3000 10000] [--graph kg-out/graph.json] [--browser /usr/bin/chromium]

A synthetic graph has half papers, half entities, three relations a paper, and a sentence for each. pyvis gets the same
nodes (with type, colour and title) and relations, and is left as it comes, physics on; its scripts are inlined and requests
are cut off, so that no network is in the figure. Usable: the page has loaded, says that it is ready (pyvis: its bar has gone),
and has drawn a frame since. What is not usable after --patience seconds counts as so many, and is not zoomed. Frames are the
intervals between animation frames while a wheel event comes in each, twenty inwards, twenty outwards, twice; given is the 95th
percentile. With --graph also: that graph's page, and how long its search takes to answer.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

FRAMES = """async (selector) => {
  const canvas = [...document.querySelectorAll(selector)].find((one) => getComputedStyle(one).visibility !== "hidden");
  const box = canvas.getBoundingClientRect();
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame(); await frame();
  const gaps = [];
  let last = await frame();
  for (let step = 0; step < 80; step++) {
    const inwards = step % 40 < 20;
    const at = { clientX: box.left + box.width * 0.45, clientY: box.top + box.height * 0.55 };
    canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: inwards ? -100 : 100, bubbles: true, cancelable: true, ...at }));
    const now = await frame();
    gaps.push(now - last);
    last = now;
  }
  return gaps;
}"""
SEARCH = """(queries) => {
  const { search } = window.kgPage.box;
  search.prepare();
  return queries.map((query) => { const start = performance.now(); const hits = search.find(query); return [query, performance.now() - start, hits.length]; });
}"""
QUERIES = ["a", "re", "ada", "transformer", "reinforcement learning", "imagenet", "difusion model", "gpt4", "large languge modl", "qzxv jkw"]


def synthetic(nodes: int) -> Any:
    """Return a graph with the attributes that kg writes."""
    import networkx as nx

    dice = random.Random(11)
    graph: Any = nx.MultiDiGraph()
    types = ("Method", "Model", "Dataset", "Metric", "Task")
    half = nodes // 2
    for number in range(half):
        graph.add_node(f"e:{number:05d}", type=types[number % 5], label=f"entity {number}", papers=0)
    for number in range(half):
        paper = f"p:{number:05d}"
        names = sorted({min(half - 1, int(dice.paretovariate(0.5)) - 1) if dice.random() < 0.3 else dice.randrange(half) for _ in range(3)})
        sentences = [f"Sentence {place} of paper {number} names entity {name}." for place, name in enumerate(names)]
        graph.add_node(paper, type="Paper", label=f"Paper {number}", title=f"Paper {number}", abstract=" ".join(sentences), year=2020 + number % 6)
        for name, text in zip(names, sentences, strict=True):
            entity = f"e:{name:05d}"
            graph.nodes[entity]["papers"] += 1
            evidence = json.dumps([{"paper": paper[2:], "start": 0, "end": len(text), "text": text}])
            graph.add_edge(paper, entity, key=f"{paper}|{entity}", id=f"{paper}|{entity}", type="USES", score=0.9, papers=1, evidence=evidence)
    return graph


def by_pyvis(graph: Any, path: Path) -> None:
    """Write pyvis' own page."""
    from pyvis.network import Network

    from kg.schema import NODE_TYPES

    network = Network(height="900px", width="100%", directed=True, cdn_resources="in_line")
    for node, values in graph.nodes(data=True):
        network.add_node(node, label=values["label"], title=values["label"], color=NODE_TYPES[values["type"]].colour)
    for tail, head, values in graph.edges(data=True):
        network.add_edge(tail, head, title=values["type"])
    path.write_text(network.generate_html(), encoding="utf-8")


def visit(executable: str, path: Path, ready: str, canvas: str, patience: float, search: bool = False) -> dict[str, Any]:
    """Open a page and measure it."""
    from playwright.sync_api import Error, sync_playwright

    row: dict[str, Any] = {"mb": round(path.stat().st_size / 1e6, 1)}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.route("**/*", lambda route: route.continue_() if route.request.url.startswith("file:") else route.abort())
        start = time.perf_counter()
        try:
            page.goto(path.as_uri(), timeout=patience * 1000, wait_until="commit")
            page.wait_for_function(ready, timeout=patience * 1000, polling=50)
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            row["usable_s"] = min(patience, round(time.perf_counter() - start, 2))
            if row["usable_s"] < patience:
                gaps = sorted(page.evaluate(FRAMES, canvas))
                row["p95_ms"] = round(gaps[int(len(gaps) * 0.95)], 1)
            if search:
                answers = page.evaluate(SEARCH, QUERIES)
                row["search_ms"] = {query: round(spent, 1) for query, spent, _ in answers}
        except Error as error:
            if "Timeout" not in str(error):
                raise
            row["usable_s"] = patience
        finally:
            browser.close()
    return row


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, nargs="*", default=[1000, 3000, 10000])
    parser.add_argument("--graph", type=Path, help="a graph.json, or a page that kg wrote (.html)")
    parser.add_argument("--patience", type=float, default=180, help="seconds")
    parser.add_argument("--browser", default=shutil.which("chromium") or shutil.which("google-chrome"))
    parser.add_argument("--no-peer", action="store_true", help="leave pyvis' own page out")
    args = parser.parse_args()
    from graphs.export.json import read_json
    from graphs.visualise import write_html

    ours = ("() => document.documentElement.dataset.ready === 'true'", "#canvas canvas")
    theirs = (
        "() => { const bar = document.getElementById('loadingBar');"
        " return document.readyState === 'complete' && (!bar || getComputedStyle(bar).display === 'none'); }",
        "#mynetwork canvas",
    )
    with tempfile.TemporaryDirectory() as folder:
        for nodes in args.nodes:
            graph = synthetic(nodes)
            page, other = Path(folder, "kg.html"), Path(folder, "pyvis.html")
            write_html(graph, page)
            mine = visit(args.browser, page, *ours, args.patience)
            print(json.dumps({"page": "kg", "nodes": nodes, **mine}), flush=True)
            if args.no_peer:
                continue
            by_pyvis(graph, other)
            row = visit(args.browser, other, *theirs, args.patience)
            print(json.dumps({"page": "pyvis", "nodes": nodes, **row}), flush=True)
            print(f"{nodes} nodes: usable {row['usable_s'] / mine['usable_s']:.0f} times sooner", flush=True)
        if args.graph:
            page = args.graph
            if page.suffix != ".html":
                page = Path(folder, "graph.html")
                write_html(read_json(args.graph), page)
            print(json.dumps({"page": "kg", "graph": args.graph.name, **visit(args.browser, page.resolve(), *ours, args.patience, search=True)}), flush=True)


if __name__ == "__main__":
    main()
