"""The form that learning libraries expect, around the narrow loops of `stepping`.

A block of games at a time, wide actions become narrow cells, which are played, and legal cells
become bools, a word of eight at once. A word holds cells of one game or of several:

    word                 0        |        1        |        2
    game           0 0 0 0 0 0 0 0 | 0 1 1 1 1 1 1 1 | 1 1 2 2 2 ...     3x3: eight games are
    its cell       0 1 2 3 4 5 6 7 | 8 0 1 2 3 4 5 6 | 7 8 0 1 2 ...     nine whole words
"""

from __future__ import annotations

from math import gcd

LEARNING = '''

BLOCK = 4096  # games whose narrow arrays stay in the nearest cache
FEW = 64  # games that are played one by one in the time in which memory for a block is had

# For each byte, its bits as eight bools.
SPREAD = np.unpackbits(np.arange(256, dtype=np.uint8), bitorder="little").view(np.uint64)


@njit(nogil=True)
def narrow(actions, cells):
    """Actions as narrow cells."""
    for i in range(len(actions)):
        cells[i] = u8(actions[i])


@njit(nogil=True)
def spread_one(legal, mask):
    """Write a bitboard as bools."""
    for cell in range({cells}):
        mask[cell] = {lane}(legal >> {lane}(cell)) & {lane}(1)


@njit(nogil=True)
def spread(legals, masks):
    """Write bitboards as bools, a row a game."""
    groups = len(masks) // {group}
    words = masks.reshape(-1)[: groups * {words_of_group} * 8].view(np.uint64)
    for i in range(groups):
        game, word = i * {group}, i * {words_of_group}
{loads}
{words}
    for i in range(groups * {group}, len(masks)):
        spread_one(legals[i], masks[i])


@njit(cache=True, nogil=True)
def act_unchecked(movers, others, rewards, dones, masks, actions):
    """`step_unchecked`, a block at a time."""
    if len(actions) <= FEW:
        for i in range(len(actions)):
            stone = stone_in(actions[i])
            spread_one(play(i, movers, others, rewards, dones, stone), masks[i])
        return
    size = min(BLOCK, len(actions))
    cells, legals = np.empty(size, np.uint8), np.empty(size, movers.dtype)
    for at in range(0, len(actions), BLOCK):
        to = min(at + BLOCK, len(actions))
        narrow(actions[at:to], cells)
        step_unchecked(
            movers[at:to], others[at:to], rewards[at:to], dones[at:to], legals, cells[: to - at]
        )
        spread(legals, masks[at:to])


@njit(cache=True, nogil=True)
def act(movers, others, rewards, dones, masks, actions):
    """`step` in this form."""
    illegal = first_illegal(movers, others, actions)
    if illegal == len(actions):
        act_unchecked(movers, others, rewards, dones, masks, actions)
    return illegal
'''


def grouped(cells: int) -> int:
    """The fewest games whose masks are whole words.

    >>> grouped(9), grouped(20), grouped(64)
    (8, 2, 1)
    """
    return 8 // gcd(8, cells)


def mask_words(cells: int) -> list[str]:
    """The statements that write the words of a group of games.

    >>> mask_words(20)[2]    # the last four cells of one game, and the first four of the next
    'words[word + 2] = SPREAD[(legal0 >> u64(16) | legal1 << u64(4)) & u64(255)]'
    """
    statements = []
    for word in range(grouped(cells) * cells // 8):
        parts = []
        for game in range(8 * word // cells, (8 * word + 7) // cells + 1):
            by = 8 * word - game * cells  # the cell of this game that is the word's first bool
            parts.append(f"legal{game} {'<<' if by < 0 else '>>'} u64({abs(by)})")
        statements.append(f"words[word + {word}] = SPREAD[({' | '.join(parts)}) & u64(255)]")
    return statements
