"""Draws a board, given as plain ints, as SVG for notebooks and pages.

Layers stand side by side under their names; a fourth axis adds rows of layers. If opposite edges
meet, the grid extends beyond these edges, and a line that wraps round is drawn in pieces.
Coordinates stand below each layer and to its left; a drawing without coordinates has no margin.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from noughts.core.bits import apart, cells_of, legal_cells, line_from, won_boards
from noughts.core.cell_names import column_name, layer_title
from noughts.core.message_text import quoted
from noughts.core.position_text import position_text
from noughts.core.rules import Rules
from noughts.errors import PositionError

CELL = 40  # side of a cell in SVG units; the drawing scales to any size
ARM = 12  # half the width of a stone
GAP = 20  # between layers, and between the boards of a sheet
ACROSS = 8  # boards in a row of a sheet
NAME = 24  # the height of a layer's name
OVER = 10  # the length by which the grid extends beyond edges that meet
MARGIN = 20  # for coordinates, on two sides
EDGE = 6  # the margin on the other two sides of a drawing with coordinates
X_COLOUR, O_COLOUR, GRID_COLOUR, LINE_COLOUR = "#1c6fd1", "#c2410c", "#8a8f98", "#15803d"


class Colours(NamedTuple):
    """The colours of stones, grid, lines, texts and background; the background may be None."""

    x: str
    o: str
    grid: str
    line: str
    text: str
    ground: str | None


# The first set of colours has enough contrast on both light and dark pages.
COLOURS: dict[bool | None, Colours] = {
    None: Colours(X_COLOUR, O_COLOUR, GRID_COLOUR, LINE_COLOUR, "#7a808a", None),
    False: Colours(X_COLOUR, O_COLOUR, GRID_COLOUR, LINE_COLOUR, "#4b5563", "#ffffff"),
    True: Colours("#6cb0ff", "#ff9d6b", "#737b87", "#4ade80", "#b6bdc9", "#15181d"),
}


def colours_for(dark: bool | None) -> Colours:
    """The colours for a background that is dark (True), light (False) or transparent (None)."""
    if dark not in (None, False, True):
        raise PositionError(
            f"{quoted(dark)} is not a choice of colours; give True for dark, False for light, or "
            "None for both"
        )
    return COLOURS[dark]


class Hint(Protocol):
    """A move and its value, for a label in the move's cell; `players.Judgement` has this form."""

    @property
    def cell(self) -> int:
        """The number of the move."""

    @property
    def value(self) -> float:
        """The value for the player who makes the move; labels of the highest value are bold."""

    @property
    def label(self) -> str:
        """The text for the value, of up to four characters."""


class Drawing(str):
    """An SVG document as text, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg(
    x: int,
    o: int,
    rules: Rules,
    lines: int = 0,
    line: int = 0,
    *,
    last: int | None = None,
    hints: Iterable[Hint] = (),
    coordinates: bool = False,
    size: int | None = None,
    dark: bool | None = None,
) -> Drawing:
    """An SVG document of the board.

    The cells of the mask `lines` are tinted. A stroke runs along `line`, the mask of one line. The
    cell `last` gets a frame. `size` is the width in pixels. The background is dark if `dark` is
    True, light if it is False, and transparent if it is None.

    >>> svg(1, 0, Rules(3, 3, 3))[:60]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120'

    Raises `PositionError` if `size` is neither a positive integer nor None, or if `dark` is not
    True, False or None.
    """
    colours, named = colours_for(dark), _boards(x, o, rules, colours_for(dark))
    title, (x, o) = head(x, o, rules, coordinates, size, colours), apart(x, o, rules)
    parts = [
        title,
        named,
        tints(lines, colours, rules),
        ground_lines(rules, colours),
        f'<path d="{"".join(_cross(cell, rules) for cell in cells_of(x))}" stroke="{colours.x}" '
        'stroke-width="5"/>',
        *(_ring(cell, colours, rules) for cell in cells_of(o)),
        strokes(line, colours, rules),
    ]
    if last is not None:
        parts.append(frame(last, colours.x if x >> last & 1 else colours.o, rules))
    if coordinates:
        parts.append(texts(places_of_coordinates(rules), 12, colours.text))
    parts += _labels([*hints], colours, rules)
    return Drawing("".join(parts) + "</svg>")


def sheet(boards: Sequence[tuple[int, int]], rules: Rules) -> str:
    """One picture of several boards `(x, o)`, eight in a row; for one board, the same as `svg`.

    >>> sheet([(1, 0), (1, 16)], Rules(3, 3, 3))[:61]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 260 120"'
    >>> sheet([(1, 0)], Rules(3, 3, 3)) == svg(1, 0, Rules(3, 3, 3))
    True
    """
    drawn = [svg(x, o, rules) for x, o in boards]
    if len(drawn) == 1:
        return drawn[0]
    across, down = (side + GAP for side in _size(rules))
    width, height = min(len(drawn), ACROSS) * across - GAP, -(-len(drawn) // ACROSS) * down - GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">'
    ]
    for number, each in enumerate(drawn):
        row, col = divmod(number, ACROSS)
        parts.append(f'<g transform="translate({col * across} {row * down})">{each}</g>')
    return "".join(parts) + "</svg>"


def box(rules: Rules, coordinates: bool) -> tuple[int, int, int, int]:
    """The left edge, the top edge, the width and the height of a drawing."""
    width, height = _size(rules)
    margin, edge = MARGIN * coordinates, EDGE * coordinates
    return -margin, -edge, width + margin + edge, height + margin + edge


def head(
    x: int, o: int, rules: Rules, coordinates: bool, size: int | None, colours: Colours
) -> str:
    """The beginning of a document: the opening tag, the title and the background."""
    left, top, width, height = box(rules, coordinates)
    if size is not None and (type(size) is not int or size < 1):
        raise PositionError(f"{quoted(size)} is not the width of a drawing; give pixels, from 1")
    shown = (width, height) if size is None else (size, max(round(size * height / width), 1))
    begun = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" '
        f'width="{shown[0]}" height="{shown[1]}" role="img" fill="none" stroke-linecap="round">'
        f"<title>{position_text(x, o, rules)}</title>"
    )
    if not colours.ground:
        return begun
    return begun + (
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="6" '
        f'fill="{colours.ground}"/>'
    )


def ground_lines(rules: Rules, colours: Colours) -> str:
    """The grid and the name of every layer."""
    grid = "".join(_grid(rows, rules) for rows in rules.geometry.layers())
    parts = [f'<path d="{grid}" stroke="{colours.grid}" stroke-width="2"/>']
    for rows in rules.geometry.layers():
        if title := layer_title(rows[0].start, rules):
            x, y = centre(rows[0].start, rules)
            parts.append(
                f'<text x="{x - CELL // 2}" y="{y - CELL // 2 - 8}" '
                f'font-family="sans-serif" font-size="14" fill="{colours.grid}">{title}</text>'
            )
    return "".join(parts)


def tints(lines: int, colours: Colours, rules: Rules) -> str:
    """A tint in each cell of a mask."""
    return "".join(
        f'<rect x="{x - CELL // 2}" y="{y - CELL // 2}" '
        f'width="{CELL}" height="{CELL}" fill="{colours.line}" fill-opacity="0.15"/>'
        for x, y in (centre(cell, rules) for cell in cells_of(lines))
    )


def stone(cell: int, x: int, colours: Colours, rules: Rules) -> str:
    """A stone: a cross if the cell is in `x`, otherwise a ring."""
    if not x >> cell & 1:
        return _ring(cell, colours, rules)
    return f'<path d="{_cross(cell, rules)}" stroke="{colours.x}" stroke-width="5"/>'


def _cross(cell: int, rules: Rules) -> str:
    x, y = centre(cell, rules)
    return f"M{x - ARM} {y - ARM}l{2 * ARM} {2 * ARM}m0 {-2 * ARM}l{-2 * ARM} {2 * ARM}"


def _ring(cell: int, colours: Colours, rules: Rules) -> str:
    x, y = centre(cell, rules)
    return f'<circle cx="{x}" cy="{y}" r="{ARM}" stroke="{colours.o}" stroke-width="5"/>'


def strokes(line: int, colours: Colours, rules: Rules) -> str:
    """The stroke along a line, in straight pieces."""
    return "".join(
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" '
        f'stroke="{colours.line}" stroke-width="6" stroke-opacity="0.8"/>'
        for x1, y1, x2, y2 in _pieces(line, rules)
    )


def frame(cell: int, colour: str, rules: Rules) -> str:
    """A frame in a cell, around its stone."""
    half = CELL // 2 - 3
    x, y = centre(cell, rules)
    return (
        f'<path d="M{x - half} {y - half}h{2 * half}v{2 * half}h{-2 * half}z" stroke="{colour}" '
        'stroke-width="2" stroke-linejoin="round" stroke-opacity="0.6"/>'
    )


def _boards(x: int, o: int, rules: Rules, colours: Colours) -> str:
    """For boards in a board: the winner's colour on won boards, and frames around playable ones."""
    if not rules.outer:
        return ""
    _, rows, cols = rules.geometry.sizes
    legal, parts = legal_cells(x, o, rules), []
    of_x, of_o = (won_boards(stones, rules) for stones in apart(x, o, rules))
    for first in range(0, rules.cells, rows * cols):
        paint = f'fill="{colours.x if of_x >> first & 1 else colours.o}" fill-opacity="0.15"'
        if not (of_x | of_o) >> first & 1:
            if not legal >> first & (1 << rows * cols) - 1:
                continue
            paint = f'stroke="{colours.line}" stroke-width="3"'
        left, top = (middle - CELL // 2 - 4 for middle in centre(first, rules))
        parts.append(
            f'<rect x="{left}" y="{top}" width="{cols * CELL + 8}" height="{rows * CELL + 8}" '
            f'rx="6" {paint}/>'
        )
    return "".join(parts)


def _labels(hints: Sequence[Hint], colours: Colours, rules: Rules) -> Iterator[str]:
    """The labels of moves in their cells; of several moves in a cell, the best gives the label."""
    best = max((hint.value for hint in hints), default=0)
    best_of = {hint.cell % rules.cells: hint for hint in sorted(hints, key=lambda h: h.value)}
    for kept, colour, weight in ((True, colours.line, "bold"), (False, colours.text, "normal")):
        labels = [
            (*centre(cell, rules), hint.label)
            for cell, hint in sorted(best_of.items())
            if (hint.value == best) == kept
        ]
        if labels:
            yield texts(labels, 14, colour, weight)


def places_of_coordinates(rules: Rules) -> Iterator[tuple[int, int, str]]:
    """The letters below each layer's columns and the numbers beside its rows, with their places."""
    away = CELL // 2 + MARGIN // 2
    down, across = (away + OVER * meets for meets in rules.geometry.meets)
    for rows in rules.geometry.layers():
        for col, cell in enumerate(rows[-1]):
            x, y = centre(cell, rules)
            yield x, y + down, column_name(col)
        for row, cells in enumerate(rows):
            x, y = centre(cells[0], rules)
            yield x - across, y, str(row + 1)


def texts(
    texts: Iterable[tuple[int, int, str]], size: int, colour: str, weight: str = "normal"
) -> str:
    """Texts, each centred at its coordinates."""
    inner = "".join(f'<text x="{x}" y="{y}" dy="0.36em">{text}</text>' for x, y, text in texts)
    return (
        f'<g font-family="sans-serif" font-size="{size}" font-weight="{weight}" '
        f'text-anchor="middle" fill="{colour}">{inner}</g>'
    )


def _size(rules: Rules) -> tuple[int, int]:
    last_x, last_y = centre(rules.cells - 1, rules)
    below, beside = (CELL // 2 + OVER * meets for meets in rules.geometry.meets)
    return last_x + beside, last_y + below


def centre(cell: int, rules: Rules) -> tuple[int, int]:
    """The x and y coordinates of the middle of a cell, from the left and from the top."""
    *outer, row, col = rules.geometry.place(cell)
    top, left = (OVER * meets for meets in rules.geometry.meets)
    if outer:
        *_, rows, cols = rules.geometry.sizes
        below, beside = divmod(cell // (rows * cols), rules.geometry.abreast)
        left += beside * (cols * CELL + GAP)
        top += below * (NAME + rows * CELL + GAP) + NAME
    return left + col * CELL + CELL // 2, top + row * CELL + CELL // 2


def _grid(rows: list[range], rules: Rules) -> str:
    """The grid lines of a layer: between cells, and also along edges that meet."""
    rows_meet, cols_meet = rules.geometry.meets
    over, beside = OVER * rows_meet, OVER * cols_meet
    left, top = (middle - CELL // 2 for middle in centre(rows[0].start, rules))
    height, width = len(rows), len(rows[0])
    down, across = (
        range(begin + CELL * (not meet), begin + CELL * (cells + meet), CELL)
        for begin, cells, meet in ((left, width, cols_meet), (top, height, rows_meet))
    )
    return "".join(f"M{at} {top - over}V{top + height * CELL + over}" for at in down) + "".join(
        f"M{left - beside} {at}H{left + width * CELL + beside}" for at in across
    )


def _pieces(line: int, rules: Rules) -> Iterator[tuple[int, int, int, int]]:
    """The straight pieces of a line, each as the coordinates of its two ends.

    A line through several layers has a piece in each layer, and a line that wraps round is cut at
    the edges. A piece is extended by half a cell at each end at which the line continues.
    """
    if rules.outer and line:  # from the middle of the first board to the middle of the last
        one = rules.cells // rules.geometry.sizes[0]
        boards = [cell // one * one for cell in cells_of(line)]
        middle = []
        for first in (boards[0], boards[-1]):
            (left, top), (right, low) = (centre(first + at, rules) for at in (0, one - 1))
            middle += [(left + right) // 2, (top + low) // 2]
        yield middle[0], middle[1], middle[2], middle[3]
        return
    cells, way = _course(line, rules)
    if not cells:
        return
    geometry = rules.geometry
    across, down = way[-1] * CELL // 2, way[-2] * CELL // 2
    apart = geometry.cell_at(*way) if not any(way[:-2]) else None
    pieces = [[cells[0]]]
    for before, after in pairwise(cells):
        if after - before == apart:
            pieces[-1].append(after)
        else:
            pieces.append([after])
    ends = any(step and not meet for step, meet in zip(way[-2:], geometry.meets, strict=True))
    closed = geometry.edges_meet and not ends and _next(cells[-1], way, rules) == cells[0]
    for piece in pieces:
        (x1, y1), (x2, y2) = centre(piece[0], rules), centre(piece[-1], rules)
        early, late = closed or piece is not pieces[0], closed or piece is not pieces[-1]
        yield x1 - early * across, y1 - early * down, x2 + late * across, y2 + late * down


def _course(line: int, rules: Rules) -> tuple[list[int], tuple[int, ...]]:
    """The cells of a line in order, and its way (`Geometry.ways`); both empty for other masks."""
    geometry = rules.geometry
    for way in geometry.ways:
        direction = geometry.direction(way, rules.k)
        for start in cells_of(direction.starts & line):
            if line_from(1 << start, direction) == line:
                cells = [start]
                for _ in range(1, rules.k):
                    cells.append(_next(cells[-1], way, rules))
                return cells, way
    return [], ()


def _next(cell: int, way: tuple[int, ...], rules: Rules) -> int:
    geometry = rules.geometry
    steps = zip(geometry.place(cell), way, geometry.sizes, strict=True)
    return geometry.cell_at(*((at + step) % size for at, step, size in steps))
