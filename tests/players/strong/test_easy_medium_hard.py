"""The laws of the levels with names."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from noughts import Rules
from noughts.players import Easy, Hard, Medium, Strong, versus
from noughts.players.registry import NAMES
from tests.players.strong.boards import random_positions


@pytest.mark.parametrize("level", [Easy, Medium, Hard])
def test_a_level_slips_with_its_chance(level: Any) -> None:
    player = level(seed=1)
    for position in random_positions(Rules(3, 3, 3), 30, 12, most=8):
        chances = player.probabilities(position)
        assert sum(chances.values()) == 1
        strongest = sum(chances[cell] for cell in Strong().probabilities(position))
        assert 1 - player.slips <= strongest <= 1


NUMBERS = {"two": 2, "five": 5, "twenty": 20}


@pytest.mark.parametrize("level", [Easy, Medium, Hard])
def test_a_level_is_described_as_often_as_it_slips(level: Any) -> None:
    said = re.search(r"one move in (\w+)", NAMES[level.name])
    assert said
    assert NUMBERS[said[1]] * level.slips == 1


@pytest.mark.longer
def test_the_levels_rise_from_random_to_perfect() -> None:
    names = ["random", "easy", "medium", "hard", "perfect"]
    scores = [versus(name, "random").score for name in names]
    assert scores == sorted(scores)
    for low, high in pairwise(names):
        assert versus(high, low).score > Fraction(1, 2)


@pytest.mark.usefixtures("without_search")
@pytest.mark.parametrize("rules", [Rules(9, 9, 5), Rules(4, 4, 3, misere=True)], ids=str)
def test_a_level_plays_boards_without_a_table(rules: Rules) -> None:
    for position in random_positions(rules, 3, 13):
        chances = Easy(seed=1, nodes=60).probabilities(position)
        assert sum(chances.values()) == 1
        assert set(chances) <= set(position.legal_moves)
        assert len(chances) >= min(8, len(position.legal_moves))
