"""The rules a second time: slow, obvious, and written another way, to test the library against.

A grid is a tuple of rows, a row a string of `X`, `O` and `.`; a square is `(row, col)`. A box is a
tuple of such grids, its layers, and a square there `(layer, row, col)`; on four axes, one more of
each. Lines are found by walking from square to square, over the edge of a torus to its other side;
positions by playing, values by looking at every reply. Nothing here is taken from the library, and
nothing here is a bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product
from math import prod
from typing import Any, NamedTuple

Grid = tuple[Any, ...]  # of rows, or of the grids of layers
Square = tuple[int, ...]


class Board(NamedTuple):
    """Whoever first has `k` in a row wins; in misère, loses.

    The edges of a torus meet, and those at the left and at the right of a cylinder. The layers of
    a box may be boards apart, which no line leaves.
    """

    sizes: tuple[int, ...]
    k: int
    misere: bool = False
    torus: bool = False
    cylinder: bool = False
    apart: bool = False


class Worth(NamedTuple):
    """+1, 0 or -1 for the player to move, and how many plies are left under best play."""

    value: int
    remoteness: int


def other(mark: str) -> str:
    return {"X": "O", "O": "X"}[mark]


# The board.


@cache
def squares(board: Board) -> list[Square]:
    return list(product(*map(range, board.sizes)))


def ways(board: Board) -> list[Square]:
    """One step along each axis at most: along one axis, then along two at once, and so on."""
    found: list[Square] = []
    for axes in range(1, len(board.sizes) + 1):
        for way in product((0, 1, -1), repeat=len(board.sizes)):
            backwards = tuple(-step for step in way)
            if board.apart and way[0]:
                continue
            if len(way) - way.count(0) == axes and backwards not in found:
                found.append(way)
    return found


def meets(board: Board) -> list[bool]:
    """Along which axes a walk comes back from the other side."""
    last = len(board.sizes) - 1
    return [board.torus or (board.cylinder and axis == last) for axis in range(last + 1)]


def walk(start: Square, way: Square, board: Board) -> list[Square]:
    """The `k` squares that a walk comes to, or those before it leaves the board."""
    walked = [start]
    while len(walked) < board.k:
        there = zip(walked[-1], way, board.sizes, meets(board), strict=True)
        here = tuple((at + step) % size if met else at + step for at, step, size, met in there)
        if not all(0 <= at < size for at, size in zip(here, board.sizes, strict=True)):
            break
        walked.append(here)
    return walked


@cache
def lines(board: Board) -> tuple[tuple[Square, ...], ...]:
    """Every line, each from its first square on: rows, columns, then the diagonals.

    The same squares are one line, however one walks over them: a single square, or a line that
    closes, round a torus.
    """
    found: dict[frozenset[Square], tuple[Square, ...]] = {}
    for way in ways(board):
        for start in squares(board):
            line = walk(start, way, board)
            if len(set(line)) == board.k:
                found.setdefault(frozenset(line), tuple(line))
    return tuple(found.values())


def empty(board: Board) -> Grid:
    return grid_of(0, 0, board)


def grid_of(x: int, o: int, board: Board) -> Grid:
    """The grid of two bitboards: the last digit of base 2 is the first square's, and so on."""
    mark = {(0, 0): ".", (1, 0): "X", (0, 1): "O"}
    cells = range(prod(board.sizes))
    return folded("".join(mark[x // 2**cell % 2, o // 2**cell % 2] for cell in cells), board)


def folded(marks: str, board: Board) -> Grid:
    """Marks as rows, and rows as layers."""
    *outer, cols = board.sizes
    grid: list[Any] = [marks[at : at + cols] for at in range(0, len(marks), cols)]
    for size in reversed(outer[1:]):
        grid = [tuple(grid[at : at + size]) for at in range(0, len(grid), size)]
    return tuple(grid)


def marks(grid: Grid) -> str:
    """The marks of all squares, one after the other."""
    return "".join(part if isinstance(part, str) else marks(part) for part in grid)


def text(grid: Grid | str) -> str:
    """The rows with `/` between them, layers with `//`, and layers of layers with `///`."""
    return grid if isinstance(grid, str) else ("/" * depth(grid)).join(map(text, grid))


def depth(grid: Grid | str) -> int:
    return 0 if isinstance(grid, str) else 1 + depth(grid[0])


def mark_at(square: Square, grid: Grid) -> str:
    found: Any = grid
    for at in square:
        found = found[at]
    mark: str = found
    return mark


def having(mark: str, grid: Grid, board: Board) -> list[Square]:
    """The squares that hold a mark, `.` if nothing."""
    return [square for square, at in zip(squares(board), marks(grid), strict=True) if at == mark]


def number_of(wanted: str, grid: Grid) -> int:
    """The bitboard of the squares that hold one of the `wanted` marks."""
    return sum(2**cell for cell, mark in enumerate(marks(grid)) if mark in wanted)


def mask_of(some: tuple[Square, ...] | list[Square], board: Board) -> int:
    """The bitboard of some squares."""
    return sum(2 ** cell_of(square, board) for square in set(some))


def cell_of(square: Square, board: Board) -> int:
    return squares(board).index(square)


# The play.


def count(mark: str, grid: Grid) -> int:
    return marks(grid).count(mark)


def turn(grid: Grid) -> str:
    return "X" if count("X", grid) == count("O", grid) else "O"


def full_lines(mark: str, grid: Grid, board: Board) -> list[tuple[Square, ...]]:
    owned = set(having(mark, grid, board))
    return [line for line in lines(board) if owned.issuperset(line)]


def squares_that_complete(mark: str, grid: Grid, board: Board) -> list[Square]:
    """The empty squares on which one stone more makes a line."""
    owned, free = set(having(mark, grid, board)), set(having(".", grid, board))
    lacking = [set(line) - owned for line in lines(board)]
    return sorted({square for lack in lacking if len(lack) == 1 for square in lack & free})


def result(grid: Grid, board: Board) -> str | None:
    """`X` or `O` who won, `draw`, or None while the game goes on."""
    for mark in "XO":
        if full_lines(mark, grid, board):
            return other(mark) if board.misere else mark
    return None if "." in marks(grid) else "draw"


def legal(grid: Grid, board: Board) -> list[Square]:
    if result(grid, board) is not None:
        return []
    return having(".", grid, board)


def put(grid: Grid, square: Square, mark: str) -> Grid:
    at, *inside = square
    part = put(grid[at], tuple(inside), mark) if inside[1:] else _in_row(grid[at], inside[0], mark)
    return (*grid[:at], part, *grid[at + 1 :])


def _in_row(row: str, at: int, mark: str) -> str:
    return row[:at] + mark + row[at + 1 :]


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


def _moves(board: Board) -> Iterator[list[Square]]:
    """Where each square goes by a single turn, exchange or shift; all others are made of these."""
    axes = range(len(board.sizes))

    def with_(square: Square, changed: dict[int, int]) -> Square:
        return tuple(changed.get(axis, square[axis]) for axis in axes)

    every = squares(board)
    if board.apart:
        yield from _moves_apart(board)
        return
    for axis in axes:
        size = board.sizes[axis]
        yield [with_(s, {axis: size - 1 - s[axis]}) for s in every]
        if meets(board)[axis]:
            yield [with_(s, {axis: (s[axis] + 1) % size}) for s in every]
    for one, other_ in combinations(axes, 2):
        if len({(board.sizes[axis], meets(board)[axis]) for axis in (one, other_)}) == 1:
            yield [with_(s, {one: s[other_], other_: s[one]}) for s in every]
    if len(axes) > 2 and {*board.sizes} == {board.k}:
        # Where each line is as long as the cube: two places change along all axes alike, and the
        # opposite two with them, or a place with its opposite. A line remains a line.
        last = board.k - 1
        for one, two in combinations(range(board.k), 2):
            places = {one: two, two: one}
            places |= {last - at: last - to for at, to in places.items()}
            if sorted(places.values()) == sorted(places):
                yield [tuple(places.get(at, at) for at in s) for s in every]


@lru_cache(maxsize=256)
def symmetries(board: Board) -> tuple[tuple[int, ...], ...]:
    """Every way to move the squares that moves after moves come to: where each one goes."""
    moves = [[cell_of(square, board) for square in move] for move in _moves(board)]
    here = [tuple(range(prod(board.sizes)))]
    seen = set(here)
    for one in here:  # which grows
        for move in moves:
            there = tuple(move[cell] for cell in one)
            if there not in seen:
                seen.add(there)
                here.append(there)
    return tuple(here)


def _moves_apart(board: Board) -> Iterator[list[Square]]:
    """The same of boards apart: a turn of the first one, and exchanges of neighbours."""
    one = Board(board.sizes[1:], board.k)
    for move in _moves(one):
        to = dict(zip(squares(one), move, strict=True))
        yield [(at, *(to[within] if at == 0 else within)) for at, within in _each(board)]
    for first in range(board.sizes[0] - 1):
        places = {first: first + 1, first + 1: first}
        yield [(places.get(at, at), *within) for at, within in _each(board)]


def _each(board: Board) -> list[tuple[int, Square]]:
    """The squares of boards apart: which board, and where on it."""
    return [(square[0], square[1:]) for square in squares(board)]


def images(grid: Grid, board: Board) -> Iterator[Grid]:
    """The grid under every symmetry of the board, each once."""
    flat = marks(grid)
    for symmetry in symmetries(board):  # the marks may as well come from there: what undoes it is
        yield folded("".join([flat[cell] for cell in symmetry]), board)  # a symmetry too


def classes(grids: frozenset[Grid], board: Board) -> list[frozenset[Grid]]:
    """Grids that are images of each other, together."""
    return list({frozenset(images(grid, board)) for grid in grids})
