"""The judgement of quiet moves by the weights of lines."""

from __future__ import annotations

import random

import pytest

from noughts import Rules
from noughts.core.bits import cells_of, completions
from noughts.players.strong.budget import Budget
from noughts.players.strong.patterns import GROWTH, Patterns
from noughts.players.strong.quiet import ROOT_WIDTH, Quiet
from tests.players.strong.boards import BOARDS, random_positions


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_the_weights_are_those_of_the_live_lines_whatever_came_and_went(rules: Rules) -> None:
    source = random.Random(str(rules))
    for position in random_positions(rules, 3, 15):
        own, other = position.sides
        patterns = Patterns(rules, own, other)
        placed = [(cell, source.randrange(2)) for cell in list(cells_of(position.legal))[:6]]
        for cell, side in placed:
            patterns.place(cell, side)
        for cell, side in reversed(placed):
            patterns.remove(cell, side)
        for side, (mine, theirs) in enumerate(((own, other), (other, own))):
            live = [(line, (line & mine).bit_count()) for line in rules.lines if not line & theirs]
            assert patterns.total[side] == sum(GROWTH**count for _, count in live if count)
            assert patterns.weight[side] == [
                sum(GROWTH**count for line, count in live if line >> cell & 1)
                for cell in range(rules.cells)
            ]
            free = rules.board ^ (own | other)
            assert patterns.completing(side) & free == completions(mine, rules) & free


def test_a_line_is_completed_a_line_is_stopped_and_the_middle_is_best_on_an_empty_board() -> None:
    rules = Rules(6, 6, 4)
    four = 0b000111 << 7
    seems = Quiet(rules, four, 0b11, Budget(nodes=200)).judged(rules.board & ~(four | 0b11))
    assert max(seems, key=seems.__getitem__) in (6, 10)
    assert seems[10] == seems[6] == 0.99
    blocked = 0b000111 << 6
    seems = Quiet(rules, 1 << 30, blocked, Budget(nodes=200)).judged(0b11 << 9)
    assert seems[9] > seems[10] == -0.988
    rules = Rules(9, 9, 5)
    seems = Quiet(rules, 0, 0, Budget(nodes=1)).judged(rules.board)
    assert max(seems, key=seems.__getitem__) == 40


@pytest.mark.parametrize("nodes", [1, 30, 300])
@pytest.mark.parametrize("text", ["15,15,5", "12,9,5", "5x5x5,4"])
def test_the_first_stone_goes_near_the_middle_however_little_time_there_is(
    text: str, nodes: int
) -> None:
    rules = Rules.parse(text)
    seems = Quiet(rules, 0, 0, Budget(nodes=nodes)).judged(rules.board)
    best = [cell for cell, score in seems.items() if score == max(seems.values())]
    assert len(best) <= ROOT_WIDTH
    for cell in best:
        place = zip(rules.geometry.place(cell), rules.geometry.sizes, strict=True)
        assert all(abs(2 * at + 1 - size) <= 5 for at, size in place)
