"""The bits of a board by columns, against the rules' own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Position, Rules
from noughts.core import bits
from noughts.solver.gravity.columns import Columns
from noughts.solver.which_search import takes

BOARDS = ["4,4,4", "3,5,3", "6,7,4", "5,3,2", "2,6,5", "7,8,4", "1,5,3", "3,3,1"]


def columns(text: str) -> Columns:
    return Columns(Rules.parse(f"{text},gravity"))


@pytest.mark.parametrize("text", BOARDS)
def test_every_cell_has_its_own_bit_and_columns_are_apart(text: str) -> None:
    board = columns(text)
    cells = board.rows * board.cols
    assert len({board.bit(cell) for cell in range(cells)}) == cells
    assert board.stones((1 << cells) - 1) == board.board
    assert board.board & board.bottom << board.rows == 0


@pytest.mark.parametrize("text", BOARDS)
@given(data=st.data())
def test_lines_and_what_completes_them_are_those_of_the_rules(
    text: str, data: st.DataObject
) -> None:
    board, rules = columns(text), Rules.parse(text)
    stones = data.draw(st.integers(0, rules.board))
    by_columns = board.stones(stones)
    assert bool(board.line(by_columns)) == bool(bits.line_starts(stones, rules))
    completing = board.completing(by_columns) & ~by_columns
    assert completing == board.stones(bits.completions(stones, rules) & ~stones)


def test_the_seconds_have_the_parity_of_the_top_row() -> None:
    even, odd = columns("4,4,4"), columns("3,5,3")
    assert even.seconds == even.stones(Rules.parse("4,4,4").board & 0x0F0F)
    assert odd.seconds == odd.stones(0b11111_00000_11111)


def test_the_key_of_every_position_is_its_own() -> None:
    board = columns("3,3,3")
    seen: dict[int, Position] = {}
    at = {Position(rules="3,3,3,gravity")}
    while at:
        for position in at:
            key = sum(board.of(position))
            assert seen.setdefault(key, position) == position
        at = {p.play_unchecked(cell) for p in at for cell in p.legal_moves}


@pytest.mark.parametrize(
    "text", ["8,8,4,gravity", "64,1,4,gravity", "4x4x4,4,gravity", "4,4,4,torus,gravity", "4,4,4"]
)
def test_other_boards_and_games_are_left_to_others(text: str) -> None:
    assert not takes(Rules.parse(text))


@pytest.mark.parametrize("word", ["misere", "wild", "exact", "breaker", "stones=2"])
def test_no_other_answer_is_taken(word: str) -> None:
    assert takes(Rules.parse("4,4,4,gravity"))
    assert not takes(Rules.parse(f"4,4,4,gravity,{word}"))
