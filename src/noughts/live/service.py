"""What may be asked of the server, whichever way it is asked: by HTTP, by a socket, by a player."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from typing import Any

from noughts.live import actions
from noughts.live.actions import Decision
from noughts.live.database import Database, Decide
from noughts.live.game import Kept, RefusedError, hashed, timed
from noughts.live.watching import Watching

ID_BYTES = 9  # twelve letters of a link: nobody finds a game by trying


def milliseconds() -> int:
    """The time, as games have it; that of a clock on the wall, as a game outlives the server."""
    return time.time_ns() // 1_000_000


class Service:
    """Games that are kept, and who watches them."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.watching = Watching()

    async def make(self, secret: str, asked: object) -> Kept:
        """A new game."""
        fields = actions.read(asked, actions.MAKE)
        fresh = new_id()
        made = actions.make(fresh, hashed(secret, fresh), milliseconds(), fields)
        return (await self._run(fresh, lambda _: Decision(made))).game

    async def look(self, id: str) -> Kept:  # noqa: A002 - as the field
        """The game of an id, as it is now."""

        def decided(game: Kept | None) -> Decision:
            now = milliseconds()
            return Decision(actions.versioned(_there(game), timed(_there(game), now), now))

        return (await self._run(id, decided)).game

    async def act(self, id: str, name: str, secret: str, asked: object) -> Decision:  # noqa: A002 - as the field
        """Ask something of a game."""
        fields = read_action(name, asked)

        def decided(kept: Kept | None) -> Decision:
            game = _there(kept)
            side, seat = game.seat_of(secret), hashed(secret, game.series)
            return actions.decide(
                game, name, side, milliseconds(), fields, seat=seat, fresh=new_id()
            )

        return await self._run(id, decided)

    async def _run(self, id: str, decide: Decide) -> Decision:  # noqa: A002 - as the field
        decision = await self.database.run(id, decide)
        self.watching.changed(decision.game)
        return decision


def read_action(name: str, asked: object) -> Mapping[str, Any]:
    """The fields of an action. Raises `RefusedError` for one that there is not."""
    if name not in actions.ACTIONS:
        raise RefusedError(404, f"ask for {', '.join(actions.ACTIONS)}")
    return actions.read(asked, actions.ACTIONS[name].fields)


def new_id() -> str:
    """The id of a new game."""
    return secrets.token_urlsafe(ID_BYTES)


def _there(game: Kept | None) -> Kept:
    if game is None:
        raise RefusedError(404, "there is no such game")
    return game
