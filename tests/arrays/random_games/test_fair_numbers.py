"""Fair numbers, which are proved fair: every way to draw their bits is looked at."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod

import pytest

from noughts.arrays.random_games.fair_numbers import numbers, one_hot
from tests.arrays.tools import every_draw


@pytest.mark.parametrize("bits", range(5))
def test_one_hot_slices_say_each_game_s_number_in_binary(bits: int) -> None:
    slices, everyone = every_draw(bits)
    hot = one_hot(slices, everyone)
    assert hot == [1 << number for number in range(2**bits)]


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("sizes", "bits", "void"),
    [
        ((), 0, 0),
        ((1,), 0, 0),
        ((2,), 1, 0),
        ((8, 4), 5, 0),
        ((3,), 4, 1 / 16),  # one redraw
        ((3, 5), 4, 1 / 16),  # between them
        ((5, 3), 4, 1 / 16),
        ((7, 9), 6, 1 / 64),
        ((6, 10), 6, 1 / 16),
        ((5,), 6, 9 / 64),
        ((5, 7), 12, 1 - 55 / 64 * 63 / 64),
        ((3, 3, 5), 8, 1 - (15 / 16) ** 2),
        ((11,), 8, 25 / 256),
        ((4, 5, 6, 7, 8, 9), 16, 1 - 15 / 16 * 63 / 64),  # what 3x3 draws
    ],
)
def test_all_outcomes_together_are_equally_likely(
    sizes: tuple[int, ...], bits: int, void: float
) -> None:
    slices, everyone = every_draw(bits)
    random = iter(slices)
    drawn, lost = numbers(sizes, random, everyone)
    assert next(random, None) is None
    assert [len(number) for number in drawn] == list(sizes)
    assert lost.bit_count() == void * 2**bits
    together = [everyone ^ lost]
    for number in drawn:
        together = [games & each for games in together for each in number]
    ((chance, outcomes),) = Counter(games.bit_count() for games in together).items()
    assert outcomes == prod(sizes)
    assert chance * outcomes == 2**bits - lost.bit_count()


@pytest.mark.parametrize("sizes", [*product(range(1, 7), repeat=2), (15, 17), (13, 15)])
def test_a_game_that_is_not_void_has_one_number_below_each_size(sizes: tuple[int, int]) -> None:
    taken = 0

    def counted() -> object:
        nonlocal taken
        while True:
            taken += 1
            yield 0

    numbers(sizes, counted(), 1)  # type: ignore[arg-type] # as many zeros as it takes
    slices, everyone = every_draw(taken)
    drawn, void = numbers(sizes, iter(slices), everyone)
    for number in drawn:
        seen = 0
        for each in number:
            assert each & seen & ~void == 0
            seen |= each
        assert seen | void == everyone
