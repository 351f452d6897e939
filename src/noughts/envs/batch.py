"""`Batch`: many games of one agent each, on arrays; the agent's move and the answer in one turn.

    own, others     the agents' stones and their opponents', bitboards [n]
    of_x            whether the agent is X
    over            whether the game has ended and waits for its reset
    playable        the cells that may be played; in a game that is over, any
    states          of the games' random numbers, a stream each

A stone of 0 means no move. So each loop runs over all games, and a mask says which of them it
means. A turn makes new arrays and changes nothing; the caller keeps them, or does not.
Arrays are multiplied by masks: `np.where` waits for every branch that it cannot foresee.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.arrays import values
from noughts.arrays.choosing.choosers import Chooser, cells_of, drawn, loops
from noughts.arrays.memory import board_dtype
from noughts.core import play
from noughts.core.rules import Rules, X
from noughts.core.turns import line_worth
from noughts.envs.options import RANDOM, Illegal
from noughts.kernels.recorded import Loop, recorded

Array = npt.NDArray[Any]
Mask = npt.NDArray[np.bool_]
Worth = npt.NDArray[np.int8]


class Games(NamedTuple):
    """The games of a batch; see the module."""

    own: Array
    others: Array
    of_x: Mask
    over: Mask
    playable: Array
    states: npt.NDArray[np.uint64]

    def sides(self) -> tuple[Array, Array]:
        """The bitboards of X and of O."""
        return sides(self.own, self.others, self.of_x)


class Turn(NamedTuple):
    """What a turn did in each game; the numbers of a game that did not move mean nothing."""

    games: Games
    moved: Mask  # whether the agent acted
    actions: npt.NDArray[np.int64]  # the cells that it played
    illegal: Mask  # whether it lost by that
    outcome: Worth  # for the agent
    value: Worth | None  # before the move, for the agent
    regret: Worth | None
    change: Worth | None  # of the value, in the whole turn


def sides(own: Array, others: Array, of_x: Mask) -> tuple[Array, Array]:
    """X's and O's boards."""
    swapped = (own ^ others) * ~of_x
    return own ^ swapped, others ^ swapped


class Batch:
    """How the games of one board are played against one opponent."""

    def __init__(
        self,
        rules: Rules,
        opponent: Chooser,
        side: int,
        illegal: Illegal,
        judged: bool,
        shaped: bool,
    ) -> None:
        self._rules = rules
        self._opponent = opponent
        self._side = side
        self._illegal = illegal
        self._judged = judged
        self._shaped = shaped
        self._worth = np.int8(line_worth(rules))
        self._first = board_dtype(rules).type(play.playable((0, 0), rules))

    def empty(self, states: npt.NDArray[np.uint64]) -> Games:
        """Empty boards, with agents that are X."""
        n, dtype = len(states), board_dtype(self._rules)
        boards = np.zeros(n, dtype), np.zeros(n, dtype)
        first = np.full(n, self._first)
        return Games(*boards, np.ones(n, np.bool_), np.zeros(n, np.bool_), first, states)

    def begun(self, games: Games, new: Mask) -> Games:
        """The games, those in `new` begun again: sides drawn, and opened where the agent is O."""
        own, others = games.own * ~new, games.others * ~new
        states = games.states.copy()
        if self._side == RANDOM:
            numbers = drawn(states, new.astype(own.dtype), self._rules)
            of_x = (numbers >> np.uint64(63) == 0) & new | games.of_x & ~new
        else:
            of_x = np.full_like(new, self._side == X)
        playable = games.playable * ~new | self._first * new
        opened = new & ~of_x
        if opened.any():
            stones = self._answer(own, others, of_x, playable * opened, states)
            others, then, *_ = self._stepped(others, own, stones, opened)
            playable = playable * ~opened | then * opened
        return Games(own, others, of_x, games.over & ~new, playable, states)

    def turn(self, games: Games, moving: Mask, cells: npt.NDArray[np.int64]) -> Turn:
        """The agents' moves in the games `moving`, and the answers; `cells` are on the board."""
        rules, own, others = self._rules, games.own, games.others
        states = games.states.copy()
        dtype = own.dtype
        stones = dtype.type(1) << cells.astype(dtype)
        taken = moving & (games.playable & stones == 0)
        lost = np.zeros_like(moving)
        if taken.any():
            if self._illegal is Illegal.LOSE:
                lost = taken
            else:
                free = games.playable * taken
                numbers, picked = drawn(states, free, rules), np.empty_like(free)
                loops(rules).pick(free, numbers, picked)
                stones = np.where(taken, picked, stones)
                cells = np.where(taken, cells_of(stones), cells)
        acting = moving & ~lost
        after, playable, outcome, ended = self._stepped(own, others, stones * acting, acting)
        outcome[lost] = -1
        value = regret = change = None
        if self._judged:
            value = self._value(own, others, games.of_x, True)
            kept = self._value(after, others, games.of_x, False)
            kept[lost] = -1
            regret = value - kept
        asked = acting & ~ended
        replies = self._answer(after, others, games.of_x, playable * asked, states)
        answered, playable, answer, over = self._stepped(others, after, replies, asked)
        outcome -= answer
        over |= ended | lost
        if self._shaped and value is not None:
            now = self._value(after, answered, games.of_x, True)
            change = np.where(over, outcome, now) - value
        played = Games(after, answered, games.of_x, games.over | over, playable, states)
        return Turn(played, moving, cells, lost, outcome, value, regret, change)

    def legal(self, games: Games) -> Array:
        """The cells that agents may play; 0 in a game that is over."""
        return games.playable * ~games.over

    def _answer(
        self, own: Array, others: Array, of_x: Mask, legal: Array, states: npt.NDArray[np.uint64]
    ) -> Array:
        """The opponents' stones; 0 where nothing is legal for them."""
        numbers = drawn(states, legal, self._rules)
        return self._opponent.stones(*sides(own, others, of_x), legal, numbers)

    def _stepped(
        self, mover: Array, other: Array, stones: Array, moved: Mask
    ) -> tuple[Array, Array, Worth, Mask]:
        """The movers' boards after their stones, and the cells that may be played then.

        Also the outcome for those who moved, 0 if there is none yet, and whether there is one.
        """
        after, playable, lines = (np.empty_like(mover) for _ in range(3))
        stepped(self._rules)(mover, other, stones, after, playable, lines)
        lined = (lines != 0) & moved
        return after, playable, lined * self._worth, lined | (playable == 0) & moved

    def _value(self, own: Array, others: Array, of_x: Mask, to_move: bool) -> Worth:
        """What positions are worth to the agents, who are `to_move` or have just moved."""
        worth = np.sign(values.scores(*sides(own, others, of_x), self._rules))
        return worth if to_move else -worth


@cache
def stepped(rules: Rules) -> Loop:
    """The loop `stepped(mover, other, stone, after, playable, lines)` of `play.step`."""

    def expression(mover: Any, other: Any, stone: Any) -> Any:
        (_, after), playable, lined = play.step((mover, other), (stone,), rules)
        return after, playable, lined

    board = rules.board
    return recorded("stepped", expression, mover=board, other=board, stone=board)
