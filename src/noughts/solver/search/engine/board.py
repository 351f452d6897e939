"""A board in the form that the engine takes, and a position on it.

One type of record holds the lines and symmetries of any board.
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
MOST_LINES = 2016  # of a board of up to `SEARCH_CELLS`: 2x2x2x2x2x2 with two in a row has that many
MOST_SYMMETRIES = 512  # of a board; an 8x8 torus has that many, and any more are not used


def structure(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """The dtype of records with these fields. Numba recognises an identical dtype at once."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


# A record and its arrays are passed to a function by one address, so each call passes one word. The
# operating system allocates no memory for the parts that a board never touches.
BOARD = structure(
    [
        ("k", u64),
        ("cells", u64),  # a mask of all cells
        ("line_count", np.int64),
        ("symmetries", np.int64),
        ("inverses", np.int64, MOST_SYMMETRIES),
        ("lines", u64, MOST_LINES),
        # For each symmetry, the image of each byte of a bitboard.
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
    """The symmetries that the search uses, each as the images of all cells; the identity is first.

    Any set of symmetries will do if it contains the inverse of each of its members: a result for
    one image of a position holds for all its images, and the inverse turns the zone back.

    >>> symmetric(Rules(1, 3, 3))    # a flip changes nothing
    [(0, 1, 2), (2, 1, 0)]
    """
    image, cells = rules.geometry.image, range(rules.cells)
    first = symmetries(rules)[:MOST_SYMMETRIES]
    images = dict.fromkeys(tuple(image(cell, by) for cell in cells) for by in first)
    return [image for image in images if inverse(image) in images]


def inverse(image: tuple[int, ...]) -> tuple[int, ...]:
    """The inverse of a symmetry, which is given as the images of all cells.

    >>> inverse((1, 2, 0))
    (2, 0, 1)
    """
    return tuple(sorted(range(len(image)), key=image.__getitem__))


def record(dtype: np.dtype[Any]) -> Any:
    """A record of zeros, whose fields are accessible as attributes."""
    return np.zeros(1, dtype)[0]


def turned(stones: Word, image: int, board: Board) -> Word:
    """The image of a bitboard, as from `symmetry.transform`, computed a byte at a time."""
    if image == 0:
        return stones
    images = board.images[image]
    found = ZERO
    for byte in range(8):
        found |= images[byte, stones >> u64(8 * byte) & u64(255)]
    return found


class Verdict(NamedTuple):
    """Whether the attacker wins, and the zone on which this result rests."""

    won: bool
    zone: Word


class Node(NamedTuple):
    """A position: the stones of the attacker and the defender, the free cells, and the mover.

    `seen` is a mask of the cells on which the defender's stones count: all cells in the strong game
    and in misère, and none in the weak game. There, a stone of the defender only blocks the lines
    through its cell, as does any cell that is neither free nor the attacker's, so `defender` is 0.
    """

    attacker: Word
    defender: Word
    free: Word
    seen: Word
    attacks: bool  # whether the attacker moves


def after(node: Node, move: Word) -> Node:
    """The position after a move. A move of 0 takes no cell and only passes the turn."""
    own = move if node.attacks else ZERO
    return Node(
        node.attacker | own,
        node.defender | ((move ^ own) & node.seen),
        node.free ^ move,
        node.seen,
        not node.attacks,
    )
