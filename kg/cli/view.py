"""``kg view``: the page in a browser, from a server that only this machine reaches."""

from __future__ import annotations

import secrets
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import click

from kg.cli.options import examples

__all__ = ["PageServer", "view"]

_LOOPBACK = "127.0.0.1"


@click.command(epilog=examples("kg view", "kg view other-folder", "kg view --no-open", "kg view --print"))
@click.argument("graph", default="kg-out", type=click.Path())
@click.option("--no-open", is_flag=True, help="Serve the page and print its address; open no browser.")
@click.option("--print", "only_print", is_flag=True, help="Print the address of the page's file, and serve nothing.")
def view(graph: str, no_open: bool, only_print: bool) -> None:
    """Serve the page of GRAPH on this machine, and open the browser.

    GRAPH is a folder that 'kg build' wrote (default: kg-out), or a graph.json. Only this machine reaches the address; Ctrl-C ends
    it. The page is one file that needs no network: a double click on it does as well.
    """
    page = _page(Path(graph), graph)
    if only_print:
        click.echo(page.resolve().as_uri())
        return
    with PageServer(page) as server:
        try:  # from here on, since Ctrl-C may come as soon as the address is read
            click.echo(f"{server.address}  (Ctrl-C ends)")
            if not no_open:
                _open(server.address)
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            click.echo("ended", err=True)


class PageServer(ThreadingHTTPServer):
    """Serves one file, to this machine, under an address that cannot be guessed.

    Another site in the same browser can make it send requests to this machine, and with a host name that changes its
    address (DNS rebinding) read the answers. So nothing is answered that does not call this host by its own name, nor
    without the random part of the path.

    Parameters
    ----------
    page : path
        The file; it is read for each request, so that a reload shows a new build.
    """

    daemon_threads = True

    def __init__(self, page: Path) -> None:
        super().__init__((_LOOPBACK, 0), _Handler)
        self.page = page
        self.path = f"/{secrets.token_urlsafe(16)}/"
        self.hosts = frozenset(f"{name}:{self.server_port}" for name in (_LOOPBACK, "localhost"))

    @property
    def address(self) -> str:
        """The page's address."""
        return f"http://{_LOOPBACK}:{self.server_port}{self.path}"

    def server_bind(self) -> None:
        """Bind without the look-up of this machine's name, which can take seconds."""
        self.socket.bind(self.server_address)
        self.server_name, self.server_port = self.socket.getsockname()[:2]

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a browser that hung up."""


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    server_version = "kg"
    sys_version = ""
    timeout = 30

    def do_GET(self) -> None:
        """Answer with the page."""
        if self.headers.get("Host") not in self.server.hosts:
            return self._answer(HTTPStatus.MISDIRECTED_REQUEST)
        if not secrets.compare_digest(self.path.partition("?")[0].encode("latin-1", "replace"), self.server.path.encode()):
            return self._answer(HTTPStatus.NOT_FOUND)
        try:
            body = self.server.page.read_bytes()
        except OSError:
            return self._answer(HTTPStatus.GONE)
        return self._answer(HTTPStatus.OK, body)

    do_HEAD = do_GET

    def _answer(self, status: HTTPStatus, body: bytes | None = None) -> None:
        kind = "text/plain" if body is None else "text/html"
        body = f"{status.phrase}\n".encode() if body is None else body
        self.send_response(status)
        for name, value in (
            ("Content-Type", f"{kind}; charset=utf-8"),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Content-Security-Policy", "frame-ancestors 'none'"),
        ):
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Keep the terminal free of a line for each request."""


def _page(place: Path, graph: str) -> Path:
    from kg.api.folder import PAGE
    from kg.errors import NotFoundError

    page = place.with_name(PAGE) if place.is_file() else place / PAGE
    if not page.is_file():
        raise NotFoundError(f"{page}: there is no such page; 'kg build CORPUS -o {page.parent}' writes it, 'kg export {graph} -o FILE.html' another one")
    return page


def _open(address: str) -> bool:
    import webbrowser

    return webbrowser.open(address)
