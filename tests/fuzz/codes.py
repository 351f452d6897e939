"""Numbers from outside: codes of every codec, rules as bytes, packed blocks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product

from noughts import TICTACTOE, Game, Position, Rules
from noughts.codecs import CODECS, codec
from noughts.codecs.packing import Packing
from tests.fuzz.target import Reading, Target

BOARDS = [Rules(3, 3, 3), Rules(4, 3, 3), Rules(5, 5, 4, misere=True), Rules(15, 15, 5)]
NAMES = [*CODECS]


def code(data: bytes) -> Reading:
    """A code, of the codec and the board that the first two bytes choose, of a right position."""
    name, board, *_ = *data[:2], 0, 0
    coding = codec(NAMES[name % len(NAMES)], BOARDS[board % len(BOARDS)])
    number = int.from_bytes(data[2:], "little", signed=coding.signed)
    value = coding.decode(number)
    yield
    assert coding.encode(value) == number
    end = value if isinstance(value, Position) else value.position
    assert not end.x & end.o
    assert end.x.bit_count() - end.o.bit_count() in (0, 1)


def rules(data: bytes) -> Reading:
    """Rules, which are written as they were read."""
    read = Rules.from_bytes(data)
    yield
    assert read.to_bytes() == data


def packing(data: bytes) -> Reading:
    """A packing, and some codes in it, which pack as they were."""
    size = int.from_bytes(data[:2], "little")
    items, length = [*data[2:4], 0, 0][:2]  # more take long to work out, and no file may ask it
    packed = data[4:]
    found = Packing(size, items, length)
    count = len(packed) // length * items
    codes = [*islice(found.unpack(packed, count), 1000 * items)]
    yield
    assert found.bits_each == Fraction(8 * length, items)
    assert found.pack(codes) == packed[: len(codes) // items * length]


def codes() -> Iterator[bytes]:
    """A code of each codec for each board that it takes."""
    for (number, name), (place, rules) in product(enumerate(CODECS), enumerate(BOARDS)):
        if rules == TICTACTOE or CODECS[name].any_board:
            coding = codec(name, rules)
            value = coding.encode(coding.adapt(Game.parse(f"{rules}: a1 a2 b1 b2 c1")))
            size = value.bit_length() // 8 + 1
            yield bytes([number, place]) + value.to_bytes(size, "little", signed=coding.signed)


TARGETS = [
    Target("code", code, codes, [b"\x41\x04", b"\x11\x04\0\0", b"\x88\0"]),
    Target(
        "rules",
        rules,
        [each.to_bytes() for each in BOARDS],
        [b"\0\0\0\0", b"\1\0\0\0", b"\2\0\0\0", b"\xff\xff\xff\xff", b"\x40\x42\x0f\0"],
    ),
    Target(
        "packing",
        packing,
        [
            size.to_bytes(2, "little") + bytes([items, length]) + bytes(2 * length)
            for size, items, length in [(765, 5, 6), (5478, 5, 8), (2, 8, 1), (512, 8, 9)]
        ],
        [b"\0\0", b"\1\0", b"\xff\xff"],
    ),
]
