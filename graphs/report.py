"""The readable account of a graph: ``report.txt``."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import networkx as nx

from graphs.attributes import from_json_text
from graphs.query import KnowledgeGraph
from graphs.query.records import ResultRecord
from graphs.query.results import result_group
from kg.linking.curation.entries import FILE, Remark
from kg.schema import ENTITY_TYPES, NODE_TYPES, ROLES

__all__ = ["report"]

WIDTH = 100
_LARGEST = 15
_FEW = 5
_TABLES = 12
_ROWS = 10


def report(
    graph: nx.MultiDiGraph[str],
    *,
    problems: Iterable[str] = (),
    duplicates: Iterable[str] = (),
    warnings: Iterable[str] = (),
    curation: Iterable[Remark] = (),
    limit: int = 200,
) -> str:
    """Return what a graph holds as plain text of at most 100 columns, for a person to read.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        As `graphs.build.build_graph` makes it.
    problems : iterable of str
        Records of the corpus that could not be read, one line each, in order.
    duplicates : iterable of str
        Papers that came more than once, one line each, in order.
    warnings : iterable of str
        What the extraction warns of, one line each, in order.
    curation : iterable of Remark
        What became of the entries of the curation file, in its order; all of them are listed.
    limit : int
        The most papers, duplicates, problems and warnings that are listed; what is left out is counted.

    Returns
    -------
    str
        The same for the same graph and lines: it holds no times and no paths of its own. Ends in a line feed.
    """
    g = KnowledgeGraph(graph)
    sections = [
        _title(g),
        _reading(list(problems), list(duplicates), list(warnings), limit),
        _largest(g),
        _results(g),
        _proposals(g, limit),
        _curation(list(curation)),
        _linking(g),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def _title(g: KnowledgeGraph) -> str:
    count = Counter({row.type: row.count for row in g.stats() if row.kind == "node"})
    edges = sum(row.count for row in g.stats() if row.kind == "edge")
    years = sorted({row["year"] for _, row in g.nx.nodes(data=True) if row["type"] == "Paper" and "year" in row})
    span = f", {years[0]} to {years[-1]}" if len(years) > 1 else f", {years[0]}" if years else ""
    lines = ["What the abstracts say", "=" * 22, "", f"{_many(count['Paper'], 'paper')}{span}, in a graph of {len(g):,} nodes and {edges:,} edges:", ""]
    lines += [f"  {row.plural:<10}{count[name]:>9,}   {row.description}" for name, row in NODE_TYPES.items() if count[name]]
    silent = sum(1 for node, row in g.nx.nodes(data=True) if row["type"] == "Paper" and g.nx.out_degree(node) == 0)
    if silent:
        lines += ["", f"{_many(silent, 'paper')} without any name or result."]
    return "\n".join(lines)


def _reading(problems: list[str], duplicates: list[str], warnings: list[str], limit: int) -> str:
    parts = [
        (f"{_many(len(problems), 'record')} could not be read:", problems),
        (f"{_many(len(duplicates), 'paper')} came more than once and {'was' if len(duplicates) == 1 else 'were'} merged:", duplicates),
        (f"{_many(len(warnings), 'warning')}:", warnings),
    ]
    blocks = ["\n".join([head, *_list(lines, limit)]) for head, lines in parts if lines]
    return _section("Reading", "\n\n".join(blocks)) if blocks else ""


def _largest(g: KnowledgeGraph) -> str:
    blocks = []
    for name, row in ENTITY_TYPES.items():
        named = [entity for entity in g.entities(name) if entity.papers]
        if not named:
            continue
        # What one paper names is not large; a few show what there is.
        shown = [entity for entity in named[:_LARGEST] if entity.papers > 1] or named[:_FEW]
        lines = [row.plural]
        for entity in shown:
            aliases = from_json_text(g.nx.nodes[entity.id].get("aliases"))
            also = f"  ({', '.join(aliases[:4])}{', ...' if len(aliases) > 4 else ''})" if aliases else ""
            lines.append(_cut(f"  {entity.papers:>6,}  {entity.label}{also}"))
        if len(named) > len(shown):
            lines.append(f"          and {len(named) - len(shown):,} more")
        blocks.append("\n".join(lines))
    return _section("Named most often (number of papers)", "\n\n".join(blocks)) if blocks else ""


def _results(g: KnowledgeGraph) -> str:
    rows = [row for row in g.leaderboard() if row.number is not None and row.metric and (row.dataset or row.task)]
    groups = [list(group) for _, group in groupby(rows, key=result_group)]
    groups = [group for group in groups if len({row.method for row in group}) > 1]
    groups.sort(key=lambda group: (-len({row.paper for row in group}), -len(group), result_group(group[0])))
    blocks = []
    for group in groups[:_TABLES]:
        first = group[0]
        kind = {"delta": ", change", "factor": ", factor"}.get(first.kind, "")
        order = f"{first.better} is better" if first.better else "no known order"
        lines = [*_wrapped(f"{first.dataset or first.task}: {first.metric}{kind} ({order})", "")]
        lines += [_row(row) for row in group[:_ROWS]]
        if len(group) > _ROWS:
            lines.append(f"      and {len(group) - _ROWS} more")
        blocks.append("\n".join(lines))
    if len(groups) > _TABLES:
        blocks.append(f"And {_many(len(groups) - _TABLES, 'more table')}: kg leaderboard DATASET shows any of them.")
    return _section("Results of several methods on one dataset or task", "\n\n".join(blocks)) if blocks else ""


def _row(row: ResultRecord) -> str:
    rank = f"{row.rank}." if row.rank else ""
    source = f"{row.paper_label}{f' ({row.year})' if row.year else ''}"
    return _cut(f"  {rank:>4} {row.shown:>14}  {_cut(row.method or '(not said)', 30):<30}  {source}")


def _proposals(g: KnowledgeGraph, limit: int) -> str:
    blocks = []
    papers = [row for row in g.papers() if row.proposes]
    papers.sort(key=lambda row: (row.year or 0, row.label, row.id))
    for paper in papers[:limit]:
        year = str(paper.year or "")
        where = ", ".join(part for part in (paper.venue, "" if year in paper.venue else year) if part)
        lines = _wrapped(paper.label + (f" ({where})" if where else ""), "")
        for said, things in _proposed(g, paper.id).items():
            lines += _wrapped(", ".join(things) + (f": {said}" if said else ""), "    ", "  ")
        found = [_result_line(g, node) for _, node, row in g.nx.out_edges(paper.id, data=True) if row["type"] == "HAS_RESULT"]
        if found:
            lines += _wrapped("Results: " + "; ".join(dict.fromkeys(found)) + ".", "    ", "  ")
        blocks.append("\n".join(lines))
    if len(papers) > limit:
        blocks.append(f"And {_many(len(papers) - limit, 'more paper')}: kg papers lists them.")
    return _section("What each paper proposes", "\n\n".join(blocks)) if blocks else ""


def _proposed(g: KnowledgeGraph, paper: str) -> dict[str, list[str]]:
    """Return what a paper proposes by the sentence that defines it, in the order of the text."""
    found = []
    for _, node, row in g.nx.out_edges(paper, data=True):
        if row["type"] == ROLES["proposes"].edge:
            thing = g.nx.nodes[node]
            evidence = from_json_text(row.get("evidence"))
            text = evidence[0]["text"] if evidence else ""
            mark = evidence[0]["mentions"][0] if evidence and evidence[0]["mentions"] else ""
            place = (evidence[0]["start"], text.find(mark)) if evidence else (0, 0)
            found.append((place, thing.get("description", ""), f"{thing['label']} ({thing['type']})"))
    proposed: dict[str, list[str]] = {}
    for _, said, name in sorted(found):
        proposed.setdefault(said, []).append(name)
    return proposed


def _result_line(g: KnowledgeGraph, node: str) -> str:
    linked = {row["type"]: g.nx.nodes[head]["label"] for _, head, row in g.nx.out_edges(node, data=True)}
    label: str = g.nx.nodes[node]["label"]
    dataset, method = linked.get("ON_DATASET", ""), linked.get("OF_METHOD", "")
    on = f" on {dataset}" if dataset and f" on {dataset}" not in label else ""
    return f"{method}: {label}{on}" if method else f"{label}{on}"


def _curation(remarks: list[Remark]) -> str:
    """Tell what the corrections did: what is wrong or stale first, for something is to be done about it."""
    blocks = []
    for kind, head in (("wrong", "Left out, since they are wrong:"), ("stale", "Stale, since nothing is left for them to do:"), ("done", "Applied:")):
        found = [remark for remark in remarks if remark.kind == kind]
        if found:
            lines = [line for remark in found for line in _wrapped(_entry(remark), "    ", "  ")]
            blocks.append("\n".join([head, *lines]))
    return _section(f"Corrections ({FILE})", "\n\n".join(blocks)) if blocks else ""


def _entry(remark: Remark) -> str:
    return f"entry {remark.number}, line {remark.line}: {remark.text}" + (f"; {remark.advice}" if remark.advice else "")


def _linking(g: KnowledgeGraph) -> str:
    """Tell every name that was merged, whatever their number: a merge that nobody can see is one that nobody can undo."""
    blocks = []
    merged = [(node, row) for node, row in g.nx.nodes(data=True) if "merges" in row]
    merged.sort(key=lambda pair: (-pair[1].get("papers", 0), pair[1]["label"], pair[0]))
    if merged:
        lines = ["Names that were taken for one thing, and why:"]
        for node, row in merged:
            lines += _wrapped(f"{row['type']} {row['label']} ({node})", "    ", "  ")
            lines += [line for reason in from_json_text(row["merges"]) for line in _wrapped(str(reason), "        ", "      ")]
        blocks.append("\n".join(lines))
    disputed = [(node, row) for node, row in g.nx.nodes(data=True) if "read_as" in row]
    disputed.sort(key=lambda pair: (-pair[1].get("papers", 0), pair[1]["label"], pair[0]))
    if disputed:
        lines = ["Names that papers use for things of several types:"]
        for node, row in disputed:
            read = ", ".join(f"{item['type']} in {_many(item['papers'], 'paper')}" for item in from_json_text(row["read_as"]))
            lines += _wrapped(f"{row['label']} ({node}) is a {row['type']} here: {read}", "    ", "  ")
        blocks.append("\n".join(lines))
    unsure = [(node, row) for node, row in g.nx.nodes(data=True) if row.get("ambiguous")]
    if unsure:
        lines = ["Names that could mean several things, and were left alone:"]
        lines += _list([f"{row['label']} ({node}): {', '.join(from_json_text(row.get('candidates')))}" for node, row in unsure], len(unsure))
        blocks.append("\n".join(lines))
    return _section("Linking", "\n\n".join(blocks)) if blocks else ""


def _section(title: str, body: str) -> str:
    return f"{title}\n{'-' * len(title)}\n\n{body}"


def _list(lines: Sequence[str], limit: int) -> Iterator[str]:
    for line in lines[:limit]:
        yield from _wrapped(line, "    ", "  ")
    if len(lines) > limit:
        yield f"  and {len(lines) - limit:,} more"


def _wrapped(text: str, later: str, first: str = "") -> list[str]:
    """Return a text as lines of at most 100 columns; `first` and `later` are the indents."""
    return textwrap.wrap(" ".join(text.split()), WIDTH, initial_indent=first, subsequent_indent=later, break_on_hyphens=False) or [first]


def _cut(text: str, width: int = WIDTH) -> str:
    text = text.rstrip()
    return text if len(text) <= width else text[: width - 3].rstrip() + "..."


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
