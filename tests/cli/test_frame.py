"""What stands in the window, as text, and where its cells are."""

from __future__ import annotations

import io
import re
import sys

import pytest
from click import unstyle
from hypothesis import given
from hypothesis import strategies as st

from noughts import Game, Position, Rules
from noughts.cli.terminal.frame import Frame, Said, Shown, frame, numbers, page, room
from noughts.cli.text.board import board
from noughts.cli.text.cell_places import at, beside, places
from noughts.cli.text.colours_and_widths import cut, width
from noughts.cli.text.ruled_board import Room
from noughts.core.cell_names import cell_name
from noughts.players import Judgement

BOARDS = ["3,3,3", "3,3,3,torus", "9,4,3", "15,15,5", "2,30,3", "3x3x3,3", "4x4x4,4", "2x3x2x2,2"]
SIZES = [(200, 60), (80, 24), (40, 24), (40, 12), (24, 10)]
PROMPT = "X (you) to move, 1-9 or ? for help: "


@pytest.fixture(autouse=True)
def _box_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))


def of(text: str) -> Rules:
    return Rules.parse(text)


def shown(game: Game, **changes: object) -> Shown:
    last = game.moves[-1] if game.moves else None
    start = Shown("3,3,3: 3 in a row win.", game.position, last, prompt=PROMPT, asked=True)
    return start._replace(**changes)  # type: ignore[arg-type]  # names of fields


def lines(drawn: Frame) -> list[str]:
    return [*map(unstyle, drawn.lines)]


def test_a_window_shows_rules_board_prompt_and_keys() -> None:
    said = [Said("O (perfect) plays 1 (a1).")]
    drawn = frame(shown(Game.parse("b2 a1"), said=said), 8, "c3", 2, 80, 24)
    assert lines(drawn) == [
        "3,3,3: 3 in a row win.",
        "",
        "     a     b     c",
        " 1  (O) │  2  │  3",
        "   ─────┼─────┼─────",
        " 2   4  │  X  │  6",
        "   ─────┼─────┼─────",
        " 3   7  │  8  │  9",
        "",
        "O (perfect) plays 1 (a1).",
        f"{PROMPT}c3",
        "arrows, Enter or a click play   u undo   r redo   h hint   n new   s swap",
        "v review   ? help   q quit",
    ]
    assert drawn.caret == (10, len(PROMPT) + 2)
    assert drawn.seen[8] == (7, 15, 5)


def test_a_large_board_is_sparse_with_coordinates_where_it_would_be_too_wide_or_too_high() -> None:
    game = Game.parse("15,15,5: h8 g7")
    for columns, rows in ((80, 24), (40, 24), (200, 24)):
        drawn = frame(shown(game), 112, "", 0, columns, rows)
        text = [line for line in lines(drawn) if ". ." in line]
        assert text[6] == "  7  . . . . . .(O). . . . . . . ."
        assert len(text) == 15
        assert not numbers(game.rules, columns, rows)
    assert numbers(game.rules, 200, 60)
    assert numbers(of("3,3,3"), 24, 12)


@pytest.mark.parametrize(
    ("text", "columns", "bands"),
    [
        ("4x4x4,4", 40, ["1 2", "3 4"]),
        ("4x4x4,4", 60, ["1 2 3 4"]),
        ("3x3x3,3", 40, ["1 2 3"]),
        ("2x3x2x2,2", 30, ["1.1 1.2", "1.3", "2.1 2.2", "2.3"]),
    ],
)
def test_all_layers_of_a_box_are_seen_at_once_in_a_narrow_window(
    text: str, columns: int, bands: list[str]
) -> None:
    rules = of(text)
    drawn = frame(shown(Game(rules), said=[Said("One.")] * 2), 0, "", 0, columns, 24)
    named = [re.findall(r"layer (\S+)", line) for line in lines(drawn) if "layer" in line]
    assert [*map(" ".join, named)] == bands
    assert drawn.seen.keys() == {*range(rules.cells)}
    assert not numbers(rules, columns, 24)
    assert numbers(rules, 100, 40)


def test_layers_without_ruled_lines_mark_stones_and_hints() -> None:
    game = Game.parse("4x4x4,4: 1a1 4d4")
    hints = [Judgement(21, 0.2, proved=False)]
    text = lines(frame(shown(game, hints=hints), 0, "", 0, 40, 24))
    assert text[2:14] == [
        "    layer 1       layer 2",
        "    a b c d       a b c d",
        " 1  X . . .    1  . . . .",
        " 2  . . . .    2  . 6*. .",
        " 3  . . . .    3  . . . .",
        " 4  . . . .    4  . . . .",
        "",
        "    layer 3       layer 4",
        "    a b c d       a b c d",
        " 1  . . . .    1  . . . .",
        " 2  . . . .    2  . . . .",
        " 3  . . . .    3  . . . .",
    ]
    assert text[14] == " 4  . . . .    4  . . .(O)"


def test_a_large_torus_is_seen_whole_in_a_narrow_window() -> None:
    text = lines(frame(shown(Game(of("8,8,5,torus"))), 0, "", 0, 40, 24))
    assert text[3] == " 1  . . . . . . . ."
    assert text[11] == "    the edges meet"


def test_what_is_too_large_shows_the_part_around_the_cursor_with_its_names() -> None:
    game = Game(of("60,60,5"))
    drawn = frame(shown(game), 59 * 60 + 59, "", 0, 40, 20)
    text = lines(drawn)
    assert text[1].split()[-1] == "bh"
    row = next(line for line in text if line.startswith(" 60"))
    assert row.count(".") == 12
    assert all(len(line) <= 40 for line in text)
    place = drawn.seen[59 * 60 + 59]
    assert text[place.line][place.column] == "."
    assert 0 not in drawn.seen
    assert 0 in drawn.standing


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("size", SIZES)
def test_every_cell_is_seen_where_the_cursor_is_on_it(text: str, size: tuple[int, int]) -> None:
    rules = of(text)
    for cell in {0, rules.cells // 2, rules.cells - 1}:
        drawn = frame(shown(Game(rules)), cell, "", 0, *size)
        place = drawn.seen[cell]
        under = lines(drawn)[place.line][place.column : place.column + place.width]
        assert under.strip() in (str(cell + 1), ".")
        assert at(place.line, place.column, drawn.seen) == cell
        assert len(drawn.lines) <= size[1]
        assert all(width(line) <= size[0] for line in drawn.lines)


@given(
    st.sampled_from(BOARDS),
    st.integers(1, 120),
    st.integers(1, 40),
    st.text(st.characters(categories=["L", "N"]), max_size=60),
    st.integers(0, 4),
)
def test_a_window_of_any_size_is_never_overfull(
    text: str, columns: int, rows: int, typed: str, said: int
) -> None:
    rules = of(text)
    sentences = [Said("What was said takes more than a line of a narrow window.", "red", True)]
    drawn = frame(
        shown(Game(rules), said=sentences * said), rules.cells - 1, typed, len(typed), columns, rows
    )
    assert len(drawn.lines) <= rows
    assert all(width(line) <= columns for line in drawn.lines)
    assert all(place.line < len(drawn.lines) for place in drawn.seen.values())
    assert drawn.caret[1] < columns


def test_the_board_stays_where_it_is_when_there_is_more_to_say() -> None:
    for text in BOARDS:
        rules = of(text)
        for size in SIZES[:2]:
            quiet = frame(shown(Game(rules)), 0, "", 0, *size)
            loud = frame(shown(Game(rules), said=[Said("One.")] * 2), 0, "", 0, *size)
            assert quiet.seen[0] == loud.seen[0]


def test_what_is_said_has_its_colour_and_a_result_is_bold() -> None:
    drawn = frame(
        shown(Game(), said=[Said("No.", "red")], result=[Said("Won.", bold=True)]), 0, "", 0, 80, 24
    )
    assert "\x1b[31mNo.\x1b[0m" in drawn.lines
    assert "\x1b[1mWon.\x1b[0m" in drawn.lines


def test_a_long_line_shows_the_place_where_one_types() -> None:
    typed = "".join(map(str, range(40)))
    drawn = frame(shown(Game()), 0, typed, len(typed), 40, 24)
    line, column = drawn.caret
    assert column == 39
    assert lines(drawn)[line] == typed[-39:]
    assert lines(frame(shown(Game()), 0, typed, 0, 40, 24))[line] == typed[:40]


def test_hints_stand_in_the_cells() -> None:
    hints = [Judgement(4, 1, 3), Judgement(5, -1, 2)]
    assert " 2   4  │ W3* │ L2" in lines(frame(shown(Game(), hints=hints), 0, "", 0, 80, 24))


def test_a_page_is_wrapped_and_turned() -> None:
    text = ["One sentence that is rather long for this window.", "", *map(str, range(20))]
    first, at_first = page(text, -5, 30, 10)
    assert at_first == 0
    assert [*map(unstyle, first)] == [
        "One sentence that is rather",
        "long for this window.",
        "",
        *("0", "1", "2", "3"),
        "",
        *("up, down, Page up, Page down", "any other key: back to the gam"),
    ]
    last, at_last = page(text, 99, 30, 10)
    assert last[6] == "19"
    assert at_last == 16


# Where cells stand


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("size", SIZES)
def test_a_cell_stands_where_the_drawing_has_it(text: str, size: tuple[int, int]) -> None:
    rules, space = of(text), room(*size)
    standing = places(rules, space)
    assert sorted(standing) == [*range(rules.cells)]
    for cell in range(0, rules.cells, 1 + rules.cells // 10):
        stone = Position(x=1 << cell, rules=rules)
        drawn = [unstyle(line) for line in board(stone, room=space).split("\n")]
        place = standing[cell]
        assert drawn[place.line].ljust(999)[place.column :][: place.width].strip() == "X"


@pytest.mark.parametrize("space", [Room(80, 18), Room(80, 40)])
def test_cells_of_boards_in_a_board_stand_where_they_are_whatever_signs_there_are(
    space: Room,
) -> None:
    position = Game.parse("2,2,2,ultimate: 1a1 1b1 2a1 1a2 3a1").position
    standing = places(position.rules, space)
    drawn = [unstyle(line) for line in board(position, room=space).split("\n")]
    for cell in range(position.rules.cells):
        if position[cell]:
            place = standing[cell]
            text = drawn[place.line].ljust(999)[place.column :][: place.width]
            assert text.strip() == str(position[cell])


def walk(text: str, cell: str, arrows: str, columns: int = 80) -> str:
    rules = of(text)
    standing = places(rules, Room(columns, 18))
    at_cell = next(c for c in range(rules.cells) if cell_name(c, rules) == cell)
    steps = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}
    for arrow in arrows:
        at_cell = beside(at_cell, *steps[arrow], standing, rules.geometry.meets)
    return cell_name(at_cell, rules)


@pytest.mark.parametrize(
    ("text", "cell", "arrows", "to"),
    [
        ("3,3,3", "b2", "ur", "c1"),
        ("3,3,3", "b2", "dddl", "a3"),
        ("3,3,3", "a1", "lu", "a1"),
        ("3,3,3,torus", "a1", "lu", "c3"),
        ("3,3,3,torus", "c3", "rd", "a1"),
        ("3,3,3,cylinder", "c3", "rd", "a3"),
        ("15,15,5", "h8", "udlrrd", "i9"),
        ("3x3x3,3", "1c2", "r", "2a2"),
        ("ultimate", "1c2", "r", "2a2"),
        ("ultimate", "1a3", "d", "4a1"),
        ("3x3x3,3", "2a2", "l", "1c2"),
        ("4x4x4,4", "1d4", "d", "3d1"),
        ("4x4x4,4", "4a1", "u", "2a4"),
    ],
)
def test_an_arrow_leads_to_the_next_cell_on_the_screen(
    text: str, cell: str, arrows: str, to: str
) -> None:
    assert walk(text, cell, arrows) == to


@pytest.mark.parametrize(
    ("line", "column", "cell"),
    [(1, 3, 0), (1, 5, 0), (1, 8, 0), (1, 10, 1), (2, 5, None), (3, 11, 4), (1, 40, None)],
)
def test_a_click_means_the_cell_at_which_it_points(
    line: int, column: int, cell: int | None
) -> None:
    assert at(line, column, places(of("3,3,3"), Room(80, 18))) == cell


def test_a_text_is_cut_with_its_colours() -> None:
    text = "ab\x1b[1mcd\x1b[0mef"
    assert cut(text, 0, 9) == text
    assert cut(text, 1, 2) == "b\x1b[1mc\x1b[0m"
    assert cut(text, 3, 9) == "\x1b[1md\x1b[0mef"
