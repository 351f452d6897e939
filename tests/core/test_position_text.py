"""Positions as text, against an oracle that writes them from a grid."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import NotationError, Rules
from noughts.core.cell_names import column_name
from noughts.core.position_text import diagram, parse_position, position_text
from tests import oracle
from tests.strategies import NORMAL, board_of, boards


@pytest.mark.wide
@given(boards())
def test_a_position_is_written_row_by_row_and_reads_back(board: tuple[Rules, int, int]) -> None:
    rules, x, o = board
    text = position_text(x, o, rules)
    assert text == oracle.text(oracle.grid_of(x, o, board_of(rules)))
    assert parse_position(text, rules) == (x, o)
    assert parse_position(text.lower(), rules) == (x, o)


@pytest.mark.parametrize(
    "text",
    [
        *("", "...", ".../...", ".../.../..", ".../.../..../", "........./", "...\n..."),
        *("XO  X   O", "...\n\n...\n\n...", "XO./\n.X./\n..O", "X O . X . . . O"),
    ],
)
def test_rows_that_are_not_those_of_the_board_are_refused_with_its_empty_board(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_position(text, NORMAL)
    assert str(refused.value) == (
        f"{text!r} is not 3 rows of 3 cells; the empty board is .../.../..."
    )


def test_a_strange_mark_is_named_with_its_cell_as_it_was_written() -> None:
    with pytest.raises(NotationError) as refused:
        parse_position("x../..q/...", NORMAL)
    assert str(refused.value) == "'x../..q/...' has 'q' at c2; write X, O or . for empty"


@pytest.mark.parametrize(
    "text",
    [
        *("XO..X...O", "xo-/-x-/--o", "XO_/_X_/__O", " XO./.X./..O\n", "XO. .X. ..O"),
        *("XO.\n.X.\n..O", "XO.\r\n.X.\r\n..O\r\n", "\n  X O .\n  . X .\n  . . O\n"),
    ],
)
def test_what_people_write_is_read(text: str) -> None:
    assert parse_position(text, NORMAL) == (0b000_010_001, 0b100_000_010)


def test_layers_may_have_a_line_between_them() -> None:
    box = Rules.parse("2x2x2,2")
    assert parse_position("X.\n..\n\n..\nO.", box) == parse_position("X./..//../O.", box)


def test_a_zero_may_be_o_or_an_empty_cell_so_it_is_refused() -> None:
    with pytest.raises(NotationError, match="has '0' at b1; write X, O or "):
        parse_position("X0./.../...", NORMAL)


def test_moves_are_not_a_position_and_are_told_who_reads_them() -> None:
    with pytest.raises(NotationError, match=r"the empty board is .*; Game\.parse reads moves$"):
        parse_position("b2 a1", NORMAL)


def test_the_rows_and_columns_of_a_large_board_stand_below_each_other() -> None:
    lines = diagram(1 << 26, 1, Rules(10, 27, 5)).splitlines()
    assert lines[0].split() == [column_name(col) for col in range(27)]
    assert lines[1].split() == ["1", "O", *"." * 25, "X"]
    assert lines[10].split() == ["10", *"." * 27]
    assert {line.rindex("  .") for line in lines[2:]} == {lines[2].rindex("  .")}


@given(st.text("xoXO./ 1\u00df\n-", max_size=14))
def test_any_text_is_a_grid_or_refused(text: str) -> None:
    try:
        x, o = parse_position(text, NORMAL)
    except NotationError:
        return
    marks = "".join(text.upper().replace("-", ".").split())
    assert position_text(x, o, NORMAL).replace("/", "") == marks.replace("/", "")
