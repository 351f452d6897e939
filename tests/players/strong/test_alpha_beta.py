"""The judgement of quiet moves by the weights of lines."""

from __future__ import annotations

import random
from itertools import pairwise
from math import inf

import pytest

from noughts import Rules
from noughts.core.bits import cells_of, completions
from noughts.players.strong.alpha_beta import ROOT_WIDTH, TEMPO, WIDTH, WON, AlphaBeta, _outward
from noughts.players.strong.budget import Budget
from noughts.players.strong.line_weights import GROWTH, Patterns
from tests.players.strong.boards import BOARDS, random_positions


@pytest.mark.no_cover
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
    seems = AlphaBeta(rules, four, 0b11, Budget(nodes=200)).judged(rules.board & ~(four | 0b11))
    assert max(seems, key=seems.__getitem__) in (6, 10)
    assert seems[10] == seems[6] == 0.99
    blocked = 0b000111 << 6
    seems = AlphaBeta(rules, 1 << 30, blocked, Budget(nodes=200)).judged(0b11 << 9)
    assert seems[9] > seems[10] == -0.988
    rules = Rules(9, 9, 5)
    seems = AlphaBeta(rules, 0, 0, Budget(nodes=1)).judged(rules.board)
    assert max(seems, key=seems.__getitem__) == 40


@pytest.mark.no_cover
@pytest.mark.parametrize("nodes", [1, 30, 300])
@pytest.mark.parametrize("text", ["15,15,5", "12,9,5", "5x5x5,4"])
def test_the_first_stone_goes_near_the_middle_however_little_time_there_is(
    text: str, nodes: int
) -> None:
    rules = Rules.parse(text)
    seems = AlphaBeta(rules, 0, 0, Budget(nodes=nodes)).judged(rules.board)
    best = [cell for cell, score in seems.items() if score == max(seems.values())]
    assert len(best) <= ROOT_WIDTH
    for cell in best:
        place = zip(rules.geometry.place(cell), rules.geometry.sizes, strict=True)
        assert all(abs(2 * at + 1 - size) <= 5 for at, size in place)


def lacking_one(rules: Rules, mine: int, theirs: int) -> set[int]:
    """The numbers of the lines without a stone of theirs that lack one of mine."""
    return {
        number
        for number, line in enumerate(rules.lines)
        if not line & theirs and (line & ~mine).bit_count() == 1
    }


@pytest.mark.parametrize("rules", [Rules(3, 3, 3), Rules(3, 3, 2), Rules(2, 2, 1)], ids=str)
def test_the_fours_are_the_live_lines_that_lack_one_cell_after_each_stone(rules: Rules) -> None:
    source = random.Random(str(rules))
    for _ in range(20):
        patterns, placed = Patterns(rules, 0, 0), list[tuple[int, int]]()
        for cell in source.sample(range(rules.cells), rules.cells):
            placed.append((cell, source.randrange(2)))
            patterns.place(*placed[-1])
            mine, theirs = patterns.stones
            assert patterns.fours[0] == lacking_one(rules, mine, theirs)
            assert patterns.fours[1] == lacking_one(rules, theirs, mine)


@pytest.mark.parametrize("text", ["4,4,4", "3,5,3", "3,4,3", "2x3x4,2"])
def test_cells_come_by_their_distance_from_the_middle(text: str) -> None:
    rules = Rules.parse(text)

    def distance(cell: int) -> float:
        place = zip(rules.geometry.place(cell), rules.geometry.sizes, strict=True)
        return sum((at - (size - 1) / 2) ** 2 for at, size in place)

    assert sorted(_outward(rules)) == list(range(rules.cells))
    distances = [distance(cell) for cell in _outward(rules)]
    assert distances == sorted(distances)


class Plain:
    """The same judgement with nothing cut, and every line looked at each time."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.nodes = rules, 0

    def completing(self, mine: int, theirs: int) -> int:
        return sum({self.rules.lines[n] & ~mine for n in lacking_one(self.rules, mine, theirs)})

    def weighed(self, mine: int, theirs: int) -> float:
        own, other = self.total(mine, theirs), self.total(theirs, mine)
        return other - own if self.rules.misere else TEMPO * own - other

    def total(self, mine: int, theirs: int) -> int:
        live = [line for line in self.rules.lines if line & mine and not line & theirs]
        return sum(GROWTH ** (line & mine).bit_count() for line in live)

    def score(self, mine: int, theirs: int, depth: int, ply: int) -> float:
        self.nodes += 1
        moves = free = self.rules.board & ~(mine | theirs)
        if not free:
            return 0
        own, other = self.completing(mine, theirs), self.completing(theirs, mine)
        if self.rules.misere:
            moves = free & ~own
            if not moves:
                return ply + 1 - WON
        elif own:
            return WON - ply - 1
        elif other:
            moves, depth = other, depth + 1
            if other.bit_count() > 1:
                return ply + 2 - WON
        told = self.total(mine, theirs) or self.total(theirs, mine) or self.rules.misere
        if depth <= 0 or not told:
            return self.weighed(mine, theirs)
        return max(
            -self.score(theirs, mine | 1 << cell, depth - 1, ply + 1) for cell in cells_of(moves)
        )


@pytest.mark.parametrize("text", ["3,4,4", "4,4,4", "2x2x3,3", "3,4,3,misere", "3,4,4,torus"])
def test_a_score_is_that_of_a_search_that_cuts_nothing(text: str) -> None:
    rules = Rules.parse(text)
    cut, whole = Budget(), Plain(rules)
    for position in random_positions(rules, 12, 16, most=rules.cells - 4):
        own, other = position.sides
        if position.legal.bit_count() > WIDTH:
            continue
        search = AlphaBeta(rules, own, other, cut)
        for depth in (1, 2, 3):
            for cell in position.legal_moves:
                if not completions(own, rules) >> cell & 1:
                    expected = -whole.score(other, own | 1 << cell, depth - 1, 1)
                    assert search._after(cell, 0, depth, 0, -inf, inf) == expected
    assert 100 < cut.used < whole.nodes / 1.3


class Noting(AlphaBeta):
    """Keeps which moves were looked at, how deep, in which order, and what they scored."""

    def __init__(self, rules: Rules, own: int, other: int, budget: Budget) -> None:
        super().__init__(rules, own, other, budget)
        self.seen: list[tuple[int, list[int], dict[int, float]]] = []

    def _deepened(self, cells: list[int], depth: int) -> dict[int, float]:
        before = [*cells]
        scores = super()._deepened(cells, depth)
        self.seen.append((depth, before, scores))
        return scores


def test_the_most_promising_moves_are_tried_one_ply_deeper_each_time_the_best_one_first() -> None:
    rules = Rules(7, 7, 4)
    position = next(random_positions(rules, 1, 17, most=6))
    search = Noting(rules, *position.sides, Budget(nodes=2000))
    search.judged(position.legal)
    assert [depth for depth, *_ in search.seen] == [*range(1, len(search.seen) + 1)]
    assert len(search.seen) > 2
    for (_, cells, before), (_, after, _) in pairwise(search.seen):
        assert len(cells) == ROOT_WIDTH < position.legal.bit_count()
        assert after == sorted(cells, key=lambda cell: -before[cell])
    assert any(first[1] != second[1] for first, second in pairwise(search.seen))
