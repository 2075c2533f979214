"""``kg view``: the page in a browser."""

from __future__ import annotations

from pathlib import Path

import click

from kg.cli.options import examples

__all__ = ["view"]


@click.command(epilog=examples("kg view", "kg view other-folder", "kg view --print"))
@click.argument("graph", default="kg-out", type=click.Path())
@click.option("--print", "only_print", is_flag=True, help="Print the page's address instead of opening it.")
def view(graph: str, only_print: bool) -> None:
    """Open the page of GRAPH in the browser.

    GRAPH is a folder that 'kg build' wrote (default: kg-out). The page is one file that needs no network.
    """
    from kg.api.folder import PAGE
    from kg.errors import NotFoundError

    place = Path(graph)
    page = place.with_name(PAGE) if place.is_file() else place / PAGE
    if not page.is_file():
        raise NotFoundError(f"{page}: there is no such page; 'kg build CORPUS -o {page.parent}' writes it, 'kg export {graph} -o FILE.html' another one")
    address = page.resolve().as_uri()
    if only_print or not _open(address):
        click.echo(address)


def _open(address: str) -> bool:
    import webbrowser

    return webbrowser.open(address)
