"""`noughts versus` with more than two players: a cross table, computed or played."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from noughts import versus
from noughts.learn import Tabular, save_agent
from tests.commands import lines, refused, run
from tests.players.engines.programs import python

BOARD = ("--board", "2,3,3")
FIELD = ("random", "perfect:first", "graded:1/2")
BOTS = """
import random

def first(position):
    return position.legal_moves[0]

def dice(position):
    return random.choice(position.legal_moves)

def uniform(observations, masks):
    return masks / masks.sum(axis=1, keepdims=True)
"""


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("bots_of_versus.py").write_text(BOTS)
    return tmp_path


def told(*arguments: str) -> Any:
    (line,) = lines("versus", *arguments, *BOARD, "--json")
    return json.loads(line)


def test_several_players_meet_in_a_cross_table_and_nothing_is_sampled() -> None:
    answer = lines("versus", *FIELD, *BOARD)
    assert answer[0] == "Tournament on 2,3,3, computed; the score of the row against the column"
    assert answer[2].split() == ["1", "2", "3", "score", "Elo"]
    names = [line.split()[1] for line in answer[3:]]
    assert sorted(names) == sorted(FIELD)
    for line, name in zip(answer[3:], names, strict=True):
        scores = [versus(name, each, "2,3,3").score for each in names if each != name]
        *shown, elo = [word for word in line.split()[2:] if word != "-"]
        assert re.fullmatch(r"[-+]\d+", elo)
        assert shown == [f"{float(score):.2%}" for score in (*scores, sum(scores) / 2)]


def test_the_rows_of_the_table_are_one_json_object() -> None:
    answer = told(*FIELD)
    known = {"board": "2,3,3", "exact": True, "games": 0, "seed": None}
    assert {name: answer[name] for name in known} == known
    rows = {row["player"]: row for row in answer["rows"]}
    for a, b in permutations(FIELD, 2):
        result = versus(a, b, "2,3,3")
        against = rows[a]["against"][b]
        assert Fraction(against["score"]) == result.score
        assert Fraction(against["win"]) == (result.first.win + result.second.win) / 2
        assert sum(Fraction(against[end]) for end in ("win", "draw", "loss")) == 1
        assert rows[a]["against"].keys() == {*FIELD} - {a}
    scores = [Fraction(row["score"]) for row in answer["rows"]]
    assert scores == sorted(scores, reverse=True)
    assert {row["interval"] for row in answer["rows"]} == {None}


def test_agents_of_files_and_of_modules_are_named_as_they_were_given(bots: Path) -> None:
    for name, seed in (("one.npz", 1), ("other.npz", 2)):
        agent = Tabular("q", "2,3,3", seed=seed)
        agent.train(50)
        save_agent(agent, bots / name)
    players = ["one.npz", "other.npz", "bots_of_versus:first", "bots_of_versus:uniform"]
    answer = told(*players)
    assert sorted(row["player"] for row in answer["rows"]) == sorted(players)
    assert answer["exact"]
    rows = {row["player"]: row["against"] for row in answer["rows"]}
    assert "/" in rows["one.npz"]["bots_of_versus:first"]["score"]  # exact
    of_floats = float(rows["bots_of_versus:uniform"]["bots_of_versus:first"]["score"])
    assert of_floats == pytest.approx(
        float(versus("random", lambda position: position.legal_moves[0], "2,3,3").score), abs=1e-12
    )


@pytest.mark.usefixtures("bots")
def test_who_draws_for_itself_is_played_where_games_are_asked_for() -> None:
    players = ("random", "bots_of_versus:dice")
    assert "dice takes" in refused("versus", *players, "perfect:first", *BOARD)
    answer = told(*players, "--games", "100", "--seed", "1")
    assert (answer["exact"], answer["games"], answer["seed"]) == (False, 100, 1)
    low, high = answer["rows"][0]["interval"]
    assert low < Fraction(answer["rows"][0]["score"]) < high
    shown = lines("versus", *players, *BOARD, "--games", "100", "--seed", "1")
    assert shown[0].startswith("Tournament on 2,3,3, 100 games a pair, seed 1;")
    assert "95 % interval" in shown[2]


@pytest.mark.usefixtures("bots")
def test_equal_seeds_play_equal_games_on_boards_too_large_to_compute() -> None:
    players = ("versus", "random", "bots_of_versus:first", "--board", "4,4,4")
    too_large = run(*players).stderr
    assert "4,4,4 has 16 cells; exact results go through" in too_large
    assert too_large.endswith("; here --games N plays games\n")
    once, again = (lines(*players, "--games", "4", "--seed", "3", "--json") for _ in range(2))
    assert once == again


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["random"], "give two players or more, such as perfect random; one given"),
        (["random", "perfect:first", "random"], "'random' is given twice"),
        (["random", "random", "--games", "2"], "'random' is given twice"),
        (["random", "graded:1/2", "--games", "3"], "3 is not a number of games for each pair"),
        (["random", "graded:1/2", "--games", "0"], "0 is not a number of games for each pair"),
        (["random", "graded:1/2", "--seed", "3"], "--seed is for games that are played; give"),
        (["random", "graded:1/2", "nobody"], "'nobody' is not a player"),
        (["random", "mybot"], "; a bot of your own is MODULE:NAME (mybot:choose is a function of"),
        (["random", "node bot.mjs"], "not a player; for a program write 'exec:node bot.mjs', and"),
        (["random", __file__], " is not a player; for a program write 'exec:/"),
        (["random", "perfect last"], "'perfect last' is not a player; the players are easy, "),
        (["random", "4,4,4"], "'4,4,4' is a board, not a player; write --board 4,4,4"),
    ],
)
def test_fields_that_cannot_be_are_refused(arguments: list[str], message: str) -> None:
    assert message in refused("versus", *arguments, *BOARD)


# Games that are played: time, programs, processes and records.

SLOW = """
import time

def late(position):
    time.sleep(0.3)
    return position.legal_moves[0]

def hangs(position):
    while True:
        pass
"""


@pytest.mark.wide
@pytest.mark.usefixtures("bots")
def test_who_hangs_or_is_late_loses_and_the_tournament_goes_on() -> None:
    Path("slow_bots_of_versus.py").write_text(SLOW)
    late, hangs = "slow_bots_of_versus:late", "slow_bots_of_versus:hangs"
    players = (late, hangs, "bots_of_versus:first")
    answer = told(*players, "--games", "2", "--seed", "1", "--move-time", "0.1")
    rows = {row["player"]: row for row in answer["rows"]}
    first = rows["bots_of_versus:first"]
    assert (first["score"], first["elo"]) == ("1", None)
    assert first["elo_interval"][1] is None
    faults = {fault["name"]: fault for fault in answer["faults"]}
    assert "has not moved for" in faults[hangs]["reason"]
    assert faults[late]["reason"].startswith("late has thought for ")


def test_programs_play_and_their_games_are_kept(tmp_path: Path) -> None:
    bot = f"exec:{python('while True: print(input().split()[-1], flush=True)', tmp_path)}"
    records = tmp_path / "games.jsonl"
    options = ("--games", "4", "--workers", "1", "--game-time", "30", "--records", str(records))
    table = lines("versus", bot, "random", *BOARD, *options, "--seed", "2")
    assert "4 games a pair, seed 2" in table[0]
    assert len(records.read_text().splitlines()) == 5
    again = lines("versus", bot, "random", *BOARD, *options)
    assert again == table
    exact = told(bot, "perfect:first")
    assert exact["first"]["win"].isdigit() or "/" in exact["first"]["win"]


def test_an_interruption_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("noughts.cli.commands.versus.tournament", interrupted)
    records = str(tmp_path / "games.pgn")
    result = run("versus", "random", "perfect", "--games", "2", "--records", records)
    assert result.exit_code == 130
    assert result.stderr == f"{records} has the games so far; the same command goes on.\n"
    result = run("versus", "random", "perfect", "--games", "2")
    assert (result.exit_code, result.stderr.split()) == (1, ["Aborted!"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--move-time", "1"], "--move-time is for games that are played; give their number with"),
        (["--game-time", "1"], "--game-time is for games that are played; give their number"),
        (["--workers", "1"], "--workers is for games that are played; give their number with"),
        (["--records", "x"], "--records is for games that are played; give their number with"),
        (["--games", "2", "--move-time", "0"], "0.0 is not a time for a move; give seconds"),
        (["--games", "2", "--workers", "257"], "257 is not in the range 1<=x<=256"),
    ],
)
def test_settings_that_do_not_fit_are_refused(arguments: list[str], message: str) -> None:
    assert message in refused("versus", "random", "perfect", *BOARD, *arguments)


def test_a_bot_that_says_nothing_does_not_hang_exact_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.players.engines.program_player.USUAL_SECONDS", 0.2)
    bot = f"exec:{python('import time; time.sleep(600)', tmp_path)}"
    assert "has said nothing for" in refused("versus", bot, "random", *BOARD)
