"""`VectorGame`: many games on one board, stepped together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any, Literal, NamedTuple, NoReturn

import numpy as np

from noughts.arrays.boards import from_operand, operand, shape_of, write_cells, zeros
from noughts.arrays.checks import as_array, owned, refuse_first, whole
from noughts.arrays.memory import (
    WORD_CELLS,
    board_dtype,
    empty_aligned,
    move_dtype,
    narrowest,
    over_parts,
    parts,
)
from noughts.arrays.positions import Positions
from noughts.arrays.stepping import action
from noughts.arrays.stepping.compiled import Kernels, as_held, kernels
from noughts.core import move_bits
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.errors import ArrayError
from noughts.kernels.compiler import entry
from noughts.kernels.dtypes import Array, Bitboards, Bools

FORMS: dict[str, tuple[Any, Any]] = {
    "compact": (np.uint8, np.int8),
    "learning": (np.int64, np.float32),
}  # cells, rewards


class Step(NamedTuple):
    """The results of a step: arrays with an item for each game; see `VectorGame`.

    `reward` is for the player who moved: 1 if the move won, -1 if it lost (in misère, by making a
    line), 0 for a draw or if the game goes on. `done` is True if the game ended. `legal` has the
    legal cells for the next move, as bitboards or as bools [n, cells].

    >>> VectorGame(2).step(np.array([0, 4], np.uint8)).legal
    array([510, 495], dtype=uint16)
    """

    reward: Array
    done: Bools
    legal: Array


class Sides(NamedTuple):
    """Boards from the mover's point of view: bitboards [n] of the mover and of the opponent.

    Where both players place either mark, `mover` and `other` are X's and O's bitboards.

    >>> games = VectorGame(2)
    >>> _ = games.step(np.array([0, 4], np.uint8))
    >>> games.sides.mover, games.sides.other    # O is to move; X has a stone
    (array([0, 0], dtype=uint16), array([ 1, 16], dtype=uint16))
    """

    mover: Bitboards
    other: Bitboards


class VectorGame:
    """`n` games from the empty board; `step` plays one move in each.

    A game that ends restarts in the same step. The reward and `done` are then for the game that
    ended, but the legal cells are those of the empty board. So every game always has a legal cell,
    and no step is wasted on a reset.

    >>> games = VectorGame(2)
    >>> for cell in (0, 3, 1, 4):
    ...     step = games.step(np.array([cell, cell], np.uint8))
    >>> before, cells = games.positions(), np.array([2, 8], np.uint8)
    >>> reward, done, legal = games.step(cells)
    >>> reward, done, [format(cells, "09b") for cells in legal]
    (array([1, 0], dtype=int8), array([ True, False]), ['111111111', '011100100'])

    To see the last board of a game that ended, play its last cell on the board as it was before the
    step:

    >>> print(before[done].play(cells[done])[0])
    XXX/OO./...

    There are two forms. In the `compact` form, cells are uint8, rewards are int8, and legal cells
    are bitboards of the narrowest dtype. On 3x3 a step reads and writes 13 bytes per game,
    including the two boards. In the `learning` form, cells are int64, rewards are float32, and
    legal cells are bools [n, cells], as learning libraries expect. On boards of more than 64 cells,
    bitboards are uint64 [n, words], as in `Positions`. On boards of 256 cells or more, cells in the
    compact form are uint16.

    If a player may place either mark, there are twice as many moves as cells: on 3x3, the moves 0
    to 8 place an X, and the moves 9 to 17 place an O. The shapes and dtypes given above then depend
    on the number of moves; only those of the boards still depend on the number of cells.

    `sides` holds the boards, which each step changes in place. You may write other boards into
    these arrays, as long as the game is over on none of them; play then goes on from there.
    `positions()` returns the boards as X's and O's stones. Up to `threads` threads share a large
    batch; the results do not depend on their number.

    Raises `RulesError` for invalid rules, `TooLargeError` for boards of more than 361 cells, and
    `ArrayError` for any other invalid argument.
    """

    def __init__(
        self, n: int, rules: Rules | str = TICTACTOE, form: str = "compact", threads: int = 1
    ) -> None:
        rules = as_rules(rules)
        n, threads = whole(n, "n", 1), whole(threads, "threads", 1)
        if form not in FORMS:
            raise ArrayError(f"{form!r} is not a form of a step; give {' or '.join(FORMS)}")
        board_dtype(rules)  # refuses boards that are too large
        self.n: int = n
        self.rules: Rules = rules
        self.form: str = form
        self.sides: Sides = Sides(zeros(self.n, rules), zeros(self.n, rules))
        cells, reward = map(np.dtype, FORMS[form])
        compact = narrowest(min(rules.actions, WORD_CELLS)), shape_of(self.n, rules.actions)
        legal = compact if form == "compact" else (np.dtype(np.bool_), (self.n, rules.actions))
        self._cells_dtype = np.promote_types(cells, move_dtype(rules))
        self._shape = (self.n,)
        self._gives = ((reward, (n,)), (np.dtype(np.bool_), (n,)), legal)
        self._parts = parts(self.n, threads)
        self._known: Step | None = None  # the outputs for which these are bound:
        self._play: Callable[[Array], int]
        self._play_unchecked: Callable[[Array], object]

    def __getstate__(self) -> dict[str, Any]:
        """The state without the compiled loops and their arrays, for copying and pickling."""
        made = ("_loops", "_play", "_play_unchecked")
        kept = {name: value for name, value in vars(self).items() if name not in made}
        return kept | {"_known": None}

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<{self.n} game{'s' * (self.n != 1)} of {self.rules}, {self.form}>"

    def step(self, cells: Array, out: Step | None = None) -> Step:
        """Play `cells[i]` in game i, for all games.

        `cells` is an array [n], int64 in the learning form, and uint8 in the compact form (uint16
        if `rules.actions` is over 255). The results are written to `out`, three arrays as `outputs`
        makes them, which must not share memory with other arrays. Without `out`, the results are
        new arrays.

        Raises `CellError` or `IllegalMoveError`, naming the first game whose cell is illegal, and
        `ArrayError` for an array of the wrong shape or dtype. An error changes nothing.
        """
        cells = self._fitting(cells)
        if out is None or out is not self._known:
            out = self._bind(out)
        illegal = self._play(cells)
        if illegal != self.n:
            self._refuse(illegal, cells)
        return out

    def step_unchecked(self, cells: Array, out: Step | None = None) -> Step:
        """`step` for cells that are known to be legal; an illegal cell makes the board invalid.

        Shapes and dtypes are still checked.
        """
        cells = self._fitting(cells)
        if out is None or out is not self._known:
            out = self._bind(out)
        self._play_unchecked(cells)
        return out

    def reset(self) -> None:
        """Restart all games."""
        for side in self.sides:
            side.fill(0)

    def legal(self) -> Array:
        """The current legal cells, in the form that `step` returns.

        >>> VectorGame(1, form="learning").legal().sum()
        np.int64(9)
        """
        actions = self.rules.actions
        mover, other = (operand(side, actions) for side in self.sides)
        playable = action.legal(mover, other, self.rules)  # no game here is over
        legal = from_operand(playable, self.n, actions)
        if self.form == "compact":
            return legal
        mask = np.empty((self.n, actions), np.bool_)
        write_cells(legal, mask.view(np.uint8))
        return mask

    def positions(self) -> Positions:
        """A copy of the current positions, which later steps do not change."""
        mover, other = map(operand, self.sides)
        players = move_bits.planes_of(mover, other, self.rules)  # the stones decide the turn
        x, o = (from_operand(player, self.n, self.rules.cells) for player in players)
        return Positions.unchecked(x, o, self.rules)

    def outputs(self) -> Step:
        """New arrays for the results of steps, to be passed as `out` and reused.

        >>> games = VectorGame(2)
        >>> out = games.outputs()
        >>> games.step(np.array([0, 8], np.uint8), out) is out
        True
        """
        *told, (dtype, shape) = self._gives
        reward, done = (empty_aligned(each, of) for of, each in told)
        order: Literal["C", "F"] = "F" if self.form == "compact" else "C"  # bitboards word by word
        return Step(reward, done, empty_aligned(shape, dtype, order))

    # A step of one game takes less than a microsecond. So arrays that are reused are checked and
    # bound only once.

    def _fitting(self, cells: Array) -> Array:
        """The cells, checked, in the form that the compiled loops take."""
        if (
            type(cells) is np.ndarray
            and cells.dtype is self._cells_dtype
            and cells.shape == self._shape
            and cells.flags.carray
        ):
            return cells
        cells = np.require(as_array(cells, "cells", ArrayError), requirements=("C", "A"))
        if cells.dtype != self._cells_dtype or cells.shape != self._shape:
            raise ArrayError(
                f"cells is an array of {cells.dtype} {list(cells.shape)}; "
                f"one of {self._cells_dtype} [{self.n}] is needed"
            )
        return cells

    def _bind(self, out: Step | None) -> Step:
        """The arrays for the next step's results: `out` after a check or, for None, new arrays."""
        out = self.outputs() if out is None else self._checked(out)
        step, step_unchecked = self._loops
        arrays = self._held(out)
        self._play = partial(step, *arrays)
        self._play_unchecked = partial(step_unchecked, *arrays)
        self._known = out
        return out

    def _held(self, out: Step) -> tuple[Array | tuple[Array, ...], ...]:
        """The boards and the result arrays, in the form that the compiled loops take."""
        legal = as_held(out.legal, self.rules) if self.form == "compact" else out.legal
        sides = (as_held(side, self.rules) for side in self.sides)
        return (*sides, out.reward, out.done, legal)

    @cached_property
    def _loops(self) -> tuple[Callable[..., int], Callable[..., object]]:
        """`step` and `step_unchecked` of `Kernels`, for the whole batch or for its parts."""
        loops = kernels(self.rules, self.form)
        if self._parts:
            unchecked = partial(over_parts, loops.step_unchecked, self._parts)
            return partial(in_parts, loops, self._parts), unchecked
        arrays = (*self._held(self.outputs()), np.empty(self._shape, self._cells_dtype))
        return entry(loops.step, *arrays), entry(loops.step_unchecked, *arrays)

    def _checked(self, out: Step) -> Step:
        if len(out) != len(self._gives):
            raise ArrayError(f"out has {len(out)} arrays; {', '.join(Step._fields)} are needed")
        for name, array, (dtype, shape) in zip(Step._fields, out, self._gives, strict=True):
            if not isinstance(array, np.ndarray):
                raise ArrayError(f"{name} of out is a {type(array).__name__}; an array is needed")
            fitting = owned(array, shape, dtype, f"{name} of out")
            if array.ndim > 1 and self.form == "compact":
                fitting = fitting.T  # bitboards are stored word by word
            if not fitting.flags.carray:
                raise ArrayError(
                    f"{name} of out has gaps or is not aligned; a plain array is needed"
                )
        return out if isinstance(out, Step) else Step(*out)

    def _refuse(self, game: int, cells: Array) -> NoReturn:
        wrong = np.arange(self.n) == game
        refuse_first(wrong, lambda item: self._alone(item, int(cells[item])))

    def _alone(self, game: int, action: int) -> Position:
        """The position of a game after an action. Raises what `Position.play` raises."""
        return self.positions()[game].play(action)


def in_parts(loops: Kernels, of: Sequence[slice], *arrays: Array) -> int:
    """`loops.step` with one thread for each part. All parts are checked before any is played."""
    mover, other, *_, cells = arrays
    found = over_parts(loops.first_illegal, of, mover, other, cells)
    for part, illegal in zip(of, found, strict=True):
        if part.start + illegal != part.stop:
            return int(part.start + illegal)
    over_parts(loops.step_unchecked, of, *arrays)
    return len(cells)
