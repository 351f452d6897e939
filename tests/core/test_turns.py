"""What arrays need beyond the rules, for every board that there is of a size."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
import z3
from hypothesis import given
from hypothesis import strategies as st

from noughts import O, Position, Rules, X
from noughts.core import move_bits, turns
from tests.core.test_bits_proofs import counterexample, stone

# As wide as two of them take side by side: the lane of a compiled loop.
BOARDS = [(Rules(3, 3, 3), 32), (Rules(2, 4, 3), 16), (Rules(2, 2, 2), 8)]
every_board = pytest.mark.parametrize(("rules", "width"), BOARDS, ids=str)


def count(stones: Any, rules: Rules) -> Any:
    """The stones counted one by one, as wide as they are."""
    one, none = z3.BitVecVal(1, stones.size()), z3.BitVecVal(0, stones.size())
    counted = none
    for cell in range(rules.cells):
        counted = counted + z3.If(stone(stones, cell), one, none)
    return counted


def boards(rules: Rules, width: int) -> tuple[Any, Any, Any]:
    """Two unknown bitboards, and that they are on the board."""
    x, o = (z3.BitVec(name, width) for name in "xo")
    return x, o, (x | o) & ~rules.board == 0


@every_board
def test_stones_are_counted(rules: Rules, width: int) -> None:
    x, _, on_board = boards(rules, width)
    right = turns.bit_count(x, rules.cells) == count(x, rules)
    assert counterexample(z3.Implies(on_board, right)) is None
    wrong = turns.bit_count(x & ~1, rules.cells) == count(x, rules)
    assert counterexample(z3.Implies(on_board, wrong)) is not None


@pytest.mark.wide
@every_board
def test_what_is_no_position_has_a_bit_and_nothing_else_has(rules: Rules, width: int) -> None:
    x, o, on_board = boards(rules, width)
    ahead = count(x, rules) - count(o, rules)
    position = z3.And(x & o == 0, z3.Or(ahead == 0, ahead == 1))
    claim = (turns.misplaced(x, o, rules) == 0) == position
    assert counterexample(z3.Implies(on_board, claim)) is None


def test_bits_are_counted_however_many_there_are() -> None:
    for width in (*range(1, 65), 127, 128, 129, 254, 255, 256, 400):
        whole = (1 << width) - 1
        for mask in (0, 1, whole, whole >> 1, whole // 3, 0x123456789ABCDEF):
            assert turns.bit_count(mask & whole, width) == (mask & whole).bit_count()


@pytest.mark.parametrize("size", [2**63 + 1, 2**64 - 1, 3**40, 2**63, 2**64 - 2])
def test_a_full_word_is_compared_within_a_word_of_the_processor(size: int) -> None:
    codes = [0, 1, 2**62, 2**63 - 1, 2**63, size - 2, size - 1, size, 2**64 - 1]
    found = turns.too_large(np.array(codes, np.uint64), size)
    assert (found != 0).tolist() == [code >= size for code in codes]


def test_sides_change_places_with_the_turn() -> None:
    rules = Rules(2, 2, 2)
    for x, o in product(range(16), range(16)):
        even = (x | o).bit_count() % 2 == 0
        assert turns.sides(x, o, rules) == ((x, o) if even else (o, x))


@given(st.integers(2, 2**40), st.integers(0, 2**41))
def test_numbers_from_a_size_on_are_too_large(size: int, number: int) -> None:
    for code in (number, size - 1, size, size + 1):
        assert (turns.too_large(code, size) != 0) == (code >= size)


@given(st.integers(0, 2**64 - 1))
def test_a_word_that_is_full_is_compared_within_itself(number: int) -> None:
    size = 3**40
    for code in (number, size - 1, size, size + 1, 2**64 - 1):
        assert (turns.too_large(code, size) != 0) == (code >= size)


def test_turns_alternate_from_x_on() -> None:
    for ply in range(10):
        assert turns.mover(ply) == (X, O)[ply % 2] == turns.last_mover(ply + 1)
        assert turns.opponent(turns.mover(ply)) == turns.last_mover(ply)
        stones = (1 << ply) - 1
        assert turns.turn(stones, 0, Rules(3, 4, 3)) == turns.mover(ply)


def test_misere_turns_the_winner_and_the_worth_of_a_line() -> None:
    for rules, owner_wins in ((Rules(3, 3, 3), True), (Rules(3, 3, 3, misere=True), False)):
        for owner in (X, O):
            assert (turns.winner(owner, rules) == owner) == owner_wins
        assert turns.line_worth(rules) == (1 if owner_wins else -1)


@pytest.mark.parametrize("misere", [False, True])
def test_the_result_as_an_expression_is_the_outcome_of_the_position(misere: bool) -> None:
    rules = Rules(2, 3, 2, misere)
    for x, o in product(range(64), range(64)):
        if x & o or x.bit_count() - o.bit_count() not in (0, 1):
            continue
        outcome = Position(x, o, rules).outcome
        expected = 0 if outcome is None else outcome.winner or 3
        assert move_bits.result(x, o, rules) == expected


@pytest.mark.parametrize("rules", [Rules(3, 3, 3), Rules(4, 8, 4), Rules(6, 6, 5)], ids=str)
@given(data=st.data())
def test_stones_are_counted_and_misplaced_ones_found_on_boards_of_any_width(
    data: st.DataObject, rules: Rules
) -> None:
    x, o = (data.draw(st.integers(0, rules.board)) for _ in "xo")
    assert turns.ply(x, o, rules) == (x | o).bit_count()
    is_position = not x & o and x.bit_count() - o.bit_count() in (0, 1)
    assert (turns.misplaced(x, o, rules) == 0) == is_position
