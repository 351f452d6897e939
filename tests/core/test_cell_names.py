"""The names of cells, columns and moves."""

from __future__ import annotations

import string
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import CellError, NotationError, Rules
from noughts.core.cell_names import cell_name, checked_cell, column_name, parse_cell, parse_move
from noughts.core.message_text import quoted
from tests.strategies import NORMAL, rules

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


def test_what_is_not_a_column_is_told_how_columns_are_written() -> None:
    rules = Rules.parse("6,7,4,gravity")
    for text in ("z", "8", "0", "h1"):
        with pytest.raises(NotationError, match=f"'{text}' is not a column .* 7, or .* a to g"):
            parse_move(text, rules.board, rules)
    assert [parse_move(text, rules.board, rules) for text in ("g", "7", "G", "g1")] == [6] * 4
