"""What `lanes` compiles: four steps from random words to games, each a loop over all lanes.

    deal ──> insert ──> play ──> write, if moves are wanted

Three rules make these loops fast. Every operation is cast to the type of its lane: otherwise the
compiler widens it, and a vector holds half as many lanes. Cells are inserted a block at a time, so
their plies stay in registers. An outer loop runs to the length of an array, not to a constant:
otherwise the compiler unrolls it, and takes twice as long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy import uint8 as u8
from numpy import uint16 as u16
from numpy import uint64 as u64

from noughts.arrays.random_games.xorshift import drawn
from noughts.kernels.compiler import GIVEN

LANES = 128  # whose arrays of 64 cells fit the first-level cache
GENERATORS = LANES // 4
NO_LINE = 255  # among the plies that end games

CELLS: int = GIVEN
BLOCK: int = GIVEN  # of the cells that are inserted together, all lanes of them
# For each cell: whether its place is the first to be taken from new random numbers, and how many of
# the fractions that remain are void once it is taken.
FIRST: Any = GIVEN
VOID: Any = GIVEN
insert_within: Callable[..., None] = GIVEN  # inserts the cells of a block among each other
insert_later: Callable[..., None] = GIVEN  # inserts those of a later block among those of a block
end_by_lines: Callable[..., None] = GIVEN  # ends each game at the earliest line of either player


class Rooms(NamedTuple):
    """The arrays of the games in step, all lanes of a cell side by side.

    `words` and `numbers` share one memory; `x` and `o` hold the plies of their own stones.
    """

    words: Any  # uint64 [GENERATORS]
    numbers: Any  # uint16, the same
    places: Any  # uint8, and so are the others
    plies: Any
    x: Any
    o: Any
    void: Any
    ends: Any


def deal(generators: Any, rooms: Rooms) -> None:
    """A place for each cell among those before it.

    The place is the part of a product above 16 bits; the part below is left for the next cell. The
    two bytes of a number are multiplied one after the other, so nothing is wider than 16 bits.
    """
    words, numbers, places, void = rooms.words, rooms.numbers, rooms.places, rooms.void
    void[:] = 0
    for cell in range(len(FIRST)):
        if FIRST[cell]:
            for w in range(GENERATORS):
                words[w], generators[w], generators[GENERATORS + w] = drawn(
                    generators[w], generators[GENERATORS + w]
                )
        size = u16(cell + 1)
        at = u64(cell) * u64(LANES)
        for lane in range(LANES):
            low = u16(u16(numbers[lane] & u16(255)) * size)
            high = u16(u16(u16(numbers[lane] >> u16(8)) * size) + u16(low >> u16(8)))
            places[at + u64(lane)] = u8(high >> u16(8))
            numbers[lane] = u16(u16(high << u16(8)) | u16(low & u16(255)))
        limit = VOID[cell]
        if limit:
            for lane in range(LANES):
                void[lane] = u8(void[lane] | u8(numbers[lane] < limit))


def insert(places: Any, plies: Any) -> None:
    """From places to plies: a cell has its place, and moves up for a later one at or below it."""
    for block in range(len(plies) // BLOCK):
        at = u64(block) * u64(BLOCK)
        insert_within(places, plies, at)
        for later in range(block + 1, len(plies) // BLOCK):
            insert_later(places, plies, at, u64(later) * u64(BLOCK))


def play(plies: Any, x: Any, o: Any, ends: Any) -> None:
    """Fill `ends` with the ply, from 0, that ends each game; NO_LINE if no line does.

    `x` and `o` get the plies of their own stones, and NO_LINE for all others.
    """
    for i in range(len(x)):
        odd = u8(u8(0) - u8(plies[i] & u8(1)))  # 0, or all ones
        x[i] = u8(plies[i] | odd)
        o[i] = u8(plies[i] | u8(~odd))
    ends[:] = NO_LINE
    end_by_lines(x, o, ends)


def write(rooms: Rooms, done: Any, moves: Any, lengths: Any) -> None:
    """Write down the games that are not void, from the row `done` on; `rooms.x` is overwritten."""
    plies, written, ends, void = rooms.plies, rooms.x, rooms.ends, rooms.void
    for cell in range(len(written) // LANES):
        for lane in range(LANES):
            i = u64(cell) * u64(LANES) + u64(lane)
            over = u8(u8(0) - u8(plies[i] > ends[lane]))  # 0, or all ones, which is no move
            written[i] = u8(u8(cell) | over)
    for lane in range(LANES):
        if done < len(moves) and not void[lane]:
            for cell in range(CELLS):
                i = u64(cell) * u64(LANES) + u64(lane)
                moves[done, plies[i]] = written[i]
            lengths[done] = min(ends[lane], u8(CELLS - 1)) + u8(1)
            done += 1


def run(games: int, generators: Any, rooms: Rooms, ended: Any, moves: Any, lengths: Any) -> None:
    """Play `games` games, and write down the moves of each if there is room for them."""
    done = np.int64(0)  # not a literal, for which `write` would be compiled once more
    while done < games:
        deal(generators, rooms)
        insert(rooms.places, rooms.plies)
        play(rooms.plies, rooms.x, rooms.o, rooms.ends)
        if len(moves):
            write(rooms, done, moves, lengths)
        for lane in range(LANES):
            if done < games and not rooms.void[lane]:
                ended[rooms.ends[lane]] += 1
                done += 1
