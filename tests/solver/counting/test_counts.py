"""Counts by sets of stones, held to walks that play every move."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from noughts import TICTACTOE, Rules, TooLargeError
from noughts.solver.counting.counts import counts
from noughts.solver.counting.perft import PlyCount, perft
from noughts.solver.tables.table_file import RETROGRADE_CELLS
from tests import oracle
from tests.strategies import MISERE, NORMAL, SHAPES, board_of

WALKED = [NORMAL, MISERE, *SHAPES, Rules(2, 4, 3, misere=True), Rules(1, 6, 2), Rules(1, 2, 2)]


def wide_if_large(rules: Rules) -> Any:
    mark = pytest.mark.longer if rules.cells == 10 else pytest.mark.wide
    return pytest.param(rules, marks=mark) if rules.cells > 6 else rules


def as_perft(rules: Rules) -> list[PlyCount]:
    return [
        PlyCount(row.ply, row.paths, row.positions, row.x_wins, row.o_wins, row.draws)
        for row in counts(rules)
    ]


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", [*map(wide_if_large, WALKED)], ids=str)
def test_paths_positions_and_games_are_those_of_a_walk_through_all_positions(rules: Rules) -> None:
    assert as_perft(rules) == list(perft(rules))


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", [wide_if_large(r) for r in WALKED if r.cells <= 10], ids=str)
def test_classes_are_those_that_the_oracle_puts_together(rules: Rules) -> None:
    plies = oracle.reachable(board_of(rules))
    classes = [len(oracle.classes(ply, board_of(rules))) for ply in plies]
    assert [row.classes for row in counts(rules)] == classes


def test_a_board_of_another_kind_is_counted_as_it_is_walked() -> None:
    for board in ("1x2x2,2", "2,2,2,torus"):
        assert as_perft(Rules.parse(board)) == list(perft(Rules.parse(board)))


def test_the_counts_of_3x3_are_the_known_ones() -> None:
    rows = list(counts(TICTACTOE))
    assert [row.positions for row in rows] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert [row.classes for row in rows] == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    assert sum(row.x_wins + row.o_wins + row.draws for row in rows) == 255168


def test_four_in_a_row_on_4x4_has_9722011_positions_in_1217977_classes() -> None:
    rows = list(counts(Rules(4, 4, 4)))
    assert sum(row.positions for row in rows) == 9722011
    assert sum(row.classes for row in rows) == 1217977


def test_a_board_and_its_transpose_count_alike() -> None:
    assert list(counts(Rules(3, 5, 3))) == list(counts(Rules(5, 3, 3)))


@pytest.mark.long
@pytest.mark.parametrize(
    "board",
    [
        "3,4,3,misere",
        pytest.param("3,5,4,misere", marks=pytest.mark.longer),
        pytest.param("4,4,3", marks=pytest.mark.longer),
    ],
)
def test_the_counts_of_larger_boards_are_those_of_the_walk(board: str) -> None:
    assert as_perft(Rules.parse(board)) == list(perft(Rules.parse(board)))


@pytest.mark.wide
def test_games_of_more_than_64_bits_are_exact() -> None:
    rows = list(counts(Rules(1, 21, 21)))  # nobody ever has a line, so every order is a game
    assert rows[-1].paths == rows[-1].draws == 51090942171709440000  # 21!
    assert rows[-1].paths > 2**64


def test_a_board_of_too_many_sets_is_refused_before_any_work() -> None:
    for rules in (Rules(1, RETROGRADE_CELLS + 1, 3), Rules(8, 8, 5)):
        with pytest.raises(TooLargeError) as refused:
            next(counts(rules))
        assert str(refused.value) == (
            f"{rules} has {rules.cells} cells; a count looks at every set of them, and is made for "
            f"boards of up to {RETROGRADE_CELLS}"
        )


def test_progress_goes_from_nothing_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    for module in ("counts", "cell_sets"):
        monkeypatch.setattr(f"noughts.solver.counting.{module}.limited", lambda progress: progress)
    list(counts(Rules(1, 2, 2), lambda done, whole: told.append(str(Fraction(done, whole)))))
    assert [*dict.fromkeys(told)] == ["0", "1/3", "1/2", "2/3", "7/9", "1"]
