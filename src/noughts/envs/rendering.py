"""Boards as text and as pictures, without a graphics library.

    X O .
    . X .
    . . O

A picture is uint8 [48 * rows, 48 * cols, 3], with a square tile for each cell. The picture of a box
is taller: its layers lie one below the other, with bands between them.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from noughts.core import svg
from noughts.core.position import Position
from noughts.core.position_text import position_text
from noughts.core.rules import EMPTY, O, X
from noughts.envs.options import Rendering

TILE = 48  # pixels
STROKE = 3  # half the width of a stone's line, in pixels
STONE = 14  # from a tile's centre to the end of its stone
BAND = 8  # pixels between two layers

Picture = npt.NDArray[np.uint8]


def rendered(position: Position, mode: Rendering | None) -> str | Picture | None:
    """The board in a mode. In `human` mode, print the board and return None."""
    if mode is Rendering.RGB_ARRAY:
        return picture(position)
    if mode is Rendering.HUMAN:
        print(text(position), flush=True)  # noqa: T201 - this is what the mode is for
    return text(position) if mode is Rendering.ANSI else None


def text(position: Position) -> str:
    r"""The board as lines of text.

    >>> text(Position.parse("XO./.X./..O"))
    'X O .\n. X .\n. . O\n'
    """
    rows = position_text(position.x, position.o, position.rules).split("/")
    return "\n".join([*(" ".join(row) for row in rows), ""])


def picture(position: Position) -> Picture:
    """The board as a picture, in which the cells of completed lines are tinted.

    >>> picture(Position.parse("XO./.X./..O")).shape
    (144, 144, 3)
    """
    outcome = position.outcome
    lined = outcome.lines if outcome else 0
    *_, rows, cols = position.rules.geometry.sizes
    cells = position.rules.cells
    drawn = np.array([tile(position[cell], bool(lined >> cell & 1)) for cell in range(cells)])
    layers = drawn.reshape(-1, rows, cols, TILE, TILE, 3).swapaxes(2, 3)
    layers = layers.reshape(-1, rows * TILE, cols * TILE, 3)
    with_bands = np.pad(layers, ((0, 0), (0, BAND), (0, 0), (0, 0)))
    return np.concatenate(with_bands)[:-BAND]


@cache
def tile(mark: int, lined: bool) -> Picture:
    """The picture of one cell with its stone."""
    across = np.abs(np.arange(TILE) - (TILE - 1) / 2)
    right, down = np.meshgrid(across, across)
    picture = np.full((TILE, TILE, 3), 255, np.uint8)
    if lined:
        picture[:] = (255 * 0.85 + colour(svg.LINE_COLOUR) * 0.15).astype(np.uint8)
    picture[np.maximum(right, down) > TILE / 2 - 1] = colour(svg.GRID_COLOUR)
    stones = {
        EMPTY: np.zeros((TILE, TILE), np.bool_),
        X: (np.abs(right - down) <= STROKE) & (right <= STONE),
        O: np.abs(np.hypot(right, down) - STONE) <= STROKE,
    }
    colours = {X: svg.X_COLOUR, O: svg.O_COLOUR}
    if mark in colours:
        picture[stones[mark]] = colour(colours[mark])
    return picture


def colour(code: str) -> npt.NDArray[np.int64]:
    """A colour as red, green and blue.

    >>> colour("#ff8000")
    array([255, 128,   0])
    """
    return np.array(list(bytes.fromhex(code.removeprefix("#"))))
