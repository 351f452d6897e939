"""Slices: a batch of games turned on its side, which must play as its games do one by one.

Then what they are for: *every* possible draw of random numbers as a game of its own, so that the
odds of random play are counted, not sampled, by the very code that plays.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Rules, Symmetry, symmetries
from noughts.core import bits, turns
from noughts.core.symmetry import transform
from noughts.expressions.slices import Slices
from tests import oracle
from tests.odds import ENDS, RESULTS, by_result
from tests.strategies import MISERE, NORMAL, board_of, rules, stones


def stacked(bitboards: list[int], rules: Rules) -> Slices:
    """Bitboards, one a game, as slices."""
    return Slices(
        [
            sum((board >> cell & 1) << game for game, board in enumerate(bitboards))
            for cell in range(rules.cells)
        ],
        games=len(bitboards),
    )


def unstacked(slices: Slices) -> list[int]:
    return [slices[game] for game in range(slices.games)]


@given(st.lists(st.integers(0, 511)))
def test_a_loop_over_a_batch_visits_its_games_and_ends(bitboards: list[int]) -> None:
    batch = stacked(bitboards, NORMAL)
    assert list(batch) == bitboards  # type: ignore[call-overload] # by index alone
    for game in (-1, len(bitboards)):
        with pytest.raises(IndexError):
            batch[game]


@st.composite
def batches(draw: st.DrawFn) -> tuple[Rules, list[int], list[int]]:
    """Rules, and for each of some games the stones of both players."""
    drawn = draw(rules(max_side=9))
    games = draw(st.integers(0, 6))
    x = [draw(stones(drawn)) for _ in range(games)]
    return drawn, x, [draw(stones(drawn)) & ~taken for taken in x]


@pytest.mark.wide
@pytest.mark.no_cover
@given(batches())
def test_every_expression_gives_each_game_what_its_own_int_gives(
    batch: tuple[Rules, list[int], list[int]],
) -> None:
    rules, x, o = batch
    many_x, many_o = stacked(x, rules), stacked(o, rules)
    assert unstacked(many_x) == x
    for of_stones in (bits.line_starts, bits.line_cells, bits.first_line, bits.completions):
        assert unstacked(of_stones(many_x, rules)) == [of_stones(one, rules) for one in x]
    for of_players in (bits.free_cells, bits.legal_cells, *[turns.turn] * (rules.cells > 1)):
        twins = [of_players(*pair, rules) for pair in zip(x, o, strict=True)]
        assert unstacked(of_players(many_x, many_o, rules)) == twins
    for symmetry in symmetries(rules):
        twins = [transform(one, symmetry, rules) for one in x]
        assert unstacked(transform(many_x, symmetry, rules)) == twins


@pytest.mark.wide
@pytest.mark.no_cover
@given(batches(), st.integers(0, 100), st.data())
def test_operators_work_as_on_machine_words_of_a_bit_a_cell(
    batch: tuple[Rules, list[int], list[int]], shift: int, data: st.DataObject
) -> None:
    rules, x, o = batch
    many_x, many_o = stacked(x, rules), stacked(o, rules)
    shared = data.draw(st.integers(0, rules.board))
    word = rules.board
    expected = [
        (many_x & many_o, [a & b for a, b in zip(x, o, strict=True)]),
        (many_x | many_o, [a | b for a, b in zip(x, o, strict=True)]),
        (many_x ^ many_o, [a ^ b for a, b in zip(x, o, strict=True)]),
        (many_x & shared, [a & shared for a in x]),
        (shared | many_x, [shared | a for a in x]),
        (shared ^ many_x, [shared ^ a for a in x]),
        (many_x << shift, [a << shift & word for a in x]),
        (many_x >> shift, [a >> shift for a in x]),
        (-many_x, [-a & word for a in x]),
    ]
    for slices, twins in expected:
        assert slices.games == len(x)
        assert len(slices.slices) == rules.cells
        assert unstacked(slices) == twins


@pytest.mark.no_cover
@given(batches())
def test_any_is_the_slice_of_the_games_with_a_stone(
    batch: tuple[Rules, list[int], list[int]],
) -> None:
    rules, x, _ = batch
    many = stacked(x, rules)
    assert many.any() == sum(1 << game for game, one in enumerate(x) if one)
    assert many.everyone == 2 ** len(x) - 1
    assert many.any() & ~many.everyone == 0


# Random play, exactly.
#
# With 9 free cells a player draws a number from 0 to 8 and takes the free cell that has so many
# free cells before it; the next one draws from 0 to 7, and so on: 9! = 362880 ways to draw, all
# equally likely. Every way is a game, number 0 to 9! - 1, and its draws are the digits of its
# number in the mixed radix 9, 8, ..., 1.


def draws(rules: Rules) -> list[list[int]]:
    """`draws[ply][j]`: the each of the games whose draw at that ply is j.

    A digit with weight w and radix r is w times 0, then w times 1, up to r - 1, then all again.
    """
    games = factorial(rules.cells)
    slices = []
    weight = 1
    for ply in range(rules.cells):
        radix = rules.cells - ply
        period = [["0"] * weight * radix for _ in range(radix)]
        for j, each in enumerate(period):
            each[j * weight : (j + 1) * weight] = ["1"] * weight
        # int reads the highest bit first.
        repeats = games // (weight * radix)
        slices.append([int("".join(each[::-1]) * repeats, 2) for each in period])
        weight *= radix
    return slices


def choice(free: Slices, drawn: list[int]) -> Slices:
    """In each game the one free cell that has `j` free cells before it, where `drawn[j]` is set.

    Each game counts down from its draw, in unary: `waiting[j]` are the games with j free cells
    still to pass by.
    """
    waiting = [*drawn, 0]
    chosen = []
    for free_here in free.slices:
        chosen.append(waiting[0] & free_here)
        waiting = [
            waiting[j] & ~free_here | waiting[j + 1] & free_here for j in range(len(drawn))
        ] + [0]
    return Slices(chosen, free.games)


def random_play(rules: Rules) -> dict[tuple[str, int], Fraction]:
    """The chance of each `(result, ply of the end)`, from all games that can be drawn at once."""
    games = factorial(rules.cells)
    nothing = Slices([0] * rules.cells, games)
    x, o = nothing, nothing
    going_on = nothing.everyone
    chances = {}
    for ply, drawn in enumerate(draws(rules)):
        # A finished game has no legal cell, so it stays as it is.
        stone = choice(bits.legal_cells(x, o, rules), drawn)
        if ply % 2 == 0:
            x = x | stone
        else:
            o = o | stone
        lines = bits.line_starts(x, rules) | bits.line_starts(o, rules)
        ended = lines.any() & going_on
        going_on ^= ended
        if ended:
            winner = "XO"[ply % 2 ^ rules.misere]
            chances[winner, ply + 1] = Fraction(ended.bit_count(), games)
    if going_on:
        assert bits.free_cells(x, o, rules).any() & going_on == 0
        chances["draw", rules.cells] = Fraction(going_on.bit_count(), games)
    return chances


def test_all_362880_draws_at_once_give_the_exact_odds_of_random_play() -> None:
    chances = random_play(NORMAL)
    assert chances == ENDS
    assert by_result(chances) == RESULTS


def test_in_misere_random_play_the_players_change_places() -> None:
    swapped = {"X": RESULTS["O"], "O": RESULTS["X"], "draw": RESULTS["draw"]}
    assert by_result(random_play(MISERE)) == swapped


@pytest.mark.wide
@pytest.mark.parametrize(
    "rules",
    [NORMAL, Rules(3, 3, 1), Rules(3, 3, 2), Rules(2, 3, 2), Rules(2, 4, 3, True), Rules(8, 1, 4)],
    ids=str,
)
def test_the_odds_of_all_draws_at_once_are_those_of_the_oracle_position_by_position(
    rules: Rules,
) -> None:
    board = board_of(rules)
    assert random_play(rules) == oracle.random_play(oracle.empty(board), board)


def test_every_draw_is_one_number_a_ply_and_all_draws_differ() -> None:
    small = Rules(2, 2, 2)
    seen = set()
    for game in range(24):
        digits = [[each >> game & 1 for each in slices] for slices in draws(small)]
        assert all(sum(digit) == 1 for digit in digits)
        seen.add(tuple(digit.index(1) for digit in digits))
    assert len(seen) == 24
    assert max(seen) == (3, 2, 1, 0)


@given(st.lists(st.integers(0, 511), max_size=20), st.data())
def test_a_choice_takes_the_free_cell_that_has_as_many_before_it_as_were_drawn(
    free: list[int], data: st.DataObject
) -> None:
    drawn = [data.draw(st.integers(0, 8)) for _ in free]
    slices = [sum(1 << game for game, j in enumerate(drawn) if j == n) for n in range(9)]
    for game, chosen in enumerate(unstacked(choice(stacked(free, NORMAL), slices))):
        cells = list(bits.cells_of(free[game]))
        expected = 1 << cells[drawn[game]] if drawn[game] < len(cells) else 0
        assert chosen == expected


def test_a_batch_of_no_games_is_a_batch() -> None:
    nobody = Slices([0] * 9, games=0)
    assert nobody.everyone == 0
    assert bits.line_starts(nobody | NORMAL.board, NORMAL).any() == 0
    assert unstacked(transform(nobody, Symmetry.ROTATE_90, NORMAL)) == []


def test_slices_of_another_shape_are_refused_and_not_cut() -> None:
    batch = Slices([1, 2, 3], games=2)
    for other in (Slices([1, 2], games=2), Slices([1, 2, 3], games=3)):
        with pytest.raises(ValueError, match="slices of 3 cells and 2 games do not fit slices"):
            batch & other
