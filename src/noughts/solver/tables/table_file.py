"""Reads an endgame table from a file: the score of every position of a board, a byte each.

`retrograde` writes it. Positions are not stored; the place of a score is worked out:

- The symmetries take O's stones to their least image, the *set* of the position; X's go with them.
- Each set has a block of scores, one for each way to add X. With m stones of O, f cells remain:

      block     C(f, m) scores, X to move             C(f, m + 1) scores, O to move
                X has m stones                        X has m + 1

- In each part, X's stones stand at their rank: how many sets of the same size, of these f cells,
  have a smaller bitboard.

The file, in which numbers are little-endian:

    a line        JSON: `file`, `version`, `board`, `sets` (how many there are in a layer; a layer
                  is the sets of one size, and the largest size comes first), `positions` and
                  `classes` (how many, by ply)
    the sets      4 bytes each, layer by layer; in a layer they rise
    the blocks    a block a set, in the same order
    the checks    4 bytes each: the CRC-32 of line and sets together, then of each block

A score is that of `table`, as a signed byte, or 127 if play cannot reach the position. Nothing is
read ahead, so a file may be larger than memory. A block is checked when it is first used, and a
damaged one is refused at every use.
"""

from __future__ import annotations

import json
import mmap
import os
from bisect import bisect_left
from collections.abc import Iterator
from math import comb
from operator import itemgetter
from pathlib import Path
from stat import S_ISREG
from struct import unpack_from
from typing import Any, NamedTuple, NoReturn
from zlib import crc32

from noughts.core.bits import cells_of
from noughts.core.messages import quoted, shortened
from noughts.core.rules import Rules
from noughts.core.symmetry import symmetries, transform
from noughts.errors import TableFileError
from noughts.system.cache import cache_folder

FILE, VERSION = "noughts table", 1
NEVER = 127  # its opposite is below every score: a maximum starts there
RETROGRADE_CELLS = 25  # of a board that can have a file: that of 5x5 has 20 GB
LONGEST_LINE = 1 << 16  # in bytes


def path_of(rules: Rules) -> Path:
    """The path of the file of a board.

    >>> path_of(Rules(4, 4, 4)).name
    '4,4,4.table'
    """
    return cache_folder() / f"{rules}.table"


def parts_of_block(stones: int, cells: int) -> tuple[int, int]:
    """How many scores the two parts of a block have, for a number of O's stones.

    >>> parts_of_block(2, 9)
    (21, 35)
    """
    free = cells - stones
    return comb(free, stones), comb(free, stones + 1)


class Section(NamedTuple):
    """Where a layer stands: its first block, how many there are, their place and their size."""

    first: int
    blocks: int
    at: int
    size: int


def _counts(given: Any) -> list[int]:
    """The counts that a list of the first line gives. Raises `ValueError` for anything else."""
    if not isinstance(given, list) or any(type(each) is not int or each < 0 for each in given):
        raise ValueError
    return given


class TableFile:
    """The scores of a file, as a mapping from codes `x | o << cells` of positions.

    `positions` and `classes` say how many there are at each ply. Raises `TableFileError` for a file
    that is not for these rules or not as it was written, and `OSError` for one that does not exist.

    Code that reads many scores at once finds them in `content`, in the `sections` by O's stones,
    after `check` has passed their blocks; `sets_at` is where the sets begin.
    """

    def __init__(self, path: Path, rules: Rules) -> None:
        self.path = path
        self.rules = rules
        if not S_ISREG(os.stat(path).st_mode):  # to open a pipe would wait for its other end
            self._refuse("it is not a regular file")
        with path.open("rb") as file:
            if not file.seek(0, 2):  # an empty file cannot be mapped
                self._refuse("it is empty")
            self.content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        line = self.content[: self.content.find(b"\n", 0, LONGEST_LINE) + 1]
        try:
            head = json.loads(line)
        except (ValueError, RecursionError):  # as of a thousand brackets
            head = None
        if not isinstance(head, dict) or head.get("file") != FILE:
            self._refuse(f"it does not begin as a {FILE}")
        if head.get("version") != VERSION:
            self._refuse(
                f"it has version {quoted(head.get('version'))}; only version {VERSION} can be read"
            )
        if head.get("board") != str(rules):
            self._refuse(f"it is for {shortened(str(head.get('board')))}, not for {rules}")
        try:
            sets, self.positions, self.classes = (
                _counts(head[name]) for name in ("sets", "positions", "classes")
            )
            self._lay_out(sets, len(line))
        except (LookupError, TypeError, ValueError):
            self._refuse("its first line is damaged")
        if len(self.content) != self._end:
            self._refuse(f"it has {len(self.content):,} bytes of {self._end:,}")
        if crc32(self.content[: self._blocks_at]) != self._number_at(self._checks_at):
            self._refuse("its first line or its sets are damaged")
        self._whole = bytearray(sum(each.blocks for each in self.sections.values()))  # by number

    def __len__(self) -> int:
        return sum(self.positions)

    def __iter__(self) -> Iterator[int]:
        """The codes of all positions, in rising order."""
        cells, board = self.rules.cells, self.rules.board
        for o in range(board + 1):
            if 2 * o.bit_count() > cells:
                continue
            free = board ^ o
            x = -1
            while x != free:
                x = x - free & free  # the next larger set of free cells, from the empty one on
                if x.bit_count() - o.bit_count() in (0, 1) and self._score(x, o) != NEVER:
                    yield x | o << cells

    def get(self, code: int) -> int | None:
        """The score of a position, or None if play cannot reach it."""
        score = self._score(code & self.rules.board, code >> self.rules.cells)
        return None if score == NEVER else score

    def _score(self, x: int, o: int) -> int:
        rules = self.rules
        every = ((transform(o, by, rules), by) for by in symmetries(rules))
        least, symmetry = min(every, key=itemgetter(0))
        x, free = transform(x, symmetry, rules), rules.board ^ least
        rank = sum(
            comb((free & (1 << cell) - 1).bit_count(), place)
            for place, cell in enumerate(cells_of(x), 1)
        )
        if x.bit_count() > o.bit_count():
            rank += parts_of_block(o.bit_count(), rules.cells)[0]
        score = self._block(least)[rank]
        return score - 256 if score > 127 else score

    def _block(self, o: int) -> bytes:
        """The scores of a set that is its own least image."""
        first, blocks, at, size = self.sections[o.bit_count()]
        # Within a layer the sets rise.
        numbers = range(first, first + blocks)
        number = bisect_left(numbers, o, key=lambda i: self._number_at(self.sets_at + 4 * i))
        self.check(first + number)
        at += number * size
        return self.content[at : at + size]

    def check(self, number: int) -> None:
        """Refuse this block unless it is as it was written; an intact one is checked only once."""
        if self._whole[number]:
            return
        section = next(each for each in self.sections.values() if number < each.first + each.blocks)
        at = section.at + (number - section.first) * section.size
        end = at + section.size
        if crc32(self.content[at:end]) != self._number_at(self._checks_at + 4 * (1 + number)):
            self._refuse(f"its bytes {at:,} to {end - 1:,} are damaged")
        self._whole[number] = True

    def _lay_out(self, counts: list[int], at: int) -> None:
        """Work out where everything stands in the file."""
        self.sections: dict[int, Section] = {}  # the largest sets first, as in the file
        self.sets_at = at
        self._blocks_at = at = at + 4 * sum(counts)
        first = 0
        for stones, blocks in zip(range(self.rules.cells // 2, -1, -1), counts, strict=True):
            size = sum(parts_of_block(stones, self.rules.cells))
            self.sections[stones] = Section(first, blocks, at, size)
            first += blocks
            at += blocks * size
        self._checks_at = at
        self._end = at + 4 * (1 + first)

    def _number_at(self, at: int) -> int:
        number: int = unpack_from("<I", self.content, at)[0]
        return number

    def _refuse(self, reason: str) -> NoReturn:
        raise TableFileError(
            f"{self.path} is not a table that can be used: {reason}; "
            f"'noughts table {self.rules}' writes it again"
        )
