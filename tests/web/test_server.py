"""The page's server does not trust who asks: names, hosts, methods, slowness, numbers, noise."""

from __future__ import annotations

import gzip
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest

from noughts.errors import ServerError
from noughts.web import addresses, connection, server
from noughts.web.generated import FOLDER
from tests.tools import in_a_loop
from tests.web.conftest import serving

INDEX = (FOLDER / "index.html").read_bytes()
SECURE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A server of this file's own.

    A trace that a test with `no_cover` pauses does not come back to a thread that is there already.
    """
    with serving() as address:
        yield address


class Answer(NamedTuple):
    """What a request got."""

    status: int
    headers: Message
    body: bytes


def ask(url: str, path: str = "/", method: str = "GET", **headers: str) -> Answer:
    """The answer to one request, whose path and headers are sent as they are given."""
    asking = HTTPConnection(urlsplit(url).netloc, timeout=10)
    asking.putrequest(method, path, skip_host="Host" in headers)
    for name, value in headers.items():
        asking.putheader(name.replace("_", "-"), value)
    asking.endheaders()
    with asking.getresponse() as got:
        answer = Answer(got.status, got.headers, got.read())
    asking.close()
    return answer


def connect(url: str, data: bytes = b"") -> socket.socket:
    """A connection, once these bytes are sent; HOST in them stands for the right one."""
    place = urlsplit(url)
    assert place.hostname
    assert place.port
    connected = socket.create_connection((place.hostname, place.port), timeout=10)
    connected.sendall(data.replace(b"HOST", b"Host: " + place.netloc.encode()))
    return connected


def crowd(url: str, number: int) -> Iterator[socket.socket]:
    """Connections that each send half a line, at a pace at which none waits for the others."""
    for _ in range(number):
        yield connect(url, b"GET / HT")
        time.sleep(0.003)


def rest(connected: socket.socket) -> bytes:
    """All that the server says until it closes the connection."""
    said = b""
    with connected, suppress(ConnectionResetError):
        while more := connected.recv(1 << 16):
            said += more
    return said


# A site


def test_a_site_is_served_with_its_types_and_nothing_beside_it(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "learn").mkdir(parents=True)
    (tmp_path / "secret.html").write_text("secret")
    texts = {
        "index.html": "text/html; charset=utf-8",
        "learn/index.html": "text/html; charset=utf-8",
        "python.js": "text/javascript; charset=utf-8",
        "python.mjs": "text/javascript; charset=utf-8",
        "python.wasm": "application/wasm",
    }
    for name in texts:
        (site / name).write_text(name)
    with serving(site=site) as url:
        for name, kind in texts.items():
            got = ask(url, f"/{name}")
            assert (got.status, got.body, got.headers["Content-Type"]) == (200, name.encode(), kind)
            assert "'wasm-unsafe-eval'" in got.headers["Content-Security-Policy"]
            assert ask(url, f"/{name}", If_None_Match=got.headers["ETag"]).status == 304
        assert ask(url, "/").body == b"index.html"
        assert ask(url, "/learn/").body == b"learn/index.html"
        for path in ("/no", "/main.js", "/../secret.html", "/%2e%2e/secret.html", "/proofs"):
            assert ask(url, path)[::2] == (404, b"Not found."), path
        assert ask(url, "/", Host="example.org").status == 400
        assert ask(url, "/", "POST").status == 405


# What is served


@pytest.mark.parametrize(
    "path",
    [
        "/no",
        "/no.js",
        "//",
        "//index.html",
        "/./index.html",
        "/x/../index.html",
        "/..%2Fserver.py",
        "/%2e%2e/generated.py",
        "/../server.py",
        "/..%5Cserver.py",
        "/..%5Cpage%5Cmain.js",
        "/C:%5Cx.js",
        "/main.js.",
        "/main.js::$DATA",
        "/MAIN.JS",
        "/a%00.js",
        "/main.js%00",
        "/%ED%A0%80.js",
        "/" + "a" * 300 + ".js",
        "main.js",
        "*",
    ],
)
def test_a_name_that_is_not_in_the_table_is_not_found(url: str, path: str) -> None:
    assert ask(url, path).status == 404


def test_what_is_served_is_read_once_and_nothing_else_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "FOLDER", tmp_path)
    for name in ("index.html", "a.js", "secret.txt"):
        (tmp_path / name).write_text(name)
    (tmp_path / "folder.js").mkdir()
    serves = server.application()
    (tmp_path / "a.js").unlink()
    (tmp_path / "later.js").write_text("later")

    def status(path: str) -> int:
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request"}

        async def send(message: Any) -> None:
            sent.append(message)

        async def answer() -> None:
            await serves(scope, receive, send)

        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "headers": [(b"host", b"127.0.0.1:8273")],
            "query_string": b"",
            "server": ("127.0.0.1", 8273),
        }
        in_a_loop(answer())
        return int(sent[0]["status"])

    assert [status(path) for path in ("/", "/index.html", "/a.js")] == [200, 200, 200]
    assert [status(path) for path in ("/later.js", "/secret.txt", "/folder.js")] == [404, 404, 404]


def test_a_file_that_the_browser_has_is_not_sent_again(url: str) -> None:
    first = ask(url, "/main.js")
    tag = first.headers["ETag"]
    for known in (tag, f'"other", {tag}', f"W/{tag}"):
        again = ask(url, "/main.js", If_None_Match=known)
        assert (again.status, again.headers["ETag"]) == (304, tag)
    assert ask(url, "/main.js", If_None_Match='"other"').status == 200
    assert ask(url, "/game.js").headers["ETag"] != tag


# What every answer says


@pytest.mark.parametrize(
    ("status", "path", "method", "headers"),
    [
        (200, "/", "GET", {}),
        (200, "/table.bin", "HEAD", {}),
        (304, "/", "GET", {"If_None_Match": "its own"}),
        (400, "/", "GET", {"Host": "evil.example"}),
        (404, "/no", "GET", {}),
        (405, "/", "POST", {}),
    ],
)
def test_every_answer_carries_the_security_headers(
    url: str, status: int, path: str, method: str, headers: dict[str, str]
) -> None:
    if status == 304:
        headers = {"If_None_Match": ask(url, path).headers["ETag"]}
    answer = ask(url, path, method, **headers)
    assert answer.status == status
    assert {name: answer.headers[name] for name in SECURE} == SECURE


def test_what_is_not_http_is_answered_with_the_security_headers_too(url: str) -> None:
    head, _, body = rest(connect(url, b"\x16\x03\x01 is TLS\r\n\r\n")).partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    assert lines[0].split()[1] == "400"
    told = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    assert {name: told[name.lower()] for name in SECURE} == SECURE
    assert body == b""


def test_what_is_not_http_within_a_request_ends_the_connection(url: str) -> None:
    with connect(url, b"GET / HTTP/1.1\r\nHOST\r\nTransfer-Encoding: chunked\r\n\r\n") as late:
        assert late.recv(1) == b"H"
        late.sendall(b"ZZZ\r\n")
        assert b"HTTP/1.1" not in rest(late)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "get"])
def test_only_get_and_head_are_answered(url: str, method: str) -> None:
    answer = ask(url, "/", method)
    assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")


# Whom it answers


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LocalHost", "[::1]"])
def test_this_machines_names_are_answered(url: str, name: str) -> None:
    assert ask(url, Host=f"{name}:{urlsplit(url).port}").status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:PORT",
        "127.0.0.1.evil.example:PORT",
        "localhost.:PORT",
        "evil.example, 127.0.0.1:PORT",
        "x@127.0.0.1:PORT",
        "127.0.0.1:1",
        "127.0.0.1",
        "0.0.0.0:PORT",
        ":PORT",
        "",
    ],
)
def test_a_name_that_another_site_points_here_is_refused(url: str, host: str) -> None:
    answer = ask(url, Host=host.replace("PORT", str(urlsplit(url).port)))
    assert answer.status == 400
    assert INDEX not in answer.body


@pytest.mark.parametrize("form", ["http://HOST/", "HTTP://HOST/", "http://HOST"])
def test_an_address_of_this_machine_may_be_asked_for_whole(url: str, form: str) -> None:
    for name in ("127.0.0.1", "LocalHost", "[::1]"):
        address = form.replace("HOST", f"{name}:{urlsplit(url).port}")
        assert ask(url, address).body == INDEX
        assert ask(url, address, Host="evil.example").body == INDEX  # HTTP says to ignore it
    assert ask(url, form.replace("HOST", urlsplit(url).netloc) + "/no").status == 404


@pytest.mark.parametrize(
    ("status", "address"),
    [
        (400, "http://evil.example/"),
        (400, "http://evil.example:PORT/"),
        (400, "http://127.0.0.1/"),
        (400, "http://x@127.0.0.1:PORT/"),
        (400, "http://127.0.0.1:PORT@evil.example/"),
        (400, "http:///"),
        (400, "http://http://127.0.0.1:PORT/"),
        (404, "https://127.0.0.1:PORT/"),
        (404, "http:/127.0.0.1:PORT/"),
        (404, "/http://127.0.0.1:PORT/"),
    ],
)
def test_another_address_is_refused(url: str, status: int, address: str) -> None:
    place = urlsplit(url)
    answer = ask(url, address.replace("PORT", str(place.port)), Host=place.netloc)
    assert answer.status == status


def test_on_port_80_a_browser_names_no_port() -> None:
    assert "localhost" in addresses.hosts(80)
    assert "localhost" not in addresses.hosts(8273)


def test_others_in_the_network_get_files_by_its_address_in_numbers_and_no_proofs() -> None:
    serves = server.application((*addresses.NAMES, "192.0.2.7"))

    def status(host: str, path: str, client: str) -> int:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "headers": [(b"host", host.encode()), (b"noughts-page", b"1")],
            "query_string": b"",
            "server": (host, 8273),
            "client": (client, 50_000),
        }
        in_a_loop(serves(scope, None, send))  # type: ignore[arg-type]
        return int(sent[0]["status"])

    assert status("192.0.2.7:8273", "/", "192.0.2.8") == 200
    assert status("127.0.0.1:8273", "/", "127.0.0.1") == 200
    assert status("some.site:8273", "/", "192.0.2.8") == 400
    assert status("192.0.2.7:8273", "/proofs", "192.0.2.8") == 403
    assert status("127.0.0.1:8273", "/proofs", "127.0.0.1") == 400  # which asks nothing


def test_the_address_in_the_network_is_that_of_whoever_would_be_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(addresses, "ELSEWHERE", "127.0.0.1")
    assert addresses.network_address() == "127.0.0.1"
    monkeypatch.setattr(addresses, "ELSEWHERE", "256.0.0.1")  # nobody's
    with pytest.raises(ServerError, match="in no network"):
        addresses.network_address()


# How long it waits, and for how many


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> float:
    """A time limit that a test can wait for, in seconds."""
    monkeypatch.setattr(connection, "TIME", 0.3)
    return 0.3


@pytest.mark.wide
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHOST\r\nX: ",
        b"GET / HTTP/1.1\r\nHOST\r\n\r\nGET / HTTP/1.1\r\n",
        b"POST / HTTP/1.1\r\nHOST\r\nContent-Length: 1000\r\n\r\nabc",
    ],
)
def test_half_a_request_is_not_waited_for(url: str, soon: float, data: bytes) -> None:
    began = time.monotonic()
    said = rest(connect(url, data))
    assert 0.5 * soon < time.monotonic() - began < 10 * soon
    assert said.count(b"HTTP/1.1 ") == data.count(b"\r\n\r\n")


def test_a_request_that_comes_letter_by_letter_is_not_waited_for(url: str, soon: float) -> None:
    began = time.monotonic()
    with connect(url, b"GET / HTTP/1.1\r\nX: ") as slow, suppress(OSError):
        while time.monotonic() - began < 100 * soon:
            slow.sendall(b"a")
            time.sleep(soon / 10)
    assert time.monotonic() - began < 10 * soon


@pytest.mark.wide
def test_a_connection_that_goes_on_asking_is_kept(url: str, soon: float) -> None:
    with connect(url) as kept:
        for _ in range(10):  # in all for longer than it would be kept without asking
            time.sleep(0.3 * soon)  # a busy machine adds to it
            kept.sendall(f"HEAD / HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\n\r\n".encode())
            assert kept.recv(1 << 16).startswith(b"HTTP/1.1 200")


def test_who_does_not_read_is_not_waited_for(url: str, soon: float) -> None:
    request = b"GET /table.bin HTTP/1.1\r\nHOST\r\n\r\n"
    with connect(url, request * 2000) as deaf:  # 40 MB: more than the system's buffers hold
        time.sleep(5 * soon)
        assert len(rest(deaf)) < 20_000_000


def test_the_header_of_a_request_has_an_end(url: str) -> None:
    with connect(url, b"GET / HTTP/1.1\r\nX: ") as endless:
        try:
            for _ in range(100):
                endless.sendall(b"a" * 10_000)
        except OSError:
            return
        assert rest(endless).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("most", [4, pytest.param(100, marks=pytest.mark.wide)])
def test_the_oldest_of_too_many_connections_goes(
    url: str, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(connection, "CONNECTIONS", most)
    with ExitStack() as stack:
        crowded = crowd(url, most + 20)
        idle = [stack.enter_context(one) for one in crowded]
        assert ask(url).status == 200
        gone = [not one.recv(1) for one in idle[:15]]
        assert all(gone)
        idle[-1].settimeout(0.05)
        with pytest.raises(TimeoutError):
            idle[-1].recv(1)


# The command as a whole


@contextmanager
def command(descriptors: int | None = None) -> Iterator[tuple[str, Callable[[], str]]]:
    """`noughts web` in a process of its own: where it is, and what ends it and tells its log."""
    with socket.create_server((addresses.HOST, 0)) as free:
        port = free.getsockname()[1]
    limit = ""
    if descriptors:
        limit = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({descriptors},) * 2)"
    program = f"{limit}\nfrom noughts.cli.main import main; main()"
    arguments = [sys.executable, "-c", program, "web", "--no-open", "--port", str(port)]
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(arguments, env=environment, **pipes) as process:
        stop = threading.Timer(60, process.kill)
        stop.start()
        assert process.stdout
        process.stdout.readline()

        def end() -> str:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate()
            assert process.returncode == 0
            return str(errors)

        yield f"http://{addresses.HOST}:{port}/", end
        process.kill()
        stop.cancel()


MALFORMED = [
    b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHOST\r\nHOST\r\n\r\n",
    b"GET / HTTP/1.1\r\nHOST\r\nContent-Length: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHOST\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\n",
    b"POST / HTTP/1.1\r\nHOST\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\n",
    b"GET / HTTP/1.1\r\nHOST\r\n\r\n\x00\x01garbage\r\n\r\n",
    b"GET / HTTP/1.1\r\nHOST\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    b"GET / HTTP/1.1\r\nHOST\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"CONNECT evil:1 HTTP/1.1\r\nHOST\r\n\r\nxx",
    b"GET / HTTP/1.1\r\nHOST\r\nX: " + b"a" * 100_000,
    b"GET /" + b"a" * 300 + b".js HTTP/1.1\r\nHOST\r\n\r\n",
    b"GET / HTTP/1.1\r\nHOST\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n",
]


@pytest.mark.wide  # a process of its own, for seconds
def test_nothing_malformed_leaves_a_word_in_the_log() -> None:
    with command() as (url, end):
        for data in MALFORMED:
            with connect(url) as wrong:
                wrong.settimeout(0.2)
                with suppress(OSError):
                    wrong.sendall(data.replace(b"HOST", f"Host: {urlsplit(url).netloc}".encode()))
                    while wrong.recv(1 << 16):
                        pass
            assert ask(url).status == 200
        test_what_is_not_http_within_a_request_ends_the_connection(url)
        with connect(url, b"GET /table.bin HTTP/1.1\r\nHOST\r\n\r\n" * 2000):
            time.sleep(0.2)
            assert end() == ""


@pytest.mark.wide  # a process of its own, for seconds
def test_no_number_of_slow_connections_keeps_a_browser_out() -> None:
    # More than the process may have descriptors: macOS allows 256 where nobody asked for more.
    with command(descriptors=256) as (url, end), ExitStack() as stack:
        for turn, one in enumerate(crowd(url, 600)):
            stack.enter_context(one)
            if turn % 50 == 0:
                began = time.monotonic()
                assert ask(url).status == 200
                assert time.monotonic() - began < 2
        assert end() == ""


def test_ctrl_c_waits_for_nobody() -> None:
    with serving() as url:
        stuck = (b"", b"GET / HT", b"GET /table.bin HTTP/1.1\r\nHOST\r\n\r\n" * 2000)
        slow = [connect(url, data) for data in stuck]
        time.sleep(0.2)
        began = time.monotonic()
    assert time.monotonic() - began < 0.9  # uvicorn itself waits for a second
    for one in slow:
        one.close()


# What is compressed


@pytest.mark.parametrize(
    ("takes", "packed"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5, *;q=0", True),
        ("", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzipped", False),
        (",;;q=,gzip\t", True),
    ],
)
def test_a_file_is_compressed_for_those_who_take_it_so(url: str, takes: str, packed: bool) -> None:
    answer = ask(url, "/style.css", Accept_Encoding=takes)
    style = (FOLDER / "style.css").read_bytes()
    assert (answer.headers["Content-Encoding"] == "gzip") == packed
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert (gzip.decompress(answer.body) if packed else answer.body) == style
    assert len(answer.body) < 6000 or not packed


def test_each_encoding_has_a_tag_of_its_own_and_is_not_sent_twice(url: str) -> None:
    plain = ask(url, "/main.js").headers["ETag"]
    packed = ask(url, "/main.js", Accept_Encoding="gzip").headers["ETag"]
    assert plain != packed
    for takes, tag, status in [("gzip", packed, 304), ("gzip", plain, 200), ("br", plain, 304)]:
        answer = ask(url, "/main.js", Accept_Encoding=takes, If_None_Match=tag)
        assert answer.status == status
        assert bool(answer.body) == (status == 200)
