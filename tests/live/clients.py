"""A server of live games in a thread, and clients that each have a cookie of their own."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jsonschema import Draft202012Validator
from websockets.sync.client import ClientConnection, connect

from noughts.live.openapi import description
from noughts.live.server import server
from noughts.web.addresses import listen

WAIT = 10  # seconds for what a server sends
DESCRIBED = description()


def fits(answer: object, schema: str) -> None:
    """Fail unless an answer is what the server says that it is."""
    named = {"$ref": f"#/components/schemas/{schema}", "components": DESCRIBED["components"]}
    Draft202012Validator(named).validate(answer)


@contextmanager
def serving(
    file: Path | str, rate: float = 0, port: int = 0, days: float = 0, **options: Any
) -> Iterator[str]:
    """Where games are served that a file keeps, as `noughts serve` serves them."""
    serves = server(str(file), ("play.example.org",), rate, days, **options)
    listener = listen(port)
    thread = threading.Thread(target=serves.run, kwargs={"sockets": [listener]})
    thread.start()
    while not serves.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        serves.should_exit = True
        thread.join()
        listener.close()


class Client:
    """Somebody with a cookie of their own, once they are given one."""

    def __init__(self, url: str) -> None:
        self.place = urlsplit(url).netloc
        self.cookie = ""
        self.attributes = ""
        self.allowed = ""

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """The status and the JSON of one request."""
        sent = {"Content-Type": "application/json", "Cookie": self.cookie}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        asking = HTTPConnection(self.place, timeout=WAIT)
        text = body if isinstance(body, str | bytes | None) else json.dumps(body)
        asking.request(method, path, text, sent)
        with asking.getresponse() as got:
            status, answer = got.status, json.loads(got.read())
            self.allowed = got.headers["Allow"] or ""
            if given := got.headers["Set-Cookie"]:
                self.cookie, _, self.attributes = given.partition("; ")
        asking.close()
        if path.startswith("/api"):
            good = "Lobby" if (method, path) == ("GET", "/api/games") else "State"
            fits(answer, good if status < 300 else "Error")
        return status, answer

    def make(self, **asked: Any) -> str:
        """The id of a new game."""
        status, answer = self.send("POST", "/api/games", asked)
        assert status == 201, answer
        return str(answer["game"]["id"])

    def ask(self, id_: str, action: str, **asked: Any) -> tuple[int, Any]:
        """Ask something of a game."""
        return self.send("POST", f"/api/games/{id_}/{action}", asked)

    def good(self, id_: str, action: str, **asked: Any) -> Any:
        """The game after what is granted."""
        status, answer = self.ask(id_, action, **asked)
        assert status == 200, answer
        return answer["game"]

    def socket(self, id_: str, **headers: str) -> ClientConnection:
        """A socket of a game."""
        sent = {"Cookie": self.cookie} | headers
        return connect(f"ws://{self.place}/api/games/{id_}/socket", additional_headers=sent)


def said(socket: ClientConnection) -> Any:
    """The next that a socket is told."""
    told = json.loads(socket.recv(WAIT))
    fits(told, "State" if told.get("status", 200) < 300 else "Error")
    return told
