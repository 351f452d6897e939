"""Lesson 5: how few bits a board needs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from noughts.core import symmetry
from noughts.core.geometry import Symmetry
from noughts.core.rules import TICTACTOE
from noughts.lessons.bits import positions
from noughts.lessons.exercise_kinds import Exercise, function, position_shown, stones_shown
from noughts.lessons.game import every_board

MARKS = 3
SIZES = ((7, 24, 60), (24, 60, 60), (2, 3), (9,))


def counts() -> Iterator[tuple[int]]:
    """Small and large numbers of things."""
    return ((count,) for count in (*range(1, 300), 765, 5478, 19683, 262144, 262145))


def grids() -> Iterator[tuple[list[int]]]:
    """All ways to put marks on a board."""
    return ((list(marks),) for marks in product(range(MARKS), repeat=TICTACTOE.cells))


def encoded(marks: list[int]) -> int:
    """The number whose digits in base 3 are the marks."""
    return sum(mark * MARKS**cell for cell, mark in enumerate(marks))


def decoded(number: int) -> list[int]:
    """The marks that are the digits of a number in base 3."""
    return [number // MARKS**cell % MARKS for cell in range(TICTACTOE.cells)]


def all_digits() -> Iterator[tuple[list[int], tuple[int, ...]]]:
    """Digits, each below its own size."""
    for sizes in SIZES:
        for digits in product(*({0, 1, size - 1} for size in sizes)):
            yield list(digits), sizes


def in_mixed_radix(digits: list[int], sizes: tuple[int, ...]) -> int:
    """The number with these digits in a mixed radix, the most significant digit first."""
    number = 0
    for digit, size in zip(digits, sizes, strict=True):
        number = number * size + digit
    return number


def least(x: int, o: int) -> int:
    """The least number of all images of a position, including itself."""
    x, o = symmetry.canonical(x, o, TICTACTOE)
    return x | o << TICTACTOE.cells


EXERCISES: tuple[Exercise, ...] = (
    function(lambda count: (count - 1).bit_length(), counts),
    function(encoded, grids),
    function(decoded, lambda: ((number,) for number in range(MARKS**TICTACTOE.cells))),
    function(in_mixed_radix, all_digits),
    function(
        lambda stones: symmetry.transform(stones, Symmetry.MIRROR, TICTACTOE),
        every_board,
        stones_shown,
    ),
    function(least, positions, position_shown),
)
