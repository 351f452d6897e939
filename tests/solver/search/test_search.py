"""The search against tables, the oracle and published values; each cut-off as its own claim."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from noughts import NoughtsError, Position, Rules, Symmetry, symmetries
from noughts.core import bits
from noughts.core.bits import cells_of
from noughts.core.rules import TICTACTOE, O, X
from noughts.core.symmetry import transform
from noughts.errors import MissingExtraError, PositionError, TooLargeError
from noughts.solver.search import api as search_module
from noughts.solver.search.api import Limits, Progress, Search, _frames, _memory, solve
from noughts.solver.search.compiled import engine, plain_engine
from noughts.solver.search.engine import board as given
from noughts.solver.search.engine import depth_first, transpositions
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.table import table
from tests import oracle
from tests.strategies import SHAPES, board_of, grid_of
from tests.tools import COMPILED

MISERE = Rules(3, 3, 3, misere=True)
SMALL = Limits(memory=1)


def empty(rows: int, cols: int, k: int) -> Position:
    return Position(rules=Rules(rows, cols, k))


# Values.


@pytest.mark.wide
@pytest.mark.parametrize("rules", [TICTACTOE, MISERE], ids=str)
def test_every_position_of_3x3_is_worth_what_its_table_says(rules: Rules) -> None:
    solved = table(rules)
    search = Search(Position(rules=rules), SMALL, None)
    for position in list(solved)[:: 1 if COMPILED else 40]:
        value = solved[position].value
        assert search._wins(position.turn, position) == (value > 0)
        assert search._wins(X + O - position.turn, position) == (value < 0)


@pytest.mark.long
@pytest.mark.parametrize("misere", [False, True])
def test_positions_of_4x3_are_worth_what_their_table_says(misere: bool) -> None:
    rules = Rules(4, 3, 3, misere)
    solved = table(rules)
    search = Search(Position(rules=rules), SMALL, None)
    for position in list(solved)[:: 3 if COMPILED else 2000]:
        value = solved[position].value
        assert search._wins(position.turn, position) == (value > 0)
        assert search._wins(X + O - position.turn, position) == (value < 0)


@cache
def plain_value(mover: int, other: int, rules: Rules) -> int:
    """Minimax with a memory and nothing else, for boards beyond the table."""
    if bits.line_starts(other, rules):
        return 1 if rules.misere else -1
    free = bits.free_cells(mover, other, rules)
    replies = (plain_value(other, mover | 1 << cell, rules) for cell in cells_of(free))
    return max((-reply for reply in replies), default=0)


@pytest.mark.parametrize("rules", [Rules(4, 4, 4), Rules(4, 4, 4, misere=True)], ids=str)
def test_late_positions_of_4x4_are_worth_what_minimax_says(rules: Rules) -> None:
    search = Search(Position(rules=rules), SMALL, None)
    random = np.random.default_rng(4)
    for _ in range(200 if COMPILED else 10):
        position = Position(rules=rules)
        for _ in range(random.integers(8, 13)):
            position = position.play(int(random.choice(position.moves())))
            if position.outcome:
                break
        if position.outcome:
            continue
        value = plain_value(*position.sides, rules)
        assert search._wins(position.turn, position) == (value > 0)
        assert search._wins(X + O - position.turn, position) == (value < 0)


@st.composite
def small_positions(draw: st.DrawFn) -> Position:
    """A position of a board of up to 12 cells, without a line, that play can reach or not."""
    rules = draw(st.sampled_from(SHAPES))
    rules = Rules(rules.rows, rules.cols, rules.k, draw(st.booleans()))
    order = draw(st.permutations(range(rules.cells)))
    position = Position(rules=rules)
    for cell in order[: draw(st.integers(max(rules.cells - 8, 0), rules.cells))]:
        if position.legal:
            position = position.play_unchecked(cell)
    return position


@cache
def arrays(rules: Rules) -> tuple[Any, ...]:
    return tuple(_memory(rules, SMALL))


def word(mask: int) -> Any:
    return np.uint64(mask)


def searches(rules: Rules, plain: Any) -> list[tuple[Any, int, tuple[Any, ...]]]:
    """Every search that holds for the rules: what it is called with at `seen`, and its arrays."""
    if rules.misere:
        return [(plain.suffers, 0, arrays(rules))]
    proof_arrays = (*_memory(rules, SMALL), _frames(rules))  # a table of its own
    return [(plain.wins, rules.board, arrays(rules)), (plain.proves, rules.board, proof_arrays)]


@settings(max_examples=60)
@drawn(small_positions())
def test_plain_engines_of_odd_boards_agree_with_the_oracle(position: Position) -> None:
    if position.outcome:
        return
    rules = position.rules
    value = oracle.worth(grid_of(position), board_of(rules)).value
    for search, passed, memory in searches(rules, plain_engine(rules)):
        for sides, attacks in ((position.sides, True), (position.sides[::-1], False)):
            won = search(*map(word, (*sides, position.legal, passed)), attacks, 0, *memory)
            assert bool(won) == (value == (1 if attacks else -1))


@pytest.mark.wide
@pytest.mark.parametrize("text", ["5,5,4", "4,4,4,misere", "6,4,4"])
@pytest.mark.parametrize("nodes", [0, 600])
def test_plain_engines_stop_where_they_are_told_without_an_answer(text: str, nodes: int) -> None:
    rules = Rules.parse(text)
    for search, passed, memory in searches(rules, plain_engine(rules)):
        tally = np.array([0, nodes, 0], np.uint64)
        own = (*memory[:4], tally, *memory[5:])
        assert not search(*map(word, (0, 0, rules.board, passed)), True, 0, *own)
        assert tally[0] == nodes


def test_proof_numbers_settle_every_position_of_3x3_too() -> None:
    solved = table(TICTACTOE)
    search, passed, memory = searches(TICTACTOE, engine(TICTACTOE))[1]
    for position in still_open(TICTACTOE):
        for sides, attacks in ((position.sides, True), (position.sides[::-1], False)):
            won = search(*map(word, (*sides, position.legal, passed)), attacks, 0, *memory)
            assert bool(won) == (solved[position].value == (1 if attacks else -1))


@pytest.mark.skipif(not COMPILED, reason="too many positions for plain Python")
@pytest.mark.parametrize("k", [pytest.param(3, marks=pytest.mark.long), 4])
@pytest.mark.usefixtures("own_tables")
def test_positions_of_4x4_are_worth_what_a_table_of_them_all_says(k: int) -> None:
    rules = Rules(4, 4, k)
    write_table(rules)
    solved = table(rules)
    ways = searches(rules, engine(rules))
    random = np.random.default_rng(k)
    for _ in range(1500):
        position = Position(rules=rules)
        for _ in range(random.integers(0, 12)):
            if not position.outcome:
                position = position.play(int(random.choice(position.moves())))
        if position.outcome:
            continue
        value = solved[position].value
        for search, passed, memory in ways:
            for sides, attacks in ((position.sides, True), (position.sides[::-1], False)):
                won = search(*map(word, (*sides, position.legal, passed)), attacks, 0, *memory)
                assert bool(won) == (value == (1 if attacks else -1))


@pytest.mark.parametrize(("board", "value"), [((3, 3, 3), 0), ((4, 4, 4), 0)])
@pytest.mark.skipif(not COMPILED, reason="too many positions for plain Python")
def test_published_values_are_found(board: tuple[int, int, int], value: int) -> None:
    assert solve(empty(*board)).value == value


@pytest.mark.long
@pytest.mark.parametrize(
    ("board", "value"),
    [
        *[((4, 3, 3), 1), ((4, 4, 3), 1), ((5, 3, 3), 1), ((6, 5, 4), 1), ((6, 6, 4), 1)],
        *[((5, 5, 4), 0), ((5, 4, 4), 0), ((6, 4, 4), 0), ((7, 4, 4), 0), ((8, 4, 4), 0)],
        *[((5, 5, 5), 0), ((6, 6, 5), 0), ((7, 7, 5), 0), ((9, 4, 4), 1)],
    ],
)
@pytest.mark.skipif(not COMPILED, reason="too many positions for plain Python")
def test_published_values_that_take_longer_are_found(
    board: tuple[int, int, int], value: int
) -> None:
    assert solve(empty(*board)).value == value


# Lines and moves.


@pytest.mark.parametrize("rules", [TICTACTOE, MISERE], ids=str)
def test_best_moves_are_all_that_keep_the_value(rules: Rules) -> None:
    solved = table(rules)
    for position in list(solved)[:: 300 if COMPILED else 2000]:
        found = solve(position, limits=SMALL, best_moves=True)
        assert found.value == solved[position].value
        assert found.best_moves == solved.best_moves(position)


@pytest.mark.parametrize("rules", [TICTACTOE, MISERE], ids=str)
def test_every_move_of_a_line_keeps_the_value_and_it_ends_there(rules: Rules) -> None:
    solved = table(rules)
    for position in list(solved)[:: 300 if COMPILED else 2000]:
        line = solve(position, limits=SMALL, line=True).line
        assert line is not None
        for cell in line:
            assert cell in solved.best_moves(position)
            position = position.play(cell)
        assert position.outcome


def test_a_line_wins_at_once_where_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "engine", plain_engine)  # too little to compile for
    # The block at 3 weighs more than the win at 0, and would keep the win.
    position = Position.parse(".XO........", Rules(1, 11, 2))
    assert solve(position, limits=SMALL, line=True).line == [0]


def test_a_finished_game_has_its_value_without_a_search() -> None:
    found = solve(Position.parse("XXX/OO./..."), line=True, best_moves=True)
    assert found[:3] == (-1, -1, 0)
    assert (found.line, found.best_moves) == ([], [])


# Limits.


@pytest.mark.parametrize("patience", [1, 3, 40])
def test_a_question_that_takes_long_is_asked_by_proof_numbers_and_depth_first_in_turn(
    patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = [1, patience, 2, search_module.MAX_NODES]
    monkeypatch.setattr(search_module, "PATIENCE", turns)
    solved = table(TICTACTOE)
    for position in list(solved)[:: 200 if COMPILED else 2000]:
        assert solve(position, limits=SMALL).value == solved[position].value
        found = solve(position, limits=Limits(nodes=60, memory=1))
        assert found.lower <= solved[position].value <= found.upper
        assert found.nodes <= 60


@pytest.mark.parametrize("nodes", [0, 1, 5, 20, 60, 200])
def test_bounds_hold_the_value_wherever_the_search_was_stopped(nodes: int) -> None:
    solved = table(TICTACTOE)
    for position in list(solved)[:: 200 if COMPILED else 2000]:
        found = solve(position, limits=Limits(nodes=nodes, memory=1), line=True, best_moves=True)
        assert found.lower <= solved[position].value <= found.upper
        assert found.best_moves in (None, solved.best_moves(position))
        assert found.nodes <= nodes
        if found.value is None:
            assert found.line is found.best_moves is None


def test_the_second_player_never_wins_from_the_empty_board_and_in_misere_may() -> None:
    none = Limits(nodes=0, memory=1)
    assert solve(Position(), limits=none)[:2] == (0, 1)
    assert solve(Position(rules=MISERE), limits=none)[:2] == (-1, 1)
    assert solve(Position().play(0), limits=none)[:2] == (-1, 1)


LONG_GAME = empty(8, 4, 4) if COMPILED else empty(5, 5, 4)


def test_a_limit_of_time_stops_the_search_and_its_progress_was_told() -> None:
    told: list[Progress] = []
    found = solve(LONG_GAME, limits=Limits(seconds=0.5, memory=1), progress=told.append)
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
    with pytest.raises(TooLargeError, match=f"no room in memory for {memory} MiB"):
        solve(Position(), limits=Limits(memory=memory))


@pytest.mark.parametrize(("nodes", "value"), [(2**100, 0), (-1, None)])
def test_a_limit_of_nodes_may_be_any_number(nodes: int, value: int | None) -> None:
    position = Position.parse("XOX/.../...")
    assert solve(position, limits=Limits(nodes=nodes, memory=1)).value == value


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(MissingExtraError, match=r"noughts\[fast\]"):
        solve(empty(3, 5, 3))


# The cut-offs, each as the claim that it makes.


def halves(position: Position) -> Iterator[tuple[int, int, bool]]:
    """`(attacker, defender, attacks)` with each side for the attacker."""
    mover, other = position.sides
    yield mover, other, True
    yield other, mover, False


def still_open(rules: Rules) -> list[Position]:
    step = 3 if COMPILED else 40
    return [each for each in list(table(rules))[::step] if not each.outcome]


def test_whoever_is_cut_off_does_not_win() -> None:
    plain = engine(TICTACTOE)
    row, cuts = np.zeros(8, np.uint64), [0, 0, 0]
    for position in still_open(TICTACTOE):
        value = table(TICTACTOE)[position].value
        free = word(position.legal)
        for attacker, _, attacks in halves(position):
            at_once = bits.completions(attacker, TICTACTOE) & position.legal
            if at_once:  # the cut-offs are asked where no line is about to be made
                continue
            size = plain.gather(word(attacker), free, row)
            left = plain.unpaired(free, row.copy(), size)
            claims = [
                left == 0,
                bool(plain.outweighed(free, row, size, attacks)),
                bool(plain.paired(free, row.copy(), size)),
            ]
            for number, claim in enumerate(claims):
                cuts[number] += claim
                assert not claim or value != (1 if attacks else -1)
    assert all(cuts)  # each of them had its say


def test_threats_in_a_row_win_and_no_stone_outside_their_zone_prevents_it() -> None:
    plain, board = engine(TICTACTOE), word(TICTACTOE.board)
    found = 0
    for position in still_open(TICTACTOE):
        mover, other = position.sides
        if bits.completions(mover, TICTACTOE) & position.legal:
            continue
        zone = int(plain.forcing(word(mover), word(other), word(position.legal), board, 4))
        if not zone:
            continue
        found += 1
        assert plain_value(mover, other, TICTACTOE) == 1
        for cell in cells_of(position.legal & ~zone):
            assert plain_value(mover, other | 1 << cell, TICTACTOE) == 1
    assert found


def test_the_zone_of_a_weak_win_holds_whatever_is_put_outside() -> None:
    none = word(0)
    for search, _, memory in searches(TICTACTOE, engine(TICTACTOE)):
        found = 0
        for position in still_open(TICTACTOE):
            attacker, free = word(position.sides[0]), word(position.legal)
            zone = search(attacker, none, free, none, True, 0, *memory)
            if zone:
                found += 1
                assert search(attacker, none, free & zone, none, True, 0, *memory)
        assert found


def test_a_full_table_forgets_and_is_right_all_the_same() -> None:
    memory = list(arrays(TICTACTOE))
    memory[3] = np.zeros((2, 5), np.uint64)
    plain, board = engine(TICTACTOE), word(TICTACTOE.board)
    for position in still_open(TICTACTOE)[::7]:
        value = table(TICTACTOE)[position].value
        mover, other = position.sides
        won = plain.wins(word(mover), word(other), word(position.legal), board, True, 0, *memory)
        assert bool(won) == (value == 1)


def test_the_kinds_of_positions_are_told_apart() -> None:
    kinds = [
        side | game
        for side in (transpositions.ATTACKS, transpositions.DEFENDS)
        for game in (transpositions.WEAK, transpositions.STRONG, transpositions.MISERE)
    ]
    kinds += [
        kind | spare << transpositions.SPARE
        for kind in kinds[2::3]
        for spare in (word(1), word(64))
    ]
    assert len(set(kinds)) == len(kinds)
    assert all(0 < kind <= transpositions.KIND < 1 << int(transpositions.WORK) for kind in kinds)


# What the engine is given.


def test_the_engine_as_it_stands_plays_3x3() -> None:
    with np.errstate(over="ignore"):
        board, memory = word(TICTACTOE.board), _memory(TICTACTOE, SMALL)
        assert not depth_first.wins(word(0), word(0), board, board, True, 0, *memory)
        assert depth_first.wins(
            word(0), word(0), board, word(0), True, 0, *memory
        )  # nobody stops X


@pytest.mark.parametrize("rules", [*SHAPES, Rules(8, 8, 5)], ids=str)
def test_an_engine_is_given_the_expressions_of_its_board(rules: Rules) -> None:
    plain = plain_engine(rules)
    random = np.random.default_rng(5)
    for _ in range(10):
        stones = int(random.integers(1 << 63, dtype=np.uint64)) & rules.board
        free = int(random.integers(1 << 63, dtype=np.uint64)) & rules.board & ~stones
        assert int(plain.completions(word(stones))) == bits.completions(stones, rules)
        assert int(plain.openings(word(stones), word(free))) == bits.openings(stones, free, rules)
        assert int(plain.live(word(stones))) == bits.line_cells(stones, rules)
        for symmetry in symmetries(rules):
            turned = int(plain.turned(word(stones), int(symmetry)))
            assert turned == transform(stones, symmetry, rules)
            assert int(plain.INVERSES[symmetry]) == symmetry.inverse


def test_what_is_given_as_it_stands_is_that_of_3x3() -> None:
    plain = plain_engine(TICTACTOE)
    for name in ("CELLS", "K", "BOARD", "IMAGES"):
        assert getattr(plain, name) == getattr(given, name)
    assert plain.LINES.tolist() == given.LINES.tolist()
    assert plain.INVERSES.tolist() == given.INVERSES.tolist()
    for stones in range(512):
        free = word(511 - stones & 0b101_111_010)
        assert plain.completions(word(stones)) == given.completions(word(stones))
        assert plain.openings(word(stones), free) == given.openings(word(stones), free)
        assert plain.live(word(stones)) == given.live(word(stones))
        for symmetry in Symmetry:
            assert plain.turned(word(stones), symmetry) == given.turned(word(stones), symmetry)


def test_what_play_cannot_reach_is_refused() -> None:
    with pytest.raises(PositionError, match=r"play cannot reach XXXX/OOO./O\.\.\./\.\.\.\."):
        solve(Position.parse("XXXX/OOO./O.../....", Rules(4, 4, 4)))
