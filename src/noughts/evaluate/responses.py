"""The best response to a policy, and the policy's exploitability, computed in one backward sweep.

The values of each level (`evaluate.levels`) follow from those of the next level. Where the
responder is to move, the value of a position is the best of the values after the possible moves.
Where the policy is to move, it is the mean of the values after the policy's moves, weighted by
their probabilities. One sweep computes both responses: X's response to the policy as O, and O's
response to the policy as X.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from noughts.arrays.choosing.choosers import BatchPolicy
from noughts.arrays.positions import Positions
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.evaluate import kernel
from noughts.evaluate.levels import levels_of
from noughts.evaluate.policies import AnyPolicy, Asked, OfPositions, as_policy
from noughts.kernels.compiler import loops
from noughts.kernels.dtypes import Float64s


class BestResponse(NamedTuple):
    """The best response to a policy: its expected results as X and as O, and its moves.

    `x` and `o` are the expected results from the empty board, with 1 for a win, 0 for a draw and -1
    for a loss. `policy` plays the best response; of several best moves, it plays the first.

    >>> response = best_response("perfect", "2,2,2")    # who begins always wins there
    >>> response.x, response.o, response.exploitability
    (1.0, -1.0, 0.0)
    """

    x: float
    o: float
    policy: BatchPolicy

    @property
    def nash_conv(self) -> float:
        """The sum of the results as X and as O; it is 0 for a policy that nobody can exploit."""
        return self.x + self.o

    @property
    def exploitability(self) -> float:
        """The mean of the results as X and as O: half of `nash_conv`."""
        return self.nash_conv / 2


def best_response(policy: AnyPolicy, rules: Rules | str = TICTACTOE) -> BestResponse:
    """The exact best response to a policy, from every position.

    A policy is a `BatchPolicy`, a function from observations and masks to probabilities, or
    whatever `as_player` accepts, such as a player's name. Observations are bool
    [n, 2, rows, cols], masks are bool [n, cells], and probabilities are [n, cells]. In games in
    which a player may place either mark, masks and probabilities are [n, actions].

    >>> response = best_response("random")
    >>> round(response.x, 4), round(response.o, 4)    # 191 / 192 as X
    (0.9948, 0.9249)

    Raises `TooLargeError` for a board of more than 16 cells, `RulesError` for `ultimate` and other
    games whose positions are more than their stones, and `PlayerError`, naming the position, for
    probabilities that are not valid.
    """
    rules = as_rules(rules)
    levels, given = levels_of(rules), as_policy(policy, rules)
    asked = Asked(given, levels)
    moves = np.zeros(levels.rows, np.uint8)
    last = levels.all[-1].ends.astype(np.float64)
    # By slot, the value for the mover as responder, and for the other player as responder.
    own_after, mean_after = last, -last
    for level in reversed(levels.all[:-1]):
        own = level.ends.astype(np.float64)
        mean = -own
        for part in level.parts():
            loops(kernel).respond(
                *(level.places, level.slots[part], level.legal[part], asked.about(level, part)),
                # Where the turn passes, the two players swap roles.
                *(own_after, mean_after)[:: level.sign],
                *(own, mean, moves[level.begin + part.start : level.begin + part.stop]),
            )
        own_after, mean_after = own, mean

    def stated(positions: Positions) -> Float64s:
        chances = np.zeros((len(positions), rules.actions))
        chances[np.arange(len(positions)), moves[levels.find(positions)]] = 1
        return chances

    name = f"best response to {given.name}"
    assert levels.all[0].first_moves, "level 0 is X's"
    return BestResponse(float(own_after[0]), float(mean_after[0]), OfPositions(stated, rules, name))


def exploitability(policy: AnyPolicy, rules: Rules | str = TICTACTOE) -> float:
    """The mean result of the best response against a policy, over both sides.

    This mean is 0 if and only if the policy secures the value of the game on both sides, as a
    perfect policy does. In OpenSpiel, this number is called `exploitability`, too.

    >>> round(exploitability("random"), 12), exploitability("perfect")
    (0.959829695767, 0.0)

    Arguments and errors are those of `best_response`.
    """
    return best_response(policy, rules).exploitability


def nash_conv(policy: AnyPolicy, rules: Rules | str = TICTACTOE) -> float:
    """The sum of the best response's results on both sides: twice the exploitability.

    >>> round(nash_conv("graded:1/2"), 4)
    1.387

    Arguments and errors are those of `best_response`.
    """
    return best_response(policy, rules).nash_conv
