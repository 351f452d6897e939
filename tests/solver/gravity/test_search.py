"""The search where stones fall, against tables and a walk of the tests' own, and the literature.

Where no other board is needed it is 3,4,3 or 4,4,4: each board is compiled, which takes a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from noughts import Game, Position, Rules, solve, table
from noughts.core import bits
from noughts.errors import RulesError, TooLargeError
from noughts.kernels.compiler import build, plain
from noughts.solver.gravity import caller, kernel
from noughts.solver.gravity.caller import GravityCaller
from noughts.solver.gravity.search import GravitySearch, remoteness_of, search_of
from noughts.solver.known.value_list import BoardValue, values
from noughts.solver.search.limits import Limits, Solution
from noughts.solver.search.one_process import MAX_NODES, Search
from tests.tools import fewer_compiled, longer

SMALL = Limits(memory=1)
CONNECT4 = "6,7,4,gravity"


@pytest.fixture(autouse=True)
def _not_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """All searches are later ones: as plain Python these tests run with NUMBA_DISABLE_JIT."""
    monkeypatch.setattr(caller, "is_first_search", lambda: False)


def searched(position: Position, limits: Limits = SMALL, **asked: bool) -> Solution:
    """`solve`, for a board that has a table too."""
    search = GravitySearch(position, limits, None)
    return search.solution(asked.get("line", False), asked.get("best_moves", False))


def empty(text: str) -> Position:
    return Position(rules=Rules.parse(text))


def positions(rules: Rules) -> Iterator[Position]:
    """Every position of a board that is not over, each once."""
    layer = {Position(rules=rules)}
    while layer:
        yield from layer
        after = {each.play_unchecked(cell) for each in layer for cell in each.legal_moves}
        layer = {each for each in after if not each.outcome}


def some(rules: Rules, number: int) -> list[Position]:
    """Some positions of random games that are not over."""
    draw, found = Random(1), list[Position]()
    while len(found) < number:
        position = Position(rules=rules)
        for _ in range(draw.randrange(rules.cells)):
            following = position.play_unchecked(draw.choice(position.legal_moves))
            if following.outcome:
                break
            position = following
        found.append(position)
    return found


def scores(asked: GravityCaller, position: Position, value: int, plies: int) -> bool:
    """Whether value and remoteness are those of the score that the search reaches."""
    score = value * ((position.rules.cells - position.ply - plies) // 2 + 1)
    asked.stop_at(MAX_NODES)
    reached = asked.bound(position, score), asked.bound(position, score + 1)
    assert reached[0] is not None
    assert reached[1] is not None
    return reached[0] >= score >= reached[1] and remoteness_of(score, position) == plies


@cache
def walked(mover: int, other: int, rules: Rules) -> tuple[int, int]:
    """Value and remoteness by minimax with a memory, and with columns as lists of cells."""
    if bits.line_starts(other, rules):
        return -1, 0
    stones = mover | other
    found = []
    for col in range(rules.cols):
        column = [cell for cell in range(col, rules.cells, rules.cols) if not stones >> cell & 1]
        if column:
            value, plies = walked(other, mover | 1 << column[-1], rules)
            found.append((-value, plies + 1))
    best = max((value for value, _ in found), default=0)
    ends = [plies for value, plies in found if value == best]
    return best, min(ends) if best > 0 else max(ends, default=0)


@pytest.mark.parametrize(
    "text", fewer_compiled("3,4,3", "2,4,3", "3,3,3", "2,2,2", "4,3,3", "3,3,2", "1,5,3", step=4)
)
def test_some_positions_of_small_boards_are_worth_what_their_table_says(text: str) -> None:
    rules = Rules.parse(f"{text},gravity")
    for position in some(rules, 40):
        found, known = searched(position), table(rules)[position]
        assert (found.value, found.remoteness) == known


@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "text",
    fewer_compiled("3,4,3", "2,4,3", "3,3,3", "3,4,2", "4,3,3", "4,3,4", "2,6,4", step=4),
)
def test_every_position_of_a_small_board_is_worth_what_its_table_says(text: str) -> None:
    rules = Rules.parse(f"{text},gravity")
    asked = GravityCaller(rules, 1)
    for position in positions(rules):
        assert scores(asked, position, *table(rules)[position])


@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "text", fewer_compiled("4,4,4", "4,4,3", "3,5,3", "2,7,4", "5,3,3", "7,2,4", "3,5,4", step=7)
)
def test_positions_of_up_to_16_cells_are_worth_what_a_walk_says(text: str) -> None:
    rules = Rules.parse(f"{text},gravity")
    asked = GravityCaller(rules, 1)
    for position in [Position(rules=rules), *some(rules, 400)]:
        assert scores(asked, position, *walked(*position.sides, rules))


@pytest.mark.longer
@pytest.mark.no_cover
def test_every_position_of_4x4_is_worth_what_a_walk_says() -> None:
    rules = Rules.parse("4,4,4,gravity")
    asked = GravityCaller(rules, 16)
    for position in positions(rules):
        assert scores(asked, position, *walked(*position.sides, rules))


# Those of the list of values, which tests hold to what was published.
LISTED = [each for each in values() if each.remoteness is not None and each.rules.cells != 42]
QUICK = 3_000_000  # nodes


@pytest.mark.parametrize(
    "known",
    [
        *fewer_compiled(
            *(pytest.param(each, marks=pytest.mark.long) for each in LISTED if each.nodes < QUICK),
            step=9,
        ),
        *longer(*(each for each in LISTED if each.nodes >= QUICK)),
    ],
    ids=lambda each: str(each.rules),
)
@pytest.mark.no_cover
def test_boards_are_worth_what_the_list_says(known: BoardValue) -> None:
    memory = 64 if known.nodes < QUICK else 1024
    found = searched(Position(rules=known.rules), Limits(memory=memory))
    assert (found.value, found.remoteness) == (known.value, known.remoteness)


@pytest.mark.longer
@pytest.mark.no_cover
def test_connect_four_is_won_on_the_41st_move_by_the_middle_column() -> None:
    # V. Allis, A Knowledge-based Approach of Connect-Four, 1988: the middle column wins.
    found = searched(empty(CONNECT4), Limits(memory=1024, threads=2), line=True)
    assert (found.value, found.remoteness) == (1, 41)
    assert found.line
    assert len(found.line) == 41
    assert found.line[0] == 38


def test_a_line_of_best_play_keeps_value_and_remoteness() -> None:
    rules = Rules.parse("3,4,3,gravity")
    for position in some(rules, 20):
        line = searched(position, line=True).line
        assert line is not None
        for cell in line:
            value, plies = table(rules)[position]
            position = position.play(cell)
            assert table(rules)[position] == (-value, plies - 1)
        assert position.outcome


def test_moves_have_their_values_and_remoteness() -> None:
    rules = Rules.parse("3,4,3,gravity")
    for position in some(rules, 20):
        found = searched(position, best_moves=True)
        assert found.moves == table(rules).moves(position)
        assert found.best_moves == table(rules).best_moves(position)


def test_a_move_is_bounded_for_the_player_who_makes_it() -> None:
    rules = Rules.parse("3,4,3,gravity")
    for position in some(rules, 20):
        search = GravitySearch(position, SMALL, None)
        search.settle()
        for cell, value, plies in table(rules).moves(position):
            assert search.bounds_of_move(cell) == (value, value)
            assert search.evaluated(cell) == (cell, value, plies)


def test_the_soonest_of_some_moves_keeps_value_and_remoteness() -> None:
    rules = Rules.parse("3,4,3,gravity")
    for position in some(rules, 20):
        known = table(rules).moves(position)
        cell = GravitySearch(position, SMALL, None).soonest(position.legal_moves)
        assert next(move[1:] for move in known if move.cell == cell) == table(rules)[position]


def test_a_limit_leaves_open_what_is_asked() -> None:
    search = GravitySearch(empty(CONNECT4), Limits(nodes=3, memory=64), None)
    assert search.soonest([35]) is None
    assert search.evaluated(35) is None
    found = search.solution(line=True, best_moves=True)
    assert found[:2] == (-1, 1)
    assert found[4:8] == (None, None, None, None)


def test_deep_positions_of_connect_four_are_looked_up_before_they_are_searched() -> None:
    found = searched(empty(CONNECT4), Limits(nodes=400, memory=64))
    assert found.nodes == 400
    assert found.value is None


def test_the_same_nodes_are_taken_each_time() -> None:
    position = Game.parse("4,4,4,gravity: b c").position
    assert searched(position).nodes == searched(position).nodes


def test_threads_find_the_same() -> None:
    for position in some(Rules.parse("4,4,4,gravity"), 5):
        found = [searched(position, Limits(memory=1, threads=threads)) for threads in (1, 3)]
        assert found[0].remoteness == found[1].remoteness


def test_threads_go_where_no_other_thread_is() -> None:
    search = GravitySearch(empty(CONNECT4), Limits(nodes=300, memory=64, threads=2), None)
    search.settle()
    assert (search.lower, search.upper) == (-1, 1)
    assert search._engine._marks.any()


@pytest.fixture
def near(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves on small boards are looked up first, too, and threads look at marks there."""

    @cache
    def engine(rules: Rules) -> Any:
        return build("gravity", kernel.reaches, **caller.given(rules), FAR=0)

    monkeypatch.setattr(caller, "engine", engine)


@pytest.mark.usefixtures("near")
@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_looked_up_before_a_search_is_right(threads: int) -> None:
    rules = Rules.parse("3,4,3,gravity")
    for position in some(rules, 40):
        search = GravitySearch(position, Limits(memory=1, threads=threads), None)
        engine = search._engine
        for cell in position.legal_moves:  # as if another thread were at all of them
            own, filled = engine._columns.of(position.play_unchecked(cell))
            key = engine_of(rules).key_of(np.uint64(own), np.uint64(filled))
            engine._marks[engine_of(rules).slot(key, engine._marks)] = key
        assert search.solution(False, False).remoteness == table(rules)[position].remoteness


@cache
def engine_of(rules: Rules) -> Any:
    return plain(kernel.reaches, kernel.key_of, kernel.slot, **caller.given(rules))


def test_a_table_of_two_entries_is_enough_to_be_right() -> None:
    rules = Rules.parse("3,4,3,gravity")
    for position in some(rules, 40):
        search = GravitySearch(position, SMALL, None)
        search._engine._table = np.zeros(2, np.uint64)
        assert search.solution(False, False).remoteness == table(rules)[position].remoteness


def test_a_second_question_finds_what_the_first_one_kept() -> None:
    search = GravitySearch(empty("4,4,4,gravity"), SMALL, None)
    search.settle()
    nodes = search.nodes
    search.lower, search.upper = -1, 1
    search.settle()
    assert search.nodes - nodes <= 2


def test_the_first_search_begins_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller, "is_first_search", lambda: True)
    compiled: list[str] = []
    monkeypatch.setattr(GravityCaller, "compile", lambda *given: compiled.append(given[1]))
    monkeypatch.setattr(caller, "engine", caller.plain_engine)
    short = Game.parse("4,4,4,gravity: a a a a b b b b c c c").position
    assert searched(short).value is not None
    assert not compiled
    long = Game.parse("4,5,4,gravity: c c c c").position
    assert searched(long, line=True).value == 0
    assert compiled


def test_the_first_search_of_a_process_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    caller.engine.cache_clear()
    caller.plain_engine.cache_clear()
    assert caller.is_first_search()
    caller.plain_engine(Rules.parse("3,3,3,gravity"))
    assert not caller.is_first_search()


def test_a_board_that_needs_more_memory_for_its_table_says_how_much() -> None:
    with pytest.raises(TooLargeError, match="needs 8 MiB of memory at least, and not 4"):
        GravitySearch(empty("7,8,4,gravity"), Limits(memory=4), None)


def test_what_a_board_does_not_have_is_refused_by_law() -> None:
    with pytest.raises(RulesError, match="a search cannot take 8,8,4,gravity"):
        solve("8,8,4,gravity")
    assert type(search_of(empty("4,4,4"), SMALL, None)) is Search


def test_solve_gives_remoteness_line_and_moves() -> None:
    position = Game.parse("6,7,4,gravity: d d d d d c b b b b d b a a a a a a c c c").position
    found = solve(position, line=True, best_moves=True)
    assert found.line is not None
    assert found.moves is not None
    assert len(found.line) == found.remoteness
    assert [move.cell for move in found.moves] == position.legal_moves
