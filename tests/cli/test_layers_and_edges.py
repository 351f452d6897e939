"""Boxes and tori on a screen: layers beside or below each other, and edges that meet."""

from __future__ import annotations

import json
import re
import shlex

import pytest
from click.testing import CliRunner

from noughts import Position, Rules
from noughts.cli.main import main
from noughts.cli.text.board import board
from noughts.cli.text.ruled_board import ruled
from noughts.core.geometry import Flat
from noughts.core.svg import svg
from tests.commands import good, run


def play(options: str, *typed: str, columns: int = 80) -> str:
    lines = "".join(f"{line}\n" for line in typed)
    return good("play", *shlex.split(options), typed=lines, COLUMNS=str(columns))


def after(screen: str, typed: str) -> str:
    """What follows once that was typed."""
    return screen.rpartition(f"help: {typed}\n\n")[2]


def drawn(text: str, columns: int = 80) -> list[str]:
    """The empty board as `play` draws it."""
    return play(f"--board {text} --side both", columns=columns).partition("\n\nX (")[0].split("\n")


def test_layers_stand_beside_each_other_with_their_names() -> None:
    screen = play("--board 2x3x2,2 --side both", "5", "2b1")
    assert after(screen, "2b1").startswith(
        "   layer 1           layer 2\n"
        "     a      b          a      b\n"
        " 1   1   │  2      1   7   │ (O)\n"
        "   ──────┼──────     ──────┼──────\n"
        " 2   3   │  4      2   9   │  10\n"
        "   ──────┼──────     ──────┼──────\n"
        " 3   X   │  6      3   11  │  12\n"
        "\n"
        "X (player #1) to move, 1-12 or ? for help: "
    )


@pytest.mark.parametrize(
    ("text", "columns", "rows"),
    [
        ("3x3x3,3", 80, ["1 2 3"]),
        ("3x3x3,3", 72, ["1 2", "3"]),
        ("3x3x3,3", 40, ["1", "2", "3"]),
        ("3x3x3,3", 10, ["1", "2", "3"]),
        ("4x4x4,4", 80, ["1 2", "3 4"]),
        ("4x4x4,4", 105, ["1 2", "3 4"]),  # three fit, but two and two are even
        ("4x4x4,4", 150, ["1 2 3 4"]),
        ("2x3x2x2,2", 80, ["1.1 1.2 1.3", "2.1 2.2 2.3"]),
        ("2x3x2x2,2", 200, ["1.1 1.2 1.3", "2.1 2.2 2.3"]),
        ("2x3x2x2,2", 40, ["1.1 1.2", "1.3", "2.1 2.2", "2.3"]),
    ],
)
def test_as_many_layers_stand_in_a_row_as_the_screen_is_wide(
    text: str, columns: int, rows: list[str]
) -> None:
    lines = drawn(text, columns)
    named = [" ".join(re.findall(r"layer (\S+)", line)) for line in lines if "layer" in line]
    assert named == rows
    assert columns < 40 or max(map(len, lines)) <= columns
    numbers = {int(number) for line in lines for number in re.findall(r"\d+", line)}
    assert {*range(1, Rules.parse(text).cells + 1)} <= numbers


def test_a_cell_stands_where_its_name_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    rules = Rules.parse("2x3x2x2,2")
    names = {}
    lines = [*ruled(rules, lambda cell: f"<{cell}>", 4)]
    for number, line in enumerate(lines):
        for layer in re.finditer(r"layer (\S+)", line):
            left, end = layer.start() - 2, layer.end()
            letters = re.findall("[a-z]", lines[number + 1][left:end])
            for row in (lines[number + 2], lines[number + 4]):
                cells = re.findall(r"<(\d+)>", row[left:end])
                for letter, cell in zip(letters, cells, strict=True):
                    names[int(cell)] = f"{layer[1]}{letter}{row[left]}"
    assert sorted(names) == [*range(rules.cells)]
    for cell, name in names.items():
        assert Position(rules=rules).play(name).x == 1 << cell


def test_a_line_through_the_layers_is_marked_in_each_and_named() -> None:
    last = after(play("--board 3x3x3,3 --side both", "1a1", "2", "14", "3", "27"), "27")
    assert last.startswith(
        "   layer 1                  layer 2                  layer 3\n"
        "     a      b      c          a      b      c          a      b      c\n"
        " 1  [X]  │  O   │  O      1   10  │  11  │  12     1   19  │  20  │  21\n"
        "   ──────┼──────┼──────     ──────┼──────┼──────     ──────┼──────┼──────\n"
        " 2   4   │  5   │  6      2   13  │ [X]  │  15     2   22  │  23  │  24\n"
        "   ──────┼──────┼──────     ──────┼──────┼──────     ──────┼──────┼──────\n"
        " 3   7   │  8   │  9      3   16  │  17  │  18     3   25  │  26  │ [X]\n"
    )
    assert "X (player #1) wins with the line 1a1 2b2 3c3." in last
    assert "--resume '3x3x3,3: 1a1 1b1 2b2 1c1 3c3'" in last


def test_the_last_stone_is_marked_where_there_are_layers_and_undo_takes_the_mark_back() -> None:
    screen = play("--board 2x2x2,2 --side both", "1", "2", "u")
    assert (screen.count("(X)"), screen.count("(O)")) == (2, 1)
    assert "(X)" not in play("--board 3,3,3,torus --side both", "1", "2")


def test_what_is_typed_wrong_is_answered_with_names_of_the_box() -> None:
    screen = play("--board 3x3x3,3 --side both", "2b2", "2B2", "b2", "4a1", "28", "?")
    assert "14 (2b2) is taken (X); free cells: 1, 2, 3, 4, 5, 6, 7, 8 and 18 more" in screen
    for typed in ("b2", "4a1", "28"):
        assert f"'{typed}' is not a cell or a command; free cells: 1, 2," in screen
    assert "A number or a name (14 or 2b2) plays in that cell." in screen
    assert "A number or a name (5 or b2) plays in that cell." in play("", "?")


def test_hints_are_drawn_in_every_layer() -> None:
    screen = play("--board 2x2x3,3 --side both", "3", "11", "2", "h")
    assert " 1  D9*  │  X   │  X      1  L2   │ L2   │ L2\n" in screen
    assert " 2  L2   │ L2   │ L2      2  L2   │  O   │ L2\n" in screen


def test_the_ruled_lines_of_a_torus_run_over_its_edges() -> None:
    screen = play("--board 3,3,3,torus --side both", "b1", "1", "6", "3", "4", "8", "a3")
    last = after(screen, "a3")
    assert last.startswith(
        "       a     b     c\n"
        "   ─┼─────┼─────┼─────┼─\n"
        " 1  │  O  │ [X] │  O  │\n"
        "   ─┼─────┼─────┼─────┼─\n"
        " 2  │  X  │  5  │ [X] │\n"
        "   ─┼─────┼─────┼─────┼─\n"
        " 3  │ [X] │  O  │  9  │\n"
        "   ─┼─────┼─────┼─────┼─\n"
        "     the edges meet\n"
    )
    assert "X (player #1) wins with the line b1 c2 a3." in last


def test_a_large_torus_keeps_its_columns() -> None:
    lines = drawn("10,2,2,torus")
    assert lines[2:5] == [
        "        a      b",
        "    ─┼──────┼──────┼─",
        "  1  │  1   │  2   │",
    ]
    assert lines[-3:] == [
        " 10  │  19  │  20  │",
        "    ─┼──────┼──────┼─",
        "      the edges meet",
    ]


def test_what_is_played_on_a_closed_board_is_refused_and_shows_no_number() -> None:
    screen = play("--board 1,3,3,boards=2,notakto --side both", "1", "2", "3", "1a1", "2a1", "4")
    assert "   board 1               board 2\n" in screen
    assert " 1   X  │  X  │ (X)    1   4  │  5  │  6" in screen
    assert "1 (1a1) is taken (X); free cells: 4, 5, 6" in screen
    closed = play("--board 2,3,3,boards=2,notakto --side both", "1", "2", "3", "4")
    assert "4 (1a2) cannot be played any more; free cells: 7, 8, 9, 10, 11, 12" in closed
    assert " 2       │      │         2   10  │  11  │  12" in closed
    assert "a line closes its board, and only that on the last board counts." in closed


def test_boards_in_a_board_stand_as_its_cells_with_a_sign_where_one_plays_or_who_has_won() -> None:
    screen = play("--board ultimate --side both", "5b2", "1a1", "5a1", "2a1")
    assert "board 1 >" in after(screen, "5a1")
    assert "board 2 >" not in after(screen, "5a1")
    assert "10 (2a1) cannot be played now; cells that can: 1, 2, 3" in screen
    assert "a stone's place on its board names the next board." in screen
    won = play("--board 2,2,2,ultimate --side both", "1a1", "1b1", "2a1", "1a2", "3a1")
    assert re.search("board 1 O +board 2 >", won)
    assert not re.search("board 2.*board 3", won)  # which stands below
    ended = play("--board 1,2,1,ultimate --side both", "1a1")
    assert "wins with the line of boards 1." in ended


def test_left_and_right_of_a_cylinder_meet() -> None:
    assert drawn("2,3,3,cylinder")[2:] == [
        "       a     b     c",
        " 1  │  1  │  2  │  3  │",
        "   ─┼─────┼─────┼─────┼─",
        " 2  │  4  │  5  │  6  │",
        "     left and right meet",
    ]


def test_a_kind_of_board_says_itself_whether_its_edges_meet() -> None:
    class Ring(Flat):
        """Lines go on at the opposite edge, says its author."""

        edges_meet = True

    ring = Rules(geometry=Ring(3, 3), k=3)
    assert "the edges meet" in board(Position(rules=ring))
    assert 'viewBox="0 0 140 140"' in svg(0, 0, ring)


def test_an_output_without_box_characters_gets_plain_ones_for_a_torus_too() -> None:
    result = CliRunner(charset="ascii").invoke(main, ["solve", "2,2,2,torus"])
    assert "   -+-----+-----+-\n 1  | W3* | W3* |\n" in result.stdout


def test_a_box_is_solved_with_the_names_of_its_cells() -> None:
    assert "Best moves: 1a1 1b1 1a2 1b2 2a1 2b1 2a2 2b2\n" in good("solve", "2x2x2,2")


def test_a_board_without_its_k_is_refused_as_a_board() -> None:
    result = run("solve", "3x3x3")
    assert result.exit_code != 0
    assert "'3x3x3' is not a valid board: it does not say how many in a row" in result.stderr


# noughts show


def test_show_draws_a_box_above_what_it_says_of_it() -> None:
    shown = good("show", "2x2x2,2", "X./..//.O/..")
    assert shown.startswith(
        "Position\n\n"
        "      layer 1     layer 2\n"
        "       a   b       a   b\n"
        "    1  X │      1    │ O\n"
        "      ───┼───     ───┼───\n"
        "    2    │      2    │\n"
        "\n"
        "    X./..//.O/..  on the board 2x2x2,2\n"
    )
    assert (
        "    cell    is worth    X holds    O holds\n"
        "    0 1       1   2       1   .      .   .\n"
        "    2 3       4   8       .   .      .   .\n"
        "\n"
        "    4 5      16  32       .   .      .  32\n"
        "    6 7      64 128       .   .      .   .\n"
    ) in shown
    assert "Number the cells layer by layer, and let each be worth twice the one before:" in shown


def test_show_numbers_the_cells_of_a_box_too_large_for_their_worths() -> None:
    shown = good("show", "3x3x3,3", "X../.../...//.../.../...//.../.../...")
    assert "    1   0 │  1 │  2    1   9 │ 10 │ 11    1  18 │ 19 │ 20\n" in shown
    assert "    1   0 │  1" not in good("show", "6,6,5", "/".join(["X.....", *["......"] * 5]))


def test_show_groups_digits_by_layers() -> None:
    shown = good("show", "2x3x3,3", "X../.../...//.../.O./...")
    assert (
        "            cells                        cells\n"
        "    cell    17 16 15 14 13 12 11 10  9    8  7  6  5  4  3  2  1  0\n"
        "    bits    00 00 00 00 10 00 00 00 00   00 00 00 00 00 00 00 00 01\n"
        "                         O                                        X\n"
    ) in shown


def test_show_counts_the_images_and_does_not_list_them() -> None:
    for text, position, images in [
        ("3x3x3,3", "XO./.../...//.../.X./...//.../.../...", 24),
        ("3,3,3,torus", "XO./..X/...", 72),
        ("2x2x2,2", "XO/..//../..", 24),
    ]:
        shown = good("show", text, position)
        assert f"It has {images} images under the symmetries of the board" in shown
        assert max(map(len, shown.splitlines())) <= 80
        told = json.loads(good("show", text, position, "--json"))
        assert len(told["symmetry"]["images"]) == images


def test_show_breaks_the_line_before_the_board_of_a_long_position() -> None:
    position = "//".join(["/".join(["...."] * 4)] * 4)
    shown = good("show", "4x4x4,4", position)
    assert f"    {position}\n    on the board 4x4x4,4\n" in shown


def test_show_draws_a_torus_with_its_edges() -> None:
    shown = good("show", "3,3,3,torus", "XO./..X/...")
    assert shown.startswith(
        "Position\n\n"
        "         a   b   c\n"
        "      ─┼───┼───┼───┼─        XO./..X/...  on the board 3,3,3,torus\n"
        "    1  │ X │ O │   │         O to move, after 3 moves\n"
    )
