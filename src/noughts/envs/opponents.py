"""Opponents as an environment is given them: any player, or a policy of arrays."""

from __future__ import annotations

from functools import partial

import numpy as np

from noughts.arrays import BatchPolicy
from noughts.arrays.choosing.api import cells_of
from noughts.arrays.choosing.choosers import OfPolicy
from noughts.arrays.dtypes import board_dtype
from noughts.core.bits import legal_cells
from noughts.core.rules import Rules
from noughts.players.adapters import AnyPlayer, as_player
from noughts.players.base import Player
from noughts.players.drawing import Draw, drawing

Opponent = AnyPlayer | BatchPolicy


def opponent_of(given: Opponent) -> Player | BatchPolicy:
    """The opponent as a `Player` or a `BatchPolicy`. Raises `PlayerError` for anything else."""
    return given if isinstance(given, BatchPolicy) else as_player(given)


def one_at_a_time(opponent: Player | BatchPolicy, rules: Rules) -> Draw:
    """How an opponent draws a move in one position; see `players.drawing`."""
    if not isinstance(opponent, BatchPolicy):
        return drawing(opponent, rules)
    return partial(_by_policy, OfPolicy(opponent, rules), rules)


def _by_policy(policy: OfPolicy, rules: Rules, x: int, o: int, number: int) -> int:
    legal = legal_cells(x, o, rules)
    boards = np.array([[x], [o], [legal]], board_dtype(rules))
    stones = policy.stones(boards[0], boards[1], boards[2], np.array([number], np.uint64))
    return int(cells_of(stones)[0])
