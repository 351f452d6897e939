"""The expressions of a game on ints, written out for its board: see `expressions.writer`.

Whatever walks from position to position has codes, `x | o << cells`, and asks `moves_at` for the
moves. A move sets one bit of the code, so the moves of a position are bits too, and each leads to
the code with its bit:

    X . O        code    000 100 100    001 000 001        the last cell stands first
    . . O        moves   000 000 000    110 011 010        X is to move
    X . .        a line  000 000 000    000 001 000
                         O's stones     X's stones
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from noughts.core import bits, play
from noughts.core.play import actions_of
from noughts.core.rules import Rules, X
from noughts.core.turns import mover, winner
from noughts.expressions.writer import written


class OnInts:
    """Functions of one game, each written when it is first used. `planes` are two parameters."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def __reduce__(self) -> tuple[Callable[[Rules], OnInts], tuple[Rules]]:
        return on_ints, (self._rules,)  # a copy has them from where they are kept

    def _of(self, expression: Callable[..., Any], *parameters: str) -> Callable[..., Any]:
        board, actions = self._rules.board, (1 << self._rules.actions) - 1
        reaches = {name: actions if name == "action" else board for name in parameters}
        return written("on_ints", expression, **reaches)

    def _step(self, own: Any, other: Any, action: Any) -> play.Stepped:
        return play.step((own, other), play.stones_of(action, self._rules), self._rules)

    @cached_property
    def step(self) -> Callable[[int, int, int], tuple[int, int, int, int]]:
        """`play.step` of the bit of an action: `(own, other, bit)` to two planes and two masks."""

        def step(own: Any, other: Any, action: Any) -> Any:
            planes, playable, lined = self._step(own, other, action)
            return *planes, playable, lined

        return self._of(step, "own", "other", "action")

    @cached_property
    def placed(self) -> Callable[[int, int, int], tuple[int, int]]:
        """The planes that `step` gives, alone."""

        def placed(own: Any, other: Any, action: Any) -> Any:
            return self._step(own, other, action).planes

        return self._of(placed, "own", "other", "action")

    @cached_property
    def after(self) -> Callable[[int, int, int], tuple[int, int]]:
        """X's and O's bitboards after an action, given as its bit: `(x, o, bit)` to `(x, o)`."""
        answers, place = self._rules.answers, self.placed
        o_moves = answers.turns.second

        def in_turn(x: int, o: int, action: int) -> tuple[int, int]:
            if (x | o).bit_count() & 1:
                return place(o, x, action)  # as X sees them
            o, x = place(x, o, action)  # as O sees them
            return x, o

        def owned(x: int, o: int, action: int) -> tuple[int, int]:
            count = (x | o).bit_count()
            own, other = place(o, x, action) if o_moves(count) else place(x, o, action)
            return (other, own) if o_moves(count + 1) else (own, other)

        return place if not answers.owned else in_turn if answers.alternates else owned

    @cached_property
    def playable(self) -> Callable[[int, int], int]:
        """`play.playable` of two planes."""
        return self._of(lambda own, other: play.playable((own, other), self._rules), "own", "other")

    @cached_property
    def moves(self) -> Callable[[int, int], tuple[int, int]]:
        """The actions of two planes, as bits, and those that make a line that counts."""
        rules = self._rules

        def moves(own: Any, other: Any) -> Any:
            free = play.playable((own, other), rules)
            lined: Any = free & 0
            for hand, cells in enumerate(play.finishing((own, other), free, rules)):
                lined = lined | cells << hand * rules.cells
            return play.actions_of(free, rules), lined

        return self._of(moves, "own", "other")

    @cached_property
    def legal(self) -> Callable[[int, int], int]:
        """`bits.legal_cells` of X's and O's bitboards."""
        return self._of(lambda x, o: bits.legal_cells(x, o, self._rules), "x", "o")

    @cached_property
    def result(self) -> Callable[[int, int], int]:
        """`play.result` of X's and O's bitboards."""
        return self._of(lambda x, o: play.result(x, o, self._rules), "x", "o")

    @cached_property
    def line_starts(self) -> Callable[[int], int]:
        """`bits.line_starts` of some stones."""
        return self._of(lambda stones: bits.line_starts(stones, self._rules), "stones")

    @cached_property
    def lines(self) -> Callable[[int], tuple[int, int]]:
        """`bits.first_line` and `bits.line_cells` of some stones."""

        def lines(stones: Any) -> Any:
            return bits.first_line(stones, self._rules), bits.line_cells(stones, self._rules)

        return self._of(lines, "stones")


@lru_cache(maxsize=64)
def on_ints(rules: Rules) -> OnInts:
    """The functions of a game, which are made once.

    >>> on_ints(Rules(3, 3, 3)).step(0b011, 0b110_000, 0b100)
    (48, 7, 456, 1)
    """
    return OnInts(rules)


class Moves(NamedTuple):
    """What the moves of all positions with so many stones have in common.

    `of(code)` gives the moves of a position without a line, as bits of the code, and those of them
    that make a line that counts. The bit of a move is `shift` above its number. To the player to
    move, such a line is worth `line`, and a position without moves `full`. What the next player
    has counts `sign` times: -1 if the turn changes, else 1.

    >>> moves = moves_at(0, Rules(3, 3, 3))
    >>> moves.of(0), moves.shift, moves.line, moves.full, moves.sign
    ((511, 0), 0, 1, 0, -1)
    """

    of: Callable[[int], tuple[int, int]]
    shift: int
    line: int
    full: int
    sign: int


@lru_cache(maxsize=256)
def moves_at(ply: int, rules: Rules) -> Moves:
    """The moves of the positions with `ply` stones."""
    cells, board, answers = rules.cells, rules.board, rules.answers
    of_planes, player = on_ints(rules).moves, mover(ply, rules)

    def as_x(code: int) -> tuple[int, int]:
        return of_planes(code & board, code >> cells)

    def as_o(code: int) -> tuple[int, int]:
        moves, lined = of_planes(code >> cells, code & board)
        return moves << cells, lined << cells

    sees_as_x = player == X or not answers.owned
    return Moves(
        as_x if sees_as_x else as_o,
        0 if sees_as_x else cells,
        1 if winner(player, rules) == player else -1,
        answers.line.full if player == X else -answers.line.full,
        1 if mover(ply + 1, rules) == player else -1,
    )


def legal_at(code: int, rules: Rules) -> int:
    """The moves of any position as bits of its code; none once the game is over.

    >>> bin(legal_at(0b011_000_000 << 9 | 0b000_000_011, Rules(3, 3, 3)))    # cells 2 to 5, and 8
    '0b100111100'
    """
    legal = on_ints(rules).legal(code & rules.board, code >> rules.cells)
    return actions_of(legal, rules) << moves_at(code.bit_count(), rules).shift


def bits_of(code: int) -> Iterator[int]:
    """The bits of a number, each as a number, in rising order.

    >>> list(bits_of(0b1101))
    [1, 4, 8]
    """
    while code:
        yield code & -code
        code &= code - 1
