"""What programs say, and the files of their games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from noughts import Game, NotationError, PlayerError, Rules, TimeLimits
from noughts.core.cell_names import move_name
from noughts.players import Random
from noughts.players.engines.gomocup_brain import Brain
from noughts.players.tournament_records import GameRecords, Shared
from tests.fuzz.target import DATA, Reading, Target
from tests.fuzz.text import ODD

RULES = Rules(3, 3, 3)
SIZE = 64  # of a board that a brain is asked to play on


def brain(data: bytes) -> Reading:
    """What a manager sends to a brain; its answers are lines, and its stones lie on the board."""
    asked = Brain(lambda _: Random(1))
    said = [
        answer
        for line in data.decode(errors="replace").splitlines()
        if len(line) < SIZE or not line.upper().lstrip().startswith(("START", "RECTSTART"))
        for answer in asked.answers(line)
    ]
    if any(answer.startswith(("ERROR", "UNKNOWN")) for answer in said):
        raise PlayerError("it does not take everything")
    yield
    assert all(answer.isprintable() and len(answer) < 300 for answer in said)
    assert not asked.own.keys() & asked.other.keys()


def records(name: str) -> Callable[[bytes], Reading]:
    """A file of games, of which each can have been played and won as it says."""

    def read(data: bytes) -> Reading:
        with TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.write_bytes(data)
            with GameRecords(path, Shared(RULES, 1, TimeLimits(2.5))) as file:
                games = file.games
            left = path.read_bytes()
        if data and not games:
            raise NotationError("there is no game")
        yield
        assert data.startswith(left) or not data
        for played in games:
            game = Game(RULES, [move_name(move, RULES) for move in played.moves])
            assert played.reason or (game.is_over and game.winner == played.winner)
            assert played.winner or not played.reason

    return read


def kept(name: str) -> list[bytes]:
    return [(DATA / "games-1" / name).read_bytes()]


TALK = b"START 15\r\nINFO rule 1\r\nBEGIN\r\nTURN 7,7\r\nTAKEBACK 7,7\r\nRESTART\r\n"
BOARD = b"RECTSTART 20,15\nBOARD\n1,1,1\n2,2,2\nDONE\nINFO timeout_turn 0\nTURN 3,3\nABOUT\nEND\n"
WORDS = [b"START ", b"BOARD", b"DONE", b"INFO rule ", b"TURN ", b",", b"\r\n", b"15", b"time_left"]
KEYS = [
    b'"a": ',
    b'"winner": "o"',
    b'"moves": "b2 a1"',
    b'"reason": ""',
    b"{",
    b"}",
    b"\n",
    b"null",
]
TAGS = [b'[Result "0-1"]', b'[X "', b"[Round ", b"\n\n", b"1-0", b"1/2-1/2", b"normal", b"b2 "]

TARGETS = [
    Target("brain", brain, [TALK, BOARD], [*WORDS, *ODD]),
    Target("games", records("games.jsonl"), lambda: kept("games.jsonl"), [*KEYS, *ODD]),
    Target("pgn", records("games.pgn"), lambda: kept("games.pgn"), [*TAGS, *ODD]),
]
