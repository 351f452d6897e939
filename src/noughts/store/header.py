"""The header of a store, and what follows from it; `docs/store.md` describes every byte."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from noughts.arrays.checks import integers
from noughts.arrays.dtypes import BULK_CELLS
from noughts.arrays.packing import Codes, checked_codes, code_dtype, codes_of, loops_of
from noughts.arrays.packing_kernel import WIDEST, WORD
from noughts.codecs import Codec, codec
from noughts.codecs.packing import Packing
from noughts.core.rules import Rules
from noughts.errors import CodeError, NoughtsError, StoreError, TooLargeError

MAGIC = b"\x89noughts"
VERSION = 1
HEADER = struct.Struct("<8sI16s16s16s4I")
CHECKSUM = struct.Struct("<I")
HEADER_LENGTH = HEADER.size + CHECKSUM.size
HEAD = struct.Struct("<3I")  # a block's number, how many codes it has, the checksum of its bytes
HEAD_LENGTH = HEAD.size + CHECKSUM.size
NUMBERS = 1 << 32  # a block's number is written modulo this
BLOCK_LENGTH = 1 << 16  # about how many packed bytes are read for a single code


@dataclass(frozen=True)
class Header:
    """A header: the board, the codec, the packing, and how many codes a full block has.

    Raises `CodeError` if the packing cannot hold the codec's codes, is not for arrays, or does not
    fill the block, and `TooLargeError` for a board of more than 361 cells.
    """

    rules: Rules
    name: str
    packing: Packing
    full: int

    def __post_init__(self) -> None:
        loops_of(self.packing)
        if self.packing.size < self.codec.size:
            raise CodeError(f"{self.packing} cannot hold the codes of {self.codec!r}")
        if self.codec.signed and self.codec.size != 1 << 32:
            raise CodeError(
                f"negative codes in a store must have 32 bits; those of {self.codec!r} do not"
            )
        if self.full < 1 or self.full % self.packing.items:
            raise CodeError(
                f"a block of {self.full} codes does not split into blocks of {self.packing.items}"
            )

    @classmethod
    def of(cls, name: str, rules: Rules, packing: Packing | None, full: int | None) -> Header:
        """The header of a new file, with the best packing and a fitting block unless given."""
        _refuse_large(rules)
        if packing is None:
            held = codec(name, rules)
            # Codes of more than two words take whole bytes.
            packings = [Packing.plain(held.bits if held.bits <= WIDEST else -(-held.bits // 8) * 8)]
            if held.bits <= WORD:  # longer codes cannot share a block in arrays
                packings.append(Packing.best(held.size))
            packing = min(packings, key=lambda packing: packing.bits_each)
        if full is None:
            group = loops_of(packing).group
            full = max(BLOCK_LENGTH // packing.bytes_for(group), 1) * group
        return cls(rules, name, packing, full)

    @cached_property
    def codec(self) -> Codec[Any]:
        """The codec itself."""
        return codec(self.name, self.rules)

    @cached_property
    def raw(self) -> bytes:
        """The first bytes of the file."""
        rules, packing = self.rules, self.packing
        largest = (packing.size - 1 & (1 << WIDEST) - 1).to_bytes(16, "little")
        fields = HEADER.pack(
            *(MAGIC, VERSION, rules.to_bytes(), self.name.encode()),
            *(largest, packing.items, packing.length, self.full, 0),
        )
        return fields + CHECKSUM.pack(crc32(fields))

    @classmethod
    def parse(cls, raw: bytes) -> Header:
        """The header that a file begins with. Raises `StoreError`."""
        if raw[: len(MAGIC)] != MAGIC[: len(raw)]:
            raise StoreError("is not a store, or its header is damaged: it does not begin as one")
        if len(raw) < HEADER_LENGTH:
            raise StoreError(f"ends in its header, after {len(raw)} of {HEADER_LENGTH} bytes")
        fields = raw[: HEADER.size]
        if CHECKSUM.pack(crc32(fields)) != raw[HEADER.size : HEADER_LENGTH]:
            raise StoreError("has a damaged header: its checksum fails")
        _, version, board, *others = HEADER.unpack(fields)
        name, largest, items, length, full, _ = others
        if version != VERSION:
            raise StoreError(f"is a store of version {version}; only version {VERSION} can be read")
        try:
            rules = Rules.from_bytes(board)
            _refuse_large(rules)
            size = int.from_bytes(largest, "little") + 1
            if items == 1 and 8 * length > WIDEST:  # codes of whole bytes, and all ones is largest
                size = 1 << 8 * length
            if max(items, length) > WIDEST:  # a longer block takes long to compute with
                raise CodeError(f"blocks of {items} codes in {length} bytes are not for arrays")
            text = name.rstrip(b"\0").decode(errors="replace")
            header = cls(rules, text, Packing(size, items, length), full)
        except NoughtsError as error:
            raise StoreError(f"has a header that is not valid: {error}") from None
        if header.raw != raw:  # unknown fields must not be ignored
            raise StoreError("has a header that is not valid: bytes that should be 0 or 1")
        return header

    @property
    def stride(self) -> int:
        """The bytes from one full block to the next."""
        return HEAD_LENGTH + self.packing.bytes_for(self.full)

    def place(self, block: int) -> int:
        """Where in the file a block begins."""
        return HEADER_LENGTH + block * self.stride

    def head(self, block: int, count: int, packed: Any) -> bytes:
        """The head of a block; its checksum continues that of the header."""
        fields = HEAD.pack(block % NUMBERS, count, crc32(packed))
        return fields + CHECKSUM.pack(crc32(fields, self.seed))

    @cached_property
    def seed(self) -> int:
        """The start value of the checksums of heads."""
        return crc32(self.raw[: HEADER.size])

    def checked(self, codes: npt.ArrayLike) -> Codes:
        """Codes as they are packed, unsigned. Raises `CodeError`, naming the first bad item.

        Codes that may be negative, which only `word` has, are packed as their 32 bits.
        """
        if self.codec.signed:
            codes = integers(codes, "codes", CodeError)
            limits = np.iinfo(np.int32)
            bad = (codes < limits.min) | (codes > limits.max)
            if bad.any():
                item = int(bad.argmax())
                raise CodeError(
                    f"item {item} of codes is {codes[item]}; codes are {limits.min} to {limits.max}"
                )
            codes = codes.astype(np.int32).view(np.uint32)
        return checked_codes(codes, self.packing, self.codec.size)

    def codes_of(self, ints: Sequence[int]) -> Codes:
        """An array of ints that are codes of the codec."""
        if self.codec.signed:
            return np.array(ints, np.int32)
        return codes_of(ints, self.packing)

    def empty(self, count: int) -> Codes:
        """An array with room for `count` codes, as they are packed."""
        columns = loops_of(self.packing).columns
        return np.empty((count, columns)[: 1 + (columns > 1)], code_dtype(self.packing))

    def shown(self, codes: Codes) -> Codes:
        """Codes as a reader gets them: those of `word` are int32."""
        return codes.view(np.int32) if self.codec.signed else codes


def _refuse_large(rules: Rules) -> None:
    """Refuse a board that arrays do not hold.

    On the largest boards it takes long to find out how many codes there are.
    """
    if rules.cells > BULK_CELLS:
        raise TooLargeError(
            f"a store holds boards of up to {BULK_CELLS} cells, and {rules} has {rules.cells}"
        )
