"""Wins by threats, against an oracle that tries every move and every reply."""

from __future__ import annotations

import pytest

from noughts import Position, Rules
from noughts.players.strong.budget import Budget, OutOfTime
from noughts.players.strong.threats import MOST_THREES, Threats
from noughts.solver.tables.table import table
from tests import oracle
from tests.players.strong.boards import random_positions
from tests.strategies import board_of
from tests.tools import longer, some

SMALL = [
    Rules(4, 4, 3),
    *longer(*map(Rules.parse, ("3x2x3,3", "3,4,3,torus", "4,5,4", "5,5,4"))),
]
WITH_TABLE = [
    Rules.parse(text) for text in ("3,3,3", "3,4,3", "2,6,3", "3,4,4", "3,3,3,torus", "2x2x3,2")
]

Cells = frozenset[int]


def cell_lines(rules: Rules) -> list[Cells]:
    """The lines as sets of cells, by the oracle."""
    board = board_of(rules)
    return [
        frozenset(oracle.cell_of(square, board) for square in line) for line in oracle.lines(board)
    ]


def forced_in(
    moves: int, attacker: Cells, defender: Cells, free: Cells, lines: list[Cells]
) -> set[int]:
    """The moves after which the attacker has a line at the latest with so many, whatever comes."""
    finishing = {cell for cell in free if any(line <= attacker | {cell} for line in lines)}
    if finishing or moves == 1:
        return finishing
    stopping = {cell for cell in free if any(line <= defender | {cell} for line in lines)}
    if len(stopping) > 1:
        return set()
    return {
        cell
        for cell in stopping or free
        if len(free) > 1
        and all(
            forced_in(moves - 1, attacker | {cell}, defender | {reply}, free - {cell, reply}, lines)
            for reply in sorted(free - {cell})
        )
    }


def cells(mask: int) -> Cells:
    return frozenset(cell for cell in range(mask.bit_length()) if mask >> cell & 1)


def test_who_has_two_lines_to_stop_has_no_win() -> None:
    position = Position.parse("O.O/..X/OXX")
    assert Threats(position.rules, Budget()).win(*position.sides, threes=1) is None


@pytest.mark.wide
@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_every_win_within_three_moves_is_found(rules: Rules) -> None:
    lines, found, missing = cell_lines(rules), 0, 0
    for position in random_positions(rules, 20, 1):
        own, other = map(cells, position.sides)
        for mine, theirs in ((own, other), (other, own)):  # either may be to move
            free = frozenset(range(rules.cells)) - own - other
            wins = forced_in(3, mine, theirs, free, lines)
            attacker, defender = (sum(1 << cell for cell in side) for side in (mine, theirs))
            win = Threats(rules, Budget()).win(attacker, defender, threes=1)
            if wins:
                assert win is not None, position
                found += 1
            missing += win is None
    assert found >= 5
    assert missing >= 5 or rules.k < 4


@pytest.mark.wide
@pytest.mark.parametrize("threes", range(MOST_THREES + 1))
@pytest.mark.parametrize("rules", some(WITH_TABLE, 4), ids=str)
def test_a_win_that_is_found_is_one_and_only_its_zone_stops_it(rules: Rules, threes: int) -> None:
    solved, wins, outside = table(rules), 0, 0
    for position in list(solved)[:: max(1, len(solved) // 400)]:
        if position.outcome:
            continue
        own, other = position.sides
        win = Threats(rules, Budget()).win(own, other, threes)
        if win:
            wins += 1
            assert solved[position.play(win.cell)].value == -1
        threat = Threats(rules, Budget()).win(other, own, threes)
        if threat:
            for cell in position.legal_moves:
                after = position.play(cell)
                if not threat.zone >> cell & 1 and not after.outcome:
                    outside += 1
                    assert solved[after].value == 1, (position, cell)
    assert wins >= 3
    assert outside >= 3 or rules.cells < 12 or rules.k == 4


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(Rules(5, 5, 4), marks=pytest.mark.longer),
        pytest.param(Rules(4, 6, 4), marks=pytest.mark.wide),
    ],
    ids=str,
)
def test_where_there_is_no_table_the_search_agrees(rules: Rules) -> None:
    from noughts import solve

    found = outside = 0
    for position in random_positions(rules, 30, 2):
        own, other = position.sides
        for threes in range(MOST_THREES + 1):
            win = Threats(rules, Budget()).win(own, other, threes)
            if win:
                found += 1
                after = position.play(win.cell)
                assert after.outcome or solve(after).value == -1
            threat = Threats(rules, Budget()).win(other, own, threes)
            for cell in position.legal_moves if threat else []:
                after = position.play(cell)
                if threat and not threat.zone >> cell & 1 and not after.outcome:
                    outside += 1
                    assert solve(after).value == 1, (position, cell)
    assert found > 10
    assert outside > 10


def test_a_three_that_is_open_at_both_ends_needs_no_further_three() -> None:
    position = Position.parse("....../..XX../..O.../...O../....../......", Rules(6, 6, 4))
    threats = Threats(position.rules, Budget())
    win = threats.win(*position.sides, threes=0)
    assert win is not None
    assert win.cell in (7, 10)
    closed = Position.parse("OXX.../....../....../....../....../......", Rules(6, 6, 4))
    assert Threats(closed.rules, Budget()).win(*closed.sides[::-1], threes=0) is None


def test_a_search_stops_when_its_budget_is_spent() -> None:
    position = next(random_positions(Rules(9, 9, 5), 1, 3))
    with pytest.raises(OutOfTime):
        Threats(position.rules, Budget(nodes=1)).win(*position.sides, threes=2)
    with pytest.raises(OutOfTime):
        Threats(position.rules, Budget(seconds=0)).win(*position.sides, threes=2)


# X has two twos that cross at e5, which becomes two open threes, and no win by fours alone.
CROSSING = (
    "{}.......O/........./....X..../....X..../..XX...../........./........./........./O.......O"
)


def test_two_threes_at_once_win_and_one_three_finds_it() -> None:
    position = Position.parse(CROSSING.format("O"), Rules(9, 9, 5))
    threats = Threats(position.rules, Budget())
    assert threats.win(*position.sides, threes=0) is None
    win = threats.win(*position.sides, threes=1)
    assert win is not None
    assert win.cell == 40


def test_two_fours_in_a_row_win_without_a_three() -> None:
    position = Position.parse("XO.XX/..X.O/...X./.OXO./O....", Rules(5, 5, 4))
    own, other = map(cells, position.sides)
    free, lines = frozenset(position.legal_moves), cell_lines(position.rules)
    win = Threats(position.rules, Budget()).win(*position.sides, threes=0)
    assert win is not None
    assert {win.cell} == forced_in(3, own, other, free, lines)
    assert not forced_in(2, own, other, free, lines)


def test_a_line_is_made_at_once_and_only_its_cell_stops_it() -> None:
    position = Position.parse("...OX/.X..O/.X.O./X..../.OXXO", Rules(5, 5, 4))
    assert Threats(position.rules, Budget()).win(*position.sides, threes=0) == (17, 1 << 17)


def test_the_zone_of_a_three_has_the_cells_by_which_a_reply_to_it_gains_a_four() -> None:
    # The search says that X draws by b1 and by e4, and loses by most others.
    position = Position.parse("...XO/....O/....X/...../.XOX.", Rules(5, 5, 4))
    for threes in (1, 2):
        win = Threats(position.rules, Budget()).win(*position.sides[::-1], threes)
        assert win is not None
        assert win.cell == 11
        assert win.zone >> 1 & win.zone >> 19 & 1


def test_the_zone_of_two_threes_has_the_lines_that_lack_four_cells() -> None:
    rules = Rules(7, 7, 5)
    text = "XO...../....O../....XX./O..X.../OXOX..X/......./O......"
    defender, attacker = Position.parse(text, rules).sides
    assert Threats(rules, Budget()).win(attacker, defender, threes=1) is None
    win = Threats(rules, Budget()).win(attacker, defender, threes=2)
    assert win is not None
    for line in rules.lines:
        if not line & attacker and (line & ~defender).bit_count() <= 4:
            assert line & ~defender & ~win.zone == 0


def test_only_cells_of_lines_that_lack_two_or_three_are_tried() -> None:
    budget = Budget()
    assert Threats(Rules(9, 9, 5), budget).win(1 << 40, 0, threes=2) is None
    assert budget.used == 2
