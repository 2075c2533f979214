"""`kg view`: one page, to this machine, under an address that nobody guesses."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.cli.view import PageServer

PAGE = "<!doctype html><title>größe</title>"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[PageServer]:
    (tmp_path / "graph.html").write_text(PAGE, encoding="utf-8")
    with PageServer(tmp_path / "graph.html") as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def ask(server: PageServer, path: str, host: str | None = None, method: str = "GET") -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    connection.request(method, path, headers={"Host": host or f"127.0.0.1:{server.server_port}"})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def test_page_is_served(server: PageServer) -> None:
    assert server.address == f"http://127.0.0.1:{server.server_port}{server.path}"
    answer, body = ask(server, server.path)
    assert (answer.status, body.decode("utf-8")) == (200, PAGE)
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
    assert "Python" not in answer.headers["Server"]


def test_only_loopback_is_bound(server: PageServer) -> None:
    assert server.socket.getsockname()[0] == "127.0.0.1"


def test_head_has_no_body(server: PageServer) -> None:
    answer, body = ask(server, server.path, method="HEAD")
    assert (answer.status, answer.headers["Content-Length"], body) == (200, str(len(PAGE.encode())), b"")


@pytest.mark.parametrize("path", ["/", "/graph.html", "/../graph.html", "/x/", "/%2e%2e/etc/passwd"])
def test_nothing_else_is_served(server: PageServer, path: str) -> None:
    answer, body = ask(server, path)
    assert (answer.status, body) == (404, b"Not Found\n")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}"])
def test_other_host_names_get_nothing(server: PageServer, host: str) -> None:
    answer, body = ask(server, server.path, host.format(port=server.server_port))
    assert answer.status == 421
    assert PAGE.encode() not in body


def test_localhost_is_this_host(server: PageServer) -> None:
    assert ask(server, server.path, f"localhost:{server.server_port}")[0].status == 200


def test_addresses_differ(server: PageServer) -> None:
    with PageServer(server.page) as other:
        assert other.path != server.path
        assert len(other.path) > 20


def test_other_methods_are_refused(server: PageServer) -> None:
    assert ask(server, server.path, method="POST")[0].status == 501


def test_page_that_went_away(server: PageServer) -> None:
    server.page.unlink()
    assert ask(server, server.path)[0].status == 410


def test_ctrl_c_ends_it_in_order(tmp_path: Path) -> None:
    (tmp_path / "graph.html").write_text(PAGE, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "kg", "view", "--no-open", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs, and so these tests, may have it ignored
    )
    assert process.stdout is not None
    line = process.stdout.readline().decode()
    assert line.startswith("http://127.0.0.1:")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"Traceback" not in err
