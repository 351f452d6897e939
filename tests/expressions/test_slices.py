"""Slices: a batch of games turned on its side, which must play as its games do one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Rules, Symmetry, symmetries
from noughts.core import bits, turns
from noughts.core.symmetry import transform
from noughts.expressions.slices import Slices
from tests.strategies import NORMAL, rules, stones


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


@given(batches())
def test_any_is_the_slice_of_the_games_with_a_stone(
    batch: tuple[Rules, list[int], list[int]],
) -> None:
    rules, x, _ = batch
    many = stacked(x, rules)
    assert many.any() == sum(1 << game for game, one in enumerate(x) if one)
    assert many.everyone == 2 ** len(x) - 1
    assert many.any() & ~many.everyone == 0


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
