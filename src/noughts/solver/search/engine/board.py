"""A board as the engine takes it, and a position on it.

Lines and symmetries are in a record of one type for all boards.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy import uint64 as u64

from noughts.core.rules import Rules
from noughts.core.symmetry import symmetries

Word = Any  # a bitboard, uint64
Words = Any  # an array of them
Board = Any  # a record of `BOARD`
Memory = Any  # a record of `transposition_table.MEMORY`

ZERO, ONE, TWO = u64(0), u64(1), u64(2)
MOST_LINES = 2016  # of a board of up to `SEARCH_CELLS`: 2x2x2x2x2x2 with two in a row
MOST_SYMMETRIES = 512  # that are used: an 8x8 torus has so many; boxes of five axes have more


def structure(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """The dtype of records of these fields. Numba recognises the same dtype at once."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


# A record goes to a function by its address, with its arrays, so each call passes one word. The
# system gives no memory to what a board leaves untouched.
BOARD = structure(
    [
        ("k", u64),
        ("cells", u64),  # the bits of all
        ("line_count", np.int64),
        ("symmetries", np.int64),
        ("inverses", np.int64, MOST_SYMMETRIES),
        ("lines", u64, MOST_LINES),
        # For each symmetry, where each byte of a bitboard goes.
        ("images", u64, (MOST_SYMMETRIES, 8, 256)),
    ]
)


@cache
def board_of(rules: Rules) -> Board:
    """The record of a board of up to 64 cells."""
    board = record(BOARD)
    images = symmetric(rules)
    numbers = {image: number for number, image in enumerate(images)}
    board.k, board.cells = rules.k, rules.board
    board.line_count, board.symmetries = len(rules.lines), len(images)
    board.lines[: len(rules.lines)] = np.array(rules.lines, u64)
    board.inverses[: len(images)] = [numbers[inverse(image)] for image in images]
    stones = u64(1) << np.array(images, u64)
    for cell in range(rules.cells):
        byte, bit = divmod(cell, 8)
        moved = board.images[: len(images), byte]
        without, having = slice(1 << bit), slice(1 << bit, 2 << bit)
        moved[:, having] = moved[:, without] | stones[:, cell : cell + 1]
    return board


@cache
def blank() -> Board:
    """The record of a board without cells and lines."""
    return record(BOARD)


def symmetric(rules: Rules) -> list[tuple[int, ...]]:
    """The symmetries that the search uses: for each, the image of every cell; the identity first.

    Any choice of symmetries that has the inverse of each is right: what is found for one image of a
    position holds for the others.

    >>> symmetric(Rules(1, 3, 3))    # a flip changes nothing
    [(0, 1, 2), (2, 1, 0)]
    """
    image, cells = rules.geometry.image, range(rules.cells)
    first = symmetries(rules)[:MOST_SYMMETRIES]
    images = dict.fromkeys(tuple(image(cell, by) for cell in cells) for by in first)
    return [image for image in images if inverse(image) in images]


def inverse(image: tuple[int, ...]) -> tuple[int, ...]:
    """The way back from the images of all cells.

    >>> inverse((1, 2, 0))
    (2, 0, 1)
    """
    return tuple(sorted(range(len(image)), key=image.__getitem__))


def record(dtype: np.dtype[Any]) -> Any:
    """A record of zeros whose fields are attributes."""
    return np.zeros(1, dtype)[0]


def turned(stones: Word, image: int, board: Board) -> Word:
    """`symmetry.transform`, a byte at a time."""
    if image == 0:
        return stones
    images = board.images[image]
    found = ZERO
    for byte in range(8):
        found |= images[byte, stones >> u64(8 * byte) & u64(255)]
    return found


class Verdict(NamedTuple):
    """Whether the attacker wins, and the zone on which that rests."""

    won: bool
    zone: Word


class Node(NamedTuple):
    """The attacker's stones, the defender's, the free cells, and whose move it is.

    `seen` is the board in the strong game and in misère. In the weak game the defender's stones do
    not differ from cells that are in no line any more, so `seen` and `defender` are 0.
    """

    attacker: Word
    defender: Word
    free: Word
    seen: Word
    attacks: bool  # whether the attacker moves


def after(node: Node, move: Word) -> Node:
    """The position after a move; a move of no cell leaves all stones as they are."""
    own = move if node.attacks else ZERO
    return Node(
        node.attacker | own,
        node.defender | ((move ^ own) & node.seen),
        node.free ^ move,
        node.seen,
        not node.attacks,
    )
