"""A board, given as plain ints, drawn as SVG for notebooks and pages.

Layers stand side by side under their names, those of a further axis in a row below. Where edges
meet, the grid runs over them, and a line that goes on at the other side is drawn in pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from noughts.core.bits import cells_of, line_from
from noughts.core.notation import layer_name, position_text
from noughts.core.rules import Rules

CELL = 40  # side of a cell in SVG units; the drawing scales to any size
ARM = 12  # half the width of a stone
GAP = 20  # between layers, and between boards of a sheet
ACROSS = 8  # boards of a sheet
NAME = 24  # the height of a layer's name
OVER = 10  # how far the grid runs over edges that meet
X_COLOUR, O_COLOUR, GRID_COLOUR, LINE_COLOUR = "#1c6fd1", "#c2410c", "#8a8f98", "#15803d"


def svg(x: int, o: int, rules: Rules, lines: int = 0, line: int = 0) -> str:
    """An SVG document of the board.

    The cells of the mask `lines` are tinted. A stroke runs along `line`, the mask of one line.

    >>> svg(1, 0, Rules(3, 3, 3))[:60]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120'
    """
    width, height = _size(rules)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" fill="none" stroke-linecap="round">',
        f"<title>{position_text(x, o, rules)}</title>",
    ]
    for cell in cells_of(lines):
        centre_x, centre_y = _centre(cell, rules)
        parts.append(
            f'<rect x="{centre_x - CELL // 2}" y="{centre_y - CELL // 2}" '
            f'width="{CELL}" height="{CELL}" fill="{LINE_COLOUR}" fill-opacity="0.15"/>'
        )
    grid = "".join(_grid(rows, rules) for rows in rules.geometry.layers())
    parts.append(f'<path d="{grid}" stroke="{GRID_COLOUR}" stroke-width="2"/>')
    for rows in rules.geometry.layers():
        if name := layer_name(rows[0].start, rules):
            centre_x, centre_y = _centre(rows[0].start, rules)
            parts.append(
                f'<text x="{centre_x - CELL // 2}" y="{centre_y - CELL // 2 - 8}" '
                f'font-family="sans-serif" font-size="14" fill="{GRID_COLOUR}">layer {name}</text>'
            )
    crosses = ""
    for cell in cells_of(x):
        centre_x, centre_y = _centre(cell, rules)
        left, top = centre_x - ARM, centre_y - ARM
        crosses += f"M{left} {top}l{2 * ARM} {2 * ARM}m0 {-2 * ARM}l{-2 * ARM} {2 * ARM}"
    parts.append(f'<path d="{crosses}" stroke="{X_COLOUR}" stroke-width="5"/>')
    for cell in cells_of(o):
        centre_x, centre_y = _centre(cell, rules)
        parts.append(
            f'<circle cx="{centre_x}" cy="{centre_y}" r="{ARM}" '
            f'stroke="{O_COLOUR}" stroke-width="5"/>'
        )
    for x1, y1, x2, y2 in _pieces(line, rules):
        parts.append(
            f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" '
            f'stroke="{LINE_COLOUR}" stroke-width="6" stroke-opacity="0.8"/>'
        )
    return "".join(parts) + "</svg>"


def sheet(boards: Sequence[tuple[int, int]], rules: Rules) -> str:
    """Several boards, given by their X and O, eight in a row; of one board, just that.

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


def _size(rules: Rules) -> tuple[int, int]:
    last_x, last_y = _centre(rules.cells - 1, rules)
    margin = CELL // 2 + OVER * rules.geometry.edges_meet
    return last_x + margin, last_y + margin


def _centre(cell: int, rules: Rules) -> tuple[int, int]:
    *outer, row, col = rules.geometry.place(cell)
    left = top = OVER * rules.geometry.edges_meet
    if outer:
        *_, inner, rows, cols = rules.geometry.sizes
        below, beside = divmod(cell // (rows * cols), inner)
        left += beside * (cols * CELL + GAP)
        top += below * (NAME + rows * CELL + GAP) + NAME
    return left + col * CELL + CELL // 2, top + row * CELL + CELL // 2


def _grid(rows: list[range], rules: Rules) -> str:
    """The ruled lines of a layer: between cells, and round the board too where its edges meet."""
    meet = rules.geometry.edges_meet
    over, skipped = (OVER, 0) if meet else (0, 1)
    left, top = (middle - CELL // 2 for middle in _centre(rows[0].start, rules))
    height, width = len(rows), len(rows[0])
    down = range(left + skipped * CELL, left + (width + 1 - skipped) * CELL, CELL)
    across = range(top + skipped * CELL, top + (height + 1 - skipped) * CELL, CELL)
    return "".join(f"M{at} {top - over}V{top + height * CELL + over}" for at in down) + "".join(
        f"M{left - over} {at}H{left + width * CELL + over}" for at in across
    )


def _pieces(line: int, rules: Rules) -> Iterator[tuple[int, int, int, int]]:
    """The straight pieces of a line, each from end to end.

    A line from layer to layer has a piece in each of them, and one over edges that meet goes from
    edge to edge. Such a piece is half a cell longer wherever the line goes on.
    """
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
    closed = geometry.edges_meet and _next(cells[-1], way, rules) == cells[0]
    for piece in pieces:
        (x1, y1), (x2, y2) = _centre(piece[0], rules), _centre(piece[-1], rules)
        early, late = closed or piece is not pieces[0], closed or piece is not pieces[-1]
        yield x1 - early * across, y1 - early * down, x2 + late * across, y2 + late * down


def _course(line: int, rules: Rules) -> tuple[list[int], tuple[int, ...]]:
    """The cells of a line in the order in which it runs, and its way; no cells if it is not one."""
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
