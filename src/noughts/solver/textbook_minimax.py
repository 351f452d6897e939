"""Minimax as in textbooks, on two ints. It is written to be read; `table` is the fast version.

The value of a position is +1, 0 or -1 for the player to move, who chooses the best of the positions
one move away. What such a position is worth to that player is the negative of what it is worth to
the opponent.

    X O X
    O X .        X to move: c2 leaves O one move, b3 or c3; c3 and a3 finish a diagonal at once,
    . . .        so the value is +1.
"""

from __future__ import annotations

from noughts.core.answers import Law
from noughts.core.bits import cells_of
from noughts.core.on_ints import on_ints
from noughts.core.rules import Rules
from noughts.core.turns import line_worth

LAWS: tuple[Law, ...] = ("alternates", "owned", "fair")


def minimax(mover: int, other: int, rules: Rules) -> int:
    """The value of a position for the player to move, by searching every game from here on.

    `mover` and `other` are the bitboards of the player to move and of the one who moved last. The
    mover has no line, since play would have ended there.

    >>> from noughts import TICTACTOE
    >>> minimax(0b000_010_101, 0b000_001_010, TICTACTOE)
    1

    Raises `RulesError` for a game in which the players do not move in turn, each with a mark of
    their own, or do not want the same.
    """
    rules.require("textbook minimax", *LAWS)
    game = on_ints(rules)  # the rules as functions of ints

    def value(mover: int, other: int) -> int:
        if game.line_starts(other):
            return -line_worth(rules)
        # After a move the players change places, and with them the sign.
        after = [game.placed(mover, other, 1 << c) for c in cells_of(game.playable(mover, other))]
        return max((-value(*planes) for planes in after), default=0)  # a full board is a draw

    return value(mover, other)


def alphabeta(mover: int, other: int, rules: Rules, alpha: int = -1, beta: int = 1) -> int:
    """`minimax` without the moves that cannot matter.

    `alpha` is what the mover is already sure of, by another move further up, and `beta` what the
    opponent will not let the mover exceed. Once a move reaches `beta`, the rest need no search: the
    opponent will not allow this position. The result is exact if it lies between the two.

    >>> from noughts import TICTACTOE
    >>> alphabeta(0, 0, TICTACTOE)
    0

    Raises as `minimax` does.
    """
    rules.require("textbook alpha-beta", *LAWS)
    game = on_ints(rules)

    def value(mover: int, other: int, alpha: int, beta: int) -> int:
        if game.line_starts(other):
            return -line_worth(rules)
        playable = game.playable(mover, other)
        if not playable:
            return 0
        for cell in cells_of(playable):
            after = game.placed(mover, other, 1 << cell)
            alpha = max(alpha, -value(*after, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha

    return value(mover, other, alpha, beta)
