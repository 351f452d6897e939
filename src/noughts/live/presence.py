"""The watchers of each game. A watcher always gets the newest state, whatever it has missed."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any

from noughts.live.game import SIDES, Kept

AWAY = 10.0  # seconds after which a player who sends requests without a socket counts as away


class Watcher:
    """A client that watches a game, with the game's newest known state and the client's side."""

    def __init__(self, game: Kept, secret: str) -> None:
        self.game, self.secret = game, secret
        self.side = game.seat_of(secret)
        self.anew = asyncio.Event()  # set if there is news for the client

    def tell(self, game: Kept) -> None:
        """Give the watcher its game's new state, unless it has this version or a newer version."""
        if game.version > self.game.version:
            self.game, self.side = game, game.seat_of(self.secret)
            self.anew.set()


class Watching:
    """The watchers of each game, in this process."""

    def __init__(self) -> None:
        self._of: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._visits: dict[tuple[str, str], asyncio.TimerHandle] = {}  # by game and side

    def add(self, watcher: Watcher) -> None:
        """Add a watcher, and tell every watcher of the game who is present."""
        self._of[watcher.game.id].add(watcher)
        self._tell_who(watcher.game.id)

    def remove(self, watcher: Watcher) -> None:
        """Remove a watcher, and tell the others who is present."""
        self._of[watcher.game.id].discard(watcher)
        if visit := self._visits.pop((watcher.game.id, watcher.side), None):
            visit.cancel()
        self._tell_who(watcher.game.id)

    def visited(self, game: Kept, side: str) -> None:
        """Count a side's player as present for `AWAY` seconds after a request."""
        if not side:
            return
        if visit := self._visits.get((game.id, side)):
            visit.cancel()
        later = asyncio.get_running_loop().call_later(AWAY, self._left, game.id, side)
        self._visits[game.id, side] = later
        if not visit:
            self._tell_who(game.id)

    def _left(self, id: str, side: str) -> None:  # noqa: A002 - as the field
        del self._visits[id, side]
        self._tell_who(id)

    def _tell_who(self, id: str) -> None:  # noqa: A002 - as the field
        for watcher in self._of[id]:
            watcher.anew.set()
        if not self._of[id]:
            del self._of[id]

    def changed(self, game: Kept) -> None:
        """Give the watchers of a game its new state, if it has changed."""
        for watcher in self._of.get(game.id, ()):
            watcher.tell(game)

    def watched(self) -> list[str]:
        """The ids of the games that have a watcher."""
        return [*self._of]

    def here(self, game: Kept) -> dict[str, Any]:
        """Which sides are present (the library's players always are), and how many others watch."""
        sides = [watcher.side for watcher in self._of.get(game.id, ())]
        here: dict[str, Any] = {
            side: side in sides or (game.id, side) in self._visits or bool(game.played_for(side))
            for side in SIDES
        }
        return {**here, "watching": sides.count("")}
