"""What ``kg build`` and the other commands that change a graph print at the end."""

from __future__ import annotations

import shlex
from collections import Counter
from typing import TYPE_CHECKING

import click

from kg.api.folder import CURATION, GRAPH, GRAPHML, PAGE, PAPERS, REPORT
from kg.cli.output import print_skipped
from kg.schema import ENTITY_TYPES, NODE_TYPES

if TYPE_CHECKING:
    from kg.api import Built

__all__ = ["print_built"]

_CONTENTS = {
    PAGE: "the graph as a page: open it in a browser",
    REPORT: "what is in it, in words",
    GRAPH: "the graph, for 'kg show' and for Python",
    GRAPHML: "the graph, for Gephi, Cytoscape, igraph and others",
    PAPERS: "its papers, for 'kg add' and 'kg remove'",
    CURATION: "your corrections, replayed on each build",
}


def print_built(built: Built) -> int:
    """Print a summary of a build, and return the exit status: 1 where records or entries of the curation file were skipped, else 0."""
    from kg.cli.app import PARTLY

    print_skipped(built.problems, built.duplicates, where=f": see {built.folder / REPORT}")
    for warning in built.warnings:
        click.echo(f"kg: {warning}; it was extracted anew", err=True)
    wrong = [remark for remark in built.curation if remark.kind == "wrong"]
    stale = [remark for remark in built.curation if remark.kind == "stale"]
    print_skipped(wrong, stale, where=f": see {built.folder / REPORT}")
    counts = Counter(row["type"] for _, row in built.graph.nx.nodes(data=True))
    skipped = f", {len(built.problems)} skipped" if built.problems else ""
    merged = f", {len(built.duplicates)} merged" if built.duplicates else ""
    click.echo(f"{built.papers} papers ({built.extracted} extracted now){skipped}{merged}")
    rows = [NODE_TYPES[name] for name in (*ENTITY_TYPES, "Result")]
    click.echo(", ".join(f"{counts[row.name]} {(row.name if counts[row.name] == 1 else row.plural).lower()}" for row in rows))
    if built.curation:
        done = [remark for remark in built.curation if remark.kind == "done"]
        click.echo(f"{len(done)} correction{'' if len(done) == 1 else 's'} applied" + (f", {len(stale)} stale" if stale else "") + _wrong(len(wrong)))
    click.echo()
    width = max(len(str(file)) for file in built.files)
    for file in built.files:
        click.echo(f"{file!s:{width}}  {_CONTENTS[file.name]}")
    click.echo()
    click.echo(f"Ask it: {_hint(built)}")
    return PARTLY if built.problems or wrong else 0


def _wrong(count: int) -> str:
    return f", {count} wrong and left out" if count else ""


def _hint(built: Built) -> str:
    """Return a command that shows what most papers name; a thing that is asked for in most questions."""
    graph = built.graph.nx
    named = [(-row.get("papers", 0), row["label"], node) for node, row in graph.nodes(data=True) if row["type"] in ENTITY_TYPES]
    place = "" if str(built.folder) == "kg-out" else f" -g {shlex.quote(str(built.folder))}"
    if not named:
        return f"kg papers{place}"
    return f"kg show {shlex.quote(min(named)[1])}{place}"
