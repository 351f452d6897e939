"""Games with answers from outside are solved and counted right, or refused by their law."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from noughts import Position, Rules
from noughts.core.answers import ANSWERS, Where
from noughts.core.bits import cells_of, free_cells
from noughts.core.successors import moves_at
from noughts.errors import PositionError, RulesError
from noughts.players import Player
from noughts.solver.counting.perft import perft
from noughts.solver.tables.table import Table
from noughts.solver.textbook_minimax import alphabeta, minimax
from tests.games_from_outside import ROWS, listed  # noqa: F401 - a fixture
from tests.oracle import number_of
from tests.solver.outside_oracle import Outside

Game = tuple[Rules, Outside]

pytestmark = pytest.mark.usefixtures("listed")

GAMES: list[Game] = [
    (Rules(*sizes, **{field: ROWS[field] for field in fields}), Outside(*sizes, fields))
    for sizes in [(3, 2, 2), (2, 3, 3)]
    for count in range(5)
    for fields in combinations(ROWS, count)
    if not {"marks", "line"} <= set(fields)  # which contradict each other
]


@pytest.fixture(params=GAMES, ids=lambda game: f"{game[1].board[:2]} {' '.join(game[1].fields)}")
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def position_of(marks: str, rules: Rules) -> Position:
    return Position(number_of("X", (marks,)), number_of("O", (marks,)), rules)


def marks_of(position: Position) -> str:
    return str(position).replace("/", "")


def after(position: Position) -> dict[int, str]:
    return {move: marks_of(position.play(move)) for move in position.moves()}


def test_each_move_leads_where_the_oracle_says_and_tells_of_a_line(game: Game) -> None:
    rules, outside = game
    for marks in {marks for ply in outside.plies for marks in ply}:
        position, moves = position_of(marks, rules), outside.after(marks)
        hands = "XO" if "marks" in outside.fields else outside.turn(marks)
        named = {c + hands.index(hand) * rules.cells: then for (c, hand), then in moves.items()}
        assert after(position) == named
        if moves:
            every = moves_at(position.ply, rules)
            found, lined = every.of(position.x | position.o << rules.cells)
            assert list(cells_of(found >> every.shift)) == sorted(named)
            for move, then in named.items():
                ends = outside.result(then) is not None and outside.has_line(then)
                assert bool(lined >> every.shift >> move & 1) == ends


def test_the_table_has_the_value_and_the_remoteness_of_every_position(game: Game) -> None:
    rules, outside = game
    solved = Table(rules)
    assert {marks_of(p) for p in solved} == {marks for ply in outside.plies for marks in ply}
    for position in solved:
        marks = marks_of(position)
        assert solved[position] == outside.worth(marks)
        assert position in solved
        moves = {move.cell: move[1:] for move in solved.moves(position)}
        then = after(position)
        assert moves == {a: outside.move_worth(marks, to) for a, to in then.items()}
        value = outside.worth(marks)[0]
        assert solved.best_moves(position) == [a for a, worth in moves.items() if worth[0] == value]
        line = solved.best_line(position)
        assert len(line) == outside.worth(marks)[1]


def test_minimax_and_its_player_value_every_position_as_the_oracle_does(game: Game) -> None:
    rules, outside = game
    player = Player.parse("minimax")
    for marks in {marks for ply in outside.plies[2:] for marks in ply}:
        position = position_of(marks, rules)
        value = outside.worth(marks)[0]
        if not rules.has("alternates", "owned", "fair"):
            with pytest.raises(RulesError, match="textbook minimax cannot take"):
                minimax(*position.sides, rules)
            return
        assert minimax(*position.sides, rules) == alphabeta(*position.sides, rules) == value
        if not position.outcome:
            moves = after(position).items()
            best = [a for a, to in moves if outside.move_worth(marks, to)[0] == value]
            assert player.probabilities(position) == {best[0]: 1}


def test_perft_counts_what_the_oracle_plays(game: Game) -> None:
    rules, outside = game
    for count, found in zip(perft(rules), outside.plies, strict=True):
        paths: Counter[str | None] = Counter()
        for marks, ways in found.items():
            paths[outside.result(marks)] += ways
        ends = paths["X"], paths["O"], paths["draw"]
        assert count[1:] == (found.total(), len(found), *ends)


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


APART = Where(_apart, "apart", "stones stand apart", "stones stand apart", any_order=False)


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
