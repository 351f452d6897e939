"""The engine against tables and the oracle; each cut-off as its own claim."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, product
from math import prod
from operator import or_
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import Position, Rules, symmetries
from noughts.core import bits
from noughts.core.bits import cells_of
from noughts.core.box import Box
from noughts.core.rules import TICTACTOE
from noughts.core.symmetry import transform
from noughts.kernels.set_bits import ones_in
from noughts.solver.search.engine import board as engine_board
from noughts.solver.search.engine import lines, matching, pairing, reduction, transposition_table
from noughts.solver.search.engine.board import (
    MOST_LINES,
    MOST_SYMMETRIES,
    board_of,
    inverse,
    record,
    symmetric,
    turned,
)
from noughts.solver.search.engine.reduction import countered, enter, forcing
from noughts.solver.search.engine.transposition_table import (
    ATTACKS,
    DEFENDS,
    KIND,
    MARKS,
    MEMORY,
    SPARE,
    STRONG,
    WEAK,
    Key,
    mixed_key,
    place,
)
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.table import table
from tests import oracle
from tests.solver.search.tools import Asked, node, plain, plain_value, settles, sides, ways, word
from tests.strategies import SHAPES, grid_of
from tests.strategies import board_of as oracle_board
from tests.tools import COMPILED, longer, some

MISERE = Rules(3, 3, 3, misere=True)
OTHERS = [*map(Rules.parse, ["2x2x2,2", "4x4x4,4", "3x3x2,3", "3,3,3,torus", "7,9,4,torus"])]


def still_open(rules: Rules, step: int) -> list[Position]:
    return [each for each in list(table(rules))[::step] if not each.outcome]


# What is found.


OF_12_CELLS = some(["4,3,3", "3,4,2", "4,3,3,misere", "2,6,3"]) if COMPILED else []


@pytest.mark.wide
@pytest.mark.parametrize("larger_step", [45 if COMPILED else 60, *longer(9)])
@pytest.mark.parametrize("text", ["3,3,3", "3,3,3,misere", *OF_12_CELLS])
def test_every_search_settles_every_position(text: str, larger_step: int) -> None:
    rules = Rules.parse(text)
    for way in ways(rules):
        asked = Asked(rules, way)
        step = 1 if COMPILED and rules.cells == 9 else larger_step
        for position in still_open(rules, step):
            assert settles(asked, position, table(rules)[position].value)


@pytest.mark.wide
@pytest.mark.skipif(not COMPILED, reason="too many positions for plain Python")
@pytest.mark.parametrize("k", [pytest.param(3, marks=pytest.mark.long), 4])
@pytest.mark.usefixtures("own_tables")
def test_positions_of_4x4_are_worth_what_a_table_of_them_all_says(k: int) -> None:
    rules = Rules(4, 4, k)
    write_table(rules)
    solved = table(rules)
    every = [Asked(rules, way) for way in ways(rules)]
    random = np.random.default_rng(k)
    for _ in range(1500):
        position = Position(rules=rules)
        for _ in range(random.integers(0, 12)):
            if not position.outcome:
                position = position.play(int(random.choice(position.legal_moves)))
        if position.outcome:
            continue
        value = solved[position].value
        for asked in every:
            assert settles(asked, position, value)


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


@pytest.mark.no_cover
@settings(max_examples=60)
@given(small_positions())
def test_plain_python_agrees_with_the_oracle_on_odd_boards(position: Position) -> None:
    if position.outcome:
        return
    rules = position.rules
    value = oracle.worth(grid_of(position), oracle_board(rules)).value
    for way in ways(rules):
        asked = Asked(rules, way, plain())
        assert settles(asked, position, value)


@pytest.mark.wide
@pytest.mark.skipif(not COMPILED, reason="it is the comparison with plain Python")
@pytest.mark.parametrize(
    "text", ["3,3,3", "4,4,4", "2,5,3", "6,6,5", "3,3,3,misere", "3,4,3,misere"]
)
def test_what_is_compiled_visits_the_nodes_that_plain_python_visits(text: str) -> None:
    rules = Rules.parse(text)
    for way in ways(rules):
        compiled, interpreted = Asked(rules, way), Asked(rules, way, plain())
        for asked in (compiled, interpreted):
            asked.stop_at(300)
        for attacks in (True, False):
            zones = {asked.zone(0, 0, rules.board, attacks) for asked in (compiled, interpreted)}
            assert len(zones) == 1
            assert compiled.nodes == interpreted.nodes


@pytest.mark.wide
@pytest.mark.parametrize("text", ["5,5,4", "5,4,4,misere", "6,4,4"])
@pytest.mark.parametrize("nodes", [0, 600])
def test_a_search_stops_where_it_is_told_without_an_answer(text: str, nodes: int) -> None:
    rules = Rules.parse(text)
    for way in ways(rules):
        asked = Asked(rules, way)
        asked.stop_at(nodes)
        assert not asked.zone(0, 0, rules.board, True)
        assert asked.nodes == nodes


# The nodes of some short searches, and a checksum of what is then in the table. What a search says
# is held to tables and the oracle above; this holds it to its work, which says nothing of what is
# right: whoever changes how the engine searches writes down what it does from then on.
WORK = {
    ("3,3,3", "wins"): (35, 307580099),
    ("3,3,3", "proves"): (41, 3015429617),
    ("4,4,3", "wins"): (60, 3430131214),
    ("4,4,3", "proves"): (94, 88054184),
    ("5,5,4", "wins"): (183, 3329341356),
    ("5,5,4", "proves"): (209, 2527333932),
    ("6,6,4", "wins"): (300, 3100241625),
    ("6,6,4", "proves"): (320, 2216008135),
    ("2,9,4", "wins"): (16, 4257987294),
    ("2,9,4", "proves"): (30, 2987211002),
    ("3,3,3,misere", "suffers"): (238, 1703504216),
    ("4,4,3,misere", "suffers"): (240, 2812470205),
}


HARDER = defaultdict(list, {"5": [pytest.mark.wide], "6": [pytest.mark.longer]})


@pytest.mark.parametrize(
    ("text", "way"),
    [pytest.param(*each, marks=HARDER[each[0][:1]]) for each in WORK],
)
def test_a_search_does_the_work_that_it_did(text: str, way: str) -> None:
    rules = Rules.parse(text)
    asked = Asked(rules, way, plain(), entries=64)  # so few that many share a place
    nodes = 0
    for position in scattered(rules):
        (mover, other), free = position.sides, position.legal
        games = [(mover, other, True), (other, mover, False)]
        asks: list[dict[str, Any]] = [{"weak": False}, {"weak": True}]
        if rules.misere:
            asks = [{"spare": spare} for spare in range(3)]
        for (attacker, defender, attacks), ask in product(games, asks):
            if ask.get("weak"):
                defender = 0
            asked.stop_at(20)
            asked.zone(attacker, defender, free, attacks, **ask)
            nodes += asked.nodes
    assert (nodes, asked.left_in_table) == WORK[text, way]


# The same of whole searches from the empty board, of the weak game and of the game itself, within
# 30,000 nodes.
WHOLE: dict[tuple[str, str], list[tuple[int, int]]] = {
    ("5,5,4", "wins"): [(16, 3426943793), (2779, 332117163)],
    ("5,5,4", "proves"): [(184, 1892352621), (10099, 3521750904)],
    ("6,6,4", "wins"): [(221, 1417697180), (377, 881985336)],
    ("6,6,4", "proves"): [(3362, 2115904174), (10176, 920548820)],
    ("7,7,5", "wins"): [(30000, 772698581), (30000, 3817286976)],
    ("7,7,5", "proves"): [(30000, 2908478544), (30000, 4074163042)],
    ("8,6,5", "wins"): [(30000, 1497263730), (30000, 451231927)],
    ("8,6,5", "proves"): [(30000, 3491626561), (30000, 1074539622)],
    ("9,5,5", "wins"): [(30000, 1384653663), (30000, 3117503095)],
    ("9,5,5", "proves"): [(14266, 403071468), (30000, 17609956)],
    ("9,4,4", "wins"): [(30000, 2662869197), (30000, 504477355)],
    ("9,4,4", "proves"): [(30000, 739251092), (30000, 941149477)],
    ("6,6,5", "wins"): [(1672, 1099329424), (118, 3627107912)],
    ("6,6,5", "proves"): [(80, 510530748), (68, 3736600294)],
    ("4x4x4,4", "wins"): [(29537, 3835213400), (30000, 3622063473)],
    ("4x4x4,4", "proves"): [(30000, 3014052900), (30000, 1620711931)],
    ("5,5,4,torus", "wins"): [(48, 1036657285), (150, 2246761979)],
    ("5,5,4,torus", "proves"): [(257, 4250695589), (1135, 1049247198)],
    ("4,4,3,misere", "suffers"): [(30000, 1494574237)],
    ("5,4,4,misere", "suffers"): [(30000, 3355270550)],
    ("3x3x2,3,misere", "suffers"): [(30000, 2885503931)],
}


@pytest.mark.wide
@pytest.mark.skipif(not COMPILED, reason="too many positions for plain Python")
@pytest.mark.parametrize(("text", "way"), WHOLE)
def test_a_whole_search_does_the_work_that_it_did(text: str, way: str) -> None:
    assert whole_work(text, way) == WHOLE[text, way]


def whole_work(text: str, way: str) -> list[tuple[int, int]]:
    """The nodes of searches from the empty board, and the checksums of their tables."""
    rules, work = Rules.parse(text), []
    for weak in (False,) if rules.misere else (True, False):
        asked = Asked(rules, way)
        asked.stop_at(30_000)
        asked.zone(0, 0, rules.board, True, weak=weak)
        work.append((asked.nodes, asked.left_in_table))
    return work


def scattered(rules: Rules) -> Iterator[Position]:
    """The empty board, and positions whose stones are spread over it."""
    yield Position(rules=rules)
    for step in (3, 7, 11):
        position = Position(rules=rules)
        for ply in range(step):
            cell = step * (2 * ply + 1) % rules.cells
            if not position.outcome and position.legal >> cell & 1:
                position = position.play(cell)
        if not position.outcome:
            yield position


def test_a_full_table_forgets_and_is_right_all_the_same() -> None:
    asked = Asked(TICTACTOE, "wins", entries=2)
    for position in still_open(TICTACTOE, 21 if COMPILED else 300):
        mover, other = position.sides
        won = asked.zone(mover, other, position.legal, True)
        assert bool(won) == (table(TICTACTOE)[position].value == 1)


@cache
def makes_a_line(attacker: int, free: int, attacks: bool, rules: Rules) -> bool:
    """The weak game by its rules: the defender's stones only take cells away."""
    if any(line & attacker == line for line in rules.lines):
        return True
    if not any(line & (attacker | free) == line for line in rules.lines):
        return False
    for cell in cells_of(free):
        taken = attacker | attacks << cell
        if makes_a_line(taken, free ^ 1 << cell, not attacks, rules) == attacks:
            return attacks
    return not attacks


@pytest.mark.wide
@pytest.mark.parametrize(
    "text",
    ["3,3,3", "3,4,3", "3,4,4", "2,5,3", pytest.param("4,4,4", marks=pytest.mark.longer)],
)
def test_the_weak_game_is_settled_and_its_zones_hold_whatever_lies_outside(text: str) -> None:
    rules = Rules.parse(text)
    random = np.random.default_rng(7)
    for way in ways(rules):
        asked, zones = Asked(rules, way), {True: 0, False: 0}
        for _ in range(400 if COMPILED else 20):
            order = random.permutation(rules.cells).tolist()
            taken = int(random.integers(0, rules.cells - 2))
            attacker = sum(1 << cell for cell in order[: taken // 2])
            free = sum(1 << cell for cell in order[taken:])
            if any(line & attacker == line for line in rules.lines):
                continue  # the engine is not asked about what is over
            attacks = bool(random.integers(2))
            won, zone = asked.verdict(attacker, 0, free, attacks, weak=True)
            assert won == makes_a_line(attacker, free, attacks, rules)
            outside = free & ~int(zone)
            zones[won] += outside != 0
            given = attacker if won else attacker | outside
            assert won == makes_a_line(given, free & ~outside, attacks, rules)
        assert all(zones.values()) or not COMPILED  # of the few that plain Python looks at


# The cut-offs, each as the claim that it makes.


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "text",
    ["3,3,3,misere", "4,2,3,misere", "5,2,4,misere", *longer("4,3,4,misere", "6,2,3,misere")],
)
def test_whose_lines_all_contain_a_pair_need_not_make_one(text: str) -> None:
    rules = Rules.parse(text)
    board, row = board_of(rules), np.zeros(len(rules.lines), np.uint64)
    chosen, solved, told = np.zeros(9, np.uint64), table(rules), [0, 0]
    for position in list(solved)[:: 4 if rules.cells < 10 else 20]:
        if position.outcome:
            continue
        for stones, sign in zip(position.sides, (1, -1), strict=True):
            with np.errstate(over="ignore"):
                free = word(position.legal)
                size = lines.gather(word(stones), free, row, board)
                safe = lines.split(free, row, size, chosen, board)
            told[safe] += 1
            pairs = chosen.tolist()[: chosen.tolist().index(0)]
            assert sum(pairs) & ~position.legal == 0  # of free cells, none in two pairs
            assert all(pair.bit_count() == 2 for pair in pairs)
            assert sum(pairs).bit_count() == 2 * len(pairs)
            open_lines = [line for line in rules.lines if not line & ~(stones | position.legal)]
            held = [any(not pair & ~line for pair in pairs) for line in open_lines]
            assert not safe or all(held)
            assert not safe or sign * solved[position].value >= 0
    assert all(told)


def with_steps_back(free: Any, row: Any, size: int, attacks: bool, room: Any, board: Any) -> Any:
    return pairing.paired(free, row, size, attacks, True, room, board)


@pytest.mark.parametrize("find", [with_steps_back, matching.matched])
@pytest.mark.parametrize(("text", "stones"), [("7,7,5", 10), ("7,7,5,torus", 16)])  # many lines
def test_pairs_and_weights_stop_all_lines(text: str, stones: int, find: Any) -> None:
    rules, random = Rules.parse(text), Random(0)
    board, row, told = board_of(rules), np.zeros(len(rules.lines), np.uint64), [0, 0]
    room = record(MEMORY)
    for number in range(60):
        taken = random.sample(range(rules.cells), stones)
        attacker, defender = (sum(1 << cell for cell in part) for part in (taken[:2], taken[2:]))
        attacks, left = number % 2 == 0, rules.board & ~(attacker | defender)
        with np.errstate(over="ignore"):
            free = word(left)
            size = lines.gather(word(attacker), free, row, board)
            held, zone, residue = find(free, row, size, attacks, room, board)
        told[held] += 1
        stopped = room.pairs.tolist()
        pairs = stopped[: stopped.index(0)]
        if not held:
            assert (int(zone), pairs) == (0, [])
            continue
        paired_cells = sum(pairs)
        assert all(pair.bit_count() == 2 for pair in pairs)
        assert paired_cells.bit_count() == 2 * len(pairs)
        assert not paired_cells & ~left
        rest = [
            line & left & ~paired_cells
            for line in row[:size].tolist()
            if all(pair & ~line for pair in pairs)
        ]
        weight = sum(Fraction(1, 2 ** line.bit_count()) for line in rest)
        assert weight < (Fraction(1, 2) if attacks else 1)
        assert residue == weight * 2**rules.k
        assert zone == reduce(or_, rest, paired_cells)
    assert all(told)


def test_more_runs_than_a_word_has_bits_are_not_matched() -> None:
    rules, room = Rules.parse("8,8,3,torus"), record(MEMORY)
    board, row = board_of(rules), np.zeros(len(rules.lines), np.uint64)
    free = word(rules.board)
    with np.errstate(over="ignore"):
        size = lines.gather(word(0), free, row, board)
        assert matching.matched(free, row, size, False, room, board)[:2] == (False, 0)


def test_steps_back_find_more_pairs() -> None:
    rules, random, found = Rules(7, 7, 5), Random(0), 0
    board, row, room = board_of(rules), np.zeros(len(rules.lines), np.uint64), record(MEMORY)
    for _ in range(60):
        taken = [1 << cell for cell in random.sample(range(rules.cells), 10)]
        free = word(rules.board & ~sum(taken))
        size = lines.gather(word(sum(taken[:2])), free, row, board)
        with np.errstate(over="ignore"):
            back, straight = (
                pairing.paired(free, row, size, True, steps, room, board)[0]
                for steps in (True, False)
            )
        assert back or not straight
        found += back != straight
    assert found


@given(st.lists(st.sets(st.integers(0, 8), min_size=2), min_size=1, max_size=5))
def test_a_run_gets_a_pair_just_where_it_and_the_runs_before_can_have_pairs(
    runs: list[set[int]],
) -> None:
    room, owned, having = record(MEMORY), word(0), list[set[int]]()
    for run, cells in enumerate(runs):
        room.runs[run, matching.COMMON] = sum(1 << cell for cell in cells)
    with np.errstate(over="ignore"):
        for run, cells in enumerate(runs):
            owned, has = matching.given_a_pair(run, owned, room)
            if has:
                having.append(cells)
            assert owned.bit_count() == 2 * len(having)
            assert has == disjoint_pairs([*having, *([] if has else [cells])], set())


def disjoint_pairs(runs: list[set[int]], taken: set[int]) -> bool:
    """Whether each run can have two cells that no other run has."""
    if not runs:
        return True
    pairs = map(set, combinations(sorted(runs[0] - taken), 2))
    return any(disjoint_pairs(runs[1:], taken | pair) for pair in pairs)


def test_whoever_is_cut_off_does_not_win() -> None:
    board, row, cuts = board_of(TICTACTOE), np.zeros(8, np.uint64), [0, 0, 0, 0]
    room = record(MEMORY)
    for position in still_open(TICTACTOE, 40):
        value = table(TICTACTOE)[position].value
        free = word(position.legal)
        for attacker, _, attacks in sides(position):
            at_once = bits.completions(attacker, TICTACTOE) & position.legal
            if at_once:  # the cut-offs are asked where no line is about to be made
                continue
            with np.errstate(over="ignore"):
                size = lines.gather(word(attacker), free, row, board)
                claims = [
                    lines.unpaired(free, row.copy(), size)[0] == 0,
                    bool(lines.outweighed(free, row, size, attacks, board)),
                    bool(pairing.paired(free, row.copy(), size, attacks, True, room, board)[0]),
                    bool(matching.matched(free, row, size, attacks, room, board)[0]),
                ]
            for number, claim in enumerate(claims):
                cuts[number] += claim
                assert not claim or value != (1 if attacks else -1)
    assert all(cuts)  # each of them had its say


def test_threats_in_a_row_win_and_no_stone_outside_their_zone_prevents_it() -> None:
    board, memory, found = board_of(TICTACTOE), record(MEMORY), 0
    for position in still_open(TICTACTOE, 20):
        mover, other = position.sides
        if bits.completions(mover, TICTACTOE) & position.legal:
            continue
        with np.errstate(over="ignore"):
            started = node(mover, other, position.legal, TICTACTOE.board, True)
            zone = int(forcing(started, memory, board))
        if not zone:
            continue
        found += 1
        assert plain_value(mover, other, TICTACTOE) == 1
        for cell in cells_of(position.legal & ~zone):
            assert plain_value(mover, other | 1 << cell, TICTACTOE) == 1
    assert found


def test_the_kinds_of_positions_are_told_apart() -> None:
    games = (WEAK, STRONG, transposition_table.MISERE)
    kinds = [side | game for side in (ATTACKS, DEFENDS) for game in games]
    kinds += [kind | spare << SPARE for kind in kinds[2::3] for spare in (word(1), word(64))]
    assert len(set(kinds)) == len(kinds)
    assert all(0 < kind <= KIND < 1 << int(transposition_table.WORK) for kind in kinds)


# The board.


@pytest.mark.parametrize("rules", [*SHAPES, Rules(4, 4, 4), Rules(8, 8, 5), *OTHERS], ids=str)
def test_what_lines_say_is_what_the_bit_expressions_say(rules: Rules) -> None:
    board = board_of(rules)
    random = np.random.default_rng(5)
    for _ in range(10):
        stones = int(random.integers(1 << 63, dtype=np.uint64)) & rules.board
        if bits.line_starts(stones, rules):  # the engine has no line to ask about
            continue
        free = int(random.integers(1 << 63, dtype=np.uint64)) & rules.board & ~stones
        with np.errstate(over="ignore"):
            missing = int(lines.completions(word(stones), board)) & free
            opened = int(lines.openings(word(stones), word(free), board))
        assert missing == bits.completions(stones, rules) & free
        assert opened == bits.openings(stones, free, rules)
        assert int(lines.live(word(stones), board)) == bits.line_cells(stones, rules)


@pytest.mark.parametrize("rules", [*SHAPES, Rules(8, 8, 5), *OTHERS], ids=str)
def test_a_boards_images_are_those_of_its_symmetries(rules: Rules) -> None:
    board = board_of(rules)
    stones = int(np.random.default_rng(6).integers(1 << 63, dtype=np.uint64)) & rules.board
    images = [int(turned(word(stones), image, board)) for image in range(board.symmetries)]
    assert images[0] == stones
    assert {*images} == {transform(stones, by, rules) for by in symmetries(rules)}
    for image, there in enumerate(images):
        assert int(turned(word(there), int(board.inverses[image]), board)) == stones


@pytest.mark.no_cover
def test_of_more_symmetries_than_a_record_has_room_for_those_that_lead_back_are_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = Rules.parse("2x2x2x2x2x2,2")
    assert len(symmetries(rules)) > MOST_SYMMETRIES >= board_of(rules).symmetries > 64
    monkeypatch.setattr(engine_board, "MOST_SYMMETRIES", 32)
    images = symmetric(Rules.parse("4x4x4,4"))
    assert 1 < len(images) < 32  # some lead back by one that is left out
    assert {inverse(image) for image in images} == {*images}
    assert images[0] == (*range(64),)


def sizes_up_to(cells: int, axes: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """The sizes of the boxes of so many axes and up to so many cells, each not below the last."""
    if axes == 0:
        yield ()
        return
    for size in range(least, cells + 1):
        yield from ((size, *more) for more in sizes_up_to(cells // size, axes - 1, size))


def test_a_record_has_room_for_the_lines_of_every_board_of_64_cells() -> None:
    # Of two cells there are more than of any other number: a cell and one of its neighbours, which
    # along each axis are 3 for all but the two cells at its ends.
    pairs = [
        (prod(3 * size - 2 for size in sizes) - prod(sizes)) // 2
        for axes in (2, *Box.axes)
        for sizes in sizes_up_to(64, axes)
    ]
    assert max(pairs) == MOST_LINES
    assert len(Rules.parse("2x2x2x2x2x2,2").lines) == MOST_LINES
    assert len(Rules.parse("8,8,2,torus").lines) == 4 * 64 < MOST_LINES  # four ways from each cell


@pytest.mark.parametrize("cell", range(64))
def test_positions_that_differ_by_a_move_and_its_answer_have_other_places(cell: int) -> None:
    random, table_ = np.random.default_rng(cell), np.zeros((2**20 + MARKS, 1), np.uint64)
    shared = 0
    with np.errstate(over="ignore"):
        for _ in range(100):
            stones, free = (word(int(each)) for each in random.integers(0, 2**63, 2))
            move, answer = word(1 << cell), word(1 << (cell + 1) % 64)
            mine, yours = stones & ~free, ~stones & ~free
            before = Key(mine, yours, free | move | answer, ATTACKS)
            after = Key(mine | move, yours | answer, free & ~move & ~answer, ATTACKS)
            places = [place(mixed_key(key), table_) for key in (before, after)]
            shared += places[0] == places[1]
    assert shared < 2  # of 100, and there are half a million places


def test_bits_are_counted_in_every_byte_of_a_word() -> None:
    with np.errstate(over="ignore"):  # words wrap round
        for mask in (0, *(1 << bit for bit in range(64)), (1 << 64) - 1, 0x8421 << 40):
            assert int(ones_in(word(mask))) == mask.bit_count()


def test_threats_are_not_looked_for_among_those_of_an_earlier_search() -> None:
    memory = record(MEMORY)
    memory.threats[-1] = 0b1_0001_0110, 0, 0xFEE9, 1, 0  # a row and a column, which lack two cells
    started = node(0, 0, 0xFFFF, 0xFFFF, True)
    with np.errstate(over="ignore"):
        assert forcing(started, memory, board_of(Rules(4, 4, 4))) == 0


@pytest.mark.parametrize(("most", "positions"), [(400, 3**3), (5, 1 + 5)])
def test_threats_lead_to_a_position_once_in_whatever_order_and_no_more_are_tried_than_may_be(
    monkeypatch: pytest.MonkeyPatch, most: int, positions: int
) -> None:
    come_to: list[tuple[int, ...]] = []

    def entered(attacker: Any, defender: Any, *others: Any) -> None:
        come_to.append((int(attacker), int(defender)))
        enter(attacker, defender, *others)

    monkeypatch.setattr(reduction, "enter", entered)
    monkeypatch.setattr(reduction, "MOST_THREATS", most)
    rules = Rules(1, 14, 4)
    x, o = 0b00110001100011, 0b00001000010000  # XX..OXX..OXX..: three times two threats
    asked = node(x, o, rules.board ^ x ^ o, rules.board, True)
    with np.errstate(over="ignore"):
        assert forcing(asked, record(MEMORY), board_of(rules)) == 0
    assert len(come_to) == len({*come_to}) == positions


@pytest.mark.parametrize("text", ["3,3,3", "4,3,3", "2,6,3", *longer("3,4,3,torus")])
def test_where_the_defender_wins_by_threats_only_moves_in_their_zone_may_save_the_attacker(
    text: str,
) -> None:
    rules = Rules.parse(text)
    board, memory = board_of(rules), record(MEMORY)
    refuted = outside = 0
    for position in still_open(rules, 1 if rules.cells == 9 else 37):
        for attacker, defender, attacks in sides(position):
            asked = node(attacker, defender, position.legal, rules.board, attacks)
            with np.errstate(over="ignore"):
                if any(lines.completions(each, board) & asked.free for each in asked[:2]):
                    continue  # a line comes first
                zone = int(countered(asked, word(0), memory, board))
            if zone and not attacks:
                assert table(rules)[position].value == 1
                refuted += 1
            elif zone:
                for cell in position.legal_moves:
                    if not zone >> cell & 1:
                        assert table(rules)[position.play(cell)].value == 1
                        outside += 1
    assert min(refuted, outside) > 0


@pytest.mark.parametrize(("others", "chosen"), [(7, 0b1100), (8, 0b0011), (9, 0b0011)])
def test_the_pair_of_a_line_is_chosen_unless_eight_others_have_one_of_its_cells(
    others: int, chosen: int
) -> None:
    row = np.array([0b1100] + [0b1_0100] * others, np.uint64)
    with np.errstate(over="ignore"):
        assert lines.shared_most(word(0b1111), row, len(row)) == chosen


def test_of_two_cells_in_the_same_lines_the_lower_one_is_tried() -> None:
    row, shared = np.array([0b11], np.uint64), np.zeros(2, np.uint64)
    with np.errstate(over="ignore"):
        idle, better = lines.dominated(word(0b11), row, 1, shared)
    assert (int(idle), int(better)) == (0b10, 0b01)
