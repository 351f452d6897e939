"""What arrays need beyond the rules, for every board that there is of a size."""

from __future__ import annotations

from typing import Any

import pytest
import z3

from noughts import Rules
from noughts.arrays import expressions
from tests.test_bits_proofs import counterexample, stone

# As wide as the arrays that hold them: 16 bits for 9 cells, all 8 for 8.
BOARDS = [(Rules(3, 3, 3), 16), (Rules(2, 4, 3), 8), (Rules(2, 2, 2), 8)]
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
    right = expressions.stone_count(x, rules) == count(x, rules)
    assert counterexample(z3.Implies(on_board, right)) is None
    wrong = expressions.stone_count(x & ~1, rules) == count(x, rules)
    assert counterexample(z3.Implies(on_board, wrong)) is not None


@every_board
def test_what_is_no_position_has_a_bit_and_nothing_else_has(rules: Rules, width: int) -> None:
    x, o, on_board = boards(rules, width)
    ahead = count(x, rules) - count(o, rules)
    position = z3.And(x & o == 0, z3.Or(ahead == 0, ahead == 1))
    claim = (expressions.misplaced(x, o, rules) == 0) == position
    assert counterexample(z3.Implies(on_board, claim)) is None


def test_stones_are_counted_up_to_64_of_them() -> None:
    for cells in range(1, 65):
        rules = Rules(1, cells, 1)
        for stones in (0, 1, rules.board, rules.board >> 1, rules.board // 3, 0x123456789ABCDEF):
            on_board = stones & rules.board
            assert expressions.stone_count(on_board, rules) == on_board.bit_count()
