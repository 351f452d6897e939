"""The moves of a game as one number, the form in which the server stores them.

A move is stored as the place of its cell among the free cells, counted from 0; each ply has one
place fewer than the ply before. The places are the digits of a mixed-radix number, in which the
last move is the least significant digit. The number of a game on 3x3 is below 9!, so it fits in 19
bits. For example:

    b2 a1 c1      place 4 of 9, 0 of 8, 1 of 7      (4 * 8 + 0) * 7 + 1 = 225

If players choose a mark for each move, each free cell has one place for each mark. The number,
which is called a record, does not show how many digits it has, so the server also stores the number
of plies.
"""

from __future__ import annotations

from functools import lru_cache

from noughts.core.position import Position
from noughts.core.rules import Rules

KEPT = 65_536  # positions in the cache, each by the record that leads to it


def places(rules: Rules, ply: int) -> int:
    """The number of places for the move at a ply."""
    return (rules.cells - ply) * (rules.actions // rules.cells)


def added(record: int, move: int, position: Position) -> int:
    """The record with one more move. The move is legal in `position`.

    >>> position = Position()
    >>> record = added(0, 4, position)
    >>> added(record, 0, position.play(4))
    32
    """
    hand, cell = divmod(move, position.rules.cells)
    taken = (position.x | position.o) & (1 << cell) - 1
    free = position.rules.cells - position.ply
    return record * places(position.rules, position.ply) + hand * free + cell - taken.bit_count()


def moves_of(rules: Rules, plies: int, record: int) -> tuple[int, ...]:
    """The moves of a record.

    >>> moves_of(Rules(3, 3, 3), 3, 225)
    (4, 0, 2)
    """
    digits = []
    for ply in reversed(range(plies)):
        record, digit = divmod(record, places(rules, ply))
        digits.append(divmod(digit, rules.cells - ply))
    free, moves = [*range(rules.cells)], []
    for hand, place in reversed(digits):
        moves.append(free.pop(place) + hand * rules.cells)
    return tuple(moves)


@lru_cache(KEPT)
def position_at(rules: Rules, plies: int, record: int) -> Position:
    """The position after the moves of a record, computed from the position before the last move.

    >>> print(position_at(Rules(3, 3, 3), 3, 225))
    O.X/.X./...
    """
    if not plies:
        return Position(rules=rules)
    before, digit = divmod(record, places(rules, plies - 1))
    position = position_at(rules, plies - 1, before)
    hand, place = divmod(digit, rules.cells - plies + 1)
    free = (cell for cell in range(rules.cells) if not (position.x | position.o) >> cell & 1)
    cell = next(cell for number, cell in enumerate(free) if number == place)
    return position.play_unchecked(cell + hand * rules.cells)
