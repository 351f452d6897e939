"""Proofs by the server: who may ask, for what, at which cost; and what the page makes of them."""

from __future__ import annotations

import asyncio
import io
import json
import re
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser

from noughts import Position, Rules
from noughts.errors import NoughtsError
from noughts.solver.tables.table import table
from noughts.web import proof_process, proof_requests
from noughts.web.proof_requests import LONGEST, Proofs, Question, question
from tests.tools import in_a_loop
from tests.web.boards import BOARDS, TYPED
from tests.web.conftest import Node, new_page, serving
from tests.web.screen import Screen
from tests.web.test_server import SECURE, Answer, ask, connect

TORUS = Rules.parse("3,3,3,torus")  # has a table, so that its proofs cost nothing
ASKED = {"board": "3,3,3,torus", "position": "XO./.../...", "seconds": "1"}


MARKED = {"Noughts_Page": "1"}


def asks(
    url: str,
    new: Mapping[str, str] = MappingProxyType({}),
    method: str = "GET",
    headers: Mapping[str, str] = MappingProxyType(MARKED),
) -> Answer:
    """The answer to a question of the page, but for what is given."""
    return ask(url, f"/proofs?{urlencode({**ASKED, **new})}", method, **headers)


def moves(answer: Answer) -> Any:
    assert answer.status == 200
    return json.loads(answer.body)["moves"]


def told(url: str, new: Mapping[str, str] = MappingProxyType({})) -> Any:
    """The moves that are told in the end: the process starts and may compile before."""
    until = time.monotonic() + 120
    while (found := moves(asks(url, new))) is None:
        assert time.monotonic() < until
        time.sleep(0.1)
    return found


@pytest.fixture(scope="module")
def proving() -> Iterator[str]:
    """Where a server listens that proves."""
    with serving(proves=True) as url:
        yield url


# What is answered


def test_the_page_is_told_what_every_settled_move_is_worth(proving: str) -> None:
    position = Position.parse("XO./.../...", TORUS)
    wanted = [[move.cell, move.value] for move in table(TORUS).moves(position)]
    assert told(proving) == told(proving) == wanted


@pytest.mark.wide
@pytest.mark.no_cover
def test_a_board_that_the_page_cannot_settle_is_settled(proving: str) -> None:
    empty = "/".join(["......"] * 6)
    found = told(proving, {"board": "6,6,5", "position": empty})
    assert found == [[cell, 0] for cell in range(36)]


@pytest.mark.parametrize(
    ("position", "wanted"),
    [
        ("XX.O/.O../..../....", [(2, 1)]),  # completes a line, which needs no search
        ("XXX./OO../O.../....", None),  # is over
    ],
)
def test_the_process_answers_a_line_with_a_line(
    position: str, wanted: list[tuple[int, int]] | None
) -> None:
    if wanted is None:
        with pytest.raises(NoughtsError):
            proof_process.proved("4,4,3", position, 0.01)
    else:
        assert set(wanted) <= set(proof_process.proved("4,4,3", position, 0.01))


def test_the_process_serves_until_its_input_ends_and_leaves_ctrl_c_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = [json.dumps(["3,3,3", "XX./OO./...", 1]), json.dumps(["3,3,3", "XX./OO./X..", 1])]
    said = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
    monkeypatch.setattr(sys, "stdout", said)
    before = signal.getsignal(signal.SIGINT)
    try:
        proof_process.main()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    first, second = map(json.loads, said.getvalue().splitlines())
    assert (first[0], second) == ([2, 1], [[2, 0], [5, 1], [7, -1], [8, -1]])


def test_what_cannot_be_settled_in_time_is_left_out() -> None:
    empty = Position(rules=Rules.parse("15,15,5"))
    assert proof_process.proved("15,15,5", str(empty), 0.01) == []


# Who may ask


def test_another_site_cannot_ask(proving: str) -> None:
    assert asks(proving, headers={}).status == 403
    assert asks(proving, headers={"Origin": "https://evil.example"}).status == 403
    first = asks(  # what its browser asks before it sends a header of the site's own
        proving,
        method="OPTIONS",
        headers={
            "Origin": "https://evil.example",
            "Access_Control_Request_Headers": "noughts-page",
        },
    )
    assert first.status == 405
    assert not [name for name in first.headers if name.lower().startswith("access-control")]


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1:1", ""])
def test_a_name_that_another_site_points_here_is_refused(proving: str, host: str) -> None:
    assert asks(proving, headers={"Host": host, "Noughts_Page": "1"}).status == 400


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_a_question_is_read_and_nothing_is_written(proving: str, method: str) -> None:
    assert asks(proving, method=method).status == 405


def test_every_answer_carries_the_security_headers(proving: str) -> None:
    for answer in (asks(proving), asks(proving, {"seconds": "0"}), asks(proving, headers={})):
        assert {name: answer.headers[name] for name in SECURE} == SECURE


# For what


@pytest.mark.parametrize(
    "new",
    [
        {"board": "3,3,4"},
        {"board": "4,3,3"},  # which the page does not have
        {"board": "60,60,5"},
        {"board": "3,3,3,wild"},  # of which nothing is proved
        {"board": "../../etc/passwd"},
        {"board": "3,3,3,torus\x00"},
        {"position": ""},
        {"position": "XX./.../..."},
        {"position": "XXX/OO./..."},
        {"position": "XXX/OOO/XXO"},
        {"position": "X" * 20_000},
        {"position": '"; import os'},
        {"seconds": "0"},
        {"seconds": "-1"},
        {"seconds": "nan"},
        {"seconds": "inf"},
        {"seconds": "1e999"},
        {"seconds": f"{LONGEST + 0.001}"},
        {"seconds": "one"},
        {"seconds": "1e-9"},
        {"seconds": " 0.01 "},
        {"seconds": "٣"},
        {"seconds": "1_0/10"},
        {"more": "1"},
    ],
    ids=str,
)
def test_what_is_not_a_question_is_refused(proving: str, new: dict[str, str]) -> None:
    answer = asks(proving, new)
    assert answer.status == 400
    assert len(answer.body) < 1000


@pytest.mark.parametrize("seconds", ["0.000000001", "1/3", f"0.{'0' * 97}1", f"{LONGEST:g}"])
def test_the_process_takes_every_time_that_a_question_may_ask(seconds: str) -> None:
    asked = question(ASKED | {"seconds": seconds})
    said = io.StringIO()
    proof_process.serve(io.StringIO(json.dumps(asked)), said)
    assert len(json.loads(said.getvalue())) == 7


def test_a_question_needs_each_part_once(proving: str) -> None:
    for query in ("", "?", "?board=3,3,3", f"?{urlencode(ASKED)}&seconds=1", "?" + "&" * 1000):
        assert ask(proving, f"/proofs{query}", Noughts_Page="1").status == 400
    for path in ("/proofs/", "/proofs.py", "//proofs", "/PROOFS"):
        assert ask(proving, f"{path}?{urlencode(ASKED)}", Noughts_Page="1").status == 404


@pytest.mark.parametrize("rules", BOARDS + TYPED, ids=str)
def test_every_board_of_the_page_may_be_asked_about(rules: Rules) -> None:
    empty = str(Position(rules=rules))
    wanted = Question(str(rules), empty, 1.0)
    assert question({"board": str(rules), "position": empty, "seconds": "1"}) == wanted


def test_the_page_asks_for_no_more_time_than_the_server_gives() -> None:
    page = Path(proof_requests.__file__).parent / "page"
    times = {
        file: [int(each) for each in re.findall(said, (page / file).read_text(encoding="utf-8"))]
        for file, said in [
            ("hints.js", r"const TIME_OF_SERVER = (\d+);"),
            ("levels.js", r"MILLISECONDS = (\d+);"),
        ]
    }
    assert [len(each) for each in times.values()] == [1, 1]
    assert all(0 < each <= 1000 * LONGEST for (each,) in times.values())


# At which cost


class Slow(Proofs):
    """Takes as long as a test wants it to."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()

    def _asked(self, asked: Question) -> list[tuple[int, int]] | None:
        self.go_on.wait(10)
        return [(0, round(asked.seconds))]


ONE = Question("3,3,3", ".../.../...", 1.0)


def test_it_thinks_about_one_question_at_a_time_and_tells_others_at_once() -> None:
    slow = Slow()

    async def ask_twice() -> list[Any]:
        first = asyncio.create_task(slow.answer(ONE))
        await asyncio.sleep(0)
        second = await slow.answer(ONE)
        slow.go_on.set()
        return [await first, second, await slow.answer(ONE)]

    assert in_a_loop(ask_twice()) == [[(0, 1)], None, [(0, 1)]]


def test_who_waits_too_long_goes_on_without_and_it_goes_on_thinking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proof_requests, "WAIT", 0.05)
    slow = Slow()

    async def ask_again() -> list[Any]:
        late = [await slow.answer(ONE), await slow.answer(ONE)]
        slow.go_on.set()
        return [*late, await wait_for(slow)]

    assert in_a_loop(ask_again()) == [None, None, [(0, 1)]]


def test_an_answer_for_a_server_that_has_ended_is_lost() -> None:
    slow = Slow()

    async def ask_and_go() -> None:
        asyncio.ensure_future(slow.answer(ONE))  # noqa: RUF006 - nobody waits for it
        await asyncio.sleep(0.01)

    in_a_loop(ask_and_go())
    slow.go_on.set()
    assert in_a_loop(wait_for(slow)) == [(0, 1)]


async def wait_for(asked: Proofs) -> Any:
    """What it answers in the end: a busy machine may take longer than a page waits."""
    for _ in range(1000):
        found = await asked.answer(ONE)
        if found is not None:
            return found
        await asyncio.sleep(0.01)
    return None


def test_where_no_thread_can_be_started_there_is_no_answer_but_another_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Unable(threading.Thread):
        def start(self) -> None:
            raise RuntimeError("can't start new thread")

    slow, able = Slow(), threading.Thread
    slow.go_on.set()

    async def ask_twice() -> list[Any]:
        monkeypatch.setattr(threading, "Thread", Unable)
        first = await slow.answer(ONE)
        monkeypatch.setattr(threading, "Thread", able)
        return [first, await slow.answer(ONE)]

    assert in_a_loop(ask_twice()) == [None, [(0, 1)]]


def test_a_process_that_has_ended_is_started_again() -> None:
    started = Proofs()
    started.close()  # nothing is there to end
    assert in_a_loop(wait_for(started))
    process = started._process
    assert process
    process.kill()
    process.wait()
    assert in_a_loop(wait_for(started))
    again = started._process
    assert again
    assert again is not process
    started.close()
    assert again.poll() is not None


def test_a_process_that_ends_at_once_answers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    started = Proofs()
    monkeypatch.setattr(sys, "executable", "/bin/true")
    assert in_a_loop(started.answer(ONE)) is None
    started.close()


def test_a_process_that_is_ending_does_not_get_the_next_question(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ending = tmp_path / "ending"
    ending.write_text("#!/bin/sh\nread asked\nexec sleep 60 >&-\n")
    ending.chmod(0o700)
    started = Proofs()
    with monkeypatch.context() as changed:
        changed.setattr(sys, "executable", str(ending))
        assert started._asked(ONE) is None
    assert started._asked(ONE)
    started.close()


def test_the_process_ends_with_the_server_even_while_it_thinks() -> None:
    with serving(proves=True) as url:
        query = urlencode(ASKED | {"board": "15,15,5", "seconds": "3"})
        query = query.replace(urlencode({"position": ASKED["position"]}), "position=" + WIDE)
        request = f"GET /proofs?{query} HTTP/1.1\r\nHOST\r\nNoughts-Page: 1\r\n\r\n"
        with connect(url, request.encode()):
            time.sleep(0.2)
            began = time.monotonic()
    assert time.monotonic() - began < 3


WIDE = "/".join(["." * 15] * 15)


# What the page makes of it


def test_the_opponent_plays_what_is_proved(node: Node) -> None:
    free = [0, 1, 2, 3]
    asked = [
        (1, [], free, 0.9),  # nothing is proved
        (1, [[1, 1], [2, 1]], free, 0.9),  # its choice wins
        (1, [[0, 1], [3, 1]], free, 0.9),  # two others win
        (1, [[0, 0], [1, 0]], free, 0.9),  # its choice holds
        (1, [[1, -1], [2, 0], [0, 0]], free, 0.9),  # it loses, where others hold
        (1, [[1, -1], [2, -1]], free, 0.0),  # it loses, and of others nothing is known
        (1, [[0, -1], [1, -1], [2, -1], [3, -1]], free, 0.5),  # all is lost
    ]
    assert node("proofs.mjs", asked, [])["choices"] == [1, 1, 3, 1, 2, 0, 1]


def test_hints_that_are_proved_take_the_place_of_those_that_are_judged(node: Node) -> None:
    judged = {"cell": 0, "value": 0.3, "proved": False}
    known = {"cell": 1, "value": 1, "proved": True, "remoteness": 3}
    other = {"cell": 2, "value": -0.1, "proved": False}
    (shown,) = node("proofs.mjs", [], [([judged, known, other], [[0, 0], [1, 1]])])["hints"]
    assert shown == [{"cell": 0, "value": 0, "proved": True}, known, other]


@pytest.fixture
def screens(browser: Browser, proving: str) -> Iterator[tuple[Screen, list[str]]]:
    """The page of a server that proves, and what it reports as errors."""
    errors: list[str] = []
    page = new_page(browser, errors)
    yield Screen(page).go(proving), errors
    page.close()


@pytest.mark.wide
@pytest.mark.no_cover
def test_on_the_page_a_proof_is_shown_as_a_proof(screens: tuple[Screen, list[str]]) -> None:
    screen, errors = screens
    test_a_board_that_the_page_cannot_settle_is_settled(screen.page.url)
    screen.oppose("person")
    screen.board("6,6,5")
    screen.press("h")
    screen.page.locator(".hint.draw").nth(35).wait_for(timeout=20_000)
    assert screen.labels() == ["free, draw"] * 36
    assert not errors


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("how", ["no server", "no route", "no time"])
def test_the_page_goes_on_without_proofs(screens: tuple[Screen, list[str]], how: str) -> None:
    screen, _ = screens
    asked: list[str] = []

    def answer(route: Any) -> None:
        asked.append(route.request.headers["noughts-page"])
        if how == "no server":
            route.abort()
        elif how == "no route":
            route.fulfill(status=404)
        else:
            route.fulfill(json={"moves": None})

    screen.page.context.route("**/proofs?*", answer)
    screen.board("6,6,5")
    screen.press("h")
    screen.wait("!document.querySelector('#why').hidden")
    why = screen.page.inner_text("#why")
    assert why.startswith("No move stands out: ")
    assert why.endswith(" The most open lines cross at c3 and d3.")
    screen.play(14)
    screen.wait("document.querySelector('.game').dataset.thinking === 'false'")
    assert screen.position.count("O") == 1
    assert asked[0] == "1"
    assert len(asked) == 1 or how == "no time"


@pytest.mark.wide
@pytest.mark.no_cover
def test_small_boards_and_the_levels_never_ask(screens: tuple[Screen, list[str]]) -> None:
    screen, _ = screens
    asked: list[str] = []
    screen.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    screen.board("4,4,3")
    screen.press("h")
    screen.play(5)
    screen.wait("document.querySelector('.game').dataset.thinking === 'false'")
    screen.oppose("easy")
    screen.press("h")
    screen.board("6,6,5")
    screen.play(14)
    screen.wait("document.querySelector('.game').dataset.thinking === 'false'")
    assert "/proofs" not in asked
