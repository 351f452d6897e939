"""Games with answers from outside are solved and counted right, or refused by their law."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from noughts import Position, Rules
from noughts.core.answers import Where
from noughts.core.bits import free_cells
from noughts.core.family import ANSWERS
from noughts.errors import PositionError, RulesError, TooLargeError
from noughts.players import Player
from noughts.solver.counting.perft import perft
from noughts.solver.search.jobs.driver import JobSearch
from noughts.solver.search.limits import UNLIMITED
from noughts.solver.tables.cost_estimate import cost
from noughts.solver.tables.table import Table
from noughts.solver.tables.table_file import TableFile
from noughts.solver.tables.table_folder import Plan
from noughts.solver.textbook_minimax import alphabeta, minimax
from tests.games_from_outside import ROWS, slow_game
from tests.games_from_outside import listed as listed
from tests.slow_game import State, number

pytestmark = pytest.mark.usefixtures("listed")

each_game = pytest.mark.parametrize(
    "rules",
    [
        Rules(*sizes, **{field: ROWS[field] for field in fields})
        for sizes in [(3, 2, 2), (2, 3, 3)]
        for count in range(5)
        for fields in combinations(ROWS, count)
        if not {"marks", "line"} <= set(fields)  # which contradict each other
    ],
    ids=repr,
)


def every(rules: Rules) -> Iterator[tuple[State, Position]]:
    """Each position, by sets of cells and as the library has it."""
    for state in slow_game(rules).some:
        x, o = map(number, state)
        yield state, Position(x, o, rules)


@each_game
def test_the_table_has_the_value_and_the_remoteness_of_every_position(rules: Rules) -> None:
    game, solved = slow_game(rules), Table(rules)
    assert {*solved} == {position for _, position in every(rules)}
    for state, position in every(rules):
        value, remoteness = game.worth(state)
        assert solved[position] == (value, remoteness)
        assert position in solved
        assert [(move.cell, move.value) for move in solved.moves(position)] == [
            (move, game.worth_of(state, move)) for move in game.moves(state)
        ]
        assert [move.remoteness for move in solved.moves(position)] == [
            game.worth(game.play(state, move))[1] + 1 for move in game.moves(state)
        ]
        assert solved.best_moves(position) == game.best(state)
        assert len(solved.best_line(position)) == remoteness


@each_game
def test_minimax_and_its_player_value_every_position_as_sets_do(rules: Rules) -> None:
    game, player = slow_game(rules), Player.parse("minimax")
    for state, position in every(rules):
        if position.ply > 2:  # a search from any of these walks all that follow
            sides, value = position.sides, game.worth(state)[0]
            assert minimax(*sides, rules) == alphabeta(*sides, rules) == value
            if not position.outcome:
                assert player.probabilities(position) == {game.best(state)[0]: 1}


@each_game
def test_perft_counts_what_is_played(rules: Rules) -> None:
    game, bounds = slow_game(rules), dict[int, int]()
    for count, found in zip(perft(rules, allow=bounds.__setitem__), game.ways(), strict=True):
        paths: Counter[int | None] = Counter()
        for state, ways in found.items():
            paths[game.result(state)] += ways
        assert count[1:] == (found.total(), len(found), paths[1], paths[-1], paths[0])
    assert [*bounds] == [*range(1, count.ply + 1)]
    assert min(bounds.values()) > 0


def test_a_table_says_that_no_moves_lead_to_a_position_where_laws_do_not_say_why() -> None:
    rules = Rules(2, 3, 3, marks=ROWS["marks"])
    position = Position(0b111, 0b111000, rules)
    assert position not in Table(rules)
    with pytest.raises(PositionError, match="no moves lead there"):
        Table(rules).score(position)


def _apart(planes: tuple[Any, Any], rules: Any) -> Any:
    """The free cells without a stone to their left or right."""
    stones = planes[0] | planes[1]
    return free_cells(*planes, rules) & (rules.board ^ rules.board & (stones << 1 | stones >> 1))


APART = Where(_apart, "apart", "stones stand apart", any_order=False)


def test_a_game_that_stops_before_the_board_is_full_is_counted_and_has_no_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(ANSWERS, "where", (*ANSWERS["where"], APART))
    rules = Rules(1, 4, 4, where=APART)
    assert [tuple(count)[1:] for count in perft(rules)] == [
        (1, 1, 0, 0, 0),
        (4, 4, 0, 0, 0),
        (6, 6, 0, 0, 6),
    ]
    with pytest.raises(RulesError, match="a draw has a full board"):
        Table(rules)


def test_files_whose_values_are_believed_refuse_a_game_that_is_registered(tmp_path: Path) -> None:
    position = Position(rules=Rules.parse("3,3,3,rhombus"))
    for keeps in (
        lambda: TableFile(tmp_path / "table", position.rules),
        lambda: Plan(position.rules),
        lambda: cost(position.rules),
        lambda: JobSearch(position, UNLIMITED, None, file=tmp_path / "search"),
    ):
        with pytest.raises(RulesError, match="cannot hold 3,3,3,rhombus: rhombus is from outside"):
            keeps()
    with pytest.raises(TooLargeError, match=r"of up to 12; noughts[.]solve searches larger"):
        Position(rules=Rules.parse("4,4,4,rhombus")).value  # noqa: B018 - it is worked out


def test_a_large_game_is_not_sent_to_what_refuses_it() -> None:
    searched, search = r".*noughts[.]solve searches larger boards$", ("4,4,4", "4,4,4,gravity")
    for text in ("4,4,4,wild", "2x2x4,3,gravity", *search):
        with pytest.raises(
            TooLargeError, match=searched if text in search else r"(keep it in|up to 12)$"
        ):
            Position(rules=Rules.parse(text)).value  # noqa: B018 - it is worked out
