"""Minimax as in textbooks, on two bitboards. It is written to be read; `noughts.table` is faster.

The value of a position is +1, 0 or -1 for the player to move, who chooses the best of the positions
one move away. If the opponent is to move in one of these, its value is negated for the comparison.

    X O O
    . X .        X to move: c3 finishes a diagonal at once, so the value is +1.
    . . .
"""

from __future__ import annotations

from itertools import pairwise

from noughts.core import move_bits
from noughts.core.bits import cells_of
from noughts.core.on_ints import on_ints
from noughts.core.rules import O, Rules, X

X_GETS = {X: 1, O: -1, move_bits.DRAWN: 0}


def minimax(mover: int, other: int, rules: Rules) -> int:
    """The value of a position for the player to move, by a search of all games that can follow.

    `mover` and `other` are the bitboards of the player to move and of the opponent. If both players
    may place the same mark, as in Notakto, `mover` and `other` are X's and O's bitboards.

    >>> from noughts import TICTACTOE
    >>> minimax(0b000_010_001, 0b000_000_110, TICTACTOE)
    1
    """
    game = on_ints(rules)  # the rules as functions of ints
    plies = _plies(rules)

    def value(mover: int, other: int, playable: int, ply: int) -> int:
        line, full, sign = plies[ply]
        best = -1
        for move in cells_of(game.actions(playable)):
            own, others, free, lined = game.step(mover, other, 1 << move)
            ends = line if lined else full
            worth = ends if lined or not free else sign * value(own, others, free, ply + 1)
            best = max(best, worth)
        return best

    ended = _ended(mover, other, rules)
    if ended is not None:
        return ended
    return value(mover, other, game.playable(mover, other), (mover | other).bit_count())


def alphabeta(mover: int, other: int, rules: Rules, alpha: int = -1, beta: int = 1) -> int:
    """`minimax` without the moves that cannot change the result.

    `alpha` is the value that the mover is already sure of through another move. `beta` is the most
    that the opponent need allow the mover, thanks to a move further up the tree. Once a move is
    worth `beta` or more, the other moves in this position need no search, since the opponent can
    avoid the position. A result strictly between `alpha` and `beta` is exact.

    >>> from noughts import TICTACTOE
    >>> alphabeta(0, 0, TICTACTOE)
    0
    """
    game = on_ints(rules)
    plies = _plies(rules)

    def value(mover: int, other: int, playable: int, ply: int, alpha: int, beta: int) -> int:
        line, full, sign = plies[ply]
        for move in cells_of(game.actions(playable)):
            own, others, free, lined = game.step(mover, other, 1 << move)
            if lined or not free:
                worth = line if lined else full
            elif sign > 0:  # the same player moves again
                worth = value(own, others, free, ply + 1, alpha, beta)
            else:
                worth = -value(own, others, free, ply + 1, -beta, -alpha)
            if worth >= beta:
                return worth
            alpha = max(alpha, worth)
        return alpha

    ended = _ended(mover, other, rules)
    if ended is not None:
        return ended
    free, ply = game.playable(mover, other), (mover | other).bit_count()
    return value(mover, other, free, ply, alpha, beta)


def _plies(rules: Rules) -> list[tuple[int, int, int]]:
    """For each number of stones, three numbers about the next move.

    The first number is the value of the move, for the player who makes it, if the move ends the
    game with a line. The second is this value if the move ends the game without a line. The third
    is -1 if the other player moves next, and 1 if the same player moves again.
    """
    second, earned = rules.answers.turns.second, rules.answers.line.earned
    players = [second(ply, rules.cells) for ply in range(rules.cells + 1)]
    return [(*earned[player], 1 if player == then else -1) for player, then in pairwise(players)]


def _ended(mover: int, other: int, rules: Rules) -> int | None:
    """A finished game's value for the player who would move next; None while the game goes on."""
    x, o = move_bits.planes_of(mover, other, rules)
    result = on_ints(rules).result(x, o)
    if not result:
        return None
    o_moves = rules.answers.turns.second((x | o).bit_count(), rules.cells)
    return -X_GETS[result] if o_moves else X_GETS[result]
