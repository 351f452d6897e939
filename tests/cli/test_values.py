"""`noughts values`: the grids, the lines of boards, and what a program gets."""

from __future__ import annotations

import pytest

from noughts import Position
from noughts.solver import table
from noughts.solver.known.value_list import values
from tests.commands import lines, refused, run, told


def test_without_a_board_there_is_a_grid_for_each_k_and_a_summary() -> None:
    shown = lines("values")
    assert shown[0] == "For the first player: W a win, D a draw, L a loss, ? open."
    titles = [line for line in shown if "in a row" in line]
    assert [title.split()[0] for title in titles] == [*"345678"] * 2 + ["4"]
    assert all(len(line) <= 80 for line in shown)
    assert shown[-1].startswith("1,604 boards: ")


def test_a_mark_stands_below_the_longer_side_and_beside_the_shorter() -> None:
    title, ruler, *grid = lines("values", "--k", "3", "--normal")[2:-2]
    assert title == "3 in a row; the longer side goes to the right"
    by_cols = {int(row[:2]): row for row in grid}
    for each in values():
        if each.rules.k == 3 and not each.rules.misere:
            row = by_cols[each.rules.cols]
            assert row[each.rules.rows + 2] == {1: "W", 0: "D"}[each.value or 0]
    assert ruler[5 + 2] == "5"
    assert ruler[60 + 1 : 60 + 3] == "60"
    marks = sum(len(row[2:].replace(" ", "")) for row in grid)
    assert marks == sum(each.rules.k == 3 and not each.rules.misere for each in values())


def test_where_stones_fall_a_mark_stands_below_the_columns_and_beside_the_rows() -> None:
    title, _, *grid = lines("values", "--gravity")[2:-2]
    assert title == "4 in a row where stones fall; the columns go to the right"
    marks = {int(row[:2]): row[2:] for row in grid}
    assert marks[6][7] == "W"
    assert marks[4][6] == marks[6][6] == "L"
    assert marks[7][6] == marks[6][7]
    assert lines("values", "6,7,4,gravity")[1].split()[:4] == ["6,7,4,gravity", "win", "in", "41"]


def test_small_boards_of_any_game_are_listed_as_their_tables_say() -> None:
    title, _, *grid = lines("values", "--game", "notakto", "--k", "5")[2:-2]
    assert title == "5 in a row, notakto; the longer side goes to the right"
    marks = {int(row[:2]): row[2:] for row in grid}
    for rows, cols in [(5, 1), (9, 1), (5, 2), (6, 2)]:
        worth = table(f"{rows},{cols},5,notakto")[Position(rules=f"{rows},{cols},5,notakto")]
        assert marks[cols][rows] == {1: "W", -1: "L"}[worth.value]
    other = lines("values", "--game", "boards=2,notakto", "--k", "5")[2]
    assert other == "5 in a row, boards=2,notakto; the columns go to the right"
    assert lines("values", "3,3,3,torus")[1].split()[:4] == ["3,3,3,torus", "win", "in", "7"]
    for other in ("--misere", "3,3,3"):
        assert "--game says which boards" in refused("values", "--game", "wild", other)
    assert "'left' in" in refused("values", "--game", "left")
    assert "no board of boards=9 has up to 12 cells" in refused("values", "--game", "boards=9")


def test_boards_have_a_line_each_and_their_sources_below() -> None:
    titles, row, empty, *about = lines("values", "3,4,3")
    assert titles.split() == ["board", "value", "nodes", "seconds", "proof", "published"]
    assert row.split()[:2] == ["4,3,3", "win"]
    assert row.endswith("friedman2020: win")
    assert empty == ""
    assert about[2].startswith("friedman2020: D. Friedman (2020). Optimal mnk-games.")


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ("12,1,3", ["proof: noughts solve found"]),
        ("7,7,5", ["proof: noughts solve found", "hsu2020: "]),  # solved, it says
        ("6,4,4,misere", ["proof -: noughts solve or noughts table found"]),
        ("10,4,4,misere", []),  # open
    ],
)
def test_a_board_whose_value_nobody_published_says_who_found_it(
    board: str, said: list[str]
) -> None:
    _, row, *about = lines("values", board)
    assert row.endswith("  -")
    begun = [line for line in about[1:] if not line.startswith(" ")]
    assert len(begun) == len(said)
    assert all(line.startswith(begin) for line, begin in zip(begun, said, strict=True))


def test_an_open_board_has_its_bounds() -> None:
    open_boards = [each for each in values() if each.value is None]
    for each in (open_boards[0], open_boards[-1]):
        row = next(line for line in lines("values", str(each.rules)) if line[:1].isdigit())
        assert f"open, {each.lower}..{each.upper}" in row
        assert lines("values", str(each.rules))[0].split()[-1] == "published"


def test_the_lines_are_80_columns_wide_at_most() -> None:
    shown = lines("values", *(str(each.rules) for each in [*values()][::7]))
    assert max(map(len, shown)) <= 80


def test_a_program_gets_one_json_object() -> None:
    answer = told("values", "--misere", "--k", "3")
    expected = [each for each in values() if each.rules.misere and each.rules.k == 3]
    assert [board["board"] for board in answer["boards"]] == [str(each.rules) for each in expected]
    (board,) = (each for each in answer["boards"] if each["board"] == "4,3,3,misere")
    assert (board["value"], board["lower"], board["upper"]) == (-1, -1, -1)
    assert board["remoteness"] is None
    assert board["published"] == {"friedman2020": -1}
    assert answer["sources"]["friedman2020"]["year"] == 2020
    assert set(board) == {
        "board", "value", "lower", "upper", "remoteness", "nodes", "seconds", "certificate",
        "published",
    }  # fmt: skip


def test_a_board_beside_the_list_is_refused() -> None:
    assert "9,9,5 is not in the list of values, which has flat boards of up to 64" in refused(
        "values", "9,9,5"
    )
    assert run("values", "3,3").exit_code == 2
    assert run("values", "--k", "9").exit_code == 2
