"""The results of games between policies, computed in one forward sweep from the empty board.

The sweep computes, level by level (`evaluate.levels`), the probability that a game reaches each
position. Each move passes a share of its position's probability on to the next level. The sweep
follows two games at once: the first policy is X in one game and O in the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from noughts.arrays.positions import Positions
from noughts.core.rules import TICTACTOE, O, Rules, X, as_rules
from noughts.evaluate import kernel
from noughts.evaluate.levels import Level, PlyLevels, levels_of
from noughts.evaluate.policies import AnyPolicy, Asked, as_policy
from noughts.kernels.compiler import loops
from noughts.kernels.dtypes import Float64s
from noughts.players.exact_results import Result, Versus


class Blunders(NamedTuple):
    """Where a policy gives value away: float64 arrays [n], the most costly position first.

    `weight` is the probability that a game reaches the position with the policy to move. `regret`
    is the exact value, at most 2, that the policy's move there loses on average. The product of
    `weight` and `regret` is the `cost`.

    >>> found = blunders("random", "2,3,3")
    >>> len(found.positions) == len(found.regret), bool(found.cost[0] == found.cost.max())
    (True, True)
    """

    positions: Positions
    weight: Float64s
    regret: Float64s

    @property
    def cost(self) -> Float64s:
        """Each position's cost per game; the sum is the policy's expected loss per game."""
        cost: Float64s = self.weight * self.regret
        return cost


def versus(a: AnyPolicy, b: AnyPolicy, rules: Rules | str = TICTACTOE) -> Versus:
    """The exact results of `a` against `b`, as floats: if `a` moves first, and if `a` moves second.

    Apart from rounding, the results equal the fractions that `players.versus` returns. Here, boards
    may have up to 16 cells, and batch policies are accepted, too; `best_response` documents what a
    policy may be.

    >>> result = versus("random", "random")
    >>> round(result.first.win, 6) == round(737 / 1260, 6)
    True

    Raises what `best_response` raises.
    """
    rules = as_rules(rules)
    levels = levels_of(rules)
    ends: dict[int, dict[int, float]] = {X: {}, O: {}}  # by `a`'s side: chances by value and ply
    lengths: dict[int, dict[int, float]] = {X: {}, O: {}}
    for level, arrivals, _, _ in _swept(a, b, levels):
        for side, arrival in zip((X, O), arrivals, strict=True):
            shares = np.bincount(level.results, arrival[level.over], 4)[1:].tolist()
            for worth, share in zip((1, -1, 0), shares, strict=True):  # to X
                mine = worth if side == X else -worth
                ends[side][mine] = ends[side].get(mine, 0.0) + share
            if any(shares):
                lengths[side][level.ply] = sum(shares)
    return Versus(*(_result(ends[side], lengths[side]) for side in (X, O)))


def _result(ends: dict[int, float], lengths: dict[int, float]) -> Result:
    win, draw, loss = (ends.get(worth, 0.0) for worth in (1, 0, -1))
    return Result(win, draw, loss, lengths)


def blunders(
    policy: AnyPolicy, rules: Rules | str = TICTACTOE, opponent: AnyPolicy = "random"
) -> Blunders:
    """The positions where a policy gives value away, in games against an opponent.

    The policy plays both sides equally often. A random opponent reaches every position that the
    policy's own moves allow.

    >>> found = blunders("graded:1/2")
    >>> print(found.positions[0], found.cost[0].round(3), found.cost.sum().round(3))
    X../.../... 0.024 1.067

    Raises what `best_response` raises.
    """
    levels = levels_of(as_rules(rules))
    numbers, weights, regrets = [], [], []
    for swept in _swept(policy, opponent, levels, judged=True):
        weight = swept.weight
        found = np.flatnonzero((weight > 0) & (swept.regret > 0))
        numbers.append(swept.level.begin + found)
        weights.append(weight[found])
        regrets.append(swept.regret[found])
    rows = np.concatenate(numbers)
    weight, regret = np.concatenate(weights), np.concatenate(regrets)
    order = np.argsort(-weight * regret, kind="stable")
    x, o = (np.concatenate([getattr(level, side) for level in levels.all]) for side in "xo")
    chosen = rows[order]
    positions = Positions.unchecked(x[chosen], o[chosen], levels.rules)
    return Blunders(positions, weight[order], regret[order])


def agreement(
    policy: AnyPolicy, rules: Rules | str = TICTACTOE, opponent: AnyPolicy = "random"
) -> Float64s:
    """At each ply against an opponent, the probability that a policy's move keeps the value.

    The array is float64 [cells], indexed by ply, and NaN at a ply where the policy is never to
    move.

    >>> agreement("random").round(2)
    array([1.  , 0.33, 0.53, 0.46, 0.49, 0.55, 0.58, 0.64, 1.  ])

    Raises what `best_response` raises.
    """
    rules = as_rules(rules)
    found = np.full(rules.cells, np.nan)
    for swept in _swept(policy, opponent, levels_of(rules), judged=True):
        weight = swept.weight
        if weight.any():
            found[swept.level.ply] = weight @ swept.best / weight.sum()
    return found


class _Swept(NamedTuple):
    """A level, and the probabilities of reaching each slot: with the first policy as X, and as O.

    For each row, `regret` is the value that the first policy's move loses on average, and `best` is
    the probability that the move loses none.
    """

    level: Level
    arrivals: Float64s
    regret: Float64s
    best: Float64s

    @property
    def weight(self) -> Float64s:
        """The probability of reaching each row with the first policy to move.

        In half of the games the first policy is X, in the other half O.
        """
        with_it = self.arrivals[0 if self.level.first_moves else 1]
        weight: Float64s = with_it[self.level.slots] / 2
        return weight


def _swept(a: AnyPolicy, b: AnyPolicy, levels: PlyLevels, judged: bool = False) -> Iterator[_Swept]:
    """The levels in order; `regret` and `best` are filled only if moves are to be `judged`."""
    first = as_policy(a, levels.rules)
    other = first if a is b else as_policy(b, levels.rules)
    asked = Asked(first, levels)
    asked_other = asked if other is first else Asked(other, levels)
    arrivals = np.ones((2, 1))
    for level in levels.all:
        after = np.zeros((2, size_after(level, levels)))
        regret, best = (np.empty(len(level) if judged else 0) for _ in range(2))
        for part in level.parts():
            rows = level.places, level.slots[part], level.legal[part]
            chances, others = (each.about(level, part) for each in (asked, asked_other))
            both = (chances, others) if level.first_moves else (others, chances)
            loops(kernel).pass_on(*rows, both, arrivals, after)
            if judged:
                values = levels.values[level.ply : level.ply + 2]
                found = regret[part], best[part]
                loops(kernel).judge(*rows, level.sign, chances, *values, *found)
        yield _Swept(level, arrivals, regret, best)
        arrivals = after


def size_after(level: Level, levels: PlyLevels) -> int:
    """The number of slots in the next level; 0 after the last level."""
    return levels.all[level.ply + 1].size if level.ply < levels.rules.cells else 0
