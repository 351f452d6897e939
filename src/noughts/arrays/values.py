"""Values and best moves in bulk: a table of scores by `pair` code, looked up item by item."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays.checks import refuse_first
from noughts.arrays.dtypes import narrowest
from noughts.codecs.pair import Pair
from noughts.core import bits, turns
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import PositionError
from noughts.kernels.recorded import of_boards
from noughts.solver.tables.table import TABLE_CELLS, table

UNREACHABLE = -128

Array = npt.NDArray[Any]


def scores(x: Array, o: Array, rules: Rules) -> npt.NDArray[np.int8]:
    """The scores [n] of `solve.table`, which raises what it raises, with the item's number."""
    found = _looked_up(_pairs(x, o, rules), rules)
    if len(found) and found.min() == UNREACHABLE:
        refuse_first(
            found == UNREACHABLE, lambda item: table(rules)[Position(x[item], o[item], rules)]
        )
    return found


def best_moves(x: Array, o: Array, rules: Rules) -> Array:
    """Bitboards [n] of the moves that keep the value."""
    value = np.sign(scores(x, o, rules))
    here = _pairs(x, o, rules)
    legal, turn = np.empty_like(x), np.empty_like(here)
    of_boards(bits.legal_cells, rules)(x, o, legal)
    of_boards(turns.turn, rules)(x, o, turn)
    best = np.zeros_like(x)
    for cell in range(rules.cells):
        stone = x.dtype.type(1 << cell)
        played = np.flatnonzero(legal & stone)
        # The stone goes to X's half of the code where the turn is 1, to O's above where it is 2.
        half = (turn[played] - 1) * here.dtype.type(rules.cells)
        after = here[played] | here.dtype.type(1 << cell) << half
        keeps = np.sign(-_looked_up(after, rules)) == value[played]
        best[played] |= keeps * stone
    return best


def _pairs(x: Array, o: Array, rules: Rules) -> Array:
    table(rules)  # refuses a board that has none
    codes = np.empty(len(x), narrowest(2 * rules.cells))
    of_boards(_pair, rules)(x, o, codes)
    return codes


def _pair(x: Any, o: Any, rules: Rules) -> Any:
    return Pair(rules).encode_bits(x, o)


def _looked_up(codes: Array, rules: Rules) -> npt.NDArray[np.int8]:
    """The score of every `pair` code; `UNREACHABLE` where play cannot reach it."""
    if rules.cells <= TABLE_CELLS:
        return _every_score(rules)[codes]
    # A table in a file is read position by position, each of them once.
    distinct, places = np.unique(codes, return_inverse=True)
    return np.array([_score(int(code), rules) for code in distinct], np.int8)[places]


def _score(code: int, rules: Rules) -> int:
    try:
        return table(rules).score(Position(code & rules.board, code >> rules.cells, rules))
    except PositionError:
        return UNREACHABLE


@cache
def _every_score(rules: Rules) -> npt.NDArray[np.int8]:
    """The score of every position by its `pair` code, of which there are 4**cells."""
    solved = table(rules)
    found = np.full(4**rules.cells, UNREACHABLE, np.int8)
    for position in solved:
        found[position.x | position.o << rules.cells] = solved.score(position)
    return found
