"""A move in each of many games of one board; `compiled` compiles it.

Boards are held as the player to move sees them. So a move does not ask for the turn: the mover gets
one stone more, and the two boards change places.

    mover     other                     mover     other
    X X .     . . .     cell 2          . . .     X X X     a line: the reward is 1, and both
    . . .     O O .     ------>         O O .     . . .     boards are emptied for a new game
    . . .     . . .                     . . .     . . .

No game is over before its move, so only the mover's stones can hold a line, and that line is new.

`act` is `step` as learning libraries expect it. It takes a block of games at a time: it turns wide
actions into narrow cells, plays them, and writes the legal cells as bools, a word of eight at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy import int8
from numpy import uint8 as u8

from noughts.kernels.compiler import GIVEN

lane: Any = GIVEN  # the type of a bitboard
CELLS: int = GIVEN
BOARD: Any = GIVEN  # every cell
LAST_BIT: int = GIVEN  # of a bitboard's type
REWARD: int = GIVEN  # for a line
GROUP: int = GIVEN  # the fewest games whose masks are whole words
moved: Callable[..., tuple[Any, Any, Any]] = GIVEN  # stones after a move, free cells, lines
fitting: Callable[..., Any] = GIVEN  # a stone where it can be played, else 0
write_group: Callable[..., None] = GIVEN  # the words of a group of games

BLOCK = 4096  # games whose narrow arrays stay in the nearest cache
FEW = 64  # games that are played one by one in the time it takes to get memory for a block


def stone_in(cell: Any) -> Any:
    """The bitboard of a cell; for a cell off the board, any bitboard of one cell or none."""
    return lane(lane(1) << lane(lane(cell) & lane(LAST_BIT)))


def is_illegal(mover: Any, other: Any, cell: Any) -> Any:
    """Whether a cell is taken or not on the board."""
    return (cell < 0) | (cell >= CELLS) | (fitting(mover, other, stone_in(cell)) == lane(0))


def first_illegal(movers: Any, others: Any, cells: Any) -> int:
    """The first game whose cell cannot be played; if there is none, the number of games."""
    anywhere = False
    for i in range(len(cells)):  # to the end, so that the compiler makes it vectors
        anywhere |= is_illegal(movers[i], others[i], cells[i])
    if not anywhere:
        return len(cells)
    first = 0
    while not is_illegal(movers[first], others[first], cells[first]):
        first += 1
    return first


def play(i: int, movers: Any, others: Any, rewards: Any, dones: Any, stone: Any) -> Any:
    """Play a stone in a game, which restarts if it is over. Returns the cells to play next."""
    other = others[i]
    after, free, lines = moved(movers[i], other, stone)
    lined = lines != lane(0)
    over = lined | (free == lane(0))
    movers[i] = lane(0) if over else other
    others[i] = lane(0) if over else after
    rewards[i] = int8(REWARD) if lined else int8(0)
    dones[i] = over
    return BOARD if over else free


def step_unchecked(
    movers: Any, others: Any, rewards: Any, dones: Any, legals: Any, cells: Any
) -> None:
    """Play a cell in every game."""
    for i in range(len(cells)):
        legals[i] = play(i, movers, others, rewards, dones, stone_in(cells[i]))


def step(movers: Any, others: Any, rewards: Any, dones: Any, legals: Any, cells: Any) -> int:
    """`step_unchecked` if every cell can be played. Returns `first_illegal` in any case."""
    illegal = first_illegal(movers, others, cells)
    if illegal == len(cells):
        step_unchecked(movers, others, rewards, dones, legals, cells)
    return illegal


def narrow(actions: Any, cells: Any) -> None:
    """Actions as narrow cells."""
    for i in range(len(actions)):
        cells[i] = u8(actions[i])


def write_mask(legal: Any, mask: Any) -> None:
    """Write a bitboard as bools."""
    for cell in range(CELLS):
        mask[cell] = lane(legal >> lane(cell)) & lane(1)


def write_masks(legals: Any, masks: Any) -> None:
    """Write bitboards as bools, one row a game."""
    groups = len(masks) // GROUP
    words = masks.reshape(-1)[: groups * GROUP * CELLS].view(np.uint64)
    for i in range(groups):
        write_group(legals, i * GROUP, words, i * (GROUP * CELLS // 8))
    for i in range(groups * GROUP, len(masks)):
        write_mask(legals[i], masks[i])


def act_unchecked(
    movers: Any, others: Any, rewards: Any, dones: Any, masks: Any, actions: Any
) -> None:
    """`step_unchecked`, a block at a time."""
    if len(actions) <= FEW:
        for i in range(len(actions)):
            stone = stone_in(actions[i])
            write_mask(play(i, movers, others, rewards, dones, stone), masks[i])
        return
    size = min(BLOCK, len(actions))
    cells, legals = np.empty(size, np.uint8), np.empty(size, movers.dtype)
    for at in range(0, len(actions), BLOCK):
        to = min(at + BLOCK, len(actions))
        narrow(actions[at:to], cells)
        step_unchecked(
            movers[at:to], others[at:to], rewards[at:to], dones[at:to], legals, cells[: to - at]
        )
        write_masks(legals, masks[at:to])


def act(movers: Any, others: Any, rewards: Any, dones: Any, masks: Any, actions: Any) -> int:
    """`step`, a block at a time."""
    illegal = first_illegal(movers, others, actions)
    if illegal == len(actions):
        act_unchecked(movers, others, rewards, dones, masks, actions)
    return illegal
