"""Send a live server what nobody should send, and see that it answers, and that no game is harmed.

    python -m tests.live.attacked 1000000 10000

So many requests and frames, made of good ones with fields, headers and bytes that are wrong; and so
many races, in which both players and a thief press at the same time. Several processes attack at
once, each with games of its own.
"""

from __future__ import annotations

import gc
import json
import logging
import random
import re
import resource
import socket
import sys
import tempfile
import threading
from collections import Counter
from contextlib import nullcontext, suppress
from itertools import starmap
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, linear_regression
from typing import Any
from urllib.parse import urlsplit

from noughts import Game, Rules
from noughts.live.actions import ACTIONS
from noughts.live.database import Database
from noughts.live.log import LOGGER, Lines
from tests.live.clients import WAIT, Client, serving

# fmt: off
VALUES: list[Any] = [
    None, True, -1, 0, 1, 4, 10**300, 0.5, float("inf"), float("nan"), "", "b2", "a1", "c9",
    "\ud800", "\u202e", "😀" * 30, "x" * 200, [], [[[]]], {}, {"a": 1},
]
HEADERS = [
    "Host: evil.example", "Origin: https://evil.example", "Origin: //[", "Host:", "Cookie: \xff",
    "Content-Type: text/plain", "Content-Length: 9", "Content-Length: -1",
    "Transfer-Encoding: chunked", "Upgrade: websocket", f"Cookie: noughts={'A' * 43}",
]
PATHS = [
    "/api/games/%00", "/api/games//", "/api/games/../..", "//", "/api/games/ID/socket", "/ready",
    "/openapi.json", "/metrics", "/api", "*", f"/api/games/{'A' * 3000}", "/api/games/ID/fly",
]
# fmt: on
SOCKET = (
    *("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
)
OF_A_SOCKET = 20  # frames
ROUND = 10_000  # requests and frames
PROCESSES = 8  # that attack: each waits most of the time
STATUS = re.compile(rb"(?:^HTTP/1.1 |\"status\": )(\d+)")
THIEF = f"noughts={'B' * 43}"
SILENCE = 0.05  # seconds in which a socket that waits for the rest of a frame says nothing


class Attack:
    """A server, a game that two play, and what a third, or one of them, sends."""

    def __init__(self, url: str, seed: int) -> None:
        self.chance, self.url, self.place = random.Random(seed), url, urlsplit(url)
        self.ann, self.bob = Client(url), Client(url)
        self.statuses, self.done = Counter[int](), 0
        self.theirs, self.any = self.game(), self.game()

    def some(self, cases: int, races: int) -> Attack:
        """Send so many requests and frames, run so many races; this, as it then is."""
        begun = self.done
        while self.done < begun + cases:
            self.done += self.one()
            look = not self.chance.randrange(8)
            if look and self.ann.send("GET", f"/api/games/{self.any}")[1]["game"]["result"]:
                self.any = self.game()
        for _ in range(races):
            self.race()
        return self

    def protected(self) -> Any:
        """The game that nothing which is sent may change."""
        return self.ann.send("GET", f"/api/games/{self.theirs}")

    def secrets(self) -> list[str]:
        """What no line of the log may have."""
        cookies = (self.ann.cookie, self.bob.cookie, THIEF)
        return [self.theirs, *(each.partition("=")[2] for each in cookies)]

    def game(self) -> str:
        """A game of Ann and Bob, who have begun."""
        id_ = self.ann.make()
        self.bob.good(id_, "sit")
        self.ann.good(id_, "move", ply=0, cell="b2")
        return id_

    def asked(self) -> dict[str, Any]:
        """What to do, with its fields."""
        chance = self.chance
        name = chance.choice(["move", "move", "move", "move", *ACTIONS])
        cell = chance.choice("abc") + chance.choice("123")
        fields = {"ply": chance.randrange(4), "cell": cell, "version": -1, "name": "Eve"}
        found = {"do": name} | {each: fields[each] for each in ACTIONS[name].fields}
        if chance.random() < self.wild:
            found[chance.choice([*found, "tag", "ply", "cell", "more"])] = chance.choice(VALUES)
        if chance.random() < self.wild / 2:
            del found[chance.choice([*found])]
        return found

    def damaged(self, text: bytes, wild: float) -> bytes:
        """Bytes with some of them changed, gone or twice."""
        while self.chance.random() < wild:
            at = self.chance.randrange(len(text) + 1)
            byte = bytes([self.chance.randrange(256)])
            ways = (text[:at] + byte + text[at + 1 :], text[:at], text[:at] + text[at // 2 :])
            text = self.chance.choice(ways)
        return text

    def head(self, method: str, path: str, id_: str, cookie: str, *more: str) -> bytes:
        """The lines before a body, of which some may be wrong."""
        lines = [f"Host: {self.place.netloc}", f"Cookie: {cookie}", *more]
        if self.chance.random() < self.wild:
            method = self.chance.choice(["GET", "POST", "PUT", "HEAD", "get", "\0"])
            path = self.chance.choice([path, *PATHS])
            lines += self.chance.sample(HEADERS, self.chance.randrange(3))
            self.chance.shuffle(lines)
        return "\r\n".join([f"{method} {path.replace('ID', id_)} HTTP/1.1", *lines, "", ""]).encode(
            "utf-8", "replace"
        )

    def send(self, text: bytes, frames: bytes = b"") -> int:
        """Send it, and frames once a socket is open, and read the answers; none is a failure."""
        place = (self.place.hostname or "", self.place.port or 0)
        found, statuses, answers = b"", list[int](), 1
        with (
            socket.create_connection(place, SILENCE if self.wild else WAIT) as one,
            suppress(ConnectionError, *[TimeoutError] * bool(self.wild)),
        ):
            one.sendall(text)
            while len(statuses) < answers and (part := one.recv(65_536)):
                found += part
                statuses = [int(each) for each in STATUS.findall(found)]
                if statuses == [101] and answers == 1:
                    one.sendall(frames)
                    answers += OF_A_SOCKET if frames else 0
        assert not [each for each in statuses if each >= 500], found
        self.statuses.update(statuses)
        return answers

    def one(self) -> int:
        """Send a request, or a socket with frames; how many these were."""
        mine = self.chance.random() < 0.5
        self.wild = self.chance.choice((0, 0.1, 0.5))
        id_, cookie = (self.any, self.ann.cookie) if mine else (self.theirs, THIEF)
        if not self.chance.randrange(10):
            head = self.head("GET", "/api/games/ID/socket", id_, cookie, *SOCKET)
            frames = b"".join(self.frame() for _ in range(OF_A_SOCKET))
            return self.send(head, frames)
        fields = self.asked()
        name = fields.pop("do", "")
        path = f"/api/games/ID/{name}" if self.chance.randrange(20) else "/api/games"
        ascii_ = self.chance.random() < 0.9
        body = json.dumps(fields, ensure_ascii=ascii_).encode("utf-8", "surrogatepass")
        body = self.damaged(body, self.wild / 2)
        of_body = f"Content-Length: {len(body)}", "Content-Type: application/json"
        head = self.head("POST", path, id_, cookie, *of_body, "Connection: close")
        return self.send(self.damaged(head, self.wild / 2) + body)

    def frame(self) -> bytes:
        """A frame of a socket, most often a text."""
        text = self.damaged(json.dumps(self.asked()).encode(), self.wild / 2)[:4096]
        kind = 0x81
        if self.chance.random() < self.wild / 4:
            kind = self.chance.choice([0x82, 0x01, 0x80, 0x88, 0x89, 0x8A, 0xF1])
        few = len(text) < 126
        size = bytes([128 | len(text)]) if few else b"\xfe" + len(text).to_bytes(2, "big")
        return self.damaged(bytes([kind]) + size + bytes(4) + text, self.wild / 20)

    def race(self) -> None:
        """Both players and a thief press at once: one of Ann's moves is played."""
        id_ = self.game()
        self.bob.good(id_, "move", ply=1, cell="a1")
        pressed = [
            (self.ann, "c3"),
            (self.ann, "c3"),
            (self.ann, "a3"),
            (self.bob, "c1"),
            (Client(self.url), "c2"),
        ]
        start, told = threading.Barrier(len(pressed)), []

        def press(who: Client, cell: str) -> None:
            start.wait()
            told.append((who, cell, who.ask(id_, "move", ply=2, cell=cell)[0]))

        threads = [threading.Thread(target=press, args=each) for each in pressed]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        played = self.ann.send("GET", f"/api/games/{id_}")[1]["game"]["moves"][2:]
        assert len(told) == len(pressed)
        assert played in (["c3"], ["a3"])
        for who, cell, status in told:
            good = who is self.ann and [cell] == played
            assert status == (200 if good else 409 if who in (self.ann, self.bob) else 403), told


def consistent(file: str) -> int:
    """How many games a file keeps, each of which can be played again by its record."""
    database, count = Database(file), 0
    for kept in database.stream():
        game = Game(Rules.parse(kept.rules))
        for move in kept.moves:
            game.push(move)
        assert game.position == kept.position
        assert game.is_over == (kept.why == "board")
        count += 1
    database.close()
    return count


class Heard(logging.Handler):
    """What the server notes: how many requests, each fault, and each line with a secret in it."""

    def __init__(self) -> None:
        super().__init__()
        self.requests, self.faults, self.secrets = 0, list[str](), list[str]()

    def emit(self, record: logging.LogRecord) -> None:
        line = Lines().format(record)
        self.requests += json.loads(line)["event"] == "request"
        if record.levelno >= logging.ERROR or any(each in line for each in self.secrets):
            self.faults.append(line)


def main(cases: int, races: int, seed: int | None = None, processes: int = 0) -> str:
    """Attack a server of our own; what was done, or an `AssertionError`.

    After each `ROUND` of requests and frames it says how much memory the server takes.
    """
    heard = Heard()
    loggers = [*map(logging.getLogger, ("uvicorn.error", "asyncio")), LOGGER]
    LOGGER.setLevel(logging.INFO)
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "games.db")
        with (
            serving(file) as url,
            get_context("spawn").Pool(processes) if processes else nullcontext() as pool,
        ):
            for each in loggers:
                each.addHandler(heard)
            seed = random.SystemRandom().getrandbits(32) if seed is None else seed
            sys.stderr.write(f"seed {seed}\n")
            attacks = [Attack(url, seed + number) for number in range(max(1, processes))]
            before = [attack.protected() for attack in attacks]
            heard.secrets = ["Eve", *{each for attack in attacks for each in attack.secrets()}]
            parts = max(1, cases // ROUND) * len(attacks)
            shares = [*zip(shared(cases, parts), shared(races, parts), strict=True)]
            memory = []
            for part in range(0, parts, len(attacks)):
                given = zip(attacks, shares[part:], strict=False)
                work = [(attack, *share) for attack, share in given]
                attacks = [*(pool.starmap if pool else starmap)(Attack.some, work)]
                assert not heard.faults, heard.faults
                done, held = sum(attack.done for attack in attacks), used()
                gc.collect()
                memory.append((done, used()))
                sys.stderr.write(f"{done}: {held:.1f} MB, then {memory[-1][1]:.1f}\n")
            assert before == [attack.protected() for attack in attacks]
        for each in loggers:
            each.removeHandler(heard)
        LOGGER.setLevel(logging.NOTSET)
        assert not heard.faults, heard.faults
        assert heard.requests
        games = consistent(file)
    statuses = sum((attack.statuses for attack in attacks), Counter[int]())
    return f"""{done} requests and frames, {races} races, {games} games over
{grown(memory)}
answers: {dict(sorted(statuses.items()))}"""


def shared(count: int, parts: int) -> list[int]:
    """A count in parts, as equal as they can be."""
    return [count * (part + 1) // parts - count * part // parts for part in range(parts)]


def grown(memory: list[tuple[int, float]]) -> str:
    """How much memory grew after a fifth of the rounds, by a line through their figures."""
    later = memory[len(memory) // 5 :]
    if len(later) < 3:
        return f"{memory[-1][1]:.1f} MB"
    done, held = zip(*later, strict=True)
    slope, base = linear_regression(done, held)
    errors = sum((each - base - slope * at) ** 2 for at, each in later) / (len(later) - 2)
    spread = (errors / sum((at - fmean(done)) ** 2 for at in done)) ** 0.5
    million = f"{slope * 1e6:.2f} (standard error {spread * 1e6:.2f}) MB more for each million"
    return f"{held[0]:.1f} MB after {done[0]}, {held[-1]:.1f} MB at the end: {million}"


def used() -> float:
    """The memory of this process, in megabytes; on macOS the most so far."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return int(statm.read_text().split()[1]) * resource.getpagesize() / 1e6


if __name__ == "__main__":
    cases, races = map(int, sys.argv[1:])
    sys.stdout.write(f"{main(cases, races, processes=PROCESSES)}\n")
