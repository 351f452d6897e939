"""Attacks the command with thousands of generated lines, and tells what it finds.

    python tools/attack.py --commands 25000 --seed 1 --seconds 3600

Each line runs in a process of its own, forked from this one, where all is imported. It is a finding
if it

- shows a traceback, or anything that Python ignored,
- ends by a signal, or with a status other than 0, 1, 2 and 130,
- takes more than 1 GiB, or more than 10 s of a processor without a word about it (a game answers
  each line that is typed: that is a word),
- or writes an error of more than 2,000 characters.

What comes in is as bad as it gets: huge boards, endless lines, numbers of a thousand digits, stores
and tables with bytes flipped, folders and devices for files, and a full disk for the output.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shlex
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import numba  # noqa: F401 - imported once, here, and not in each process
import pyarrow  # noqa: F401 - as above
from click.testing import CliRunner

from noughts.cli.command import Command
from noughts.cli.command_list import COMMANDS
from noughts.cli.main import main
from noughts.codecs import CODECS
from noughts.emit import LANGUAGES

MEMORY = 1 << 20  # KiB
SECONDS = 10.0
SAID = 2000  # characters of an error
PATIENCE = 300.0  # seconds after which a process that waits is ended

NUMBERS = ["0", "1", "5", "9", "-1", "10", "64", "100", "1000", "65536", "1000000", "1000001"]
NUMBERS += ["4294967296", "9" * 20, "9" * 400, "9" * 5000, "1e400", "nan", "inf", "0x11", "0b", ""]
BOARDS = ["3,3,3", "2,2,2", "1,1,1", "4,3,3", "4,4,4", "3,3,3,misere", "1,10,3", "5,5,4", "8,8,5"]
BOARDS += ["9,9,5", "64,64,5", "100,100,5", "101,100,5", "300,300,3", "1000,1000,3", "1000000,1,1"]
BOARDS += ["1,1000000,2", "1001,1000,3", "3,3,4", "0,3,3", "3,3", ",,,", "3,3,3,torus", "2x2x2,2"]
BOARDS += ["86,86,5", "12,12,12", "999999999,999999999,1", "3x3x3,3", "1x1,1", "10x10x10x10,3"]
POSITIONS = ["XO./.X./..O", ".../.../...", "XXX/OO./...", "X", "/", "///", "XO./.X./..?", "X" * 70]
POSITIONS += ["/".join(["." * 64] * 64), "/".join(["." * 100] * 100), "X" * 100_000, "é" * 90]
WORDS = ["", "-", "--", "-h", "x", "\udcff", "a" * 300, "b" * 100_000, "'", "%", "../..", "{}"]
PLAYERS = ["perfect", "random", "minimax", "graded:1/2", "level:25%", "perfect:first", "graded:"]
PLAYERS += ["level:0.5", "graded:1/3", "level:1e9", f"graded:0.{'3' * 90}", f"level:{'1' * 5000}"]
RECORDS = ["b2 a1 c3", "4,4,4: b2 a1", "XO./.../...: b2", ":", "z" * 90_000, "a1 " * 30_000]
RECORDS += ["1000,1000,3: " + "a1 b1 " * 9000, "64,64,64: a1", "3,3,3: a1 a1"]
STREAMS = [("stdin", "r", "strict"), ("stdout", "w", "strict"), ("stderr", "w", "backslashreplace")]
BOUNDED = ["--time=0.1", "--nodes=1000"]  # no search without an end


class Given(NamedTuple):
    """A line of the command, its standard input and output, and what it finds there."""

    words: list[str]
    typed: Path
    output: str
    environment: dict[str, str | None]


class Result(NamedTuple):
    """How it ended: its status, what it said, its memory in KiB and its processor's seconds.

    `answered` is whether it wrote anything to a file that was its output.
    """

    status: int
    said: str
    memory: int
    seconds: float
    answered: bool


class Attack:
    """Draws lines of the command with one seed, in a folder with files of every kind."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._random = random.Random(seed)
        self._folder = folder
        self._inputs = self._written_inputs()
        self._files = self._written_files()
        self._examples = [
            shlex.split(example)[1:]
            for name in COMMANDS
            for command in [main.get_command(None, name)]  # type: ignore[arg-type]  # it needs no context
            if isinstance(command, Command)
            for example in command.examples
        ]

    def given(self) -> Given:
        """The next line."""
        draw = self._random
        words = self._line() if draw.random() < 0.7 else list(draw.choice(self._examples))
        for _ in range(draw.choice([0, 0, 1, 1, 2, 4])):
            self._mutate(words)
        words = [word.replace("\0", "") for word in words if len(word) < 120_000]
        if words[:1] == ["web"]:
            words.append("--port=x")  # to serve has no end
        if words[:1] == ["solve"]:
            words += [each for each in BOUNDED if draw.random() < 0.95]
        written = str(self._folder / "output")
        output = draw.choice([os.devnull] * 8 + ["/dev/full", written])
        if words[:1] == ["play"] and output == os.devnull:
            output = written
        environment = {
            "NOUGHTS_CACHE": draw.choice([*[str(self._folder / "cache")] * 9, "/proc/none", ""]),
            "HOME": draw.choice([*[str(self._folder)] * 9, None, "/nowhere"]),
        }
        return Given(words, draw.choice(self._inputs), output, environment)

    def _line(self) -> list[str]:
        draw, name = self._random, self._random.choice(list(COMMANDS))
        board, codec = self._one(BOARDS), [*CODECS, "text", "none"]
        kinds: dict[str, Callable[[], list[str]]] = {
            "play": lambda: [
                *self._some("--side", ["x", "o", "both", "neither", "z"]),
                *self._some("--opponent", PLAYERS),
                *self._some("--board", BOARDS),
                *self._some("--seed", NUMBERS),
                *self._some("--resume", RECORDS),
            ],
            "web": lambda: self._some("--port", NUMBERS),
            "classic": lambda: [*self._some("--resume", NUMBERS), *self._flag("--trace")],
            "solve": lambda: [
                *draw.sample([board, self._one(POSITIONS)], draw.randrange(3)),
                *self._some("--memory", ["1", "64", "10" + "0" * 30]),
                *self._flag("--json", "--moves", "--line"),
            ],
            "versus": lambda: [
                self._one(PLAYERS),
                self._one(PLAYERS),
                *draw.sample(PLAYERS, draw.choice([0, 0, 0, 1, 2])),
                f"--board={self._one(['3,3,3', *['2,2,2'] * 40, *BOARDS])}",
                *self._some("--games", ["2", "10", "3", "0", "-2", "x"]),
                *self._some("--seed", NUMBERS),
                *self._flag("--json"),
            ],
            "learn": lambda: [
                self._one(["menace", "q", "sarsa", "td", "mc", "dqn"]),
                f"--board={self._one(['2,2,2', '3,3,3', *BOARDS])}",
                f"--games={self._one(['0', '10', '1000', '-1', '9' * 30])}",
                *self._some("--against", ["self", "nobody:x", *PLAYERS]),
                *self._some("--side", ["x", "o", "both", "z"]),
                *self._some("--seed", NUMBERS),
                *self._some("--output", [*self._files, "new.npz", "no/where.npz"]),
                *self._some("--plot", ["new.svg", "new.txt", "no/where.svg"]),
                *self._flag("--json"),
            ],
            "dataset": lambda: [
                self._one(["2,2,2", "3,3,3", *BOARDS]),
                *self._some(
                    "--output", [*self._files, "new.parquet", "new.arrow", "no/where.arrow"]
                ),
                *self._flag("--classes"),
            ],
            "perft": lambda: [
                board,
                f"--depth={self._one([*NUMBERS, *'012012'])}",
                *self._flag("--json"),
            ],
            "count": lambda: [*self._flag("--json"), self._one([*BOARDS[:7], "9,9,9", "6,5,4"])],
            "table": lambda: [
                self._one([*BOARDS[:7], "6,5,4", "5,5,4", "1000,1000,3"]),
                *self._some("--output", [*self._files, "new", "no/where"]),
            ],
            "certify": lambda: draw.choice(
                [
                    [self._one(BOARDS[:4]), *self._some("--side", ["x", "o", "y"])],
                    [f"--check={self._one([*self._files, '-'])}"],
                ]
            ),
            "values": lambda: [
                *draw.sample(BOARDS, draw.randrange(3)),
                *self._some("--k", NUMBERS),
                *self._flag("--misere", "--normal", "--json"),
            ],
            "shell": lambda: [self._one(["bash", "fish", "x"]), "--print", *self._flag("--remove")],
            "show": lambda: [
                self._one(POSITIONS + NUMBERS),
                *self._some("--from", codec),
                *self._some("--board", BOARDS),
                *self._flag("--json"),
            ],
            "convert": lambda: [
                f"--from={self._one(codec)}",
                f"--to={self._one(codec)}",
                *self._some("--base", ["hex", "bin", "oct", "dec", "x"]),
                *self._some("--board", BOARDS),
                *draw.sample(NUMBERS, draw.randrange(4)),
            ],
            "emit": lambda: [
                self._one([*LANGUAGES, "none"]),
                *self._some("--board", BOARDS),
                *self._some("--bits", ["pair", "base4", "x"]),
                *self._some("--output", ["new", "no/where"]),
            ],
            "pack": lambda: [
                self._one([*self._files, "new", "no/where"]),
                *draw.sample([*self._files, "-"], draw.randrange(2)),
                *self._some("--to", codec),
                *self._some("--from", codec),
                *self._some("--board", BOARDS),
                *self._flag("--plain", "--raw", "--append"),
            ],
            "unpack": lambda: [
                self._one(self._files),
                *draw.sample(["new", "new.parquet", *self._files], draw.randrange(2)),
                *self._some("--to", codec),
                *self._some("--only", ["0:1", ":", "-1:", "5", f"{'9' * 5000}:", "9" * 30 + ":"]),
                *self._flag("--raw", "--skip-damaged"),
            ],
            "info": lambda: [self._one(self._files), *self._flag("--check", "--json")],
        }
        return [name, *kinds[name]()]

    def _one(self, items: list[str]) -> str:
        return self._random.choice(items)

    def _some(self, option: str, values: list[str]) -> list[str]:
        return [f"{option}={self._one(values)}"] if self._random.random() < 0.5 else []

    def _flag(self, *names: str) -> list[str]:
        return [name for name in names if self._random.random() < 0.3]

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

    def _written_inputs(self) -> list[Path]:
        draw = self._random
        codes = "".join(f"{draw.randrange(20_000)}\n" for _ in range(3000))
        typed = {
            "nothing": b"",
            "codes": codes.encode(),
            "positions": b"XO./.X./...\nX../.../...\n" * 500,
            "games": b"b2 a1 c3 a3 a2\n1000,1000,3: a1\n" * 100,
            "a game": b"5\n1\n3\n7\n4\n6\n2\n8\n9\nn\nh\ns\nu\nr\n?\nq\n",
            "junk": draw.randbytes(20_000),
            "a line": b"0" * 2_000_000,
            "lines": b"h\n" * 20_000,
            "numbers": b"1" * 9000 + b"\n" + b"z" * 65_000 + b"\n-5\n0x" + b"f" * 7000 + b"\n",
        }
        paths = []
        for name, content in typed.items():
            path = self._folder / name
            path.write_bytes(content)
            paths.append(path)
        return [*paths, Path("/dev/zero"), Path("/dev/urandom")]

    def _written_files(self) -> list[str]:
        """Stores, tables and proofs, whole, cut and with bytes flipped; and what is no file."""
        (self._folder / "cache").mkdir()
        os.environ["NOUGHTS_CACHE"] = str(self._folder / "cache")
        run, draw = CliRunner(), self._random
        whole = {"store": "", "games": "", "table": "", "proof": ""}
        for name in whole:
            whole[name] = str(self._folder / name) + "." + name
        run.invoke(main, ["pack", whole["store"], str(self._inputs[1]), "--to", "base3"])
        with open(whole["games"], "wb") as file:
            file.write(b"\x89noughts" + bytes(200))
        codes = self._folder / "few"
        codes.write_text("1\n88\n0\n" * 9000)
        run.invoke(main, ["pack", str(self._folder / "many.store"), str(codes), "--to", "pair"])
        run.invoke(main, ["table", "2,2,2", "-o", whole["table"]])
        run.invoke(main, ["certify", "-o", whole["proof"]])
        # What is compiled is read here, once, and not in each process.
        run.invoke(main, ["unpack", whole["store"], "--to", "pair"])
        for search in ("4,4,4", "4,4,3,misere"):
            run.invoke(main, ["solve", search, "--time=1", "--line"])
        paths = [*whole.values(), str(self._folder / "many.store")]
        for path in list(paths):
            content = bytearray(Path(path).read_bytes()) if Path(path).exists() else bytearray(9)
            for number in range(12):
                bad = bytearray(content)
                for _ in range(draw.randrange(1, 9)):
                    at = draw.randrange(len(bad) + 1)
                    bad[at : at + 1] = draw.randbytes(draw.choice([0, 1, 1, 1, 2]))
                if draw.random() < 0.5:
                    del bad[draw.randrange(len(bad) + 1) :]
                paths.append(f"{path}.{number}")
                Path(paths[-1]).write_bytes(bad)
        for board in ("3,3,3", "4,4,4", "1,10,3"):
            target = self._folder / "cache" / f"{board}.table"
            target.write_bytes(Path(draw.choice(paths)).read_bytes())
        (self._folder / "bad.parquet").write_bytes(b"PAR1" + draw.randbytes(99) + b"PAR1")
        others = [
            str(self._folder),
            "/dev/null",
            "/dev/full",
            "/dev/zero",
            "missing",
            "bad.parquet",
        ]
        return [*paths, *others, *map(str, self._inputs[:8])]


def run(given: Given, folder: Path) -> Result:
    """Run a line in a process of its own."""
    said = folder / "said"
    child = os.fork()
    if not child:
        _become(given, folder, said)
    begin = time.monotonic()
    while True:
        ended, status, used = os.wait4(child, os.WNOHANG)
        if ended:
            break
        if time.monotonic() - begin > PATIENCE:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.001)
    text = said.read_text(errors="replace")
    seconds = used.ru_utime + used.ru_stime
    answered = os.path.getsize(given.output) > 0  # a device has no size
    return Result(os.waitstatus_to_exitcode(status), text, used.ru_maxrss, seconds, answered)


def _become(given: Given, folder: Path, said: Path) -> None:
    """Be the command, in the child."""
    resource.setrlimit(resource.RLIMIT_DATA, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (int(SECONDS) + 1, int(SECONDS) + 2))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 29, 1 << 29))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    os.chdir(folder)
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    for number, path in ((1, given.output), (2, str(said))):
        os.dup2(os.open(path, flags, 0o600), number)
    os.dup2(os.open(given.typed, os.O_RDONLY), 0)
    for name, value in given.environment.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value
    for number, (name, mode, errors) in enumerate(STREAMS):
        setattr(sys, name, open(number, mode, errors=errors, closefd=False))  # noqa: SIM115
    sys.argv = ["noughts", *given.words]
    status = 1
    try:
        main(prog_name="noughts")
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else 1
    except BaseException:  # whatever it is, Python would show it
        sys.excepthook(*sys.exc_info())
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        status = 120
    os._exit(status)


def wrong(result: Result, base: int) -> str | None:
    """What is wrong with how a line ended, or None."""
    if "Traceback" in result.said or "Exception ignored" in result.said:
        return "a traceback"
    if result.status == -signal.SIGXCPU:  # long work: it may be, if that is said
        told = result.said or result.answered
        return None if told else f"{result.seconds:.0f} s without a word"
    if result.status not in (0, 1, 2, 130):
        return f"status {result.status}"
    if result.memory - base > MEMORY:
        return f"{(result.memory - base) >> 10} MiB"
    longest = max(map(len, result.said.splitlines()), default=0)
    if longest > SAID:
        return f"a line of {longest} characters"
    return None


def attack() -> int:
    """Run until one of the limits is met; the number of findings."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--commands", type=int, default=25_000)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    ends, found, done = time.monotonic() + asked.seconds, 0, 0
    spent: Counter[str] = Counter()
    slowest, largest = 0.0, 0
    with tempfile.TemporaryDirectory(prefix="noughts-attack-") as name:
        folder = Path(name)
        drawn = Attack(asked.seed, folder)
        base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        with suppress(KeyboardInterrupt):  # what was done by then is told
            while done < asked.commands and time.monotonic() < ends:
                given = drawn.given()
                result = run(given, folder)
                done += 1
                spent[given.words[0][:9] if given.words else ""] += round(1000 * result.seconds)
                slowest, largest = max(slowest, result.seconds), max(largest, result.memory - base)
                reason = wrong(result, base)
                if reason:
                    found += 1
                    line = shlex.join(word[:99] + "..." * (len(word) > 99) for word in given.words)
                    sys.stdout.write(
                        f"{done}: {reason}: noughts {line} < {given.typed} > {given.output}"
                        f" {given.environment}\n{result.said[-1500:]}\n"
                    )
                    sys.stdout.flush()
    for name, milliseconds in spent.most_common(8):
        sys.stdout.write(f"{milliseconds / 1000:8.1f} s  {name}\n")
    sys.stdout.write(
        f"{done:,} commands, {found:,} findings; the slowest took {slowest:.1f} s of a processor, "
        f"the largest {largest >> 10:,} MiB\n"
    )
    return found


if __name__ == "__main__":
    sys.exit(1 if attack() else 0)
