"""The speed of solving Connect Four positions, beside BitBully, and of solving empty boards.

The positions come from random games with a seed. In them, nobody has a line or can make a line at
once. Each position is solved with its remoteness, by both solvers in turn, with an empty table and
without an opening book. The times are medians of processor time, which starts with empty tables.
"""

from __future__ import annotations

import time
from itertools import islice
from random import Random
from statistics import median
from typing import Any

import measure

from noughts import Position, Rules
from noughts.core.bits import completions
from noughts.solver.counting.diagram import positions_by_ply
from noughts.solver.gravity.search import search_of
from noughts.solver.search.limits import Limits

CONNECT4 = Rules.parse("6,7,4,gravity")
MEMORY = 64  # MiB of the table for a position
MOST = 1024  # MiB of the table for an empty board


def positions(stones: int, number: int) -> list[list[int]]:
    """The moves of `number` random games."""
    draw, found = Random(stones), list[list[int]]()
    while len(found) < number:
        position, moves = Position(rules=CONNECT4), list[int]()
        while len(moves) < stones and position.legal:
            moves.append(draw.choice(position.legal_moves))
            position = position.play(moves[-1])
        if position.legal and not completions(position.sides[0], CONNECT4) & position.legal:
            found.append(moves)
    return found


def beside_bitbully(stones: int, number: int) -> list[object]:
    """Milliseconds and nodes of our search and of BitBully, and the ratio of the times."""
    (core,) = measure.installed("bitbully.bitbully_core")
    peer: Any = core and core.BitBullyCore()
    ours, theirs, nodes = list[float](), list[float](), [0, 0]
    for moves in positions(stones, 5 if measure.short else number):
        position = Position(rules=CONNECT4)
        for cell in moves:
            position = position.play(cell)
        search = search_of(position, Limits(memory=MEMORY), None)
        search.compile()
        search._first = False
        search._engine._table.fill(0)
        begin = time.process_time()
        found = search.solution(line=False, best_moves=False)
        ours.append(time.process_time() - begin)
        nodes[0] += found.nodes
        if core is None:
            continue
        board = core.BoardCore()
        for cell in moves:
            board.play(cell % CONNECT4.cols)
        peer.resetTranspositionTable()
        peer.resetNodeCounter()
        begin = time.process_time()
        score = peer.mtdf(board, 0)
        theirs.append(time.process_time() - begin)
        nodes[1] += peer.getNodeCounter()
        assert score == found.value == 0 or peer.scoreToMovesLeft(score, board) == found.remoteness
    rows: list[object] = [median(ours) * 1e3, f"{nodes[0] // len(ours):,}"]
    if core is None:
        return [*rows, "no BitBully" if measure.peers else "-", "", ""]
    per_position = f"{nodes[1] // len(ours):,}"
    return [*rows, median(theirs) * 1e3, per_position, f"{median(ours) / median(theirs):.2f}"]


def from_the_empty_board(board: str, threads: int) -> list[object]:
    """Value, plies to the end, nodes, processor seconds and elapsed seconds."""
    nodes = 50_000 if measure.short or not measure.peers else None
    limits = Limits(nodes=nodes, memory=64 if nodes else MOST, threads=threads)
    search = search_of(Position(rules=Rules.parse(board)), limits, None)
    search.compile()
    search._first = False
    begin = time.process_time()
    found = search.solution(line=True, best_moves=False)
    spent = time.process_time() - begin
    value = "-" if found.value is None else f"{found.value:d}"
    plies = found.remoteness or "-"
    return [value, plies, f"{found.nodes:,}", f"{spent:.1f}", f"{found.seconds:.1f}"]


def counted(board: str) -> list[object]:
    """The number of positions, and the processor and elapsed seconds to count them by a diagram."""
    sum(each.positions for each in positions_by_ply("3,3,3,gravity"))  # compiles the loops
    clock, begin = time.perf_counter(), time.process_time()
    plies = 12 if measure.short else None
    total = sum(each.positions for each in islice(positions_by_ply(board), plies))
    spent, passed = time.process_time() - begin, time.perf_counter() - clock
    return [f"{total:,}", f"{spent:.1f}", f"{passed:.1f}"]
