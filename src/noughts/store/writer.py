"""Writes a store, one block at a time; if the writer is killed, every complete block remains.

    the last block   | codes of the last commit | more codes, until it is full | its trailer |
                     └ never overwritten        └ written next

A sync flushes the written codes to the disk. Then it writes and flushes the first copy of a commit
that counts these codes, and writes the second copy. At each moment, at least one copy is intact,
and all codes that this copy counts are on the disk.

An interruption may come at any line of code, so the writer's state is valid at every line: a single
assignment accepts codes, and a single assignment ends each step. After an interruption, the writer
repeats the unfinished step from its beginning, with the same bytes at the same offsets.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from types import TracebackType
from typing import NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

from noughts.arrays.coding.api import encode
from noughts.arrays.coding.coder import Values
from noughts.arrays.packing import pack
from noughts.codecs.packing import Packing
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.errors import CodeError, StoreError
from noughts.kernels.dtypes import Codes, Uint8s
from noughts.store.commit import Commit
from noughts.store.disk import Disk, PathLike
from noughts.store.file_layout import HEADER_LENGTH, TRAILER_LENGTH, Header
from noughts.store.reader import Store
from noughts.system.files import replacing

NOTHING = Commit(0, 0, b"")


def create(
    path: PathLike,
    name: str,
    rules: Rules | str = TICTACTOE,
    packing: Packing | None = None,
    block: int | None = None,
) -> Writer:
    """Create a file for codes of the codec `name`, and return its writer.

    By default, `packing` is the packing with the fewest bits per code among the packings that
    arrays can use. `block` is the number of codes that share a checksum; by default, their packed
    size is about 64 KiB. Raises `StoreError` if the file exists, and `CodeError` if the codec, the
    packing and the number of codes in a block do not fit together.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with create(folder + "/grids.noughts", "base3", Rules(4, 4, 4)) as writer:
    ...         writer.write_codes([0, 3**16 - 1])
    ...     len(writer), writer.header.packing.bits_each
    (2, Fraction(26, 1))
    """
    rules = as_rules(rules)
    header = Header.of(name, rules, packing, block)
    return Writer(Disk.creating(path, beginning(header)), header)


def append(path: PathLike) -> Writer:
    """Open a file for appending, and return its writer, whose `dropped` says what was cut off.

    Only a part that a killed writer left unfinished is cut off: the full blocks before this part
    stay in place, damaged or not. A file of version 1 is first rewritten as version 2, which fails
    if a block is damaged. Raises `StoreError`, and leaves the file unchanged, if the file is not a
    store, has another writer or has lost codes, or if its last block is damaged and not full.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with create(folder + "/classes.noughts", "canonical") as writer:
    ...         writer.write_codes([31])
    ...     with append(folder + "/classes.noughts") as writer:
    ...         writer.write_codes([764])
    ...     len(writer), writer.dropped
    (2, None)
    """
    disk = Disk.appending(path)
    try:
        store = Store(disk)
        dropped = store.dropped
        if store.header.version == 1:
            _convert(store)
            disk.close()
            disk = Disk.appending(path)
            store = Store(disk)
        writer = resumed(store)
    except BaseException:
        disk.close()
        raise
    writer.dropped = dropped
    return writer


def beginning(header: Header) -> bytes:
    """The bytes of a file without codes."""
    return header.raw + 2 * NOTHING.raw(header)


def resumed(store: Store) -> Writer:
    """A writer that continues after the last code of a file of version 2."""
    if store.missing:
        raise StoreError(f"{store.path} cannot be added to: {store.missing}")
    writer = Writer(store.disk, store.header)
    writer._continue(store)
    return writer


def _convert(store: Store) -> None:
    """Replace a file of version 1 with a file of version 2 that has the same codes."""
    with replacing(store.path, sync=True) as part:
        with create(part, store.codec, store.rules, store.packing, store.header.full) as writer:
            for codes in store.in_blocks():
                writer.write_codes(codes)
        shutil.copymode(store.path, part)


class Progress(NamedTuple):
    """The progress of a writer."""

    blocks: int  # full blocks in the file
    held: int  # codes of the next block
    standing: int  # bytes of these codes that are already in the file


class Writer:
    """Accepts codes or values, and writes them in blocks. Use `with` or `close` to close a writer.

    A written block stays in the file, however this process ends. All codes that the writer accepted
    before a call of `sync` or `close` also survive a loss of power. Until such a call, the codes of
    a block that is not yet full are only in memory. `len` counts all codes, including the codes
    that the file had before.

    `header` is the header of the file, and `dropped` describes what `append` cut off, or is None. A
    file has one writer at a time; the system enforces this if it can lock the file. An `OSError`,
    as from a full disk, closes the writer and leaves the file as if the process had been killed. An
    interruption, such as Ctrl-C, leaves the writer open, and `len` counts all codes that the writer
    has accepted. The file may then also hold a block that was just being written and that `len`
    does not count.

    >>> from tempfile import TemporaryDirectory
    >>> from noughts.arrays import Positions
    >>> with TemporaryDirectory() as folder:
    ...     writer = create(folder + "/positions.noughts", "ordinal")
    ...     writer.write(Positions.start(3).play([0, 4, 8]))
    ...     writer.close()
    ...     len(writer)
    3
    """

    def __init__(self, disk: Disk, header: Header) -> None:
        self.header = header
        self.dropped: str | None = None
        self._disk = disk
        self._last = NOTHING  # the commit
        self._unfinished: Commit | None = None  # a commit with a copy that may be half written
        self._progress = Progress(0, 0, 0)
        self._codes = header.empty(0)  # the held codes, and room for more

    def write_codes(self, codes: npt.ArrayLike) -> None:
        """Accept codes [n] of the codec: all of them, or none if one is invalid.

        Raises `CodeError`, naming the first bad item.
        """
        self._require_open()
        codes = self.header.checked(codes)
        full = self.header.full
        self._settle()
        while len(codes):
            room = full - self._progress.held
            if room == full <= len(codes):
                self._write_block(codes[:full])  # straight from the caller's array
            else:
                self._hold(codes[:room])
                self._settle()
            codes = codes[room:]

    def write(self, values: Values) -> None:
        """Accept `Positions`, finished `Games` or `Words`, depending on the codec.

        Raises what `arrays.encode` raises, and then accepts none of the values.
        """
        board = getattr(values, "rules", TICTACTOE)
        if board != self.header.rules:
            raise CodeError(f"{values!r} does not fit a store of {self.header.rules}")
        self.write_codes(encode(values, self.header.name))

    def __len__(self) -> int:
        return self._progress.blocks * self.header.full + self._progress.held

    def sync(self) -> None:
        """Flush all accepted codes to the disk, and write a commit that counts them."""
        self._require_open()
        self._settle()
        with self._ended_by_errors():
            commit = self._put_held()
            self._disk.sync()
            if commit.count != self._last.count:
                self._put_commit(commit)

    def close(self) -> None:
        """Sync, and close the file."""
        if self._disk.closed:
            return
        self.sync()
        self._disk.close()

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self.close()
        except KeyboardInterrupt:
            self.close()  # writes the accepted codes before the exception propagates
            raise

    def _require_open(self) -> None:
        if self._disk.closed:
            raise StoreError("the writer is closed; append opens the file again")

    @contextmanager
    def _ended_by_errors(self) -> Iterator[None]:
        """If the `with` block raises `OSError`, close the file: how much was written is unknown."""
        try:
            yield
        except OSError:
            self._disk.close()
            raise

    def _continue(self, store: Store) -> None:
        """Continue the last block if it is not full, and cut off any unfinished part after it."""
        header, snapshot = self.header, store.snapshot
        self._progress = Progress(store.sealed, 0, snapshot.stands)
        self._hold(header.checked(store[store.sealed * header.full :]))
        self._last = snapshot.commit or NOTHING
        if snapshot.dropped:
            # Before any write: no remains of this part must ever follow new codes.
            self._disk.truncate(header.place(store.sealed) + snapshot.stands)
            self._disk.sync()
        if not snapshot.alike:
            # Otherwise a loss of power during the next write could leave only an older commit.
            self._put_commit(self._last)
        if snapshot.interrupted:
            self.sync()

    def _hold(self, codes: Codes) -> None:
        """Keep codes in memory for the next block, which has room for all these codes."""
        blocks, held, standing = self._progress
        count = held + len(codes)
        if count > len(self._codes):
            larger = self.header.empty(min(max(count, 2 * len(self._codes)), self.header.full))
            larger[:held] = self._codes[:held]
            self._codes = larger
        self._codes[held:count] = codes
        self._progress = Progress(blocks, count, standing)

    def _settle(self) -> None:
        """Write the held codes if they fill a block, as they also may after an interruption."""
        if self._progress.held == self.header.full:
            self._write_block(self._codes)

    def _write_block(self, codes: Codes) -> None:
        """Write a full block: the bytes of its codes that the file still lacks, and its trailer."""
        header, length = self.header, len(self._room) - TRAILER_LENGTH
        blocks, _, standing = self._progress
        packed = pack(codes, header.packing, self._room[:length])
        trailer = header.trailer(blocks, len(codes), crc32(packed.data))
        self._room[length:] = np.frombuffer(trailer, np.uint8)
        with self._ended_by_errors():
            self._disk.write(header.place(blocks) + standing, self._room[standing:].data)
        self._progress = Progress(blocks + 1, 0, 0)

    @cached_property
    def _room(self) -> Uint8s:
        """Space for the bytes of a block."""
        return np.empty(self.header.stride, np.uint8)

    def _put_held(self) -> Commit:
        """Write the held codes, without the last packing block unless they fill it."""
        packing, (blocks, held, standing) = self.header.packing, self._progress
        packed = pack(self._codes[:held], packing)
        whole = held // packing.items * packing.length
        self._disk.write(self.header.place(blocks) + standing, packed[standing:whole].data)
        self._progress = Progress(blocks, held, whole)
        return Commit(len(self), crc32(packed.data), packed[whole:].tobytes())

    def _put_commit(self, commit: Commit) -> None:
        """Write both copies of a commit, whose codes are on the disk."""
        if self._unfinished:
            # Its second copy may be damaged: writing a new first copy could then leave none intact.
            self._put_both(self._unfinished)
        self._unfinished = commit
        self._put_both(commit)
        self._last = commit
        self._unfinished = None

    def _put_both(self, commit: Commit) -> None:
        raw = commit.raw(self.header)
        self._disk.write(HEADER_LENGTH, raw)
        self._disk.sync()
        self._disk.write(HEADER_LENGTH + len(raw), raw)
