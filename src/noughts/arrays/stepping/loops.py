"""The compiled loops behind `VectorGame`, written out of the expressions of `bits`.

Boards are held as their mover sees them. A move then needs no turn: the mover's stones get one
more, and the two boards change places.

    mover     other                     mover     other
    X X .     . . .     cell 2          . . .     X X X     a line: the reward is 1, and both
    . . .     O O .     ------>         O O .     . . .     boards are emptied for a new game
    . . .     . . .                     . . .     . . .

No game is over before its move, so only the mover's stones can hold a line, and only a new one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from noughts.arrays.dtypes import board_dtype
from noughts.arrays.stepping.masks import LEARNING, grouped, mask_words
from noughts.core import bits
from noughts.core.rules import Rules
from noughts.emit.python import Numba, indented
from noughts.expressions.trace import Trace
from noughts.kernels import loader

# Inside braces stands what is recorded, and what depends on the board.
COMPACT = '''"""A move in each of many games of {rules}, held as their mover sees them."""

import numpy as np
from numba import njit
from numpy import int8
from numpy import uint8 as u8, uint16 as u16, uint32 as u32, uint64 as u64


@njit(nogil=True)
def stone_in(cell):
    """The bitboard of a cell; of some cell or none, where it is not on the board."""
    return {lane}({lane}(1) << {lane}({lane}(cell) & {lane}({last_bit})))


@njit(nogil=True)
def is_illegal(mover, other, cell):
    """Whether a cell is taken or not on the board."""
    stone = stone_in(cell)
    return (cell < 0) | (cell >= {cells}) | ({fitting} == {lane}(0))


@njit(cache=True, nogil=True)
def first_illegal(movers, others, cells):
    """The first game whose cell cannot be played; if there is none, how many games there are."""
    anywhere = False
    for i in range(len(cells)):  # to the end, so that it becomes vectors
        anywhere |= is_illegal(movers[i], others[i], cells[i])
    if anywhere:
        for i in range(len(cells)):
            if is_illegal(movers[i], others[i], cells[i]):
                return i
    return len(cells)


@njit(nogil=True)
def play(i, movers, others, rewards, dones, stone):
    """Play a stone in a game, which begins anew if it is over; what may be played next."""
    mover, other = movers[i], others[i]
{moved}
    lined = {lines} != {lane}(0)
    over = lined | (free == {lane}(0))
    movers[i] = {lane}(0) if over else other
    others[i] = {lane}(0) if over else after
    rewards[i] = int8({reward}) if lined else int8(0)
    dones[i] = over
    return {board} if over else free


@njit(cache=True, nogil=True)
def step_unchecked(movers, others, rewards, dones, legals, cells):
    """Play a cell in every game."""
    for i in range(len(cells)):
        legals[i] = play(i, movers, others, rewards, dones, stone_in(cells[i]))


@njit(cache=True, nogil=True)
def step(movers, others, rewards, dones, legals, cells):
    """The same if every cell can be played; in any case what `first_illegal` says."""
    illegal = first_illegal(movers, others, cells)
    if illegal == len(cells):
        step_unchecked(movers, others, rewards, dones, legals, cells)
    return illegal
'''


class Kernels(NamedTuple):
    """The functions of a board and a form, each compiled when it is first called.

    - `first_illegal(movers, others, cells)`: the first game whose cell cannot be played; if there
      is none, how many games there are;
    - `step_unchecked(movers, others, rewards, dones, legals, cells)`;
    - `step(...)` of the same arrays: what `first_illegal` says, and a step where all is well.
    """

    first_illegal: Callable[..., int]
    step: Callable[..., int]
    step_unchecked: Callable[..., None]


@cache
def kernels(rules: Rules, form: str) -> Kernels:
    """The functions that play on one board in one form, `compact` or `learning`."""
    module = loader.load("stepping", source(rules))
    if form == "compact":
        return Kernels(module.first_illegal, module.step, module.step_unchecked)
    return Kernels(module.first_illegal, module.act, module.act_unchecked)


def source(rules: Rules) -> str:
    """The module that holds the functions of both forms."""
    language = Numba()
    width = 8 * board_dtype(rules).itemsize
    language.lane = f"u{width}"

    def moved(mover: Any, other: Any, stone: Any) -> tuple[Any, Any, Any]:
        after = mover | stone
        return after, bits.free_cells(after, other, rules), bits.line_starts(after, rules)

    def fitting(mover: Any, other: Any, stone: Any) -> Any:
        return bits.free_cells(mover, other, rules) & stone

    reach = dict.fromkeys(("mover", "other", "stone"), rules.board)
    named, (after, free, lines) = language.body(Trace(moved, **reach))
    named += [("after", after), ("free", free)]
    _, (fits,) = language.body(Trace(fitting, **reach))
    group = grouped(rules.cells)
    return (COMPACT + LEARNING).format(
        rules=rules,
        cells=rules.cells,
        lane=language.lane,
        last_bit=width - 1,
        board=language.literal(rules.board),
        fitting=fits,
        moved="\n".join(indented([f"{name} = {value}" for name, value in named], 1)),
        lines=lines,
        reward=-1 if rules.misere else 1,
        group=group,
        words_of_group=group * rules.cells // 8,
        loads="\n".join(indented([f"legal{g} = u64(legals[game + {g}])" for g in range(group)], 2)),
        words="\n".join(indented(mask_words(rules.cells), 2)),
    )
