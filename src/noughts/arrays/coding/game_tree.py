"""`record` and `record_class` in bulk: the scalar codec's tree of games as two tables.

A state is a position that a game of the codec passes through. In the tables a row is a state and a
column a cell. An entry says how many games come before that branch, or which state follows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from operator import or_
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays.checks import refuse_first
from noughts.arrays.coding.coder import Coder, Codes, Sides
from noughts.arrays.games import Games
from noughts.arrays.memory import NO_MOVE
from noughts.codecs.dense.record import Record
from noughts.core.rules import TICTACTOE
from noughts.core.successors import by_plies
from noughts.core.symmetry import symmetries, transform_cell
from noughts.kernels.recorded import Loop, compiled

CELLS = TICTACTOE.cells
NONE = -1  # no such branch


class GameTree(Coder):
    """Goes down the tree of games, adding up the games to the left of the path."""

    codec: Record

    def encode(self, values: Any, codes: Codes) -> None:
        moves = values.moves
        if self.codec.up_to_symmetry:
            moves = np.empty_like(moves)
            _least_loop()(values.moves, moves)
        found = np.empty(len(values), np.int32)
        _encode_loop()(moves, *self._tree, found)
        if len(found) and found.min() == NONE:
            refuse_first(found == NONE, lambda item: self.codec.encode(values[item]))
        codes[:] = found

    def decode(self, codes: Codes, out: Sides | None) -> Any:  # noqa: ARG002 - as every coder
        self.refuse_outside(codes)
        moves = np.empty((len(codes), CELLS), np.uint8)
        _decode_loop()(codes.astype(np.int32), *self._tree, moves)
        return Games.unchecked(moves)

    @cached_property
    def _tree(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        return tree(self.codec)


def tree(codec: Record) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """`(before, after)`, int32 [states, cells] each; state 0 is the empty board.

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
def _encode_loop() -> Loop:
    """The loop `encode_record(moves, before, after, out)`; `NONE` stands for no code."""
    return compiled(
        "encode_record",
        [
            "def encode_record(moves, before, after, out):",
            "    for i in range(len(moves)):",
            "        state = code = 0",
            f"        for ply in range({CELLS}):",
            "            cell = moves[i, ply]",
            f"            if cell == {NO_MOVE}:",
            "                break",
            "            code += before[state, cell]",
            "            state = after[state, cell]",
            "        over = True",
            f"        for cell in range({CELLS}):",
            f"            over &= after[state, cell] == {NONE}",
            f"        out[i] = code if over else {NONE}",
        ],
    )


@cache
def _decode_loop() -> Loop:
    """The loop `decode_record(codes, before, after, moves)`."""
    return compiled(
        "decode_record",
        [
            "def decode_record(codes, before, after, moves):",
            "    for i in range(len(codes)):",
            "        left, state = codes[i], 0",
            f"        for ply in range({CELLS}):",
            f"            played = {NO_MOVE}",
            f"            for cell in range({CELLS}):",
            f"                if after[state, cell] != {NONE} and before[state, cell] <= left:",
            "                    played = cell",
            "            moves[i, ply] = played",
            f"            if played != {NO_MOVE}:",
            "                left -= before[state, played]",
            "                state = after[state, played]",
        ],
    )


@cache
def _least_loop() -> Loop:
    """The loop `least_game(moves, out)`: the least image of every game, move by move.

    Of the images that are equal up to a ply, those with the least next cell remain.
    """
    images = [
        [transform_cell(cell, symmetry, TICTACTOE) for cell in range(CELLS)]
        for symmetry in symmetries(TICTACTOE)
    ]
    return compiled(
        "least_game",
        [
            "def least_game(moves, out):",
            "    for i in range(len(moves)):",
            "        equal = 255",
            f"        for ply in range({CELLS}):",
            "            cell = moves[i, ply]",
            "            out[i, ply] = cell",
            f"            if cell != {NO_MOVE}:",
            f"                least = {CELLS}",
            "                for image in range(8):",
            "                    if equal >> image & 1:",
            "                        least = min(least, IMAGES[image, cell])",
            "                for image in range(8):",
            "                    if IMAGES[image, cell] != least:",
            "                        equal &= ~(1 << image)",
            "                out[i, ply] = least",
        ],
        IMAGES=np.array(images),
    )
