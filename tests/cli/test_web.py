"""`noughts web`: what it serves, where, and what it says."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from click.testing import Result

from noughts.web import generated as page
from noughts.web.addresses import EVERYWHERE, HOST, PORT, listen
from noughts.web.server import HEADERS
from tests.commands import alone, run

TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
    "bin": "application/octet-stream",
}


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Result, dict[str, Any]]]:
    """`web(*arguments)`: run the command to where it serves, and tell how it would have."""
    found: dict[str, Any] = {"opened": []}

    def serve(self: uvicorn.Server, sockets: list[socket.socket]) -> None:
        found["address"] = sockets[0].getsockname()
        found["config"] = self.config
        raise KeyboardInterrupt

    def call(*arguments: str) -> tuple[Result, dict[str, Any]]:
        return run("web", *arguments), found

    monkeypatch.setattr(uvicorn.Server, "run", serve)
    monkeypatch.setattr(webbrowser, "open", found["opened"].append)
    return call


def test_every_file_is_served_with_its_type_and_the_headers() -> None:
    with socket.create_server((HOST, 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "noughts", "web", "--no-open", "--port", str(port)]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, env=environment, **pipes) as server:
        stop = threading.Timer(30, server.kill)
        stop.start()
        assert server.stdout
        said = server.stdout.readline()
        assert said == f"noughts is at http://127.0.0.1:{port}/ (Ctrl-C ends it)\n"
        url = said.split()[3]
        for path in page.FOLDER.iterdir():
            with urllib.request.urlopen(url + path.name) as answer:
                assert answer.read() == path.read_bytes()
                assert answer.headers["Content-Type"] == TYPES[path.suffix[1:]]
                assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        with urllib.request.urlopen(url) as answer:
            assert answer.read() == (page.FOLDER / "index.html").read_bytes()
        server.send_signal(signal.SIGINT)
        rest, errors = server.communicate()
        stop.cancel()
    assert (server.returncode, rest, errors) == (0, "", "")


def test_the_browser_is_opened_where_the_page_is(web: Any) -> None:
    result, found = web("--port", "0")
    host, port = found["address"]
    assert result.exit_code == 0
    assert found["opened"] == [f"http://127.0.0.1:{port}/"]
    assert host == "127.0.0.1"


def test_no_browser_is_opened_where_none_is_wanted(web: Any) -> None:
    result, found = web("--port", "0", "--no-open")
    assert result.exit_code == 0
    assert found["opened"] == []


def test_the_network_is_served_only_if_asked_for_and_is_told_where(
    web: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.cli.commands.web.network_address", lambda: "192.0.2.7")
    result, found = web("--port", "0", "--host")
    host, port = found["address"]
    assert (result.exit_code, host) == (0, EVERYWHERE)
    assert found["opened"] == [f"http://192.0.2.7:{port}/"]
    assert result.stdout == (
        f"noughts is at http://127.0.0.1:{port}/ (Ctrl-C ends it)\n"
        "Any device in this machine's network, such as a phone, can open it: "
        f"http://192.0.2.7:{port}/\nDevices get this site, and nothing else of this machine.\n"
    )


def test_a_free_port_is_found_where_none_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen(0) as taken:
        monkeypatch.setattr("noughts.web.addresses.PORT", taken.getsockname()[1])
        with listen(None) as found:
            assert found.getsockname()[1] not in (0, taken.getsockname()[1])


def test_a_port_that_was_asked_for_and_is_taken_is_refused(web: Any) -> None:
    with listen(0) as taken:
        port = taken.getsockname()[1]
        result, _ = web("--port", str(port))
    assert result.exit_code == 1
    assert result.stderr == (
        f"Error: port {port} cannot be used (Address already in use); "
        "leave out --port to use a free one\n"
    )


def test_the_usual_port_is_a_diagonal() -> None:
    assert PORT % 1000 == 0b100_010_001


@pytest.mark.parametrize("package", ["starlette", "uvicorn"])
def test_without_its_extra_it_says_in_one_line_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    result = run("web")
    assert result.exit_code == 1
    assert re.fullmatch(
        rf"Error: pages in the browser need {package}; install with: .*web.*\n",
        result.stderr,
        re.IGNORECASE,
    )


def test_help_needs_no_server() -> None:
    listing = (
        "import sys; from noughts.cli.main import main; "
        "main(['web', '--help'], standalone_mode=False); print(*sys.modules)"
    )
    assert not {"starlette", "uvicorn"} & set(alone("-c", listing).stdout.split())


def test_a_folder_without_a_site_is_refused_with_what_builds_one(
    web: Callable[..., tuple[Result, dict[str, Any]]], tmp_path: Path
) -> None:
    result, found = web("--site", str(tmp_path))
    assert result.exit_code == 1
    assert "there is no index.html in" in result.output
    assert "`make docs`" in result.output
    (tmp_path / "index.html").touch()
    result, found = web("--site", str(tmp_path))
    assert result.exit_code == 0
    assert "wasm-unsafe-eval" in str(found["config"].headers)
