"""The compiled loops behind `packing`: unrolled source, generated for each `Packing`.

Packed bytes are a sequence of *units*. A unit is one block of the packing (`codecs.packing`) or, if
the packing is plain (no bit is unused), a single code. A *group* is the shortest run of units that
fills whole 64-bit words, and each iteration of a loop handles one group:

    five codes below 765 in 6 bytes    unit  0     | 1     | 2     | 3         4 units, 20 codes
                                       word  0       | 1       | 2             3 words

A unit of more than 64 bits is a single code. Unpacked, it takes two words: the low 64 bits, then
the rest.

A code of more than 128 bits is packed into a whole number of bytes, without a compiled loop
(`LongCodes`):

    15x15, pair: 450 bits        8 words of an array        57 bytes of a file
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from math import gcd

import numpy as np

from noughts.codecs.packing import Packing, digits_of, number_of
from noughts.emit.python import Numba, indented
from noughts.errors import CodeError
from noughts.expressions.limbs import WORD as WORD
from noughts.expressions.limbs import words_for
from noughts.expressions.trace import Operand, Trace
from noughts.kernels.compiled_expressions import Loop, compiled
from noughts.kernels.dtypes import Array, Int64s, Uint8s, Uint64s

WIDEST = 2 * WORD  # the bits of a code; `LongCodes` packs longer ones


class Loops:
    """The loops of one packing, each compiled at its first use.

    A group has `group` codes and `words` words. `columns` is 2 if a code takes two words, else 1.
    Raises `CodeError` if a unit of the packing holds several codes in more than 64 bits, or one
    code in more than 128 bits.
    """

    def __init__(self, packing: Packing) -> None:
        self.size: int = packing.size
        bits = (self.size - 1).bit_length()
        self.plain: bool = self.size == 1 << bits and packing.items * bits == 8 * packing.length
        self.items: int = 1 if self.plain else packing.items
        self.bits: int = bits if self.plain else 8 * packing.length
        if self.bits > (WORD if self.items > 1 else WIDEST):
            raise CodeError(
                f"{packing} is not for arrays: they take blocks of up to 8 bytes, "
                "or single codes of up to 128 bits"
            )
        self.limit: int = self.size**self.items  # every unit is smaller
        self.widths: tuple[int, ...] = (
            (self.bits,) if self.bits <= WORD else (WORD, self.bits - WORD)
        )
        self.columns: int = len(self.widths)
        shared = gcd(self.bits, WORD)
        self.units: int = WORD // shared
        self.words: int = self.bits // shared
        self.group: int = self.units * self.items

    @cached_property
    def pack(self) -> Loop:
        """`pack(codes, words)`: fills whole groups of words from a flat array of codes."""
        each = (self.size - 1).bit_length()
        reaches = [_ones(width) for width in (self.widths if self.columns > 1 else (each,))]
        count = self.group * self.columns
        trace = Trace(
            lambda **codes: tuple(self.words_of(list(codes.values()))),
            **{f"code{i}": reaches[i % self.columns] for i in range(count)},
        )
        inner = _straight(trace, "code", "word")
        return self._over_groups("pack", "codes, words", inner, [])

    @cached_property
    def unpack(self) -> Loop:
        """`unpack(words, codes)`: fills a flat array of codes from whole groups of words."""
        trace = self._of_words(lambda words: self.codes_of(words))
        return self._over_groups("unpack", "words, codes", _straight(trace, "word", "code"), [])

    @cached_property
    def first_bad(self) -> Loop | None:
        """`first_bad(words)`: the first invalid unit, or -1. None if every unit is valid."""
        if self.limit == 1 << self.bits:
            return None
        trace = self._of_words(lambda words: self.parts_of(words))
        inner = _straight(trace, "word", "part")
        for unit in range(self.units):
            parts = range(unit * self.columns, (unit + 1) * self.columns)
            bad = self._beyond([f"part{part}" for part in parts])
            inner += [f"if {bad}:", f"    return i * {self.units} + {unit}"]
        return self._over_groups("first_bad", "words", inner, ["    return -1"])

    @cached_property
    def get(self) -> Loop:
        """`get(packed, items, codes)`: fills `codes`, [n, columns], with the codes at `items`.

        The loop returns the first item whose unit no codes produce, or -1.
        """
        inner = [f"unit = items[i] // {self.items}"]
        for part, (at, width) in enumerate(zip(self._starts, self.widths, strict=True)):
            inner += [
                f"at = unit * {self.bits} + {at}",
                "first, skip = at >> 3, at & 7",
                "number = u64(packed[first]) >> u64(skip)",
                f"for k in range(1, (skip + {width + 7}) >> 3):",
                "    number |= u64(packed[first + k]) << u64(8 * k - skip)",
                f"part{part} = number & u64({_ones(width)})",
            ]
        if self.limit < 1 << self.bits:
            bad = self._beyond([f"part{part}" for part in range(self.columns)])
            inner += [f"if {bad}:", "    return i"]
        if self.items > 1:
            inner += [
                f"for _ in range(items[i] - unit * {self.items}):",
                f"    part0 = part0 // u64({self.size})",
                f"part0 = part0 % u64({self.size})",
            ]
        inner += [f"codes[i, {part}] = part{part}" for part in range(self.columns)]
        return compiled(
            "get",
            [
                "def get(packed, items, codes):",
                "    for i in range(len(items)):",
                *indented(inner, 2),
                "    return -1",
            ],
        )

    def words_of(self, codes: Sequence[Operand]) -> list[Operand]:
        """The words of a group of codes; the inverse of `codes_of`."""
        parts = list(codes)
        if self.columns == 1:
            blocks = [parts[at : at + self.items] for at in range(0, self.group, self.items)]
            parts = [number_of(block, self.size) for block in blocks]
        words = [0] * self.words
        for part, (at, width) in zip(parts, self._placed, strict=True):
            word, low = divmod(at, WORD)
            words[word] |= (part & _ones(WORD - low)) << low
            if low + width > WORD:
                words[word + 1] |= part >> WORD - low
        return words

    def codes_of(self, words: Sequence[Operand]) -> list[Operand]:
        """The codes of a group of words."""
        parts = self.parts_of(words)
        if self.items == 1:
            return parts
        return [code for part in parts for code in digits_of(part, self.size, self.items)]

    def parts_of(self, words: Sequence[Operand]) -> list[Operand]:
        """The units of a group, each as one number or, beyond 64 bits, as a low and a high part."""
        parts = []
        for at, width in self._placed:
            word, low = divmod(at, WORD)
            part = words[word] >> low & _ones(width)
            if low + width > WORD:
                part = part | (words[word + 1] & _ones(low + width - WORD)) << WORD - low
            parts.append(part)
        return parts

    @property
    def _starts(self) -> list[int]:
        """The bit offset of each part of a unit."""
        return [*accumulate(self.widths, initial=0)][:-1]

    @property
    def _placed(self) -> list[tuple[int, int]]:
        """For each part of each unit, its bit offset in the group, and its width in bits."""
        return [
            (unit * self.bits + at, width)
            for unit in range(self.units)
            for at, width in zip(self._starts, self.widths, strict=True)
        ]

    def _of_words(self, expression: Callable[[list[Operand]], Sequence[Operand]]) -> Trace:
        reaches = {f"word{i}": _ones(WORD) for i in range(self.words)}
        return Trace(lambda **words: tuple(expression(list(words.values()))), **reaches)

    def _beyond(self, parts: list[str]) -> str:
        """The source text that tests whether a unit, given low part first, is `limit` or more."""
        if self.columns == 1:
            return f"{parts[0]} >= u64({self.limit})"
        high, low = divmod(self.limit, 1 << WORD)
        return f"{parts[1]} > u64({high}) or {parts[1]} == u64({high}) and {parts[0]} >= u64({low})"

    def _over_groups(self, name: str, arrays: str, inner: list[str], after: list[str]) -> Loop:
        codes = self.group * self.columns
        views = {
            "codes": f"code = codes[i * {codes} : (i + 1) * {codes}]",
            "words": f"word = words[i * {self.words} : (i + 1) * {self.words}]",
        }
        return compiled(
            name,
            [
                f"def {name}({arrays}):",
                f"    for i in range(len(words) // {self.words}):",
                *indented([views[array] for array in arrays.split(", ")], 2),
                *indented(inner, 2),
                *after,
            ],
        )


@lru_cache(maxsize=64)
def loops(size: int, items: int, length: int) -> Loops | LongCodes:
    """The loops of `Packing(size, items, length)`."""
    packing = Packing(size, items, length)
    return LongCodes(packing) if size > 1 << WIDEST else Loops(packing)


def _straight(trace: Trace, source: str, target: str) -> list[str]:
    """The statements for a group, which read the array `source` and write `target`.

    If `target` is not an array, the statements assign to numbered variables.
    """
    numba = Numba()  # whose lane is a word
    named, results = numba.body(trace)
    item = "{}[{}]" if target in ("code", "word") else "{}{}"
    return [
        *(f"{name} = u64({source}[{i}])" for i, name in enumerate(trace.parameters)),
        *(f"{name} = {value}" for name, value in named),
        *(f"{item.format(target, i)} = {result}" for i, result in enumerate(results)),
    ]


def _ones(count: int) -> int:
    return (1 << count) - 1


class LongCodes:
    """The counterpart of `Loops` for codes of more than 128 bits: it only copies bytes.

    Raises `CodeError` unless each block of the packing holds a single code and every value that
    fits in a block is a code.
    """

    first_bad = None  # every number of so many bytes may be a code
    group = 8  # codes; their bytes fill whole words

    def __init__(self, packing: Packing) -> None:
        if packing.items > 1 or packing.size != 1 << 8 * packing.length:
            raise CodeError(
                f"{packing} is not for arrays: codes of more than 128 bits take whole bytes each"
            )
        self.length: int = packing.length
        self.words: int = packing.length
        self.units: int = self.group
        self.columns: int = words_for(8 * packing.length)

    def pack(self, codes: Uint64s, words: Uint64s) -> None:
        """Pack a flat array of codes into whole groups of words."""
        self._bytes(words)[...] = self._codes(codes)[:, : self.length]

    def unpack(self, words: Uint64s, codes: Uint64s) -> None:
        """Fill a flat array of codes from whole groups of words."""
        into = self._codes(codes)
        into[:, self.length :] = 0
        into[:, : self.length] = self._bytes(words)

    def get(self, packed: Uint8s, items: Int64s, codes: Uint64s) -> int:
        """Fill `codes`, [n, columns], with the codes at `items`. Returns -1: no code is invalid."""
        held = packed[: len(packed) // self.length * self.length]
        into = self._codes(codes)
        into[:, self.length :] = 0
        into[:, : self.length] = self._bytes(held)[items]
        return -1

    def _bytes(self, packed: Array) -> Uint8s:
        return packed.view(np.uint8).reshape(-1, self.length)

    def _codes(self, codes: Array) -> Uint8s:
        """The bytes of each code; words are little-endian wherever compiled code runs."""
        return codes.reshape(-1).view(np.uint8).reshape(-1, 8 * self.columns)
