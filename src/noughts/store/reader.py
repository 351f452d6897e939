"""Reads a store: any of its codes, touching only the blocks that hold them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from io import FileIO
from operator import index
from typing import Any, overload
from zlib import crc32

import numpy as np
import numpy.typing as npt

from noughts.arrays.coding.api import decode
from noughts.arrays.dtypes import narrowest
from noughts.arrays.packing import Codes, get, ints_of, unpack
from noughts.codecs.packing import Packing
from noughts.core.rules import Rules
from noughts.errors import CodeError, StoreError
from noughts.store.blocks import Block, PathLike, block_at, end_of, header_of, mapped, on_disk
from noughts.store.header import NUMBERS, Header


def read(path: PathLike) -> Store:
    """The store in a file, as it is now. Raises `StoreError` for a file that is not a store."""
    with FileIO(on_disk(path)) as file:
        return Store(path, mapped(file))


class Store:
    """The codes of a file, in order: one by its number, more by a slice, a mask or an array.

    If a writer was killed, an incomplete end is left out, and `dropped` says so; otherwise it is
    None. A block is compared with its checksum when it is first read, and a `StoreError` names a
    damaged one. `word` codes are int32, all others unsigned.
    """

    def __init__(self, path: PathLike, file: npt.NDArray[np.uint8]) -> None:
        self.path = os.fspath(path)
        self.header: Header = header_of(path, file)
        self._file = file
        self._end = end_of(self.header, file)
        last = self._end.last
        # Meanwhile a writer may make the last block grow, and cut off what is behind it.
        self._tail = file[last.at : last.end].copy() if last else file[:0]
        self._checked = np.zeros(self._end.blocks, np.bool_)

    @property
    def rules(self) -> Rules:
        """The board."""
        return self.header.rules

    @property
    def codec(self) -> str:
        """The name of the codec."""
        return self.header.name

    @property
    def packing(self) -> Packing:
        """How the codes are packed."""
        return self.header.packing

    @property
    def blocks(self) -> int:
        """How many blocks there are; all but the last hold `header.full` codes."""
        return self._end.blocks

    @property
    def size(self) -> int:
        """The bytes of the file, including what was dropped."""
        return len(self._file)

    @property
    def dropped(self) -> str | None:
        """What stands at the end of the file and is not part of the codes, or None."""
        return self._end.dropped

    def __len__(self) -> int:
        last = self._end.last
        return (self.blocks - 1) * self.header.full + last.count if last else 0

    def __repr__(self) -> str:
        return f"<store of {len(self)} {self.codec} codes of {self.rules}>"

    @overload
    def __getitem__(self, chosen: int) -> int: ...
    @overload
    def __getitem__(self, chosen: slice | npt.ArrayLike) -> Codes: ...

    def __getitem__(self, chosen: Any) -> int | Codes:
        if isinstance(chosen, slice):
            start, stop, step = chosen.indices(len(self))
            if step == 1:
                return self._range(start, max(start, stop))
            return self._items(np.arange(start, stop, step))
        if np.ndim(chosen) == 0:
            (code,) = ints_of(self._items(self._numbers([index(chosen)])))
            return code
        return self._items(self._numbers(chosen))

    def __iter__(self) -> Iterator[int]:
        return (code for block in self.in_blocks() for code in ints_of(block))

    def in_blocks(self) -> Iterator[Codes]:
        """The codes of every block in turn. Raises `StoreError` for a damaged one."""
        full = self.header.full
        return (self[start : start + full] for start in range(0, len(self), full))

    def values(self, chosen: slice | npt.ArrayLike = slice(None)) -> Any:
        """The `Positions`, `Games` or `Words` of the chosen codes, whichever the codec holds."""
        return decode(self[chosen], self.codec, self.rules)

    def damage(self) -> Iterator[str | None]:
        """Read every block in turn, and say what is wrong with it, or None."""
        for block in range(self.blocks):
            try:
                self._packed(block)
            except StoreError as error:
                yield str(error)
            else:
                yield None

    def _numbers(self, chosen: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """A mask or numbers, negative ones from the end, as numbers from 0."""
        count = len(self)
        array = np.asarray(chosen)
        if array.dtype == np.bool_:
            if array.shape != (count,):
                raise CodeError(f"the mask has the shape {array.shape}; there are {count} codes")
            return np.flatnonzero(array)
        if array.ndim != 1 or (array.dtype.kind not in "iu" and len(array)):
            raise CodeError(
                f"codes are chosen by numbers [n], not by {array.dtype} {list(array.shape)}"
            )
        beyond = (array < -count) | (array >= count)
        if beyond.any():
            item = int(beyond.argmax())
            raise IndexError(f"item {item} is {array[item]}; there are {count} codes")
        numbers = array.astype(np.int64)
        return np.where(numbers < 0, numbers + count, numbers)

    def _range(self, start: int, stop: int) -> Codes:
        header = self.header
        codes = header.empty(stop - start)
        for block in range(start // header.full, -(-stop // header.full)):
            first = block * header.full
            begin, end = max(start, first), min(stop, first + header.full)
            out = codes[begin - start : end - start]
            unpack(self._packed(block), header.packing, begin - first, end - first, out)
        return header.shown(codes)

    def _items(self, items: npt.NDArray[np.int64]) -> Codes:
        header = self.header
        codes = header.empty(len(items))
        blocks = items // header.full
        # By block, so that each is read once; NumPy sorts a narrow dtype without comparisons.
        order = np.argsort(blocks.astype(narrowest(self.blocks.bit_length())), kind="stable")
        starts = np.flatnonzero(np.diff(blocks[order], prepend=-1))
        for places in np.split(order, starts[1:]) if len(order) else []:
            block = int(blocks[places[0]])
            wanted = items[places] - block * header.full
            codes[places] = get(self._packed(block), header.packing, wanted)
        return header.shown(codes)

    def _packed(self, number: int) -> npt.NDArray[np.uint8]:
        """The packed bytes of a block, compared with its checksum."""
        try:
            block = self._block(number)
            ours = number == self.blocks - 1
            packed = self._tail if ours else self._file[block.at : block.end]
            if not self._checked[number] and crc32(packed.data) != block.checksum:
                raise StoreError("its checksum fails")
        except StoreError as error:
            first = number * self.header.full
            last = min(first + self.header.full, len(self)) - 1
            raise StoreError(
                f"block {number} of {self.path}, codes {first} to {last}, is damaged: {error}"
            ) from None
        self._checked[number] = True
        return packed

    def _block(self, number: int) -> Block:
        if number == self.blocks - 1 and self._end.last is not None:
            return self._end.last
        block = block_at(self.header, self._file, number)
        if (block.number, block.count) != (number % NUMBERS, self.header.full):
            raise StoreError(f"it says that it is block {block.number}, of {block.count} codes")
        return block
