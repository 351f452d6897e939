"""The perfect player against every reply, whichever of its best moves it takes, up to 4x4.

Who won at the end is read off the lines, so what the table promised on the way is held to that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from noughts import O, Player, Rules, X
from noughts.arrays import Positions
from noughts.core.bits import cells_of
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.table import TABLE_CELLS

BOARDS = [
    *("3,3,3", "3,3,3,misere", "4,3,3"),
    *(pytest.param(board, marks=pytest.mark.longer) for board in ("4,4,4", "4,4,3")),
]


def following(positions: Positions, moves: np.ndarray) -> Positions:
    """The positions, each once, after any of the moves that are given as bitboards."""
    parts = []
    for cell in range(positions.rules.cells):
        at = np.flatnonzero(moves >> cell & 1)
        parts.append(positions[at].play(np.full(len(at), cell)))
    every = Positions.concatenate(parts)
    pairs = np.unique(np.stack([every.x, every.o], axis=1), axis=0)
    x, o = (np.ascontiguousarray(pairs[:, side]) for side in (0, 1))
    return Positions.unchecked(x, o, positions.rules)


def worths(positions: Positions, side: int, of_turn: bool) -> np.ndarray:
    """What positions are worth to a side, which is to move or not: by the table, or at an end."""
    outcomes = positions.outcomes()
    found = np.select([outcomes == side, outcomes == X + O - side], [1, -1], 0)
    open_ = np.flatnonzero(outcomes == 0)
    found[open_] = positions[open_].values() * (1 if of_turn else -1)
    return found


def plies(rules: Rules, side: int) -> Iterator[tuple[Positions, np.ndarray]]:
    """Ply by ply what every reply leads to, and the results of the games that end there.

    Each ply comes in groups, by what the player was sure of on the way: 1, 0 or -1.
    """
    groups = {-1: Positions.start(1, rules)}
    for ply in range(rules.cells + 1):
        mine = (ply % 2 == 0) == (side == X)
        risen: dict[int, list[Positions]] = {}
        for sure, positions in groups.items():
            worth = worths(positions, side, mine)
            assert worth.min(initial=1) >= sure, f"{rules}: at ply {ply} something sure was lost"
            over = positions.outcomes() > 0
            yield positions[np.flatnonzero(~over)], worth[over]
            for value in (-1, 0, 1):
                kept = positions[np.flatnonzero(~over & (worth == value))]
                if len(kept):
                    moves = kept.best_moves() if mine else kept.legal()
                    risen.setdefault(max(sure, value), []).append(following(kept, moves))
        groups = {sure: Positions.concatenate(parts) for sure, parts in risen.items()}


@pytest.fixture
def solved(request: pytest.FixtureRequest) -> Rules:
    """A board, with a table in a file where it needs one."""
    rules = Rules.parse(request.param)
    if rules.cells > TABLE_CELLS:
        request.getfixturevalue("own_tables")
        write_table(rules)
    return rules


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("solved", BOARDS, indirect=True)
@pytest.mark.parametrize("side", [X, O], ids="XO")
def test_a_best_move_never_loses_nor_lets_a_win_go_whatever_the_reply(
    solved: Rules, side: int
) -> None:
    ends: Counter[int] = Counter()
    start = worths(Positions.start(1, solved), side, side == X)[0]
    for positions, results in plies(solved, side):
        ends.update(map(int, results))
        for each in range(0, len(positions), 20_011):  # and each named player plays such moves
            position = positions[each : each + 1]
            if position.turns()[0] == side:
                best = {*cells_of(int(position.best_moves()[0]))}
                for name in ("first", "random"):  # trap is held to it by test_trap
                    chosen = Player.parse(f"perfect:{name}").probabilities(next(iter(position)))
                    assert {*chosen} <= best
    assert ends[-1] == 0 or start == -1
    assert ends[1] > 0
