"""Moves on codes, `x | o << cells`, for walks from position to position.

A move corresponds to one bit of the code, so the legal moves of a position form a mask. With the
law `stones`, a move sets this bit and changes no other; otherwise, see `Moves.then`. An example:

    X . O        code    000 100 100    001 000 001        the last cell stands first
    . . O        moves   000 000 000    110 011 010        X is to move
    X . .        a line  000 000 000    000 001 000
                         O's stones     X's stones
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from noughts.core.move_bits import actions_of
from noughts.core.on_ints import on_ints
from noughts.core.rules import Rules, X
from noughts.core.turns import mover, winner

A = TypeVar("A")  # what a walk carries to each position


class Moves(NamedTuple):
    """The properties that the moves of all positions with the same number of stones share.

    `of(code)` returns two masks for a position without a line: its moves as bits of the code, and
    the moves that make a line that counts. The bit of move `m` is bit `m + shift`. For the player
    to move, such a line has the value `line`, and a position without moves has the value `full`.
    `sign`, the factor for the next position's value, is -1 if the turn changes, otherwise 1.
    In a game without the law `stones`, `then(code, move)` returns the code after a move, which is
    given as its bit. In other games, `then` is None, and the code after a move is `code | move`.

    >>> moves = moves_at(0, Rules(3, 3, 3))
    >>> moves.of(0), moves.shift, moves.line, moves.full, moves.sign
    ((511, 0), 0, 1, 0, -1)
    """

    of: Callable[[int], tuple[int, int]]
    shift: int
    line: int
    full: int
    sign: int
    then: Callable[[int, int], int] | None


@lru_cache(maxsize=256)
def moves_at(ply: int, rules: Rules) -> Moves:
    """The `Moves` of all positions with `ply` stones."""
    cells, board, answers = rules.cells, rules.board, rules.answers
    of_planes, player = on_ints(rules).moves, mover(ply, rules)

    def as_x(code: int) -> tuple[int, int]:
        return of_planes(code & board, code >> cells)

    def as_o(code: int) -> tuple[int, int]:
        moves, lined = of_planes(code >> cells, code & board)
        return moves << cells, lined << cells

    def by_x(code: int, move: int) -> int:
        last = code & code >> cells & board  # the last stone is O's, and stays on O's plane
        return code ^ last | move | move << cells

    def by_o(code: int, move: int) -> int:
        last = code & code << cells & board << cells
        return code ^ last | move | move >> cells

    sees_as_x = player == X or not answers.owned
    return Moves(
        as_x if sees_as_x else as_o,
        0 if sees_as_x else cells,
        1 if winner(player, rules) == player else -1,
        answers.line.full if player == X else -answers.line.full,
        1 if mover(ply + 1, rules) == player else -1,
        None if rules.has("stones") else by_x if sees_as_x else by_o,
    )


def ply_of(code: int, rules: Rules) -> int:
    """The number of stones in a position.

    >>> ply_of(0b001 << 9 | 0b110, Rules(3, 3, 3))
    3
    """
    if rules.has("stones"):
        return code.bit_count()
    return ((code | code >> rules.cells) & rules.board).bit_count()


def legal_at(code: int, rules: Rules) -> int:
    """The legal moves of any position, as bits of its code; 0 once the game is over.

    >>> bin(legal_at(0b011_000_000 << 9 | 0b000_000_011, Rules(3, 3, 3)))    # cells 2 to 5, and 8
    '0b100111100'
    """
    legal = on_ints(rules).legal(code & rules.board, code >> rules.cells)
    return actions_of(legal, rules) << moves_at(ply_of(code, rules), rules).shift


def by_plies(
    start: dict[Any, A],
    lead: Callable[[Any, A], Iterable[tuple[Any, object, A]]],
    add: Callable[[A, A], A],
) -> Iterator[tuple[dict[Any, A], dict[Any, A]]]:
    """For each ply from that of `start` on, the positions without a line and those with a line.

    Each position carries an amount. `lead(position, amount)` yields, for each move, the position
    after the move, whether the move makes a line, and the amount for the position after the move.
    If several moves reach the same position, `add` combines the moves' amounts. The walk does not
    go on from a position with a line.

    >>> rules = Rules(3, 3, 3)
    >>> def paths(code, number):
    ...     moves, lined = moves_at(code.bit_count(), rules).of(code)
    ...     return [(code | move, lined & move, number) for move in bits_of(moves)]
    >>> walk = by_plies({0: 1}, paths, int.__add__)
    >>> [(sum(going_on.values()), sum(lined.values())) for going_on, lined in walk][4:7]
    [(3024, 0), (13680, 1440), (49392, 5328)]
    """
    lined: dict[Any, A] = {}
    while start or lined:
        yield start, lined
        after: dict[Any, A] = {}
        lined = {}
        for position, amount in start.items():
            for then, line, part in lead(position, amount):
                into = lined if line else after
                into[then] = add(into[then], part) if then in into else part
        start = after


def bits_of(code: int) -> Iterator[int]:
    """The set bits of a number, each as a power of two, in ascending order.

    >>> list(bits_of(0b1101))
    [1, 4, 8]
    """
    while code:
        yield code & -code
        code &= code - 1
