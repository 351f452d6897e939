"""The rules a second time: slow, obvious, and written another way, to test the library against.

A grid is a tuple of rows, a row a string of `X`, `O` and `.`; a square is `(row, col)`. Lines are
found by walking from square to square, positions by playing, values by looking at every reply.
Nothing here is taken from the library, and nothing here is a bit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

Grid = tuple[str, ...]
Square = tuple[int, int]


class Board(NamedTuple):
    """Whoever first has `k` in a row wins; in misère, loses."""

    rows: int
    cols: int
    k: int
    misere: bool = False


class Worth(NamedTuple):
    """+1, 0 or -1 for the player to move, and how many plies are left under best play."""

    value: int
    remoteness: int


def other(mark: str) -> str:
    return {"X": "O", "O": "X"}[mark]


# The board.


def squares(board: Board) -> list[Square]:
    return [(row, col) for row in range(board.rows) for col in range(board.cols)]


@cache
def lines(board: Board) -> tuple[tuple[Square, ...], ...]:
    """Every line, each from its first square on: rows, columns, then the two diagonals."""
    found: list[tuple[Square, ...]] = []
    for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        for row, col in squares(board):
            walk = [(row + down * step, col + right * step) for step in range(board.k)]
            on_board = all(0 <= r < board.rows and 0 <= c < board.cols for r, c in walk)
            if on_board and tuple(walk) not in found:  # k = 1: the same square, four times
                found.append(tuple(walk))
    return tuple(found)


def empty(board: Board) -> Grid:
    return ("." * board.cols,) * board.rows


def grid_of(x: int, o: int, board: Board) -> Grid:
    """The grid of two bitboards: digit `row * cols + col` of base 2 is a square's."""
    mark = {(0, 0): ".", (1, 0): "X", (0, 1): "O"}
    flat = [mark[x // 2**cell % 2, o // 2**cell % 2] for cell in range(board.rows * board.cols)]
    return tuple("".join(flat[r * board.cols : (r + 1) * board.cols]) for r in range(board.rows))


def number_of(marks: str, grid: Grid) -> int:
    """The bitboard of the squares that hold one of `marks`."""
    return sum(2**cell for cell, mark in enumerate("".join(grid)) if mark in marks)


def mask_of(some: tuple[Square, ...] | list[Square], board: Board) -> int:
    """The bitboard of some squares."""
    return sum(2 ** cell_of(square, board) for square in set(some))


def cell_of(square: Square, board: Board) -> int:
    return squares(board).index(square)


# The play.


def count(mark: str, grid: Grid) -> int:
    return sum(row.count(mark) for row in grid)


def turn(grid: Grid) -> str:
    return "X" if count("X", grid) == count("O", grid) else "O"


def full_lines(mark: str, grid: Grid, board: Board) -> list[tuple[Square, ...]]:
    return [line for line in lines(board) if all(grid[row][col] == mark for row, col in line)]


def result(grid: Grid, board: Board) -> str | None:
    """`X` or `O` who won, `draw`, or None while the game goes on."""
    for mark in "XO":
        if full_lines(mark, grid, board):
            return other(mark) if board.misere else mark
    return None if any("." in row for row in grid) else "draw"


def legal(grid: Grid, board: Board) -> list[Square]:
    if result(grid, board) is not None:
        return []
    return [(row, col) for row, col in squares(board) if grid[row][col] == "."]


def put(grid: Grid, square: Square, mark: str) -> Grid:
    row, col = square
    changed = list(grid)
    changed[row] = grid[row][:col] + mark + grid[row][col + 1 :]
    return tuple(changed)


def after(grid: Grid, board: Board) -> dict[Square, Grid]:
    """The grid after every legal move."""
    mark = turn(grid)
    return {square: put(grid, square, mark) for square in legal(grid, board)}


@lru_cache(maxsize=16)
def reachable(board: Board) -> tuple[frozenset[Grid], ...]:
    """The positions that play can reach, by ply."""
    plies = [frozenset({empty(board)})]
    while plies[-1]:
        plies.append(frozenset(g for grid in plies[-1] for g in after(grid, board).values()))
    return tuple(plies[:-1])


def paths(board: Board) -> list[int]:
    """How many paths of each length lead from the empty board: perft."""
    counts = []
    here = Counter({empty(board): 1})
    while here:
        counts.append(here.total())
        there: Counter[Grid] = Counter()
        for grid, ways in here.items():
            for follower in after(grid, board).values():
                there[follower] += ways
        here = there
    return counts


@cache
def worth(grid: Grid, board: Board) -> Worth:
    """Value and remoteness: the winner takes the shortest way, the loser the longest."""
    over = result(grid, board)
    if over is not None:
        return Worth(0 if over == "draw" else 1 if over == turn(grid) else -1, 0)
    moves = list(move_worths(grid, board).values())
    value = max(move.value for move in moves)
    plies = [move.remoteness for move in moves if move.value == value]
    return Worth(value, min(plies) if value == 1 else max(plies))


def move_worths(grid: Grid, board: Board) -> dict[Square, Worth]:
    """What every legal move is worth to the player who makes it."""
    replies = {square: worth(g, board) for square, g in after(grid, board).items()}
    return {square: Worth(-w.value, w.remoteness + 1) for square, w in replies.items()}


def best_moves(grid: Grid, board: Board) -> list[Square]:
    value = worth(grid, board).value
    return [square for square, move in move_worths(grid, board).items() if move.value == value]


@cache
def random_play(grid: Grid, board: Board) -> dict[tuple[str, int], Fraction]:
    """The chance of each `(result, plies from here)` when both play any legal move alike."""
    over = result(grid, board)
    if over is not None:
        return {(over, 0): Fraction(1)}
    chances: dict[tuple[str, int], Fraction] = {}
    followers = after(grid, board).values()
    for follower in followers:
        for (who, plies), chance in random_play(follower, board).items():
            key = who, plies + 1
            chances[key] = chances.get(key, Fraction(0)) + chance / len(followers)
    return chances


# The symmetries.


def mirrored(grid: Grid) -> Grid:
    """Left and right change places."""
    return tuple(row[::-1] for row in grid)


def flipped(grid: Grid) -> Grid:
    """Top and bottom change places."""
    return grid[::-1]


def transposed(grid: Grid) -> Grid:
    """Rows and columns change places."""
    return tuple("".join(column) for column in zip(*grid, strict=True))


def turned(grid: Grid) -> Grid:
    """A quarter turn clockwise: the left column, read upwards, becomes the top row."""
    return tuple("".join(column[::-1]) for column in zip(*grid, strict=True))


def images(grid: Grid) -> Iterator[Grid]:
    """The grid turned every way that fits the board again, and the mirror images of those."""
    turns = [grid, turned(grid), turned(turned(grid)), turned(turned(turned(grid)))]
    for image in turns:
        if len(image) == len(grid):
            yield from (image, mirrored(image))


def classes(grids: frozenset[Grid]) -> list[frozenset[Grid]]:
    """Grids that are images of each other, together."""
    return list({frozenset(images(grid)) for grid in grids})
