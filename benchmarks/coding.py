"""How long a codec takes: `python benchmarks/coding.py` prints nanoseconds a call.

Every figure is the median over repeats of the mean over positions (every seventh one that play
can reach), so it holds for no single lucky position. After the table come the lines a second of
`noughts convert`, in a process of its own. `balanced` remembers the ranks of subsets, so its
figures are those of positions met before.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from statistics import median
from typing import Any

from noughts import TICTACTOE
from noughts.codecs import CODECS, Word
from noughts.codecs.dense.record import Record
from noughts.solver.tables.table import table

REPEATS = 15
CENTRE = 4
LINES = 1_000_000


def nanoseconds(call: Callable[[Any], object], arguments: list[Any]) -> float:
    """The time of a call, by the median of repeats, with the loop around it."""

    def once(function: Callable[[Any], object]) -> float:
        start = time.perf_counter_ns()
        for argument in arguments:
            function(argument)
        return (time.perf_counter_ns() - start) / len(arguments)

    return median(once(call) for _ in range(REPEATS))


def values_of(name: str) -> list[Any]:
    """What a codec encodes: positions, words of them, or finished games."""
    if name.startswith("record"):
        return [Record().decode(code) for code in range(0, Record.size, 997)]
    positions = list(table(TICTACTOE))[::7]
    return [Word.from_position(p) for p in positions] if name == "word" else positions


def costs_of(name: str) -> list[str]:
    """A row of the table: encode, decode, get and set."""
    codec: Any = CODECS[name]
    values = values_of(name)
    codes = [codec.encode(value) for value in values]
    calls = [(codec.encode, values), (codec.decode, codes)]
    if hasattr(codec, "get"):
        calls.append((lambda code: codec.get(code, CENTRE), codes))
        calls.append((lambda code: codec.set(code, CENTRE, 2), codes))
    times = [f"{nanoseconds(call, arguments):.0f}" for call, arguments in calls]
    return times + ["-"] * (4 - len(times))


def lines_a_second(source: str, target: str, codes: Iterable[int]) -> float:
    """How fast `noughts convert` reads lines, its start included."""
    lines = "".join(f"{code}\n" for code in codes).encode()
    program = "from noughts.cli.commands.convert import convert; convert()"
    command = [sys.executable, "-c", program, "--from", source, "--to", target]
    start = time.perf_counter()
    subprocess.run(command, input=lines, stdout=subprocess.DEVNULL, check=True)
    return lines.count(b"\n") / (time.perf_counter() - start)


def main() -> None:
    """Print the table and the rates."""
    write = sys.stdout.write
    write(f"{'ns a call':14}{'encode':>8}{'decode':>8}{'get':>8}{'set':>8}\n")
    for name in CODECS:
        write(f"{name:14}" + "".join(f"{cost:>8}" for cost in costs_of(name)) + "\n")
    write("\nnoughts convert, lines a second\n")
    for source, target, count in (
        ("ordinal", "base4", LINES),
        ("base3", "pair", LINES),
        ("record", "base4", LINES // 10),
        ("record", "record_class", LINES // 10),
    ):
        size = CODECS[source].size
        codes = (number * 7919 % size for number in range(count))
        if source == "base3":
            held = [CODECS["base3"].encode(position) for position in table(TICTACTOE)]
            codes = (held[number * 7919 % len(held)] for number in range(count))
        write(f"{source} to {target:14}{lines_a_second(source, target, codes):>12,.0f}\n")


if __name__ == "__main__":
    main()
