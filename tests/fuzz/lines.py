"""The lines of the command that are drawn: for each command its arguments and all its options."""

from __future__ import annotations

import random
import shlex
from collections.abc import Sequence

import click

from noughts.cli.command import COMMANDS, Command
from noughts.cli.main import main
from noughts.codecs import CODECS
from noughts.emit import LANGUAGES

NUMBERS = ["0", "1", "2", "5", "9", "-1", "10", "64", "100", "1000", "65536", "1000000", "1000001"]
NUMBERS += ["4294967296", "9" * 20, "9" * 400, "9" * 5000, "1e400", "nan", "inf", "0x11", "0b", ""]
TIMES = ["0", "0.01", "-1", "1e10", "1e300", "1e400", "nan", "x", "0x1", "9" * 400]
SMALL = ["2,2,2", "3,3,3", "2,3,2,misere", "2x2x2,2", "3,3,3,torus"]
BOARDS = ["3,3,3", "2,2,2", "1,1,1", "4,3,3", "4,4,4", "3,3,3,misere", "1,10,3", "5,5,4", "8,8,5"]
BOARDS += ["9,9,5", "64,64,5", "100,100,5", "101,100,5", "300,300,3", "1000,1000,3", "1000000,1,1"]
BOARDS += ["1,1000000,2", "1001,1000,3", "3,3,4", "0,3,3", "3,3", ",,,", "3,3,3,torus", "2x2x2,2"]
BOARDS += ["86,86,5", "12,12,12", "999999999,999999999,1", "3x3x3,3", "1x1,1", "10x10x10x10,3"]
BOARDS += ["3,4,3,torus,misere", "4x4x4,4", "2x2x2x2x2x2,2", "19,19,5", "1x3x3,3,misere", "6,5,4"]
POSITIONS = ["XO./.X./..O", ".../.../...", "XXX/OO./...", "X", "/", "///", "XO./.X./..?", "X" * 70]
POSITIONS += ["/".join(["." * 64] * 64), "/".join(["." * 100] * 100), "X" * 100_000, "é" * 90]
POSITIONS += ["X.../.O../..../....", "X./..//.O/..", "XO/.."]
WORDS = ["", "-", "--", "-h", "x", "\udcff", "a" * 300, "b" * 100_000, "'", "%", "../..", "{}"]
PLAYERS = ["perfect", "random", "minimax", "graded:1/2", "level:25%", "perfect:first", "graded:"]
PLAYERS += ["level:0.5", "graded:1/3", "level:1e9", f"graded:0.{'3' * 90}", f"level:{'1' * 5000}"]
PLAYERS += ["easy", "medium", "hard", "perfect:random", "perfect:trap", "strong:0.01", "strong"]
PLAYERS += ["strong:0", "strong:-1", "strong:1e300", "strong:nan", "no.module:x", "os:sep", ":"]
PLAYERS += ["self", *(f"agent-{n}.npz" for n in range(4)), "missing.npz", "/dev/zero.npz"]
RECORDS = ["b2 a1 c3", "4,4,4: b2 a1", "XO./.../...: b2", ":", "z" * 90_000, "a1 " * 30_000]
RECORDS += ["1000,1000,3: " + "a1 b1 " * 9000, "64,64,64: a1", "3,3,3: a1 a1", "3x3x3,3: 2b2"]
CLUSTERS = ["local:1", "local:0", "local:x", "local:", "tcp://127.0.0.1:1", "tcp://", "x", ""]
METHODS = ["menace", "q", "sarsa", "td", "mc", "dqn"]
PARTS = ["0:1", ":", "-1:", "5", f"{'9' * 5000}:", "9" * 30 + ":"]
ENDS = ["", ".npz", ".svg", ".txt", ".parquet", ".arrow", ".search"]
NEW = [f"{place}{end}" for place in ("new", "no/where", "memory://new") for end in ENDS]
CODES = [*CODECS, "text", "none"]
FEW = [*SMALL * 6, *BOARDS]
# What an option takes, by its name in the help; files are added.
TAKEN = {"BOARD": FEW, "PLAYER": PLAYERS, "RECORD": RECORDS, "SECONDS": TIMES, "CLUSTER": CLUSTERS}
TAKEN |= {"float range": TIMES, "CODEC": CODES, "CODEC|text": CODES, "START:STOP": PARTS}
TAKEN |= {"FILE": NEW, "FOLDER": NEW, "DATE": ["2026-11-24", "1-1-1", "0001-01-01", "x"]}
# What the arguments of a command take; some of the last may be left out.
ARGUMENTS = {"solve": [BOARDS, POSITIONS], "versus": [PLAYERS] * 4, "perft": [BOARDS], "map": [FEW]}
ARGUMENTS |= {"count": [BOARDS], "table": [BOARDS], "values": [BOARDS] * 2, "dataset": [FEW]}
ARGUMENTS |= {"certify": [SMALL, POSITIONS], "learn": [METHODS], "show": [POSITIONS + NUMBERS]}
ARGUMENTS |= {"convert": [NUMBERS] * 3, "emit": [[*LANGUAGES, "none"]], "pack": [NEW, ["-"]]}
ARGUMENTS |= {"unpack": [NEW, NEW], "info": [NEW], "repair": [NEW, NEW]}
ARGUMENTS |= {"shell": [["bash", "zsh", "fish", "x"]]}
BOUNDED = ["--time=0.1", "--nodes=1000"]  # no search without an end


class Lines:
    """Draws lines, with the names of these files and inputs among their words."""

    def __init__(self, draw: random.Random, files: list[str]) -> None:
        self._random, self._files = draw, files
        commands = {name: main.get_command(click.Context(main), name) for name in COMMANDS}
        self._examples = [
            shlex.split(example)[1:]
            for command in commands.values()
            if isinstance(command, Command)
            for example in command.examples
            if "exec:" not in example  # which, when it is changed, might run anything
        ]
        self.options = {
            name: {
                option: None if each.is_flag else self._taken(each)
                for each in (command.params if command else ())
                if isinstance(each, click.Option)
                for option in [*each.opts[-1:], *each.secondary_opts]
            }
            for name, command in commands.items()
        }

    def line(self) -> list[str]:
        """The next line: most are nearly right."""
        draw = self._random
        words = self.of(draw.choice(list(COMMANDS)))
        if draw.random() < 0.3:
            words = list(draw.choice(self._examples))
        for _ in range(draw.choice([0, 0, 1, 1, 2, 4])):
            self._mutate(words)
        words = [word.replace("\0", "") for word in words if len(word) < 120_000]
        if {"serve", "web"} & {*words[:2]}:  # "--" may stand before it
            words.append("--port=x")  # to serve has no end
        if words[:1] == ["solve"]:
            words += [each for each in BOUNDED if draw.random() < 0.95]
        return words

    def of(self, name: str) -> list[str]:
        """A line of one command as it is meant, or nearly so."""
        draw, options, given = self._random, self.options[name], ARGUMENTS.get(name, [])
        given = given[: draw.choice([len(given), draw.randrange(len(given) + 1)])]
        words = [name, *(draw.choice(self._with_files(values)) for values in given)]
        for option, values in options.items():
            if draw.random() < min(0.5, 2 / len(options)):  # of many, each can be wrong
                words.append(f"{option}={draw.choice(values)}" if values else option)
        return words

    def _taken(self, option: click.Option) -> Sequence[str]:
        """The values to draw from for an option."""
        if isinstance(option.type, click.Choice):
            return [*option.type.choices, "z"]
        if isinstance(option.type, click.types.IntParamType):
            return NUMBERS
        return self._with_files(TAKEN.get(option.metavar or option.type.name, [*WORDS, *NUMBERS]))

    def _with_files(self, values: Sequence[str]) -> Sequence[str]:
        return [*self._files, *values] if values is NEW else values

    def _mutate(self, words: list[str]) -> None:
        draw = self._random
        junk = draw.choice(draw.choice([WORDS, NUMBERS, BOARDS, POSITIONS, self._files]))
        at = draw.randrange(len(words) + 1)
        match draw.randrange(4):
            case 0:
                words.insert(at, junk)
            case 1:
                words[at : at + 1] = []
            case 2:
                words[at : at + 1] = [junk]
            case _:
                words[at : at + 1] = [word + junk for word in words[at : at + 1]]
