"""What is fuzzed: a reader, given bytes that are nearly right.

A target takes bytes, reads them, and checks whatever it has read. A `NoughtsError` is an answer;
any other exception is a finding, and so are ten seconds, a gigabyte and the end of the process.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from noughts.errors import NoughtsError

DATA = Path(__file__).parents[1] / "data"
FINDINGS = DATA / "findings"  # a folder for each target, whose files once were findings
WHOLE = [0, 1, 2, 3, 7, 8, 9, 64, 127, 128, 255]


@dataclass(frozen=True)
class Target:
    """A reader. `seeds` are right, or make what is; `words` occur in what is right.

    `sealed` makes checksums right again, so that a fault gets past them.
    """

    name: str
    read: Callable[[bytes], object]
    seeds: Sequence[bytes] | Callable[[], Iterable[bytes]]
    words: Sequence[bytes] = ()
    sealed: Callable[[bytes], bytes] = bytes

    @cached_property
    def right(self) -> Sequence[bytes]:
        """The seeds, made when they are first asked for: a list of the tests needs none."""
        return [*self.seeds()] if callable(self.seeds) else self.seeds

    def run(self, data: bytes) -> bool:
        """Read the bytes; whether they were accepted. Raises what is a finding."""
        refused = ""
        try:
            self.read(data)
        except NoughtsError as error:
            refused = str(error)
        assert len(refused) < 2000, "a message must be short enough to be read"
        return not refused

    def drawn(self, chance: random.Random) -> bytes:
        """A seed with some faults in it; half of the time with its checksums right."""
        data = bytearray(chance.choice(self.right))
        for _ in range(chance.choice((0, 1, 1, 1, 2, 3, 8))):
            self._damage(data, chance)
        return self.sealed(bytes(data)) if chance.random() < 0.5 else bytes(data)

    def _damage(self, data: bytearray, chance: random.Random) -> None:
        at = chance.randrange(len(data) + 1)
        end = min(len(data), at + chance.choice((1, 1, 2, 4, 8, 64)))
        match chance.randrange(8):
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
            case _ if at < end:
                data[at] ^= 1 << chance.randrange(8)


def findings(target: Target) -> list[Path]:
    """The files that once were findings."""
    return sorted((FINDINGS / target.name).glob("*"))
