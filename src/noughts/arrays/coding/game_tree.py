"""`record` and `record_class` in bulk: each scalar codec's tree of games as two tables.

A state is a position that a game of the codec passes through. In both tables, a row is a state, a
column is a cell, and an entry belongs to the branch that plays this cell in this state. An entry of
`before` is the number of games from the state that play a lower cell instead, and an entry of
`after` is the state to which the branch leads.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from operator import or_
from typing import Any

import numpy as np

from noughts.arrays.checks import refuse_first
from noughts.arrays.coding import kernel
from noughts.arrays.coding.coder import Coder, Sides
from noughts.arrays.coding.kernel import NONE
from noughts.arrays.games import Games
from noughts.codecs.dense.record import Record
from noughts.core.rules import TICTACTOE
from noughts.core.successors import by_plies
from noughts.core.symmetry import symmetries, transform_cell
from noughts.kernels.compiler import build
from noughts.kernels.dtypes import Codes, Int32s

CELLS = TICTACTOE.cells


class GameTree(Coder[Games]):
    """Descends the tree of games; a game's code is the number of games to the left of its path."""

    codec: Record

    def encode(self, values: Games, codes: Codes) -> None:
        moves = values.moves
        if self.codec.up_to_symmetry:
            moves = np.empty_like(moves)
            _loops().least_game(values.moves, moves)
        found = np.empty(len(values), np.int32)
        _loops().encode_record(moves, *self._tree, found)
        if len(found) and found.min() == NONE:
            refuse_first(found == NONE, lambda item: self.codec.encode(values[item]))
        codes[:] = found

    def decode(self, codes: Codes, out: Sides | None) -> Games:  # noqa: ARG002 - as every coder
        self.refuse_outside(codes)
        moves = np.empty((len(codes), CELLS), np.uint8)
        _loops().decode_record(codes.astype(np.int32), *self._tree, moves)
        return Games.unchecked(moves)

    @cached_property
    def _tree(self) -> tuple[Int32s, Int32s]:
        return tree(self.codec)


def tree(codec: Record) -> tuple[Int32s, Int32s]:
    """The tables `(before, after)`, each int32 [states, cells]; state 0 is the empty board.

    >>> before, after = tree(Record())
    >>> before.shape, int(before[0, 1])    # this many games begin in the corner
    ((5478, 9), 27732)
    """

    def lead(pair: int, _: bool) -> Iterator[tuple[int, bool, bool]]:
        for branch in codec.branches(pair):
            yield branch.after, False, True

    pairs = [pair for ply, _ in by_plies({0: True}, lead, or_) for pair in ply]
    states = {pair: state for state, pair in enumerate(pairs)}
    rows: list[tuple[list[int], list[int]]] = []
    for pair in pairs:
        before, after = [0] * CELLS, [NONE] * CELLS
        for branch in codec.branches(pair):
            before[branch.cell], after[branch.cell] = branch.before, states[branch.after]
        rows.append((before, after))
    befores, afters = zip(*rows, strict=True)
    return np.array(befores, np.int32), np.array(afters, np.int32)


@cache
def _loops() -> Any:
    images = [
        [transform_cell(cell, symmetry, TICTACTOE) for cell in range(CELLS)]
        for symmetry in symmetries(TICTACTOE)
    ]
    of_trees = (kernel.encode_record, kernel.decode_record, kernel.least_game)
    return build("record", *of_trees, CELLS=CELLS, IMAGES=np.array(images))
