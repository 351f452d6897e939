"""Reads any codes of a store, and only the blocks that hold these codes."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from operator import index
from typing import Any, overload
from zlib import crc32

import numpy as np
import numpy.typing as npt

from noughts.arrays.checks import as_array
from noughts.arrays.coding.api import decode
from noughts.arrays.memory import narrowest
from noughts.arrays.packing import get, ints_of, loops_of, unpack
from noughts.codecs.packing import Packing
from noughts.core.html import html_table
from noughts.core.rules import Rules
from noughts.errors import CodeError, NoughtsError, StoreError
from noughts.kernels.dtypes import Codes, Int64s, Uint8s
from noughts.store.checked_blocks import checked, run
from noughts.store.disk import Disk, PathLike
from noughts.store.file_layout import HEADER_LENGTH, Header
from noughts.store.recovery import Snapshot, snapshot_of_version_1, snapshot_of_version_2

AT_ONCE = 1 << 20  # codes to check together
TOGETHER = 1 << 18  # bytes of whole blocks to read together, which fit the processor's cache


def read(path: PathLike) -> Store:
    """Open a store's file with its present content. Raises `StoreError` if the file is not a store.

    >>> from tempfile import TemporaryDirectory
    >>> from noughts.store import create
    >>> with TemporaryDirectory() as folder:
    ...     with create(folder + "/classes.noughts", "canonical") as writer:
    ...         writer.write_codes([31, 764])
    ...     read(folder + "/classes.noughts")
    <store of 2 canonical codes of 3,3,3>
    """
    disk = Disk.reading(path)
    try:
        store = Store(disk)
    except BaseException:
        disk.close()
        raise
    weakref.finalize(store, disk.close)
    return store


def contents(disk: Disk) -> tuple[Header, Snapshot]:
    """A file's header and current content. For an invalid file, raises `StoreError`, naming it."""
    try:
        header = Header.parse(disk.read(0, HEADER_LENGTH))
        now = snapshot_of_version_2 if header.version > 1 else snapshot_of_version_1
        return header, now(header, disk)
    except StoreError as error:
        raise StoreError(f"{disk.path} {error}") from None


class Store:
    """The codes of a file, as a sequence: index it by a number, a slice, a mask or an array.

    A store keeps the content that the file had when it was opened, whatever a writer adds later.
    The store omits a part that no writer has finished; `dropped` describes this part, or is None.
    If codes have been lost, `missing` describes these codes; otherwise `missing` is None. A block
    is checked against its checksum when it is first read. Reading a damaged block or missing codes
    raises `StoreError`, which names the block or the codes. The codes of the codec `word` are
    int32, and all other codes are unsigned.

    >>> from tempfile import TemporaryDirectory
    >>> from noughts.store import create
    >>> with TemporaryDirectory() as folder:
    ...     with create(folder + "/classes.noughts", "canonical") as writer:
    ...         writer.write_codes([31, 764, 0])
    ...     codes = read(folder + "/classes.noughts")
    ...     len(codes), int(codes[0]), codes[1:].tolist(), print(codes.values([0])[0])
    XO./.X./...
    (3, 31, [764, 0], None)
    """

    def __init__(self, disk: Disk) -> None:
        self.path: str = disk.path
        self._size = disk.size
        self.header: Header
        self.snapshot: Snapshot
        self.header, self.snapshot = contents(disk)
        self.disk = disk
        self._checked = np.zeros(-(-self.there // self.header.full), np.bool_)

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
        """The packing of the codes."""
        return self.header.packing

    @property
    def size(self) -> int:
        """The size of the file in bytes, including dropped bytes."""
        return self._size

    @property
    def blocks(self) -> int:
        """The number of blocks, missing or not; all but the last hold `header.full` codes."""
        return -(-len(self) // self.header.full)

    @property
    def dropped(self) -> str | None:
        """A description of the unfinished part of the file, which the store omits, or None."""
        return self.snapshot.dropped

    @property
    def missing(self) -> str | None:
        """A description of the codes that the file should hold, but lacks, or None."""
        return self.snapshot.missing

    @property
    def there(self) -> int:
        """The number of codes present, from the first on: all, unless some are `missing`."""
        return self.snapshot.there

    @property
    def sealed(self) -> int:
        """The number of full blocks with a trailer."""
        return self.there // self.header.full - self.snapshot.unsealed

    def __len__(self) -> int:
        return self.snapshot.count

    def __repr__(self) -> str:
        return f"<store of {len(self)} {self.codec} codes of {self.rules}>"

    def _repr_html_(self) -> str:
        told = {
            "codes": f"{len(self):,}",
            "codec": self.codec,
            "board": self.rules,
            "packing": self.packing,
            "blocks": f"{self.blocks:,}",
            "bytes": f"{self.size:,}",
            "dropped": self.dropped,
            "missing": self.missing,
        }
        rows = [[name, fact] for name, fact in told.items() if fact is not None]
        return html_table(f"Store {self.path}", [["", ""], *rows])

    @overload
    def __getitem__(self, chosen: int) -> int: ...
    @overload
    def __getitem__(self, chosen: slice | npt.ArrayLike) -> Codes: ...

    def __getitem__(self, chosen: Any) -> int | Codes:
        if isinstance(chosen, slice):
            start, stop, step = chosen.indices(len(self))
            chosen = range(start, stop, step)
            if len(chosen):
                self._require(max(chosen[0], chosen[-1]))
            if step == 1:
                return self._range(start, max(start, stop))
            return self._items(np.arange(start, stop, step))
        if np.ndim(chosen) == 0:
            number = int(self._numbers([index(chosen)])[0])
            self._require(number)
            (code,) = ints_of(self._range(number, number + 1))
            return code
        return self._items(self._numbers(chosen))

    def __iter__(self) -> Iterator[int]:
        return (code for block in self.in_blocks() for code in ints_of(block))

    def in_blocks(self) -> Iterator[Codes]:
        """Yield the codes of one block after another. Raises `StoreError` for a damaged block."""
        full = self.header.full
        return (self[start : start + full] for start in range(0, len(self), full))

    def values(self, chosen: slice | npt.ArrayLike = slice(None)) -> Any:
        """The decoded `Positions`, `Games` or `Words` of the chosen codes, depending on the codec.

        Raises `CodeError` for a single number, since `store[number]` is its code.
        """
        if isinstance(chosen, int | np.integer):
            raise CodeError(
                f"{chosen} is not a slice or an array; store[{chosen}] is one code, and "
                f"values([{chosen}])[0] what it stands for"
            )
        return decode(self[chosen], self.codec, self.rules)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """An Arrow stream of the rows that `noughts unpack FILE.parquet` writes, block by block.

        Through this method, `pyarrow.table(store)` and `polars.DataFrame(store)` read a store, and
        a DuckDB query can use the name of a variable that holds a store as the name of a table:
        `duckdb.sql("select count(*) from store where x = 1")`. Raises `MissingExtraError` if the
        extra `[parquet]` is not installed.

        >>> from tempfile import TemporaryDirectory
        >>> from noughts.store import create
        >>> import pyarrow
        >>> with TemporaryDirectory() as folder:
        ...     with create(folder + "/classes.noughts", "canonical") as writer:
        ...         writer.write_codes([31, 764, 0])
        ...     pyarrow.table(read(folder + "/classes.noughts"))["x"].to_pylist()
        [17, 186, 0]
        """
        from noughts.store.parquet import stream  # which reads Parquet and needs PyArrow

        rows = stream(self.in_blocks(), self.codec, self.rules)
        return rows.__arrow_c_stream__(requested_schema)

    @property
    def damaged_copy(self) -> str | None:
        """The copy of the commit that is damaged, in words, or None; the other copy is intact."""
        return self.snapshot.damaged_copy

    def damage(self) -> Iterator[str | None]:
        """Yield what `lost` yields, and then a description of a damaged copy of the commit."""
        yield from self.lost()
        if self.damaged_copy:
            yield f"{self.path}: {self.damaged_copy} is damaged"

    def lost(self) -> Iterator[str | None]:
        """Read the blocks one by one; for each, yield a description of its damage, or None.

        After the blocks, the method yields a description of any missing codes.
        """
        full = self.header.full
        for first in range(0, self.there, full):
            stop = min(first + full, self.there)
            try:
                for start in range(first, stop, AT_ONCE):
                    self._range(start, min(start + AT_ONCE, stop))
            except StoreError as error:
                yield str(error)
            else:
                yield None
        if self.missing:
            yield f"{self.path}: {self.missing}"

    def _require(self, last: int) -> None:
        """Raise `StoreError` if the code with index `last` is missing."""
        if last >= self.there:
            raise StoreError(f"{self.path}: {self.missing}")

    def _numbers(self, chosen: npt.ArrayLike) -> Int64s:
        """The indices that a mask or an array chooses; negative indices count from the end."""
        count = len(self)
        array = as_array(chosen, "what is chosen", CodeError)
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
        header, full = self.header, self.header.full
        codes = header.empty(stop - start)
        at = start
        while at < stop:
            block, begin = divmod(at, full)
            whole = 0 if begin else min((stop - at) // full, TOGETHER // header.stride)
            if whole > 1 and self._filled(block, codes[at - start :][: whole * full]):
                at += whole * full
                continue
            end = min(begin + stop - at, full)
            out = codes[at - start :][: end - begin]
            try:
                low, packed = self._packed(block, begin, end)
                unpack(packed, header.packing, begin - low, end - low, out)
                header.refuse_beyond(out, range(len(out)), at)
            except NoughtsError as error:
                raise self._named(block, error) from None
            at += end - begin
        return header.shown(codes)

    def _filled(self, block: int, out: Codes) -> bool:
        """Read whole blocks into `out` together, to save time; return False if any is damaged."""
        header, blocks = self.header, slice(block, block + len(out) // self.header.full)
        try:
            packed = run(header, self.disk, block, ~self._checked[blocks])
            unpack(packed, header.packing, 0, len(out), out)
            header.refuse_beyond(out, range(len(out)), block * header.full)
        except NoughtsError:  # the caller then reads block by block, and finds the damage
            return False
        self._checked[blocks] = True
        return True

    def _items(self, items: Int64s) -> Codes:
        header = self.header
        codes = header.empty(len(items))
        if len(items):
            self._require(int(items.max()))
        blocks = items // header.full
        # Sort by block, to read each block once; NumPy sorts a narrow dtype without comparisons.
        order = np.argsort(blocks.astype(narrowest(self.blocks.bit_length())), kind="stable")
        starts = np.flatnonzero(np.diff(blocks[order], prepend=-1))
        for places in np.split(order, starts[1:]) if len(order) else []:
            block = int(blocks[places[0]])
            wanted = items[places] - block * header.full
            try:
                low, packed = self._packed(block, int(wanted.min()), int(wanted.max()) + 1)
                found = get(packed, header.packing, wanted - low)
                header.refuse_beyond(found, wanted, block * header.full)
            except NoughtsError as error:
                raise self._named(block, error) from None
            codes[places] = found
        return header.shown(codes)

    def _named(self, block: int, error: NoughtsError) -> StoreError:
        """A `StoreError` with the message of `error`, the block and its codes."""
        first = block * self.header.full
        last = min(first + self.header.full, len(self)) - 1
        return StoreError(
            f"block {block} of {self.path}, codes {first} to {last}, is damaged: {error}"
        )

    def _packed(self, block: int, begin: int, end: int) -> tuple[int, Uint8s]:
        """The index of a code at or before `begin`, and packed codes from there to `end` or beyond.

        Before any part of a block is used, the whole block must have passed its checksum.
        """
        header, packing = self.header, self.header.packing
        group = loops_of(packing).group
        held = min(header.full, self.there - block * header.full)
        low, high = begin // group * group, min(-(-end // group) * group, held)
        start, stop = packing.bytes_for(low), packing.bytes_for(high)
        beginning = memoryview(b"")
        if not self._checked[block]:
            if block < self.sealed:
                beginning = checked(header, self.disk, block)
            else:
                self._check_last(block)
            self._checked[block] = True
        if stop > len(beginning):
            return low, np.frombuffer(self._read(block, start, stop), np.uint8)
        return low, np.frombuffer(beginning, np.uint8)[start:stop]

    def _check_last(self, block: int) -> None:
        """Raise `StoreError` unless the last block, which has no trailer, passes its checksum."""
        snapshot, at = self.snapshot, self.header.codes_at(block)
        if crc32(snapshot.rest, self.disk.checksum(at, at + snapshot.stands)) != snapshot.checksum:
            raise StoreError("its checksum fails")

    def _read(self, block: int, start: int, stop: int) -> bytes:
        """Bytes `start` to `stop` of the packed codes of a block."""
        snapshot, packed = self.snapshot, b""
        stands = stop if block < self.sealed else snapshot.stands
        if start < stands:
            packed = self.disk.read(self.header.codes_at(block) + start, min(stop, stands) - start)
        packed += snapshot.rest[max(start - stands, 0) : max(stop - stands, 0)]
        if len(packed) < stop - start:
            raise StoreError("it has been cut off since it was read first")
        return packed
