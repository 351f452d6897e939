r"""The file in which a tournament records its games, so that the tournament can be resumed.

The file's name determines its format. A file `NAME.pgn` is like the PGN of chess: tags, then
numbered moves. Any other file has one JSON object per line: the first object holds what all games
share, and each of the others describes one game:

    {"noughts": "games 1", "rules": "3,3,3", "seed": 1, "move": null, "time": null}
    {"a": "mine", "b": "random", "game": 0, "winner": "x", "moves": "b2 a1 a2 a3 c2", "reason": ""}

In game 0 of two players, `a` is X; in game 1, `b` is X; and so on in turn. `winner` is x, o or
draw. A game is written as soon as it ends. If the process is killed while it writes a game, the
incomplete record is removed when the file is next opened.
"""

from __future__ import annotations

import json
import os
import random
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NamedTuple, Self

from noughts.core.cell_names import move_name
from noughts.core.clock import TimeLimits
from noughts.core.game import Game, read_record
from noughts.core.message_text import quoted
from noughts.core.rules import MARK_NAMES, O, Rules, X
from noughts.errors import NotationError, NoughtsError
from noughts.players.tournament_game import Fixture, Played

FORMAT = "games 1"
LONGEST_GAME = 1 << 24  # the most bytes in the record of a game
RESULTS: dict[int | None, str] = {X: "1-0", O: "0-1", None: "1/2-1/2"}
WINNERS: dict[str, int | None] = {"x": int(X), "o": int(O), "draw": None}
TIMES = ("MoveTime", "GameTime")  # tags
NORMAL = "normal"  # the termination of a game that ends on the board
WIDTH = 80  # columns in a line of moves
# The errors from reading text that is not a game: ours are ValueErrors, the rest are Python's.
FLAWS = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)
TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')


class Shared(NamedTuple):
    """What all games of a file share. A seed of None stands for the file's seed or a random one."""

    rules: Rules
    seed: int | None
    limits: TimeLimits

    def plain(self) -> dict[str, Any]:
        """The same data as values for JSON."""
        move, time = self.limits
        return {"rules": str(self.rules), "seed": self.seed, "move": move, "time": time}


class GameRecords:
    """A file of games, open for appending; `games` are those that it had when it was opened.

    `seed` is the seed in `shared`; if that is None, it is the file's seed or, in a new file, a
    random seed.

    >>> from tempfile import TemporaryDirectory
    >>> shared = Shared(Rules(3, 3, 3), 1, TimeLimits())
    >>> game = Played(Fixture("mine", "random", 0), 1, (4, 0, 3, 2, 5))
    >>> with TemporaryDirectory() as folder:
    ...     with GameRecords(Path(folder) / "games.jsonl", shared) as records:
    ...         records.add(game)
    ...     with GameRecords(Path(folder) / "games.jsonl", shared) as records:
    ...         records.games == [game]
    True

    Raises `NotationError` for a file that is not a record of games, or that has games of another
    tournament, and `OSError` if the file cannot be read or written.
    """

    def __init__(self, path: str | os.PathLike[str], shared: Shared) -> None:
        self._path, self._shared = Path(path), shared
        self._form: _Lines | _Pgn = _Pgn() if self._path.suffix == ".pgn" else _Lines()
        self._file: BinaryIO = open(self._path, "a+b", buffering=0)  # noqa: SIM115 - until `close`
        try:
            self._file.seek(0)
            self.games: list[Played] = self._read()
            self.seed: int = self._shared.seed  # type: ignore[assignment] # no longer None
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, played: Played) -> None:
        """Append a game to the file."""
        self._write(self._form.written(played, self._shared))

    def _write(self, text: str) -> None:
        data = memoryview(text.encode())
        while data:
            data = data[self._file.write(data) :]

    def _read(self) -> list[Played]:
        """The games in a file. A new file gets a header; an incomplete last record is removed."""
        whole, games = 0, []
        for part in self._form.parts(self._file):
            try:
                text = part.decode()
                if self._shared.seed is None:
                    self._shared = self._shared._replace(seed=self._form.seed(text))
                game = self._form.read(text, self._shared, first=not whole)
            except FLAWS as error:
                why = str(error) if isinstance(error, NoughtsError) else "it is not one"
                raise NotationError(
                    f"{self._path} does not hold games of this tournament at byte {whole}, "
                    f"{quoted(part[:80].decode(errors='replace'))}: {why}; give another file"
                ) from error
            whole += len(part)
            games += [game] if game else []
        self._file.truncate(whole)
        if self._shared.seed is None:
            drawn = random.SystemRandom().getrandbits(32)
            self._shared = self._shared._replace(seed=drawn)
        if not whole:
            self._write(self._form.head(self._shared))
        return games


class _Lines:
    """The format with one JSON object per line."""

    def head(self, shared: Shared) -> str:
        return json.dumps({"noughts": FORMAT} | shared.plain()) + "\n"

    def written(self, played: Played, shared: Shared) -> str:
        names = {mark: name for name, mark in WINNERS.items()}
        moves = " ".join(move_name(move, shared.rules) for move in played.moves)
        told = {"winner": names[played.winner], "moves": moves, "reason": played.reason}
        return json.dumps(played.fixture._asdict() | told, ensure_ascii=False) + "\n"

    def parts(self, file: BinaryIO) -> Iterator[bytes]:
        data = _Buffered(file)
        while line := data.upto(b"\n"):
            yield line

    def seed(self, text: str) -> int:
        return int(json.loads(text)["seed"])

    def read(self, text: str, shared: Shared, first: bool) -> Played | None:
        given = json.loads(text)
        if first:
            if given.pop("noughts") != FORMAT:
                raise NotationError(f"its first line does not say {FORMAT!r}")
            _same(given, shared)
            return None
        fixture = Fixture(*(given.pop(field) for field in Fixture._fields))
        return _checked(fixture, WINNERS[given["winner"]], given["moves"], given["reason"], shared)


class _Pgn:
    """The format like PGN: tags, an empty line, numbered moves, an empty line."""

    def head(self, shared: Shared) -> str:  # noqa: ARG002 - every game says it
        return ""

    def written(self, played: Played, shared: Shared) -> str:
        fixture, result = played.fixture, RESULTS[played.winner]
        seats = {MARK_NAMES[mark]: name for mark, name in fixture.seats.items()}
        game = {"Event": "noughts tournament", "Round": fixture.game + 1}
        tags = game | seats | {"Result": result, "Board": shared.rules, "Seed": shared.seed}
        tags |= dict(zip(TIMES, shared.limits, strict=True))
        tags |= {"Termination": played.reason or NORMAL}
        lines = [f'[{tag} "{_escaped(str(said))}"]' for tag, said in tags.items()]
        names = [move_name(move, shared.rules) for move in played.moves]
        pairs = (names[ply : ply + 2] for ply in range(0, len(names), 2))
        moves = [f"{number}. {' '.join(pair)}" for number, pair in enumerate(pairs, 1)]
        text = textwrap.fill(" ".join([*moves, result]), WIDTH)
        return "\n".join([*lines, "", text, "", ""])

    def parts(self, file: BinaryIO) -> Iterator[bytes]:
        data = _Buffered(file)
        while (tags := data.upto(b"\n\n")) and (moves := data.upto(b"\n\n")):
            yield tags + moves

    def seed(self, text: str) -> int:
        return int(_tags(text)["Seed"])

    def read(self, text: str, shared: Shared, first: bool) -> Played:  # noqa: ARG002 - each says all
        head, _, moves = text.partition("\n\n")
        tags = _tags(head)
        move, time = (None if tags[name] == "None" else float(tags[name]) for name in TIMES)
        said = {"rules": tags["Board"], "seed": int(tags["Seed"]), "move": move, "time": time}
        _same(said, shared)
        *words, result = moves.split()
        winner = {result: mark for mark, result in RESULTS.items()}[tags["Result"]]
        if result != tags["Result"]:
            raise NotationError(f"it ends with {quoted(result)}, and its tag says {tags['Result']}")
        game = int(tags["Round"]) - 1
        a, b = (tags["X"], tags["O"]) if not game & 1 else (tags["O"], tags["X"])
        reason = "" if tags["Termination"] == NORMAL else tags["Termination"]
        return _checked(Fixture(a, b, game), winner, " ".join(words), reason, shared)


class _Buffered:
    """Reads a file in pieces that end with given bytes, and omits any text after the last piece."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._rest, self._at = file, bytearray(), 0

    def upto(self, mark: bytes) -> bytes:
        """The text up to and including the next mark; empty if no mark follows."""
        seen = self._at
        while (end := self._rest.find(mark, seen)) < 0:
            if len(self._rest) - self._at > LONGEST_GAME:
                raise NotationError(f"a game has more than {LONGEST_GAME:,} bytes; fewer are read")
            seen = max(len(self._rest) - len(mark) + 1, self._at)
            more = self._file.read(1 << 16)
            if not more:
                return b""
            self._rest += more
        found = bytes(self._rest[self._at : end + len(mark)])
        self._at = end + len(mark)
        if self._at > 1 << 16:
            del self._rest[: self._at]
            self._at = 0
        return found


def _same(given: dict[str, Any], shared: Shared) -> None:
    """Raise `NotationError` unless the games of a file belong to this tournament."""
    for name, here in shared.plain().items():
        if given[name] != here:
            raise NotationError(f"its {name} is {given[name]}, and here it is {here}")


def _checked(
    fixture: Fixture, winner: int | None, moves: object, reason: object, shared: Shared
) -> Played:
    """A game, after a check. Raises `NoughtsError` if it is not valid."""
    a, b, number = fixture
    texts = (a, b, moves, reason)
    if not all(isinstance(each, str) for each in texts) or type(number) is not int or number < 0:
        raise NotationError("names, moves and reason are texts, and the number is one from 0")
    game: Game = read_record(f"{shared.rules}: {moves}")[0]
    ended = game.outcome is not None and game.winner == winner
    if not (winner if reason else ended):
        raise NotationError(f"{quoted(moves)} is not won as it says")
    return Played(fixture, winner, game.moves, str(reason))


def _tags(text: str) -> dict[str, str]:
    return {tag: re.sub(r"\\(.)", r"\1", said) for tag, said in TAG.findall(text)}


def _escaped(text: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(text.splitlines()))
