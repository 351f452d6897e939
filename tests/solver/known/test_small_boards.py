"""What small boards of the relatives are worth, held to a slow game of lists."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from noughts import Rules
from noughts.errors import RulesError
from noughts.solver.known.small_boards import small_boards, value_of
from noughts.solver.known.value_list import turns, values
from noughts.solver.tables.table import TABLE_CELLS
from tests.games_from_outside import slow_game
from tests.slow_game import START

FEW_CELLS = 6
PAGE = Path(__file__).parents[3] / "docs/values.md"


@pytest.mark.parametrize(
    "words", ["wild", "notakto", "gravity,misere", "stones=2", "breaker", "exact", "cylinder"]
)
def test_small_boards_are_worth_what_a_slow_game_says(words: str) -> None:
    every = small_boards(words)
    assert len({*map(str, every)}) == len(every)
    few = [rules for rules in every if rules.cells <= FEW_CELLS]
    assert {rules.k for rules in few} >= {3, 4}
    for rules in few:
        found = value_of(rules)
        assert (found.value, found.remoteness) == slow_game(rules).worth(START)
        assert found.nodes > 0
        sizes = (rules.rows, rules.cols)
        assert found.sides == (sizes if turns(rules) else sizes[::-1])


def test_the_page_says_how_large_a_small_board_may_be() -> None:
    assert f"of up to {TABLE_CELLS} cells on demand" in " ".join(PAGE.read_text("utf-8").split())


def test_a_board_of_the_list_is_worth_what_the_list_says() -> None:
    known = {each.rules: each for each in values()}
    assert value_of(Rules(3, 4, 3)) is known[Rules(4, 3, 3)]


def test_of_a_board_and_the_same_on_its_side_the_longer_side_goes_down() -> None:
    wild, falling = (
        {rules.geometry.sizes for rules in small_boards(each, 4)} for each in ("wild", "gravity")
    )
    assert all(rows >= cols for rows, cols in wild)
    assert falling == wild | {sizes[::-1] for sizes in wild}


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (lambda: small_boards("left"), "'left' in"),
        (lambda: small_boards("boards=9"), "no board of boards=9 has up to 12 cells"),
        (lambda: value_of(Rules(9, 9, 5)), "list of values.*; any game may have up to 12 cells"),
        (lambda: value_of(Rules.parse("1,3,2,ultimate")), r"a draw has a full board \(full\)"),
    ],
)
def test_what_has_no_table_is_refused(asked: Callable[[], object], why: str) -> None:
    with pytest.raises(RulesError, match=why):
        asked()
