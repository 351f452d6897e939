"""Players as batch policies, and batch policies as players.

    function (observations, masks) ──┐
    BatchPolicy ─────────────────────┼──> BatchPolicy ──> PolicyPlayer ──> Player
    player's name, Player ───────────┘         by `as_policy`

`Asked` has a policy's checked answers: for each row of the levels, probabilities that add up to 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from noughts.arrays.boards import write_cells
from noughts.arrays.checks import as_array
from noughts.arrays.choosing.choosers import BatchPolicy, best_sets
from noughts.arrays.memory import board_dtype
from noughts.arrays.positions import Positions
from noughts.core import move_bits
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.errors import PlayerError, PositionError
from noughts.evaluate import kernel
from noughts.evaluate.levels import PART, Level, PlyLevels, levels_of
from noughts.kernels.compiler import loops
from noughts.kernels.dtypes import Array, Bools, Float64s
from noughts.kernels.tiles import frozen
from noughts.players.adapters import AnyPlayer, as_player, takes_arrays
from noughts.players.base import Mixture, Player
from noughts.solver.tables.table import TABLE_CELLS

AnyPolicy: TypeAlias = BatchPolicy | Callable[[Array, Array], Any] | AnyPlayer


class OfPositions(BatchPolicy):
    """A batch policy for one board: a function from `Positions` to probabilities [n, cells].

    Like every batch policy, it can be called with observations and masks. It then decodes the
    observations into `Positions`.
    """

    def __init__(self, stated: Callable[[Positions], Array], rules: Rules, name: str) -> None:
        super().__init__(self._of_observations, name)
        self._stated, self._rules = stated, rules

    def _asked(self, positions: Positions, masks: Bools) -> Any:  # noqa: ARG002 - as every policy
        if positions.rules != self._rules:
            raise PlayerError(f"{self.name} plays {self._rules}, not {positions.rules}")
        return self._stated(positions)

    def _of_observations(self, observations: Array, masks: Array) -> Any:
        return self._asked(seen(observations, self._rules), masks)


def seen(observations: npt.ArrayLike, rules: Rules) -> Positions:
    """The positions that observations [n, 2, rows, cols] show; see `Positions.planes`.

    >>> positions = Positions.start(2).play([4, 0])
    >>> seen(positions.planes(), positions.rules) == positions
    True

    Raises `PositionError`, naming the first item that is not a position.
    """
    given = as_array(observations, "observations", PositionError)
    planes = given.reshape(-1, 2, rules.cells) != 0
    bits = np.arange(rules.cells, dtype=np.uint64)
    mover, other = (planes.astype(np.uint64) << bits).sum(axis=2, dtype=np.uint64).T
    x, o = move_bits.planes_of(mover, other, rules)  # the same swap leads back
    dtype = board_dtype(rules)
    return Positions(x.astype(dtype), o.astype(dtype), rules)


def as_policy(given: AnyPolicy, rules: Rules | str = TICTACTOE) -> BatchPolicy:
    """A player as a batch policy on a board.

    `given` is a `BatchPolicy`, a function from observations and masks to probabilities, or anything
    that `as_player` accepts, such as a player's name, a `Player`, or a function from a position to
    a cell. A function from a position to a cell is called for one position at a time.

    >>> policy = as_policy("perfect:random")
    >>> start = Positions.start(1).play([0])
    >>> policy(start.planes(), start.action_mask()).argmax(), policy
    (np.int64(4), <policy perfect:random>)

    Raises `PlayerError` for anything else, and `TooLargeError` for a board that the player cannot
    play. If the player needs exact values, the `TooLargeError` may come later, when the policy is
    called.
    """
    rules = as_rules(rules)
    if isinstance(given, BatchPolicy):
        return given
    anything: Any = given
    if takes_arrays(given):
        return BatchPolicy(anything)
    player = as_player(anything)
    policy = getattr(player, "policy", None)  # a `PolicyPlayer` or an agent has one
    if isinstance(policy, BatchPolicy):
        return policy
    mixture = player.mixture(rules)
    if mixture is None:
        player.check(rules)
        return OfPositions(lambda positions: _one_by_one(player, positions), rules, player.name)
    mixed: Mixture = mixture
    return OfPositions(lambda positions: _of_mixture(mixed, positions), rules, player.name)


def _one_by_one(player: Player, positions: Positions) -> Array:
    chances = np.zeros((len(positions), positions.rules.actions))
    for row, position in zip(chances, positions, strict=True):
        for move, chance in player.probabilities(position).items():
            row[move] = chance
    return chances


def _of_mixture(mixture: Mixture, positions: Positions) -> Array:
    rules = positions.rules
    masks = positions.action_mask()
    chances: Float64s = masks / masks.sum(axis=1, keepdims=True)
    if any(mixture.skills):
        skills = np.array([float(skill) for skill in mixture.skills])[positions.plies()]
        chances *= (1 - skills)[:, np.newaxis]
        if rules.cells <= TABLE_CELLS:
            best = best_sets(rules, mixture.rule)(positions.x, positions.o)
        else:  # the values of all positions are here, whether or not a file has them
            levels = levels_of(rules)
            best = levels.best[levels.find(positions)]
            best = best & -best if mixture.rule == "first" else best
        chosen = np.empty(masks.shape, np.uint8)
        write_cells(best, chosen)
        chances += chosen * (skills / np.bitwise_count(best))[:, np.newaxis]
    return chances


class PolicyPlayer(Player):
    """A batch policy as a player, called for one position at a time.

    >>> from noughts import Position
    >>> def lowest(observations, masks):
    ...     return np.eye(masks.shape[1])[masks.argmax(axis=1)]
    >>> PolicyPlayer(lowest).choose(Position.parse("XO./.../..."))
    2
    """

    def __init__(
        self, policy: BatchPolicy | Callable[[Array, Array], Any], seed: int | None = None
    ) -> None:
        super().__init__(seed)
        self.policy: BatchPolicy = (
            policy if isinstance(policy, BatchPolicy) else BatchPolicy(policy)
        )
        self.name: str = self.policy.name

    def probabilities(self, position: Position) -> dict[int, float]:
        """The policy's probabilities, as floats that add up to 1."""
        chances = self.policy.probabilities(Positions.of([position], position.rules))[0]
        cells = np.flatnonzero(chances)
        return dict(zip(cells.tolist(), (chances[cells] / chances.sum()).tolist(), strict=True))


class Asked:
    """A policy's answers: from one call on a small board, else from one for each part of a level.

    The answers for a part are valid until the next call.
    """

    def __init__(self, policy: BatchPolicy, levels: PlyLevels) -> None:
        self._policy = policy
        self._room = np.empty((min(PART, levels.rows), levels.rules.actions))
        self._all: Float64s | None = None
        if levels.rows <= PART:
            x, o = (np.concatenate([getattr(each, side) for each in levels.all]) for side in "xo")
            self._all = self._answers(Positions.unchecked(x, o, levels.rules))

    def about(self, level: Level, part: slice) -> Float64s:
        """The probabilities [rows, cells] in some rows of a level.

        Raises `PlayerError`, naming the first position with probabilities that are not valid.
        """
        if self._all is not None:
            return self._all[level.begin + part.start : level.begin + part.stop]
        return self._answers(level.positions(part))

    def _answers(self, positions: Positions) -> Float64s:
        masks = positions.action_mask()
        given = self._policy.stated(positions, masks)
        chances = self._room[: len(given)]
        if loops(kernel).admit(_held(given), masks, chances):
            self._policy.checked(given, positions)  # which names the position
        return chances


def _held(given: Array) -> Array:
    """The array as read-only, contiguous floats: any other type would cost a new compilation."""
    known = given.dtype in (np.float32, np.float64)
    held: Array = frozen(given if known else given.astype(np.float64))
    return held
