"""One game of a tournament: its players, its result, and the code that plays it.

A player that takes too long, raises an error or makes an invalid move loses the game, and the
reason is recorded.
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

POSITIONS_KEPT = 1 << 14  # positions for which a player's probabilities are cached

Ask = Callable[[Position, random.Random, Clock], int]


class Fixture(NamedTuple):
    """Game number `game` of `a` and `b`, counted from 0: `a` is X if the number is even."""

    a: str
    b: str
    game: int

    @property
    def seats(self) -> dict[int, str]:
        """The name of the player of each mark.

        >>> Fixture("one", "other", 3).seats
        {1: 'other', 2: 'one'}
        """
        x, o = (self.a, self.b) if not self.game & 1 else (self.b, self.a)
        return {int(X): x, int(O): o}


class Played(NamedTuple):
    """A played game: its fixture, its winner (X, O, or None for a draw) and its moves.

    `reason` says why the loser forfeited the game; it is empty if the game ended on the board.
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
        """The name of the player that forfeited the game; empty if neither did."""
        seats = self.fixture.seats
        return seats[opponent(self.winner)] if self.reason and self.winner else ""


class Table:
    """Plays games, and holds the players, and the rules, seed and limits that all games share."""

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
            with suppress(PlayerError):  # its first move raises the error again, and so it loses
                player.prepare(rules)

    def play(
        self,
        fixture: Fixture,
        before: Callable[[int, Clock, list[int]], object] = lambda *_: None,
    ) -> Played:
        """Play a game. Before each move, `before` gets the mark to move, its clock and past moves.

        Each game has its own random numbers, so it depends neither on the other players in the
        tournament nor on the process that plays it.
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
    """A function that asks a player for its move, given a position, random numbers and a clock."""
    if isinstance(player, ChoosingPlayer):
        return lambda position, _, clock: player.choose_within(position, clock)
    # The same positions come up again and again, above all early in a game.
    known = lru_cache(POSITIONS_KEPT)(player.probabilities)

    def ask(position: Position, source: random.Random, clock: Clock) -> int:
        player.hurry(clock.to_think)
        with clock.running(player.name):
            return drawn(known(position), source)

    return ask
