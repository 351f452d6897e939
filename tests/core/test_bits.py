"""The rules as bit expressions: on ints of every board, and on NumPy arrays of those that fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Rules
from noughts.core import bits, turns
from tests import oracle
from tests.strategies import ALL_SHAPES, NORMAL, board_of, boards

pytestmark = pytest.mark.no_cover

OF_STONES: list[Callable[[Any, Rules], Any]] = [
    bits.line_starts,
    bits.line_cells,
    bits.first_line,
    bits.completions,
]
OF_PLAYERS: list[Callable[[Any, Any, Rules], Any]] = [
    bits.free_cells,
    bits.legal_cells,
    turns.turn,
]


def plain_line_starts(stones: int, rules: Rules) -> int:
    board = board_of(rules)
    grid = oracle.grid_of(stones, 0, board)
    return oracle.mask_of([line[0] for line in oracle.full_lines("X", grid, board)], board)


def plain_line_cells(stones: int, rules: Rules) -> int:
    board = board_of(rules)
    grid = oracle.grid_of(stones, 0, board)
    return oracle.mask_of([s for line in oracle.full_lines("X", grid, board) for s in line], board)


def plain_first_line(stones: int, rules: Rules) -> int:
    board = board_of(rules)
    full = oracle.full_lines("X", oracle.grid_of(stones, 0, board), board)
    return oracle.mask_of(full[0], board) if full else 0


def plain_completions(stones: int, rules: Rules) -> int:
    board = board_of(rules)
    grid = oracle.grid_of(stones, 0, board)
    found = []
    for line in oracle.lines(board):
        for square in line:
            rest = [oracle.mark_at(other, grid) for other in line if other != square]
            if all(mark == "X" for mark in rest):
                found.append(square)
    return oracle.mask_of(found, board)


PLAIN = dict(
    zip(
        OF_STONES,
        [plain_line_starts, plain_line_cells, plain_first_line, plain_completions],
        strict=True,
    )
)


def plain_free_cells(x: int, o: int, rules: Rules) -> int:
    return oracle.number_of(".", oracle.grid_of(x, o, board_of(rules)))


def plain_legal_cells(x: int, o: int, rules: Rules) -> int:
    board = board_of(rules)
    return oracle.mask_of(oracle.legal(oracle.grid_of(x, o, board), board), board)


# Ints.


@pytest.mark.wide
@pytest.mark.parametrize("expression", OF_STONES)
@pytest.mark.parametrize("rules", [r for r in ALL_SHAPES if r.cells <= 10], ids=str)
def test_every_bitboard_of_a_small_board_is_read_as_the_oracle_reads_it(
    expression: Callable[[int, Rules], int], rules: Rules
) -> None:
    for stones in range(rules.board + 1):
        assert expression(stones, rules) == PLAIN[expression](stones, rules), bin(stones)


@given(boards())
def test_boards_of_any_kind_up_to_15x15_are_read_as_the_oracle_reads_them(
    board: tuple[Rules, int, int],
) -> None:
    rules, x, o = board
    for expression in OF_STONES:
        assert expression(x, rules) == PLAIN[expression](x, rules), expression.__name__
    assert bits.free_cells(x, o, rules) == plain_free_cells(x, o, rules)
    assert turns.turn(x, o, rules) == 1 + (x | o).bit_count() % 2
    assert bits.legal_cells(x, o, rules) == plain_legal_cells(x, o, rules)


@given(st.integers(0, 2**300))
def test_the_cells_of_a_mask_rise_and_make_it_up_again(mask: int) -> None:
    cells = list(bits.cells_of(mask))
    assert cells == sorted(set(cells))
    assert sum(2**cell for cell in cells) == mask


# NumPy arrays.

OF_64_CELLS = ["8,8,5", "8,8,8", "16,4,4", "4x4x4,4", "8,8,8,torus"]
DTYPES = [np.uint16, np.uint32, np.uint64, np.int64]


def fits(rules: Rules, dtype: Any) -> bool:
    info = np.iinfo(dtype)
    return info.bits - (info.kind == "i") >= rules.cells


def check_array(rules: Rules, x: list[int], o: list[int], dtype: Any) -> None:
    """Every expression on arrays keeps the dtype and equals its int twin element by element."""
    many_x, many_o = np.array(x, dtype), np.array(o, dtype)
    for expression in OF_STONES:
        array = expression(many_x, rules)
        assert array.dtype == dtype, expression.__name__
        assert array.tolist() == [expression(one, rules) for one in x], expression.__name__
    for of_players in OF_PLAYERS:
        array = of_players(many_x, many_o, rules)
        assert array.dtype == dtype, of_players.__name__
        twins = [of_players(*pair, rules) for pair in zip(x, o, strict=True)]
        assert array.tolist() == twins, of_players.__name__


@pytest.mark.parametrize("dtype", DTYPES)
def test_arrays_of_all_bitboards_of_3x3_equal_their_int_twins(dtype: Any) -> None:
    stones = list(range(512))
    check_array(NORMAL, stones, [511 ^ x for x in stones], dtype)
    scattered = [x * 37 % 512 & ~x for x in stones]
    check_array(NORMAL, stones, scattered, dtype)


@pytest.mark.wide
@pytest.mark.parametrize("dtype", DTYPES)
@given(data=st.data())
def test_arrays_of_boards_that_fit_equal_their_int_twins(dtype: Any, data: st.DataObject) -> None:
    drawn = boards(max_side=8).filter(lambda board: fits(board[0], dtype))
    rules, x, o = data.draw(drawn)
    check_array(rules, [x, o, x | o, 0, rules.board], [o, x, 0, rules.board, 0], dtype)


@pytest.mark.parametrize("text", [*OF_64_CELLS, "4,8,4", "4,4,4", "4,4,4,torus", "2x2x2x2,2"])
def test_an_unsigned_dtype_needs_no_bit_more_than_the_board_has_cells(text: str) -> None:
    rules = Rules.parse(text)
    lines = [oracle.mask_of(line, board_of(rules)) for line in oracle.lines(board_of(rules))]
    check_array(
        rules,
        [*lines, 0, rules.board],
        [rules.board ^ x for x in lines] + [0, 0],
        np.dtype(f"u{rules.cells // 8}"),
    )


def test_arrays_keep_their_shape() -> None:
    stones = np.arange(512, dtype=np.uint16).reshape(8, 64)
    for expression in OF_STONES:
        assert expression(stones, NORMAL).shape == (8, 64)
    for of_players in OF_PLAYERS:
        assert of_players(stones, stones ^ 511, NORMAL).shape == (8, 64)
