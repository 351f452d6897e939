"""Kill a live server under load, again and again, and see that nothing is lost that it answered.

    python -m tests.live.killed 100

Each round serves the same file in a process of its own, lets pairs play over HTTP, and ends the
process with SIGKILL at a time by chance. Whoever got no answer asks again after the restart. Each
game then has the moves that were answered, each once, and goes on.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import threading
import time
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from socket import socket
from typing import Any

from noughts import Game
from noughts.live.server import server
from noughts.web.addresses import listen
from tests.live.clients import Client

PAIRS = 4
LONGEST = 0.4  # seconds of a round


class Pair(threading.Thread):
    """Two who play game after game, and never forget what they were told."""

    def __init__(self, url: str, number: int) -> None:
        super().__init__(daemon=True)
        self.random = random.Random(number)
        self.players = [Client(url), Client(url)]
        self.told: dict[str, list[str]] = {}  # of each game, the moves that were answered
        self.moves = 0
        self.over = threading.Event()
        self.failed: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.over.is_set():
                self.play()
        except BaseException as error:
            self.failed = error

    def sure(self, player: Client, method: str, path: str, asked: Any = None) -> tuple[int, Any]:
        """The answer to a request, which is repeated until there is one."""
        while True:
            with suppress(OSError, HTTPException, ValueError):
                status, answer = player.send(method, path, asked)
                if status != 503:
                    return status, answer
            time.sleep(0.01)

    def play(self) -> None:
        ann, bob = self.players
        status, answer = self.sure(ann, "POST", "/api/games", {})
        id_ = answer["game"]["id"]
        assert status == 201
        assert self.sure(bob, "POST", f"/api/games/{id_}/sit", {})[0] == 200
        game, told = Game(), self.told.setdefault(id_, [])
        while not game.is_over and not self.over.is_set():
            status, answer = self.sure(ann, "GET", f"/api/games/{id_}")
            assert answer["game"]["moves"] == told, (id_, answer, told)
            cell = self.random.choice(game.legal_moves)
            name = "abc"[cell % 3] + "123"[cell // 3]
            asked = {"ply": len(told), "cell": name}
            player = self.players[len(told) % 2]
            status, answer = self.sure(player, "POST", f"/api/games/{id_}/move", asked)
            assert status == 200, answer
            assert answer["game"]["moves"] == [*told, name], (answer, told, name)
            told.append(name)
            game.push(cell)
            self.moves += 1


def begun(file: str, listener: socket) -> int:
    """The number of a process that serves a file."""
    child = os.fork()
    if not child:
        try:
            server(file, rate=0).run(sockets=[listener])
        finally:
            os._exit(1)
    return child


def main(rounds: int) -> None:
    """Play, kill and look, so many times; then say how much was played."""
    folder = tempfile.TemporaryDirectory()
    file, chance = str(Path(folder.name) / "games.db"), random.Random(rounds)
    listener = listen(0)  # it stays, so clients that come between two servers wait
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    child = begun(file, listener)
    pairs = [Pair(url, number) for number in range(PAIRS)]
    for pair in pairs:
        pair.start()
    for number in range(rounds + 1):
        before = sum(pair.moves for pair in pairs)
        until = time.monotonic() + 120
        while sum(pair.moves for pair in pairs) == before and time.monotonic() < until:
            time.sleep(0.01)  # the games go on
        time.sleep(chance.random() * LONGEST)
        assert sum(pair.moves for pair in pairs) > before, [pair.failed for pair in pairs]
        if number < rounds:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            child = begun(file, listener)
    for pair in pairs:
        pair.over.set()
    for pair in pairs:
        pair.join(30)
        if pair.failed:
            raise pair.failed
        for id_, moves in pair.told.items():
            _, answer = pair.sure(pair.players[0], "GET", f"/api/games/{id_}")
            assert answer["game"]["moves"] == moves
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    games, moved = sum(len(pair.told) for pair in pairs), sum(pair.moves for pair in pairs)
    said = f"killed {rounds} times: {games} games with {moved} moves, none lost or played twice"
    sys.stdout.write(f"{said}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
