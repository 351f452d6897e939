"""The puzzles that come with the library: proved, graded, in an order that lasts."""

from __future__ import annotations

import random
import re
import runpy
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from noughts import Position, PuzzleError, Rules
from noughts.players import Easy, Hard, Medium
from noughts.players.strong.easy_medium_hard import Careless
from noughts.puzzles import LEVELS, Puzzle, collection, daily, make, pick
from noughts.puzzles.daily_collection import FILE, WEEK, read, written
from noughts.web.boards import require
from tests.puzzles.prover import prove
from tests.tools import longer

SEED = 33
EVERY = collection()
DRAWN = random.Random(SEED).sample(EVERY, 12)
TOOL = Path(__file__).parents[2] / "tools/puzzles.py"


def test_there_are_more_than_a_thousand_of_each_kind_of_board() -> None:
    assert len(EVERY) > 1000
    boards = {str(puzzle.rules) for puzzle in EVERY}
    assert {"3,3,3", "4,4,4", "5,5,4", "4,4,4,torus", "3x3x3,3,misere"} <= boards
    for level in LEVELS:
        assert len(collection(level=level)) > 200
    for board in boards:
        require(Rules.parse(board))  # the page shows it


@pytest.mark.no_cover
def test_no_two_puzzles_are_images_of_each_other() -> None:
    assert len({puzzle.position.canonical() for puzzle in EVERY}) == len(EVERY)


@pytest.mark.no_cover
@pytest.mark.parametrize("puzzle", DRAWN, ids=lambda puzzle: str(puzzle.position))
def test_the_answer_of_some_is_proved_to_be_the_only_one(puzzle: Puzzle) -> None:
    prove(puzzle)
    assert Puzzle.of(puzzle.position) == puzzle


@pytest.mark.longer
@pytest.mark.parametrize("part", range(24))
def test_the_answer_of_each_is_proved_to_be_the_only_one(part: int) -> None:
    for puzzle in EVERY[part::24]:
        prove(puzzle)
        assert Puzzle.of(puzzle.position) == puzzle


def test_the_file_is_what_is_written_of_its_puzzles() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert written([*EVERY]) == text
    assert read(text) == EVERY


@pytest.mark.no_cover
@pytest.mark.wide
def test_the_tool_that_made_the_file_makes_these_puzzles() -> None:
    tool = runpy.run_path(str(TOOL))
    assert len(EVERY) == sum(tool["COUNTS"].values())
    board = "3,3,3,torus,misere"
    made = make(board, tool["COUNTS"][board], tool["SEED"])
    assert {*made} == {*collection(board)}


@pytest.mark.longer
def test_the_tool_makes_the_file_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert runpy.run_path(str(TOOL))["puzzles_text"]() == FILE.read_text(encoding="utf-8")
    assert "3,3,3" in capsys.readouterr().err


# Days.


def test_a_week_has_easy_days_and_hard_ones() -> None:
    monday = date(2026, 11, 23)
    week = [daily(monday + timedelta(days=day)).level for day in range(7)]
    assert week == [*WEEK] == ["easy"] * 2 + ["medium"] * 3 + ["hard"] * 2


@pytest.mark.parametrize(
    ("day", "board", "position", "answer"),
    [
        ("2026-01-01", None, "..O/XO./..X", 5),
        ("2026-11-24", None, "OOX./OX.X/XXXO/XO../.O.O", 6),
        ("2026-11-24", "3,3,3", ".../..X/OXO", 4),
        ("2030-06-15", None, "...XX/.XXOX/O.OXX/.OXOO/..OXO", 2),
    ],
)
def test_a_day_keeps_its_puzzle_for_ever(
    day: str, board: str | None, position: str, answer: int
) -> None:
    puzzle = daily(day, board)
    assert (str(puzzle.position), puzzle.answer) == (position, answer)


def test_no_puzzle_comes_twice_in_a_year() -> None:
    days = [date(2026, 1, 1) + timedelta(days=day) for day in range(365)]
    assert len({daily(day) for day in days}) == 365


def test_today_is_the_day_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    class Then(date):
        @classmethod
        def today(cls) -> Then:
            return cls(2026, 11, 24)

    monkeypatch.setattr("noughts.puzzles.daily_collection.date", Then)
    assert daily() == daily("2026-11-24")


def test_a_day_has_a_puzzle_of_each_board_and_of_each_level() -> None:
    for board in ("3,3,3", "4,4,4,torus"):
        assert str(daily("2026-11-24", board).rules) == board
    for level in LEVELS:
        assert daily("2026-11-24", level=level).level == level
    both = daily("2026-11-24", "5,5,4", "hard")
    assert (str(both.rules), both.level) == ("5,5,4", "hard")


def test_a_board_without_puzzles_of_its_own_has_one_made_for_the_day() -> None:
    day = date(2026, 11, 24)
    assert [daily(day, "4,3,3,gravity")] == make("4,3,3,gravity", 1, day.toordinal())


@pytest.mark.parametrize("text", ["yesterday", "2026-13-01", "24.11.2026", 5])
def test_what_is_not_a_date_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError, match=re.escape(f"{text!r} is not a date; write one as in")):
        daily(text)


def test_what_is_drawn_depends_on_the_seed_alone() -> None:
    assert pick(7) == pick(7) != pick(8)
    assert pick(7, "4,4,4").rules == Rules(4, 4, 4)
    assert pick(7, level="hard").level == "hard"
    assert pick(7, "4,3,3,gravity") == pick(7, "4,3,3,gravity")
    assert pick() in EVERY


def test_a_level_is_one_of_three() -> None:
    with pytest.raises(PuzzleError, match="'Hard' is not a level; levels are easy, medium, hard"):
        collection(level="Hard")
    assert isinstance(EVERY[0].position, Position)


# How hard they are.


@pytest.mark.no_cover
@pytest.mark.wide
@pytest.mark.parametrize("number", [100, *longer(300)])
@pytest.mark.parametrize("player", [Easy, Medium, Hard])
def test_harder_puzzles_are_solved_less_often_by_each_level_of_the_ladder(
    player: type[Careless], number: int
) -> None:
    some = random.Random(SEED).sample(EVERY, number)
    found = dict.fromkeys(LEVELS, Fraction(0))
    tried = dict.fromkeys(LEVELS, 0)
    level = player(seed=SEED, nodes=20)
    for puzzle in some:
        tried[puzzle.level] += 1
        found[puzzle.level] += level.probabilities(puzzle.position).get(puzzle.answer, 0)
    easy, medium, hard = (found[name] / tried[name] for name in LEVELS)
    assert easy > medium > hard
