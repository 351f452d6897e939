"""The memory of a search: a record for its plies, and the transposition table."""

from __future__ import annotations

from typing import Any

from numpy import uint64 as u64

from noughts.solver.search.engine.board import MOST_LINES, ONE, Board, Words, structure
from noughts.solver.search.engine.threats import FORCING, STEP
from noughts.solver.search.limits import SEARCH_CELLS

Memory = Any  # a record of `MEMORY`

PLIES = SEARCH_CELLS + 2
MEMORY = structure(
    [
        ("tally", u64, 5),
        ("works", u64, PLIES),  # the nodes that a position of each ply took last
        ("path", u64, (PLIES, 4)),  # the keys of the positions of `proves`
        ("weight", u64, SEARCH_CELLS),  # of moves, always 0 between two uses
        ("shared", u64, SEARCH_CELLS),  # for `dominated`
        ("pairs", u64, SEARCH_CELLS // 2 + 1),  # of `paired`
        ("rows", u64, PLIES * MOST_LINES),  # a list of lines for each ply of the search
        ("orders", u64, (PLIES, SEARCH_CELLS + 1)),  # its moves
        ("threats", u64, (FORCING, STEP)),  # the steps of `forcing`
        ("frames", u64, (PLIES, SEARCH_CELLS + 1, 4)),  # the numbers of moves in `proves`
    ]
)

# In a tally: nodes so far, when to stop, the greatest depth, the number of other threads, and what
# `company` says is asked of a position.
NODES, STOP, DEPTH, OTHERS, ASKED = 0, 1, 2, 3, 4


def row_of(ply: int, memory: Memory, board: Board) -> Words:
    """Where a ply has its list of lines; the lists of a board lie close together."""
    size = board.line_count
    return memory.rows[ply * size : (ply + 1) * size]


def stopped(tally: Words, ply: int) -> bool:
    """Whether the limit has been met; if not, count one more node."""
    if tally[NODES] >= tally[STOP]:
        return True
    tally[NODES] += ONE
    tally[DEPTH] = max(tally[DEPTH], u64(ply))
    return False
