"""The positions of Connect Four by ply, counted by the expressions of columns on arrays."""

from __future__ import annotations

import numpy as np
import pytest

from noughts import Rules
from noughts.solver.gravity.columns import Columns

# OEIS A212693 (J. Tromp), from the count of S. Edelkamp and P. Kissmann, Symbolic Classification of
# General Two-Player Games, 2008: 4,531,985,219,092 positions in all.
BY_PLY = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623, 4568683]


def counted(plies: int) -> list[int]:
    """How many positions there are after each ply, those with a line included."""
    columns = Columns(Rules.parse("6,7,4,gravity"))
    own = filled = np.zeros(1, np.uint64)  # the mover's stones, and all
    found = [1]
    for _ in range(plies):
        owns, fills = [], []
        for column in columns.columns:
            move = (filled + np.uint64(column & columns.bottom)) & np.uint64(column & columns.board)
            move &= ~filled
            free = move != 0
            owns.append((own ^ filled)[free])
            fills.append((filled | move)[free])
        own, filled = np.concatenate(owns), np.concatenate(fills)
        _, first = np.unique(own + filled, return_index=True)
        own, filled = own[first], filled[first]
        found.append(len(own))
        goes_on = columns.line(own ^ filled) == 0
        own, filled = own[goes_on], filled[goes_on]
    return found


def test_connect_four_has_as_many_positions_as_others_have_counted() -> None:
    assert counted(8) == BY_PLY[:9]


@pytest.mark.long
@pytest.mark.no_cover
def test_it_has_as_many_after_eleven_plies() -> None:
    assert counted(11) == BY_PLY
