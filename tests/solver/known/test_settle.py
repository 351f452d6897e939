"""The tool that settles the boards of the list: it adds, keeps, and refuses contradictions."""

from __future__ import annotations

import runpy
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from noughts import Position, Rules
from noughts.solver.certificates import tree_checker
from noughts.solver.known.value_list import BoardValue, read
from noughts.solver.search.limits import Limits
from noughts.solver.search.one_process import Search
from noughts.solver.tables.table import table
from tests import oracle
from tests.strategies import board_of, grid_of

ROOT = Path(__file__).parents[3]
TOOL = SimpleNamespace(**runpy.run_path(str(ROOT / "tools/settle.py")))
WON, DRAWN = Rules(4, 3, 3), Rules(3, 3, 3)


def settle(file: Path, *arguments: str) -> dict[Rules, BoardValue]:
    TOOL.main(["--file", str(file), "--memory", "1", *arguments])
    return content(file)


def content(file: Path) -> dict[Rules, BoardValue]:
    return dict(read(file.read_text("utf-8").splitlines()))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "values.txt"


@pytest.mark.wide
def test_boards_are_settled_with_certificates_and_a_later_run_adds(file: Path) -> None:
    first = settle(file, "--seconds", "60", "3,3,3", "3,4,3")
    assert {rules: value.value for rules, value in first.items()} == {DRAWN: 0, WON: 1}
    assert all(value.certificate for value in first.values())
    second = settle(file, "--seconds", "60", "3,3,3,misere", "3,3,3")
    assert second[DRAWN] == first[DRAWN]
    assert second[Rules(3, 3, 3, misere=True)].certificate == 78  # 22 for X, and 56 for O
    assert [*second] == [DRAWN, WON, Rules(3, 3, 3, misere=True)]
    by_pairs = settle(file, "--seconds", "60", "13,1,3,misere")[Rules(13, 1, 3, misere=True)]
    assert (by_pairs.value, by_pairs.certificate) == (0, 3)


@pytest.mark.wide
def test_the_weak_game_alone_settles_a_draw_and_leaves_a_win_open(file: Path) -> None:
    found = settle(file, "--weak", "--seconds", "60", "4,4,4", "3,4,3")
    assert {str(rules): (value.value, value.certificate) for rules, value in found.items()} == {
        "4,4,4": (0, 17),
        "4,3,3": (None, None),
    }
    with pytest.raises(SystemExit, match="2"):
        settle(file, "--weak", "4,4,3,misere")


@pytest.mark.wide
def test_where_stones_fall_a_board_is_settled_with_how_long_the_game_lasts(
    file: Path,
) -> None:
    (found,) = settle(file, "4,4,4,gravity").values()
    assert (found.value, found.certificate, found.remoteness) == (0, None, 16)


@pytest.mark.wide
def test_pairs_settle_boards_of_misere_and_say_nothing_of_others(file: Path) -> None:
    named = ["13,1,3,misere", "3,3,3,misere", "8,6,6,misere"]
    found = settle(file, "--pairs", "--seconds", "60", *named)
    assert {str(rules): (value.value, value.certificate) for rules, value in found.items()} == {
        "13,1,3,misere": (0, 3),
        "8,6,6,misere": (0, 3),
    }
    with pytest.raises(SystemExit, match="2"):
        settle(file, "--pairs", "3,3,3")


@pytest.mark.wide
def test_a_table_settles_a_board_and_its_positions_up_to_symmetry_count(
    file: Path, tmp_path: Path
) -> None:
    rules = Rules(3, 3, 3, misere=True)
    (found,) = settle(file, "--table", str(tmp_path / "table"), str(rules)).values()
    assert (found.value, found.certificate) == (0, None)
    grids = frozenset(grid_of(position) for position in table(rules))
    assert found.nodes == len(oracle.classes(grids, board_of(rules)))
    with pytest.raises(SystemExit, match="2"):
        settle(file, "--table", str(tmp_path / "table"), "3,3,3", "4,3,3")


@pytest.mark.wide
def test_the_nodes_are_those_of_the_search_without_those_of_the_certificate(file: Path) -> None:
    (found,) = settle(file, "--seconds", "60", "4,4,4").values()
    assert found.certificate
    search = Search(Position(rules=found.rules), Limits(memory=1), None)
    assert found.nodes == search.solution(line=False, best_moves=False).nodes


@pytest.mark.wide
def test_a_certificate_that_takes_too_long_is_left_out_and_a_later_run_adds_it(file: Path) -> None:
    (found,) = settle(file, "--certificate", "0", "4,4,4").values()
    assert (found.value, found.certificate) == (0, None)
    (found,) = settle(file, "4,4,4").values()
    assert found.certificate == 17


@pytest.mark.wide
def test_what_the_time_does_not_suffice_for_stays_open_and_is_kept(file: Path) -> None:
    found = settle(file, "--seconds", "0.05", "8,8,5", "5,5,4,misere")
    assert [found[rules][1:3] for rules in found] == [(0, 1), (-1, 1)]
    assert all(value.seconds >= 0.05 and value.nodes for value in found.values())
    again = settle(file, "--seconds", "0.01", "8,8,5")
    assert {rules: value[1:3] for rules, value in again.items()} == {
        rules: value[1:3] for rules, value in found.items()
    }


@pytest.mark.wide
def test_a_value_that_contradicts_the_file_ends_the_run_and_changes_nothing(file: Path) -> None:
    file.write_text("3,3,3 1 5 0.001 -\n4,3,3 1 5 0.001 -\n")
    with pytest.raises(TOOL.ContradictionError, match="3,3,3 is worth 0 to 0 by this search, and"):
        settle(file, "3,3,3")
    assert {rules: value.value for rules, value in content(file).items()} == {DRAWN: 1, WON: 1}


def value(
    lower: int,
    upper: int,
    seconds: float = 1,
    certificate: int | None = None,
    plies: int | None = None,
) -> Any:
    return BoardValue(DRAWN, lower, upper, 10, seconds, certificate, remoteness=plies)


def test_of_two_searches_the_one_that_settles_more_is_kept() -> None:
    joined = TOOL.joined
    assert joined(None, value(0, 1)) == value(0, 1)
    assert joined(value(0, 1), value(0, 0)) == value(0, 0)
    assert joined(value(0, 0), value(0, 1, 9)) == value(0, 0)
    assert joined(value(0, 0, 1), value(0, 0, 2)) == value(0, 0, 1)
    assert joined(value(0, 0, 1), value(0, 0, 2, 7)) == value(0, 0, 2, 7)
    assert joined(value(0, 0, 1, 7), value(0, 0, 2, 9)) == value(0, 0, 1, 7)
    assert joined(value(-1, 0, 5), value(-1, 1, 9)) == value(-1, 0, 9)
    assert joined(value(0, 0, 1), value(0, 0, 2, plies=9)) == value(0, 0, 2, plies=9)
    with pytest.raises(TOOL.ContradictionError):
        joined(value(1, 1), value(-1, 0))


def test_boards_that_are_named_are_tried_again_and_else_those_that_are_open() -> None:
    known = {
        DRAWN: value(0, 0)._replace(rules=DRAWN),
        WON: value(0, 1, seconds=2)._replace(rules=WON),
    }

    def asked(*boards: Rules, seconds: float, play: str = "normal") -> list[Rules]:
        options = SimpleNamespace(boards=boards, seconds=seconds, play=play, pairs=False)
        return [*TOOL.asked(known, options)]

    assert asked(DRAWN, seconds=1) == [DRAWN]
    assert DRAWN not in asked(seconds=10)
    assert WON in asked(seconds=10)
    assert WON not in asked(seconds=2)
    assert not any(rules.misere for rules in asked(seconds=1))
    assert all(rules.misere for rules in asked(seconds=1, play="misere"))
    assert all("gravity" in str(rules) for rules in asked(seconds=1, play="gravity"))
    assert len(asked(seconds=10, play="all")) == 1603


def test_a_certificate_is_checked_in_c_and_in_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = ["noughts certificate 2: 3,4,4 O never loses\n", "a1 pairs b1-c1 a2-b2 a3-b3\n",
            "b1 pairs a1-c1 a2-b2 a3-b3\n", "c1 =3/1\n"]  # fmt: skip
    clock = TOOL.Clock(60)
    monkeypatch.setattr("shutil.which", lambda _: None)
    checker = TOOL.Checker(tmp_path)
    assert checker.length(good, clock) == 4
    with pytest.raises(TOOL.RefusedError, match="refused: "):
        checker.length(good[:-1], clock)
    assert checker.length(good, TOOL.Clock(0)) is None
    with monkeypatch.context() as patch:
        patch.setattr(tree_checker, "MOST_LINES", 3)
        assert checker.length(good, clock) is None
    assert checker.length(["noughts certificate 1: 2,2,2 X wins\n", "../.. a1\n",
                           "../OX a1\n", ".O/X. a1\n"], clock) == 4  # fmt: skip


@pytest.mark.wide
def test_a_certificate_that_the_checker_in_c_refuses_is_refused(tmp_path: Path) -> None:
    checker = TOOL.Checker(tmp_path)
    assert checker.length(["noughts certificate 2: 4,4,3,misere O never loses\n", "reflect\n"],
                          TOOL.Clock(60)) == 2  # fmt: skip
    for claim in ("2: 3,3,3 X wins", "3: 3,3,3,misere X wins"):
        with pytest.raises(TOOL.RefusedError, match="refused: line"):
            checker.length([f"noughts certificate {claim}\n", "- b2\n"], TOOL.Clock(60))


def test_a_clock_tells_when_the_time_is_up() -> None:
    clock = TOOL.Clock(0.01)
    while clock.seconds < 0.01:
        time.process_time()
    with pytest.raises(TOOL.TimeIsUpError):
        clock.look()
    TOOL.Clock(60).look()
