"""A move in each of many games on one board; `compiled` compiles this code.

The two boards of a game are the planes of `core.move_bits`, usually the stones of the player to
move and of the opponent; `core.move_bits` also makes the move. If the players alternate, the kernel
does not need to know whose turn it is: the mover gets one more stone, and the two boards swap.

    mover     other                     mover     other
    X X .     . . .     cell 2          . . .     X X X     a line: the reward is 1, and both
    . . .     O O .     ------>         O O .     . . .     boards are emptied for a new game
    . . .     . . .                     . . .     . . .

No game is over before its move, so any line is new. A move is an action: a cell or, where a player
has several hands, a cell and a hand.

`act` is `step` in the `learning` form. It processes a block of games at a time: it converts actions
to a narrow dtype, plays them, and writes the legal actions as bools, eight to a word.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy import uint8 as u8

from noughts.kernels.compiler import GIVEN
from noughts.kernels.dtypes import Array, Bitboards, Bools, Lane, Uint8s

lane: type[Lane] = GIVEN  # the dtype of a mask with a bit for each action
ACTIONS: int = GIVEN
FIRST: Lane = GIVEN  # the legal actions on an empty board
LAST_BIT: int = GIVEN  # the number of a lane's highest bit
GROUP: int = GIVEN  # the smallest number of games whose masks fill whole words
# Both boards after an action, the next legal actions, lines, and whether the second player moved.
moved: Callable[..., tuple[Lane, Lane, Lane, Lane, Lane]] = GIVEN
fitting: Callable[..., Lane] = GIVEN  # an action where it can be played, else 0
reward: Callable[..., float] = GIVEN  # the reward of a move, from its result and the mover
write_group: Callable[..., None] = GIVEN  # the words of a group of games

BLOCK = 4096  # games whose narrow arrays stay in the nearest cache
FEW = 64  # games: playing so few one by one is faster than allocating memory for a block


def bit_of(action: int) -> Lane:
    """The bit of an action; for any other number, an arbitrary bit or 0."""
    return lane(lane(1) << lane(lane(action) & lane(LAST_BIT)))


def is_illegal(mover: Lane, other: Lane, action: int) -> bool:
    """Whether a number is an illegal action or not an action at all."""
    return (action < 0) | (action >= ACTIONS) | (fitting(mover, other, bit_of(action)) == lane(0))


def first_illegal(movers: Bitboards, others: Bitboards, actions: Array) -> int:
    """The first game whose action is illegal; if there is none, the number of games."""
    anywhere = False
    for i in range(len(actions)):  # to the end, so that the compiler vectorises the loop
        anywhere |= is_illegal(movers[i], others[i], actions[i])
    if not anywhere:
        return len(actions)
    first = 0
    while not is_illegal(movers[first], others[first], actions[first]):
        first += 1
    return first


def play(
    i: int, movers: Bitboards, others: Bitboards, rewards: Array, dones: Bools, bit: Lane
) -> Lane:
    """Play an action in a game, which restarts if it ends. Returns the next legal actions."""
    mover, other, legal, lines, second = moved(movers[i], others[i], bit)
    lined = lines != lane(0)
    over = lined | (legal == lane(0))
    movers[i] = lane(0) if over else mover
    others[i] = lane(0) if over else other
    rewards[i] = reward(lined, over, second)
    dones[i] = over
    return FIRST if over else legal


def step_unchecked(
    movers: Bitboards,
    others: Bitboards,
    rewards: Array,
    dones: Bools,
    legals: Bitboards,
    actions: Array,
) -> None:
    """Play an action in every game."""
    for i in range(len(actions)):
        legals[i] = play(i, movers, others, rewards, dones, bit_of(actions[i]))


def step(
    movers: Bitboards,
    others: Bitboards,
    rewards: Array,
    dones: Bools,
    legals: Bitboards,
    actions: Array,
) -> int:
    """Play an action in every game if all are legal. Returns what `first_illegal` returns."""
    illegal = first_illegal(movers, others, actions)
    if illegal == len(actions):
        step_unchecked(movers, others, rewards, dones, legals, actions)
    return illegal


def narrow(actions: Array, small: Uint8s) -> None:
    """Copy actions to an array of a narrow dtype."""
    for i in range(len(actions)):
        small[i] = u8(actions[i])


def write_mask(legal: Lane, mask: Bools) -> None:
    """Write a mask of bits as bools."""
    for action in range(ACTIONS):
        mask[action] = lane(legal >> lane(action)) & lane(1)


def write_masks(legals: Bitboards, masks: Bools) -> None:
    """Write masks of bits as bools, one row per game."""
    groups = len(masks) // GROUP
    words = masks.reshape(-1)[: groups * GROUP * ACTIONS].view(np.uint64)
    for i in range(groups):
        write_group(legals, i * GROUP, words, i * (GROUP * ACTIONS // 8))
    for i in range(groups * GROUP, len(masks)):
        write_mask(legals[i], masks[i])


def act_unchecked(
    movers: Bitboards, others: Bitboards, rewards: Array, dones: Bools, masks: Bools, actions: Array
) -> None:
    """`step_unchecked` in the `learning` form, a block at a time."""
    if len(actions) <= FEW:
        for i in range(len(actions)):
            bit = bit_of(actions[i])
            write_mask(play(i, movers, others, rewards, dones, bit), masks[i])
        return
    size = min(BLOCK, len(actions))
    small, legals = np.empty(size, np.uint8), np.empty(size, lane)
    for at in range(0, len(actions), BLOCK):
        to = min(at + BLOCK, len(actions))
        narrow(actions[at:to], small)
        step_unchecked(
            movers[at:to], others[at:to], rewards[at:to], dones[at:to], legals, small[: to - at]
        )
        write_masks(legals, masks[at:to])


def act(
    movers: Bitboards, others: Bitboards, rewards: Array, dones: Bools, masks: Bools, actions: Array
) -> int:
    """`step`, a block at a time."""
    illegal = first_illegal(movers, others, actions)
    if illegal == len(actions):
        act_unchecked(movers, others, rewards, dones, masks, actions)
    return illegal
