"""One game of a tournament: who plays it, how it went, and how it is played.

A player that takes too long, raises an error or makes an invalid move loses; the reason is kept.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from noughts.core.clock import NO_LIMITS, Clock, TimeLimits, lost_by
from noughts.core.position import Position
from noughts.core.rules import O, Rules, X
from noughts.core.turns import opponent
from noughts.errors import PlayerError
from noughts.players.adapters import ChoosingPlayer
from noughts.players.base import Player
from noughts.players.probabilities import drawn

POSITIONS_KEPT = 1 << 14  # whose probabilities a player is not asked for again

Ask = Callable[[Position, random.Random, Clock], int]


class Fixture(NamedTuple):
    """Game number `game` of a pair, counted from 0: `a` is X in the even games."""

    a: str
    b: str
    game: int

    @property
    def seats(self) -> dict[int, str]:
        """The player of each mark.

        >>> Fixture("one", "other", 3).seats
        {1: 'other', 2: 'one'}
        """
        x, o = (self.a, self.b) if not self.game & 1 else (self.b, self.a)
        return {int(X): x, int(O): o}


class Played(NamedTuple):
    """How a game ended: who won, X or O, or None for a draw; and the moves.

    `reason` says why the loser lost off the board, and is empty for all other games.
    """

    fixture: Fixture
    winner: int | None
    moves: tuple[int, ...]
    reason: str = ""

    @property
    def best(self) -> str | None:
        """The name of the player that won; None for a draw."""
        return None if self.winner is None else self.fixture.seats[self.winner]

    @property
    def at_fault(self) -> str:
        """The name of the player that lost off the board; empty if none did."""
        seats = self.fixture.seats
        return seats[opponent(self.winner)] if self.reason and self.winner else ""


class Table:
    """Where games are played: the players, the rules, the seed and the time that all share."""

    def __init__(
        self,
        field: Mapping[str, Player],
        rules: Rules,
        seed: int,
        limits: TimeLimits = NO_LIMITS,
    ) -> None:
        self._ask = {name: _asked(player) for name, player in field.items()}
        self._rules, self._seed, self._limits = rules, seed, limits
        for player in field.values():
            with suppress(PlayerError):  # which is raised again at its first move, and loses it
                player.prepare(rules)

    def play(
        self,
        fixture: Fixture,
        before: Callable[[int, Clock, list[int]], object] = lambda *_: None,
    ) -> Played:
        """Play a game. `before` each move is called with the mark, its clock and the moves so far.

        The game has its own random numbers, so it is the same whoever else takes part, and wherever
        it is played.
        """
        source = random.Random(f"{self._seed} {fixture.a} {fixture.b} {fixture.game}")
        position, moves = Position(rules=self._rules), list[int]()
        seats, clocks = fixture.seats, {X: Clock(self._limits), O: Clock(self._limits)}
        while not (outcome := position.outcome):
            turn = position.turn
            before(turn, clocks[turn], moves)
            try:
                move = self._ask[seats[turn]](position, source, clocks[turn])
            except Exception as error:
                why = lost_by(error, seats[turn])
                return Played(fixture, int(opponent(turn)), tuple(moves), why)
            moves.append(move)
            position = position.play_unchecked(move)
        winner = None if outcome.winner is None else int(outcome.winner)
        return Played(fixture, winner, tuple(moves))


def _asked(player: Player) -> Ask:
    """How a player is asked for its cell, with the random numbers of the tournament."""
    if isinstance(player, ChoosingPlayer):
        return lambda position, _, clock: player.choose_within(position, clock)
    # The same positions come up again and again, above all those early in a game.
    known = lru_cache(POSITIONS_KEPT)(player.probabilities)

    def ask(position: Position, source: random.Random, clock: Clock) -> int:
        player.hurry(clock.to_think)
        with clock.running(player.name):
            return drawn(known(position), source)

    return ask
