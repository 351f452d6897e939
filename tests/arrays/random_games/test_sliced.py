"""The game on slices, with every possible draw side by side: odds are counted, not sampled."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import factorial, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Rules
from noughts.arrays.random_games import small_boards
from noughts.arrays.random_games.fair_numbers import numbers
from noughts.arrays.random_games.sliced import added, bits_a_game, ends, plies, shuffled
from noughts.arrays.random_games.small_boards import ROUNDS, SLICE_WORDS
from noughts.arrays.random_games.xorshift import states
from tests import oracle
from tests.arrays.tools import every_draw
from tests.strategies import MISERE, NORMAL, board_of
from tests.tools import COMPILED, longer

ENDS = {
    ("X", 5): Fraction(2, 21),
    ("O", 6): Fraction(37, 420),
    ("X", 7): Fraction(37, 140),
    ("O", 8): Fraction(1, 5),
    ("X", 9): Fraction(71, 315),
    ("draw", 9): Fraction(8, 63),
}
RESULTS = {"X": Fraction(737, 1260), "O": Fraction(121, 420), "draw": Fraction(8, 63)}


def by_result(ends: dict[tuple[str, int], Fraction]) -> dict[str, Fraction]:
    """The chance of each result, whenever it comes."""
    results = {result for result, _ in ends}
    return {
        result: sum((chance for (who, _), chance in ends.items() if who == result), Fraction(0))
        for result in results
    }


SMALL = [Rules(2, 2, 2), Rules(3, 2, 2), Rules(4, 2, 2), Rules(4, 2, 3), Rules(1, 5, 2)]
EDGES = [Rules(1, 1, 1), Rules(1, 2, 1), Rules(1, 3, 3), Rules(2, 3, 1), Rules(2, 4, 4)]


def odds(rules: Rules) -> dict[tuple[str, int], Fraction]:
    """The chance of each `(result, ply of the end)`, from all draws of the random bits."""
    slices, everyone = every_draw(bits_a_game(rules))
    *lined, drawn = ends(iter(slices), rules, everyone)
    games = sum(each.bit_count() for each in [*lined, drawn])
    chances = {
        ("OX"[ply % 2 ^ rules.misere], ply): Fraction(each.bit_count(), games)
        for ply, each in zip(plies(rules), lined, strict=True)
    }
    chances["draw", rules.cells] = Fraction(drawn.bit_count(), games)
    return {end: chance for end, chance in chances.items() if chance}


def test_the_65536_draws_of_a_game_give_the_exact_odds_of_random_play() -> None:
    assert bits_a_game(NORMAL) == 16
    chances = odds(NORMAL)
    assert chances == ENDS
    assert by_result(chances) == RESULTS


@pytest.mark.wide
@pytest.mark.parametrize("rules", [NORMAL, MISERE, *SMALL, *EDGES], ids=str)
def test_all_draws_give_the_odds_that_the_oracle_finds_position_by_position(rules: Rules) -> None:
    board = board_of(rules)
    assert odds(rules) == oracle.random_play(oracle.empty(board), board)


@pytest.mark.parametrize("rules", [NORMAL, *SMALL, *EDGES], ids=str)
def test_a_game_is_void_for_its_draws_alone_and_ends_once(rules: Rules) -> None:
    slices, everyone = every_draw(bits_a_game(rules))
    seen = 0
    for each in ends(iter(slices), rules, everyone):
        assert each & seen == 0
        seen |= each
    # Each way to place the stones that are drawn is as many draws: their number divides the rest.
    placings = factorial(rules.cells) // factorial((min(2 * rules.k, rules.cells) + 1) // 2)
    assert seen.bit_count() % placings == 0
    assert seen.bit_count() > everyone.bit_length() / 2


@pytest.mark.wide
@pytest.mark.parametrize(
    ("rules", "told_apart"),
    [
        (NORMAL, [3, 3]),  # X's first three stones, O's first three; the others are one each
        *longer(pytest.param(Rules(4, 2, 2), [2, 2])),
        (Rules(1, 5, 2), [2, 2]),
        (Rules(1, 3, 3), [2, 1]),
    ],
    ids=str,
)
def test_every_order_of_the_cells_is_as_likely_as_any_other(
    rules: Rules, told_apart: list[int]
) -> None:
    slices, everyone = every_draw(bits_a_game(rules))
    places, void = numbers(range(told_apart[0] + 1, rules.cells + 1), iter(slices), everyone)
    o, later = shuffled(places, rules)
    kinds = [void, *o, *(each for stones in later.values() for each in stones)]
    games = zip(*(format(each, f"0{everyone.bit_length()}b") for each in kinds), strict=True)
    orders = Counter(game for game in games if game[0] == "0")
    assert len(orders) == factorial(rules.cells) // prod(map(factorial, told_apart))
    assert len(set(orders.values())) == 1


@given(st.lists(st.integers(0, 255), max_size=20))
def test_a_counter_on_slices_counts_up_to_its_width(ended: list[int]) -> None:
    counter = [0] * 5
    for each in ended:
        counter = added(each, counter)
    for game in range(8):
        count = sum(each >> game & 1 for each in ended)
        assert sum((each >> game & 1) << bit for bit, each in enumerate(counter)) == count


# The compiled kernel.


def drawn_words(seed: int, chunk: int, rounds: int, bits: int) -> list[list[int]]:
    """The random bits of each round as one slice a bit, every generator's 64 games side by side."""
    generators = [int(word) for word in states(seed, chunk, SLICE_WORDS)]
    pairs = list(zip(generators[:SLICE_WORDS], generators[SLICE_WORDS:], strict=True))
    word = 2**64 - 1
    drawn = []
    for _ in range(rounds):
        slices = [0] * bits
        for at, (a, b) in enumerate(pairs):
            for bit in range(bits):
                slices[bit] |= (a + b & word) << 64 * at
                a ^= a << 23 & word
                a, b = b, a ^ b ^ a >> 18 ^ b >> 5
            pairs[at] = a, b
        drawn.append(slices)
    return drawn


def first_ends(rounds: list[list[int]], games: int, rules: Rules) -> list[int]:
    """How many a line ends at each ply, of the first games not void, counted without a kernel."""
    everyone = (1 << 64 * SLICE_WORDS) - 1
    counts = [0] * (len(plies(rules)) + 1)
    left = games
    for slices in rounds:
        results = ends(iter(slices), rules, everyone)
        total = sum(result.bit_count() for result in results)
        kept = everyone
        if total > left:
            ended = [at for at in range(64 * SLICE_WORDS) if any(r >> at & 1 for r in results)]
            kept = (1 << ended[left]) - 1
        for at, result in enumerate(results):
            counts[at] += (result & kept).bit_count()
        left -= min(left, total)
    assert left == 0
    assert sum(counts) == games
    return [*[0] * (plies(rules).start - 1), *counts[:-1]][: rules.cells]


@pytest.mark.parametrize(
    ("rules", "games"), [(NORMAL, 0), (NORMAL, 1), (NORMAL, 4000), (Rules(1, 3, 3), 100)], ids=str
)
def test_the_kernel_counts_what_the_expression_gives_on_the_same_random_bits(
    rules: Rules, games: int
) -> None:
    rounds = drawn_words(7, 3, games // 1900 + 1, bits_a_game(rules))
    assert list(small_boards.count_ends(games, rules, 7, 3)) == first_ends(rounds, games, rules)


@pytest.mark.wide
def test_full_counters_are_emptied_and_the_last_rounds_give_as_many_games_as_are_missing() -> None:
    if not COMPILED:
        pytest.skip("too many games for the interpreter")
    games = 2 * ROUNDS * 64 * SLICE_WORDS + 1234
    rounds = drawn_words(1, 2, 3 * ROUNDS, bits_a_game(NORMAL))
    assert list(small_boards.count_ends(games, NORMAL, 1, 2)) == first_ends(rounds, games, NORMAL)
