"""Solves every position of a board, up to symmetry, and writes a file that `table_file` reads.

The time depends on the number of moves, which is some seven million even for 4x4 with k = 4. A move
should therefore cost only a few nanoseconds. That is not enough time to find the canonical form of
the position after the move and to look it up. Instead, the place of a score is computed:

- Whether play reaches a position follows from facts about each player's stones on their own
  (`cell_sets`). So the positions need no search and no list: `table_file` describes where their
  scores are.
- A stone of X leaves the stones of O as they are. So the scores before and after this stone are in
  one block, and an array gives the rank of the position before it.
- After a stone of O, the position is in the block of the least image of O's stones. The symmetry
  that leads to this image is looked up once for a set of O's stones, and then serves for all sets
  of X's stones beside it.
- All positions in a part of a block (`layout`) have the same player to move, the same marks that
  this player may place, and the same player to move after the move.

The sets of O's stones are solved from the largest down. A layer consists of the sets of one size,
and needs only the layer before it, whose sets have one more stone. Only these two layers are in
memory, and each layer is written as soon as it is solved.

Of the rules, the compiled loops know only whether the players alternate. They get lines and
symmetries as arrays of facts about sets of cells (`SetFacts`), and turns and results as a few
numbers for each part (`Layer`).
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from noughts.core.rules import O, Rules, X, as_rules
from noughts.core.successors import moves_at
from noughts.core.turns import last_mover
from noughts.errors import TooLargeError
from noughts.kernels.compiler import GIVEN, build
from noughts.kernels.dtypes import Int8s, Int64s, Uint8s, Uint16s, Uint32s
from noughts.solver.counting.cell_sets import CellSets, cell_sets, check_cells, least_sets, sources
from noughts.solver.counting.counts import counts
from noughts.solver.tables.cost_estimate import cost
from noughts.solver.tables.layout import layout_of, may_put
from noughts.solver.tables.table_file import FILE, NEVER, VERSION, path_of
from noughts.system.files import replacing
from noughts.system.progress import Reporter, limited

SHARE = 1 << 22  # scores that a thread computes at a time: a few hundredths of a second
WHAT = "a table of every position"
SET = 32  # the number of scores that take as long as preparing one set


def write_table(
    rules: Rules | str, path: Path | None = None, progress: Reporter | None = None
) -> None:
    """Solve every position of a board, and write the scores to a file.

    Without a path, the file is written where `table` finds it. `progress` is called with the amount
    of work done and the total; see `system.progress`. The file appears only when it is complete.

    >>> from tempfile import TemporaryDirectory
    >>> from noughts.solver.tables.table import Table
    >>> with TemporaryDirectory() as folder:
    ...     write_table(Rules(2, 2, 2), Path(folder) / "222.table")
    ...     len(Table(Rules(2, 2, 2), Path(folder) / "222.table"))
    29

    Raises `TooLargeError` if the board has more than `RETROGRADE_CELLS` cells or the disk has too
    little space for the file, `RulesError` for a game that cannot have a table in a file, and
    `OSError` if the file cannot be written.
    """
    rules = as_rules(rules)
    check_cells(rules, WHAT)  # first, since the rest takes a long time for a large board
    path = path_of(rules) if path is None else path
    # The preparation is reported as if it were a number of scores, in two equal halves.
    report, before = limited(progress), SET << rules.cells
    at_all = before + cost(rules).file
    masks, representatives, sets = facts(
        rules, lambda done, of: report(before * done // (2 * of), at_all)
    )
    layout = layout_of(rules)
    sizes = layout.layers
    blocks = [(len(representatives[size]), layout.size(size)) for size in sizes]
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
            for share in _solved(loop(rules), representatives[size], shared, sets, scores):
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
    """The first line of a table file; docs/formats.md describes it."""
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
    """All sets and those that are their own least image, both by size; and facts about all sets."""
    cells, layout = rules.cells, layout_of(rules)
    x, o = cell_sets(rules, WHAT, lambda done, of: report(done, 2 * of))
    of_x = endings(x)
    of_o = of_x if o is x else endings(o)
    every = np.arange(1 << cells, dtype=np.uint32)
    least, symmetry = least_sets(every, rules, lambda done, of: report(of + done, 2 * of))
    sizes = np.bitwise_count(every)
    most = max(layout.layers[0], *(xs[-1] for xs in layout.xs if xs))
    masks = [np.flatnonzero(sizes == size).astype(np.uint32) for size in range(most + 1)]
    representatives = [each[least[each] == each] for each in masks]
    rank, number = np.zeros((2, 1 << cells), np.uint32)
    for each, chosen in zip(masks, representatives, strict=True):
        rank[each] = np.arange(len(each))
        number[chosen] = np.arange(len(chosen))
    sets = SetFacts(of_x, of_o, least, number[least], symmetry, rank, sources(rules))
    return masks, representatives, sets


def endings(sets: CellSets) -> Uint8s:
    """For each set of a player's stones: NO_LINE, ENDED or IMPOSSIBLE."""
    found = np.where(sets.open, NO_LINE, np.where(sets.lasts, ENDED, IMPOSSIBLE))
    return found.astype(np.uint8)


def layer_of(
    stones: int,
    masks: list[Uint32s],
    later: Int8s,
    where: Uint32s,
    rules: Rules,
) -> Layer:
    """The data that all sets of O of one size share."""
    layout, cells = layout_of(rules), rules.cells
    xs, begins = layout.xs[stones], layout.begins[stones]
    # The sets of a size are in rising order, so the sets of the lowest cells come first.
    of_x = [masks[x][:size] for x, size in zip(xs, np.diff(begins).tolist(), strict=True)]
    parts = []
    for x in xs:
        ply = stones + x
        after = layout.xs[stones + 1] if stones < layout.layers[0] else range(0)
        led_to, end = 0, 0
        if x in after and may_put(O, ply, rules):
            led_to, end = layout.begins[stones + 1][after.index(x) :][:2]
        nothing = moves_at(ply, rules).full if ply == cells else -NEVER
        ends = [_lined(mark, ply, rules) for mark in (X, O)]
        x_moves = x + 1 in xs and may_put(X, ply, rules)
        parts.append([moves_at(ply, rules).sign, x_moves, led_to, end, nothing, *ends])
    return Layer(np.concatenate(of_x), np.array(begins), np.array(parts), later, where)


def _lined(mark: int, ply: int, rules: Rules) -> int:
    """The score if a line of `mark` ended the game at this ply; NEVER if it cannot have done so."""
    last = last_mover(ply, rules)
    if not ply or (rules.answers.owned and last != mark) or not rules.answers.line.worth[last - X]:
        return NEVER
    before = moves_at(ply - 1, rules)
    return before.sign * before.line * (rules.cells + 1 - ply)


def _solved(
    compiled: Any, chosen: Uint32s, shared: Layer, sets: SetFacts, scores: Int8s
) -> Iterator[Int8s]:
    """Solve the blocks of a layer in shares, with a thread for each processor; yield the shares."""
    step = SHARE // scores.shape[1] + 1

    def solve(begin: int) -> Int8s:
        part = slice(begin, begin + step)
        compiled(chosen[part], shared, sets, scores[part])
        return scores[part]

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(solve, range(0, len(chosen), step))


def loop(rules: Rules) -> Any:
    """`solve_blocks`, compiled."""
    return build("retrograde", solve_blocks, ALTERNATES=rules.has("alternates")).solve_blocks


ALTERNATES: bool = GIVEN
NO_LINE, ENDED, IMPOSSIBLE = 0, 1, 2


class SetFacts(NamedTuple):
    """Facts about every set of cells: arrays indexed by the set's bitboard, except `sources`.

    `of_x` and `of_o` describe the set as the stones of X and as the stones of O: NO_LINE; ENDED if
    the last stone may have made all lines in the set; or IMPOSSIBLE. `least` is the least image of
    the set, `number` is the number of this image in its layer, and `symmetry` is the symmetry that
    takes the set to this image. `rank` is the set's rising number among the sets of its size
    (`core.set_numbers`). `sources[symmetry, cell]` is the cell that the symmetry takes to `cell`.
    """

    of_x: Uint8s
    of_o: Uint8s
    least: Uint32s
    number: Uint32s
    symmetry: Uint16s
    rank: Uint32s
    sources: Int64s


class Layer(NamedTuple):
    """The data that all sets of O of one size share.

    `stones` lists the sets of X's stones, part after part, and in each part in the order of their
    ranks. Bit n of a set stands for cell n among the cells that O leaves free. `begins` gives the
    offset at which each part begins, and the end of the last part. `parts` has a row for each part:

        sign              the factor of the scores after a move, for the player to move now
        x_moves           whether a stone of X may come next
        led_to, end       the scores in a later block to which a stone of O leads, or 0 and 0
        nothing           the score if no move is left, or less than all scores if moves are left
        x_ended, o_ended  the score after a line of this mark, or NEVER

    Of the layer whose sets have one more stone of O, `later` holds the blocks that are needed:
    `later[where[n]]` is the block of the set with the number n in that layer.
    """

    stones: Uint32s
    begins: Int64s
    parts: Int64s
    later: Int8s
    where: Uint32s


def solve_blocks(chosen: Uint32s, layer: Layer, sets: SetFacts, scores: Int8s) -> None:
    """Fill `scores`, one block for each of the `chosen` sets of O."""
    cells = sets.sources.shape[1]
    place = np.zeros(cells, np.int64)  # the number of each cell among the cells that O leaves
    images = np.empty(cells, np.int64)
    width = (cells + 2) // 3
    moved, moved_after = np.empty((2, 3, 1 << width), np.int64)
    for i in range(len(chosen)):
        o = np.int64(chosen[i])
        free = 0
        for cell in range(cells):
            if not o >> cell & 1:
                place[cell] = free
                images[free] = 1 << cell
                free += 1
        map_bits(images, free, width, moved)
        of_o = sets.of_o[o]
        for part in range(len(layer.parts) - 1, -1, -1):
            sign, x_moves, led_to, end, nothing, x_ended, o_ended = layer.parts[part]
            begin = layer.begins[part]
            stones = layer.stones[begin : layer.begins[part + 1]]
            own = scores[i, begin : layer.begins[part + 1]]
            if of_o == NO_LINE:
                own[:] = nothing
                if led_to < end:
                    span = (led_to, end)
                    move_o(o, place, span, sign, stones, layer, sets, width, moved_after, own)
                if x_moves:
                    first, last = layer.begins[part + 1], layer.begins[part + 2]
                    after = scores[i, first:last]
                    move_x(layer.stones[first:last], sets.rank, sign, after, own)
            else:
                own[:] = o_ended if of_o == ENDED else NEVER
            for rank in range(len(own)):
                of_x = sets.of_x[mapped(moved, width, stones[rank])]
                if of_x != NO_LINE:
                    own[rank] = x_ended if of_x == ENDED and of_o == NO_LINE else NEVER


def move_o(
    o: np.int64,
    place: Int64s,
    span: tuple[int, int],
    sign: int,
    stones: Uint32s,
    layer: Layer,
    sets: SetFacts,
    width: int,
    moved: Int64s,
    own: Int8s,
) -> None:
    """Raise each score to the best to which a stone of O leads in this span of the later blocks."""
    cells = sets.sources.shape[1]
    images = np.empty(cells, np.int64)
    for cell in range(cells):
        if o >> cell & 1:
            continue
        # Undo the symmetry to the least image: find where each cell that O leaves came from.
        after = o | 1 << cell
        sources = sets.sources[sets.symmetry[after]]
        free = 0
        for image in range(cells):
            if not sets.least[after] >> image & 1:
                images[free] = 1 << place[sources[image]]
                free += 1
        map_bits(images, free, width, moved)
        block = layer.later[layer.where[sets.number[after]]][span[0] : span[1]]
        for rank in range(len(block)):
            # The sets of the lowest cells have the same ranks, however many cells there are.
            before = sets.rank[mapped(moved, width, stones[rank])]
            own[before] = max(own[before], seen(block[rank], sign))


def move_x(stones: Uint32s, ranks: Uint32s, sign: int, after: Int8s, own: Int8s) -> None:
    """Raise each score to the best score after a stone of X; `stones` include that stone."""
    for rank in range(len(after)):
        every = rest = np.int64(stones[rank])
        score = seen(after[rank], sign)
        while rest:
            stone = rest & -rest
            rest ^= stone
            before = ranks[every ^ stone]
            own[before] = max(own[before], score)


def seen(score: int, sign: int) -> int:
    """A later score, for the player whose move leads there; NEVER becomes lower than any score."""
    if ALTERNATES:
        return -score
    score *= sign
    return score if score != NEVER else -NEVER


def map_bits(images: Int64s, count: int, width: int, moved: Int64s) -> None:
    """Fill three tables, each for `width` bits, that move bit i to `images[i]` for i < `count`."""
    for part in range(3):
        moved[part, 0] = 0
        for i in range(min(width, count - part * width)):
            image = images[part * width + i]
            for value in range(1 << i):
                moved[part, value | 1 << i] = moved[part, value] | image


def mapped(moved: Int64s, width: int, mask: int) -> np.int64:
    """A mask with its bits moved by the tables of `map_bits`."""
    low = (1 << width) - 1
    return moved[0, mask & low] | moved[1, mask >> width & low] | moved[2, mask >> 2 * width]
