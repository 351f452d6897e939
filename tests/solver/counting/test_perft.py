"""Perft: the published counts, and agreement with walks written another way."""

from itertools import pairwise, permutations
from math import factorial

import pytest

from noughts import TICTACTOE, Game, O, Rules, X
from noughts.solver.counting.perft import PlyCount, perft
from noughts.solver.tables.table import table


def counts_by_permutations(rules: Rules) -> list[PlyCount]:
    """The same by playing every order of the cells, and keeping each path of moves once."""
    finished = [set[tuple[int, ...]]() for _ in range(rules.cells + 1)]
    paths = [set[tuple[int, ...]]() for _ in range(rules.cells + 1)]
    for order in permutations(range(rules.cells)):
        game = Game(rules)
        paths[0].add(())
        for ply, cell in enumerate(order, 1):
            if game.outcome:
                break
            game.push(cell)
            paths[ply].add(game.moves)
            if game.outcome:
                finished[ply].add(game.moves)
    rows = []
    for ply in range(rules.cells + 1):
        positions = {(frozenset(path[::2]), frozenset(path[1::2])) for path in paths[ply]}
        winners = []
        for path in finished[ply]:
            game = Game(rules)
            for cell in path:
                game.push(cell)
            assert game.outcome
            winners.append(game.outcome.winner)
        results = (winners.count(X), winners.count(O), winners.count(None))
        rows.append(PlyCount(ply, len(paths[ply]), len(positions), *results))
    return [row for row in rows if row.paths]


def test_a_ply_is_allowed_by_the_memory_that_it_may_take() -> None:
    asked: list[tuple[int, int]] = []

    def allow(ply: int, size: int) -> None:
        asked.append((ply, size))
        if ply == 4:
            raise MemoryError

    counts = perft(TICTACTOE, allow=allow)
    assert [next(counts).ply for _ in range(4)] == [0, 1, 2, 3]
    with pytest.raises(MemoryError):
        next(counts)
    plies, sizes = zip(*asked, strict=True)
    assert plies == (1, 2, 3, 4)
    assert sorted(sizes) == list(sizes)


@pytest.mark.wide
@pytest.mark.parametrize("board", ["2,2,2", "2,2,2,misere", "1,4,2", "2,3,2", "3,2,3", "1,1,1"])
def test_the_counts_of_small_boards_are_those_of_all_orders_of_play(board: str) -> None:
    rules = Rules.parse(board)
    assert list(perft(rules)) == counts_by_permutations(rules)


def test_the_counts_of_3x3_are_the_known_ones() -> None:
    counts = list(perft(TICTACTOE))
    assert [count.paths for count in counts] == [
        1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872,
    ]  # fmt: skip
    assert [count.positions for count in counts] == [
        1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78,
    ]  # fmt: skip
    assert sum(count.x_wins for count in counts) == 131184
    assert sum(count.o_wins for count in counts) == 77904
    assert sum(count.draws for count in counts) == 46080


def test_misere_counts_the_same_games_for_the_other_side() -> None:
    for normal, misere in zip(perft(TICTACTOE), perft(Rules(3, 3, 3, misere=True)), strict=True):
        assert misere.x_wins == normal.o_wins
        assert misere.o_wins == normal.x_wins
        assert misere[:3] == normal[:3]


def test_a_path_that_ends_is_not_played_on() -> None:
    for rules in (TICTACTOE, Rules(3, 2, 2), Rules(2, 4, 3)):
        for count, after in pairwise(perft(rules)):
            going_on = count.paths - count.x_wins - count.o_wins - count.draws
            assert after.paths == going_on * (rules.cells - count.ply)


@pytest.mark.no_cover
@pytest.mark.parametrize("board", ["3,3,3", "2,3,2", "1,6,3"])
def test_the_memory_of_a_ply_is_that_of_its_positions_and_of_the_most_that_can_follow(
    board: str,
) -> None:
    rules, asked = Rules.parse(board), list[int]()
    list(perft(rules, allow=lambda _, size: asked.append(size)))
    going_on = [{p for p in table(rules) if p.ply == ply and not p.outcome} for ply in range(10)]
    for ply, size in enumerate(asked, 1):
        before, cells = len(going_on[ply - 1]), rules.cells
        stones = factorial(cells) // factorial(cells - ply)  # in this order, then in any
        any_order = stones // (factorial(ply // 2) * factorial(ply - ply // 2))
        most = min(before * (cells - ply + 1), any_order)
        assert size == (before + most) * (150 + 2 * cells // 8)
    assert len(asked) > 3
