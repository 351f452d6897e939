"""The geometry of the board: constants that must say what walking the board says."""

from __future__ import annotations

import copy
import pickle
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import NoughtsError, Rules, RulesError, Symmetry
from noughts.core import rules as rules_module
from noughts.core.bits import cells_of
from noughts.core.directions import doublings
from noughts.core.geometry import Geometry
from noughts.core.messages import quoted
from noughts.core.rules import KINDS, Kind
from tests import oracle
from tests.strategies import MISERE, NORMAL, SHAPES, board_of, rules


@pytest.mark.wide
@given(rules())
def test_the_lines_are_those_found_by_walking_in_the_same_order(rules: Rules) -> None:
    board = board_of(rules)
    assert list(rules.lines) == [oracle.mask_of(line, board) for line in oracle.lines(board)]


@pytest.mark.parametrize("rules", SHAPES, ids=str)
def test_no_line_is_listed_twice(rules: Rules) -> None:
    assert len(set(rules.lines)) == len(rules.lines) > 0


def test_the_lines_of_tic_tac_toe_are_the_eight_of_the_book() -> None:
    assert NORMAL.lines == (7, 56, 448, 73, 146, 292, 273, 84)


@given(rules())
def test_a_start_is_the_lowest_cell_of_a_line_and_the_shift_leads_to_the_next(rules: Rules) -> None:
    board = board_of(rules)
    first_two = {line[:2] for line in oracle.lines(board)}
    found = set()
    for direction in rules.directions:
        for start in cells_of(direction.starts):
            cells = (start, start + direction.shift)[: rules.k]
            found.add(tuple(divmod(cell, rules.cols) for cell in cells))
    assert found == first_two
    assert len(rules.lines) == sum(d.starts.bit_count() for d in rules.directions)


@given(rules())
def test_the_board_is_one_bit_a_cell(rules: Rules) -> None:
    assert rules.cells == rules.rows * rules.cols == rules.board.bit_count()
    assert rules.board == sum(2**cell for cell in range(rules.cells))


@given(st.integers(1, 300))
def test_doublings_join_single_cells_into_a_run_of_the_length(length: int) -> None:
    reached = {0}
    for step in doublings(length):
        assert 1 <= step <= len(reached)
        reached |= {cell + step for cell in reached}
    assert reached == set(range(length))
    assert len(doublings(length)) == (length - 1).bit_length()


@given(rules())
def test_the_rules_use_the_doublings_of_k_and_the_foldings_of_the_board(rules: Rules) -> None:
    for direction in rules.directions:
        shifts = tuple(direction.shift * step for step in doublings(rules.k))
        assert tuple(shift for shift, _ in direction.doublings_ahead) == shifts
        assert direction.doublings_back == direction.doublings_ahead
    assert rules.foldings == doublings(rules.cells)


@given(rules())
def test_rules_read_back_from_their_text_and_their_repr(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules
    assert eval(repr(rules)) == rules


def test_rules_are_written_as_the_specification_says() -> None:
    assert [str(NORMAL), str(MISERE), str(Rules(4, 5, 4, True))] == [
        "3,3,3",
        "3,3,3,misere",
        "4,5,4,misere",
    ]


@given(rules(), rules())
def test_rules_are_equal_when_they_read_the_same(one: Rules, two: Rules) -> None:
    assert (one == two) == (str(one) == str(two))
    if one == two:
        assert hash(one) == hash(two)


@given(rules())
def test_a_copy_takes_the_rules_along_but_not_their_constants(rules: Rules) -> None:
    fresh = pickle.dumps(Rules(rules.rows, rules.cols, rules.k, rules.misere))
    assert rules.lines
    assert pickle.dumps(rules) == fresh
    for twin in (pickle.loads(fresh), copy.copy(rules), copy.deepcopy(rules)):
        assert twin == rules
        assert twin.lines == rules.lines


def test_rules_do_not_change() -> None:
    for name in ("rows", "cols", "k", "misere"):
        for value in (NORMAL, NORMAL.geometry):
            with pytest.raises(AttributeError, match=f"not change; {name} cannot be set"):
                setattr(value, name, 4)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((0, 3, 3), "rows is 0; a whole number from 1 is needed"),
        ((3, -1, 3), "cols is -1; a whole number from 1 is needed"),
        ((3, 3, 2.0), "k is 2.0; a whole number from 1 is needed"),
        ((True, 3, 3), "rows is True; a whole number from 1 is needed"),
        (("3", 3, 3), "rows is '3'; a whole number from 1 is needed"),
        ((3, 4, 5), "no line of 5 fits on a 3x4 board; k may be 1 to 4"),
        ((3, 3, 3, 1), "misere is 1; True or False is needed"),
        ((3, 3, 3, "misere"), "misere is 'misere'; True or False is needed"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_what_can(
    arguments: tuple[Any, ...], words: str
) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(*arguments)
    assert str(refused.value) == words


NO_BOARDS = ["", "3", "3,3", "3,3,3,", "3,3,3,3", "3, 3,3", "-3,3,3", "3,3,3.0", "3,3,3,Misere"]
NO_BOARDS += ["3,3,3,misere,misere", ",misere", "3,3,3misere", "3,3,3\n", "+3,3,3", "1_0,3,3"]
NO_BOARDS += ["\N{FULLWIDTH DIGIT THREE},3,3", "\N{SUPERSCRIPT THREE},3,3", "9" * 5000 + ",3,3"]


@pytest.mark.parametrize("text", NO_BOARDS, ids=ascii)
def test_text_that_is_no_board_is_refused_with_how_to_write_one(text: str) -> None:
    with pytest.raises(RulesError) as refused:
        Rules.parse(text)
    assert str(refused.value) == (
        f"{quoted(text)} is not a valid board; write ROWS,COLS,K or AxBxC,K or ROWS,COLS,K,torus, "
        "with ,misere at the end if a line loses"
    )


@given(st.text("0123,misre -", max_size=14))
def test_any_text_is_a_board_or_refused_by_the_library(text: str) -> None:
    try:
        rules = Rules.parse(text)
    except NoughtsError:
        return
    numbers, *misere = text.partition(",misere")[:2]
    assert [rules.rows, rules.cols, rules.k] == [int(n) for n in numbers.split(",")]
    assert rules.misere == (misere == [",misere"])


def test_a_board_that_would_only_fill_the_memory_is_refused() -> None:
    with pytest.raises(RulesError, match="a 1001x1000 board is too large; the most is 1000000"):
        Rules(1001, 1000, 5)
    assert Rules(1000, 1000, 5).cells == 1_000_000


@given(rules())
def test_rules_read_back_from_their_bytes(rules: Rules) -> None:
    assert Rules.from_bytes(rules.to_bytes()) == rules
    assert rules.to_bytes() == struct.pack("<4I", rules.rows, rules.cols, rules.k, rules.misere)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "0 bytes are not rules; rules take 16"),
        (struct.pack("<4I", 3, 3, 3, 7), "boards of kind 3 are unknown; kinds are 0 to 2"),
        (struct.pack("<4I", 3, 3, 4, 0), "no line of 4 fits on a 3x3 board; k may be 1 to 3"),
    ],
)
def test_bytes_that_are_no_rules_are_refused(data: bytes, words: str) -> None:
    with pytest.raises(RulesError) as refused:
        Rules.from_bytes(data)
    assert str(refused.value) == words


@given(rules())
def test_the_normal_game_of_a_board_differs_in_misere_alone(rules: Rules) -> None:
    assert rules.normal == Rules(rules.rows, rules.cols, rules.k)
    assert rules.normal.replace(misere=rules.misere) == rules


def test_rules_are_equal_to_rules_alone() -> None:
    assert Rules(3, 3, 3) != "3,3,3"


class Ring(Geometry):
    """Cells in a ring: a board without rows and columns."""

    axes = range(1, 2)
    longest = 3

    def symmetries(self, k: int) -> tuple[Symmetry, ...]:  # noqa: ARG002 - of any lines
        return (Symmetry.IDENTITY,)

    def image(self, cell: int, symmetry: Symmetry) -> int:  # noqa: ARG002 - it has one
        return cell


def test_a_board_without_rows_and_columns_has_none_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ring = Rules(geometry=Ring(6), k=3)
    assert ring.lines == (0b111, 0b1110, 0b11100, 0b111000)
    for ask in ("rows", "cols", "flat"):
        with pytest.raises(RulesError, match="has no rows and columns"):
            getattr(ring, ask)
    monkeypatch.setattr(rules_module, "KINDS", (*KINDS, Kind(Ring, word="ring")))
    with pytest.raises(RulesError, match="bytes hold boards of two sizes"):
        ring.to_bytes()
