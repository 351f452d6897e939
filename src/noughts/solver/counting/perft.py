"""Perft, as in chess programs: counts of move paths by length, which test an engine's rules.

Paths that lead to the same position continue in the same ways. So each position is visited once,
and carries the number of paths that lead to it. The time therefore grows with the number of
positions (5478 on 3x3), not with the number of games (255168).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from operator import add
from typing import NamedTuple

from noughts.core.rules import Rules, X, as_rules
from noughts.core.set_numbers import boards_by_ply
from noughts.core.successors import bits_of, by_plies, moves_at
from noughts.core.turns import last_mover, winner
from noughts.system.progress import Reporter, limited

ENTRY_BYTES = 150  # for a position and its number of paths, besides two bits for each cell


class PlyCount(NamedTuple):
    """The counts after `ply` moves.

    `paths` is perft(ply), the number of ways to play `ply` moves, and `positions` is the number of
    different positions to which these paths lead. `x_wins`, `o_wins` and `draws` are the numbers of
    paths that end the game at this ply with each result.

    >>> from noughts import TICTACTOE
    >>> list(perft(TICTACTOE))[5]
    PlyCount(ply=5, paths=15120, positions=1260, x_wins=1440, o_wins=0, draws=0)
    """

    ply: int
    paths: int
    positions: int
    x_wins: int
    o_wins: int
    draws: int


def perft(
    rules: Rules | str,
    progress: Reporter | None = None,
    allow: Callable[[int, int], object] | None = None,
) -> Iterator[PlyCount]:
    """Yield the counts of each ply as soon as they are known, up to the end of the longest game.

    `progress` is called with the amount of work done for a ply and the total for the ply; see
    `system.progress`. Before each ply, `allow` is called with the number of the ply and the bytes
    of memory that the ply may take. An error that `allow` raises ends the count.

    >>> from noughts import TICTACTOE
    >>> [count.paths for count in perft(TICTACTOE)][:7]
    [1, 9, 72, 504, 3024, 15120, 54720]
    >>> sum(count.x_wins + count.o_wins + count.draws for count in perft(TICTACTOE))
    255168
    """
    rules = as_rules(rules)
    cells, report = rules.cells, limited(progress)
    in_turn = rules.has("alternates", "owned")
    boards = islice(boards_by_ply(cells), 1, None)  # by ply, if the players alternate
    start = {0: 1}  # paths to each unfinished position, by its code
    here, done = start, 0

    def lead(code: int, paths: int) -> Iterator[tuple[int, int, int]]:
        nonlocal done
        report(done, len(here))
        done += 1
        moves, lined = moves_of(code)
        for move in bits_of(moves):
            yield then(code, move) if then else code | move, lined & move, paths

    for ply, (going_on, finished) in enumerate(by_plies(start, lead, add)):
        moves_of, *_, then = moves_at(ply, rules)
        here, done = going_on, 0
        paths_on, finished_paths, stuck = sum(going_on.values()), sum(finished.values()), 0
        positions = len(going_on) + len(finished)
        if ply == cells or not rules.has("any_order"):
            for code in [code for code in going_on if not moves_of(code)[0]]:
                stuck += going_on.pop(code)
        ends = by_result(ply, finished_paths, stuck, rules)
        yield PlyCount(ply, paths_on + finished_paths, positions, *ends)
        if allow and going_on:
            most = len(going_on) * (rules.actions - ply)
            if in_turn:
                most = min(most, next(boards))
            allow(ply + 1, (len(going_on) + most) * (ENTRY_BYTES + cells // 4))


def by_result(ply: int, lined: int, stuck: int, rules: Rules) -> tuple[int, int, int]:
    """The numbers of paths that end at a ply with a win for X, with a win for O and with a draw.

    `lined` of these paths end with a line, and `stuck` of them because no move is left.
    """
    x_wins = lined if winner(last_mover(ply, rules), rules) == X else 0
    full = rules.answers.line.full
    return x_wins + stuck * (full > 0), lined - x_wins + stuck * (full < 0), stuck * (full == 0)
