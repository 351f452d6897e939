"""Random games in bulk beside the same games one at a time, for boards that tests make."""

from __future__ import annotations

import numpy as np

from noughts import Game, Rules
from noughts.arrays import VectorGame, playout_moves


def random_games_end_where_single_ones_do(rules: Rules, count: int) -> None:
    """Play random games move by move, alone and side by side; games may end from ply 5 on."""
    moves, lengths = playout_moves(count, rules, seed=1)
    for row, length in zip(moves.tolist(), lengths.tolist(), strict=True):
        game = Game(rules)
        for cell in row[:length]:
            game.push(cell)
        assert game.outcome
    games = VectorGame(count, rules)
    for ply in range(5):
        done = games.step(np.ascontiguousarray(moves[:, ply])).done
    assert done.tolist() == (lengths == 5).tolist()
