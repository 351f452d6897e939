"""The live server, by HTTP and by WebSocket, and what it never does for whom."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from noughts.live import server as module
from noughts.live.actions import ACTIONS, MAKE
from noughts.live.openapi import description
from noughts.web.server import HEADERS
from tests.live.clients import WAIT, Client, said, serving


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("live") / "games.db") as address:
        yield address


@pytest.fixture
def ann(url: str) -> Client:
    return Client(url)


@pytest.fixture
def bob(url: str) -> Client:
    return Client(url)


def test_two_meet_by_a_link_and_play_while_a_third_watches(
    url: str, ann: Client, bob: Client
) -> None:
    id_ = ann.make(name="Ann")
    with Client(url).socket(id_) as watching, ann.socket(id_) as hers:
        assert said(watching)["you"] is None
        assert said(hers)["here"] == {"x": True, "o": False, "watching": 1}
        assert said(watching)["here"]["x"]
        assert bob.good(id_, "sit", name="Bob")["turn"] == "x"
        assert said(watching)["game"]["players"]["o"]["name"] == "Bob"
        assert said(hers)["you"] == "x"
        hers.send(json.dumps({"do": "move", "ply": 0, "cell": "b2", "tag": 7}))
        told = [said(hers), said(hers)]
        (answer,) = [each for each in told if "tag" in each]
        assert (answer["tag"], answer["status"], answer["game"]["moves"]) == (7, 200, ["b2"])
        assert said(watching)["game"]["moves"] == ["b2"]
        hers.send(json.dumps({"do": "move", "ply": 1, "cell": "a1"}))
        refused = said(hers)
        assert (refused["status"], refused["error"]) == (409, "it is not your turn")
        assert refused["game"]["moves"] == ["b2"]
        for text in ("[" * 4000, '{"do": "fly"}', "{}"):
            hers.send(text)
            assert said(hers)["status"] in (400, 404)
    bob.good(id_, "resign")
    ann.good(id_, "rematch")
    next_id = bob.good(id_, "rematch")["next"]
    assert bob.send("GET", f"/api/games/{next_id}")[1]["you"] == "x"


def test_whoever_comes_back_finds_the_game_as_it_was_also_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as url:
        ann, bob = Client(url), Client(url)
        id_ = ann.make(rules="6,7,4,gravity")
        bob.good(id_, "sit")
        before = ann.good(id_, "move", ply=0, cell="d")
    with serving(tmp_path / "games.db", port=int(url.rpartition(":")[2])):
        assert bob.send("GET", f"/api/games/{id_}") == (200, {"game": before, "you": "o"})
        assert bob.good(id_, "move", ply=1, cell="d")["moves"] == ["d", "d"]


def test_a_clock_that_runs_out_ends_the_game_before_the_eyes_of_all(
    url: str, ann: Client, bob: Client
) -> None:
    id_ = ann.make(seconds=1)
    with Client(url).socket(id_) as watching:
        bob.good(id_, "sit")
        while not (told := said(watching)["game"])["result"]:
            assert told["players"]["x"]["seconds"] <= 1
        assert told["result"] == {"winner": "o", "why": "time"}


def test_a_cookie_is_a_seat_and_no_script_or_other_site_has_it(url: str, ann: Client) -> None:
    id_ = ann.make()
    assert re.fullmatch("noughts=[A-Za-z0-9_-]{43}", ann.cookie)
    assert ann.attributes == "HttpOnly; Max-Age=31536000; Path=/api; SameSite=strict"
    cookie, ann.attributes = ann.cookie, ""
    ann.make()
    assert (ann.cookie, ann.attributes) == (cookie, "")  # one cookie for all games
    thief = Client(url)
    assert thief.ask(id_, "resign")[0] == 403
    thief.cookie = "noughts=../../etc/passwd"
    assert thief.ask(id_, "resign")[0] == 403
    assert thief.cookie == "noughts=../../etc/passwd"  # none is given to who does not sit down
    behind = Client(url)
    behind.send(
        "POST", "/api/games", {}, Host="play.example.org", Origin="https://play.example.org"
    )
    assert "Secure" in behind.attributes


REFUSED: list[tuple[int, str, str, Any, dict[str, str]]] = [
    (400, "GET", "/api/games/ID", None, {"Host": "evil.example"}),
    (403, "POST", "/api/games", {}, {"Origin": "https://evil.example"}),
    (403, "POST", "/api/games", {}, {"Origin": "null"}),
    (415, "POST", "/api/games", "{}", {"Content_Type": "text/plain"}),
    (415, "POST", "/api/games", "{}", {"Content_Type": ""}),
    (413, "POST", "/api/games", " " * 5000, {}),
    (400, "POST", "/api/games", "[]", {}),
    (400, "POST", "/api/games", b"\xff", {}),
    (400, "POST", "/api/games", {"rules": "3,3,4"}, {}),
    (404, "POST", "/api/games/ID/fly", {}, {}),
    (404, "POST", "/api/games/nowhere/sit", {}, {}),
    (404, "GET", "/api/games/nowhere", None, {}),
    (404, "GET", "/api/games/ID/sit/down", None, {}),
    (404, "GET", "/api/games//sit", None, {}),
    (405, "GET", "/api/games", None, {}),
    (405, "GET", "/api/games/ID/sit", None, {}),
    (405, "DELETE", "/api/games/ID", None, {}),
    (405, "POST", "/openapi.json", {}, {}),
]


@pytest.mark.parametrize(("status", "method", "path", "body", "headers"), REFUSED)
def test_what_is_not_asked_rightly_is_refused(
    ann: Client, status: int, method: str, path: str, body: Any, headers: dict[str, str]
) -> None:
    path = path.replace("ID", ann.make())
    got, answer = ann.send(method, path, body, **headers)
    assert (got, list(answer)) == (status, ["error"])


def test_a_socket_is_for_the_page_of_this_server_and_small_messages(url: str, ann: Client) -> None:
    id_ = ann.make()
    for place, headers in ((id_, {"Origin": "https://evil.example"}), ("nowhere", {}), ("a/b", {})):
        with pytest.raises(InvalidStatus) as refused:
            ann.socket(place, **headers)
        assert refused.value.response.status_code == (403 if headers else 404)
    with ann.socket(id_, Origin=url) as socket:
        said(socket)
        socket.send("x" * 5000)
        with pytest.raises(ConnectionClosedError) as closed:
            socket.recv(WAIT)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1009


def test_whoever_asks_too_often_has_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SOCKETS", 1)
    with serving(tmp_path / "games.db", rate=10) as url:
        ann = Client(url)
        id_ = ann.make()
        with ann.socket(id_), pytest.raises(InvalidStatus) as refused:
            ann.socket(id_)
        assert refused.value.response.status_code == 429
        answers = [ann.ask(id_, "decline") for _ in range(12)]
        assert answers[0][0] == 200
        assert answers[-1] == (429, {"error": "too many requests; ask again in a moment"})


def test_the_page_is_served_beside_the_games(url: str) -> None:
    place = Client(url).place
    for path in ("/", "/openapi.json"):
        asking = HTTPConnection(place, timeout=WAIT)
        asking.request("GET", path)
        with asking.getresponse() as got:
            assert got.status == 200
            assert {name: got.headers[name] for name in HEADERS} == HEADERS
        asking.close()


def test_the_description_of_the_api_is_that_of_the_requests(ann: Client) -> None:
    status, told = ann.send("GET", "/openapi.json")
    assert (status, told) == (200, json.loads(json.dumps(description())))
    posts = {path: of["post"] for path, of in told["paths"].items() if "post" in of}
    assert {path.rpartition("/")[2] for path in posts} == {"games", *ACTIONS}
    for path, operation in posts.items():
        name = path.rpartition("/")[2]
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        fields = MAKE if name == "games" else ACTIONS[name].fields
        assert body["properties"] == json.loads(json.dumps(fields))
        assert {"403", "429", "503"} < {*operation["responses"]}
