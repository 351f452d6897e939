"""Answers that the library does not have, and games made of them, as if a user had added them.

wild       either mark may be placed, and whoever completes a line wins
gravity    a stone falls to the lowest free cell of its column
double     two stones a turn, one the first time
avoider    X's lines lose and O's do not count; O loses where X has made none
"""

from __future__ import annotations

from typing import Any

import pytest

from noughts import Rules
from noughts.core import answers, bits
from noughts.core.answers import Line, Marks, Turns, Where


def _resting(planes: tuple[Any, Any], rules: Any) -> Any:
    free = bits.free_cells(*planes, rules)
    return free & (rules.board ^ bits.above(free, rules))


def _floating(planes: tuple[Any, Any], rules: Any) -> Any:
    return (planes[0] | planes[1]) & bits.above(bits.free_cells(*planes, rules), rules)


def _stays_below(symmetry: Any, rules: Rules) -> bool:
    down = rules.below.shift
    image = [rules.geometry.image(cell, symmetry) for cell in range(rules.cells)]
    return all(image[cell + down] == image[cell] + down for cell in range(rules.cells - down))


def _second_of_pairs(stones: Any) -> Any:
    return stones + 1 >> 1 & 1


GRAVITY = Where(_resting, "gravity", "stones fall", "stones fall", False, _floating, _stays_below)
WILD = Marks((0, 1), "wild", "either mark may be placed", "players place either mark", False)
DOUBLE = Turns(_second_of_pairs, "double", "two stones a turn", "turns have two stones", False)
AVOIDER = Line((-1, None), "avoider", "a line of X loses", "only X's lines count and lose", 1)
ROWS: dict[str, Any] = {"where": GRAVITY, "marks": WILD, "turns": DOUBLE, "line": AVOIDER}


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library lists the answers, as it would if they were its own."""
    for field, answer in ROWS.items():
        monkeypatch.setitem(answers.ANSWERS, field, (*answers.ANSWERS[field], answer))
