"""The lines of the command that are drawn: for each command its arguments and all its options."""

from __future__ import annotations

import random
import shlex
from collections.abc import Callable, Mapping, Sequence

import click

from noughts.cli.command import Command
from noughts.cli.command_list import COMMANDS
from noughts.cli.main import main
from noughts.codecs import CODECS
from noughts.emit import LANGUAGES

NUMBERS = ["0", "1", "5", "9", "-1", "10", "64", "100", "1000", "65536", "1000000", "1000001"]
NUMBERS += ["4294967296", "9" * 20, "9" * 400, "9" * 5000, "1e400", "nan", "inf", "0x11", "0b", ""]
TIMES = ["0", "0.01", "-1", "1e10", "1e300", "1e400", "nan", "x", "0x1", "9" * 400]
BOARDS = ["3,3,3", "2,2,2", "1,1,1", "4,3,3", "4,4,4", "3,3,3,misere", "1,10,3", "5,5,4", "8,8,5"]
BOARDS += ["9,9,5", "64,64,5", "100,100,5", "101,100,5", "300,300,3", "1000,1000,3", "1000000,1,1"]
BOARDS += ["1,1000000,2", "1001,1000,3", "3,3,4", "0,3,3", "3,3", ",,,", "3,3,3,torus", "2x2x2,2"]
BOARDS += ["86,86,5", "12,12,12", "999999999,999999999,1", "3x3x3,3", "1x1,1", "10x10x10x10,3"]
BOARDS += ["3,4,3,torus,misere", "4x4x4,4", "2x2x2x2x2x2,2", "19,19,5", "1x3x3,3,misere"]
SMALL = ["2,2,2", "3,3,3", "2,3,2,misere", "2x2x2,2", "3,3,3,torus"]
POSITIONS = ["XO./.X./..O", ".../.../...", "XXX/OO./...", "X", "/", "///", "XO./.X./..?", "X" * 70]
POSITIONS += ["/".join(["." * 64] * 64), "/".join(["." * 100] * 100), "X" * 100_000, "é" * 90]
POSITIONS += ["X.../.O../..../....", "X./..//.O/..", "XO/.."]
WORDS = ["", "-", "--", "-h", "x", "\udcff", "a" * 300, "b" * 100_000, "'", "%", "../..", "{}"]
PLAYERS = ["perfect", "random", "minimax", "graded:1/2", "level:25%", "perfect:first", "graded:"]
PLAYERS += ["level:0.5", "graded:1/3", "level:1e9", f"graded:0.{'3' * 90}", f"level:{'1' * 5000}"]
PLAYERS += ["easy", "medium", "hard", "perfect:random", "perfect:trap", "strong:0.01", "strong"]
PLAYERS += ["strong:0", "strong:-1", "strong:1e300", "strong:nan", "no.module:x", "os:sep", ":"]
PLAYERS += ["agent.npz", "agent.npz.0.npz", "agent.npz.1.npz", "missing.npz", "/dev/zero.npz"]
RECORDS = ["b2 a1 c3", "4,4,4: b2 a1", "XO./.../...: b2", ":", "z" * 90_000, "a1 " * 30_000]
RECORDS += ["1000,1000,3: " + "a1 b1 " * 9000, "64,64,64: a1", "3,3,3: a1 a1", "3x3x3,3: 2b2"]
CLUSTERS = ["local:1", "local:0", "local:x", "local:", "tcp://127.0.0.1:1", "tcp://", "x", ""]
SIDES = ["x", "o", "both", "neither", "z"]
CODES = [*CODECS, "text", "none"]
BASES = ["hex", "bin", "oct", "dec", "x"]
BOUNDED = ["--time=0.1", "--nodes=1000"]  # no search without an end

Options = Mapping[str, Sequence[str] | None]  # the values to draw from; None for a flag


class Lines:
    """Draws lines, with the names of these files and inputs among their words."""

    def __init__(self, draw: random.Random, files: list[str], inputs: list[str]) -> None:
        self._random = draw
        self._files = [*files, *inputs]
        self._examples = [
            shlex.split(example)[1:]
            for name in COMMANDS
            for command in [_command(name)]
            if isinstance(command, Command)
            for example in command.examples
        ]
        self.options = {name: _derived(name) for name in COMMANDS} | _options(files)
        self._arguments = self._drawn_arguments()

    def line(self) -> list[str]:
        """The next line: most are nearly right."""
        draw = self._random
        words = self.of(draw.choice(list(COMMANDS)))
        if draw.random() < 0.3:
            words = list(draw.choice(self._examples))
        for _ in range(draw.choice([0, 0, 1, 1, 2, 4])):
            self._mutate(words)
        words = [word.replace("\0", "") for word in words if len(word) < 120_000]
        if "web" in words[:2]:  # "--" may stand before it
            words.append("--port=x")  # to serve has no end
        if words[:1] == ["solve"]:
            words += [each for each in BOUNDED if draw.random() < 0.95]
        return words

    def of(self, name: str) -> list[str]:
        """A line of one command as it is meant, or nearly so."""
        words, options = [name, *self._arguments.get(name, list)()], self.options[name]
        for option, values in options.items():
            if self._random.random() < min(0.5, 2 / len(options)):  # of many, each can be wrong
                words.append(f"{option}={self._one(values)}" if values else option)
        return words

    def _drawn_arguments(self) -> dict[str, Callable[[], list[str]]]:
        one, draw = self._one, self._random
        return {
            "solve": lambda: draw.sample([one(BOARDS), one(POSITIONS)], draw.randrange(3)),
            "versus": lambda: [
                one(PLAYERS),
                one(PLAYERS),
                *draw.sample(PLAYERS, draw.choice([0, 0, 0, 1, 2])),
            ],
            "perft": lambda: [one(BOARDS)],
            "count": lambda: [one([*BOARDS[:7], "9,9,9", "6,5,4", "3x3x2,3"])],
            "table": lambda: [one([*BOARDS[:7], "6,5,4", "5,5,4", "1000,1000,3", "2x2x3,2"])],
            "values": lambda: draw.sample(BOARDS, draw.randrange(3)),
            "certify": lambda: draw.sample([one(SMALL), one(POSITIONS)], draw.randrange(3)),
            "learn": lambda: [one(["menace", "q", "sarsa", "td", "mc", "dqn"])],
            "show": lambda: [one(POSITIONS + NUMBERS)],
            "convert": lambda: draw.sample(NUMBERS, draw.randrange(4)),
            "map": lambda: [one([*SMALL, *BOARDS])],
            "emit": lambda: [one([*LANGUAGES, "none"])],
            "dataset": lambda: [one([*SMALL, *BOARDS])],
            "pack": lambda: [
                one([*self._files, "new", "no/where"]),
                *draw.sample([*self._files, "-"], draw.randrange(2)),
            ],
            "unpack": lambda: [
                one(self._files),
                *draw.sample(["new", "new.parquet", *self._files], draw.randrange(2)),
            ],
            "info": lambda: [one(self._files)],
            "shell": lambda: [one(["bash", "zsh", "fish", "x"])],
        }

    def _one(self, items: Sequence[str]) -> str:
        return self._random.choice(items)

    def _mutate(self, words: list[str]) -> None:
        draw = self._random
        junk = draw.choice([WORDS, NUMBERS, BOARDS, POSITIONS, self._files])
        at = draw.randrange(len(words) + 1)
        match draw.randrange(4):
            case 0:
                words.insert(at, self._one(junk))
            case 1:
                words[at : at + 1] = []
            case 2:
                words[at : at + 1] = [self._one(junk)]
            case _:
                words[at : at + 1] = [word + self._one(junk) for word in words[at : at + 1]]


def _command(name: str) -> click.Command:
    command = main.get_command(click.Context(main), name)
    assert command
    return command


def _derived(name: str) -> Options:
    """The options of a command for which nothing better is known: any words, and numbers."""
    options = [each for each in _command(name).params if isinstance(each, click.Option)]
    return {
        name: None if each.is_flag else [*WORDS, *NUMBERS]
        for each in options
        for name in [*each.opts[-1:], *each.secondary_opts]
    }


def _options(files: list[str]) -> dict[str, Options]:
    """The options of the commands, as their help has them, and what they may be given."""

    def output(*ends: str) -> list[str]:
        return [*files, *(f"{place}{end}" for end in ends for place in ("new", "no/where"))]

    board, seed, json = {"--board": BOARDS}, {"--seed": NUMBERS}, {"--json": None}
    few = {"--board": ["3,3,3", *SMALL * 8, *BOARDS]}
    plot = {"--plot": output(".svg", ".txt")}
    return {
        "play": {
            "--side": SIDES,
            "--opponent": PLAYERS,
            "--x": PLAYERS,
            "--o": PLAYERS,
            "--delay": TIMES,
            **board,
            **seed,
            "--resume": RECORDS,
            "--plain": None,
        },
        "web": {"--port": NUMBERS, "--no-open": None},
        "classic": {"--resume": NUMBERS, "--trace": None},
        "solve": {
            **json,
            "--moves": None,
            "--line": None,
            "--time": TIMES,
            "--nodes": NUMBERS,
            "--memory": ["1", "64", "10" + "0" * 30],
            "--threads": ["1", "2", "3", *NUMBERS],
            "--certificate": output(".txt"),
            "--cluster": CLUSTERS,
            "--resume": output(".search"),
        },
        "versus": {**few, "--games": ["2", "10", "3", "0", "-2", "x"], **seed, **json},
        "perft": {"--depth": [*NUMBERS, *"012012"], "--yes": None, **json},
        "count": {**plot, **json},
        "table": {
            "--output": output(""),
            "--to": output("", "memory://new"),
            "--cluster": CLUSTERS,
            "--yes": None,
            **json,
        },
        "values": {"--k": NUMBERS, "--misere": None, "--normal": None, **json},
        "certify": {"--side": SIDES, "--output": output(""), "--check": [*files, "-"]},
        "learn": {
            **few,
            "--against": ["self", *PLAYERS],
            "--side": SIDES,
            "--games": ["0", "10", "1000", "-1", "9" * 30],
            **seed,
            "--output": output(".npz"),
            **plot,
            **json,
        },
        "show": {"--from": CODES, **board, **json},
        "convert": {"--from": CODES, "--to": CODES, "--base": BASES, **board},
        "map": {"--side": SIDES, "--player": PLAYERS, "--output": output(".svg")},
        "emit": {**board, "--bits": ["pair", "base4", "x"], "--output": output("")},
        "dataset": {"--output": output(".parquet", ".arrow"), "--classes": None},
        "pack": {
            "--to": CODES,
            "--from": CODES,
            **board,
            "--plain": None,
            "--raw": None,
            "--append": None,
        },
        "unpack": {
            "--to": CODES,
            "--base": BASES,
            "--raw": None,
            "--only": ["0:1", ":", "-1:", "5", f"{'9' * 5000}:", "9" * 30 + ":"],
            "--skip-damaged": None,
        },
        "info": {"--check": None, **json},
        "shell": {"--print": None, "--remove": None},
    }
