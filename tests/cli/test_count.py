"""`noughts count`: what it prints, and what it refuses."""

import re
import sys
from pathlib import Path

import pytest

from tests.commands import lines, refused, run, told


def test_count_prints_a_row_a_ply_and_the_totals() -> None:
    titles, *rows, empty, positions, games = lines("count")
    assert titles.split() == [
        "ply", "paths", "positions", "classes", "x", "wins", "o", "wins", "draws",
    ]  # fmt: skip
    assert rows[-1].split() == ["9", "127,872", "78", "15", "81,792", "0", "46,080"]
    assert len({len(row) for row in rows}) == 1
    assert empty == ""
    assert positions == "5,478 positions, 765 up to symmetry"
    assert games == "255,168 games: 131,184 x wins, 77,904 o wins, 46,080 draws"


def test_count_prints_one_json_object() -> None:
    answer = told("count", "2,2,2,misere")
    plies = answer.pop("plies")
    assert answer == {
        "board": "2,2,2,misere",
        "positions": 29,
        "classes": 6,
        "games": 24,
        "x_wins": 0,
        "o_wins": 24,
        "draws": 0,
    }
    assert plies[3] == {
        "ply": 3, "paths": 24, "positions": 12, "classes": 2,
        "x_wins": 0, "o_wins": 24, "draws": 0,
    }  # fmt: skip


@pytest.mark.traced
@pytest.mark.wide
def test_a_plot_shows_paths_positions_and_classes_of_each_ply(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="Matplotlib comes with the extra [plot]")
    picture, again = tmp_path / "growth.svg", tmp_path / "again.svg"
    assert lines("count", "--plot", str(picture)) == lines("count")
    lines("count", "--plot", str(again))
    drawn = picture.read_text(encoding="utf-8")
    assert drawn == again.read_text(encoding="utf-8")
    found = [len(re.findall("[ML]", line)) for line in re.findall(r'd="(M[^"z]*)" clip', drawn)]
    assert [points for points in found if points > 2] == [10, 10, 10]


def test_a_plot_that_cannot_be_is_refused_before_anything_is_counted(tmp_path: Path) -> None:
    assert "is not the name of a picture: FILE.svg, FILE.pdf" in refused(
        "count", "6,6,4", "--plot", str(tmp_path / "growth.txt")
    )


def test_where_stones_fall_count_walks_to_a_depth_and_asks_before_a_ply_takes_much_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    *rows, positions, games = lines("count", "4,4,3,gravity", "--depth", "5")
    assert rows[-2].split() == ["5", "1,020", "436", "218", "108", "0", "0"]
    assert positions == "669 positions, 337 up to symmetry"
    assert games == "108 games of up to 5 moves: 108 x wins, 0 o wins, 0 draws"
    monkeypatch.setattr("noughts.cli.progress.MEMORY", 100_000)
    assert "Counting ply 6 of 4,4,3,gravity takes" in refused("count", "4,4,3,gravity")


def test_where_stones_fall_positions_alone_are_counted_by_a_diagram(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    *rows, positions = lines("count", "3,3,3,gravity", "--positions")
    assert rows[-2].split() == ["9", "52", "36"]
    assert positions == "694 positions, 173 of them with a line"
    found = told("count", "3,3,3,gravity", "--positions", "--depth", "5")
    assert found["plies"][-1] == {"ply": 5, "positions": 108, "lined": 15}
    monkeypatch.setattr("noughts.cli.progress.MEMORY", 1000)
    assert "Counting ply 2 of 4,4,3,gravity" in refused("count", "4,4,3,gravity", "--positions")


@pytest.mark.parametrize("board", ["1,4,3,exact", "2,3,2,gravity"])
def test_a_count_of_a_relative_agrees_with_perft(board: str) -> None:
    rows = zip(told("count", board)["plies"], told("perft", board)["plies"], strict=True)
    assert all(row.items() >= walked.items() for row, walked in rows)


def test_games_of_many_digits_are_counted_limb_by_limb(monkeypatch: pytest.MonkeyPatch) -> None:
    told = lines("count", "3,3,3,gravity")
    monkeypatch.setattr("noughts.solver.counting.walk.LIMB", 2)
    assert lines("count", "3,3,3,gravity") == told


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("6,6,4", "6,6,4 has 36 cells; a count looks at every set of them"),
        (
            "8,8,4,gravity",
            "8,8,4,gravity has 64 cells; a count ply by ply is made for boards of up",
        ),
    ],
)
def test_count_refuses_a_board_of_too_many_cells_in_a_line(board: str, told: str) -> None:
    assert told in refused("count", board)


@pytest.mark.parametrize("command", ["count", "table"])
def test_a_command_without_the_extra_names_it_in_a_line(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    result = run(command)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "of every position need Numba; install with: " in result.stderr
