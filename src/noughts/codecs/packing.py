"""Packs many codes into bytes, from which each code can still be read by itself.

A code that takes a whole number of bits wastes a fraction of a bit: the code of one of 765 classes
takes 10 bits, but log2(765) = 9.579. A *block* wastes less, since it holds several codes as the
digits of one number in base 765 (mixed-radix packing, with all radices equal):

    765**5 < 2**48        five classes fit in six bytes: 9.6 bits each
    3**5 < 2**8           five cells fit in a byte: 14.4 bits a grid of nine

Packed bytes consist of blocks, one after another, each in little-endian order. The first code of a
block is its lowest digit, and unused digits of the last block are 0. The index of a code determines
the block that holds it, so only this block has to be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import islice
from operator import index
from typing import Any

from noughts.core.message_text import quoted
from noughts.errors import CodeError
from noughts.expressions.trace import Operand


class Packing:
    """Blocks of `items` codes in `length` bytes, each code below `size`.

    >>> classes = Packing.best(765)
    >>> classes
    <packing of codes below 765: 5 in 6 bytes, 9.6 bits each>
    >>> packed = classes.pack([31, 764, 0])
    >>> packed.hex(), classes.get(packed, 1), list(classes.unpack(packed, 3))
    ('2beb08000000', 764, [31, 764, 0])

    Raises `CodeError` if `length` bytes cannot hold `items` codes.
    """

    def __init__(self, size: int, items: int, length: int) -> None:
        fitting = _fitting(size, length)
        if not 1 <= items <= fitting:
            raise CodeError(
                f"a block of {_bytes(length)} does not hold {items} codes below {size}; it holds "
                f"{fitting}"
            )
        self.size = size
        self.items = items
        self.length = length
        self._places = tuple(size**item for item in range(items))

    @classmethod
    def best(cls, size: int, max_length: int = 8) -> Packing:
        """The packing with the fewest bits per code, in blocks of at most `max_length` bytes.

        If several packings take equally few bits, the result is the one with the shortest blocks.

        >>> Packing.best(765, 4)
        <packing of codes below 765: 3 in 4 bytes, 10.67 bits each>

        Raises `CodeError` if not even one code fits.
        """
        lengths = range(1, max(max_length, 1) + 1)
        length = max(lengths, key=lambda length: Fraction(_fitting(size, length), length))
        return cls(size, max(_fitting(size, length), 1), length)

    @classmethod
    def plain(cls, bits: int) -> Packing:
        """Plain bit-packing, with exactly `bits` bits per code, for comparison.

        A block holds the fewest codes that fill a whole number of bytes: if a code has 10 bits, a
        block holds 4 codes in 5 bytes.

        >>> Packing.plain(10)
        <packing of codes below 1024: 4 in 5 bytes, 10 bits each>
        """
        if index(bits) < 1:
            raise CodeError(f"no code has {bits} bits; at least one bit is needed")
        each = Fraction(bits, 8)
        return cls(1 << bits, each.denominator, each.numerator)

    @property
    def bits_each(self) -> Fraction:
        """The number of bits that a code takes.

        >>> Packing.best(765).bits_each
        Fraction(48, 5)
        """
        return Fraction(8 * self.length, self.items)

    def __repr__(self) -> str:
        return (
            f"<packing of codes below {self.size}: {self.items} in {_bytes(self.length)}, "
            f"{float(self.bits_each):.4g} bits each>"
        )

    def pack(self, codes: Iterable[int]) -> bytes:
        """Pack codes into whole blocks. Raises `CodeError`, naming the first invalid code."""
        codes = iter(codes)
        packed = bytearray()
        start = 0
        while block := list(islice(codes, self.items)):
            digits = [_checked(code, self.size, start + item) for item, code in enumerate(block)]
            packed += number_of(digits, self.size).to_bytes(self.length, "little")
            start += self.items
        return bytes(packed)

    def unpack(self, packed: bytes, count: int) -> Iterator[int]:
        """Yield the first `count` codes, in order. Raises `CodeError` if there are fewer codes."""
        view = _viewed(packed)
        held = len(view) // self.length * self.items
        if not 0 <= count <= held:
            raise CodeError(f"{count} codes were asked for; {len(view)} bytes hold {held}")
        for start in range(0, count, self.items):
            number = self.block(packed, start // self.items)
            yield from digits_of(number, self.size, min(self.items, count - start))

    def get(self, packed: bytes, item: int) -> int:
        """The code with index `item`. Reads only its block. Raises `CodeError` beyond the end."""
        block, place = self._located(packed, item)
        return self.block(packed, block) // place % self.size

    def set(self, packed: bytearray, item: int, code: int) -> None:
        """Write the code with index `item`, in place. Only its block changes.

        >>> packed = bytearray(6)
        >>> Packing.best(765).set(packed, 2, 764)
        >>> Packing.best(765).get(packed, 2)
        764

        Raises `CodeError` for an index or a code out of range, and for bytes that are read-only.
        """
        block, place = self._located(packed, item)
        number = self.block(packed, block)
        number += (_checked(code, self.size, item) - number // place % self.size) * place
        start = block * self.length
        view = _viewed(packed)
        if view.readonly:
            raise CodeError(f"packed is {quoted(packed)}; bytes that can be written are needed")
        view[start : start + self.length] = number.to_bytes(self.length, "little")

    def _located(self, packed: bytes | bytearray, item: int) -> tuple[int, int]:
        view = _viewed(packed)
        held = len(view) // self.length * self.items
        if not 0 <= item < held:
            raise CodeError(f"there is no item {item}; {len(view)} bytes hold {held}")
        block, digit = divmod(item, self.items)
        return block, self._places[digit]

    def bytes_for(self, count: int) -> int:
        """The number of bytes in the whole blocks that `count` codes take.

        >>> Packing.best(765).bytes_for(6)
        12
        """
        return -(-count // self.items) * self.length

    def block(self, packed: Any, block: int) -> int:
        """The number that a block holds. Raises `CodeError` if no codes pack into this number."""
        start = block * self.length
        number = int.from_bytes(bytes(_viewed(packed)[start : start + self.length]), "little")
        if number >= self.size**self.items:
            raise CodeError(f"block {block} is {number}, which no {self.items} codes give")
        return number


def number_of(digits: Sequence[Operand], base: int) -> Operand:
    """The number with the given digits (ints, or anything with `+` and `*`), the lowest first.

    >>> number_of([2, 0, 1], 3)
    11
    """
    return reduce(lambda number, digit: number * base + digit, reversed(digits))


def digits_of(number: Operand, base: int, count: int) -> list[Operand]:
    """The `count` lowest digits of a number, the lowest first; the inverse of `number_of`.

    >>> digits_of(11, 3, 3)
    [2, 0, 1]
    """
    digits = []
    for _ in range(count):
        above = number // base
        digits.append(number - above * base)
        number = above
    return digits


class Digits:
    """Codes of `count` digits, packed digit by digit, so that a digit can be read from one block.

    Five ternary digits fit in a byte, so a grid of nine cells takes 14.4 bits on average, and the
    mark of one cell is read from one byte.

    >>> grids = Digits(3, 9)
    >>> packed = grids.pack([19682, 88])    # 88 is XO./.X./...
    >>> packed.hex(), grids.get(packed, 1), grids.get_digit(packed, 1, 4)
    ('f2a11d00', 88, 1)
    """

    def __init__(self, base: int, count: int) -> None:
        self.digits: Packing = Packing.best(base)
        self.count = count
        self.size: Any = base**count

    @property
    def bits_each(self) -> Fraction:
        """The number of bits that a code takes."""
        return self.digits.bits_each * self.count

    def pack(self, codes: Iterable[int]) -> bytes:
        """Pack codes into bytes. Raises `CodeError`, naming the first invalid code."""
        return self.digits.pack(
            digit
            for item, code in enumerate(codes)
            for digit in self._split(_checked(code, self.size, item))
        )

    def get(self, packed: bytes, item: int) -> int:
        """The code with index `item`. Raises `CodeError` beyond the end."""
        digits = [self.get_digit(packed, item, digit) for digit in range(self.count)]
        return int(number_of(digits, self.digits.size))

    def unpack(self, packed: bytes, count: int) -> Iterator[int]:
        """The first `count` codes, in order."""
        return (self.get(packed, item) for item in range(count))

    def get_digit(self, packed: bytes, item: int, digit: int) -> int:
        """One digit of one code; in a ternary grid, the mark of a cell."""
        if not 0 <= digit < self.count:
            raise CodeError(f"there is no digit {digit}; digits are 0 to {self.count - 1}")
        return self.digits.get(packed, item * self.count + digit)

    def _split(self, code: int) -> Iterator[int]:
        yield from digits_of(code, self.digits.size, self.count)


def _viewed(packed: Any) -> memoryview:
    """A view of packed bytes, not a copy. Raises `CodeError` for anything but contiguous bytes."""
    try:
        return memoryview(packed).cast("B")
    except TypeError:
        raise CodeError(
            f"packed is {quoted(packed)}; bytes are needed, or an array of them without gaps"
        ) from None


def _checked(code: int, size: int, item: int) -> int:
    code = index(code)
    if not 0 <= code < size:
        raise CodeError(f"item {item} is {code}; codes are 0 to {size - 1}")
    return code


def _bytes(length: int) -> str:
    return f"{length} byte{'s' * (length > 1)}"


def _fitting(size: int, length: int) -> int:
    """The number of digits of base `size` that fit in `length` bytes."""
    if index(size) < 2 or index(length) < 1:
        raise CodeError(
            f"codes below {size} cannot be packed in {_bytes(length)}; at least two codes and one "
            "byte are needed"
        )
    items = 0
    while size ** (items + 1) <= 1 << 8 * length:
        items += 1
    return items
