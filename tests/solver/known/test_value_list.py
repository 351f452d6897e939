"""The list of values is whole, is read as it is written, and agrees with all that others say."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from noughts import Position, Rules
from noughts.errors import NotationError, RulesError
from noughts.solver.known.value_list import (
    VALUES,
    BoardValue,
    listed,
    listed_boards,
    play_of,
    read,
    sources,
    values,
    written,
)
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.table import Table
from tests import oracle
from tests.tools import COMPILED, some

PAGE = Path(__file__).parents[3] / "docs/values.md"
LIST = values()
FALLING = [value for value in LIST if play_of(value.rules) == "gravity"]
# On which move the game ends where stones fall, for 4, 5, ... columns: the readme of
# C. Steininger's github.com/ChristopheSteininger/c4.
LAST_MOVES = {
    4: [16, 20, 24, 28, 32, 36, 40, 44, 48],
    5: [20, 25, 30, 35, 39, 41, 47, 51],
    6: [24, 30, 36, 41, 48, 52, 59],
    7: [28, 35, 41, 49, 53, 55],
    8: [32, 40, 48, 55, 62],
    9: [36, 45, 53, 63],
    10: [40, 50, 60, 69],
    11: [44, 55, 63],
    12: [48, 60, 72],
    13: [52, 65],
}
SMALL = [value for value in LIST if value.rules.cells <= 8]


def ids(value: BoardValue) -> str:
    return str(value.rules)


def test_every_board_is_in_the_list_once_in_its_order() -> None:
    assert [value.rules for value in LIST] == [*listed_boards()]
    flat = {
        listed(Rules(rows, cols, k, misere))
        for rows in range(1, 65)
        for cols in range(1, 64 // rows + 1)
        for k in range(3, min(max(rows, cols), 8) + 1)
        for misere in (False, True)
    }
    assert flat == {value.rules for value in LIST if value not in FALLING}
    assert {value.rules for value in FALLING} == {
        Rules(rows, cols, 4, where="gravity")
        for rows, cols in product(range(4, 16), range(4, 13))
        if (rows + 1) * cols <= 64
    }


def test_the_file_is_read_as_it_is_written() -> None:
    lines = [line for line in VALUES.read_text("utf-8").splitlines() if line[0] != "#"]
    assert lines == [written(value._replace(published={})) for value in LIST]


def test_the_page_counts_what_the_list_has_settled() -> None:
    text = " ".join(PAGE.read_text("utf-8").split())
    normal, misere = (
        [value for value in LIST if play_of(value.rules) == play] for play in ("normal", "misere")
    )
    opened = [value for value in normal if value.value is None]
    settled = [value for value in misere if value.value is not None]
    proved = [value for value in settled if value.certificate is not None]
    held = f"{len(settled)} settled boards of misère {len(proved)} have a certificate."
    assert f"Of the {held}" in text
    unproved = [value for value in normal if value.value is not None and value.certificate is None]
    names = " and ".join(str(value.rules) for value in unproved)
    assert f"Each settled board of normal play but {names} has a [certificate]" in text
    *most, last = [str(value.rules) for value in opened]
    boards = "; ".join([*most, f"and {last}"])
    assert f"In normal play {len(opened)} boards are open in this list: {boards}. " in text
    assert f"In misère {len(misere) - len(settled)} boards are open, with 3 to 6 in a row." in text
    assert {value.rules.k for value in misere if value.value is None} == {3, 4, 5, 6}


def test_the_page_says_how_games_end_where_stones_fall() -> None:
    ends = {
        value.sides: "?" if value.value is None else f"{'DWL'[value.value]}{value.remoteness}"
        for value in FALLING
    }
    every = range(4, 13)
    head = [f"| rows | {' | '.join(map(str, every))} |", f"| --- |{' --- |' * len(every)}"]
    grid = [
        f"| {rows} | {' | '.join(ends.get((cols, rows), '') for cols in every)} |"
        for rows in range(4, 16)
    ]
    assert "\n".join([*head, *grid, ""]) in PAGE.read_text("utf-8")


def test_the_page_has_each_board_that_took_many_nodes() -> None:
    told = {1: "the first player wins", 0: "a draw", -1: "the second player wins"}
    rows = {
        f"| {value.rules} | {told[value.value]} | {value.nodes:,} | {value.seconds:.1f} "
        f"| {'-' if value.certificate is None else f'{value.certificate:,}'} |"
        for value in LIST
        if value.value is not None and value.nodes >= 100_000 and value not in FALLING
    }
    page = PAGE.read_text("utf-8")
    assert {*re.findall(r"^\| \d+,\d+,\d\S* \| (?:a|the) .*", page, re.MULTILINE)} == rows


@pytest.mark.parametrize(
    ("name", "boards"),
    [
        ("11-4-4.md", "11,4,4 12,4,4 13,4,4 14,4,4 15,4,4 16,4,4"),
        ("11-5-5.md", "10,6,5 11,5,5 12,5,5"),
    ],
)
def test_the_page_of_a_new_value_has_the_nodes_and_the_lines_of_the_list(
    name: str, boards: str
) -> None:
    text = PAGE.with_name(name).read_text("utf-8")
    for value in (each for each in LIST if str(each.rules) in boards.split()):
        assert value.certificate is None or f" {value.certificate:,} " in text
        assert f" {value.nodes:,} " in text


def test_a_settled_value_is_one_that_theory_allows() -> None:
    for value in LIST:
        even = value.rules.cells % 2 == 0
        assert value.lower <= value.upper
        assert play_of(value.rules) != "normal" or value.lower >= 0, "strategy stealing"
        assert not (value.rules.misere and even) or value.upper <= 0, "reflection"
        assert value.certificate is None or value.value is not None
        falls = value in FALLING
        rows, cols = value.rules.geometry.sizes
        assert value.sides == ((cols, rows) if falls else (rows, cols))
        assert (value.remoteness is not None) == (falls and value.value is not None)
        assert value.value is None or value.nodes > 0


@pytest.mark.no_cover
@pytest.mark.parametrize("value", some(SMALL, 3), ids=ids)
def test_a_small_board_is_worth_what_the_oracle_says(value: BoardValue) -> None:
    rules = value.rules
    board = oracle.Board((rules.rows, rules.cols), rules.k, rules.misere)
    assert value.value == oracle.worth(oracle.empty(board), board).value


@pytest.mark.longer
@pytest.mark.skipif(not COMPILED, reason="too many positions for plain Python")
@pytest.mark.parametrize("value", [each for each in LIST if 8 < each.rules.cells <= 18], ids=ids)
def test_a_larger_board_is_worth_what_its_table_says(value: BoardValue, tmp_path: Path) -> None:
    write_table(value.rules, tmp_path / "table")
    table = Table(value.rules, tmp_path / "table")
    found = table[Position(rules=value.rules)].value
    assert value.lower <= found <= value.upper


def test_games_last_as_long_as_was_published_where_stones_fall() -> None:
    found = {value.rules.geometry.sizes: value.remoteness for value in FALLING}
    told = {
        (rows, cols): last
        for rows, lasts in LAST_MOVES.items()
        for cols, last in enumerate(lasts, 4)
    }
    both = {sizes: last for sizes, last in found.items() if last and sizes in told}
    assert both == {sizes: told[sizes] for sizes in both}
    assert {*product((4, 5, 6), (4, 5, 6)), *product([4], (7, 8, 9)), (6, 7)} <= {*both}


def test_what_was_published_contradicts_nothing() -> None:
    for value in LIST:
        for key, stated in value.published.items():
            assert value.lower <= stated <= value.upper, f"{key} on {value.rules}"
    assert {key for value in LIST for key in value.published} == set(sources())


def test_a_source_says_what_was_read_of_it() -> None:
    for key, source in sources().items():
        assert key == source.key
        assert key.endswith(str(source.year))
        assert source.read
        assert source.title
    assert sources()["charatsidis2017"].values[Rules(8, 6, 4)] == 1  # by 6+,5+,4
    assert Rules(5, 5, 5) not in sources()["charatsidis2017"].values


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["3,3,3 0 17 0.003"], "line 1 of the values: '3,3,3 0 17 0.003' is not a value"),
        (["# head", "3,3,3 2 17 0.003 -"], "line 2 of the values: '3,3,3 2 17 0.003 -' is not"),
        (["3,3,3 0 -1 0.003 -"], "is not a value"),
        (["3,4,3 1 17 0.003 -"], "line 1 of the values: 3,4,3 is listed as 4,3,3"),
        (["9,8,3 1 17 0.003 -"], "9,8,3 is not in the list of values, which has flat boards"),
        (["3,3 0 17 0.003 -"], "'3,3' is not a valid board"),
        (["3,3,3 0 17 0.003 -"] * 2, "line 2 of the values: 3,3,3 is listed twice"),
    ],
)
def test_a_line_that_says_no_value_is_refused_by_its_number(lines: list[str], reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        dict(read(lines))
    assert reason in str(refused.value)


@pytest.mark.parametrize("text", ["3x3x3,3", "3,3,3,torus", "13,5,5", "3,3,2", "9,1,9"])
def test_a_board_that_is_not_in_the_list_is_refused_by_its_name(text: str) -> None:
    with pytest.raises(RulesError, match=f"{text} is not in the list of values"):
        listed(Rules.parse(text))
