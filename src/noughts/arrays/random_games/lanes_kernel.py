"""The code that `lanes` compiles: four steps, each over all lanes, from random words to games.

    deal ──> insert ──> play ──> write, if moves are wanted

Four rules make these loops fast. The result of every operation is cast to the type of the operands;
otherwise the compiler widens the result, and a vector holds half as many lanes. Cells are inserted
a block at a time, so that their ranks stay in registers. A rank is compared with a place by `>`, as
signed numbers: x86 has one instruction for this, whose result, 0 or -1, can be subtracted from the
rank. An outer loop runs to the length of an array, not to a constant; otherwise the compiler
unrolls the loop, and compilation takes twice as long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy import uint64 as u64

from noughts.kernels.compiler import GIVEN

LANES = 128  # their arrays of 64 cells fit the first-level cache
GENERATORS = LANES // 4

ply: Any = GIVEN  # the type of a ply and a cell
SIGN_BIT: Any = GIVEN  # the type's sign bit; an unsigned place minus this is a signed place
NO_LINE: Any = GIVEN  # the ply of a line that does not exist: the largest of its type
CELLS: int = GIVEN
BLOCK: int = GIVEN  # the size of a block: the cells that are inserted together, times the lanes
deal: Callable[..., None] = GIVEN  # draws a place for each cell among those before it
insert_within: Callable[..., None] = GIVEN  # inserts the cells of a block among each other
insert_later: Callable[..., None] = GIVEN  # inserts a later block's cells among a block's cells
end_by_lines: Callable[..., None] = GIVEN  # ends each game at the earliest line of either player


class Rooms(NamedTuple):
    """The arrays of the games in step; all lanes of a cell are contiguous.

    `words` and `numbers` share memory, and so do `ranks` and `plies`. `x` and `o` hold the plies of
    the stones of X and of O.

    Places and ranks are signed, and the least number of their type stands for the first place. The
    rank of a cell is its place plus one, so a cell moves up for a later cell if the rank of the
    former is greater than the place of the latter.
    """

    words: Any  # uint64: one or two for each generator
    numbers: Any  # one for each lane, uint16 or uint32
    places: Any  # signed, as wide as a ply
    ranks: Any
    plies: Any  # unsigned, and so are the others
    x: Any
    o: Any
    void: Any  # uint8
    ends: Any


def insert(places: Any, ranks: Any) -> None:
    """Turn places into ranks: a cell moves up for each later cell at its place or a lower one."""
    for block in range(len(ranks) // BLOCK):
        at = u64(block) * u64(BLOCK)
        insert_within(places, ranks, at)
        for later in range(block + 1, len(ranks) // BLOCK):
            insert_later(places, ranks, at, u64(later) * u64(BLOCK))


def play(plies: Any, x: Any, o: Any, ends: Any) -> None:
    """Fill `ends` with the ply, from 0, of each game's first line, or NO_LINE if it has no line.

    On entry, `plies` has the ranks of the cells, and on return, their plies. `x` gets the plies of
    X's stones, and `o` those of O's stones; both get NO_LINE for all other cells.
    """
    for i in range(len(x)):
        plies[i] = ply(plies[i] - ply(SIGN_BIT + ply(1)))
        odd = ply(ply(0) - ply(plies[i] & ply(1)))  # 0, or all ones
        x[i] = ply(plies[i] | odd)
        o[i] = ply(plies[i] | ply(~odd))
    ends[:] = NO_LINE
    end_by_lines(x, o, ends)


def write(rooms: Rooms, done: Any, moves: Any, lengths: Any) -> None:
    """Record the games that are not void, in rows from `done` on; `rooms.x` is overwritten."""
    plies, written, ends, void = rooms.plies, rooms.x, rooms.ends, rooms.void
    for cell in range(len(written) // LANES):
        for lane in range(LANES):
            i = u64(cell) * u64(LANES) + u64(lane)
            over = ply(ply(0) - ply(plies[i] > ends[lane]))  # 0, or all ones: not a move
            written[i] = ply(ply(cell) | over)
    for lane in range(LANES):
        if done < len(moves) and not void[lane]:
            for cell in range(CELLS):
                i = u64(cell) * u64(LANES) + u64(lane)
                moves[done, plies[i]] = written[i]
            lengths[done] = min(ends[lane], ply(CELLS - 1)) + ply(1)
            done += 1


def run(games: int, generators: Any, rooms: Rooms, ended: Any, moves: Any, lengths: Any) -> None:
    """Play `games` games, and record their moves unless `moves` is empty."""
    done = np.int64(0)  # not a literal, since `write` would be compiled again for its type
    while done < games:
        deal(generators, rooms)
        insert(rooms.places, rooms.ranks)
        play(rooms.plies, rooms.x, rooms.o, rooms.ends)
        if len(moves):
            write(rooms, done, moves, lengths)
        for lane in range(LANES):
            if done < games and not rooms.void[lane]:
                ended[rooms.ends[lane]] += 1
                done += 1
