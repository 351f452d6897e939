"""Many random games at once, from random bits to results, as one bit expression.

A uniformly random game is a uniformly random permutation of the cells, cut off at the first line.
The order is drawn only where it matters. X can have a line of three from ply 5 on, and O from ply 6
on; ply 6 does not change X's stones. So for the first six stones, only the owner matters; for each
later stone, its ply matters, too.

    cell              0  1  2  3  4  5  6  7  8
    ply               4  1  9  2  5  8  3  7  6
    drawn as          O  X  9  O  X  8  X  7  O
    the board after   O  X     O  X     X     O      6 plies; after 5, X's stones are the same
                      O  X     O  X     X  X  O      7
                      O  X     O  X  O  X  X  O      8
                      O  X  X  O  X  O  X  X  O      9

A slice has a bit for every game (`expressions.slices`): a random bit, or one that tells whether a
given cell has a given kind of stone. If the slices of random bits are ints that hold every possible
sequence of these bits side by side, `ends` gives exact probabilities. `small_boards` records and
compiles the same expression, so the code that is proved is the code that runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Any

from noughts.arrays.random_games.fair_numbers import OneHot, numbers
from noughts.core import bits
from noughts.core.rules import O, Rules, X
from noughts.core.turns import last_mover
from noughts.expressions.slices import Slices


def ends(random: Iterator[Any], rules: Rules, everyone: Any) -> list[Any]:
    """Play random games. Returns, for each ply of `plies`, the slice of games that end with a line.

    One more slice, the last, has the games that end in a draw. A game in none of these slices was
    void. `random` yields slices of random bits, and `everyone` is the slice of all games. In
    misère, the games are the same, but the player who makes the line loses.

    >>> every_bit = [0b0101010101010101, 0b0011001100110011, 0b0000111100001111, 0b0000000011111111]
    >>> ends(iter(every_bit), Rules(1, 3, 2), everyone=0xFFFF)    # X wins 2 of 3 at ply 3
    [47802, 17732]
    """
    sizes = range(_first_stones(rules) + 1, rules.cells + 1)
    places, void = numbers(sizes, random, everyone)
    o, later = shuffled(places, rules)
    stones = {O: o, X: [games ^ everyone for games in o]}
    lined = []
    for ply in reversed(plies(rules)):  # from the full board backwards, one stone at a time
        mine = stones[last_mover(ply)]
        lined.append(bits.line_starts(Slices(mine, everyone.bit_length()), rules).any())
        if ply in later:
            stones[last_mover(ply)] = [a ^ b for a, b in zip(mine, later[ply], strict=True)]
    going_on = void ^ everyone
    results = []
    for line in reversed(lined):
        results.append(line & going_on)
        going_on = going_on ^ results[-1]
    return [*results, going_on]


def plies(rules: Rules) -> range:
    """The plies at which a line can end the game; the first is the ply of X's k-th stone.

    >>> plies(Rules(3, 3, 3))
    range(5, 10)
    """
    return range(2 * rules.k - 1, rules.cells + 1)


def bits_a_game(rules: Rules) -> int:
    """The number of random bits that `ends` takes for each game.

    >>> bits_a_game(Rules(3, 3, 3))
    16
    """
    taken: list[int] = []

    def zeros() -> Iterator[int]:
        while True:
            taken.append(0)
            yield 0

    ends(zeros(), rules, everyone=1)
    return len(taken)


def added(games: Any, counter: Sequence[Any]) -> list[Any]:
    """The slices of a counter, lowest bit first, after 1 is added in each game of `games`.

    >>> added(0b11, [0b01, 0b00])    # game 0 had one, game 1 none
    [2, 1]
    """
    sums = []
    for bit in counter:
        sums.append(bit ^ games)
        games = bit & games
    return sums


def shuffled(places: Sequence[OneHot], rules: Rules) -> tuple[list[Any], dict[int, list[Any]]]:
    """O's stones on the full board, and the stone of each ply after the first `_alike`, as slices.

    This is an inside-out shuffle. X's first stones begin in the first cells. With each further
    stone, one cell is added: the stone goes to a cell drawn uniformly from all cells so far,
    including the new one, and a stone that was there moves to the new cell. So all permutations are
    equally likely.
    """
    o: list[Any] = [0] * _first_stones(rules)
    later: dict[int, list[Any]] = {}
    for cell, place in enumerate(places, len(o)):
        o = _moved(o, place)
        later = {ply: _moved(stones, place) for ply, stones in later.items()}
        is_later = cell >= _alike(rules)  # its ply is the cell + 1; O's first come before
        if last_mover(cell + 1) == O or not is_later:
            o = [stone | new for stone, new in zip(o, place, strict=True)]
        if is_later:
            later[cell + 1] = place
    return o, later


def _first_stones(rules: Rules) -> int:
    """The number of X's stones whose order does not matter; they begin in the first cells."""
    return (_alike(rules) + 1) // 2


def _alike(rules: Rules) -> int:
    """The number of plies at the start whose order does not matter: those up to O's k-th stone.

    O can have a line from its k-th stone on. X's k-th stone comes one ply earlier, but is included,
    since X has the same stones after both plies.
    """
    return min(2 * rules.k, rules.cells)


def _moved(stones: Sequence[Any], place: OneHot) -> list[Any]:
    """The stones with one cell added: the stone at `place`, if any, has moved to the new cell."""
    lifted = [stone & here for stone, here in zip(stones, place, strict=False)]
    left = [stone ^ gone for stone, gone in zip(stones, lifted, strict=True)]
    return [*left, reduce(or_, lifted)]
