"""The game as a graph: the unfinished positions, numbered, and where each of their moves leads.

Symmetric positions may share a state: a state is then a symmetry class, represented by its smallest
member. The same learning loop runs on the 4,520 unfinished positions of 3x3 or on their 627
classes.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from noughts.arrays.memory import board_dtype
from noughts.arrays.positions import Positions
from noughts.core.geometry import AnySymmetry
from noughts.core.rules import Rules, X
from noughts.core.symmetry import symmetries, transform, transform_cell
from noughts.errors import TooLargeError
from noughts.evaluate.levels import levels_of
from noughts.kernels.dtypes import Array, Int32s, Int64s
from noughts.learn.update_kernel import DRAWN, LOST, NO_MOVE, WON

LEARN_CELLS = 12  # the largest board; each position has a row of values


class GraphPlaces(NamedTuple):
    """The places of positions in the graph.

    `states` [n] has the state of each position, as an index into the graph's arrays. `moves`
    [n, actions] maps each move of a position to the corresponding move of its state.
    """

    states: Int64s
    moves: Int64s


class Graph:
    """The game on a board as a graph. Raises `TooLargeError` for a board of more than 12 cells.

    `after`, int32 [states, actions], has the state to which each move leads. If the move ends the
    game, `after` has WON, DRAWN or LOST, for the player who moves; if the move is illegal, NO_MOVE.
    `movers` has the player to move in each state, 0 (X) or 1 (O), and `choices` has the number of
    legal moves.

    >>> from noughts import TICTACTOE
    >>> len(graph_of(TICTACTOE, shared=False)), len(graph_of(TICTACTOE, shared=True))
    (4520, 627)
    """

    def __init__(self, rules: Rules, shared: bool) -> None:
        if rules.cells > LEARN_CELLS:
            raise TooLargeError(
                f"{rules} has {rules.cells} cells; learning by a table of positions takes a board "
                f"of up to {LEARN_CELLS}"
            )
        self.rules: Rules = rules
        self.shared: bool = shared
        self._levels = levels = levels_of(rules)
        every = Positions.concatenate(level.positions(slice(None)) for level in levels.all)
        self._state_of_row = np.arange(levels.rows)
        row_of_state = self.find(every).states  # at first, each row is a state of its own
        # The state of each row of the levels; the rows of states rise.
        rows, self._state_of_row = np.unique(row_of_state, return_inverse=True)
        self.positions: Positions = every[rows]
        self.after: Int32s = np.full((len(rows), rules.actions), NO_MOVE, np.int32)
        self.movers: Array = self.positions.turns() - np.uint8(X)
        masks = self.positions.action_mask()
        self.choices: Array = masks.sum(axis=1, dtype=np.uint8)
        ends = np.array([[0, WON, LOST, DRAWN], [0, LOST, WON, DRAWN]])  # by mover and outcome
        for move in range(rules.actions):
            states = np.flatnonzero(masks[:, move])
            then = self.positions[states].play(np.full(len(states), move))
            outcomes = then.outcomes()
            self.after[states, move] = ends[self.movers[states], outcomes]
            on = outcomes == 0
            self.after[states[on], move] = self.find(then[on]).states

    def __len__(self) -> int:
        return len(self.after)

    def find(self, positions: Positions) -> GraphPlaces:
        """The places of positions in the graph; no position may be over."""
        rules = self.rules
        moves = np.tile(np.arange(rules.actions), (len(positions), 1))
        if self.shared:
            least = _codes(positions, symmetries(rules)[0], rules)
            for by, onto in self._images:
                image = _codes(positions, by, rules)
                moves[image < least] = onto
                least = np.minimum(least, image)
            positions = _decoded(least, rules)
        return GraphPlaces(self._state_of_row[self._levels.find(positions)], moves)

    @cached_property
    def alike(self) -> Int64s:
        """By state and move, the lowest move that is equivalent by symmetry.

        >>> from noughts import TICTACTOE
        >>> graph_of(TICTACTOE, shared=True).alike[0].tolist()    # corner, edge, centre
        [0, 1, 0, 1, 4, 1, 0, 1, 0]
        """
        lowest = np.tile(np.arange(self.rules.actions), (len(self), 1))
        if self.shared:
            own = _codes(self.positions, symmetries(self.rules)[0], self.rules)
            for by, onto in self._images:
                same = _codes(self.positions, by, self.rules) == own
                lowest[same] = np.minimum(lowest[same], onto)
        return lowest

    @cached_property
    def alike_count(self) -> Int64s:
        """By state and move, the number of moves equivalent to that move, itself included."""
        same = self.alike[:, :, np.newaxis] == self.alike[:, np.newaxis]
        count: Int64s = same.sum(axis=2)
        return count

    @cached_property
    def _images(self) -> list[tuple[AnySymmetry, Int64s]]:
        """Each symmetry, with an array that has the image of each move under this symmetry."""
        rules, cells = self.rules, range(self.rules.cells)
        hands = np.arange(0, rules.actions, rules.cells)
        return [
            (by, np.add.outer(hands, [transform_cell(cell, by, rules) for cell in cells]).ravel())
            for by in symmetries(rules)
        ]


def _codes(positions: Positions, by: AnySymmetry, rules: Rules) -> Int64s:
    """The images of positions under a symmetry, as `pair` codes."""
    # An expression on whole arrays, since compiling a loop for each symmetry would take seconds.
    x, o = (transform(side.astype(np.int64), by, rules) for side in (positions.x, positions.o))
    codes: Int64s = x | o << rules.cells
    return codes


def _decoded(codes: Int64s, rules: Rules) -> Positions:
    dtype = board_dtype(rules)
    x, o = (codes & rules.board).astype(dtype), (codes >> rules.cells).astype(dtype)
    return Positions.unchecked(x, o, rules)


@lru_cache(maxsize=8)
def graph_of(rules: Rules, shared: bool) -> Graph:
    """The graph of a board. A cache keeps the graphs that were used most recently."""
    return Graph(rules, shared)
