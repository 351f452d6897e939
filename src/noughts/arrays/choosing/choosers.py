"""How a player moves in many positions at once, with a 64-bit random number for each position.

    Chooser
    ├── OfMixture     for a named player that is a `Mixture`: by loops and tables
    ├── OfPolicy      for a `BatchPolicy`: one call for all positions
    └── OneByOne      for any other player: position by position

Given the same numbers, each chooser chooses the same moves as `players.move_by_number`.

When a `Mixture` makes a best move, its rule selects a set of best moves, and the random number
selects one of these. On a small board, the set is computed once for each position and kept in an
array indexed by `pair` code; 0 means that the set is not yet known. On a board whose table of
values is in a file, the set is computed at each call.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, TypeAlias

import numpy as np

from noughts.arrays import values
from noughts.arrays.checks import as_array, refuse_first
from noughts.arrays.choosing import kernel
from noughts.arrays.memory import WORD_CELLS, narrowest
from noughts.arrays.positions import Positions
from noughts.core.move_bits import actions_of
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import ArrayError, PlayerError, TooLargeError
from noughts.kernels.compiler import build
from noughts.kernels.dtypes import Array, Bitboards, Bools, Float64s, Int64s, Uint8s, Uint64s
from noughts.players.adapters import AnyPlayer, as_player, takes_arrays
from noughts.players.base import Mixture, Player
from noughts.players.move_by_number import drawing
from noughts.players.random_and_perfect import chosen
from noughts.players.random_numbers import BITS, LOW, STEP, Numbers
from noughts.solver.tables.table import TABLE_CELLS


class BestSets:
    """The sets of best moves that a rule (`first`, `random` or `trap`) selects on one board."""

    def __init__(self, rules: Rules, rule: str) -> None:
        self._rules = rules
        self._rule = rule
        dtype = narrowest(rules.actions)
        small = rules.cells <= TABLE_CELLS
        self._known = np.zeros(4**rules.cells, dtype) if small else None

    def __call__(self, x: Bitboards, o: Bitboards) -> Bitboards:
        """The sets [n] for positions that are not over. Raises what `values.scores` raises."""
        if self._known is None:
            return self._found(x, o)
        codes = x.astype(np.uint32) | o.astype(np.uint32) << np.uint32(self._rules.cells)
        sets = self._known[codes]
        new, first = np.unique(codes[sets == 0], return_index=True)
        if len(new):
            where = np.flatnonzero(sets == 0)[first]
            self._known[new] = self._found(x[where], o[where])
            sets = self._known[codes]
        return sets

    def _found(self, x: Bitboards, o: Bitboards) -> Bitboards:
        if self._rule == "trap" and self._known is not None:
            pairs = zip(x.tolist(), o.tolist(), strict=True)
            moves = [chosen(Position(*pair, self._rules), "trap") for pair in pairs]
            return np.array([sum(1 << move for move in each) for each in moves], self._known.dtype)
        best = values.best_moves(x, o, self._rules)
        return best & -best if self._rule == "first" else best


@lru_cache(maxsize=32)
def best_sets(rules: Rules, rule: str) -> BestSets:
    """The `BestSets` of a board and a rule, cached."""
    return BestSets(rules, rule)


TOLERANCE = 1e-5  # how far sums of probabilities may be from 1: float32 rounds
FLOAT_BITS = 53


class BatchPolicy:
    """A batch policy: a function from arrays of observations and masks to probabilities.

    `observations` is bool [n, 2, rows, cols], with the stones of the player to move in the first of
    the two planes, and `masks` is bool [n, cells], True for legal cells. The function returns an
    array [n, cells] of non-negative numbers. Each row adds up to 1, and the entries of illegal
    cells are 0. Where a player may place either mark, the planes are X's and O's stones, and
    `masks` and the result are [n, actions].

    >>> from noughts.arrays import choose
    >>> corners = BatchPolicy(lambda seen, masks: np.eye(9)[masks.argmax(axis=1)], "first free")
    >>> choose(Positions.start(2).play([0, 4]), corners)
    array([1, 0], dtype=uint8)
    """

    takes_arrays = True  # read by `players.adapters.may_take_arrays`

    def __init__(self, function: Callable[[Array, Array], Any], name: str | None = None) -> None:
        if not callable(function):
            raise PlayerError(f"{function!r} is not a policy; a function of two arrays is needed")
        self.name: str = name or str(getattr(function, "__name__", type(function).__name__))
        self._function = function

    def __call__(self, observations: Array, masks: Array) -> Any:
        """The unchecked result of the function."""
        return self._function(observations, masks)

    def probabilities(self, positions: Positions) -> Float64s:
        """The function's probabilities for positions that are not over, checked, as float64.

        Raises `PlayerError`, naming the first position with probabilities that are not valid.
        """
        return self.checked(self.stated(positions, positions.action_mask()), positions)

    def stated(self, positions: Positions, masks: Bools) -> Array:
        """The function's result as a numeric array [n, cells], before its values are checked."""
        given = self._asked(positions, masks)
        if hasattr(given, "__dlpack__") and not hasattr(given, "__array__"):
            given = np.from_dlpack(given)  # another library's array, not copied if in main memory
        given = as_array(given, f"what {self.name} gives", PlayerError)
        if given.shape != masks.shape or given.dtype.kind not in "fiub":
            raise PlayerError(
                f"{self.name} gives an array of {given.dtype} {list(given.shape)}; the "
                f"probabilities of {masks.shape[1]} moves, numbers {list(masks.shape)}, are needed"
            )
        return given

    def _asked(self, positions: Positions, masks: Bools) -> Any:
        # The function gets copies, in case it writes to its arguments.
        return self._function(positions.planes(), masks.copy())

    def checked(self, given: Array, positions: Positions) -> Float64s:
        """The result of `stated`, checked, as float64. Raises what `probabilities` raises."""
        masks = positions.action_mask()
        chances = given.astype(np.float64)
        with np.errstate(invalid="ignore"):
            negative = np.any(~((chances >= 0) & (chances <= 1 + TOLERANCE)), axis=1)
            illegal = (chances != 0) & ~masks
            total = chances.sum(axis=1)
            wrong = negative | illegal.any(axis=1) | ~(np.abs(total - 1) <= TOLERANCE)
        if wrong.any():
            item = int(np.flatnonzero(wrong)[0])
            where = f"item {item}, {positions[item]}"
            if negative[item]:
                raise PlayerError(
                    f"{self.name} gives {chances[item].tolist()} in {where}; numbers from 0 to 1 "
                    "are needed"
                )
            if illegal[item].any():
                cell = int(np.flatnonzero(illegal[item])[0])
                raise PlayerError(
                    f"{self.name} gives cell {cell}, which cannot be played, the probability "
                    f"{chances[item, cell]} in {where}"
                )
            raise PlayerError(
                f"the probabilities of {self.name} in {where} add up to {total[item]}, not to 1"
            )
        return chances

    def __repr__(self) -> str:
        return f"<policy {self.name}>"


AnyChooser: TypeAlias = AnyPlayer | BatchPolicy | Callable[..., Any]


def player_or_policy(given: AnyChooser) -> Player | BatchPolicy:
    """A `BatchPolicy` if the given object takes observations and masks; otherwise a `Player`.

    Raises `PlayerError` for an object that is not a player.
    """
    anything: Any = given
    if isinstance(given, BatchPolicy):
        return given
    return BatchPolicy(anything) if takes_arrays(given) else as_player(anything)


class Chooser(ABC):
    """Chooses moves in many positions. Raises `TooLargeError` if the rules have over 64 moves."""

    def __init__(self, rules: Rules) -> None:
        if rules.actions > WORD_CELLS:
            raise TooLargeError(
                f"players choose in bulk among up to {WORD_CELLS} moves, and {rules} has "
                f"{rules.actions}; Player.choose plays larger boards"
            )
        self._rules = rules

    @abstractmethod
    def stones(self, x: Bitboards, o: Bitboards, legal: Bitboards, numbers: Uint64s) -> Bitboards:
        """The bit of the move that the player makes in each position, [n]; 0 where `legal` is 0.

        `legal` has, for each position, the bits of all legal moves, or 0 if no move is wanted.
        """


class OfMixture(Chooser):
    """Chooses for a mixture of best and random moves."""

    def __init__(self, mixture: Mixture, rules: Rules) -> None:
        super().__init__(rules)
        self._thresholds = np.array([*mixture.thresholds, 0], np.uint64)
        self._best = best_sets(rules, mixture.rule)
        self._random = not any(mixture.skills)

    def stones(self, x: Bitboards, o: Bitboards, legal: Bitboards, numbers: Uint64s) -> Bitboards:
        """As `Chooser.stones`."""
        candidates = legal
        if not self._random:
            plies = np.bitwise_count(x | o)
            best = (numbers & np.uint64(LOW)) < self._thresholds[plies]
            chosen = np.flatnonzero(best & (legal != 0))
            candidates = legal.copy()
            candidates[chosen] = self._best(x[chosen], o[chosen])
        stones = np.empty_like(legal)
        loops(self._rules).pick(candidates, numbers, stones)
        return stones


class _Some(Chooser):
    """A chooser that sees only the positions in which a move is wanted."""

    def stones(self, x: Bitboards, o: Bitboards, legal: Bitboards, numbers: Uint64s) -> Bitboards:
        """As `Chooser.stones`."""
        some = np.flatnonzero(legal)
        stones = np.zeros_like(legal)
        if len(some):
            positions = Positions.unchecked(x[some], o[some], self._rules)
            cells = self._cells(positions, numbers[some])
            stones[some] = legal.dtype.type(1) << cells.astype(legal.dtype)
        return stones

    @abstractmethod
    def _cells(self, positions: Positions, numbers: Uint64s) -> Int64s: ...


class OfPolicy(_Some):
    """Chooses for a batch policy: a random number is compared with its cumulative probabilities."""

    def __init__(self, policy: BatchPolicy, rules: Rules) -> None:
        super().__init__(rules)
        self._policy = policy

    def _cells(self, positions: Positions, numbers: Uint64s) -> Int64s:
        ends = self._policy.probabilities(positions).cumsum(axis=1)
        share = (numbers >> np.uint64(BITS - FLOAT_BITS)) * 2.0**-FLOAT_BITS
        # The point stays below the sum, so that rounding never selects a cell of probability 0.
        place = np.minimum(share * ends[:, -1], np.nextafter(ends[:, -1], 0))
        return (ends <= place[:, np.newaxis]).sum(axis=1)


class OneByOne(_Some):
    """Chooses for any player, position by position."""

    def __init__(self, player: Player, rules: Rules) -> None:
        super().__init__(rules)
        self._draw = drawing(player, rules)

    def _cells(self, positions: Positions, numbers: Uint64s) -> Int64s:
        each = zip(positions.x.tolist(), positions.o.tolist(), numbers.tolist(), strict=True)
        return np.array([self._draw(*one) for one in each])


def chooser(player: Player | BatchPolicy, rules: Rules) -> Chooser:
    """The chooser for a player on a board. Raises what `Player.check` raises."""
    if isinstance(player, BatchPolicy):
        return OfPolicy(player, rules)
    player.check(rules)
    mixture = player.mixture(rules)
    return OfMixture(mixture, rules) if mixture else OneByOne(player, rules)


@cache
def loops(rules: Rules) -> Any:
    """The loops `draw` and `pick` of `kernel`, compiled for a board."""
    return build(
        "choosing",
        *(kernel.draw, kernel.pick),
        lane=narrowest(rules.actions).type,
        ACTIONS=rules.actions,
    )


def choose(positions: Positions, player: AnyChooser = "random", seed: int | None = None) -> Uint8s:
    """The moves [n], uint8, that a player makes, numbered as in `Position.legal_moves`.

    `player` is a name, a `Player`, a function from a position to a cell, or a batch policy (a
    `BatchPolicy`, or a function that it can hold). `random`, `perfect`, `graded:`, `level:` and
    `minimax` run as compiled loops, a batch policy is called once, and other players choose
    position by position. The same seed gives the same moves; each position has a random number of
    its own.

    >>> choose(Positions.start(3).play([0, 4, 8]), "perfect")
    array([4, 0, 4], dtype=uint8)

    Raises `GameOverError`, naming the first position without a legal cell; `PlayerError` for an
    invalid player or invalid probabilities; `TooLargeError` for a board that the player cannot play
    or that has more than 64 moves; and `RulesError` for rules without a law that the player needs.
    """
    if not isinstance(positions, Positions):
        raise ArrayError(f"{positions!r} is not Positions")
    rules = positions.rules
    choosing = chooser(player_or_policy(player), rules)
    legal = positions.legal()
    if not legal.all():
        refuse_first(legal == 0, lambda item: as_player("random").ready(positions[item]))
    state = Numbers(secrets.randbits(64) if seed is None else seed).state
    steps = np.arange(len(positions), dtype=np.uint64)
    with np.errstate(over="ignore"):
        states = np.uint64(state) + steps * np.uint64(STEP)
    actions = actions_of(legal.astype(narrowest(rules.actions)), rules)
    numbers = drawn(states, actions, rules)
    stones = choosing.stones(positions.x, positions.o, actions, numbers)
    return cells_of(stones)


def drawn(states: Uint64s, needed: Bitboards, rules: Rules) -> Uint64s:
    """The next random number of each game where `needed` is not 0; the game's state advances."""
    numbers = np.empty_like(states)
    loops(rules).draw(states, needed, numbers)
    return numbers


def cells_of(stones: Array) -> Uint8s:
    """The numbers of moves that are given as bits.

    >>> cells_of(np.array([1, 256], np.uint16))
    array([0, 8], dtype=uint8)
    """
    return np.bitwise_count(stones - stones.dtype.type(1))
