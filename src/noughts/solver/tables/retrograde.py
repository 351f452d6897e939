"""Solves every position of a board, up to symmetry, into the file that `table_file` describes.

The moves decide its speed: 4x4 with k = 4 has some ten million. So a move must cost only a few
nanoseconds, which rules out making a child canonical and searching for it. Instead, the place of a
score is worked out:

- Whether play reaches a position depends on each player's stones alone (`cell_sets`). So no walk
  has to find the positions, and no list has to hold them: their scores lie where `table_file` says.
- With X to move, a child has the same O, so both scores lie in one block, the child's at a rank
  that a table gives.
- With O to move, a child is in the block of the least image of O's stones. The symmetry to that
  image is looked up once for a set with one stone more, and then serves all sets of X with it.

The sets of O are solved from the largest down, so a layer needs only the layer before it. These two
layers are in memory, and each is written as soon as it is solved.

The compiled loops know nothing of the rules: lines and symmetries come in tables over all sets of
cells.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from math import comb
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np

from noughts.core.answers import LAWS
from noughts.core.rules import Rules, as_rules
from noughts.core.turns import line_worth
from noughts.errors import TooLargeError
from noughts.kernels.compiler import build
from noughts.kernels.dtypes import Int8s, Int64s, Uint8s, Uint16s, Uint32s
from noughts.solver.counting.cell_sets import cell_sets, check_cells, least_sets, sources
from noughts.solver.counting.positions import counts
from noughts.solver.tables.cost_estimate import cost
from noughts.solver.tables.table_file import FILE, INSTEAD, NEVER, VERSION, parts_of_block, path_of
from noughts.system.files import replacing
from noughts.system.progress import Reporter, limited

SHARE = 1 << 22  # scores that a thread works out at a time: a few hundredths of a second
WHAT = "a table of every position"
SET = 32  # scores that take as long as preparing one set


def write_table(
    rules: Rules | str, path: Path | None = None, progress: Reporter | None = None
) -> None:
    """Solve every position of a board into a file.

    Without a path, the file is written where `table` finds it. `progress` is called with how much
    is done and how much there is; see `system.progress`. The file appears only when it is complete.

    >>> from tempfile import TemporaryDirectory
    >>> from noughts.solver.tables.table import Table
    >>> with TemporaryDirectory() as folder:
    ...     write_table(Rules(2, 2, 2), Path(folder) / "222.table")
    ...     len(Table(Rules(2, 2, 2), Path(folder) / "222.table"))
    29

    Raises `TooLargeError` for a board of more than `RETROGRADE_CELLS` cells, or if the disk has no
    room for the file, and `OSError` if the file cannot be written.
    """
    rules = as_rules(rules)
    rules.require(WHAT, *LAWS, instead=INSTEAD)
    check_cells(rules, WHAT)  # what follows takes long for a large board
    path = path_of(rules) if path is None else path
    # The work before the scores is reported as if it were scores, in two equal halves.
    report, before = limited(progress), SET << rules.cells
    at_all = before + cost(rules).file
    masks, representatives, sets = facts(
        rules, lambda done, of: report(before * done // (2 * of), at_all)
    )
    sizes = range(rules.cells // 2, -1, -1)
    blocks = [
        (len(representatives[size]), sum(parts_of_block(size, rules.cells))) for size in sizes
    ]
    total = sum(count * scores for count, scores in blocks)
    with replacing(path, sync=True) as part, part.open("xb") as file:
        _check_room(path.parent, total, rules)
        head = head_line(
            rules,
            [count for count, _ in blocks],
            lambda done, of: report(before * (of + done) // (2 * of), at_all),
        )
        head += b"".join(representatives[size].astype("<u4").tobytes() for size in sizes)
        file.write(head)
        checks = [crc32(head)]
        later = np.empty((0, 0), np.int8)
        done = 0
        for size, block in zip(sizes, blocks, strict=True):
            scores = np.empty(block, np.int8)
            shared = layer_of(size, masks, later, np.arange(len(later), dtype=np.uint32), rules)
            for share in _solved(representatives[size], shared, sets, scores):
                checks += map(crc32, share)
                done += share.size
                report(before + done, at_all)
            file.write(scores.data)
            later = scores
        file.write(np.array(checks, "<u4").data)
    report(at_all, at_all)


def _check_room(folder: Path, size: int, rules: Rules) -> None:
    room = shutil.disk_usage(folder).free
    if size > room:
        raise TooLargeError(
            f"a table of {rules} takes {size:,} bytes, and there is room for {room:,} in {folder}"
        )


def head_line(rules: Rules, sets: list[int], progress: Reporter) -> bytes:
    """The first line, as `table_file` describes it."""
    by_ply = list(counts(rules, progress))
    said = {
        "file": FILE,
        "version": VERSION,
        "board": str(rules),
        "sets": sets,
        "positions": [count.positions for count in by_ply],
        "classes": [count.classes for count in by_ply],
    }
    return f"{json.dumps(said)}\n".encode()


def facts(rules: Rules, report: Reporter) -> tuple[list[Uint32s], list[Uint32s], SetFacts]:
    """All sets of cells, and those that are their own least image, by size; and their facts."""
    cells = rules.cells
    (lineless, lasts), _ = cell_sets(rules, WHAT, lambda done, of: report(done, 2 * of))
    endings = np.where(lineless, NO_LINE, np.where(lasts, ENDED, IMPOSSIBLE))
    every = np.arange(1 << cells, dtype=np.uint32)
    least, symmetry = least_sets(every, rules, lambda done, of: report(of + done, 2 * of))
    sizes = np.bitwise_count(every)
    masks = [np.flatnonzero(sizes == size).astype(np.uint32) for size in range(cells // 2 + 2)]
    representatives = [each[least[each] == each] for each in masks]
    rank, number = np.zeros((2, 1 << cells), np.uint32)
    for each, chosen in zip(masks, representatives, strict=True):
        rank[each] = np.arange(len(each))
        number[chosen] = np.arange(len(chosen))
    sets = SetFacts(endings.astype(np.uint8), least, number[least], symmetry, rank, sources(rules))
    return masks, representatives, sets


def layer_of(
    stones: int,
    masks: list[Uint32s],
    later: Int8s,
    where: Uint32s,
    rules: Rules,
) -> Layer:
    """What all sets of O of one size share."""
    cells = rules.cells
    even, odd = parts_of_block(stones, cells)
    lost = -line_worth(rules)  # for the player to move after a line
    return Layer(
        # The sets of a size rise, so those of the lowest cells come first.
        even=masks[stones][:even],
        odd=masks[stones + 1][:odd],
        later=later,
        where=where,
        even_later=comb(cells - stones - 1, stones + 1),
        ended_even=lost * (cells + 1 - 2 * stones),
        ended_odd=lost * (cells - 2 * stones),
    )


def _solved(chosen: Uint32s, shared: Layer, sets: SetFacts, scores: Int8s) -> Iterator[Int8s]:
    """The blocks of a layer, share by share; a thread for each processor works them out."""
    step = SHARE // scores.shape[1] + 1
    compiled = build("retrograde", solve_blocks).solve_blocks

    def solve(begin: int) -> Int8s:
        part = slice(begin, begin + step)
        compiled(chosen[part], shared, sets, scores[part])
        return scores[part]

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(solve, range(0, len(chosen), step))


NO_LINE, ENDED, IMPOSSIBLE = 0, 1, 2


class SetFacts(NamedTuple):
    """Facts about every set of cells: arrays that its bitboard indexes, except `sources`.

    `endings` is NO_LINE, ENDED if a last stone can have made the lines, or IMPOSSIBLE; `least` is
    the least image, `number` its number in its layer, and `symmetry` the symmetry that takes the
    set there; `rank` is its rising number (`core.set_numbers`). `sources[symmetry, cell]` is
    the cell that is taken to `cell`.
    """

    endings: Uint8s
    least: Uint32s
    number: Uint32s
    symmetry: Uint16s
    rank: Uint32s
    sources: Int64s


class Layer(NamedTuple):
    """What all sets of O of one size share.

    `even` and `odd` are X's stones by rank among the cells that O leaves, with X to move and with
    O. Of the sets with one stone more, `later` has the blocks that are needed: `later[where[n]]` is
    that of the set with the number n in its layer. Its first `even_later` scores are those with X
    to move. A game that ended with the last stone has the score `ended_even` with X to move, and
    `ended_odd` with O.
    """

    even: Uint32s
    odd: Uint32s
    later: Int8s
    where: Uint32s
    even_later: int
    ended_even: int
    ended_odd: int


def solve_blocks(chosen: Uint32s, layer: Layer, sets: SetFacts, scores: Int8s) -> None:
    """Fill `scores`, one block for each of the `chosen` sets of O."""
    cells = sets.sources.shape[1]
    place = np.zeros(cells, np.int64)  # the number of a cell among those that O leaves
    images = np.empty(cells, np.int64)
    width = (cells + 2) // 3
    moved = np.empty((3, 1 << width), np.int64)
    for i in range(len(chosen)):
        o = np.int64(chosen[i])
        free = 0
        for cell in range(cells):
            if not o >> cell & 1:
                place[cell] = free
                images[free] = 1 << cell
                free += 1
        even, odd = scores[i, : len(layer.even)], scores[i, len(layer.even) :]
        ending = sets.endings[o]
        if ending == NO_LINE:
            odd[:] = -NEVER if layer.even_later else 0  # 0 is the score of a full board
            move_o(o, place, layer, sets, width, moved, odd)
            map_bits(images, free, width, moved)
            for rank in range(len(odd)):
                ending = sets.endings[mapped(moved, width, layer.odd[rank])]
                if ending != NO_LINE:
                    odd[rank] = layer.ended_odd if ending == ENDED else NEVER
            even[:] = -NEVER if len(odd) else 0
            move_x(layer, sets.rank, odd, even)
        else:
            odd[:] = NEVER
            even[:] = layer.ended_even if ending == ENDED else NEVER
            map_bits(images, free, width, moved)
        for rank in range(len(even)):
            if sets.endings[mapped(moved, width, layer.even[rank])] != NO_LINE:
                even[rank] = NEVER


def move_o(
    o: np.int64, place: Int64s, layer: Layer, sets: SetFacts, width: int, moved: Int64s, odd: Int8s
) -> None:
    """Give each position with O to move its score, the best that a stone of O leads to."""
    cells = sets.sources.shape[1]
    images = np.empty(cells, np.int64)
    for cell in range(cells if layer.even_later else 0):
        if o >> cell & 1:
            continue
        # Back from the least image of O's stones: where each cell that they leave came from.
        after = o | 1 << cell
        sources = sets.sources[sets.symmetry[after]]
        free = 0
        for image in range(cells):
            if not sets.least[after] >> image & 1:
                images[free] = 1 << place[sources[image]]
                free += 1
        map_bits(images, free, width, moved)
        block = layer.later[layer.where[sets.number[after]]]
        for rank in range(layer.even_later):
            # In order of rank, the sets of fewer cells come first among those of more.
            before = sets.rank[mapped(moved, width, layer.odd[rank])]
            odd[before] = max(odd[before], -block[rank])


def move_x(layer: Layer, ranks: Uint32s, odd: Int8s, even: Int8s) -> None:
    """Give each position with X to move its score, the best that a stone of X leads to."""
    for rank in range(len(odd)):
        stones = rest = np.int64(layer.odd[rank])
        while rest:
            stone = rest & -rest
            rest ^= stone
            before = ranks[stones ^ stone]
            even[before] = max(even[before], -odd[rank])


def map_bits(images: Int64s, count: int, width: int, moved: Int64s) -> None:
    """Fill three tables that move `count` bits, `width` bits each: bit i onto `images[i]`."""
    for part in range(3):
        moved[part, 0] = 0
        for i in range(min(width, count - part * width)):
            image = images[part * width + i]
            for value in range(1 << i):
                moved[part, value | 1 << i] = moved[part, value] | image


def mapped(moved: Int64s, width: int, mask: int) -> np.int64:
    """A mask with its bits moved as `map_bits` set out."""
    low = (1 << width) - 1
    return moved[0, mask & low] | moved[1, mask >> width & low] | moved[2, mask >> 2 * width]
