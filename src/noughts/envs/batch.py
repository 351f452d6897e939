"""`Batch`: many games in arrays. A turn is the agent's move and the opponent's answer.

    own, others     the agents' stones and their opponents', bitboards [n]; see `observations.sides`
    of_x            whether the agent is X
    over            whether the game has ended and waits for its reset
    playable        the legal actions, as bits; arbitrary in a game that is over
    states          the states of the random numbers, a stream for each game

A stone of 0 means no move. So each loop can run over all games: a mask sets the stones of games
without a move to 0. A turn returns new arrays and leaves the old arrays unchanged, so the caller
may keep the old ones. Masks are mostly applied by multiplication, since `np.where` suffers from
mispredicted branches.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.arrays import values
from noughts.arrays.choosing.choosers import Chooser, cells_of, drawn, loops
from noughts.arrays.memory import board_dtype, narrowest
from noughts.core import move_bits
from noughts.core.rules import Rules, X
from noughts.envs.observations import sides
from noughts.envs.options import RANDOM, Illegal
from noughts.kernels.compiled_expressions import Loop, recorded

Array = npt.NDArray[Any]
Mask = npt.NDArray[np.bool_]
Worth = npt.NDArray[np.int8]


class Games(NamedTuple):
    """The games of a batch; the module's docstring describes the arrays."""

    own: Array
    others: Array
    of_x: Mask
    over: Mask
    playable: Array
    states: npt.NDArray[np.uint64]


class Turn(NamedTuple):
    """The result of a turn in each game.

    For a game without a move, all fields except `games`, `moved` and `illegal` are arbitrary.
    """

    games: Games
    moved: Mask  # whether the agent acted
    actions: npt.NDArray[np.int64]  # the actions played
    illegal: Mask  # whether the agent lost by an illegal action
    outcome: Worth  # for the agent
    value: Worth | None  # before the move, for the agent
    regret: Worth | None
    change: Worth | None  # the change of the value over the whole turn


class Stepped(NamedTuple):
    """The results of moves: the boards, the next legal actions, and which games ended and how."""

    own: Array
    others: Array
    playable: Array
    outcome: Worth  # for the agents; 0 while a game goes on
    ended: Mask


class Batch:
    """Plays many games on one board against one opponent."""

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
        self._earned = np.array(rules.answers.line.earned, np.int8)
        # Every step needs these, so they are looked up once.
        self._alternates, self._owned = rules.has("alternates"), rules.has("owned")
        self._fair = rules.has("fair")
        turns = rules.answers.turns
        self._second = np.array(
            [turns.second(ply, rules.cells) for ply in range(rules.cells + 1)], np.bool_
        )
        first = move_bits.actions_of(move_bits.playable((0, 0), rules), rules)
        self._first = narrowest(rules.actions).type(first)

    def empty(self, states: npt.NDArray[np.uint64]) -> Games:
        """New games with empty boards, in which every agent is X."""
        n, dtype = len(states), board_dtype(self._rules)
        boards = np.zeros(n, dtype), np.zeros(n, dtype)
        first = np.full(n, self._first)
        return Games(*boards, np.ones(n, np.bool_), np.zeros(n, np.bool_), first, states)

    def begun(self, games: Games, new: Mask) -> Games:
        """Restart the games in the mask `new`: set the sides; then opponents that are X begin."""
        own, others = games.own * ~new, games.others * ~new
        states = games.states.copy()
        if self._side == RANDOM:
            numbers = drawn(states, new.astype(own.dtype), self._rules)
            of_x = (numbers >> np.uint64(63) == 0) & new | games.of_x & ~new
        else:
            of_x = np.full_like(new, self._side == X)
        playable = games.playable * ~new | self._first * new
        begun = Stepped(own, others, playable, np.zeros(len(new), np.int8), games.over & ~new)
        begun = self._answered(begun, of_x, new & ~of_x, states)
        return Games(begun.own, begun.others, of_x, begun.ended, begun.playable, states)

    def turn(self, games: Games, moving: Mask, cells: npt.NDArray[np.int64]) -> Turn:
        """Play the agents' actions `cells` in the games `moving`, and the opponents' answers."""
        rules, own, others, of_x = self._rules, games.own, games.others, games.of_x
        states = games.states.copy()
        dtype = games.playable.dtype
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
        after = self._stepped(own, others, of_x, stones * acting, acting)
        if lost.any():
            after.outcome[lost] = -1
            after.ended[lost] = True
        value = regret = change = None
        if self._judged:
            value = self._value(own, others, of_x, True)
            kept = self._value(after.own, after.others, of_x, False)
            kept[lost] = -1
            regret = value - kept
        asked = acting & ~after.ended
        after = self._answered(after, of_x, asked & self._waits(after, of_x), states)
        if self._shaped and value is not None:
            now = self._value(after.own, after.others, of_x, True)
            change = np.where(after.ended, after.outcome, now) - value
        over = games.over | after.ended
        played = Games(after.own, after.others, of_x, over, after.playable, states)
        return Turn(played, moving, cells, lost, after.outcome, value, regret, change)

    def legal(self, games: Games) -> Array:
        """The legal actions of each agent as bits; 0 in a game that is over."""
        return games.playable * ~games.over

    def _answered(
        self, games: Stepped, of_x: Mask, asked: Mask, states: npt.NDArray[np.uint64]
    ) -> Stepped:
        """The games after the opponents' moves in `asked`, up to the agents' next turns."""
        own, others, playable, outcome, ended = games
        while asked.any():
            legal = playable * asked
            numbers = drawn(states, legal, self._rules)
            boards = sides(own, others, of_x, self._rules)
            stones = self._opponent.stones(*boards, legal, numbers)
            # Where stones are owned, the mover's board comes first: here the opponents'.
            first, last = (others, own) if self._owned else (own, others)
            moved = self._stepped(first, last, ~of_x, stones, asked)
            own, others = (moved.others, moved.own) if self._owned else moved[:2]
            playable, outcome, ended = moved.playable, outcome - moved.outcome, ended | moved.ended
            if self._alternates:
                break
            games = Stepped(own, others, playable, outcome, ended)
            asked = asked & ~ended & self._waits(games, of_x)
        return Stepped(own, others, playable, outcome, ended)

    def _waits(self, games: Stepped, of_x: Mask) -> Any:
        """Whether it is the opponent's turn: always after a move, if players alternate."""
        return self._alternates or self._turns(games.own, games.others) == of_x

    def _turns(self, own: Array, others: Array) -> Mask:
        """In which games the second player is to move."""
        return self._second[np.bitwise_count(own | others)]

    def _stepped(
        self, own: Array, others: Array, of_x: Mask, actions: Array, moved: Mask
    ) -> Stepped:
        """The games after a move in each game of `moved`: X's where `of_x` is set, else O's."""
        after = np.empty_like(own), np.empty_like(others)
        playable, lines = np.empty_like(actions), np.empty_like(own)
        stepped(self._rules)(own, others, actions, *after, playable, lines)
        lined = (lines != 0) & moved
        ended = lined | (playable == 0) & moved
        if self._fair:
            return Stepped(*after, playable, lined * self._earned[0, 0], ended)
        line, full = self._earned[(~of_x).view(np.int8)].T
        return Stepped(*after, playable, np.where(lined, line, full * ended), ended)

    def _value(self, own: Array, others: Array, of_x: Mask, to_move: bool) -> Worth:
        """The values for the agents.

        `to_move`, whether the agents are to move, is used only if players alternate.
        """
        worth = np.sign(values.scores(*sides(own, others, of_x, self._rules), self._rules))
        if self._alternates:
            return worth if to_move else -worth
        return np.where(self._turns(own, others) == of_x, -worth, worth)


@cache
def stepped(rules: Rules) -> Loop:
    """The loop `stepped(own, others, action, own_out, others_out, playable, lines)` for a board."""

    def expression(own: Any, others: Any, action: Any) -> Any:
        planes, stones = (own, others), move_bits.stones_of(action, rules)
        _, playable, lined = move_bits.step(planes, stones, rules)
        return (
            *move_bits.placed(planes, stones, rules),
            move_bits.actions_of(playable, rules),
            lined,
        )

    board, actions = rules.board, (1 << rules.actions) - 1
    return recorded("stepped", expression, own=board, others=board, action=actions)
