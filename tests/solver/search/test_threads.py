"""Several threads and one table: the same values, whatever the threads do to each other."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product, starmap
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from noughts import NoughtsError, Position, Rules
from noughts.core.rules import TICTACTOE, O, X
from noughts.errors import LimitsError
from noughts.kernels.compiler import build
from noughts.solver.certificates import misere_checker, tree_checker
from noughts.solver.search import engine_caller, one_process
from noughts.solver.search.api import solve
from noughts.solver.search.certificate import SearchedProof
from noughts.solver.search.engine import best_first, transposition_table
from noughts.solver.search.engine.board import Word, Words
from noughts.solver.search.engine.transposition_table import (
    ASKED,
    KIND,
    LEAVES,
    MARKS,
    NODES,
    OTHERS,
    SHARED,
    WORK,
    Entry,
    Key,
    find,
    keep,
)
from noughts.solver.search.engine_caller import new_table
from noughts.solver.search.limits import MOST_THREADS, Limits, Progress
from noughts.solver.search.one_process import Search
from noughts.solver.tables.table import table
from tests import oracle
from tests.solver.search.test_engine import small_positions
from tests.solver.search.tools import SMALL, Asked, plain, searched, settles, sides, ways, word
from tests.strategies import board_of, grid_of
from tests.tools import COMPILED, longer, pairs, some

MISERE = Rules(3, 3, 3, misere=True)
FEW = 8  # entries, so that threads overwrite what others have just written


@pytest.fixture(autouse=True)
def often() -> Iterator[None]:
    """Let plain Python change from thread to thread wherever it can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def crowded(position: Position, threads: int, entries: int = FEW) -> Search:
    """A search whose threads share a very small table."""
    search = Search(position, Limits(memory=1, threads=threads), None)
    search._first = False
    search._engine._table = new_table(entries)
    return search


# The values.


@pytest.mark.no_cover
@pytest.mark.parametrize("step", [21 if COMPILED else 150, *longer(1)])
@pytest.mark.parametrize(("rules", "threads"), pairs([TICTACTOE, MISERE], [1, 2, 4]), ids=str)
def test_every_position_of_3x3_is_worth_what_its_table_says(
    rules: Rules, threads: int, step: int
) -> None:
    solved = table(rules)
    search = crowded(Position(rules=rules), threads)
    for position in list(solved)[::step]:
        value = solved[position].value
        assert search._wins(position.turn, position) == (value > 0)
        assert search._wins(X + O - position.turn, position) == (value < 0)


@settings(max_examples=30)
@given(small_positions())
def test_threads_agree_with_the_oracle_on_odd_boards(position: Position) -> None:
    if position.outcome:
        return
    value = oracle.worth(grid_of(position), board_of(position.rules)).value
    for threads in (2, 4):
        search = crowded(position, threads)
        search.settle()
        assert (search.lower, search.upper) == (value, value)


BOARDS = ["3,4,3", "4,3,3,torus", "2x2x3,2", "2x2x3,3", "3,4,4", "2,6,3", "3,4,3,misere"]
BOARDS += ["4,3,3,torus,misere", "2x2x3,3,misere", "2,6,3,misere"]
PUBLISHED = [("5,5,4", 0), ("6,5,4", 1), ("6,6,4", 1), ("7,7,5", 0)]
LONGER = [("7,4,4", 0), ("5,4,4,misere", 0)]


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.skipif(not COMPILED, reason="too many positions for plain Python")
@pytest.mark.parametrize("step", [4001, *longer(2003)])
@pytest.mark.parametrize(("text", "threads"), some(pairs(BOARDS, [2, 4]), 3))
def test_positions_of_12_cells_are_worth_what_their_table_says(
    text: str, threads: int, step: int
) -> None:
    rules = Rules.parse(text)
    solved = table(rules)
    searches = [crowded(Position(rules=rules), threads, entries) for entries in (FEW, 2**14)]
    for position in list(solved)[::step]:
        value = solved[position].value
        for search in searches:
            assert search._wins(position.turn, position) == (value > 0)
            assert search._wins(X + O - position.turn, position) == (value < 0)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.skipif(not COMPILED, reason="too many positions for plain Python")
@pytest.mark.parametrize(
    ("board", "threads"),
    [*pairs(PUBLISHED, [2, 4]), *longer(*starmap(pytest.param, product(LONGER, [2, 4])))],
)
def test_threads_find_published_values_and_their_proofs(
    board: tuple[str, int], threads: int
) -> None:
    text, value = board
    search = Search(Position(rules=Rules.parse(text)), Limits(threads=threads), None)
    assert search.solution(line=False, best_moves=False).value == value
    if text != "7,7,5":  # whose proof takes a minute
        check = misere_checker.check if "misere" in text else tree_checker.check
        assert check(SearchedProof(search)).startswith(text)


@pytest.mark.parametrize("text", ["3,3,3", "2,5,3", "3,3,2,misere"])
def test_what_threads_have_found_is_written_as_a_proof(text: str) -> None:
    search = crowded(Position(rules=Rules.parse(text)), threads=3, entries=2**10)
    check = misere_checker.check if "misere" in text else tree_checker.check
    claimed = SearchedProof(search)
    assert check(claimed) == claimed.claim


def test_threads_find_best_moves_and_lines_too() -> None:
    found = searched(Position(), Limits(memory=1, threads=2), line=True, best_moves=True)
    assert (found.value, found.best_moves) == (0, [*range(9)])
    assert found.line is not None
    assert len(found.line) == 9


def test_what_few_nodes_of_one_thread_settle_takes_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searches = [Search(Position(), SMALL._replace(threads=threads), None) for threads in (1, 3)]
    for search in searches:
        monkeypatch.setattr(search, "_first", True)
    one, several = [search.solution(False, False) for search in searches]
    assert one.nodes == several.nodes < one_process.PLAIN_NODES


# What a thread says to the others is never believed.

CHANCES = iter(np.random.default_rng(1).integers(0, 2, 2**20))
SAID: dict[str, Callable[[Word, Words], bool]] = {
    "of all": lambda *_: True,
    "of some": lambda mix, _: bool(mix & word(1)),
    "now and then": lambda *_: bool(next(CHANCES)),
}


@pytest.mark.parametrize(
    ("said", "rules"), pairs([*SAID], [TICTACTOE, MISERE, Rules(4, 2, 3)]), ids=str
)
def test_a_mark_of_another_thread_changes_no_value(
    rules: Rules, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (transposition_table, best_first):
        monkeypatch.setattr(module, "occupied", SAID[said])
    monkeypatch.setattr(transposition_table, "SHARED", word(0))
    solved = table(rules)
    for way in ways(rules):
        asked = Asked(rules, way, plain())
        asked._memory.tally[OTHERS] = 1
        for position in list(solved)[::150]:
            if position.outcome:
                continue
            assert settles(asked, position, solved[position].value)


@pytest.mark.parametrize("text", ["O../..X/X..", "O.X/.../.X.", ".O./..X/.X.", "..O/X../.X."])
def test_a_move_that_is_left_to_another_thread_is_asked_again(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transposition_table, "occupied", SAID["of all"])
    monkeypatch.setattr(transposition_table, "SHARED", word(0))
    position = Position.parse(text)
    for attacker, defender, attacks in sides(position):
        asked = Asked(TICTACTOE, "wins", plain())
        asked._memory.tally[OTHERS] = 1
        won = asked.zone(attacker, defender, position.legal, attacks)
        assert bool(won) == (table(TICTACTOE)[position].value == (1 if attacks else -1))


@pytest.mark.parametrize("when", [1, 2, 5, 9, 17])
def test_what_another_thread_settles_meanwhile_is_taken_over(
    when: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved, looks = table(TICTACTOE), 0
    asked, other = Asked(TICTACTOE, "proves", plain()), Asked(TICTACTOE, "wins", plain())
    asked._memory.tally[OTHERS] = 1
    for position in list(solved)[1:400:40]:
        asked._table[:] = 0
        other._table = asked._table
        for attacker, defender, attacks in sides(position):
            looks = 0
            given = (attacker, defender, position.legal, attacks)

            def look(*_: object, given: Any = given) -> bool:
                nonlocal looks
                looks += 1
                if looks == when:
                    other.zone(*given)
                return False

            monkeypatch.setattr(best_first, "occupied", look)
            won = asked.zone(*given)
            assert bool(won) == (solved[position].value == (1 if attacks else -1))


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("said", "asking"),
    pairs([*SAID], [("4,4,3", "wins", 1), ("5,4,4", "wins", 0), ("4,4,3", "proves", 1)]),
)
def test_a_mark_changes_no_value_of_a_larger_board(
    said: str, asking: tuple[str, str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    text, way, value = asking
    rules = Rules.parse(text)
    asked = Asked(rules, way, plain())
    asked._memory.tally[OTHERS] = 1
    for module in (transposition_table, best_first):
        monkeypatch.setattr(module, "occupied", SAID[said])
    monkeypatch.setattr(transposition_table, "SHARED", word(0))
    assert bool(asked.zone(0, 0, rules.board, True)) == (value == 1)


def test_a_thread_goes_on_where_others_seem_to_be_everywhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = Rules(5, 5, 4)
    asked = Asked(rules, "proves", plain())
    asked._memory.tally[OTHERS] = 1
    monkeypatch.setattr(best_first, "occupied", SAID["of some"])
    asked.stop_at(500)
    asked.zone(0, 0, rules.board, True)
    assert asked.nodes == 500


def test_a_mark_stands_as_long_as_its_thread_is_there() -> None:
    marked, mixes = new_table(2), [word(7 << 48), word(7 << 48 | 1), word(9 << 48)]
    assert not any(transposition_table.occupied(mix, marked) for mix in mixes)
    transposition_table.come(mixes[0], marked)
    assert [transposition_table.occupied(mix, marked) for mix in mixes] == [True, False, False]
    transposition_table.come(mixes[1], marked)  # takes its place
    transposition_table.go(mixes[0], marked)
    assert [transposition_table.occupied(mix, marked) for mix in mixes] == [False, True, False]
    transposition_table.go(mixes[1], marked)
    assert not marked.any()


@pytest.mark.no_cover
@pytest.mark.parametrize("way", ["wins", "proves", "suffers"])
def test_no_mark_is_left_where_no_thread_is(way: str) -> None:
    rules = Rules.parse("4,4,3,misere" if way == "suffers" else "5,5,4")
    asked = Asked(rules, way, plain())
    asked._memory.tally[OTHERS] = 1
    asked._memory.works[:] = SHARED
    asked.stop_at(200)
    asked.zone(0, 0, rules.board, True)
    assert asked.nodes == 200
    assert asked._table[:-MARKS].any()
    assert not asked._table[-MARKS:].any()


# The table.


def key_of(number: int) -> Key:
    """One of many positions, alike but for few cells."""
    attacker, defender = 1 << number % 7, 0b1000_0000 << number // 7 % 5
    free = 0xFFFF ^ attacker ^ defender
    return Key(word(attacker), word(defender), word(free), word(1 + number % 2 * 4))


def entry_of(key: Key, alike: bool) -> tuple[Word, Word]:
    """The zone and the work that are kept for a position, perhaps the same for all."""
    return (word(21), word(1)) if alike else (key.attacker * word(3) + key.kind, key.defender)


@pytest.mark.parametrize("alike", [False, True])
@pytest.mark.parametrize("step", [7, *longer(3)])
def test_a_mixture_of_two_entries_is_not_found(step: int, alike: bool) -> None:
    keys, quiet = [key_of(number) for number in range(0, 70, step)], np.errstate(over="ignore")
    found = 0
    with quiet:
        for first, second in product(keys, keys):
            tables = [new_table(2), new_table(2)]
            for key, each in zip((first, second), tables, strict=True):
                keep(key, *entry_of(key, alike), each)
            words = [each[:-MARKS].any(axis=1).argmax() for each in tables]
            one, other = (each[at] for each, at in zip(tables, words, strict=True))
            # Whoever asks may ask for either of the two, or for what their stones make together.
            sought = {*product(*zip(first, second, strict=True))}
            for chosen in product((False, True), repeat=5):
                torn = new_table(2)
                torn[0] = np.where(chosen, one, other)
                for asked in starmap(Key, sought):
                    entry = find(asked, torn)
                    if entry.last:
                        zone, work = entry_of(asked, alike)
                        assert asked in (first, second)
                        assert entry == Entry(zone, work << WORK | asked.kind)
                        found += 1
    assert found >= len(keys) ** 2 * 2  # those that are whole


def scribble(first: int, rounds: int, shared: Words) -> int:
    """Write entries that follow from their keys, and read others; how many reads were wrong."""
    wrong = 0
    for i in range(rounds):
        number = word(first + i * 5) % word(35)
        key = scribbled(number)
        keep(key, key.attacker * word(3), key.defender, shared)
        key = scribbled((number * word(11) + word(i)) % word(35))
        entry = find(key, shared)
        if entry.last != word(0) and (
            entry.zone != key.attacker * word(3)
            or entry.last != key.defender << WORK | (key.kind & KIND)
        ):
            wrong += 1
    return wrong


def scribbled(number: Word) -> Key:
    """A position by its number, as in `key_of`."""
    attacker = word(1) << number % word(7)
    defender = word(128) << number // word(7)
    return Key(attacker, defender, word(0xFFFF) ^ attacker ^ defender, word(5))


def wrong_reads(rounds: int) -> int:
    """How often one of four threads has found what nobody wrote."""
    shared = new_table(2)
    function = build("scribbling", scribble, word=np.uint64).scribble
    function(0, 1, new_table(2))  # compiled before the threads begin
    with ThreadPoolExecutor(4) as pool:
        ran = [pool.submit(function, first, rounds, shared) for first in range(4)]
        return sum(each.result() for each in ran)


@pytest.mark.wide
def test_threads_that_write_one_entry_at_once_read_nothing_but_what_one_wrote() -> None:
    assert wrong_reads(3_000_000 if COMPILED else 1500) == 0


# Limits, interruptions and faults.

LONG = Rules(8, 4, 4) if COMPILED else Rules(5, 5, 4)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("threads", [2, 3, 4])
@pytest.mark.parametrize("nodes", [0, 1, 5, 60, 200])
def test_threads_together_take_no_more_nodes_than_they_may(threads: int, nodes: int) -> None:
    search = crowded(Position(rules=LONG), threads)
    search.allow(None, nodes)
    search.settle()
    assert (search.lower, search.upper) == (0, 1)
    assert search.nodes == nodes


def test_bounds_hold_the_value_wherever_threads_were_stopped() -> None:
    solved = table(TICTACTOE)
    for nodes in (1, 7, 30, 100):
        for position in list(solved)[:: 200 if COMPILED else 1500]:
            search = crowded(position, 2)
            search.allow(None, nodes)
            search.settle()
            assert search.lower <= solved[position].value <= search.upper
            assert search.nodes <= nodes


def test_a_limit_of_time_stops_all_threads_and_progress_counts_their_nodes() -> None:
    told: list[Progress] = []
    before = threading.active_count()
    found = solve(LONG, limits=Limits(0.5, None, 1, 3), progress=told.append)
    told = [each for each in told if not each.compiling]
    assert found.value is None
    assert [each.nodes for each in told] == sorted(each.nodes for each in told)
    assert told[-1].nodes <= found.nodes
    assert threading.active_count() == before


def test_an_interruption_stops_all_threads() -> None:
    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    before = threading.active_count()
    found = solve(LONG, limits=Limits(memory=1, threads=3), progress=interrupt)
    assert (found.lower, found.upper) == (0, 1)
    assert threading.active_count() == before


def test_what_one_thread_raises_ends_all_and_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    search = crowded(Position(rules=LONG), 3)
    whole, failing = search._engine._call, search._engine._memories[1]

    def call(*given: Any) -> Any:
        if given[4] is failing:
            raise NoughtsError("one thread fails")
        return whole(*given)

    before = threading.active_count()
    search.compile()
    monkeypatch.setattr(search._engine, "_call", call)
    with pytest.raises(NoughtsError, match="one thread fails"):
        search.solution(line=False, best_moves=False)
    assert threading.active_count() == before


def test_an_empty_table_begins_anew_for_all_threads() -> None:
    caller = engine_caller.EngineCaller(TICTACTOE, 1, 3)
    caller.stop_at(10**6)
    assert caller.search("wins", X, Position()) is not None
    assert caller.nodes
    caller.forget()
    assert caller.nodes == 0
    assert len(caller._memories) == 3


def test_what_a_stopped_search_had_asked_for_is_not_asked_of_the_next() -> None:
    position = Position.parse(".O./O.X/.XX", MISERE)  # the mover wins
    for _ in range(20):
        caller = engine_caller.EngineCaller(MISERE, 1, 4)
        caller.stop_at(10**6)
        for own in caller._memories:
            own.tally[ASKED], own.works[:] = LEAVES, SHARED
        assert caller.search("suffers", position.turn, position)


# Of the moves, seven, no more are looked at than up to one that wins.
@pytest.mark.parametrize(
    ("text", "won", "looks"), [("XO./.../...", True, 1), ("X../.O./...", False, 7)]
)
def test_a_thread_takes_over_what_another_has_settled(text: str, won: bool, looks: int) -> None:
    position = Position.parse(text)
    caller = engine_caller.EngineCaller(TICTACTOE, 1, 2)
    caller.stop_at(10**6)
    masks = (position.x, position.o, position.legal, TICTACTOE.board)
    for own in caller._memories:
        own.tally[OTHERS] = 1
        assert caller._searched("proves", masks, True, own) == won
    first, second = (int(memory.tally[NODES]) for memory in caller._memories)
    assert second <= looks <= first  # it looks at the moves once, and no further


def test_what_threads_have_settled_is_proved_again_by_one_alone() -> None:
    caller = engine_caller.EngineCaller(TICTACTOE, 1, 3)
    caller.stop_at(10**6)
    assert caller.search("proves", X, Position()) is False
    assert {int(memory.tally[OTHERS]) for memory in caller._memories} == {2}
    before = caller.nodes
    assert caller.again(10**6, 0, 0, TICTACTOE.board, attacks=True) is False
    assert caller.nodes > before  # it is not read from the table: each move is asked about again


@pytest.mark.parametrize("given", [0, -1, MOST_THREADS + 1, 10**30, 1.5, True, "2", None])
def test_what_is_not_a_number_of_threads_is_refused(given: Any) -> None:
    with pytest.raises(LimitsError, match=r"threads is .*; a whole number from 1 to 256 is"):
        solve("3,3,3", limits=Limits(threads=given))


@pytest.mark.no_cover
def test_as_many_threads_as_the_limit_allows_search() -> None:
    assert crowded(Position(), MOST_THREADS)._engine.nodes == 0
    found = searched(Position.parse("XOX/.../..."), Limits(memory=1, threads=MOST_THREADS))
    assert found.value == 0
