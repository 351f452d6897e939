"""Commands that write files, which a signal ends at any moment: what is in the files then is right.

A file is as it was, or as the whole command writes it. A store that codes are added to has all that
it had, and the first of the others; of a table in shards, each file is whole; and an agent has
played some of its games. The same command, run again, ends as if nothing had happened, and removes
what was under way.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from click.testing import CliRunner

from noughts import store
from noughts.cli.main import main
from noughts.errors import NoughtsError
from noughts.learn import Menace, load_agent, save_agent
from tests.fuzz.files import learnt
from tests.fuzz.processes import LINES, Given, Result, run, wrong

SIGNALS = [signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGKILL]
CODES, ADDED = 30_000, 300_000  # of a store, and those that come to it
LEFT = ".noughts-*.part"  # what is under way
LAST, MANY = 200, 10**9  # lines at the end that are drawn more often; more than a command has
GAMES = 2  # where an agent's games stand in what it is


def content(path: Path) -> Any:
    """What is in a file, or in the files of a folder, as far as it does not change with time."""
    if path.is_dir():
        return {each.name: content(each) for each in path.iterdir() if each.is_file()}
    if not path.exists():
        return None
    if path.suffix == ".store":
        found = store.read(path)
        if damage := [*filter(None, found.damage())]:
            raise NoughtsError(damage[0])
        return found[:].tobytes()
    return learnt(load_agent(path)) if path.suffix == ".npz" else path.read_bytes()


def replaced(found: Any, before: Any, whole: Any) -> bool:
    """Whether it is as it was, or whole."""
    return found in (before, whole)


def added(found: Any, before: Any, whole: Any) -> bool:
    """Whether a store has what it had, and the first of the other codes."""
    return bool(found.startswith(before) and whole.startswith(found))


def sharded(found: Any, _: Any, whole: Any) -> bool:
    """Whether each file of a folder is whole."""
    return found is None or found.items() <= whole.items()


def played(found: Any, before: Any, whole: Any) -> bool:
    """Whether an agent has played some of its games."""
    return bool(before[GAMES] <= found[GAMES] <= whole[GAMES])


def first_games(found: Any, _: Any, whole: Any) -> bool:
    """Whether a file has the first games of a tournament; the last may be cut."""
    return found is None or bool(whole.startswith(found))


class Writing(NamedTuple):
    """A line of the command, the name of what it writes, and what that may be in the end."""

    line: str
    name: str
    right: Callable[[Any, Any, Any], bool] = replaced


class Whole(NamedTuple):
    """What a command writes if nothing interrupts it, in which time and by how many lines."""

    content: Any
    seconds: float
    lines: int


WRITINGS = [
    Writing("pack new.store ../codes --raw --to canonical", "new.store"),
    Writing("pack old.store ../codes --raw --append", "old.store", added),
    Writing("unpack ../old.store text", "text"),
    Writing("unpack ../old.store new.parquet", "new.parquet"),
    Writing("table 4,3,3 -o a.table", "a.table"),
    Writing("table 3,3,3 --to shards", "shards", sharded),
    Writing("learn menace --games 300 --seed 1 -o old.npz", "old.npz", played),
    Writing("certify 4,3,3 -o proof", "proof"),
    Writing("dataset 2,3,3 -o positions.arrow", "positions.arrow"),
    Writing("emit c -o noughts.h", "noughts.h"),
    Writing("map -o map.svg", "map.svg"),
    Writing("solve 3,3,3 --certificate proof", "proof"),
    Writing(
        "versus random perfect:first --games 60 --seed 1 --workers 1 --records games",
        "games",
        first_games,
    ),
]


class Interruptions:
    """Draws commands that write, and the moments at which they are interrupted."""

    def __init__(self, draw: random.Random, folder: Path) -> None:
        self._random, self._folder, self._room = draw, folder, folder / "room"
        self._room.mkdir(parents=True)
        (np.arange(ADDED, dtype="<u2") % 765).tofile(folder / "codes")
        with store.create(folder / "old.store", "canonical") as writer:
            writer.write_codes(np.arange(CODES) % 765)
        save_agent(Menace(seed=1), folder / "old.npz")
        self._whole: dict[Writing, Whole] = {}

    def case(self, writing: Writing | None = None) -> tuple[Given, Result, str | None]:
        """A command, how it ended, and what is wrong, or None."""
        draw = self._random
        writing = writing or draw.choice(WRITINGS)
        if writing not in self._whole:
            self._whole[writing] = self._run_whole(writing)
        whole = self._whole[writing]
        before = self._make_room(writing)
        given = Given(writing.line.split(), signal=draw.choice(SIGNALS))
        if draw.random() < 0.5:
            given = given._replace(seconds=draw.uniform(0, whole.seconds))
        else:  # the last lines put a file in its place
            last = draw.randrange(min(whole.lines, draw.choice((LAST, whole.lines))))
            given = given._replace(line=whole.lines - 1 - last)
        result = run(given, self._room)
        try:
            reason = wrong(given, result) or self._wrong(writing, given, result, before)
        except NoughtsError as error:
            reason = f"{writing.name} cannot be read: {error}"
        return given, result, reason

    def _run_whole(self, writing: Writing) -> Whole:
        """Run a command to its end: first here, so that processes find what it loads."""
        words = writing.line.split()
        with chdir(self._room):
            CliRunner().invoke(main, words)
        self._make_room(writing)
        begin = time.monotonic()
        run(Given(words), self._room)
        seconds = time.monotonic() - begin
        self._make_room(writing)
        result = run(Given(words, line=MANY), self._room)
        assert not result.status, result.said
        lines = int.from_bytes(LINES[:], "little")
        return Whole(content(self._room / writing.name), seconds, lines)

    def _make_room(self, writing: Writing) -> Any:
        """A new folder, with the file that is there before, if one is; what is in it."""
        shutil.rmtree(self._room)
        self._room.mkdir()
        if (self._folder / writing.name).exists():
            shutil.copy(self._folder / writing.name, self._room)
        return content(self._room / writing.name)

    def _wrong(self, writing: Writing, given: Given, result: Result, before: Any) -> str | None:
        """What is wrong with the files that are there, and with those of a second run, or None."""
        path, whole = self._room / writing.name, self._whole[writing].content
        found = content(path)
        if not writing.right(found, before, whole) or (not result.status and found != whole):
            return f"{writing.name} is neither as it was nor as it will be"
        if writing.right is added:
            whole = found + whole[len(before) :]
        elif found == whole:
            return None
        for left in self._room.rglob(LEFT):
            os.utime(left, (0, 0))  # it is nobody's now, as it would be in a minute
        again = run(Given(given.words), self._room)
        if again.status or content(path) != whole:
            return f"run again, it ends with {again.status}: {again.said[-500:]}"
        return "something under way is left" if [*self._room.rglob(LEFT)] else None
