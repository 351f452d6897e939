"""What `lanes` compiles: four steps from random words to games, each a loop over all lanes.

    deal ──> insert ──> play ──> write, where moves are asked for

For each board, `lanes.kernel` fills in the sizes and the directions of lines. Three rules make
these loops fast. Every operation is cast to the type of its lane, or a compiler that widens what it
adds fills its vectors with half as many. Cells are inserted a block at a time, so that their plies
stay in registers. And an outer loop goes to the length of an array, not to a constant: it would be
unrolled, and take twice as long to compile.
"""

from __future__ import annotations

from noughts.core.bits import cells_of
from noughts.core.rules import Rules

SOURCE = '''"""Random games of {rules}, {lanes} in step."""

import numpy as np
from numba import njit
from numpy import uint8 as u8, uint16 as u16, uint64 as u64

# A cell each: whether its place is the first that is taken from new random numbers, and how many
# of what is left of these are void once it is taken.
FIRST = np.array({first}, np.uint8)
VOID = np.array({void}, np.uint16)
{starts}


@njit(cache=True, nogil=True)
def deal(generators, words, numbers, places, void):
    """A place for each cell among those before it; `words` and `numbers` are one memory.

    The place is what a product has above 16 bits; what it has below is left for the next cell. The
    two bytes of a number are multiplied one after the other, so that nothing is wider than 16 bits.
    """
    void[:] = 0
    for cell in range(len(FIRST)):
        if FIRST[cell]:
            for w in range({words}):
                s0, s1 = generators[w], generators[{words} + w]
{step}
                words[w] = drawn
                generators[w], generators[{words} + w] = s0, s1
        size = u16(cell + 1)
        at = u64(cell) * u64({lanes})
        for lane in range({lanes}):
            low = u16(u16(numbers[lane] & u16(255)) * size)
            high = u16(u16(u16(numbers[lane] >> u16(8)) * size) + u16(low >> u16(8)))
            places[at + u64(lane)] = u8(high >> u16(8))
            numbers[lane] = u16(u16(high << u16(8)) | u16(low & u16(255)))
        limit = VOID[cell]
        if limit:
            for lane in range({lanes}):
                void[lane] = u8(void[lane] | u8(numbers[lane] < limit))


@njit(cache=True, nogil=True)
def insert(places, plies):
    """From places to plies: a cell has its place, and moves up for a later one at or below it."""
    for block in range(len(plies) // {block}):
        at = u64(block) * u64({block})
        for lane in range({lanes}):
{within}
        for later in range(block + 1, len(plies) // {block}):
            of = u64(later) * u64({block})
            for lane in range({lanes}):
{after}


@njit(cache=True, nogil=True)
def play(plies, x, o, ends):
    """The ply that ends each game, from 0 on; {none} where no line does.

    `x` and `o` get the plies of their own stones, and {none} for all others.
    """
    for i in range(len(x)):
        odd = u8(u8(0) - u8(plies[i] & u8(1)))  # 0, or all ones
        x[i] = u8(plies[i] | odd)
        o[i] = u8(plies[i] | u8(~odd))
    ends[:] = {none}
{lines}


@njit(cache=True, nogil=True)
def write(plies, written, void, ends, done, moves, lengths):
    """Write down the games that are not void, from the row `done` on."""
    for cell in range(len(written) // {lanes}):
        for lane in range({lanes}):
            i = u64(cell) * u64({lanes}) + u64(lane)
            over = u8(u8(0) - u8(plies[i] > ends[lane]))  # 0, or all ones, which is no move
            written[i] = u8(u8(cell) | over)
    for lane in range({lanes}):
        if done < len(moves) and not void[lane]:
            for cell in range({cells}):
                i = u64(cell) * u64({lanes}) + u64(lane)
                moves[done, plies[i]] = written[i]
            lengths[done] = min(ends[lane], u8({cells} - 1)) + u8(1)
            done += 1


@njit(cache=True, nogil=True)
def run(
    games, generators, words, numbers, places, plies, x, o, void, ends, ended, moves, lengths
):
    """Play so many games, and write down each one's moves where there is room for them."""
    done = np.int64(0)  # no literal, for which `write` would be compiled once more
    while done < games:
        deal(generators, words, numbers, places, void)
        insert(places, plies)
        play(plies, x, o, ends)
        if len(moves):
            write(plies, x, void, ends, done, moves, lengths)
        for lane in range({lanes}):
            if done < games and not void[lane]:
                ended[ends[lane]] += 1
                done += 1
'''

LINES = """
    for i in range(len({starts})):
        at = {starts}[i] * u64({lanes})
        for lane in range({lanes}):
            ends[lane] = min(ends[lane], {x}, {o})"""


def within(cells: int, lanes: int) -> list[str]:
    """The statements that insert the cells of a block among each other.

    >>> [line for line in within(3, 128) if ">=" in line]    # a later one has not moved yet
    ['r0 = u8(r0 + u8(r0 >= r1))', 'r0 = u8(r0 + u8(r0 >= r2))', 'r1 = u8(r1 + u8(r1 >= r2))']
    """
    moves = [_moved(cell, f"r{later}") for later in range(1, cells) for cell in range(later)]
    return [*_read("places", cells, lanes), *moves, *_kept(cells, lanes)]


def after(cells: int, lanes: int) -> list[str]:
    """The statements that insert the cells of a later block among those of a block."""
    statements = _read("plies", cells, lanes)
    for later in range(cells):
        statements.append(f"place = places[of + u64({later * lanes}) + u64(lane)]")
        statements += [_moved(cell, "place") for cell in range(cells)]
    return [*statements, *_kept(cells, lanes)]


def starts_of_lines(rules: Rules) -> list[str]:
    """The constants that hold the first cells of all lines, one for each direction."""
    return [
        f"STARTS_{number} = np.array({[*cells_of(starts)]}, np.uint64)"
        for number, (_, starts) in enumerate(rules.directions)
    ]


def lines_of(number: int, shift: int, k: int, lanes: int) -> str:
    """The loop over the lines of a direction, whose cells are `shift` apart."""

    def latest(array: str) -> str:
        terms = [f"{array}[at + u64({shift * step * lanes}) + u64(lane)]" for step in range(k)]
        while len(terms) > 1:
            pairs = [f"max({a}, {b})" for a, b in zip(terms[::2], terms[1::2], strict=False)]
            terms = [*pairs, *terms[2 * len(pairs) :]]
        return terms[0]

    return LINES.format(starts=f"STARTS_{number}", lanes=lanes, x=latest("x"), o=latest("o"))


def _read(array: str, cells: int, lanes: int) -> list[str]:
    return [f"r{cell} = {array}[at + u64({cell * lanes}) + u64(lane)]" for cell in range(cells)]


def _kept(cells: int, lanes: int) -> list[str]:
    return [f"plies[at + u64({cell * lanes}) + u64(lane)] = r{cell}" for cell in range(cells)]


def _moved(cell: int, place: str) -> str:
    return f"r{cell} = u8(r{cell} + u8(r{cell} >= {place}))"
