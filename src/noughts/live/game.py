"""A game as the server keeps it, and what follows from it; nothing here reads or writes.

A seat is a secret that one browser has. Only a hash of it is kept, different for each series of
rematches, so the database does not tell which games one browser has played.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache
from typing import Any, NamedTuple

from noughts.core.notation import move_name
from noughts.core.position import Position
from noughts.core.rules import Rules, X
from noughts.errors import NoughtsError
from noughts.live.moves_as_number import moves_of, position_at

SIDES = ("x", "o")
OTHER = {"x": "o", "o": "x"}
DRAW = "draw"
NOBODY = "-"  # the seat of a player of the library, which no secret has
# Why a game has ended.
ON_THE_BOARD, RESIGNED, ON_TIME, AGREED = "board", "resigned", "time", "agreed"
rules_of = lru_cache(1024)(Rules.parse)
named = lru_cache(4096)(move_name)


class RefusedError(NoughtsError):
    """A request that is not granted, with the HTTP status that says why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Kept(NamedTuple):
    """A game: its rules, its moves as one number, its players, clocks and offers.

    Times are milliseconds; `since` is when the clock of the side to move began to run, or 0. Each
    `version` is one more than the last. `player` is a player of the library, on the side of
    `NOBODY`.
    """

    id: str
    series: str
    rules: str
    made: int
    changed: int
    plies: int = 0
    record: int = 0
    version: int = 0
    x_seat: str = ""
    o_seat: str = ""
    x_name: str = ""
    o_name: str = ""
    player: str = ""
    seconds: int = 0
    increment: int = 0
    x_left: int = 0
    o_left: int = 0
    since: int = 0
    offer: str = ""
    offered_by: str = ""
    winner: str = ""
    why: str = ""
    next: str = ""

    def of(self, side: str, field: str) -> Any:
        """What a side has: its `seat`, its `name` or the time that is `left`."""
        return getattr(self, f"{side}_{field}")

    def played_for(self, side: str) -> str:
        """The library's player on a side; empty where a person sits, or nobody yet."""
        return self.player if self.of(side, "seat") == NOBODY else ""

    def giving(self, side: str, **fields: Any) -> Kept:
        """The game with another value for a side."""
        return self._replace(**{f"{side}_{name}": value for name, value in fields.items()})

    @property
    def position(self) -> Position:
        """The position now."""
        return position_at(rules_of(self.rules), self.plies, self.record)

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves so far, as numbers."""
        return moves_of(rules_of(self.rules), self.plies, self.record)

    @property
    def mover(self) -> str:
        """The side whose stone comes next, whether or not it may be played."""
        return side_of(self.position.turn)

    @property
    def turn(self) -> str:
        """The side to move; empty while a seat is free, and after the end."""
        return "" if self.why or not (self.x_seat and self.o_seat) else self.mover

    def seat_of(self, secret: str) -> str:
        """The side on which the owner of a secret sits, or an empty text."""
        seat = hashed(secret, self.series)
        taken = (side for side in SIDES if hmac.compare_digest(self.of(side, "seat"), seat))
        return next(taken, "")


def side_of(mark: int) -> str:
    """The side of a mark.

    >>> side_of(1), side_of(2)
    ('x', 'o')
    """
    return SIDES[mark - X]


def hashed(secret: str, series: str) -> str:
    """A seat, as it is kept."""
    return hashlib.sha256(f"{series} {secret}".encode()).hexdigest()


def left(game: Kept, side: str, now: int) -> int:
    """The time left on a side's clock, which may be running; setting the clock back adds none."""
    runs = game.since and side == game.turn
    remaining: int = game.of(side, "left")
    return remaining - max(0, now - game.since) if runs else remaining


def ended(game: Kept, winner: str, why: str) -> Kept:
    """The game at its end."""
    return game._replace(winner=winner, why=why, since=0, offer="", offered_by="")


def timed(game: Kept, now: int) -> Kept:
    """The game at this time: a player without time left has lost."""
    if not game.since or left(game, game.turn, now) > 0:
        return game
    return ended(game.giving(game.turn, left=0), OTHER[game.turn], ON_TIME)


def begun(game: Kept, now: int) -> Kept:
    """The game with the clock of the side to move running, where it has clocks."""
    return game._replace(since=now) if game.seconds and game.turn else game


def shown(game: Kept, now: int) -> dict[str, Any]:
    """What everybody sees of a game, as JSON has it."""
    rules = rules_of(game.rules)
    game = timed(game, now)
    players = {
        side: {
            "name": game.of(side, "name"),
            "taken": bool(game.of(side, "seat")),
            "seconds": max(0, left(game, side, now)) / 1000 if game.seconds else None,
        }
        for side in SIDES
    }
    return {
        "id": game.id,
        "version": game.version,
        "rules": game.rules,
        "moves": [named(move, rules) for move in game.moves],
        "ply": game.plies,
        "position": str(game.position),
        "turn": game.turn or None,
        "players": players,
        "clock": ({"seconds": game.seconds, "increment": game.increment} if game.seconds else None),
        "offer": {"what": game.offer, "by": game.offered_by} if game.offer else None,
        "result": {"winner": game.winner, "why": game.why} if game.why else None,
        "next": game.next or None,
    }
