"""The live server, by HTTP and by WebSocket, and what it never does for whom."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import re
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from threading import Event
from typing import Any
from weakref import finalize

import pytest
from starlette.requests import Request
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, InvalidStatus

from noughts.live import background_tasks, presence
from noughts.live import server as module
from noughts.live.actions import ACTIONS, MAKE, Decision, make, read
from noughts.live.database import Database
from noughts.live.game import Kept, RefusedError
from noughts.live.openapi import description
from noughts.live.service import Service
from noughts.live.thinking import Thinking
from noughts.web.server import HEADERS
from tests.commands import alone
from tests.live.attacked import main as attack
from tests.live.clients import WAIT, Client, said, serving
from tests.tools import in_a_loop, longer


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
    with Client(url).socket(id_) as eve, ann.socket(id_) as hers:
        assert said(eve)["you"] is None
        assert said(hers)["here"] == {"x": True, "o": False, "watching": 1}
        assert said(eve)["here"]["x"]
        assert bob.good(id_, "sit", name="Bob")["turn"] == "x"
        assert said(eve)["game"]["players"]["o"]["name"] == "Bob"
        assert said(hers)["you"] == "x"
        hers.send(json.dumps({"do": "move", "ply": 0, "cell": "b2", "tag": 7}))
        answer = said(hers)  # and nothing else: the next is the answer to what she does next
        assert (answer["tag"], answer["status"], answer["game"]["moves"]) == (7, 200, ["b2"])
        assert said(eve)["game"]["moves"] == ["b2"]
        hers.send(json.dumps({"do": "move", "ply": 1, "cell": "a1"}))
        refused = said(hers)
        assert (refused["status"], refused["error"]) == (409, "it is not your turn")
        assert refused["game"]["moves"] == ["b2"]
        for text in ("[" * 4000, '{"do": "fly"}', "{}", '{"do": "decline", "tag": [NaN]}'):
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


def test_who_asks_without_a_socket_is_here_for_a_while_and_the_librarys_player_always(
    ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "AWAY", 0.05)
    id_ = ann.make()
    with ann.socket(id_) as hers:
        bob.good(id_, "sit")
        while not said(hers)["here"]["o"]:
            pass
        while said(hers)["here"]["o"]:  # until she is told by itself
            pass
        bob.send("GET", f"/api/games/{id_}")
        assert said(hers)["here"]["o"]
        with bob.socket(id_) as his:
            assert said(his)["here"]["o"]
        while said(hers)["here"]["o"]:
            pass
    alone_ = ann.make(player="easy")
    with ann.socket(alone_) as socket:
        assert said(socket)["here"] == {"x": True, "o": True, "watching": 0}


def test_a_clock_that_runs_out_ends_the_game_before_the_eyes_of_all(
    url: str, ann: Client, bob: Client
) -> None:
    id_ = ann.make(seconds=1)
    with Client(url).socket(id_) as eve:
        bob.good(id_, "sit")
        while not (told := said(eve)["game"])["result"]:
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
    (404, "GET", "/api/games/%00", None, {}),
    (404, "GET", "/api/games/ID/sit/down", None, {}),
    (404, "GET", "/api/games//sit", None, {}),
    (404, "GET", "/api/games", None, {}),
    (405, "GET", "/api/games/ID/sit", None, {}),
    (405, "DELETE", "/api/games/ID", None, {}),
    (405, "PUT", "/api/games", {}, {}),
    (405, "POST", "/openapi.json", {}, {}),
]


@pytest.mark.parametrize(("status", "method", "path", "body", "headers"), REFUSED)
def test_what_is_not_asked_rightly_is_refused(
    ann: Client, status: int, method: str, path: str, body: Any, headers: dict[str, str]
) -> None:
    path = path.replace("ID", ann.make())
    got, answer = ann.send(method, path, body, **headers)
    assert (got, list(answer)) == (status, ["error"])
    assert (status == 405) == bool(ann.allowed)
    assert method not in ann.allowed.split(", ")


def test_a_socket_is_for_the_page_of_this_server_and_small_messages(
    url: str, ann: Client, caplog: pytest.LogCaptureFixture
) -> None:
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
    with ann.socket(id_) as socket:
        said(socket)
        text, end = b"\x81\x81\0\0\0\0\xff", b"\x88\x80\0\0\0\0"
        socket.socket.sendall(text + end)
        with pytest.raises(ConnectionClosed):
            socket.recv(WAIT)
    assert not caplog.records


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


def test_a_lobby_lists_the_games_that_await_a_player_the_newest_first(where: str) -> None:
    with serving(where, lobby=True) as url:
        ann = Client(url)
        first, second, third = (ann.make(name=name) for name in "abc")
        Client(url).good(third, "sit")
        ann.make(player="easy")
        ann.good(ann.make(), "resign")
        status, told = ann.send("GET", "/api/games")
        assert (status, [game["id"] for game in told["games"]]) == (200, [second, first])


def test_a_player_of_the_library_plays_and_is_asked_again_if_its_process_ends(
    ann: Client,
) -> None:
    status, answer = ann.send("POST", "/api/games", {"rules": "4,4,4", "player": "perfect"})
    assert (status, answer["error"]) == (400, "perfect has no table of 4,4,4; strong plays it")
    id_ = ann.make(player="perfect", side="o")
    with ann.socket(id_) as socket:
        while not (told := said(socket)["game"])["moves"]:
            assert told["turn"] == "x"
        ann.good(id_, "move", ply=1, cell="a1" if told["moves"] != ["a1"] else "b2")
        while len(said(socket)["game"]["moves"]) < 3:
            pass
        ann.good(id_, "resign")
        next_id = ann.good(id_, "rematch")["next"]
    assert ann.good(next_id, "move", ply=0, cell="b2")["moves"][0] == "b2"


def test_the_process_that_thinks_is_begun_again_once_it_has_ended() -> None:
    game = make("id", "seat", 1, read({"player": "perfect", "side": "o"}, MAKE))

    async def moves() -> list[str | None]:
        thinking = Thinking()
        await thinking.close()  # which has nothing to end yet
        found = [await thinking.move(game)]
        assert thinking._process
        thinking._process.kill()
        found += [await thinking.move(game), await thinking.move(game)]
        await thinking.close()
        assert thinking._process.returncode
        return found

    first, ended, again = in_a_loop(moves())
    assert first
    assert first == again
    assert ended is None


def test_an_answer_to_a_position_that_was_taken_back_is_not_played(tmp_path: Path) -> None:
    async def replies() -> tuple[int, int]:
        service = Service(Database(str(tmp_path / "games.db")))
        service.thinking = Never()  # type: ignore[assignment]
        game = await service.make("secret", {"player": "perfect"})
        thought = (await service.act(game.id, "move", "secret", {"ply": 0, "cell": "b2"})).game
        await service.act(game.id, "back", "secret", {"ply": 1})
        other = (await service.act(game.id, "move", "secret", {"ply": 0, "cell": "a1"})).game
        late = await service._reply(thought, "a1")
        right = await service._reply(other, "b2")
        await service.close()
        return late.plies, right.plies

    assert in_a_loop(replies()) == (1, 2)


class Never:
    """A player that thinks for ever."""

    async def move(self, _: Kept) -> str | None:
        await asyncio.sleep(60)
        return None

    async def close(self) -> None:
        """Nothing runs."""


def test_whoever_runs_it_sees_that_it_lives_and_what_it_does(
    ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = ann.make()
    assert ann.send("GET", "/health") == (200, {"health": "good"})
    assert ann.send("GET", "/ready") == (200, {"ready": True})
    with ann.socket(id_):
        asking = HTTPConnection(ann.place, timeout=WAIT)
        asking.request("GET", "/metrics")
        with asking.getresponse() as got:
            told = got.read().decode()
        asking.close()
    assert re.search(r'^noughts_requests_total{status="201"} [1-9]', told, re.MULTILINE)
    assert re.search("^noughts_sockets 1$", told, re.MULTILINE)

    async def failing(*_: object) -> Decision:
        raise RefusedError(503, "the database does not answer")

    monkeypatch.setattr(Database, "run", failing)
    assert ann.send("GET", "/ready")[0] == 503


def test_games_are_forgotten_by_the_hour_unless_they_are_kept_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_tasks, "HOUR", 0.01)
    with serving(tmp_path / "games.db", days=1e-9) as url:
        ann = Client(url)
        id_ = ann.make()
        while ann.send("GET", f"/api/games/{id_}")[0] == 200:
            pass
    with serving(tmp_path / "games.db", days=0) as url:
        assert Client(url).send("GET", "/ready")[0] == 200


@pytest.mark.parametrize(
    ("cases", "races"), [(300, 5), pytest.param(2000, 200, marks=pytest.mark.longer)]
)
def test_no_request_or_frame_harms_a_game_and_of_moves_at_once_one_is_played(
    cases: int, races: int
) -> None:
    assert {"101", "200", "400", "403", "409"} <= {
        *re.findall(r"\d+", attack(cases, races, seed=1))
    }


class Cycle:
    """What only a collection of garbage finds once nobody has it, and whether it was found."""

    def __init__(self) -> None:
        self.itself, self.gone = self, Event()
        finalize(self, self.gone.set)


def test_garbage_is_collected_while_it_is_new_and_all_of_it_once_sockets_have_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interval = sys.getswitchinterval()
    monkeypatch.setattr(background_tasks, "NEW", 0.01)
    with serving(tmp_path / "games.db") as url, Client(url).socket(Client(url).make()) as socket:
        said(socket)
        assert not gc.isenabled()
        assert sys.getswitchinterval() == pytest.approx(background_tasks.SWITCH)
        cycle = Cycle()
        gc.collect()
        old = cycle.gone
        del cycle
        assert any(Cycle().gone.wait(WAIT) for _ in range(3))  # one may be old before it is garbage
        assert not old.is_set()
        monkeypatch.setattr(background_tasks, "CLOSED", 1)
        with Client(url).socket(Client(url).make()):
            pass
        assert old.wait(WAIT)
    assert gc.isenabled()
    assert sys.getswitchinterval() == interval


def test_only_a_socket_that_has_long_been_silent_is_asked_whether_it_is_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked, ask = list[Any](), WebSocketsSansIOProtocol.send_keepalive_ping

    def noted(socket: WebSocketsSansIOProtocol) -> None:
        asked.append(socket.client)
        ask(socket)

    monkeypatch.setattr(module, "PING", 1.0)
    monkeypatch.setattr(WebSocketsSansIOProtocol, "send_keepalive_ping", noted)
    with serving(tmp_path / "games.db") as url:
        id_ = Client(url).make()
        with Client(url).socket(id_) as talks, Client(url).socket(id_) as silent:
            while not asked:
                talks.send("{}")
                said(talks)
            assert {*asked} == {silent.local_address}


def test_a_client_that_goes_away_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def closed(*_: object) -> None:
        raise RuntimeError("after sending 'websocket.close'")

    request = Request({"type": "http", "headers": [(b"content-type", b"application/json")]}, gone)
    with pytest.raises(RefusedError, match="the request has no end"):
        in_a_loop(module._json(request))
    monkeypatch.setattr(WebSocket, "send_text", closed)
    socket = WebSocket({"type": "websocket"}, gone, closed)
    with pytest.raises(WebSocketDisconnect):
        in_a_loop(module._send(socket, ""))
    message = "Invalid UTF-8 sequence received from client."
    about = logging.LogRecord("uvicorn.error", logging.ERROR, "", 1, message, None, None)
    assert not logging.getLogger("uvicorn.error").filter(about)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("times", [2, *longer(20)])
def test_a_server_that_is_killed_under_load_loses_no_move_that_it_answered(times: int) -> None:
    done = alone("-m", "tests.live.killed", str(times), timeout=300)
    assert done.stdout.startswith(f"killed {times} times: "), done.stderr


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
