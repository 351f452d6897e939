"""Writes a store, one block at a time; if the writer is killed, every complete block remains.

    the last block   | codes of the last commit | more codes, until it is full | its trailer |
                     └ never written again      └ written next

A sync brings the written codes onto the disk, then the first copy of a commit that counts them, and
then writes its second copy. At each moment one copy is intact, and everything that it counts is on
the disk.

An interruption may come at any line, so the writer's state is right at every line: one assignment
takes the codes, and one assignment ends a step. An unfinished step is done again from its
beginning, with the same bytes in the same places.
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
from noughts.store.layout import HEADER_LENGTH, TRAILER_LENGTH, Header
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
    """A writer of a new file for codes of the codec `name`.

    By default `packing` is the packing for arrays with the fewest bits per code. `block` is how
    many codes share a checksum, by default about 64 KiB of them. Raises `StoreError` if the file
    exists, and `CodeError` if codec, packing and block do not fit together.

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
    """A writer that goes on where the file ends; its `dropped` says what was cut off there.

    Only the unfinished part of a killed writer is cut off: full blocks stay where they are, damaged
    or not. A file of version 1 is first rewritten as version 2, whole or not at all. Raises
    `StoreError` for a file that is not a store or has another writer, and for a file whose last
    block, which would have to grow, is damaged or missing; the file then stays as it was.

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
    """The bytes of a file that holds nothing yet."""
    return header.raw + 2 * NOTHING.raw(header)


def resumed(store: Store) -> Writer:
    """A writer that goes on where the codes of a file of version 2 end."""
    if store.missing:
        raise StoreError(f"{store.path} cannot be added to: {store.missing}")
    writer = Writer(store.disk, store.header)
    writer._continue(store)
    return writer


def _convert(store: Store) -> None:
    """Replace a file of version 1 by a file of version 2 with the same codes."""
    with replacing(store.path, sync=True) as part:
        with create(part, store.codec, store.rules, store.packing, store.header.full) as writer:
            for codes in store.in_blocks():
                writer.write_codes(codes)
        shutil.copymode(store.path, part)


class Progress(NamedTuple):
    """How far a writer is."""

    blocks: int  # full ones, in the file
    held: int  # codes of the block after them
    standing: int  # bytes of these that are in the file already


class Writer:
    """Takes codes or values and writes them in blocks; close it by `close` or a `with` block.

    A written block survives however this process ends; all codes that were taken before `sync` or
    `close` also survive a loss of power. The codes of a block that is not yet full stay in memory
    until then. `len` counts all codes, including the codes that were there before.

    `header` is the header of the file, and `dropped` says what `append` cut off, or is None. A file
    has one writer at a time; the system enforces this if it can. An `OSError`, such as for a full
    disk, closes the writer and leaves the file as a kill would. An interruption, such as Ctrl-C,
    leaves the writer open with the codes that it had taken until then: as many as `len` says, and
    perhaps the codes of a block that it was just writing.

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
        self._unfinished: Commit | None = None  # one of whose copies may be written in part
        self._progress = Progress(0, 0, 0)
        self._codes = header.empty(0)  # those held, and room for more

    def write_codes(self, codes: npt.ArrayLike) -> None:
        """Take codes [n] of the codec: all of them, or none if one is bad.

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
        """Take `Positions`, finished `Games` or `Words`, whichever the codec holds.

        Raises what `arrays.encode` raises, and then takes none of them.
        """
        board = getattr(values, "rules", TICTACTOE)
        if board != self.header.rules:
            raise CodeError(f"{values!r} does not fit a store of {self.header.rules}")
        self.write_codes(encode(values, self.header.name))

    def __len__(self) -> int:
        return self._progress.blocks * self.header.full + self._progress.held

    def sync(self) -> None:
        """Bring all codes that were taken onto the disk, to stay there and to be counted."""
        self._require_open()
        self._settle()
        with self._ended_by_errors():
            commit = self._put_held()
            self._disk.sync()
            if commit.count != self._last.count:
                self._put_commit(commit)

    def close(self) -> None:
        """Sync, and end the writer."""
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
            self.close()  # what was taken is written, though the writer must end now
            raise

    def _require_open(self) -> None:
        if self._disk.closed:
            raise StoreError("the writer is closed; append opens the file again")

    @contextmanager
    def _ended_by_errors(self) -> Iterator[None]:
        """Close the file at an error of the disk: how much has been written is not known."""
        try:
            yield
        except OSError:
            self._disk.close()
            raise

    def _continue(self, store: Store) -> None:
        """Take up the last block, if it is not full, and cut off what no writer has finished."""
        header, snapshot = self.header, store.snapshot
        self._progress = Progress(store.sealed, 0, snapshot.stands)
        self._hold(header.checked(store[store.sealed * header.full :]))
        self._last = snapshot.commit or NOTHING
        if snapshot.dropped:
            # Before anything is written: what is left of it must never follow what comes.
            self._disk.truncate(header.place(store.sealed) + snapshot.stands)
            self._disk.sync()
        if not snapshot.alike:
            # Else a loss of power while the first is being written would leave an older one.
            self._put_commit(self._last)
        if snapshot.interrupted:
            self.sync()

    def _hold(self, codes: Codes) -> None:
        """Keep codes of the block after the full blocks; there is enough space for them."""
        blocks, held, standing = self._progress
        count = held + len(codes)
        if count > len(self._codes):
            larger = self.header.empty(min(max(count, 2 * len(self._codes)), self.header.full))
            larger[:held] = self._codes[:held]
            self._codes = larger
        self._codes[held:count] = codes
        self._progress = Progress(blocks, count, standing)

    def _settle(self) -> None:
        """Write the block of the held codes if it is full, also after an interruption."""
        if self._progress.held == self.header.full:
            self._write_block(self._codes)

    def _write_block(self, codes: Codes) -> None:
        """Write a full block: the part that is not in the file already, and its trailer."""
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
        """Write the held codes, except for the last packing block if they do not fill it."""
        packing, (blocks, held, standing) = self.header.packing, self._progress
        packed = pack(self._codes[:held], packing)
        whole = held // packing.items * packing.length
        self._disk.write(self.header.place(blocks) + standing, packed[standing:whole].data)
        self._progress = Progress(blocks, held, whole)
        return Commit(len(self), crc32(packed.data), packed[whole:].tobytes())

    def _put_commit(self, commit: Commit) -> None:
        """Write both copies of a commit of the codes on the disk."""
        if self._unfinished:
            # Its second copy may be the damaged one: another first copy would leave none intact.
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
