"""The drawing, read back as XML."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given

from noughts import Position, Rules
from noughts.core.svg import CELL, svg
from tests import oracle
from tests.strategies import SHAPES, board_of, boards, flat_rules, grid_of, positions

NAMESPACE = "{http://www.w3.org/2000/svg}"
Drawing = ElementTree.Element


def read(text: str) -> Drawing:
    return ElementTree.fromstring(text)  # noqa: S314 - our own drawing


def numbers(element: Drawing, *names: str) -> tuple[int, ...]:
    return tuple(int(element.attrib[name]) for name in names)


def square_at(x: int, y: int) -> oracle.Square:
    """The square in whose very middle a point lies."""
    assert (x % CELL, y % CELL) == (CELL // 2, CELL // 2)
    return y // CELL, x // CELL


def circles(drawing: Drawing) -> list[oracle.Square]:
    return [square_at(*numbers(c, "cx", "cy")) for c in drawing.iter(f"{NAMESPACE}circle")]


def crosses(drawing: Drawing) -> list[oracle.Square]:
    """Every cross is one stroke down right, and one down left that starts at the same height."""
    _, marks = drawing.findall(f"{NAMESPACE}path")
    found = []
    for left, top, dx, dy, jump, back_x, back_y in re.findall(
        r"M(\d+) (\d+)l(\d+) (\d+)m0 (-\d+)l(-\d+) (\d+)", marks.attrib["d"]
    ):
        assert dx == dy == back_y == jump[1:] == back_x[1:]
        found.append(square_at(int(left) + int(dx) // 2, int(top) + int(dy) // 2))
    assert len(found) == marks.attrib["d"].count("M")
    return found


def tinted(drawing: Drawing) -> list[oracle.Square]:
    half = CELL // 2
    return [
        square_at(x + half, y + half)
        for x, y in (numbers(rect, "x", "y") for rect in drawing.iter(f"{NAMESPACE}rect"))
    ]


def stroke(drawing: Drawing) -> list[oracle.Square]:
    """The squares that the winning stroke runs through, from end to end."""
    strokes = drawing.findall(f"{NAMESPACE}line")
    if not strokes:
        return []
    (line,) = strokes
    x1, y1, x2, y2 = numbers(line, "x1", "y1", "x2", "y2")
    steps = max(abs(x2 - x1), abs(y2 - y1)) // CELL
    return [
        square_at(
            x1 + (x2 - x1) * i // max(steps, 1),
            y1 + (y2 - y1) * i // max(steps, 1),
        )
        for i in range(steps + 1)
    ]


@pytest.mark.wide
@given(boards(kinds=flat_rules))
def test_every_stone_is_drawn_in_the_middle_of_its_cell(board: tuple[Rules, int, int]) -> None:
    rules, x, o = board
    grid = oracle.grid_of(x, o, board_of(rules))
    drawing = read(svg(x, o, rules))
    everywhere = oracle.squares(board_of(rules))
    assert crosses(drawing) == [(row, col) for row, col in everywhere if grid[row][col] == "X"]
    assert circles(drawing) == [(row, col) for row, col in everywhere if grid[row][col] == "O"]
    assert tinted(drawing) == stroke(drawing) == []


@pytest.mark.parametrize("rules", SHAPES, ids=str)
def test_the_winning_stroke_runs_through_the_cells_of_its_line(rules: Rules) -> None:
    board = board_of(rules)
    for line in oracle.lines(board):
        mask = oracle.mask_of(line, board)
        drawing = read(svg(mask, 0, rules, lines=mask, line=mask))
        assert sorted(stroke(drawing)) == sorted(line)
        assert sorted(tinted(drawing)) == sorted(line)


@given(positions(kinds=flat_rules))
def test_a_position_draws_its_first_line_and_tints_all_of_them(position: Position) -> None:
    board, grid = board_of(position.rules), grid_of(position)
    lines = [line for mark in "XO" for line in oracle.full_lines(mark, grid, board)]
    drawing = read(position._repr_svg_())
    assert sorted(stroke(drawing)) == (sorted(lines[0]) if lines else [])
    assert set(tinted(drawing)) == {square for line in lines for square in line}


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


@given(positions(kinds=flat_rules))
def test_the_title_tells_the_position_to_who_cannot_see_it(position: Position) -> None:
    drawing = read(position._repr_svg_())
    assert drawing.attrib["role"] == "img"
    assert drawing.findtext(f"{NAMESPACE}title") == str(position)
