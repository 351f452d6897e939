"""Perft, as in chess programs: move paths counted by length, a test of whether the rules are right.

Paths that lead to the same position continue in the same ways, so each position is visited once and
carries the number of paths to it. So the time grows with the positions (5478 on 3x3), not with the
games (255168).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from noughts.core.bits import cells_of, completions, free_cells
from noughts.core.rules import Rules, X, as_rules
from noughts.core.set_numbers import boards_by_ply
from noughts.core.turns import last_mover, winner
from noughts.system.progress import Reporter, limited

ENTRY_BYTES = 150  # of a position and its number of paths, besides two bits a cell


class PlyCount(NamedTuple):
    """The counts after `ply` moves.

    `paths` is perft(ply), the number of ways to play that many moves, and `positions` how many
    different positions they lead to. Of the paths, `x_wins`, `o_wins` and `draws` end there.

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
    """Yield the counts of each ply as soon as they are known, up to the longest game.

    `progress` is called with how much of a ply is done and how much there is; see
    `system.progress`. `allow` is called before each ply with its number and the bytes of memory
    that it may take; what it raises ends the count.

    >>> from noughts import TICTACTOE
    >>> [count.paths for count in perft(TICTACTOE)][:7]
    [1, 9, 72, 504, 3024, 15120, 54720]
    >>> sum(count.x_wins + count.o_wins + count.draws for count in perft(TICTACTOE))
    255168
    """
    rules = as_rules(rules)
    cells, report = rules.cells, limited(progress)
    going_on = {0: 1}  # paths to each unfinished position, by x | o << cells
    yield PlyCount(0, 1, 1, 0, 0, 0)
    for ply in range(1, cells + 1):
        if allow:
            most = min(len(going_on) * (cells - ply + 1), boards_by_ply(cells)[ply])
            allow(ply, (len(going_on) + most) * (ENTRY_BYTES + cells // 4))
        mark = last_mover(ply)
        shift = 0 if mark == X else cells  # where the stone of this ply goes
        after: dict[int, int] = {}
        finished: set[int] = set()
        finished_paths = 0
        for done, (code, paths) in enumerate(going_on.items()):
            report(done, len(going_on))
            x, o = code & rules.board, code >> cells
            finishing = completions(x if mark == X else o, rules)
            for cell in cells_of(free_cells(x, o, rules)):
                code_after = code | 1 << cell + shift
                if finishing >> cell & 1:
                    finished.add(code_after)
                    finished_paths += paths
                else:
                    after[code_after] = after.get(code_after, 0) + paths
        paths_on = sum(after.values())
        x_wins = finished_paths if winner(mark, rules) == X else 0
        draws = paths_on if ply == cells else 0
        yield PlyCount(
            ply,
            paths_on + finished_paths,
            len(after) + len(finished),
            x_wins,
            finished_paths - x_wins,
            draws,
        )
        if not after:
            return
        going_on = after
