"""Makes, finds and changes games for HTTP and WebSocket requests and for the library's players."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Mapping
from typing import Any

from noughts.live import actions
from noughts.live.actions import Decision
from noughts.live.database import Database, Decide
from noughts.live.game import NOBODY, Kept, RefusedError, hashed, timed
from noughts.live.metrics import Metrics
from noughts.live.presence import Watching
from noughts.live.thinking import Thinking

LISTED = 3_600_000  # milliseconds for which the lobby lists a game that awaits a player
MOST_LISTED = 20  # games in the lobby
ID_BYTES = 9  # twelve letters of a link, too many for anybody to guess


def milliseconds() -> int:
    """The current time, by the system's clock, since a game may outlive the server."""
    return time.time_ns() // 1_000_000


class Service:
    """The kept games, their watchers, and the library's players."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.watching = Watching()
        self.metrics = Metrics()
        self.thinking = Thinking()
        self._plays: dict[str, asyncio.Task[None]] = {}  # by the id of the game that a player plays

    async def make(self, secret: str, asked: object) -> Kept:
        """Make a new game, in which the owner of `secret` has a seat."""
        fields = actions.read(asked, actions.MAKE)
        fresh = new_id()
        made = actions.make(fresh, hashed(secret, fresh), milliseconds(), fields)
        self.metrics.count("games")
        return (await self._run(fresh, lambda _: Decision(made))).game

    async def look(self, id: str) -> Kept:  # noqa: A002 - as the field
        """The game of an id, as it is now; a clock that has run out ends it."""

        def decided(game: Kept | None) -> Decision:
            now = milliseconds()
            return Decision(actions.versioned(_there(game), timed(_there(game), now), now))

        return (await self._run(id, decided)).game

    async def waiting(self) -> list[Kept]:
        """The games with a free seat that have changed in the last hour, the newest first."""
        return await self.database.waiting(milliseconds() - LISTED, MOST_LISTED)

    async def act(self, id: str, name: str, secret: str, asked: object) -> Decision:  # noqa: A002 - as the field
        """Perform an action on a game."""
        fields = read_action(name, asked)
        fresh = new_id() if name == actions.REMATCH else ""

        def decided(kept: Kept | None) -> Decision:
            game = _there(kept)
            side, seat = game.seat_of(secret), hashed(secret, game.series)
            now = milliseconds()
            decision = actions.decide(game, name, side, now, fields, seat=seat, fresh=fresh)
            self.metrics.count("moves", decision.game.plies > game.plies)
            return decision

        return await self._run(id, decided)

    async def listen(self) -> None:
        """Tell the watchers in this process of changes by processes that share the database."""
        while self.database.is_shared:
            async for game in self.database.news():
                if game:
                    self.watching.changed(game)
                else:
                    looks = map(self.look, self.watching.watched())  # all in one transaction
                    await asyncio.gather(*looks, return_exceptions=True)
            await asyncio.sleep(1)  # the connection was lost

    async def _run(self, id: str, decide: Decide) -> Decision:  # noqa: A002 - as the field
        if not re.fullmatch("[A-Za-z0-9_-]{0,40}", id):
            raise RefusedError(404, "there is no such game")
        decision = await self.database.run(id, decide)
        game = decision.game
        self.watching.changed(game)
        for each in (game, decision.next):
            if each and _to_think(each) and each.id not in self._plays:
                self._plays[each.id] = asyncio.create_task(self._play(each))
        return decision

    async def _play(self, game: Kept) -> None:
        """Let the library's player move as long as it is that player's turn."""
        try:
            while _to_think(game) and (cell := await self.thinking.move(game)):
                game = await self._reply(game, cell)
        finally:
            del self._plays[game.id]

    async def _reply(self, thought: Kept, cell: str) -> Kept:
        asked = {"ply": thought.plies, "cell": cell}

        def decided(kept: Kept | None) -> Decision:
            game = _there(kept)
            if game.record != thought.record:  # a move has been taken back meanwhile
                return Decision(game)
            now = milliseconds()
            return actions.decide(game, "move", thought.turn, now, asked, seat=NOBODY, fresh="")

        return (await self._run(thought.id, decided)).game

    async def close(self) -> None:
        """End the library's players, and close the database."""
        plays = [*self._plays.values()]
        for task in plays:
            task.cancel()
        await asyncio.gather(*plays, return_exceptions=True)  # a task may be starting the process
        await self.thinking.close()
        self.database.close()


def read_action(name: str, asked: object) -> Mapping[str, Any]:
    """The fields of an action. Raises `RefusedError` for an action that does not exist."""
    if name not in actions.ACTIONS:
        raise RefusedError(404, f"ask for {', '.join(actions.ACTIONS)}")
    return actions.read(asked, actions.ACTIONS[name].fields)


def new_id() -> str:
    """The id of a new game."""
    return secrets.token_urlsafe(ID_BYTES)


def _to_think(game: Kept) -> bool:
    return bool(game.turn and game.played_for(game.turn))


def _there(game: Kept | None) -> Kept:
    if game is None:
        raise RefusedError(404, "there is no such game")
    return game
