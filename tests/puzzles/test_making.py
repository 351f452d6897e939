"""Puzzles that are made: the same for a seed, proved, and no two alike."""

from __future__ import annotations

import pytest

from noughts import PuzzleError, Rules, RulesError, TooLargeError
from noughts.puzzles import Puzzle, make
from tests.puzzles.prover import prove


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("text", "count"),
    [("3,3,3", 3), ("3,3,3,misere", 3), ("4,3,3", 1), ("3,3,3,torus,misere", 3)],
)
def test_what_is_made_is_proved_by_the_lines_of_the_oracle(text: str, count: int) -> None:
    for puzzle in make(text, count, seed=5):
        prove(puzzle)


@pytest.mark.parametrize("text", ["3,3,3", "4,3,3,gravity", "3,3,3,notakto"])
def test_what_is_made_is_what_its_position_says(text: str) -> None:
    for puzzle in make(text, 2, seed=1):
        assert Puzzle.of(puzzle.position) == puzzle


@pytest.mark.no_cover
def test_equal_seeds_make_equal_puzzles() -> None:
    assert make("3,3,3", 1, seed=1) == make(Rules(3, 3, 3), 1, seed=1) != make("3,3,3", 1, seed=2)


@pytest.mark.no_cover
@pytest.mark.wide
@pytest.mark.parametrize("count", [12, 24])
def test_up_to_all_24_puzzles_of_3x3_are_made_and_no_two_are_images(count: int) -> None:
    puzzles = make("3,3,3", count, seed=33)
    assert len({puzzle.position.canonical() for puzzle in puzzles}) == count


def test_no_puzzle_depends_on_what_is_remembered_of_positions_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_all = make("3,3,3", 3, seed=1)
    monkeypatch.setattr("noughts.puzzles.making.KEPT", 0)
    assert make("3,3,3", 3, seed=1) == with_all


def test_a_level_can_be_asked_for_and_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    puzzles = make("3,3,3", 2, 1, "medium", lambda done, total: told.append((done, total)))
    assert {puzzle.level for puzzle in puzzles} == {"medium"}
    assert told[-1] == (2, 2)


@pytest.mark.parametrize(
    ("text", "count", "level", "why"),
    [
        ("2,2,2", 1, None, r"2,2,2 has no puzzle among 10 positions"),
        ("2,3,2", 1, "hard", "2,3,2 has no hard puzzle among"),
        ("3,3,3,misere", 99, None, r"3,3,3,misere has [1-9]\d* of 99 puzzles among"),
        ("3,3,3", 1, "cruel", "'cruel' is not a level; levels are easy, medium, hard"),
    ],
)
def test_what_cannot_be_made_says_so(
    monkeypatch: pytest.MonkeyPatch, text: str, count: int, level: str | None, why: str
) -> None:
    monkeypatch.setattr("noughts.puzzles.making.POSITIONS", 10)
    with pytest.raises(PuzzleError, match=why):
        make(text, count, 1, level)


def test_boards_that_are_too_large_or_none_are_refused() -> None:
    with pytest.raises(TooLargeError, match="6,7,4 has 42 cells; puzzles are made on boards of up"):
        make("6,7,4")
    with pytest.raises(RulesError):
        make("3,3,4")
