"""Bit expressions that arrays need beyond the rules: who moves, what a move does, what is wrong.

They are written as those of `noughts.bits`, with `+` and `-` besides.
"""

from __future__ import annotations

from typing import Any

from noughts import bits
from noughts.bits import B
from noughts.rules import Rules


def stone_count(stones: B, rules: Rules) -> B:
    """How many stones there are: neighbouring sums are added, in ever wider fields.

    >>> from noughts import TICTACTOE
    >>> stone_count(0b100_010_011, TICTACTOE)
    4
    """
    sums: Any = stones
    width = 1
    while width < rules.cells:
        low = sum((1 << width) - 1 << field for field in range(0, rules.cells, 2 * width))
        sums = (sums & low) + (sums >> width & low)
        width *= 2
    return sums


def ply(x: B, o: B, rules: Rules) -> B:
    """The number of stones on the board."""
    return stone_count(x | o, rules)


def misplaced(x: B, o: B, rules: Rules) -> B:
    """Has a bit where two bitboards on the board are no position, else 0.

    They are one if no cell holds both, and there are as many X as O, or one more. With the cells
    that are not O for O's, no difference is taken: `x + (cells - o)` is to be `cells` or one more.

    >>> from noughts import TICTACTOE
    >>> misplaced(0b011, 0b100, TICTACTOE), misplaced(0b001, 0b110, TICTACTOE) != 0
    (0, True)
    """
    cells = rules.cells
    top = 1 << (2 * cells).bit_length()
    total: Any = stone_count(x, rules) + stone_count(o ^ rules.board, rules)
    return x & o | (total + (top - cells) ^ top) >> 1


def sides(x: B, o: B, rules: Rules) -> tuple[B, B]:
    """The bitboards of the player to move and of the other one.

    >>> from noughts import TICTACTOE
    >>> sides(0b001, 0b000, TICTACTOE)
    (0, 1)
    """
    o_moves = -(bits.turn(x, o, rules) >> 1)  # -1 has every bit
    swapped = (x ^ o) & o_moves
    return x ^ swapped, o ^ swapped


def played(x: B, o: B, stone: B, rules: Rules) -> tuple[B, B, B]:
    """Both bitboards after `stone`, one cell's bit, and a bit where that cell is not legal.

    >>> from noughts import TICTACTOE
    >>> played(0b001, 0b000, 0b010, TICTACTOE)
    (1, 2, 0)
    """
    of_x = -(bits.turn(x, o, rules) & 1) & stone
    legal = bits.legal_cells(x, o, rules) & stone
    return x | of_x, o | (stone ^ of_x), stone ^ legal


def winner(x: B, o: B, rules: Rules) -> B:
    """`bits.result` with the winner for the owner of the line: in misère that is the other one.

    >>> from noughts import Rules
    >>> winner(0b000_000_111, 0b000_011_000, Rules(3, 3, 3, misere=True))
    2
    """
    result = bits.result(x, o, rules)
    return (result & 1) << 1 | result >> 1 if rules.misere else result
