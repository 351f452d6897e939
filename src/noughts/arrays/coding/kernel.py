"""The loops of codecs in bulk. Each coder compiles those that it needs, with its constants.

Some loops number sets by the scheme of `core.set_numbers`; others look up entries in tables.
"""

from __future__ import annotations

from numpy import uint16 as u16
from numpy import uint32 as u32
from numpy import uint64 as u64

from noughts.arrays.memory import NO_MOVE
from noughts.kernels.compiler import GIVEN
from noughts.kernels.dtypes import (
    Array,
    Bitboards,
    Codes,
    Int32s,
    Int64s,
    Uint8s,
    Uint16s,
    Uint32s,
    Uint64s,
)

CELLS: int = GIVEN
COMB: Uint64s = GIVEN  # [n, m]: how many sets of m of n cells there are
OFFSETS: Uint64s = GIVEN  # by the number of stones: how many boards have fewer
SPLITS: Uint64s = GIVEN  # by the number of stones: in how many ways O's are chosen among them
PAIRS: Uint32s = GIVEN  # the second table of `lookup.tables`
IMAGES: Int64s = GIVEN  # [symmetries, cells]: where a symmetry takes a cell

NONE = -1  # no such branch in the tree of games, or no code


def encode_balanced(x: Bitboards, o: Bitboards, out: Codes) -> None:
    """Fill `out` with codes of `balanced`, adding up binomials cell by cell."""
    for i in range(len(x)):
        own, stones = u64(x[i]), u64(x[i]) | u64(o[i])
        count = x_left = 0
        for cell in range(CELLS):
            count += (stones >> u64(cell)) & u64(1) != 0
            x_left += (own >> u64(cell)) & u64(1) != 0
        free_left = CELLS - count
        later = count
        where = which = u64(0)
        for cell in range(CELLS):
            if (stones >> u64(cell)) & u64(1) == 0:
                where += COMB[CELLS - 1 - cell, free_left]
                free_left -= 1
            else:
                later -= 1
                if (own >> u64(cell)) & u64(1) != 0:
                    which += COMB[later, x_left]
                    x_left -= 1
        out[i] = OFFSETS[count] + where * SPLITS[count] + which


def decode_balanced(codes: Codes, x: Bitboards, o: Bitboards) -> None:
    """Fill `x` and `o` from codes of `balanced`, all in range."""
    for i in range(len(codes)):
        code = u64(codes[i])
        count = 0
        while OFFSETS[count + 1] <= code:
            count += 1
        code -= OFFSETS[count]
        where = code // SPLITS[count]
        which = code - where * SPLITS[count]
        left, later, o_left = count, count, count // 2
        own = other = u64(0)
        for cell in range(CELLS):
            if left == 0:
                break
            having = COMB[CELLS - 1 - cell, left - 1]
            if where >= having:
                where -= having
                continue
            left -= 1
            later -= 1
            stone = u64(1) << u64(cell)
            o_having = COMB[later, o_left - 1] if o_left else u64(0)
            if which < o_having:
                other |= stone
                o_left -= 1
            else:
                which -= o_having
                own |= stone
        x[i], o[i] = own, other


def encode_record(moves: Uint8s, before: Int32s, after: Int32s, out: Int32s) -> None:
    """Fill `out` with games' codes, or `NONE`, looked up in the tables of `game_tree.tree`."""
    for i in range(len(moves)):
        state = code = 0
        for ply in range(CELLS):
            cell = moves[i, ply]
            if cell == NO_MOVE:
                break
            code += before[state, cell]
            state = after[state, cell]
        over = True
        for cell in range(CELLS):
            over &= after[state, cell] == NONE
        out[i] = code if over else NONE


def decode_record(codes: Int32s, before: Int32s, after: Int32s, moves: Uint8s) -> None:
    """Fill `moves` with the moves of the codes' games, by the tables of `game_tree.tree`."""
    for i in range(len(codes)):
        left, state = codes[i], 0
        for ply in range(CELLS):
            played = NO_MOVE
            for cell in range(CELLS):
                if after[state, cell] != NONE and before[state, cell] <= left:
                    played = cell
            moves[i, ply] = played
            if played != NO_MOVE:
                left -= before[state, played]
                state = after[state, played]


def least_game(moves: Uint8s, out: Uint8s) -> None:
    """Fill `out` with the least image of every game, move by move.

    At each ply, only the images with the least next cell remain.
    """
    for i in range(len(moves)):
        equal = (1 << len(IMAGES)) - 1
        for ply in range(CELLS):
            cell = moves[i, ply]
            out[i, ply] = cell
            if cell != NO_MOVE:
                least = CELLS
                for image in range(len(IMAGES)):
                    if equal >> image & 1:
                        least = min(least, IMAGES[image, cell])
                for image in range(len(IMAGES)):
                    if IMAGES[image, cell] != least:
                        equal &= ~(1 << image)
                out[i, ply] = least


def encode_numbered(x: Bitboards, o: Bitboards, codes: Uint16s, out: Array) -> u16:
    """Fill `out` from the first table of `lookup.tables`, and return the greatest code.

    The result is `lookup.NO_CODE` if some position has no code.
    """
    greatest = u16(0)
    for i in range(len(x)):
        code = codes[u32(x[i]) | u32(o[i]) << u32(CELLS)]
        out[i] = code
        greatest = max(greatest, code)
    return greatest


def decode_numbered(codes: Codes, x: Bitboards, o: Bitboards) -> u32:
    """Fill `x` and `o` from `PAIRS`, and return the greatest pair.

    The result is `lookup.NO_PAIR` if some code has no pair. Since the array `PAIRS` is a constant
    of the compiled code, the compiler may use gather instructions.
    """
    greatest = u32(0)
    for i in range(len(codes)):
        pair = PAIRS[codes[i]]
        x[i] = pair & u32((1 << CELLS) - 1)
        o[i] = pair >> u32(CELLS)
        greatest = max(greatest, pair)
    return greatest
