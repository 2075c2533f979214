"""The page as a person uses it: every part by role and name. `visit` fails a test on any request or complaint."""

from __future__ import annotations

import csv
import math
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from playwright.sync_api import expect

from graphs.visualise import write_html

pytestmark = pytest.mark.browser

on_both = pytest.mark.parametrize("page", ["vis-network", "board"], indirect=True)
"""Whatever carries the picture: vis-network, or for larger graphs the board."""


def search(page: Any, text: str) -> Any:
    page.keyboard.press("/")
    box = page.get_by_role("combobox", name="Search papers")
    expect(box).to_be_focused()
    box.fill(text)
    return box


def suggestions(page: Any) -> Any:
    return page.get_by_role("listbox", name="Suggestions").get_by_role("option")


def choose(page: Any, text: str) -> None:
    search(page, text)
    page.keyboard.press("Enter")


def details(page: Any) -> Any:
    return page.get_by_role("complementary", name="Details")


def legend(page: Any) -> Any:
    return page.get_by_role("complementary", name="Legend and filters")


def section(page: Any, heading: str) -> Any:
    return details(page).locator("section").filter(has=page.get_by_role("heading", name=re.compile(f"^{heading}")))


def spot(page: Any, node: str) -> tuple[float, float]:
    """Where a node is on the screen."""
    box = page.locator("#canvas").bounding_box()
    place = page.evaluate(
        "id => { const { view, model } = window.kgPage; return view.screen(view.placed.get(model.rows.get(id))); }",
        node,
    )
    return box["x"] + place["x"], box["y"] + place["y"]


def drawn(page: Any) -> set[str]:
    """The ids of the nodes in the picture."""
    return set(
        page.evaluate(
            """() => {
              const { view, model } = window.kgPage;
              return [...view.placed.keys()].filter((row) => view.visible(row)).map((row) => model.nodes[row].id);
            }"""
        )
    )


def test_first_view_says_what_there_is(page: Any) -> None:
    expect(page).to_have_title("Invented papers")
    expect(page.get_by_role("heading", level=1)).to_have_text("Invented papers")
    panel = details(page)
    expect(panel.get_by_role("heading", name="What is in this graph")).to_be_visible()
    expect(panel).to_contain_text("42 papers, 65 entities and 42 results")
    expect(panel.get_by_role("heading", name="Datasets named most")).to_be_visible()
    expect(panel.get_by_role("button", name="river flood forecasting")).to_be_visible()
    expect(page.get_by_role("note")).to_be_hidden()


def test_results_and_what_is_only_mentioned_are_not_drawn_at_first(page: Any) -> None:
    shown = drawn(page)
    assert "e:graspnova" in shown
    assert "p:n00" in shown
    assert "e:rule-based-planners" not in shown
    assert not any(node.startswith("r:") for node in shown)


def test_search_finds_by_name_alias_and_with_errors(page: Any) -> None:
    for typed, expected in (
        ("graspnova", "GraspNova"),
        ("qwen 2.5 7b", "Qwen2.5-7B"),
        ("protien docking", "protein docking"),
        ("flod forecast", "river flood forecasting"),
    ):
        search(page, typed)
        expect(suggestions(page).first).to_contain_text(expected)
        page.keyboard.press("Escape")


def test_suggestion_tells_type_count_and_alias(page: Any) -> None:
    search(page, "qwen 2.5 7b")
    first = suggestions(page).first
    expect(first).to_contain_text("Model")
    expect(first).to_contain_text(re.compile(r"\d+ papers"))
    search(page, "diffusion")
    expect(suggestions(page).first).to_contain_text("Method · 10 papers")


def test_search_box_is_worked_by_keyboard(page: Any) -> None:
    box = search(page, "zzyzx")
    expect(suggestions(page).filter(has_text="Nothing is called")).to_be_visible()
    box.fill("lintloop")
    options = suggestions(page)
    expect(options.first).to_have_attribute("aria-selected", "true")
    box.fill("dock")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    assert box.get_attribute("aria-activedescendant") == options.nth(1).get_attribute("id")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(box).to_have_attribute("aria-expanded", "false")


def test_box_that_is_left_and_entered_again_keeps_its_suggestions(page: Any) -> None:
    box = search(page, "RepairGym")
    box.evaluate("input => { input.blur(); input.focus(); }")
    page.wait_for_timeout(400)  # longer than the box waits to close after it has lost the focus
    expect(suggestions(page).first).to_contain_text("RepairGym", timeout=1000)
    page.keyboard.press("Enter")
    expect(details(page).get_by_role("heading", level=2)).to_have_text("RepairGym")


def test_entity_details(page: Any) -> None:
    choose(page, "Transformer")
    panel = details(page)
    expect(panel.get_by_role("heading", level=2)).to_have_text("Transformer")
    expect(panel).to_contain_text("also Transformers")
    expect(panel).to_contain_text(re.compile(r"in \d+ papers · first in 2022"))
    expect(panel.get_by_role("img", name=re.compile(r"Papers by year: 2022: \d+, 2023: \d+"))).to_be_visible()
    expect(section(page, "Used by").get_by_role("listitem")).to_have_count(8)
    expect(section(page, "Basis of").get_by_role("link", name="GraspNova", exact=False).first).to_be_visible()
    assert page.url.endswith("#show=node&a=e%3Atransformer")


def test_entity_shows_its_results_in_words(page: Any) -> None:
    choose(page, "PoseAtlas")
    words = section(page, "Results").get_by_role("listitem").first
    expect(words).to_contain_text(re.compile(r"reaches \d\d\.\d% .*docking RMSD on .*PoseAtlas, from 58\.2%\."))
    words.get_by_role("link", name="Evidence of the result").click()
    expect(details(page).get_by_role("heading", name="Evidence")).to_be_visible()
    expect(details(page).locator("mark", has_text="PoseAtlas")).to_be_visible()
    expect(details(page).locator("mark", has_text="58.2")).to_be_visible()


def test_paper_details(page: Any) -> None:
    choose(page, "TactileFlow: a step towards")
    panel = details(page)
    expect(panel.get_by_role("heading", level=2)).to_have_text("TactileFlow: a step towards robot grasping")
    expect(panel).to_contain_text("2023 · ICML")
    expect(panel.get_by_role("link", name="Read the paper")).to_have_attribute("href", "https://example.org/1")
    expect(section(page, "Proposes").get_by_role("link", name="TactileFlow")).to_be_visible()
    expect(section(page, "Evaluates on").get_by_role("link", name="Bin-Clutter-9")).to_be_visible()
    expect(section(page, "Mentions").get_by_role("link", name="rule-based planners")).to_be_visible()
    abstract = panel.locator(".abstract")
    expect(abstract).to_contain_text("We present TactileFlow, which builds on Qwen2.5-7B.")
    abstract.get_by_role("link", name="Qwen2.5-7B").click()
    expect(panel.get_by_role("heading", level=2)).to_have_text("Qwen2.5-7B")


def test_paper_without_title_goes_by_its_first_sentence(page: Any) -> None:
    choose(page, "Progress in robot grasping")
    expect(details(page).get_by_role("heading", level=2)).to_have_text("Progress in robot grasping is slow")


def test_sentences_open_below_a_relation(page: Any) -> None:
    choose(page, "TactileFlow: a step towards")
    toggle = page.get_by_role("button", name="Sentences for evaluates on")
    expect(toggle).to_have_attribute("aria-expanded", "false")
    toggle.click()
    expect(toggle).to_have_attribute("aria-expanded", "true")
    expect(section(page, "Evaluates on").locator("blockquote")).to_contain_text("On Bin-Clutter-9 it reaches")
    expect(section(page, "Evaluates on").locator("mark")).to_have_text("Bin-Clutter-9")


def test_link_details_show_every_relation_with_score_and_sentence(page: Any) -> None:
    choose(page, "TactileFlow: a step towards")
    page.get_by_role("button", name="Sentences for uses").click()
    section(page, "Uses").get_by_role("link", name="this link").click()
    panel = details(page)
    expect(panel).to_contain_text("sureness 0.55")
    expect(panel.locator("blockquote")).to_contain_text("We present TactileFlow, which builds on Qwen2.5-7B.")
    expect(panel.locator("mark")).to_have_text("Qwen2.5-7B")
    expect(panel.locator("blockquote").get_by_role("link")).to_contain_text("TactileFlow: a step towards robot grasping")


@on_both
def test_click_on_a_node_selects_it_and_dims_the_rest(page: Any) -> None:
    page.mouse.click(*spot(page, "e:poseatlas"))
    expect(details(page).get_by_role("heading", level=2)).to_have_text("PoseAtlas")
    lit = page.evaluate("() => window.kgPage.view.lit.size")
    assert lit == 8  # itself and the seven papers that evaluate on it
    page.keyboard.press("Escape")
    expect(details(page).get_by_role("heading", name="What is in this graph")).to_be_visible()
    assert page.evaluate("() => window.kgPage.view.lit") is None


@on_both
def test_click_on_a_line_shows_what_it_stands_for(page: Any) -> None:
    # A line that nothing else crosses in its middle.
    found = page.evaluate(
        """() => {
          const { view, model } = window.kgPage;
          for (const line of view.lines) {
            const [a, b] = [view.placed.get(line.a), view.placed.get(line.b)];
            const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
            const near = [...view.placed.values()].some((node) => Math.hypot(node.x - middle.x, node.y - middle.y) < node.size + 6);
            if (!near && view.lineAt(middle) === line && view.visible(line.a) && view.visible(line.b)) {
              return { at: view.screen(middle), names: [model.name(line.a), model.name(line.b)] };
            }
          }
        }"""
    )
    box = page.locator("#canvas").bounding_box()
    page.mouse.click(box["x"] + found["at"]["x"], box["y"] + found["at"]["y"])
    for name in found["names"]:
        expect(details(page).locator(".pair")).to_contain_text(name)
    expect(details(page).locator("blockquote mark").first).to_be_visible()


@on_both
def test_pointing_at_a_node_names_it(page: Any) -> None:
    page.mouse.move(*spot(page, "e:poseatlas"))
    expect(page.locator("#tip")).to_have_text("PoseAtlasDataset · 7 papers")


@on_both
def test_double_click_focuses_on_the_neighbourhood(page: Any) -> None:
    page.mouse.dblclick(*spot(page, "e:poseatlas"))
    crumb = page.get_by_role("status").filter(has_text="Neighbourhood of")
    expect(crumb).to_contain_text("PoseAtlas")
    assert drawn(page) == {"e:poseatlas", *(f"p:n{number}" for number in range(21, 28))}
    page.get_by_role("button", name="2 steps").click()
    expect(page.get_by_role("button", name="2 steps")).to_have_attribute("aria-pressed", "true")
    assert {"e:dockdrift", "e:protein-docking", "e:diffusion-models"} <= drawn(page)
    assert "hops=2" in page.url
    page.get_by_role("button", name="← All").click()
    assert "p:n00" in drawn(page)


@on_both
def test_focus_by_button_and_key(page: Any) -> None:
    choose(page, "VoxPivot")
    page.get_by_role("button", name="Focus").click()
    assert "focus=e%3Avoxpivot" in page.url
    expect(page.get_by_role("button", name="Show everything")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert page.url.endswith("#")
    choose(page, "EchoAlign")
    page.keyboard.press("f")
    expect(page.get_by_role("status").filter(has_text="Neighbourhood of")).to_contain_text("EchoAlign")


def test_search_draws_what_the_overview_lacks(page: Any) -> None:
    choose(page, "rule-based planners")
    expect(page.get_by_role("status").filter(has_text="Neighbourhood of")).to_contain_text("rule-based planners")
    assert "e:rule-based-planners" in drawn(page)


def test_back_leads_back(page: Any) -> None:
    choose(page, "PoseAtlas")
    choose(page, "RepairGym")
    page.get_by_role("button", name="← Back").click()
    expect(details(page).get_by_role("heading", level=2)).to_have_text("PoseAtlas")
    page.go_back()
    expect(details(page).get_by_role("heading", name="What is in this graph")).to_be_visible()
    page.go_forward()
    expect(details(page).get_by_role("heading", level=2)).to_have_text("PoseAtlas")


@on_both
def test_legend_filters_types(page: Any) -> None:
    box = legend(page).get_by_role("checkbox", name="Datasets")
    expect(box).to_be_checked()
    box.uncheck()
    assert "e:poseatlas" not in drawn(page)
    assert "e:docking-rmsd" in drawn(page)
    results = legend(page).get_by_role("checkbox", name="Results 42")
    expect(results).not_to_be_checked()
    results.check()
    assert "r:n00:1" in drawn(page)
    page.get_by_role("button", name="Reset filters").click()
    assert "e:poseatlas" in drawn(page)
    assert "r:n00:1" not in drawn(page)
    expect(page.get_by_role("button", name="Reset filters")).to_be_disabled()


def test_legend_shows_counts(page: Any) -> None:
    expect(legend(page).get_by_role("checkbox", name=re.compile(r"^Papers 42"))).to_be_visible()
    expect(legend(page).get_by_role("listitem").filter(has_text="Datasets").first).to_contain_text("6")
    expect(legend(page).get_by_role("listitem").filter(has_text="Methods").first).to_contain_text(re.compile(r"\d+ / \d+"))


def test_only_one_type(page: Any) -> None:
    legend(page).get_by_role("button", name="Only Tasks").click()
    shown = drawn(page)
    assert "e:theorem-proving" in shown
    assert not shown & {"e:poseatlas", "e:graspnova", "e:transformer"}
    assert "p:n00" in shown


def test_relations_filter(page: Any) -> None:
    legend(page).get_by_role("checkbox", name=re.compile("^mentions")).check()
    assert "e:rule-based-planners" in drawn(page)
    legend(page).get_by_role("checkbox", name=re.compile("^addresses")).uncheck()
    assert "e:theorem-proving" not in drawn(page)


def test_narrowing_down_by_year_venue_count_and_score(page: Any) -> None:
    page.get_by_label("From year").select_option("2025")
    years = {"n03", "n10", "n17", "n24", "n31", "n38"}
    assert {node[2:] for node in drawn(page) if node.startswith("p:")} == years
    page.get_by_role("button", name="Reset filters").click()
    page.get_by_label("Venue").select_option("ICML")
    assert "p:n00" not in drawn(page)
    assert "p:n01" in drawn(page)
    page.get_by_role("button", name="Reset filters").click()
    page.get_by_role("slider", name="Named by at least").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert "e:graspnova" not in drawn(page)
    assert "e:transformer" in drawn(page)
    expect(legend(page)).to_contain_text("5 papers")
    page.get_by_role("button", name="Reset filters").click()
    page.get_by_role("slider", name="Sureness at least").focus()
    for _ in range(16):
        page.keyboard.press("ArrowRight")
    assert "e:gpt-4o" not in drawn(page)
    assert "e:graspnova" in drawn(page)


def test_filters_that_leave_nothing_say_so(page: Any) -> None:
    for name in ("Papers", "Methods", "Models", "Datasets", "Metrics", "Tasks"):
        legend(page).get_by_role("checkbox", name=re.compile(f"^{name}")).uncheck()
    expect(page.get_by_text("The filters leave nothing to show.")).to_be_visible()


def test_address_holds_the_whole_view(visit: Callable[..., Any], page_file: Path) -> None:
    page = visit(page_file, "#show=node&a=e%3Aposeatlas&focus=e%3Aposeatlas&hops=2&hidden=Task")
    expect(details(page).get_by_role("heading", level=2)).to_have_text("PoseAtlas")
    expect(page.get_by_role("button", name="2 steps")).to_have_attribute("aria-pressed", "true")
    expect(legend(page).get_by_role("checkbox", name=re.compile("^Tasks"))).not_to_be_checked()
    expect(legend(page).get_by_role("checkbox", name=re.compile("^Results 42"))).to_be_checked()


@pytest.mark.parametrize("fragment", ["#show=node&a=e:nothing", "#show=path&a=e:poseatlas", "#%E0%A4%A", "#hops=NaN&from=x&hidden=Nonsense&view=no&score=7"])
def test_address_without_sense_is_passed_over(visit: Callable[..., Any], page_file: Path, fragment: str) -> None:
    page = visit(page_file, fragment)
    expect(details(page).get_by_role("heading", name="What is in this graph")).to_be_visible()


@on_both
def test_path_between_two_nodes(page: Any) -> None:
    choose(page, "PoseAtlas")
    page.get_by_role("button", name="Path to …").click()
    box = page.get_by_role("combobox", name="Search papers")
    expect(box).to_have_attribute("placeholder", "Path: PoseAtlas and …")
    box.fill("TalkTogether")
    page.keyboard.press("Enter")
    panel = details(page)
    expect(panel.get_by_role("heading", level=2)).to_have_text("4 steps")
    expect(panel.get_by_role("listitem")).to_have_count(4)
    expect(panel.get_by_role("listitem").first).to_contain_text("On PoseAtlas it reaches")
    expect(panel.get_by_role("listitem").last).to_contain_text("TalkTogether")
    assert "show=path" in page.url


def test_path_through_what_is_not_shown_is_drawn_alone(visit: Callable[..., Any], page_file: Path) -> None:
    page = visit(page_file, "#show=path&a=r%3An00%3A1&b=e%3Atacticflow")
    expect(details(page).get_by_role("heading", name="What is in this graph")).to_be_visible()
    page = visit(page_file, "#show=path&a=r%3An00%3A1&b=e%3Atactileflow")
    expect(details(page).get_by_role("heading", level=2)).to_have_text(re.compile(r"\d steps"))
    assert {"r:n00:1", "e:tactileflow"} <= drawn(page)
    assert len(drawn(page)) < 8


def test_comparison_of_two_entities(page: Any) -> None:
    choose(page, "PoseAtlas")
    page.get_by_role("button", name="Compare …").click()
    page.get_by_role("combobox", name="Search papers").fill("protein docking")
    page.keyboard.press("Enter")
    expect(section(page, "Papers that name both").get_by_role("listitem")).to_have_count(7)
    expect(section(page, "Shared")).to_contain_text("DockDrift")
    expect(section(page, "Only with PoseAtlas")).to_contain_text("nothing")


def test_hidden_node_comes_back(page: Any) -> None:
    choose(page, "PoseAtlas")
    page.get_by_role("button", name="Hide").click()
    assert "e:poseatlas" not in drawn(page)
    expect(page.get_by_text("1 node hidden")).to_be_visible()
    page.get_by_role("button", name="Show again").click()
    assert "e:poseatlas" in drawn(page)


def test_table_sorts_filters_and_selects(page: Any) -> None:
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("tab", name="Datasets 6").click()
    table = page.get_by_role("table", name="Datasets")
    expect(table.get_by_role("row")).to_have_count(7)
    expect(table.get_by_role("columnheader", name="Papers")).to_have_attribute("aria-sort", "descending")
    table.get_by_role("button", name="Dataset", exact=True).click()
    expect(table.get_by_role("row").nth(1)).to_contain_text("Bin-Clutter-9")
    table.get_by_role("button", name="Dataset", exact=True).click()
    expect(table.get_by_role("row").nth(1)).to_contain_text("TalkTogether")
    box = page.get_by_role("searchbox", name="Filter Datasets")
    box.press_sequentially("gym")
    expect(box).to_be_focused()
    expect(table.get_by_role("row")).to_have_count(2)
    expect(page.get_by_text("1 of 6")).to_be_visible()
    table.get_by_role("link", name="RepairGym").click()
    expect(details(page).get_by_role("heading", level=2)).to_have_text("RepairGym")
    expect(table.get_by_role("row").nth(1)).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Graph", exact=True).click()
    assert page.evaluate("() => window.kgPage.view.chosen.size") == 1


def test_table_of_results_and_papers(page: Any) -> None:
    page.keyboard.press("t")
    papers = page.get_by_role("table", name="Papers")
    expect(papers.get_by_role("row")).to_have_count(43)
    papers.get_by_role("button", name="Year").click()
    expect(papers.get_by_role("row").nth(1)).to_contain_text("2025")
    page.get_by_role("tab", name="Results").click()
    results = page.get_by_role("table", name="Results")
    results.get_by_role("button", name="Value").click()
    values = [float(text.strip().rstrip("%").split()[-1].rstrip("%")) for text in results.locator("tbody td:first-child .text").all_inner_texts()]
    assert values == sorted(values, reverse=True)
    assert len(values) == 42


def test_tabs_are_worked_by_arrow_keys(page: Any) -> None:
    page.keyboard.press("t")
    page.get_by_role("tab", name="Papers").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Methods")).to_be_focused()
    expect(page.get_by_role("table", name="Methods")).to_be_visible()


def test_csv_holds_all_rows(page: Any) -> None:
    page.keyboard.press("t")
    page.get_by_role("tab", name="Metrics").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download CSV").click()
    assert download.value.suggested_filename == "metrics.csv"
    rows = list(csv.reader(Path(download.value.path()).read_text(encoding="utf-8").splitlines()))
    assert rows[0] == ["Metric", "Papers", "First year", "Also called", "Said of it"]
    assert {row[0] for row in rows[1:]} == {"grasp success", "pass@1", "nRMSE", "docking RMSD", "BLEU"}


def test_table_can_be_copied(visit: Callable[..., Any], page_file: Path) -> None:
    page = visit(page_file, permissions=["clipboard-read", "clipboard-write"])
    page.keyboard.press("t")
    page.get_by_role("tab", name="Metrics").click()
    page.get_by_role("searchbox", name="Filter Metrics").fill("rmse")
    expect(page.get_by_role("status").filter(has_text="1 of 5")).to_be_visible()
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_text("Table copied.").first).to_be_attached()
    rows = list(csv.reader(page.evaluate("navigator.clipboard.readText()").splitlines()))
    assert [row[0] for row in rows] == ["Metric", "nRMSE"]


def test_entity_shows_its_papers_by_year(page: Any, graph: nx.MultiDiGraph[str]) -> None:
    years = Counter(graph.nodes[paper]["year"] for paper, _ in graph.in_edges("e:poseatlas") if "year" in graph.nodes[paper])
    assert len(years) > 1
    choose(page, "PoseAtlas")
    text = "Papers by year: " + ", ".join(f"{year}: {count}" for year, count in sorted(years.items()))
    expect(details(page).get_by_role("img", name=text, exact=True)).to_be_visible()


@on_both
def test_pictures_can_be_taken_away(page: Any) -> None:
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Picture as SVG").click()
    svg = Path(download.value.path()).read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    assert svg.count("<title>") == len(drawn(page))
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Picture as PNG").click()
    assert Path(download.value.path()).read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_text_can_be_taken_away(visit: Callable[..., Any], page_file: Path) -> None:
    page = visit(page_file, permissions=["clipboard-read", "clipboard-write"])
    choose(page, "TactileFlow: a step towards")
    page.get_by_role("button", name="BibTeX").click()
    expect(page.get_by_text("BibTeX copied.").first).to_be_attached()
    assert "title = {{TactileFlow: a step towards robot grasping}}" in page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name="Export").click()
    page.get_by_role("menuitem", name="Copy details as Markdown").click()
    expect(page.get_by_text("Details copied.").first).to_be_attached()
    text = page.evaluate("navigator.clipboard.readText()")
    assert "## TactileFlow: a step towards robot grasping" in text
    assert "On Bin-Clutter-9 it reaches" in text
    page.get_by_role("button", name="Export").click()
    page.get_by_role("menuitem", name="Copy link to this view").click()
    expect(page.get_by_text("Link copied.").first).to_be_attached()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_export_menu_is_worked_by_keyboard(page: Any) -> None:
    button = page.get_by_role("button", name="Export")
    button.focus()
    page.keyboard.press("Enter")
    items = page.get_by_role("menuitem")
    expect(items.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(items.nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    expect(items.first).to_be_hidden()


@on_both
def test_graph_is_worked_by_keyboard(page: Any) -> None:
    page.get_by_role("application", name="Graph").focus()
    page.keyboard.press("Enter")
    first = details(page).get_by_role("heading", level=2).inner_text()
    assert first != "What is in this graph"
    for key in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Neighbourhood of")).to_be_visible()
    before = page.evaluate("() => window.kgPage.view.network.getScale()")
    page.keyboard.press("+")
    assert page.evaluate("() => window.kgPage.view.network.getScale()") > before
    page.keyboard.press("0")
    place = page.evaluate("() => window.kgPage.view.network.getViewPosition().x")
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate("() => window.kgPage.view.network.getViewPosition().x") > place


@on_both
def test_zoom_buttons(page: Any) -> None:
    scale = "() => window.kgPage.view.network.getScale()"
    start = page.evaluate(scale)
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom in").click()
    assert page.evaluate(scale) > start * 1.5
    page.get_by_role("button", name="Zoom out").click()
    page.get_by_role("button", name="Show all").click()
    assert page.evaluate(scale) == pytest.approx(start, rel=0.01)


@on_both
def test_dragged_node_stays_with_its_lines(page: Any) -> None:
    x, y = spot(page, "e:poseatlas")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 30, steps=4)
    page.mouse.up()
    assert spot(page, "e:poseatlas") == pytest.approx((x + 60, y + 30), abs=3)
    # It stays there when the page is opened again by its address.
    assert re.search(r"pins=-?\d+\+-?\d+\+e%3Aposeatlas", page.url)
    assert page.evaluate("() => [...window.kgPage.view.pinned].map((row) => window.kgPage.model.nodes[row].id)") == ["e:poseatlas"]


def test_board_moves_fluently_and_comes_to_rest_sharp(visit: Callable[..., Any], board_file: Path) -> None:
    page = visit(board_file)
    page.wait_for_function("() => !window.kgPage.view.board.moving && !window.kgPage.view.board.stale")
    box = page.locator("#canvas").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    scale = page.evaluate("() => window.kgPage.view.network.getScale()")
    for _ in range(3):
        page.mouse.wheel(0, -200)
    page.wait_for_function("() => !window.kgPage.view.board.moving && !window.kgPage.view.board.stale")
    assert page.evaluate("() => window.kgPage.view.network.getScale()") == pytest.approx(scale * math.exp(0.0018 * 600), rel=0.01)
    # What is shown is drawn for this camera, not a copy moved from another.
    assert (
        page.evaluate(
            "() => { const { shots, x, y, scale } = window.kgPage.view.board; return [shots.seen.x === x, shots.seen.y === y, shots.seen.scale === scale]; }"
        )
        == [True] * 3
    )
    still = "() => document.querySelector('#canvas .carrier:not(.away) canvas').toDataURL()"
    before = page.evaluate(still)
    page.evaluate("() => window.kgPage.view.network.redraw()")
    page.wait_for_function("() => !window.kgPage.view.board.stale")
    assert page.evaluate(still) == before


def test_hostile_text_on_the_board(
    visit: Callable[..., Any], hostile: nx.MultiDiGraph[str], hostile_texts: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphs.visualise.html.FLUENT", 0)
    write_html(hostile, tmp_path / "hostile.html")
    page = visit(tmp_path / "hostile.html")
    page.get_by_role("application", name="Graph").focus()
    for _ in range(4):
        page.keyboard.press("+")
    page.evaluate("() => { const { view, model } = window.kgPage; view.network.moveTo({ position: view.placed.get(model.rows.get('e:h7')), scale: 2 }); }")
    page.mouse.move(*spot(page, "e:h7"))  # 10,000 letters without a space
    expect(page.locator("#tip")).to_contain_text("WWW")
    assert page.locator("#tip").evaluate("tip => tip.offsetWidth <= document.body.clientWidth")
    assert page.evaluate("() => window.pwned") is None


def test_theme_follows_the_system_and_can_be_switched(visit: Callable[..., Any], page_file: Path) -> None:
    page = visit(page_file, color_scheme="dark")
    background = "() => getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(background) == "rgb(27, 30, 37)"
    page.get_by_role("button", name="Switch between light and dark").click()
    assert page.evaluate(background) == "rgb(255, 255, 255)"


def test_help_lists_the_keys(page: Any) -> None:
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Help")
    expect(dialog).to_contain_text("focus on the selected node")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_what_is_selected_is_said(page: Any) -> None:
    choose(page, "PoseAtlas")
    expect(page.locator("#live")).to_have_text("PoseAtlas: details shown.")


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)])
def test_nothing_is_cut_off_at_any_size(visit: Callable[..., Any], page_file: Path, size: tuple[int, int]) -> None:
    page = visit(page_file, viewport={"width": size[0], "height": size[1]})
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
    page.get_by_role("combobox", name="Search papers").fill("PoseAtlas")
    page.keyboard.press("Enter")
    expect(details(page).get_by_role("heading", level=2)).to_be_in_viewport()
    x, y = spot(page, "e:poseatlas")
    box = details(page).bounding_box()
    assert not (box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"])
    page.get_by_role("button", name="Close details").click()
    if size[0] < 760:
        expect(legend(page)).to_be_hidden()
        page.get_by_role("button", name="Filters").click()
    expect(legend(page).get_by_role("checkbox", name=re.compile("^Papers"))).to_be_visible()


def extent(page: Any) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of the nodes of the picture, in pixels of the window."""
    box = page.locator("#canvas").bounding_box()
    left, top, right, bottom = page.evaluate(
        """() => {
          const { view } = window.kgPage;
          const scale = view.network.getScale();
          const spots = [...view.placed.values()].filter((place) => view.visible(place.row)).map((place) => ({ ...view.screen(place), r: place.size * scale }));
          const [least, most] = [-1, 1].map((side) => ["x", "y"].map((axis) => side * Math.max(...spots.map((spot) => side * spot[axis] + spot.r))));
          return [...least, ...most];
        }"""
    )
    return box["x"] + left, box["y"] + top, box["x"] + right, box["y"] + bottom


def test_the_picture_is_tall_on_a_telephone(visit: Callable[..., Any], page_file: Path) -> None:
    shapes = []
    for width, height in ((1440, 900), (390, 844)):
        page = visit(page_file, viewport={"width": width, "height": height})
        left, top, right, bottom = extent(page)
        box = page.locator("#canvas").bounding_box()
        assert box["x"] <= left and right <= box["x"] + box["width"] and box["y"] <= top and bottom <= box["y"] + box["height"]
        shapes.append((right - left) / (bottom - top))
    assert shapes[0] > 0.9
    assert shapes[1] < 0.8


CAMERA = "() => { const { network } = window.kgPage.view; const { x, y } = network.getViewPosition(); return [x, y, network.getScale()]; }"


@on_both
def test_the_address_holds_where_the_reader_has_zoomed_to(page: Any, visit: Callable[..., Any]) -> None:
    box = page.locator("#canvas").bounding_box()
    fitted = page.evaluate(CAMERA)
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    page.mouse.wheel(0, -600)
    page.wait_for_url("**at=**")
    page.wait_for_function("scale => window.kgPage.view.network.getScale() > scale * 1.02", arg=fitted[2])
    page.wait_for_timeout(700)  # longer than the camera has to rest before it is told of
    seen = page.evaluate(CAMERA)
    path, fragment = page.url.removeprefix("file://").split("#")
    again = visit(Path(path), "#" + fragment)
    assert again.evaluate(CAMERA)[:2] == pytest.approx(seen[:2], abs=0.1)
    assert again.evaluate(CAMERA)[2] == pytest.approx(seen[2], rel=0.001)
    again.get_by_role("button", name="Show all", exact=True).click()
    assert again.evaluate(CAMERA) == pytest.approx(fitted, rel=0.001)
    assert "at=" not in again.url


def aimed(page: Any) -> list[float]:
    """Where the camera is, once it has come to rest and the address tells of it."""
    page.wait_for_timeout(700)
    return [round(value, 2) for value in page.evaluate(CAMERA)]


@on_both
def test_what_is_found_elsewhere_stands_in_the_address(page: Any, visit: Callable[..., Any]) -> None:
    box = page.locator("#canvas").bounding_box()
    page.mouse.move(box["x"] + 30, box["y"] + 30)
    for _ in range(12):
        page.mouse.wheel(0, -300)
    aimed(page)
    choose(page, "PoseAtlas")
    found = aimed(page)
    path, fragment = page.url.removeprefix("file://").split("#")
    again = visit(Path(path), "#" + fragment)
    assert again.evaluate(CAMERA) == pytest.approx(found, rel=0.001, abs=0.1)
    x, y = spot(again, "e:poseatlas")
    assert box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]


@on_both
def test_a_picture_is_fitted_when_it_is_first_seen(page: Any, visit: Callable[..., Any]) -> None:
    fitted = aimed(page)
    path = Path(page.url.removeprefix("file://").split("#")[0])
    later = visit(path, "#view=table")
    later.get_by_role("button", name="Graph", exact=True).click()
    assert aimed(later) == fitted
    later = visit(path, "#view=table&at=100.0+50.0+2.0")
    later.get_by_role("button", name="Graph", exact=True).click()
    assert aimed(later) == [100, 50, 2]
    # Back to the table and to the graph again: it was not aimed while nobody could see it.
    later.get_by_role("button", name="Show all", exact=True).click()
    assert aimed(later) == fitted
    later.go_back()
    later.go_forward()
    assert aimed(later) == fitted


@on_both
def test_another_picture_is_fitted_wherever_the_camera_was(page: Any) -> None:
    choose(page, "PoseAtlas")
    details(page).get_by_role("button", name="Focus").click()
    whole = aimed(page)
    page.get_by_role("button", name="Zoom in").click()
    assert aimed(page) != whole
    page.get_by_role("button", name="2 steps").click()
    wide = aimed(page)
    page.get_by_role("button", name="1 step", exact=True).click()
    assert aimed(page) == whole != wide


@on_both
def test_a_region_is_shown_from_anywhere(page: Any, visit: Callable[..., Any]) -> None:
    path = Path(page.url.removeprefix("file://").split("#")[0])
    for options in ({}, {"viewport": {"width": 1200, "height": 1920}}, {"reduced_motion": "no-preference"}):
        page = visit(path, "#focus=e%3Aposeatlas", **options)
        button = details(page).locator("h3:text-is('Regions') + ul").get_by_role("button").first
        name = button.inner_text()
        button.click()
        x, y, scale = aimed(page)
        region = page.evaluate("name => window.kgPage.view.regions.find((region) => region.name === name)", name)
        assert (x, y) == pytest.approx((region["x"], region["y"]), abs=1)
        assert scale > 0.5


def test_a_pinned_node_stays_with_its_disc_in_a_tall_picture(visit: Callable[..., Any], page_file: Path) -> None:
    away = """id => {
      const { view, model, overview } = window.kgPage;
      const row = model.rows.get(id);
      const there = overview.nodes.find((node) => node.row === row);
      const here = view.placed.get(row);
      return [here.x - there.x, here.y - there.y];
    }"""
    wide = visit(page_file)
    choose(wide, "PoseAtlas")
    details(wide).get_by_role("button", name="Pin").click()
    assert wide.evaluate(away, "e:poseatlas") == pytest.approx([0, 0], abs=1)
    fragment = "#" + wide.url.split("#")[1]
    assert "pins=" in fragment
    tall = visit(page_file, fragment, viewport={"width": 390, "height": 844})
    assert tall.evaluate("() => window.kgPage.tall")
    assert tall.evaluate(away, "e:poseatlas") == pytest.approx([0, 0], abs=1)


def test_an_address_from_a_wide_window_shows_the_whole_of_a_tall_picture(visit: Callable[..., Any], page_file: Path) -> None:
    size = {"width": 390, "height": 844}
    whole = visit(page_file, viewport=size).evaluate(CAMERA)
    assert visit(page_file, "#at=100.0+50.0+2.0", viewport=size).evaluate(CAMERA) == whole
    assert visit(page_file, "#at=100.0+50.0+2.0+tall", viewport=size).evaluate(CAMERA) == [100, 50, 2]
    assert visit(page_file, "#at=nonsense", viewport=size).evaluate(CAMERA) == whole


@pytest.mark.parametrize("carrier", ["vis-network", "board"])
def test_the_note_covers_no_node(visit: Callable[..., Any], graph: nx.MultiDiGraph[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, carrier: str) -> None:
    if carrier == "board":
        monkeypatch.setattr("graphs.visualise.html.FLUENT", 0)
    write_html(graph, tmp_path / "graph.html", max_nodes=90)
    page = visit(tmp_path / "graph.html", viewport={"width": 390, "height": 844})
    note = page.get_by_role("note")
    expect(note).to_contain_text("Showing")
    assert extent(page)[3] <= note.bounding_box()["y"]


def test_hostile_text_is_shown_and_runs_nothing(visit: Callable[..., Any], hostile: nx.MultiDiGraph[str], hostile_texts: list[str], tmp_path: Path) -> None:
    write_html(hostile, tmp_path / "hostile.html", title=hostile_texts[0])
    page = visit(tmp_path / "hostile.html")
    expect(page.get_by_role("heading", level=1)).to_have_text(hostile_texts[0])
    for index, text in enumerate(hostile_texts):
        page.evaluate("id => { location.hash = '#' + new URLSearchParams({ show: 'node', a: id }); }", f"e:h{index}")
        heading = details(page).get_by_role("heading", level=2)
        expect(heading).to_have_text(" ".join(text.split()) if "\u2028" in text else text, use_inner_text=False)
        assert heading.evaluate("element => element.children.length") == 0
        assert details(page).evaluate("element => element.scrollWidth <= element.clientWidth")
    for link in page.get_by_role("link").all():
        assert re.match(r"#|https?:|file:", link.get_attribute("href") or "")
    page.keyboard.press("t")
    for tab in page.get_by_role("tab").all():
        tab.click()
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Picture as SVG").click()
    assert "<script" not in Path(download.value.path()).read_text(encoding="utf-8")
    assert page.evaluate("() => window.pwned") is None


def test_formulas_are_disarmed_in_csv(visit: Callable[..., Any], hostile: nx.MultiDiGraph[str], tmp_path: Path) -> None:
    write_html(hostile, tmp_path / "hostile.html")
    page = visit(tmp_path / "hostile.html", "#view=table&tab=Model")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download CSV").click()
    assert '"\'=HYPERLINK(""http://evil.example"")"' in Path(download.value.path()).read_text(encoding="utf-8")


def test_larger_graph_says_what_it_leaves_out(visit: Callable[..., Any], graph: nx.MultiDiGraph[str], tmp_path: Path) -> None:
    write_html(graph, tmp_path / "map.html", max_nodes=20)
    page = visit(tmp_path / "map.html")
    expect(page.get_by_role("note")).to_contain_text(re.compile(r"Showing the \d+ entities named by most papers, of 149 nodes"))
    page.evaluate("() => { location.hash = '#' + new URLSearchParams({ show: 'link', a: 'e:poseatlas', b: 'e:docking-rmsd' }); }")
    expect(section(page, "Papers that name both").get_by_role("listitem")).to_have_count(7)
    choose(page, "TactileFlow: a step towards")
    expect(page.get_by_role("status").filter(has_text="Neighbourhood of")).to_contain_text("TactileFlow")
    expect(page.get_by_role("note")).to_be_hidden()


def test_empty_graph_opens(visit: Callable[..., Any], tmp_path: Path) -> None:
    write_html(nx.MultiDiGraph(), tmp_path / "empty.html")
    page = visit(tmp_path / "empty.html")
    expect(page.get_by_text("This graph is empty.")).to_be_visible()
    page.keyboard.press("t")
    expect(page.get_by_text("The graph is empty.")).to_be_visible()


def test_packed_data_opens(visit: Callable[..., Any], graph: nx.MultiDiGraph[str], tmp_path: Path) -> None:
    large = graph.copy()
    for index in range(40):
        large.nodes[f"p:n{index:02d}"]["abstract"] = " ".join(f"word{(index * 7919 + place * 104729) % 99991}" for place in range(4000))
    write_html(large, tmp_path / "large.html")
    page = visit(tmp_path / "large.html")
    choose(page, "PoseAtlas")
    expect(details(page).locator("mark").first).to_have_text("PoseAtlas")


@on_both
def test_expanded_pinned_and_hidden_stand_in_the_address(page: Any) -> None:
    choose(page, "PoseAtlas")
    before = drawn(page)
    page.get_by_role("button", name="Expand").click()
    assert len(drawn(page)) == len(before) + 7  # its seven results
    assert "open=e%3Aposeatlas" in page.url
    page.get_by_role("button", name="Collapse").click()
    assert drawn(page) == before
    page.get_by_role("button", name="Pin", exact=True).click()
    expect(page.get_by_role("button", name="Unpin")).to_be_visible()
    assert "pins=" in page.url
    page.get_by_role("button", name="Hide").click()
    assert "gone=e%3Aposeatlas" in page.url
    page.go_back()
    expect(details(page).get_by_role("heading", level=2)).to_have_text("PoseAtlas")


def test_filters_in_use_are_cleared_one_by_one(page: Any) -> None:
    page.get_by_label("Venue").select_option("ICML")
    page.get_by_role("slider", name="Linked to at least").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Clear: ICML").click()
    expect(page.get_by_role("button", name="Clear: ICML")).to_have_count(0)
    expect(page.get_by_role("button", name="Clear: linked to 1 node or more")).to_be_visible()


def test_leaderboard_of_a_dataset(page: Any) -> None:
    choose(page, "RepairGym")
    board = details(page).get_by_role("table", name="Leaderboard of RepairGym")
    expect(board.get_by_role("row")).to_have_count(8)
    expect(board.get_by_role("row").nth(1)).to_contain_text("pass@1")
    details(page).get_by_role("link", name="as a table").click()
    expect(page.get_by_role("table", name="Leaderboards").get_by_role("row")).to_have_count(8)
