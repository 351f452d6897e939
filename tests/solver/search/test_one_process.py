"""A search's values, lines and best moves; its limits, its interruptions, and what it compiles."""

from __future__ import annotations

import gc
import sys
import threading
import time
import weakref
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from noughts import Game, NoughtsError, Position, Rules
from noughts.core.rules import TICTACTOE, O, X
from noughts.errors import MissingExtraError, PositionError, TooLargeError
from noughts.solver.search import engine_caller, one_process
from noughts.solver.search.api import solve
from noughts.solver.search.engine.transposition_table import MARKS
from noughts.solver.search.engine_caller import engine
from noughts.solver.search.limits import Limits, Progress
from noughts.solver.search.one_process import TURNS, Search
from noughts.solver.search.questions import ranked, reflected
from noughts.solver.tables.table import table
from tests.solver.search.tools import SMALL, plain, plain_value, searched
from tests.tools import COMPILED, longer

MISERE = Rules(3, 3, 3, misere=True)


def empty(rows: int, cols: int, k: int) -> Position:
    return Position(rules=Rules(rows, cols, k))


# Values.


@pytest.mark.parametrize("number", [80 if COMPILED else 10, *longer(200)])
@pytest.mark.parametrize("rules", [Rules(4, 4, 4), Rules(4, 4, 4, misere=True)], ids=str)
def test_late_positions_of_4x4_are_worth_what_minimax_says(rules: Rules, number: int) -> None:
    search = Search(Position(rules=rules), SMALL, None)
    random = np.random.default_rng(4)
    for _ in range(number):
        position = Position(rules=rules)
        for _ in range(random.integers(8, 13)):
            position = position.play(int(random.choice(position.legal_moves)))
            if position.outcome:
                break
        if position.outcome:
            continue
        value = plain_value(*position.sides, rules)
        assert search._wins(position.turn, position) == (value > 0)
        assert search._wins(X + O - position.turn, position) == (value < 0)


@pytest.mark.wide
@pytest.mark.skipif(not COMPILED, reason="too many positions for plain Python")
def test_a_published_value_is_found() -> None:
    assert solve("4,4,4").value == 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("board", "value"),
    [
        *[("4,4,3", 1), ("5,3,3", 1), ("6,5,4", 1), ("6,6,4", 1)],
        pytest.param("9,4,4", 1, marks=pytest.mark.longer),
        *[("5,5,4", 0), ("5,4,4", 0), ("6,4,4", 0), ("7,4,4", 0)],
        pytest.param("8,4,4", 0, marks=pytest.mark.longer),
        *[("5,5,5", 0), ("6,6,5", 0), ("7,7,5", 0)],
    ],
)
@pytest.mark.skipif(not COMPILED, reason="too many positions for plain Python")
def test_published_values_that_take_longer_are_found(board: str, value: int) -> None:
    assert solve(board).value == value


# Lines and moves.


@pytest.mark.parametrize("rules", [TICTACTOE, MISERE], ids=str)
def test_best_moves_keep_the_value_and_so_does_every_move_of_a_line(rules: Rules) -> None:
    solved = table(rules)
    for position in list(solved)[:: 300 if COMPILED else 2000]:
        found = searched(position, line=True, best_moves=True)
        assert found.value == solved[position].value
        assert found.best_moves == solved.best_moves(position)
        assert found.line is not None
        for cell in found.line:
            assert cell in solved.best_moves(position)
            position = position.play(cell)
        assert position.outcome


def test_a_line_wins_at_once_where_it_can() -> None:
    # The block at 3 weighs more than the win at 0, and would keep the win.
    position = Position.parse(".XO........", Rules(1, 11, 2))
    assert searched(position, line=True).line == [0]


def test_a_finished_game_has_its_value_without_a_search() -> None:
    found = searched(Position.parse("XXX/OO./..."), line=True, best_moves=True)
    assert found[:3] == (-1, -1, 0)
    assert (found.line, found.best_moves) == ([], [])


# Limits.


@pytest.mark.parametrize("patience", [1, 3, 40])
def test_a_question_that_takes_long_is_asked_in_every_way_in_turn(
    patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    nodes = [1, patience, 2, patience, 3, 1, 4, one_process.MAX_NODES]
    turns = tuple(turn._replace(nodes=most) for turn, most in zip(TURNS, nodes, strict=False))
    monkeypatch.setattr(one_process, "TURNS", turns)
    solved = table(TICTACTOE)
    for position in list(solved)[:: 200 if COMPILED else 2000]:
        assert searched(position).value == solved[position].value
        found = searched(position, Limits(nodes=60, memory=1))
        assert found.lower <= solved[position].value <= found.upper
        assert found.nodes <= 60


@pytest.mark.parametrize("nodes", [0, 1, 5, 20, 60, 200])
def test_bounds_hold_the_value_wherever_the_search_was_stopped(nodes: int) -> None:
    solved = table(TICTACTOE)
    for position in list(solved)[:: 200 if COMPILED else 2000]:
        found = searched(position, Limits(nodes=nodes, memory=1), line=True, best_moves=True)
        assert found.lower <= solved[position].value <= found.upper
        assert found.best_moves in (None, solved.best_moves(position))
        assert found.nodes <= nodes
        if found.value is None:
            assert found.line is found.best_moves is None


def test_the_second_player_never_wins_from_the_empty_board_and_in_misere_may() -> None:
    none = Limits(nodes=0, memory=1)
    assert searched(Position(), none)[:2] == (0, 1)
    assert searched(Position(rules=Rules(1, 5, 3, True)), none)[:2] == (-1, 1)
    assert searched(Position().play(0), none)[:2] == (-1, 1)


def test_in_misere_the_first_player_never_wins_an_even_number_of_cells() -> None:
    none = Limits(nodes=0, memory=1)
    for rules in (Rules(2, 4, 3, misere=True), Rules.parse("2x2x2,2,misere"), Rules(1, 6, 3, True)):
        assert searched(Position(rules=rules), none)[:2] == (-1, 0)
        assert table(rules)[Position(rules=rules)].value <= 0
        after = Position(rules=rules).play(0)
        assert searched(after, none)[:2] == (-1, 1)
    assert searched(Position(rules=Rules(5, 3, 3, True)), none)[:2] == (-1, 1)
    assert searched(Position(rules=MISERE), none)[:2] == (0, 1)


def test_in_misere_a_board_with_a_pairing_is_drawn_without_a_move() -> None:
    for rules in (Rules(8, 8, 8, True), Rules(7, 7, 7, True)):
        found = searched(Position(rules=rules))
        assert (found.value, found.nodes) == (0, 1)


class Lopsided(Rules):
    """A board on which one line has no opposite."""

    @property
    def lines(self) -> tuple[int, ...]:
        """All but one."""
        return super().lines[1:]


def test_lines_without_an_opposite_leave_nothing_to_reflection() -> None:
    assert reflected(Rules(4, 3, 3)) == (-1, 0)
    assert reflected(Lopsided(4, 3, 3)) == (-1, 1)


def test_by_reflection_alone_the_first_player_wins_misere_in_three_dimensions() -> None:
    found = solve("3x3x3,3,misere", limits=Limits(nodes=0), line=True)
    assert (found.value, found.nodes) == (1, 0)
    game = Game(Rules.parse("3x3x3,3,misere"), moves=found.line or [])
    assert game.outcome
    assert game.outcome.winner == X


LONG_GAME = empty(8, 4, 4) if COMPILED else empty(5, 5, 4)


def test_a_limit_of_time_stops_the_search_and_its_progress_was_told() -> None:
    told: list[Progress] = []
    found = solve(LONG_GAME, limits=Limits(seconds=0.5, memory=1), progress=told.append)
    told = [each for each in told if not each.compiling]
    assert (found.lower, found.upper, found.value) == (0, 1, None)
    assert [each.nodes for each in told] == sorted(each.nodes for each in told)
    assert told[-1].nodes <= found.nodes
    assert {(each.lower, each.upper) for each in told} == {(0, 1)}


def test_a_limit_of_time_needs_nobody_to_tell() -> None:
    assert solve(LONG_GAME, limits=Limits(seconds=0.2, memory=1)).value is None


def test_an_interruption_gives_what_was_proved() -> None:
    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    found = solve(LONG_GAME, limits=SMALL, progress=interrupt)
    assert (found.lower, found.upper) == (0, 1)


def test_what_another_fault_raises_is_raised_once_the_search_has_ended() -> None:
    def fail(_: Progress) -> None:
        raise NoughtsError("no room on the screen")

    before = threading.active_count()
    with pytest.raises(NoughtsError, match="no room"):
        solve(LONG_GAME, limits=SMALL, progress=fail)
    assert threading.active_count() == before


def test_a_board_beyond_a_word_is_refused() -> None:
    with pytest.raises(TooLargeError, match=r"5,13,5 has 65 cells; .* up to 64"):
        solve(empty(5, 13, 5))


@pytest.mark.parametrize("memory", [2**50, 2**70, 2**100])
def test_more_memory_than_there_is_is_refused(memory: int) -> None:
    with pytest.raises(TooLargeError, match=f"not enough memory for {memory} MiB"):
        solve("4,4,4", limits=Limits(memory=memory))


@pytest.mark.parametrize(("nodes", "value"), [(2**100, 0), (-1, None)])
def test_a_limit_of_nodes_may_be_any_number(nodes: int, value: int | None) -> None:
    position = Position.parse("XOX/.../...")
    assert searched(position, Limits(nodes=nodes, memory=1)).value == value


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(
        MissingExtraError,
        match="searches of boards too large for a table need Numba; install with: ",
    ):
        solve(Rules(3, 5, 3, misere=True))


def test_what_play_cannot_reach_is_refused() -> None:
    with pytest.raises(PositionError, match=r"play cannot reach XXXX/OOO./O\.\.\./\.\.\.\."):
        solve(Position.parse("XXXX/OOO./O.../....", Rules(4, 4, 4)))


def test_a_search_leaves_nothing_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[weakref.ref[engine_caller.EngineCaller]] = []

    class Watched(engine_caller.EngineCaller):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            made.append(weakref.ref(self))

    monkeypatch.setattr(engine_caller, "EngineCaller", Watched)
    gc.disable()
    try:  # a table of 256 MiB must not wait for the collector
        searched(Position.parse("XOX/.../..."), line=True, best_moves=True)
        assert [each() for each in made] == [None]
    finally:
        gc.enable()


def test_a_table_is_gone_before_another_takes_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    caller = engine_caller.EngineCaller(TICTACTOE, 1)
    before, left = weakref.ref(caller._table), []

    def new_table(entries: int) -> Any:
        left.append(before())
        return np.zeros((entries, 1))

    monkeypatch.setattr(engine_caller, "new_table", new_table)
    caller.forget()
    assert left == [None]


# What is compiled.

COMPILES = 0.5  # seconds


@pytest.fixture
def slow_compiler(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The engine as if it were compiled now, and were a long time about it."""
    from numba.core import event

    functions, compiled = plain(), []

    class Slow(SimpleNamespace):
        def __getattribute__(self, way: str) -> Any:
            if way in ("wins", "proves", "suffers") and way not in compiled:
                compiled.append(way)
                with event.trigger_event("numba:compile"):
                    time.sleep(COMPILES)
            return getattr(functions, way)

    monkeypatch.setattr(engine_caller, "engine", Slow)
    monkeypatch.setattr(engine_caller, "is_first_search", lambda: False)
    monkeypatch.setattr(Search, "_answers_plainly", lambda *_: False)
    return compiled


def test_no_limit_counts_what_is_compiled(slow_compiler: list[str]) -> None:
    position = Position.parse("XOX/.../...")
    # A clock that counted would have stopped the search before its first node.
    found = searched(position, Limits(seconds=COMPILES - 0.1, memory=1))
    assert slow_compiler == ["wins"]
    assert found.value == 0
    assert found.seconds < COMPILES
    assert found.nodes == searched(position).nodes


def test_progress_says_that_the_search_is_compiling(slow_compiler: list[str]) -> None:
    told: list[Progress] = []
    searched(Position.parse("XOX/.../..."), SMALL, told.append)
    compiling = [each for each in told if each.compiling]
    assert compiling
    assert {each.nodes for each in compiling} == {0}
    assert len({each.seconds for each in compiling}) == 1  # the clock stands still
    told.clear()
    searched(Position.parse("XOX/.../..."), SMALL, told.append)
    assert not any(each.compiling for each in told)
    assert slow_compiler == ["wins"]


def test_compiling_needs_nobody_to_tell(slow_compiler: list[str]) -> None:
    assert searched(Position.parse("XOX/.../...")).value == 0
    assert slow_compiler == ["wins"]


def test_an_interruption_while_compiling_gives_what_was_known(slow_compiler: list[str]) -> None:
    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    found = searched(Position(), SMALL, interrupt)
    assert found[:3] == (0, 1, 0)
    assert found.seconds < COMPILES
    assert slow_compiler == ["wins"]


def test_nothing_is_compiled_where_no_node_is_allowed(slow_compiler: list[str]) -> None:
    assert searched(Position(), Limits(nodes=0, memory=1))[:3] == (0, 1, 0)
    assert not slow_compiler


def test_misere_compiles_its_own_search_alone(slow_compiler: list[str]) -> None:
    assert searched(Position.parse("XOX/OXO/...", MISERE)).value is not None
    assert slow_compiler == ["suffers"]


def test_a_search_that_was_compiled_before_says_nothing_of_it() -> None:
    told: list[Progress] = []
    solve("4,4,4", limits=Limits(nodes=10, memory=1))
    solve("5,5,4", limits=Limits(nodes=10, memory=1), progress=told.append)
    assert not any(each.compiling for each in told)
    assert engine() is engine()


@pytest.mark.parametrize(
    ("position", "ranks", "misere"),
    [
        ("XX./OO./...", [2, 5, 6, 8, 7], [7, 8, 6, 5, 2]),
        ("XO./.X./..O", [6, 2, 3, 5, 7], [7, 5, 3, 2, 6]),
        (".../.../...", [4, 0, 2, 6, 8, 1, 3, 5, 7], [7, 5, 3, 1, 8, 6, 2, 0, 4]),
    ],
)
def test_moves_are_ranked_by_the_lines_that_they_make_and_block(
    position: str, ranks: list[int], misere: list[int]
) -> None:
    assert ranked(Position.parse(position)) == ranks
    assert ranked(Position.parse(position, TICTACTOE.replace(misere=True))) == misere


def test_the_table_of_a_search_has_as_many_entries_as_fit() -> None:
    for mebibytes in (0, 1, 3):
        place = engine_caller.EngineCaller(TICTACTOE, mebibytes)
        size = place._table[:-MARKS].nbytes
        assert size <= max(mebibytes << 20, 80) < 2 * size


def test_the_largest_board_of_a_search_has_as_many_cells_as_a_word_has_bits() -> None:
    assert Search(Position(rules=Rules(8, 8, 8)), SMALL, None).lower == 0
    with pytest.raises(TooLargeError, match="5,13,5 has 65 cells"):
        Search(Position(rules=Rules(5, 13, 5)), SMALL, None)


def test_the_bounds_of_a_move_begin_with_those_of_the_position() -> None:
    search = Search(Position.parse("XOX/XOO/..."), SMALL, None)
    search.settle()
    assert (search.lower, search.upper) == (1, 1)
    assert search.bounds_of_move(6) == (1, 1)
    drawn = Search(Position.parse("X../.O./..X"), SMALL, None)
    drawn.settle()
    assert (drawn.lower, drawn.upper) == (0, 0)
    assert [drawn.bounds_of_move(cell) for cell in (1, 2)] == [(0, 0), (-1, -1)]
    lost = Search(Position.parse("X.X/.O./X.O"), SMALL, None)
    lost.settle()
    assert (lost.upper, lost.bounds_of_move(1)) == (-1, (-1, -1))
