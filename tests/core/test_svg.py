"""Drawings, read back as XML: what lies where, and through which cells lines run."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given

from noughts import Game, Position, Rules
from noughts.core.bits import cells_of
from noughts.core.svg import CELL, GAP, NAME, OVER, svg
from tests import oracle
from tests.strategies import board_of, boards, flat_rules, grid_of, positions

NAMESPACE = "{http://www.w3.org/2000/svg}"
FLAT = ["3,3,3", "1,4,2", "4,1,3", "2,3,3", "5,2,4", "3,3,1"]
BOXES = ["3,3,3,boards=2", "2x2x2,2", "3x3x3,3", "2x3x4,2", "3x2x2,1", "2x3x1x2,2"]
TORI = ["3,3,3,torus", "2,2,2,torus", "3,4,3,torus", "3,4,12,torus", "4,4,3,torus", "1,3,3,torus"]
TORI += ["3,3,3,cylinder", "4,3,4,cylinder", "3,4,3,cylinder"]
Point = tuple[float, float]
Piece = tuple[int, int, int, int]


def read(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)  # noqa: S314 - our own drawing


def corner(cell: int, rules: Rules) -> tuple[int, int]:
    """Where a cell begins, left and top: layers stand in rows of the innermost axis."""
    *outer, rows, cols = rules.geometry.sizes
    layer, within = divmod(cell, rows * cols)
    row, col = divmod(within, cols)
    below, beside = divmod(layer, outer[-1]) if outer else (0, 0)
    left = beside * (cols * CELL + GAP) + col * CELL
    top = below * (rows * CELL + GAP + NAME) + row * CELL
    over, beside = edges(rules)
    return (left, top + NAME) if outer else (left + beside, top + over)


def cell_at(x: float, y: float, rules: Rules) -> int:
    found = [
        cell
        for cell in range(rules.cells)
        for left, top in [corner(cell, rules)]
        if left < x < left + CELL and top < y < top + CELL
    ]
    assert len(found) == 1
    return found[0]


def pieces(drawing: ElementTree.Element) -> list[Piece]:
    found = []
    for line in drawing.iter(f"{NAMESPACE}line"):
        x1, y1, x2, y2 = (int(line.attrib[end]) for end in ("x1", "y1", "x2", "y2"))
        found.append((x1, y1, x2, y2))
    return found


def through(piece: Piece, rules: Rules) -> set[int]:
    """The cells that a stroke runs through, by points that lie on no ruled line."""
    x1, y1, x2, y2 = piece
    assert x1 == x2 or y1 == y2 or abs(x2 - x1) == abs(y2 - y1)
    steps = max(1, 4 * max(abs(x2 - x1), abs(y2 - y1)) // CELL)
    shares = [(2 * i + 1) / (2 * steps) for i in range(steps)]
    return {cell_at(x1 + (x2 - x1) * at, y1 + (y2 - y1) * at, rules) for at in shares}


def edges(rules: Rules) -> tuple[int, int]:
    """How far the grid runs over the board: at the top and bottom, and at both sides."""
    over, beside = (OVER * meets for meets in rules.geometry.meets)
    return over, beside


@pytest.mark.parametrize("text", FLAT + BOXES + TORI)
def test_stones_and_tints_lie_in_their_cells(text: str) -> None:
    rules = Rules.parse(text)
    for cell in range(rules.cells):
        drawing = read(svg(1 << cell, rules.board ^ 1 << cell, rules, lines=1 << cell))
        left, top = corner(cell, rules)
        (tint,) = drawing.iter(f"{NAMESPACE}rect")
        assert (int(tint.attrib["x"]), int(tint.attrib["y"])) == (left, top)
        _, crosses = drawing.findall(f"{NAMESPACE}path")
        ((x, y, arm),) = re.findall(r"M(\d+) (\d+)l(\d+)", crosses.attrib["d"])
        assert cell_at(int(x) + int(arm) / 2, int(y) + int(arm) / 2, rules) == cell
        rings = [
            cell_at(int(ring.attrib["cx"]), int(ring.attrib["cy"]), rules)
            for ring in drawing.iter(f"{NAMESPACE}circle")
        ]
        assert rings == [other for other in range(rules.cells) if other != cell]
        assert pieces(drawing) == []
        width, height = map(int, drawing.attrib["viewBox"].split()[2:])
        right, bottom = corner(rules.cells - 1, rules)
        over, beside = edges(rules)
        assert (width, height) == (right + CELL + beside, bottom + CELL + over)


@pytest.mark.parametrize("text", FLAT + BOXES + TORI)
def test_the_pieces_of_a_line_run_through_its_cells_and_no_other(text: str) -> None:
    rules = Rules.parse(text)
    for line in rules.lines:
        drawn = [through(piece, rules) for piece in pieces(read(svg(line, 0, rules, line=line)))]
        assert sorted(cell for cells in drawn for cell in cells) == list(cells_of(line))
        if text not in TORI:  # one stroke within a layer, a mark in each one across layers
            of_layer = rules.geometry.sizes[-1] * rules.geometry.sizes[-2]
            assert len(drawn) == len({cell // of_layer for cell in cells_of(line)})


@pytest.mark.parametrize("text", TORI)
def test_pieces_on_a_torus_end_at_an_edge_or_at_an_end_of_the_line(text: str) -> None:
    rules = Rules.parse(text)
    rows, cols = rules.geometry.sizes
    over, beside = edges(rules)
    edges_x = {beside, beside + cols * CELL}
    edges_y = {over, over + rows * CELL} if over else set()
    for line in rules.lines:
        found = pieces(read(svg(line, 0, rules, line=line)))
        ends = [end for x1, y1, x2, y2 in found for end in ((x1, y1), (x2, y2))]
        inside = [(x, y) for x, y in ends if x not in edges_x and y not in edges_y]
        assert len(inside) in (0, 2)  # none where the line closes
        assert all((x - beside) % CELL == (y - over) % CELL == CELL // 2 for x, y in inside)


def test_a_line_that_wraps_goes_out_at_one_edge_and_comes_in_at_the_other() -> None:
    rules = Rules.parse("3,3,3,torus")
    line = 1 << 1 | 1 << 5 | 1 << 6  # down right from b1, out at the right, in again at a3
    top, right = OVER, OVER + 3 * CELL
    assert pieces(read(svg(line, 0, rules, line=line))) == [
        (OVER + CELL, top, right, OVER + 2 * CELL),
        (OVER, OVER + 2 * CELL, OVER + CELL, OVER + 3 * CELL),
    ]


def test_cells_that_are_no_line_get_no_stroke() -> None:
    rules = Rules.parse("3,3,3,torus")
    assert pieces(read(svg(0b1011, 0, rules, line=0b1011))) == []


def test_every_layer_has_its_name_above_it() -> None:
    def names(text: str) -> list[tuple[str | None, int, int]]:
        drawing = read(svg(0, 0, Rules.parse(text)))
        return [
            (each.text, int(each.attrib["x"]), int(each.attrib["y"]))
            for each in drawing.iter(f"{NAMESPACE}text")
        ]

    below = 2 * CELL + GAP + NAME
    assert names("3,3,3") == names("3,3,3,torus") == []
    assert [name for name, _, _ in names("3x2x2,2")] == ["layer 1", "layer 2", "layer 3"]
    assert names("2x2x2x2,2") == [
        ("layer 1.1", 0, NAME - 8),
        ("layer 1.2", 2 * CELL + GAP, NAME - 8),
        ("layer 2.1", 0, below + NAME - 8),
        ("layer 2.2", 2 * CELL + GAP, below + NAME - 8),
    ]


def test_the_grid_of_a_torus_runs_over_its_edges() -> None:
    grid = read(svg(0, 0, Rules.parse("2,3,2,torus"))).findall(f"{NAMESPACE}path")[0].attrib["d"]
    down = [*map(int, re.findall(r"M(\d+) 0V100", grid))]
    across = [*map(int, re.findall(r"M0 (\d+)H140", grid))]
    assert (down, across) == ([10, 50, 90, 130], [10, 50, 90])


def test_the_grid_of_a_cylinder_runs_over_its_sides() -> None:
    path = read(svg(0, 0, Rules.parse("2,3,2,cylinder"))).findall(f"{NAMESPACE}path")[0]
    down = [*map(int, re.findall(r"M(\d+) 0V80", path.attrib["d"]))]
    across = [*map(int, re.findall(r"M0 (\d+)H140", path.attrib["d"]))]
    assert (down, across) == ([10, 50, 90, 130], [40])


def test_a_finished_game_on_a_box_draws_and_tints_its_line() -> None:
    game = Game.parse("3x3x3,3: 1a1 1b1 2b2 1c1 3c3")
    drawing = read(game.position._repr_svg_())
    assert len(pieces(drawing)) == 3
    assert len([*drawing.iter(f"{NAMESPACE}rect")]) == 3
    assert drawing.findtext(f"{NAMESPACE}title") == str(game.position)
    assert isinstance(game.position, Position)


@given(positions())
def test_a_position_draws_its_first_line_and_tints_all_of_them(position: Position) -> None:
    rules, drawing = position.rules, read(position._repr_svg_())
    board, grid = board_of(rules), grid_of(position)
    lines = [line for mark in "XO" for line in oracle.full_lines(mark, grid, board)]
    cells = [{oracle.cell_of(square, board) for square in line} for line in lines]
    drawn = {cell for piece in pieces(drawing) for cell in through(piece, rules)}
    assert drawn == (cells[0] if cells else set())
    tinted = [
        cell_at(int(rect.attrib["x"]) + 1, int(rect.attrib["y"]) + 1, rules)
        for rect in drawing.iter(f"{NAMESPACE}rect")
    ]
    assert {*tinted} == {cell for line in cells for cell in line}
    assert drawing.attrib["role"] == "img"
    assert drawing.findtext(f"{NAMESPACE}title") == str(position)


@given(boards(kinds=flat_rules))
def test_the_grid_has_a_line_between_neighbours_and_none_at_the_edge(
    board: tuple[Rules, int, int],
) -> None:
    rules, x, o = board
    drawing = read(svg(x, o, rules))
    width, height = rules.cols * CELL, rules.rows * CELL
    assert drawing.attrib["viewBox"] == f"0 0 {width} {height}"
    path = drawing.findall(f"{NAMESPACE}path")[0].attrib["d"]
    down = [(int(x), int(y)) for x, y in re.findall(r"M(\d+) 0V(\d+)", path)]
    across = [(int(y), int(x)) for y, x in re.findall(r"M0 (\d+)H(\d+)", path)]
    assert down == [(col * CELL, height) for col in range(1, rules.cols)]
    assert across == [(row * CELL, width) for row in range(1, rules.rows)]
