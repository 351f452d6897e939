"""A game as the server stores it, and functions on games. Nothing here does input or output.

A player's seat is a secret that one browser has. The database stores only hashes of the secret: a
different hash for each series (a game and its rematches). So the database does not reveal which
series were played in the same browser.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache
from typing import Any, NamedTuple

from noughts.core.cell_names import move_name
from noughts.core.position import Position
from noughts.core.rules import Rules, X
from noughts.errors import NoughtsError
from noughts.live.moves_as_number import moves_of, position_at

SIDES = ("x", "o")
OTHER = {"x": "o", "o": "x"}
DRAW = "draw"
NOBODY = "-"  # the seat of a player of the library, which is not the hash of any secret
# The reasons why a game has ended.
ON_THE_BOARD, RESIGNED, ON_TIME, AGREED = "board", "resigned", "time", "agreed"
rules_of = lru_cache(1024)(Rules.parse)
named = lru_cache(4096)(move_name)


class RefusedError(NoughtsError):
    """A request was refused, with an HTTP status that says why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Kept(NamedTuple):
    """A game: its rules, its moves as one number, its players, clocks and offers.

    Times are in milliseconds, except `seconds` and `increment`, which are in seconds. `since` is
    the time at which the clock of the side to move was started, or 0 if no clock runs. Each change
    adds 1 to `version`. If a player of the library has a seat, `player` is its name, and that seat
    is `NOBODY`.
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
        """The value of a side's field: its `seat`, its `name`, or the time that it has `left`."""
        return getattr(self, f"{side}_{field}")

    def played_for(self, side: str) -> str:
        """The library's player on a side; an empty text if the seat is free or a person's."""
        return self.player if self.of(side, "seat") == NOBODY else ""

    def giving(self, side: str, **fields: Any) -> Kept:
        """The game with new values for fields of a side."""
        return self._replace(**{f"{side}_{name}": value for name, value in fields.items()})

    @property
    def position(self) -> Position:
        """The current position."""
        return position_at(rules_of(self.rules), self.plies, self.record)

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves so far, as numbers."""
        return moves_of(rules_of(self.rules), self.plies, self.record)

    @property
    def mover(self) -> str:
        """The side that places the next stone, whether or not it may move now."""
        return side_of(self.position.turn)

    @property
    def turn(self) -> str:
        """The side to move; empty while a seat is free, and after the end."""
        return "" if self.why or not (self.x_seat and self.o_seat) else self.mover

    def seat_of(self, secret: str) -> str:
        """The side whose seat the owner of a secret has, or an empty text."""
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
    """A seat, as the database stores it."""
    return hashlib.sha256(f"{series} {secret}".encode()).hexdigest()


def left(game: Kept, side: str, now: int) -> int:
    """The time left on a side's clock, running or not. Setting the system clock back adds none."""
    runs = game.since and side == game.turn
    remaining: int = game.of(side, "left")
    return remaining - max(0, now - game.since) if runs else remaining


def ended(game: Kept, winner: str, why: str) -> Kept:
    """The game, ended for the reason `why`."""
    return game._replace(winner=winner, why=why, since=0, offer="", offered_by="")


def timed(game: Kept, now: int) -> Kept:
    """The game at the time `now`. If the running clock has no time left, its side has lost."""
    if not game.since or left(game, game.turn, now) > 0:
        return game
    return ended(game.giving(game.turn, left=0), OTHER[game.turn], ON_TIME)


def begun(game: Kept, now: int) -> Kept:
    """The game; if it has clocks and a side is to move, that side's clock starts at `now`."""
    return game._replace(since=now) if game.seconds and game.turn else game


def shown(game: Kept, now: int) -> dict[str, Any]:
    """The public view of a game, for JSON."""
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
