"""Symmetries of arrays of positions: every image, and the least of them."""

from __future__ import annotations

import pytest

from noughts import Rules, symmetries
from noughts.arrays import Positions
from noughts.core.rules import TICTACTOE
from tests.arrays.boards import LARGER, positions_of
from tests.tools import longer


@pytest.mark.parametrize(
    "rules",
    # To turn 64 cells takes long to compile; half of a word of 64 bits turns the same way. A box
    # of 54 cells is two words a position.
    [TICTACTOE, Rules(5, 7, 4), Rules.parse("3x3x3x2,3"), *longer(*LARGER)],
    ids=str,
)
def test_images_and_canonical_forms_are_those_of_each_position(rules: Rules) -> None:
    alone = positions_of(rules)
    bulk = Positions.of(alone, rules)
    assert list(bulk.canonical()) == [position.canonical() for position in alone]
    images = symmetries(rules)
    for by in images[:: max(1, len(images) // 8)]:  # all of a flat board
        assert list(bulk.transform(by)) == [position.transform(by) for position in alone]
