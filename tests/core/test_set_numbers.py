"""Sets of cells as numbers, beside lists of all sets in order."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest

from noughts.core.bits import cells_of
from noughts.core.set_numbers import (
    binomials,
    boards_by_ply,
    number_by_cells,
    rising_number,
    set_by_cells,
    splits_by_ply,
)

WHOLES = [0, 0b1, 0b1111111, 0b1010_0110_1101]


@pytest.mark.parametrize("whole", WHOLES)
def test_a_set_has_its_place_among_the_sets_of_its_size_in_either_order(whole: int) -> None:
    for size in range(whole.bit_count() + 1):
        by_cells = [sum(1 << at for at in cells) for cells in combinations(cells_of(whole), size)]
        for number, each in enumerate(by_cells):
            assert number_by_cells(whole ^ each, whole) == number
            assert set_by_cells(number, size, whole) == each
        for number, each in enumerate(sorted(by_cells)):
            assert rising_number(each, whole) == number


@pytest.mark.parametrize("cells", range(26))
def test_boards_are_counted_by_choosing_their_stones_and_then_those_of_o(cells: int) -> None:
    splits = [comb(ply, ply // 2) for ply in range(cells + 1)]
    assert [*splits_by_ply(cells)] == splits
    boards = [comb(cells, ply) * ways for ply, ways in enumerate(splits)]
    assert [*boards_by_ply(cells)] == boards
    assert binomials(cells)[-1] == [comb(cells, chosen) for chosen in range(cells + 2)]
