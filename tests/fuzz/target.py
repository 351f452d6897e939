"""What is fuzzed: a reader, given bytes that are nearly right.

A reader takes bytes, yields what it has read, and then looks at that. What it raises before the
`yield` is an answer if it is a `NoughtsError`. Any other exception is a finding, whatever it raises
afterwards too, and so are ten seconds, a gigabyte and the end of the process.

The `yield` gives the reader what the seed held from which the input was made, so that wrong data
can be told from right, or None if the input may hold anything.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from noughts.errors import NoughtsError

DATA = Path(__file__).parents[1] / "data"
FINDINGS = DATA / "findings"  # a folder for each target, whose files once were findings
HEAD = 100  # bytes at the beginning, about, which say what the rest is
WHOLE = [0, 1, 2, 3, 7, 8, 9, 64, 127, 128, 255]
Reading = Generator[Any, Any, None]


class Case(NamedTuple):
    """An input, and the number of the seed that it was, unless its checksums are right again."""

    data: bytes
    seed: int | None = None

    @classmethod
    def kept(cls, path: Path) -> Case:
        """The case of a finding's file, whose name may end in a seed's number."""
        seed = path.name.partition("-")[2]
        return cls(path.read_bytes(), int(seed) if seed else None)


@dataclass(frozen=True)
class Target:
    """A reader. `seeds` are right, or make what is; `words` occur in what is right.

    `sealed` makes checksums right again, so that a fault gets past them.
    """

    name: str
    read: Callable[[bytes], Reading]
    seeds: Sequence[bytes] | Callable[[], Iterable[bytes]]
    words: Sequence[bytes] = ()
    sealed: Callable[[bytes], bytes] | None = None

    @cached_property
    def right(self) -> Sequence[bytes]:
        """The seeds, made when they are first asked for: a list of the tests needs none."""
        return [*self.seeds()] if callable(self.seeds) else self.seeds

    @cached_property
    def known(self) -> list[Any]:
        """What the seeds hold."""
        return [next(self.read(seed)) for seed in self.right]

    def run(self, case: Case) -> bool:
        """Read an input; whether it was accepted. Raises what is a finding."""
        known, reading = None if case.seed is None else self.known[case.seed], self.read(case.data)
        try:
            next(reading)
        except NoughtsError as error:
            refused = str(error)
        else:
            with suppress(StopIteration):
                reading.send(known)
            return True
        assert len(refused) < 2000, "a message must be short enough to be read"
        return False

    def drawn(self, chance: random.Random) -> Case:
        """A seed with some faults in it; half of the time with its checksums right."""
        seed = chance.randrange(len(self.right))
        data = bytearray(self.right[seed])
        damage = chance.choice((self._damage, self._damage, flip))
        for _ in range(chance.choice((0, 1, 1, 1, 2, 3, 8))):
            damage(data, chance)
        if self.sealed and chance.random() < 0.5:
            return Case(self.sealed(bytes(data)))
        return Case(bytes(data), seed)

    def _damage(self, data: bytearray, chance: random.Random) -> None:
        at = place(data, chance)
        end = min(len(data), at + chance.choice((1, 1, 2, 4, 8, 64)))
        match chance.randrange(9):
            case 0:
                del data[at:]
            case 1:
                del data[at:end]
            case 2:
                data[at:at] = data[at:end] * chance.choice((1, 2, 100))
            case 3:
                data[at:end] = bytes(chance.choice(WHOLE) for _ in range(end - at))
            case 4:
                data[at:end] = chance.randbytes(end - at)
            case 5:
                data[at:at] = chance.choice([*self.words, b"\0"])
            case 6:
                data[at:end] = chance.choice([*self.words, b"\xff"])
            case _:  # one word for another
                there = [word for word in self.words if word in data]
                if there:
                    word = chance.choice(there)
                    at = data.index(word)
                    data[at : at + len(word)] = chance.choice(self.words)


def flip(data: bytearray, chance: random.Random) -> None:
    """Change a bit."""
    at = place(data, chance)
    if at < len(data):
        data[at] ^= 1 << chance.randrange(8)


def place(data: bytearray, chance: random.Random) -> int:
    """The place of a fault, or the end: half of the time near the beginning."""
    return chance.randrange(min(len(data), chance.choice((HEAD, len(data)))) + 1)


def findings(target: Target) -> list[Path]:
    """The files that once were findings."""
    return sorted((FINDINGS / target.name).glob("*"))
