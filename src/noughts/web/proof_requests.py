"""Proofs on request: the server's answers at `/proofs`, and the limits on their cost.

The search runs in a separate process, so the server can answer other requests meanwhile. The
process takes one question at a time, and ends with the server. If the process is busy, the server
answers at once, without moves, and the page goes on without proofs.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import IO, NamedTuple, cast

from noughts.core.answers import LAWS
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import PositionError
from noughts.players.strong.player import time_for_a_move
from noughts.web.boards import require

PATH = "/proofs"
MARK = "Noughts-Page"  # a header that only a page of the same origin sends without a preflight
LONGEST = 3.0  # seconds of search
WAIT = 4.5  # seconds for an answer: the connection allows five, and compilation can take longer


class Question(NamedTuple):
    """A position on a board of the page, and the seconds that the search may take."""

    board: str
    position: str
    seconds: float


def question(asked: Mapping[str, str]) -> Question:
    """The question in the parameters of a request.

    >>> question({"board": "7,7,5", "position": "/".join(["......."] * 7), "seconds": "1"})[::2]
    ('7,7,5', 1.0)

    Raises `NoughtsError` for missing or unknown parameters, for a board that the page does not have
    or that the search does not support, for a position that play cannot reach or in which the game
    is over, and for a time that is not a number above 0 and up to `LONGEST`.
    """
    if sorted(asked) != ["board", "position", "seconds"]:
        raise PositionError("give board, position and seconds")
    board = Rules.parse(asked["board"])
    require(board)
    board.require("the proofs of the page", *LAWS)
    position = Position.parse(asked["position"], board)
    if position.unreachable or position.outcome:
        raise PositionError(f"{position} has no move to make, or play cannot reach it")
    return Question(str(board), str(position), time_for_a_move(asked["seconds"], LONGEST))


class Proofs:
    """A process that proves values, one question at a time; it starts with the first question."""

    def __init__(self) -> None:
        self._busy = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    async def answer(self, asked: Question) -> list[tuple[int, int]] | None:
        """The proved values of moves; None if the process is busy, or takes too long."""
        if not self._busy.acquire(blocking=False):
            return None
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[list[tuple[int, int]] | None] = loop.create_future()

        def tell(found: list[tuple[int, int]] | None) -> None:
            if not answered.done():
                answered.set_result(found)

        def think() -> None:
            try:
                found = self._asked(asked)
            finally:
                self._busy.release()
            with suppress(RuntimeError):  # the event loop has ended, and nobody waits
                loop.call_soon_threadsafe(tell, found)

        try:
            threading.Thread(target=think, daemon=True).start()
        except RuntimeError:  # the system cannot start another thread
            self._busy.release()
            return None
        with suppress(asyncio.TimeoutError):
            return await asyncio.wait_for(answered, WAIT)
        return None

    def _asked(self, asked: Question) -> list[tuple[int, int]] | None:
        """Ask the process, and wait for its answer; None if it has ended."""
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(
                # -P: import no code from the current folder
                [sys.executable, "-P", "-m", "noughts.web.proof_process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        into, out = cast(IO[str], self._process.stdin), cast(IO[str], self._process.stdout)
        with suppress(OSError, ValueError):  # the process has just ended
            into.write(f"{json.dumps(asked)}\n")
            into.flush()
            return [(cell, value) for cell, value in json.loads(out.readline())]
        self.close()  # so that the next question does not wait for a process that is ending
        return None

    def close(self) -> None:
        """End the process, even while it thinks."""
        process, self._process = self._process, None
        if process:
            process.kill()
            process.communicate()
