"""A board, given as plain ints, drawn as SVG for notebooks and pages."""

from __future__ import annotations

from noughts.core.bits import cells_of
from noughts.core.notation import position_text
from noughts.core.rules import Rules

CELL = 40  # side of a cell in SVG units; the drawing scales to any size
ARM = 12  # half the width of a stone
X_COLOUR, O_COLOUR, GRID_COLOUR, LINE_COLOUR = "#1c6fd1", "#c2410c", "#8a8f98", "#15803d"


def svg(x: int, o: int, rules: Rules, lines: int = 0, line: int = 0) -> str:
    """An SVG document of the board.

    The cells of the mask `lines` are tinted. A stroke runs along `line`, the mask of one line.

    >>> svg(1, 0, Rules(3, 3, 3))[:60]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120'
    """
    width, height = rules.cols * CELL, rules.rows * CELL
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
    grid = "".join(f"M{col * CELL} 0V{height}" for col in range(1, rules.cols))
    grid += "".join(f"M0 {row * CELL}H{width}" for row in range(1, rules.rows))
    parts.append(f'<path d="{grid}" stroke="{GRID_COLOUR}" stroke-width="2"/>')
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
    if line:
        (x1, y1), *_, (x2, y2) = [_centre(cell, rules) for cell in cells_of(line)] * 2
        parts.append(
            f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" '
            f'stroke="{LINE_COLOUR}" stroke-width="6" stroke-opacity="0.8"/>'
        )
    return "".join(parts) + "</svg>"


def _centre(cell: int, rules: Rules) -> tuple[int, int]:
    row, col = rules.flat.place(cell)
    return col * CELL + CELL // 2, row * CELL + CELL // 2
