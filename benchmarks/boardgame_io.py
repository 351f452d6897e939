"""The boardgame.io server, which plays the games of `live.py` under the same load.

npm installs the server. It keeps games in memory, and sends each player the whole state after each
move. Its frames follow Socket.IO: a digit or two for the type, the name of the game, and JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

import measure
from sockets import GAME, PATIENCE, Socket, started

PACKAGE = "boardgame.io@0.50.2"
SERVER = """
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");
const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"];
const game = {
  name: "xo",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const is_won = LINES.some((line) => [...line].every((c) => G.cells[c] === ctx.currentPlayer));
    if (is_won) return { winner: ctx.currentPlayer };
    if (!G.cells.includes(null)) return { draw: true };
  },
};
Server({ games: [game], origins: [Origins.LOCALHOST] }).run(Number(process.argv[1]));
"""
CELLS = [(int(cell[1]) - 1) * 3 + "abc".index(cell[0]) for cell in GAME]
STATE = re.compile(rb'"_stateID":(\d+)')  # how many moves have been played


@cache
def folder() -> tempfile.TemporaryDirectory[str] | None:
    """The folder of the package, or None if npm cannot install it."""
    made = tempfile.TemporaryDirectory(prefix="noughts-bench-")
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", made.name]
    done = subprocess.run([*command, PACKAGE], stdout=subprocess.DEVNULL)
    return None if done.returncode else made


def missing() -> str:
    """A text that says what is missing on this machine; empty if nothing is."""
    if not measure.peers or shutil.which("npm") is None:
        return "no npm"
    return "" if folder() else f"npm cannot install {PACKAGE}"


def event(*of: object) -> bytes:
    """The frame of an event."""
    return b"42/xo," + json.dumps(of, separators=(",", ":")).encode()


class Theirs(Socket):
    """A socket of one player in a match."""

    def __init__(self, match: int, side: int) -> None:
        super().__init__("/socket.io/?EIO=4&transport=websocket")
        self.match, self.side = f"{match}", side
        self.begun = asyncio.get_running_loop().create_future()

    def told(self, frame: bytes) -> None:
        """Answer as the boardgame.io client does."""
        if frame == b"2":  # a ping
            self.write(b"3")
        elif frame.startswith(b"0"):
            self.write(b"40/xo,")
        elif frame.startswith(b"40"):
            self.write(event("sync", self.match, f"{self.side}", None, 2))
        elif frame.startswith(b'42/xo,["sync"'):
            self.begun.set_result(None)
        elif frame.startswith(b'42/xo,["update"'):
            plies = int(STATE.search(frame)[1])  # type: ignore[index] # every update has it
            self.go_on(plies, is_answer=(plies - 1) % 2 == self.side)

    def asked(self, ply: int) -> bytes:
        """The message of a move."""
        played = {"type": "play", "args": [CELLS[ply]], "playerID": f"{self.side}"}
        action = {"type": "MAKE_MOVE", "payload": played}
        return event("update", action, ply, self.match, f"{self.side}")


async def begun(number: int, port: int) -> tuple[Theirs, Theirs]:
    """Begin a match, with a socket for each of its two players."""
    pair = Theirs(number, 0), Theirs(number, 1)
    for each in pair:
        await each.opened(port)
        await asyncio.wait_for(each.begun, PATIENCE)
    return pair


@asynccontextmanager
async def server() -> AsyncIterator[dict[int, int]]:
    """Run the boardgame.io server; give its process id by its port."""
    place = folder()
    assert place
    environment = {**os.environ, "NODE_ENV": "production"}
    port, process = await started(["node", "-e", SERVER], cwd=place.name, env=environment)
    try:
        yield {port: process.pid}
    finally:
        process.terminate()
        process.wait()
