"""What `lanes` compiles: five steps from random words to games, each a loop over all lanes.

    deal ──> sort ──> without_ties ──> play ──> write, where moves are asked for

For each board, `lanes.kernel` fills in the widths and the search for lines. Two rules make these
loops fast. Every operation is cast to the type of its lane, or a compiler that widens what it adds
fills its vectors with half as many. And an outer loop goes to the length of an array, not to a
constant: it would be unrolled, and take twice as long to compile.
"""

SOURCE = '''"""Random games of {rules}, {lanes} in step."""

import numpy as np
from numba import njit
from numpy import uint8 as u8, uint16 as u16, uint32 as u32, uint64 as u64

COMPARATORS = np.array({comparators}, np.uint64)  # unsigned, so that no place counts from the end


@njit(cache=True, nogil=True)
def deal(generators, words):
    """Random keys, a cell after the other; a word holds {per_word} of them."""
    for cell in range(len(words) // {words}):
        index = u64(cell) * u64({ones})
        for w in range({words}):
            s0, s1 = generators[w], generators[{words} + w]
{step}
            words[cell * {words} + w] = drawn & u64({random}) | index
            generators[w], generators[{words} + w] = s0, s1


@njit(cache=True, nogil=True)
def sort(keys):
    """Bring the keys of every lane into order."""
    for i in range(len(COMPARATORS)):
        low, high = COMPARATORS[i, 0], COMPARATORS[i, 1]
        for lane in range({lanes}):
            a, b = keys[low, lane], keys[high, lane]
            keys[low, lane] = min(a, b)
            keys[high, lane] = max(a, b)


@njit(cache=True, nogil=True)
def without_ties(keys, kept):
    """1 for every lane in which no two keys next to each other have the same random number."""
    kept[:] = 1
    for cell in range(len(keys) - 1):
        for lane in range({lanes}):
            apart = {key}({key}(keys[cell, lane] ^ keys[cell + 1, lane]) >> {key}({cell_bits}))
            tie = {key}({key}(apart - {key}(1)) >> {key}({key_bits} - 1))  # of 0 - 1 alone
            kept[lane] &= {key}(tie ^ {key}(1))


@njit(cache=True, nogil=True)
def play(keys, state, ended):
    """Play the games that are going on; `ended` counts those that a line ends, by their last ply.

    The lanes of `state` are the stones of the player to move, those of the other one, whether the
    game goes on, and its length. They lie in one array at fixed distances, so that the compiler
    sees them apart.
    """
    for ply in range({first_end}):
        for lane in range({lanes}):
{place}
    for ply in range({first_end}, len(keys)):
        lines = {board}(0)
        for lane in range({lanes}):
{place}
{named}
            found = {found}
            line = {board}({board}(found | {board}(-found)) >> {board}({board_bits} - 1))
            line = {board}(line & going_on)
            lines = {board}(lines + line)
            state[2 * {lanes} + lane] = going_on ^ line
        ended[ply] += int(lines)


@njit(cache=True, nogil=True)
def write(keys, kept, state, eights, moves, lengths, done):
    """Write down the games that are kept, from the row `done` on; the number of rows by then.

    Eight moves of a game go through one word of `eights`, so that one store writes them.
    """
    for ply in range(len(keys)):
        for lane in range({lanes}):
            before_end = {key}({key}(ply) - {key}(state[3 * {lanes} + lane]))  # negative
            over = {key}({key}(before_end >> {key}({key_bits} - 1)) - {key}(1))  # 0, or all ones
            over = {key}(over & {key}({no_move}))
            keys[ply, lane] = {key}({key}(keys[ply, lane] & {key}({cell_mask})) | over)
    for eight in range({cells} // 8):
        for lane in range({lanes}):
            eights[eight, lane] = {eight_moves}
    for lane in range({lanes}):
        if kept[lane]:
            for eight in range({cells} // 8):
                word = eights[eight, lane]
                for ply in range(8):  # which the compiler joins
                    moves[done, 8 * eight + ply] = u8(word >> u64(8 * ply))
            for ply in range({cells} // 8 * 8, {cells}):
                moves[done, ply] = keys[ply, lane]
            lengths[done] = state[3 * {lanes} + lane]
            done += 1
    return done


@njit(cache=True, nogil=True)
def run(games, generators, ended, moves, lengths):
    """Play so many games, and write down each one's moves where there is room for them."""
    words = np.empty({cells} * {words}, np.uint64)
    keys = words.view(np.uint{key_bits}).reshape({cells}, {lanes})
    kept = np.empty({lanes}, np.uint{key_bits})
    state = np.empty(4 * {lanes}, np.uint{board_bits})
    eights = np.empty(({cells} // 8, {lanes}), np.uint64)
    done = 0
    while done < games:
        deal(generators, words)
        sort(keys)
        without_ties(keys, kept)
        if games - done < {lanes}:
            more = games - done
            for lane in range({lanes}):
                kept[lane] = kept[lane] if more else 0
                more -= int(kept[lane])
        state[:] = 0
        for lane in range({lanes}):
            state[2 * {lanes} + lane] = kept[lane]
        play(keys, state, ended)
        if len(moves):
            done = write(keys, kept, state, eights, moves, lengths, done)
        else:
            for lane in range({lanes}):
                done += int(kept[lane])
'''

PLACE = """cell = {board}({board}(keys[ply, lane]) & {board}({cell_mask}))
stones = {board}(state[lane] | {board}({board}(1) << cell))
going_on = state[2 * {lanes} + lane]
state[lane] = state[{lanes} + lane]
state[{lanes} + lane] = stones
state[3 * {lanes} + lane] = {board}(state[3 * {lanes} + lane] + going_on)"""
