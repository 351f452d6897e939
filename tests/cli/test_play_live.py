"""`noughts play --server`: a live game in the terminal, with somebody elsewhere."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from noughts.cli.terminal import live_game
from tests.commands import good, refused
from tests.live.clients import Client, serving


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "cache"))
    return str(tmp_path / "games.db")


@pytest.fixture
def url(file: str) -> Iterator[str]:
    with serving(file) as address:
        yield address


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`meanwhile(*acts)`: what others do, one after the other, each time that we wait."""

    def let(*acts: Callable[[], object]) -> None:
        waiting = [*acts]
        monkeypatch.setattr(live_game, "sleep", lambda _: waiting.pop(0)())

    return let


def moves(bob: Client, id_: str, ply: int, cell: str) -> Callable[[], Any]:
    return lambda: bob.good(id_, "move", ply=ply, cell=cell)


def test_a_game_of_a_link_is_joined_and_played_to_its_end(
    url: str, meanwhile: Callable[..., None]
) -> None:
    bob = Client(url)
    id_ = bob.make(name="Bob")
    meanwhile(
        moves(bob, id_, 0, "b2"),
        lambda: [bob.good(id_, "draw", ply=2), moves(bob, id_, 2, "b1")()],
        moves(bob, id_, 4, "b3"),
    )
    said = good("play", "--server", f"{url}/#live={id_}", typed="?\nd4\na1\na2\n")
    assert "Type a move, draw, back" in said
    assert "'d4' is not a cell" in said
    assert said.count("X to move.") >= 3
    assert "X asks for a draw" in said
    assert said.rstrip().endswith("X wins.")


def test_a_new_game_is_made_left_and_come_back_to(
    url: str, file: str, meanwhile: Callable[..., None]
) -> None:
    bob, found = Client(url), []

    def sit() -> None:
        with sqlite3.connect(file) as games:
            found.extend(games.execute("SELECT id FROM games").fetchone())
        games.close()
        bob.good(found[0], "sit")

    meanwhile(sit)
    said = good("play", "--server", url, "--board", "4,4,4", typed="q\n")
    link = f"{url}/#live={found[0]}"
    assert f"Send this link to the person you want to play with:\n  {link}" in said
    assert said.endswith(f"To come back:\n  noughts play --server {link}\n")
    meanwhile(
        moves(bob, found[0], 1, "a1"),
        lambda: bob.good(found[0], "back", ply=3),
        moves(bob, found[0], 1, "d4"),
    )
    again = good("play", "--server", link, typed="b2\nc2\nback\nresign\n")
    assert "O asks to take a move back: back agrees, decline does not." in again
    assert again.rstrip().endswith("O wins (resigned).")
    seats = Path(file).parent / "cache" / live_game.SEATS
    assert seats.stat().st_mode & 0o77 == 0


def test_whoever_finds_no_seat_free_watches(url: str, meanwhile: Callable[..., None]) -> None:
    ann, bob = Client(url), Client(url)
    id_ = ann.make()
    bob.good(id_, "sit")
    meanwhile(lambda: ann.good(id_, "draw", ply=0), lambda: bob.good(id_, "draw", ply=0))
    said = good("play", "--server", f"{url}/#live={id_}")
    assert said.rstrip().endswith("A draw (agreed).")


def test_the_end_of_the_input_leaves_the_game(url: str) -> None:
    bob = Client(url)
    id_ = bob.make(side="o")
    assert good("play", "--server", f"{url}/#live={id_}").endswith("or ? for help: \n")


def test_what_cannot_be_joined_is_refused_in_a_line(url: str, file: str) -> None:
    def why(link: str, *arguments: str, status: int = 1) -> str:
        return refused("play", "--server", link, *arguments, status=status)

    assert why("noughts.example") == (
        "Error: 'noughts.example' is not the address of a server, as in http://host/"
    )
    assert why(f"{url}/#live=nowhere") == "Error: there is no such game"
    assert "cannot be reached" in why("http://127.0.0.1:9/")
    assert "--server takes --board" in why(url, "--opponent", "easy", status=2)
    assert "404" in live_game._reason(b"<html>", "HTTP Error 404")
    seats = Path(file).parent / "cache" / live_game.SEATS
    seats.parent.mkdir(exist_ok=True)
    seats.write_text("something else")
    assert "remove it to begin with new seats" in why(url)
