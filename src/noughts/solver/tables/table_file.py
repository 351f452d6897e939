"""Reads an endgame table from a file: the score of every position of a board, one byte each.

`retrograde` writes the file. The file contains no positions, since the place of each score is
computed from the position to which it belongs:

- A symmetry takes O's stones to their least image, the *set* of the position. The same symmetry
  moves X's stones.
- Each set has a block of scores, which has a score for each way to add X's stones. If the set has m
  stones, f cells remain for X:

      block     C(f, m) scores, X to move             C(f, m + 1) scores, O to move
                X has m stones                        X has m + 1

  A block has these two parts if the players alternate and each places only his own mark. In other
  games, it has other parts (`layout`).
- In each part, the index of a score is the rank of X's stones: their rising number
  (`core.set_numbers`) among the f cells without a stone of O.

docs/formats.md describes the file byte by byte: a line of JSON, the sets, their blocks, and
checksums. A score is a signed byte: the score that `table` defines, or 127 if play cannot reach the
position. A block is read and checked only when it is used, so a file may be larger than memory. A
damaged block is refused at every use. The file is never mapped into memory: if another process
truncates the file, a reader gets fewer bytes instead of being killed by a signal.
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterator
from io import FileIO
from math import comb
from operator import itemgetter
from pathlib import Path
from stat import S_ISREG
from struct import unpack_from
from typing import NamedTuple, NoReturn
from weakref import finalize
from zlib import crc32

from noughts.core.answers import Law
from noughts.core.message_text import quoted, shortened
from noughts.core.rules import Rules
from noughts.core.set_numbers import rising_number
from noughts.core.symmetry import symmetries, transform
from noughts.errors import TableFileError
from noughts.solver.tables.layout import layout_of
from noughts.system.cache import cache_folder
from noughts.system.files import checked_path, read_at

FILE, VERSION = "noughts table", 1
BY_SETS: tuple[Law, ...] = ("any_order", "stones")  # where two sets of stones determine a position
INSTEAD = "noughts.table holds positions in memory, and noughts solve says what one is worth"
NEVER = 127  # its negative is below every score, so a maximum starts there
RETROGRADE_CELLS = 25  # of the largest board that can have a file: the file of 5x5 takes 20 GB
LONGEST_LINE = 1 << 16  # the most bytes of the first line
OTHER_SETS = "its sets are not those of the board"
KEPT = 1 << 24  # the most bytes of blocks that are kept for later look-ups


def path_of(rules: Rules) -> Path:
    """The path of a board's file in the cache folder.

    >>> path_of(Rules(4, 4, 4)).name
    '4,4,4.table'
    """
    return cache_folder() / f"{rules}.table"


class Section(NamedTuple):
    """The place of a layer: its first block, block count and offset, and the size of a block."""

    first: int
    blocks: int
    at: int
    size: int


def _counts(given: object, most: list[int]) -> list[int]:
    """Check a list of counts from a file's first line. Raises `ValueError` for an invalid list.

    The list may have fewer counts than `most`, since on some boards no game fills the board.
    No count may exceed the number at the same place in `most`.
    """
    if not isinstance(given, list) or len(given) > len(most):
        raise ValueError
    for count, highest in zip(given, most, strict=False):
        if type(count) is not int or not 0 <= count <= highest:
            raise ValueError
    return given


def _number_at(data: bytes | memoryview, at: int) -> int:
    number: int = unpack_from("<I", data, at)[0]
    return number


class StoredTable(ABC):
    """A stored table: a mapping from the codes `x | o << cells` of positions to their scores.

    `positions` and `classes` give the numbers of positions and of classes at each ply.

    `sections` maps the number of O's stones in each layer to the section of this layer. Code that
    reads many scores at once calls `sets` for the sets of a section, and then `block` for the block
    of each set. `blocks` is the total number of blocks, and `size` is their total size in bytes.
    """

    place: str  # where the scores are stored, for messages
    again: str  # what writes them again, for messages
    _head: bytes  # the first line and the sets

    def __init__(self, rules: Rules) -> None:
        rules.require("a table in a file", *BY_SETS, instead=INSTEAD)
        rules.require_listed("a table in a file")
        self.rules, self._layout = rules, layout_of(rules)
        self._kept: dict[int, bytes] = {}
        self._room = KEPT

    def __len__(self) -> int:
        return sum(self.positions)

    def __iter__(self) -> Iterator[int]:
        """The codes of all positions, in rising order."""
        cells, board = self.rules.cells, self.rules.board
        for o in range(board + 1):
            xs, free = self._layout.xs[o.bit_count()], board ^ o
            if not xs:
                continue
            x = -1
            while x != free:
                x = x - free & free  # the next larger subset of the free cells
                if x.bit_count() in xs and self._score(x, o) != NEVER:
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
        stones = o.bit_count()
        part = self._layout.xs[stones].index(x.bit_count())
        rank = self._layout.begins[stones][part] + rising_number(x, free)
        score = self._block(least)[rank]
        return score - 256 if score > 127 else score

    def _block(self, o: int) -> bytes:
        """The scores of a set that is its own least image."""
        section = self.sections[o.bit_count()]
        sets = self.sets(section)
        # Within a layer, the sets are in rising order.
        numbers = range(section.blocks)
        place = bisect_left(numbers, o, key=lambda i: _number_at(sets, 4 * i))
        if place == section.blocks or _number_at(sets, 4 * place) != o:
            self.refuse(OTHER_SETS)
        number = section.first + place
        block = self._kept.get(number)
        if block is None:
            block = self.block(number)
            if self._room < len(block):
                self._kept.clear()
                self._room = KEPT
            self._kept[number] = block
            self._room -= len(block)
        return block

    def sets(self, section: Section) -> memoryview:
        """The sets of a layer in rising order, as the bytes in the file."""
        begin = self._sets_at + 4 * section.first
        return memoryview(self._head)[begin : begin + 4 * section.blocks]

    def block(self, number: int) -> bytes:
        """Read the scores of a set. Raises `TableFileError` if they are damaged."""
        section = next(each for each in self.sections.values() if number < each.first + each.blocks)
        return self._stored(section, number - section.first)

    @abstractmethod
    def _stored(self, section: Section, row: int) -> bytes:
        """The scores of the set with the number `row` in its layer."""

    def _understand(self, line: bytes) -> None:
        """Read the first line, whose counts determine where everything else in the file is."""
        rules = self.rules
        try:
            head = json.loads(line)
        except (ValueError, RecursionError):  # for example, of a thousand brackets
            head = None
        if not isinstance(head, dict) or head.get("file") != FILE:
            self.refuse(f"it does not begin as a {FILE}")
        if head.get("version") != VERSION:
            self.refuse(
                f"it has version {quoted(head.get('version'))}; only version {VERSION} can be read"
            )
        if head.get("board") != str(rules):
            self.refuse(f"it is for {shortened(str(head.get('board')))}, not for {rules}")
        try:
            if rules.cells > RETROGRADE_CELLS:
                raise ValueError
            plies = self._layout.boards
            self.positions: list[int] = _counts(head["positions"], plies)
            self.classes: list[int] = _counts(head["classes"], plies)
            layers = [comb(rules.cells, stones) for stones in self._layout.layers]
            self._lay_out(_counts(head["sets"], layers), len(line))
        except (LookupError, TypeError, ValueError):
            self.refuse("its first line is damaged")

    def _lay_out(self, counts: list[int], at: int) -> None:
        """Compute where everything is in the file."""
        self.sections: dict[int, Section] = {}  # the largest sets first, as in the file
        self._sets_at = at
        self._blocks_at = at = at + 4 * sum(counts)
        first = 0
        for stones, blocks in zip(self._layout.layers, counts, strict=True):
            size = self._layout.size(stones)
            self.sections[stones] = Section(first, blocks, at, size)
            first += blocks
            at += blocks * size
        self._checks_at = at
        self.blocks = first
        self.size: int = at - self._blocks_at
        self._end = at + 4 * (1 + first)

    def refuse(self, reason: str) -> NoReturn:
        """Raise an error that says why the scores are refused and how to write them again."""
        raise TableFileError(
            f"{self.place} is not a table that can be used: {reason}; {self.again} writes it again"
        )


class TableFile(StoredTable):
    """The scores of a file.

    Raises `TableFileError` for a file that is damaged or is for other rules, and `OSError` for a
    file that does not exist.
    """

    def __init__(self, path: Path, rules: Rules) -> None:
        super().__init__(rules)
        self.path, self.place = path, str(path)
        self.again: str = f"'noughts table {rules}'"
        # Opening a named pipe would block until its other end is opened.
        if not S_ISREG(os.stat(checked_path(path)).st_mode):
            self.refuse("it is not a regular file")
        self._file = FileIO(path)
        finalize(self, self._file.close)
        size = os.fstat(self._file.fileno()).st_size
        if not size:
            self.refuse("it is empty")
        line = self._read(0, LONGEST_LINE)
        self._understand(line[: line.find(b"\n") + 1])
        if size != self._end:
            self.refuse(f"it has {size:,} bytes of {self._end:,}")
        self._head = self._read(0, self._blocks_at)
        if crc32(self._head) != self._check(0):
            self.refuse("its first line or its sets are damaged")

    def _stored(self, section: Section, row: int) -> bytes:
        at = section.at + row * section.size
        scores = self._read(at, section.size)
        if len(scores) < section.size or crc32(scores) != self._check(1 + section.first + row):
            self.refuse(f"its bytes {at:,} to {at + section.size - 1:,} are damaged")
        return scores

    def _check(self, number: int) -> int:
        """One of the checksums at the end of the file."""
        return int.from_bytes(self._read(self._checks_at + 4 * number, 4), "little")

    def _read(self, at: int, length: int) -> bytes:
        return read_at(self._file.fileno(), at, length)
