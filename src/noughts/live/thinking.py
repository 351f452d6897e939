"""The library's players in live games: they think in another process, so the server never waits."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress

from noughts.live.game import Kept


class Thinking:
    """The process that chooses the players' moves, one at a time; `move` starts it if need be."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None

    async def move(self, game: Kept) -> str | None:
        """The name of the move that the game's player chooses; None if the process has ended."""
        async with self._one:
            if self._process is None or self._process.returncode is not None:
                self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-P", "-m", "noughts.live.thinking_process"),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                )
            into, out = self._process.stdin, self._process.stdout
            assert into
            assert out
            question = [game.player, game.rules, str(game.position)]
            with suppress(OSError):
                into.write(f"{json.dumps(question)}\n".encode())
                await into.drain()
            answer = await out.readline()
            if not answer:
                await self._process.wait()
                return None
            found: str = json.loads(answer)
            return found

    async def close(self) -> None:
        """End the process, even while it thinks, and wait until it has ended."""
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
