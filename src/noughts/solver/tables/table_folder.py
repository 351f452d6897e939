"""An endgame table in a folder of shards, which many processes write and read.

    plan                  the board and the size of a shard, from which all else follows
    head                  the beginning of a table in one file, and a checksum
    12-0000, 12-0001 ...  the blocks of the sets with 12 stones of O, some in each shard
    ...
    00-0000               the block of the empty set

A stone of O leads to some of the positions in a shard. The scores of these positions are stored
together, apart from the other scores, since solving the next layer needs only the former. In the
usual game, these are the positions with X to move; `layout` gives them for every game.

    a line of text        the board, the layer, the first block and the number of blocks
    scores led to         the scores of each block to which a stone of O leads, block by block
    other scores          the other scores of each block, in the same order
    checksums             the CRC-32 of both halves of each block, 4 bytes each
    a checksum            the CRC-32 of the line and the checksums

docs/formats.md describes these files byte by byte. A file appears in the folder only when it is
complete. A reader checks each half of a block (the scores led to, or the other scores) against the
checksum of this half.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from struct import Struct
from typing import NamedTuple
from zlib import crc32

from noughts.core.message_text import quoted, shortened
from noughts.core.rules import Rules
from noughts.errors import TableFileError
from noughts.solver.tables.cost_estimate import BYTES_A_SET, set_classes
from noughts.solver.tables.layout import Layout, layout_of
from noughts.solver.tables.table_file import BY_SETS, INSTEAD, Section, StoredTable
from noughts.system.folders import Folder

PLAN, HEAD = "plan", "head"
KIND, VERSION = "noughts table in shards", 1
SHARD = 1 << 26  # bytes of scores in a shard, or a little less: some seconds of work
CHECK = Struct("<I")
CHECKS = Struct("<II")  # of a block
SMALLEST, LARGEST = 1, 1 << 32  # the bytes of a shard that a plan may specify


class Shard(NamedTuple):
    """A run of blocks in a layer: number of O's stones, first block, block count, and file name."""

    stones: int
    first: int
    blocks: int
    name: str


@dataclass(frozen=True)
class Plan:
    """The shards of a board's table and the places of their parts: all computed, and not stored.

    >>> plan = Plan(Rules(3, 3, 3), 1000)
    >>> [shard.name for shard in plan.shards(3)]
    ['03-0000']
    >>> sum(len(plan.shards(stones)) for stones in plan.layers)
    5
    """

    rules: Rules
    size: int = SHARD

    def __post_init__(self) -> None:
        self.rules.require("a table in shards", *BY_SETS, instead=INSTEAD)
        self.rules.require_listed("a table in shards")

    @cached_property
    def layers(self) -> range:
        """The number of O's stones in each layer, in the order in which the layers are solved."""
        return self._layout.layers

    @cached_property
    def _layout(self) -> Layout:
        return layout_of(self.rules)

    @cached_property
    def blocks(self) -> list[int]:
        """The number of blocks for each number of O's stones."""
        return set_classes(self.rules)

    def parts(self, stones: int) -> tuple[int, int]:
        """How many of a block's scores a stone of O leads to, and how many others the block has."""
        led_to = self._layout.led_to[stones]
        return led_to, self._layout.size(stones) - led_to

    def moves(self, stones: int) -> int:
        """The number of moves in all positions of a block.

        >>> Plan(Rules(3, 3, 3)).moves(4)    # X may take the last cell, once O has four stones
        5
        """
        begins, actions = self._layout.begins[stones], self.rules.actions // self.rules.cells
        xs = zip(self._layout.xs[stones], pairwise(begins), strict=True)
        free = self.rules.cells - stones
        return actions * sum((end - begin) * (free - x) for x, (begin, end) in xs)

    def each(self, stones: int) -> int:
        """The number of blocks in each shard of a layer; the last shard may have fewer."""
        return max(1, self.size // sum(self.parts(stones)))

    def shards(self, stones: int) -> list[Shard]:
        """The shards of a layer."""
        return [self.shard(stones, row) for row in range(0, self.blocks[stones], self.each(stones))]

    def shard(self, stones: int, row: int) -> Shard:
        """The shard that contains the block with the number `row` of a layer."""
        number, each = row // self.each(stones), self.each(stones)
        first = number * each
        blocks = min(each, self.blocks[stones] - first)
        return Shard(stones, first, blocks, f"{stones:02}-{number:04}")

    def needed(self, shard: Shard) -> int:
        """An upper limit on the number of bytes that solving a shard needs from the previous layer.

        The result is 0 for a shard of the first layer, which has no previous layer.
        """
        if shard.stones == self.layers[0]:
            return 0
        free = self.rules.cells - shard.stones
        blocks = min(shard.blocks * free, self.blocks[shard.stones + 1])
        return blocks * self.parts(shard.stones + 1)[0]

    def memory(self, processors: int | None = None) -> int:
        """The most bytes of memory that making shards takes on `processors` processors (None: all).

        >>> Plan(Rules(5, 4, 4)).memory(processors=1) < 1 << 29
        True
        """
        most = 0
        for stones in self.layers:
            first = self.shard(stones, 0)
            read, own = self.needed(first), first.blocks * sum(self.parts(stones))
            # The bytes read from a shard are in memory until they are copied, and the scores of a
            # new shard are in memory twice: in blocks as they are solved, and split into halves.
            most = max(most, read + min(read, own) + 2 * own)
        return (processors or os.cpu_count() or 1) * most + (BYTES_A_SET << self.rules.cells)

    def line(self, shard: Shard) -> bytes:
        """The first line of the file of a shard."""
        said = {"board": str(self.rules), "stones": shard.stones, "first": shard.first}
        return json.dumps(said | {"blocks": shard.blocks}).encode() + b"\n"

    def checks_at(self, shard: Shard) -> int:
        """The offset of the checksums in the file of a shard."""
        return len(self.line(shard)) + shard.blocks * sum(self.parts(shard.stones))

    def bytes_of(self, shard: Shard) -> int:
        """The size of the file of a shard in bytes."""
        return self.checks_at(shard) + CHECKS.size * shard.blocks + CHECK.size

    def written(self) -> bytes:
        """The content of the file `plan`."""
        said = {"file": KIND, "version": VERSION, "board": str(self.rules), "shard": self.size}
        return json.dumps(said).encode() + b"\n"


def read_plan(folder: Folder, rules: Rules) -> Plan:
    """The plan of a folder. Raises `TableFileError` unless the plan is for this board."""
    try:
        told = json.loads(folder.read(PLAN, 0, 1 << 16))
        kind, version, board, size = (told[key] for key in ("file", "version", "board", "shard"))
        if kind != KIND or type(size) is not int or not SMALLEST <= size <= LARGEST:
            raise ValueError
    except (ValueError, LookupError, TypeError, RecursionError):
        raise _refused(folder, rules, f"its file {PLAN!r} is damaged") from None
    if version != VERSION:
        said = f"it has version {quoted(str(version))}; only version {VERSION} can be read"
        raise _refused(folder, rules, said)
    if board != str(rules):
        raise _refused(folder, rules, f"it is for {shortened(str(board))}, not for {rules}")
    return Plan(rules, size)


class Parts:
    """Reads the two halves of blocks from a folder, and checks them."""

    def __init__(self, folder: Folder, plan: Plan) -> None:
        self.folder, self.plan = folder, plan
        # The cache does not refer to `self`, so it is freed as soon as this object is.
        self._checks = lru_cache(maxsize=64)(partial(_checks_of, folder, plan))

    def rows(
        self, stones: int, first: int, end: int, part: int, wanted: bytes | None = None
    ) -> Iterator[tuple[int, memoryview]]:
        """For each block in `range(first, end)` of a layer, yield its number and one of its halves.

        `part` is 0 for the half with the scores led to, and 1 for the other half. The blocks in the
        same shard are read together. If `wanted` is given, it has a byte for each block of the
        layer, and blocks whose byte is 0 are skipped. Raises `TableFileError` for a damaged block,
        and `OSError` if a file cannot be read.
        """
        while first < end:
            shard = self.plan.shard(stones, first)
            after = min(end, shard.first + shard.blocks)
            yield from self._read(shard, first, after, part, wanted)
            first = after

    def _read(
        self, shard: Shard, first: int, end: int, part: int, wanted: bytes | None
    ) -> Iterator[tuple[int, memoryview]]:
        plan = self.plan
        sizes = plan.parts(shard.stones)
        size = sizes[part]
        at = len(plan.line(shard)) + part * shard.blocks * sizes[0] + (first - shard.first) * size
        read = memoryview(self.folder.read(shard.name, at, (end - first) * size))
        checks = self._checks(shard)
        for row in range(first, end):
            if wanted and not wanted[row]:
                continue
            scores = read[(row - first) * size : (row - first + 1) * size]
            wanted_check = CHECKS.unpack_from(checks, (row - shard.first) * CHECKS.size)[part]
            if len(scores) < size or crc32(scores) != wanted_check:
                raise _damaged(self.folder, plan, shard)
            yield row, scores


class TableFolder(StoredTable):
    """The scores of a folder of shards.

    Raises `TableFileError` for a folder that is damaged, is unfinished, or is for other rules, and
    `OSError` for a folder that does not exist.
    """

    def __init__(self, folder: Folder, rules: Rules) -> None:
        super().__init__(rules)
        self.place, self.again = str(folder), _again(folder, rules)
        self.folder, self.plan = folder, read_plan(folder, rules)
        self._parts = Parts(folder, self.plan)
        there = folder.sizes()
        for stones in self.plan.layers:
            for shard in self.plan.shards(stones):
                if there.get(shard.name) != self.plan.bytes_of(shard):
                    self.refuse(f"its file {shard.name!r} is not finished")
        if HEAD not in there:
            self.refuse(f"its file {HEAD!r} is not finished")
        content = folder.read(HEAD, 0, there[HEAD])
        self._head = content[: -CHECK.size]
        if content[-CHECK.size :] != CHECK.pack(crc32(self._head)):
            self.refuse(f"its file {HEAD!r} is damaged")
        self._understand(self._head[: self._head.find(b"\n") + 1])
        found = [section.blocks for section in self.sections.values()]
        wanted = [self.plan.blocks[stones] for stones in self.plan.layers]
        if found != wanted or len(self._head) != self._blocks_at:
            self.refuse(f"its file {HEAD!r} has other sets than the board")

    @property
    def head(self) -> bytes:
        """The beginning of a table in one file: the first line, and the sets."""
        return self._head

    def _stored(self, section: Section, row: int) -> bytes:
        return next(self.rows(section, row, row + 1))

    def rows(self, section: Section, first: int, end: int) -> Iterator[bytes]:
        """Yield the scores of each set in `range(first, end)` of a layer, read shard by shard."""
        stones = next(each for each, found in self.sections.items() if found == section)
        even, odd = (self._parts.rows(stones, first, end, part) for part in (0, 1))
        for (_, one), (_, other) in zip(even, odd, strict=True):
            yield b"".join((one, other))


def _checks_of(folder: Folder, plan: Plan, shard: Shard) -> bytes:
    """The checksums of all blocks of a shard."""
    line, at = plan.line(shard), plan.checks_at(shard)
    begin = folder.read(shard.name, 0, len(line))
    end = folder.read(shard.name, at, CHECKS.size * shard.blocks + CHECK.size)
    checks, check = end[: -CHECK.size], end[-CHECK.size :]
    if begin != line or check != CHECK.pack(crc32(line + checks)):
        raise _damaged(folder, plan, shard)
    return checks


def _damaged(folder: Folder, plan: Plan, shard: Shard) -> TableFileError:
    """The error for a damaged file of a shard; its message says how to write the file again."""
    return _refused(folder, plan.rules, f"its file {shard.name!r} is damaged")


def _again(folder: Folder, rules: Rules) -> str:
    return f"without that file, 'noughts table {rules} --to {folder}'"


def _refused(folder: Folder, rules: Rules, reason: str) -> TableFileError:
    return TableFileError(
        f"{folder} is not a table that can be used: {reason}; "
        f"{_again(folder, rules)} writes it again"
    )
