"""The layout of a store's file: the header, and all offsets that follow from it (docs/store.md)."""

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
from noughts.arrays.memory import BULK_CELLS
from noughts.arrays.packing import checked_codes, code_dtype, codes_of, ints_of, loops_of
from noughts.arrays.packing_kernel import WIDEST, WORD
from noughts.codecs import Codec, codec
from noughts.codecs.packing import Packing
from noughts.core.message_text import shown
from noughts.core.rules import Rules
from noughts.errors import CodeError, NoughtsError, StoreError, TooLargeError
from noughts.kernels.dtypes import Codes, Int64s

MAGIC = b"\x89noughts"
VERSION = 2  # of new files; files of version 1 can still be read
HEADER = struct.Struct("<8sI16s16s16s4I")
CHECKSUM = struct.Struct("<I")
HEADER_LENGTH = HEADER.size + CHECKSUM.size
TRAILER = struct.Struct("<3I")  # a block's number, its number of codes, the checksum of its bytes
TRAILER_LENGTH = TRAILER.size + CHECKSUM.size
COMMIT = 16  # bytes of a commit, without its packing block
NUMBERS = 1 << 32  # a block's number is written modulo this
BLOCK_LENGTH = 1 << 16  # the approximate number of packed bytes to read for a single code


@dataclass(frozen=True)
class Header:
    """A store's header: board, codec, packing, number of codes in a full block, format version.

    Raises `CodeError` if the packing cannot hold the codec's codes or is not for arrays, or if a
    full block does not consist of whole packing blocks. `Header.of` also raises `TooLargeError` for
    a board of more than 361 cells.

    >>> header = Header.of("canonical", Rules(3, 3, 3), None, None)
    >>> header.packing, header.full, len(header.raw)
    (<packing of codes below 765: 5 in 6 bytes, 9.6 bits each>, 54600, 80)
    """

    rules: Rules
    name: str
    packing: Packing
    full: int
    version: int = VERSION

    def __post_init__(self) -> None:
        loops_of(self.packing)
        if self.packing.size < self.codec.size:
            raise CodeError(f"{self.packing} cannot hold the codes of {self.codec!r}")
        if self.codec.signed and not self.codec.size == self.packing.size == 1 << 32:
            raise CodeError(
                f"negative codes in a store must have 32 bits; those of {self.codec!r} in "
                f"{self.packing} do not"
            )
        if self.full < 1 or self.full % self.packing.items:
            raise CodeError(
                f"a block of {self.full} codes does not split into blocks of {self.packing.items}"
            )

    @classmethod
    def of(cls, name: str, rules: Rules, packing: Packing | None, full: int | None) -> Header:
        """The header of a new file, by default with the best packing and blocks of about 64 KiB."""
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
        """The codec object."""
        return codec(self.name, self.rules)

    @cached_property
    def raw(self) -> bytes:
        """The bytes of the header, with which the file begins."""
        rules, packing = self.rules, self.packing
        largest = (packing.size - 1 & (1 << WIDEST) - 1).to_bytes(16, "little")
        fields = HEADER.pack(
            *(MAGIC, self.version, rules.to_bytes(), self.name.encode()),
            *(largest, packing.items, packing.length, self.full, 0),
        )
        return fields + CHECKSUM.pack(crc32(fields))

    @classmethod
    def parse(cls, raw: bytes) -> Header:
        """The header in the first bytes of a file. Raises `StoreError` if it is not valid."""
        if raw[: len(MAGIC)] != MAGIC[: len(raw)]:
            raise StoreError("is not a store, or its header is damaged: it does not begin as one")
        if len(raw) < HEADER_LENGTH:
            raise StoreError(f"ends in its header, after {len(raw)} of {HEADER_LENGTH} bytes")
        fields = raw[: HEADER.size]
        if CHECKSUM.pack(crc32(fields)) != raw[HEADER.size : HEADER_LENGTH]:
            raise StoreError("has a damaged header: its checksum fails")
        _, version, board, *others = HEADER.unpack(fields)
        name, largest, items, length, full, _ = others
        if version not in (1, VERSION):
            raise StoreError(f"is a store of version {version}; only 1 and {VERSION} can be read")
        try:
            rules = Rules.from_bytes(board)
            _refuse_large(rules)
            size = int.from_bytes(largest, "little") + 1
            if max(items, length) > WIDEST:  # arithmetic on a longer block is slow
                raise CodeError(f"blocks of {items} codes in {length} bytes are not for arrays")
            if items == 1 and 8 * length > WIDEST:  # codes of whole bytes: the largest is all ones
                size = 1 << 8 * length
            text = name.rstrip(b"\0").decode(errors="replace")
            header = cls(rules, text, Packing(size, items, length), full, version)
        except NoughtsError as error:
            raise StoreError(f"has a header that is not valid: {error}") from None
        if header.raw != raw:  # unknown fields must not be ignored
            raise StoreError("has a header that is not valid: bytes that should be 0 or 1")
        return header

    @property
    def commit_length(self) -> int:
        """The length of a commit in bytes."""
        return -(-(COMMIT + self.packing.length) // 8) * 8

    @property
    def start(self) -> int:
        """The offset of the first block."""
        return HEADER_LENGTH + (2 * self.commit_length if self.version > 1 else 0)

    @property
    def stride(self) -> int:
        """The number of bytes from one full block to the next."""
        return TRAILER_LENGTH + self.packing.bytes_for(self.full)

    def place(self, block: int) -> int:
        """The offset of a block."""
        return self.start + block * self.stride

    def codes_at(self, block: int) -> int:
        """The offset of the packed codes of a block."""
        return self.place(block) + (TRAILER_LENGTH if self.version == 1 else 0)

    def trailer_at(self, block: int) -> int:
        """The offset of a full block's trailer: after the codes or, in version 1, before them."""
        return self.place(block + 1) - TRAILER_LENGTH if self.version > 1 else self.place(block)

    def trailer(self, block: int, count: int, checksum: int) -> bytes:
        """The trailer of a block whose packed codes have the given checksum.

        The trailer's own checksum continues the header's checksum.
        """
        fields = TRAILER.pack(block % NUMBERS, count, checksum)
        return fields + CHECKSUM.pack(crc32(fields, self.seed))

    @cached_property
    def seed(self) -> int:
        """The initial value for the checksums of commits and trailers."""
        return crc32(self.raw[: HEADER.size])

    def checked(self, codes: npt.ArrayLike) -> Codes:
        """Codes as unsigned integers for packing. Raises `CodeError`, naming the first bad item.

        Only codes of the codec `word` may be negative; each is packed as the 32 bits of an int32.
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

    def refuse_beyond(self, codes: Codes, numbers: Sequence[int] | Int64s, first: int) -> None:
        """Raise `CodeError` if one of the codes fits the packing, but is not a code of the codec.

        `numbers` gives the index of each code, counted from code `first` of the file.
        """
        size = self.codec.size
        if self.packing.size == size:
            return
        if codes.ndim == 1 and (not len(codes) or np.maximum.reduce(codes) < size):
            return
        try:
            checked_codes(codes, self.packing, size)
        except CodeError:
            numbered = zip(numbers, ints_of(codes), strict=True)
            number, code = next(each for each in numbered if each[1] >= size)
            raise CodeError(
                f"code {first + number} is {shown(code)}; "
                f"{self.name} codes are 0 to {shown(size - 1)}"
            ) from None

    def codes_of(self, ints: Sequence[int]) -> Codes:
        """Codes of the codec, given as ints, as an array."""
        if self.codec.signed:
            return np.array(ints, np.int32)
        return codes_of(ints, self.packing)

    def empty(self, count: int) -> Codes:
        """An array with space for `count` codes, in the dtype for packing."""
        columns = loops_of(self.packing).columns
        return np.empty((count, columns)[: 1 + (columns > 1)], code_dtype(self.packing))

    def shown(self, codes: Codes) -> Codes:
        """Codes in the dtype for readers, which is int32 for `word`."""
        return codes.view(np.int32) if self.codec.signed else codes


def _refuse_large(rules: Rules) -> None:
    """Raise `TooLargeError` for a board that is too large for arrays.

    On the largest boards, even computing the number of codes takes too much time.
    """
    if rules.cells > BULK_CELLS:
        raise TooLargeError(
            f"a store holds boards of up to {BULK_CELLS} cells, and {rules} has {rules.cells}"
        )
