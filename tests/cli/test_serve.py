"""`noughts serve`: where it serves, what keeps the games, and what it says."""

from __future__ import annotations

import json
import logging
import re
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from noughts import Game
from noughts.cli.commands.serve import serve
from noughts.live import background_tasks
from noughts.live import server as live
from noughts.live.actions import MAKE, Decision, make, read
from noughts.live.database import APART, Database
from noughts.live.game import ended
from noughts.live.log import note
from noughts.live.moves_as_number import added
from noughts.live.service import LISTED
from noughts.live.statistics import Statistics, page
from noughts.web.addresses import EVERYWHERE, HOST
from tests.commands import good, lines, refused, run
from tests.tools import in_a_loop


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Any]:
    """How the command would have served, in a folder of its own."""
    found: dict[str, Any] = {}

    def serve(_: uvicorn.Server, sockets: list[socket.socket]) -> None:
        found["address"] = sockets[0].getsockname()
        raise KeyboardInterrupt

    made = live.server

    def server(*given: Any) -> uvicorn.Server:
        found["given"] = given
        return made(*given)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(uvicorn.Server, "run", serve)
    monkeypatch.setattr(live, "server", server)
    return found


def test_it_serves_this_machine_and_keeps_the_games_in_a_file(served: dict[str, Any]) -> None:
    result = run("serve", "--port", "0")
    host, port = served["address"]
    assert (result.exit_code, host) == (0, HOST)
    assert result.stdout == f"noughts is at http://127.0.0.1:{port}/ (Ctrl-C ends it)\n"
    assert served["given"] == ("noughts-live.db", (), 50, 30, False)
    assert Path("noughts-live.db").is_file()


def test_the_network_is_served_if_asked_for(
    served: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.web.addresses.network_address", lambda: "192.0.2.7")
    arguments = ["--name", "play.example.org", "--database", "school.db", "--rate", "9", "--lobby"]
    result = run("serve", "--port", "0", "--host", *arguments, NOUGHTS_SERVE_DAYS="7")
    host, port = served["address"]
    assert (result.exit_code, host) == (0, EVERYWHERE)
    assert f"http://192.0.2.7:{port}/" in result.stdout
    assert served["given"] == ("school.db", ("192.0.2.7", "play.example.org"), 9, 7, True)


def test_with_log_what_is_noted_goes_to_standard_error_as_lines_of_json(
    served: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("handlers", "level"):
        monkeypatch.setattr(logging.root, name, getattr(logging.root, name))
    with monkeypatch.context() as patch:
        patch.setattr(logging.root, "handlers", [])
        patch.setattr(uvicorn.Server, "run", lambda *_, **__: note("request", status=200))
        told = run("serve", "--port", "0", "--log").stderr
    assert [*map(json.loads, told.splitlines())][-1]["status"] == 200
    assert served["given"]


TEXTS = ["b2 a1 c1 a3 a2 c2 b1 b3 c3", "a1 a2 b1 b2 c1"]


@pytest.fixture
def games(tmp_path: Path) -> str:
    """A file with the games of `TEXTS`, and one that O won after a move."""
    file = str(tmp_path / "games.db")

    async def played() -> None:
        database = Database(file)
        winners = zip([*TEXTS, "b2"], ("draw", "x", "o"), strict=True)
        for number, (text, winner) in enumerate(winners):
            game, record = Game.parse(text), 0
            for ply, move in enumerate(game.moves):
                record = added(record, move, Game(moves=game.moves[:ply]).position)
            kept = make(f"{number}", "", number, read({"player": "easy", "name": "Ann"}, MAKE))
            kept = kept._replace(plies=len(game), record=record, winner=winner, why="board")
            kept = kept if game.is_over else kept._replace(why="resigned")
            await database.run(kept.id, lambda _, kept=kept: Decision(kept))  # type: ignore[misc]
        database.close()

    in_a_loop(played())
    return file


def test_the_games_that_ended_on_a_board_become_a_store(games: str, tmp_path: Path) -> None:
    exported = good("serve", "--database", games, "--export", "3,3,3")
    assert exported.splitlines() == TEXTS
    store = str(tmp_path / "games.noughts")
    good("pack", store, "--to", "record", "--from", "text", typed=exported)
    assert sorted(lines("unpack", store, "--to", "text")) == sorted(TEXTS)
    assert good("serve", "--database", games, "--export", "4,4,4") == ""


def test_a_page_says_how_games_went_and_what_moves_gave_away(games: str) -> None:
    told = good("serve", "--database", games, "--statistics", "3,3,3")
    assert "<p>3 games are over.</p>" in told
    for row in (
        "a draw<td>on the board<td>1<td>33.3%",
        "X wins<td>on the board<td>1<td>33.3%",
        "O wins<td>given up<td>1<td>33.3%",
        *(">67%<", ">33%<"),  # b2 and a1
        *("<title>5: 1</title>", "<title>8: 0</title>", "<title>9: 1</title>"),  # lengths
        "<title>1: 0.00</title>",
        "<title>2: 0.50</title>",  # a2 in answer to a corner loses, a1 to the centre does not
    ):
        assert row in told, row
    none = good("serve", "--database", games, "--statistics", "7,7,5")
    assert "<p>0 games are over.</p>" in none
    assert "<figure>" not in none


def test_pictures_of_large_boards_and_of_two_marks_have_names_where_there_is_room() -> None:
    game = make("a", "", 1, read({"rules": "19,19,5"}, MAKE))
    told = "".join(page(Statistics(game.position.rules, [ended(game, "x", "board")])))
    assert "First moves" not in told  # without a move
    wild = make("a", "", 1, read({"rules": "3,3,3,wild"}, MAKE))._replace(plies=1, record=9)
    told = "".join(page(Statistics(wild.position.rules, [ended(wild, "draw", "agreed")])))
    assert "First moves, by mark" in told
    assert told.count("<text") == 2 + 2


def test_all_games_become_a_table_without_names(games: str, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="PyArrow comes with [parquet]")
    file = str(tmp_path / "games.parquet")
    assert good("serve", "--database", games, "--parquet", file) == ""
    rows = parquet.read_table(file).to_pylist()
    assert [" ".join(row["moves"]) for row in rows] == [*TEXTS, "b2"]
    last = rows[-1]
    assert (last["winner"], last["why"], last["x_player"], last["o_player"]) == (
        *("o", "resigned"),
        *("", "easy"),
    )
    assert last["made"].timestamp() == 0.002
    assert "Ann" not in Path(file).read_bytes().decode("latin-1")


def read_page(name: str) -> str:
    return " ".join((Path(__file__).parents[2] / "docs" / name).read_text("utf-8").split())


def test_the_docs_say_how_long_games_are_listed_and_kept_and_how_long_the_server_waits() -> None:
    guide, performance = read_page("serving.md"), read_page("performance.md")
    (days,) = (option.default for option in serve.params if option.name == "days")
    assert f"an unfinished game after {days} days without a change (`--days`)" in guide
    assert f"the games of the last {({3_600_000: 'hour'})[LISTED]} that await a player" in guide
    assert f"several moves begin at least {APART * 1000:.0f} ms apart" in performance
    assert f"asks a client whether it is there only after {live.PING} silent seconds" in performance
    assert f"only after {background_tasks.CLOSED:,} closed sockets, or an hour" in performance
    assert "collects only what is new, ten times a second," in performance
    assert (background_tasks.HOUR, background_tasks.NEW) == (3600, 0.1)


def test_a_database_that_cannot_be_used_is_refused_in_a_line(served: dict[str, Any]) -> None:
    told = refused("serve", "--database", "no/such/folder.db", status=1)
    assert told == "Error: the database cannot be used: unable to open database file"
    assert "address" not in served


@pytest.mark.parametrize("package", ["websockets", "sqlalchemy", "alembic"])
def test_without_its_extra_it_says_in_one_line_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    result = run("serve")
    assert result.exit_code == 1
    wanted = rf"Error: live games need {package}; install with: .*live.*\n"
    assert re.fullmatch(wanted, result.stderr, re.IGNORECASE)
    for other in ("websockets", "sqlalchemy", "alembic"):
        monkeypatch.setitem(sys.modules, other, None)
    assert "live games need websockets, SQLAlchemy and Alembic; install" in run("serve").stderr
