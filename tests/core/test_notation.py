"""Cells and positions as text."""

from __future__ import annotations

import string
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import CellError, NotationError, Rules
from noughts.core.message_text import quoted
from noughts.core.notation import (
    cell_name,
    checked_cell,
    column_name,
    diagram,
    parse_cell,
    parse_move,
    parse_position,
    position_text,
)
from tests import oracle
from tests.strategies import NORMAL, board_of, boards, rules

LARGE = Rules(4, 800, 3)


def test_columns_are_named_a_to_z_then_with_two_letters_then_with_three() -> None:
    letters = string.ascii_lowercase
    names = ["".join(n) for length in (1, 2, 3) for n in product(letters, repeat=length)]
    assert [column_name(col) for col in range(len(names))] == names


@given(rules())
def test_a_cell_reads_back_from_its_name_and_its_number(rules: Rules) -> None:
    for cell in range(rules.cells):
        name = cell_name(cell, rules)
        assert parse_cell(name, rules) == cell
        assert parse_cell(name.upper(), rules) == cell
        assert parse_cell(str(cell + 1), rules) == cell


def test_a_cell_reads_back_on_a_board_with_long_column_names() -> None:
    names = [cell_name(cell, LARGE) for cell in range(LARGE.cells)]
    assert names[799] == "adt1"
    assert [parse_cell(name, LARGE) for name in names] == list(range(LARGE.cells))


def test_the_cells_of_3x3_have_the_names_on_the_box() -> None:
    names = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert [cell_name(cell, NORMAL) for cell in range(9)] == names


NO_CELLS = ["", " ", "a", "1a", "a0", "a4", "d1", "0", "10", "-1", "+1", "a-1", "a 1", "a1 ", " a1"]
NO_CELLS += ["a1a", "5.0", "5 ", "aa1", "_1", "b2\n", "\u00e41", "a\N{SUPERSCRIPT TWO}"]
NO_CELLS += ["\N{FULLWIDTH DIGIT FIVE}", "\N{ARABIC-INDIC DIGIT FIVE}"]
NO_CELLS += ["9" * 5000, "a" + "9" * 5000, "z" * 5000 + "1"]


@pytest.mark.parametrize("text", NO_CELLS, ids=ascii)
def test_text_that_is_no_cell_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_cell(text, NORMAL)
    assert str(refused.value) == (
        f"{quoted(text)} is not a cell of this board; "
        "write a number from 1 to 9, or a name from a1 to c3"
    )


def test_a_very_long_name_of_a_column_is_refused_at_once() -> None:
    with pytest.raises(NotationError, match=r"\(1000000 characters\) is not a cell"):
        parse_cell("c" * 10**6, NORMAL)


@given(st.text("aAbz0123456789- ", max_size=5), rules())
def test_any_text_is_the_name_or_number_of_its_cell_or_refused(text: str, rules: Rules) -> None:
    try:
        cell = parse_cell(text, rules)
    except NotationError:
        return
    number = text.lstrip(string.ascii_letters)
    letters = text.removesuffix(number).lower()
    assert letters + number.lstrip("0") in (cell_name(cell, rules), str(cell + 1))


@pytest.mark.parametrize("cell", [-1, 9, 10**30, "4", 4.0, None])
def test_what_is_no_cell_of_the_board_is_refused_with_the_range(cell: int) -> None:
    for function in (checked_cell, cell_name):
        with pytest.raises(CellError) as refused:
            function(cell, NORMAL)
        assert str(refused.value) == (
            f"{cell!r} is not a cell of a 3x3 board; cells are 0 to 8, or a1 to c3"
        )


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


def test_what_is_not_a_column_is_told_how_columns_are_written() -> None:
    rules = Rules.parse("6,7,4,gravity")
    for text in ("z", "8", "0", "h1"):
        with pytest.raises(NotationError, match=f"'{text}' is not a column .* 7, or .* a to g"):
            parse_move(text, rules.board, rules)
    assert [parse_move(text, rules.board, rules) for text in ("g", "7", "G", "g1")] == [6] * 4
