"""The page as a file: the same for the same graph, complete, asking nothing of anyone."""

from __future__ import annotations

import base64
import copy
import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from graphs.visualise import notebook_html, render, write_html
from graphs.visualise.html import _SCRIPTS
from kg.errors import GraphError
from kg.schema import NODE_TYPES, edge_types


class Elements(HTMLParser):
    """Collects elements with their attributes, and the text of scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.inline: dict[str, list[str]] = {"script": [], "style": []}
        self._in: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._in = tag if tag in self.inline else None
        if self._in:
            self.inline[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        self._in = None

    def handle_data(self, data: str) -> None:
        if self._in:
            self.inline[self._in][-1] += data


def parsed(document: str) -> Elements:
    elements = Elements()
    elements.feed(document)
    return elements


def payload(document: str) -> dict[str, Any]:
    kind, text = re.search(r'<script id="data" type="application/(json|gzip)">(.*?)</script>', document, re.S).groups()  # type: ignore[union-attr]
    raw = gzip.decompress(base64.b64decode(text)).decode() if kind == "gzip" else text
    return json.loads(raw, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


def sha256(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_same_graph_same_bytes(graph: nx.MultiDiGraph[str]) -> None:
    assert render(graph) == render(graph)


def test_order_of_nodes_and_edges_does_not_matter(graph: nx.MultiDiGraph[str]) -> None:
    other: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    other.add_nodes_from(sorted(graph.nodes(data=True), reverse=True))
    other.add_edges_from(sorted(graph.edges(keys=True, data=True), key=lambda edge: edge[2], reverse=True))
    assert render(graph) == render(other)


def test_graph_is_not_changed(graph: nx.MultiDiGraph[str]) -> None:
    before = copy.deepcopy(graph)
    render(graph)
    assert nx.utils.graphs_equal(before, graph)
    assert list(before.nodes) == list(graph.nodes)
    assert dict(before.nodes(data=True)) == dict(graph.nodes(data=True))


def test_nothing_is_loaded_from_anywhere(graph: nx.MultiDiGraph[str]) -> None:
    elements = parsed(render(graph))
    for tag, attributes in elements.found:
        assert not (tag == "script" and "src" in attributes)
        assert tag not in {"iframe", "object", "embed", "img", "base"}
        if tag == "link":
            assert attributes["href"] == "data:,"
    assert "url(" not in elements.inline["style"][0]
    assert "@import" not in elements.inline["style"][0]


def test_policy_allows_exactly_the_inline_parts(graph: nx.MultiDiGraph[str]) -> None:
    elements = parsed(render(graph))
    (policy,) = [attributes["content"] for tag, attributes in elements.found if attributes.get("http-equiv") == "Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in str(policy).split(";"))
    _, vis, application = elements.inline["script"]
    assert rules == {
        "default-src": "'none'",
        "script-src": f"{sha256(vis)} {sha256(application)}",
        "style-src": sha256(elements.inline["style"][0]),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }


def test_policy_comes_before_what_it_governs(graph: nx.MultiDiGraph[str]) -> None:
    document = render(graph)
    assert document.index("Content-Security-Policy") < document.index("<style") < document.index("<script")


def test_hostile_text_stays_inside_the_data(hostile: nx.MultiDiGraph[str], graph: nx.MultiDiGraph[str]) -> None:
    def tags(document: str) -> list[str]:
        return [tag for tag, _ in parsed(document).found]

    assert tags(render(hostile)) == tags(render(graph))


def test_hostile_text_is_not_lost(hostile: nx.MultiDiGraph[str], hostile_texts: list[str]) -> None:
    labels = payload(render(hostile))["nodes"]["label"]
    for text in hostile_texts:
        assert text in labels


@pytest.mark.parametrize("title", ["</title><script>window.pwned=9</script>", "{{ 7*7 }}", 'A "quoted" & <b>bold</b> title', "lone \ud800 surrogate"])
def test_title_is_text(graph: nx.MultiDiGraph[str], title: str) -> None:
    document = render(graph, title=title)
    document.encode("utf-8")
    assert document.count("<script") == render(graph).count("<script")
    assert "49" not in re.findall(r"<title>(.*?)</title>", document)[0]


def test_numbers_that_json_lacks_are_left_out() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node("p:1", type="Paper", label="P", abstract="A.", year=float("nan"))
    graph.add_node("e:x", type="Method", label="X", papers=float("inf"))
    graph.add_edge("p:1", "e:x", key="k", id="k", type="USES", score=float("nan"), evidence="no JSON at all")
    data = payload(render(graph))
    assert data["edges"]["score"] == [None]
    assert data["edges"]["evidence"] == [[]]
    assert data["nodes"]["year"] == [None, None]
    assert data["nodes"]["papers"] == [0, 0]


def test_empty_graph_has_a_page() -> None:
    data = payload(render(nx.MultiDiGraph()))
    assert data["nodes"]["id"] == []
    assert data["network"]["nodes"] == {"id": [], "x": [], "y": []}


def test_graph_of_one_node() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node("p:1", type="Paper", label="", abstract="")
    assert payload(render(graph))["network"]["nodes"] == {"id": [0], "x": [0.0], "y": [0.0]}


def test_types_that_the_schema_lacks_are_shown() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node("e:x", type="Theorem", label="X")
    graph.add_node("e:y", type="Method", label="Y")
    graph.add_edge("e:x", "e:y", key="k", id="k", type="PROVES_THAT")
    schema = payload(render(graph))["schema"]
    assert schema["nodeTypes"][-1]["name"] == "Theorem"
    assert schema["edgeTypes"][-1] | {"group": None} == {
        "name": "PROVES_THAT",
        "label": "proves that",
        "inverse": "proves that (of)",
        "description": "",
        "group": None,
        "quiet": False,
    }


def test_node_without_type_is_named() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node("e:x", label="X")
    with pytest.raises(GraphError, match=r"node 'e:x' has no type"):
        render(graph)


def test_edge_without_type_is_reported() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node("e:x", type="Method")
    graph.add_node("e:y", type="Method")
    graph.add_edge("e:x", "e:y")
    with pytest.raises(GraphError, match=r"edge from 'e:x' to 'e:y' has no type"):
        render(graph)


def test_max_nodes_must_be_positive(graph: nx.MultiDiGraph[str]) -> None:
    with pytest.raises(GraphError, match="max_nodes is 0"):
        render(graph, max_nodes=0)


def test_schema_is_handed_over(graph: nx.MultiDiGraph[str]) -> None:
    schema = payload(render(graph))["schema"]
    assert [(row["name"], row["colour"], row["shape"], row["description"]) for row in schema["nodeTypes"]] == [
        (row.name, row.colour, row.shape, row.description) for row in NODE_TYPES.values()
    ]
    assert [row["name"] for row in schema["edgeTypes"]] == list(edge_types())


def test_page_code_spells_no_type() -> None:
    folder = Path(sys.modules["graphs.visualise"].__file__ or "").parent / "page"
    assert sorted(path.name for path in folder.glob("*.js")) == sorted(_SCRIPTS)
    for name in (*_SCRIPTS, "page.html"):
        source = (folder / name).read_text(encoding="utf-8")
        for word in (*edge_types(), *(f'"{row}"' for row in NODE_TYPES), *(row.colour for row in NODE_TYPES.values())):
            assert word not in source, f"{name} spells {word}"


def test_page_code_makes_no_html_of_text() -> None:
    folder = Path(sys.modules["graphs.visualise"].__file__ or "").parent / "page"
    for name in _SCRIPTS:
        source = (folder / name).read_text(encoding="utf-8")
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "createContextualFragment"):
            assert word not in source, f"{name} uses {word}"


def test_large_data_is_packed_the_same_way_each_time(graph: nx.MultiDiGraph[str]) -> None:
    large = graph.copy()
    for index in range(40):
        large.nodes[f"p:n{index:02d}"]["abstract"] = " ".join(f"word{(index * 7919 + place * 104729) % 99991}" for place in range(4000))
    document = render(large)
    assert 'id="data" type="application/gzip"' in document
    assert document == render(large)
    assert payload(document)["nodes"]["id"] == sorted(large.nodes)


def test_file_is_utf8_whatever_the_locale(graph: nx.MultiDiGraph[str], hostile: nx.MultiDiGraph[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    write_html(hostile, tmp_path / "größe.html")
    assert (tmp_path / "größe.html").read_bytes().decode("utf-8") == render(hostile)
    assert os.listdir(tmp_path) == ["größe.html"]


def test_failed_write_leaves_the_old_file(graph: nx.MultiDiGraph[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "graph.html"
    target.write_text("old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(GraphError, match="No space left on device"):
        write_html(graph, target)
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["graph.html"]


def test_missing_folder_is_a_clear_error(graph: nx.MultiDiGraph[str], tmp_path: Path) -> None:
    with pytest.raises(GraphError, match=r"cannot write the page .*No such file or directory"):
        write_html(graph, tmp_path / "no" / "graph.html")


def test_importing_does_not_load_pyvis() -> None:
    code = "import sys, graphs.visualise; print(sorted({'pyvis', 'IPython', 'spacy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_notebook_gets_the_page_in_a_frame_that_cannot_reach_it(hostile: nx.MultiDiGraph[str], hostile_texts: list[str]) -> None:
    title = hostile_texts[2]
    shown = notebook_html(hostile, title=title, height=500)
    ((tag, attributes),) = parsed(shown).found
    assert tag == "iframe"
    assert attributes["srcdoc"] == render(hostile, title=title)
    assert attributes["title"] == title
    assert "height: 500px" in str(attributes["style"])
    assert "allow-scripts" in str(attributes["sandbox"])
    assert "allow-same-origin" not in str(attributes["sandbox"])


def test_page_too_large_for_a_notebook_is_named_instead(graph: nx.MultiDiGraph[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphs.visualise.notebook.INLINE_LIMIT", 1000)
    shown = notebook_html(graph)
    assert "<iframe" not in shown
    assert "149 nodes" in shown
    assert "write_html" in shown
