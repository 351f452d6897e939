"""What a drawing has beside the board: coordinates, hints, the last move, a size, a ground."""

from __future__ import annotations

import re
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from hypothesis import given

from noughts import Game, Position, PositionError, Rules
from noughts.core.animation import in_turn
from noughts.core.cell_names import cell_name, layer_name
from noughts.core.svg import CELL, COLOURS, GAP, MARGIN, Drawing, box, centre, sheet, svg
from tests.core.test_svg import NAMESPACE, read
from tests.strategies import positions

BOARDS = [Rules.parse(text) for text in ("3,3,3", "2,5,2", "3,3,3,torus", "3x2x4,2", "2x2x2x2,2")]


class Value(NamedTuple):
    """What a move is worth."""

    cell: int
    value: float
    label: str


def texts(drawing: str) -> list[tuple[int, int, str]]:
    """Every text with the place of its middle, but for the names of layers."""
    return [
        (int(each.attrib["x"]), int(each.attrib["y"]), each.text or "")
        for each in read(drawing).iter(f"{NAMESPACE}text")
        if "dy" in each.attrib
    ]


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_each_cell_has_its_letter_straight_below_and_its_number_straight_left(rules: Rules) -> None:
    shown = texts(svg(0, 0, rules, coordinates=True))
    for cell in range(rules.cells):
        x, y = centre(cell, rules)
        letter = min((below - y, text) for at, below, text in shown if at == x and below > y)
        number = min((x - at, text) for at, beside, text in shown if beside == y and at < x)
        assert layer_name(cell, rules) + letter[1] + number[1] == cell_name(cell, rules)


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_what_is_drawn_lies_in_the_picture(rules: Rules) -> None:
    drawing = read(svg(0, 0, rules, coordinates=True))
    left, top, width, height = map(int, drawing.attrib["viewBox"].split())
    assert (left, top, width, height) == box(rules, coordinates=True)
    for x, y, _ in texts(svg(0, 0, rules, coordinates=True)):
        assert left + MARGIN // 2 <= x <= left + width - MARGIN // 2
        assert top + MARGIN // 2 <= y <= top + height - MARGIN // 2


@given(positions())
def test_hints_stand_in_their_cells_and_the_best_are_bold(position: Position) -> None:
    moves = position.legal_moves
    hints = [Value(cell, number % 3, f"W{cell}") for number, cell in enumerate(moves)]
    drawing = position.svg(hints, coordinates=False)
    assert sorted(texts(drawing)) == sorted(
        (*centre(hint.cell, position.rules), hint.label) for hint in hints
    )
    best = max((hint.value for hint in hints), default=0)
    bold = [
        each.text
        for group in read(drawing).iter(f"{NAMESPACE}g")
        if group.attrib["font-weight"] == "bold"
        for each in group
    ]
    assert bold == [hint.label for hint in hints if hint.value == best]


@given(positions())
def test_the_last_move_has_a_frame_in_the_colour_of_its_stone(position: Position) -> None:
    for cell in range(position.rules.cells)[::7]:
        drawing = position.svg(last=cell)
        x, y = centre(cell, position.rules)
        ((left, top, colour),) = re.findall(r'd="M(\d+) (\d+)h34v34h-34z" stroke="(.*?)"', drawing)
        assert (int(left) + 17, int(top) + 17) == (x, y)
        assert colour == (COLOURS[None].x if position.x >> cell & 1 else COLOURS[None].o)


def test_a_cell_is_named_as_anywhere() -> None:
    assert Position.parse("X../.../...").svg(last="a1") == Position(1).svg(last=0)


@pytest.mark.parametrize("dark", [False, True])
def test_a_ground_lies_under_all_that_is_drawn(dark: bool) -> None:
    drawing = read(Position(1, 2).svg(dark=dark))
    ground = list(drawing)[1]
    assert ground.attrib["fill"] == COLOURS[dark].ground
    assert [int(ground.attrib[name]) for name in ("x", "y", "width", "height")] == [
        *box(Rules(3, 3, 3), coordinates=True)
    ]


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_colours_stand_out_from_their_ground(dark: bool) -> None:
    colours = COLOURS[dark]
    ground = str(colours.ground)
    assert min(contrast(each, ground) for each in (colours.text, colours.line)) >= 4.5
    assert min(contrast(each, ground) for each in (colours.x, colours.o, colours.grid)) >= 3


@pytest.mark.parametrize("page", ["#ffffff", "#111111"])
def test_without_a_ground_they_stand_out_on_light_pages_and_on_dark_ones(page: str) -> None:
    x, o, grid, line, text, ground = COLOURS[None]
    assert ground is None
    assert min(contrast(each, page) for each in (x, o, grid, line, text)) >= 3


def test_a_size_is_the_width_and_keeps_the_shape() -> None:
    drawing = read(Position(rules=Rules(2, 5, 2)).svg(size=452))
    assert (drawing.attrib["width"], drawing.attrib["height"]) == ("452", "212")
    assert box(Rules(2, 5, 2), coordinates=True) == (-20, -6, 5 * CELL + 26, 2 * CELL + 26)
    narrow = read(Position(rules=Rules(1, 64, 3)).svg(size=10))
    assert (narrow.attrib["width"], narrow.attrib["height"]) == ("10", "1")


@pytest.mark.parametrize("size", [0, -1, 2.5, "10", True])
def test_what_is_not_a_size_is_refused(size: object) -> None:
    with pytest.raises(PositionError, match="is not the width of a drawing; give pixels, from 1"):
        Position().svg(size=size)  # type: ignore[arg-type] # that is what is tested


@pytest.mark.parametrize("dark", ["dark", 2, "", []])
def test_what_is_not_a_choice_of_colours_is_refused(dark: object) -> None:
    for drawn in (Position().svg, Game().svg, Game().animation):
        with pytest.raises(PositionError, match="is not a choice of colours; give True for dark"):
            drawn(dark=dark)  # type: ignore[arg-type] # that is what is tested


def test_a_notebook_shows_a_drawing() -> None:
    drawing = Position().svg()
    assert isinstance(drawing, Drawing)
    assert drawing._repr_svg_() == drawing == Position()._repr_svg_()


def shown_at(element: ElementTree.Element, second: float, visible: bool = True) -> list[str]:
    """What an animation shows at a time: the `d` of each path, and the centre of each circle."""
    visible = {"hidden": False, "visible": True}.get(element.attrib.get("visibility", ""), visible)
    for each in element.findall(f"{NAMESPACE}set"):
        begin, end = float(each.attrib["begin"][:-1]), float(each.attrib["dur"][:-1])
        if begin <= second < begin + end:
            visible = each.attrib["to"] == "visible"
    found = []
    if visible and (name := element.tag.removeprefix(NAMESPACE)) in ("path", "circle", "line"):
        keys = {"path": ["d"], "circle": ["cx", "cy"], "line": ["x1", "y1", "x2", "y2"]}[name]
        found.append(f"{name} {' '.join(element.attrib[key] for key in keys)}")
    for child in element:
        found += shown_at(child, second, visible)
    return found


@pytest.mark.parametrize(
    "record",
    ["", "b2", "a1 b1 a2 b2 a3", "3,3,3,torus: b2 a1 c3", "XO./.../...: b2", "2x2x2,2: 1a1"],
)
def test_an_animation_shows_move_after_move_and_stays_at_the_end(record: str) -> None:
    game = Game.parse(record)
    animation, end = read(game.animation(2)), 2 * len(game.moves)
    while game.moves or game.undone:  # the end first, and then each position before it
        ply = len(game.moves)
        still = shown_at(read(game.svg()), 0)
        crosses = [each for each in still if each.count("l24 24m0 -24")]
        parts = {
            f"path M{one}" for each in crosses for one in each.removeprefix("path M").split("M")
        }
        wanted = {each for each in still if each not in crosses} | parts
        empty = {"path M", "path "}
        for second in (2 * ply, 2 * ply + 1.9):
            assert {*shown_at(animation, second)} - empty == wanted - empty, (record, ply)
        if not ply:
            break
        game.undo()
    assert {*shown_at(animation, 10_000)} == {*shown_at(animation, end)}


@pytest.mark.parametrize("seconds", [0, -1, 61, float("nan"), "1", True])
def test_what_is_not_a_pause_is_refused(seconds: Any) -> None:
    with pytest.raises(PositionError, match="is not a time between moves; give seconds, above 0"):
        Game().animation(seconds)
    with pytest.raises(PositionError, match="is not a time between moves"):
        in_turn([""], seconds)


def test_pictures_in_turn_are_one_at_least() -> None:
    with pytest.raises(PositionError, match="needs a picture at least"):
        in_turn([])


def test_a_pause_may_take_a_minute() -> None:
    assert 'dur="60s"' in Game.parse("a1").animation(60)


def test_coordinates_are_written_alike_in_a_drawing_and_in_an_animation() -> None:
    drawn = [Game.parse("b2").svg(coordinates=True), Game().animation(coordinates=True)]
    for drawing in drawn:
        (letters,) = (
            each for each in read(drawing).iter(f"{NAMESPACE}g") if "font-size" in each.attrib
        )
        assert letters.attrib["font-size"] == "12"


def test_each_stone_of_an_animation_has_a_frame_of_its_colour() -> None:
    for dark in (True, False):
        animation = read(Game.parse("a1 b2 c3").animation(dark=dark))
        paths = [
            each for each in animation.iter(f"{NAMESPACE}path") if "stroke-linejoin" in each.attrib
        ]
        x, o = COLOURS[dark].x, COLOURS[dark].o
        assert [each.attrib["stroke"] for each in paths] == [x, o, x]


def test_a_sheet_has_each_board_in_its_place_eight_in_a_row() -> None:
    rules = Rules(3, 3, 3)
    boards = [(1 << cell, 0) for cell in range(9)] + [(1, 2)]
    drawn = sheet(boards, rules)
    places = [each.attrib["transform"] for each in read(drawn) if each.tag == f"{NAMESPACE}g"]
    across, down = (side + GAP for side in box(rules, coordinates=False)[2:])
    assert places == [
        f"translate({number % 8 * across} {number // 8 * down})" for number in range(10)
    ]
    for x, o in boards:
        assert f">{svg(x, o, rules)}</g>" in drawn
