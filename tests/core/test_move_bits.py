"""A move as an expression: proved against lists of cells, walked against sets, for every operand.

The games are those of the library and those of `games_from_outside`, alone and combined.
"""

from __future__ import annotations

import copy
from itertools import product
from typing import Any

import numpy as np
import pytest
import z3

from noughts import Rules
from noughts.core import bits, move_bits, turns
from noughts.core.answers import Line
from noughts.core.family import GRAVITY, WILD
from noughts.core.on_ints import OnInts, on_ints
from noughts.core.successors import moves_at
from noughts.expressions.limbs import Limbs, split
from noughts.expressions.slices import Slices
from noughts.expressions.writer import WRITTEN_BITS
from tests.core.test_bits_proofs import cells_are, counterexample, has_line, plain_starts, stone
from tests.core.test_turns import count
from tests.games_from_outside import AVOIDER, slow_game
from tests.slow_game import SlowGame, State, code_of, number
from tests.tools import pairs, some

OTHER = Line((None, -1), "other", full=-1)  # a line of O loses, and O wins without one
ANSWERS: list[dict[str, Any]] = [
    {},
    {"misere": True},
    {"where": GRAVITY},
    {"marks": WILD},
    {"turns": "stones=2"},
    {"line": AVOIDER},
    {"line": OTHER},
    {"line": "breaker", "length": "exact"},
    {"marks": "notakto"},
    {"turns": "stones=2+2"},
    {"turns": "stones=3"},
    {"turns": "stones=2+3"},
    {"turns": "stones=5+2", "line": "breaker"},
    {"where": GRAVITY, "marks": WILD},
    {"where": GRAVITY, "turns": "stones=2", "line": AVOIDER},
    {"marks": WILD, "turns": "stones=2", "misere": True},
]
BOARDS = ["3,3,3", "2,3,3", "2,4,3", "2x2x2,2", "3,3,3,torus"]
every_game = pytest.mark.parametrize(
    "rules",
    [
        *[Rules(3, 3, 3, **answers) for answers in ANSWERS],
        *[
            pytest.param(Rules.parse(each.values[0]).replace(**each.values[1]), marks=mark)
            for each in pairs(BOARDS[1:], ANSWERS)
            for mark in [each.marks or pytest.mark.wide]
        ],
    ],
    ids=repr,
)


# What the answers say, as formulas over lists of cells. Operands are wider than the board, as a
# count needs them to be.


def boards(rules: Rules, *names: str) -> list[Any]:
    """Unknown bitboards."""
    return [z3.ZeroExt(7, z3.BitVec(name, rules.cells)) for name in names]


def are(board: Any, formulas: list[Any], rules: Rules) -> Any:
    """Whether a bitboard has the cells that the formulas say, and nothing beyond them."""
    return z3.And(cells_are(board, formulas), z3.LShR(board, rules.cells) == 0)


def at(board: Any, rules: Rules) -> list[Any]:
    return [stone(board, cell) for cell in range(rules.cells)]


def o_moves(stones: Any, rules: Rules) -> Any:
    """Whether O moves after so many stones."""
    game = slow_game(rules)
    return z3.Or([stones == ply for ply in range(rules.cells + 2) if game.turn(ply)])


def playable(x: Any, o: Any, rules: Rules) -> list[Any]:
    free = [z3.Not(z3.Or(*both)) for both in zip(at(x, rules), at(o, rules), strict=True)]
    if rules.answers.where is not GRAVITY:
        return free
    row = rules.cells // rules.geometry.sizes[0]
    below = [z3.Not(cell) for cell in free[row:]] + [z3.BoolVal(True)] * row
    return [z3.And(*both) for both in zip(free, below, strict=True)]


def counts(o_owns: Any, rules: Rules) -> Any:
    """Whether a line counts that X has made, or O."""
    worth = rules.answers.line.worth
    return z3.If(o_owns, z3.BoolVal(worth[1] is not None), z3.BoolVal(worth[0] is not None))


def ended(x: Any, o: Any, rules: Rules) -> Any:
    """Whether somebody has a line that counts."""
    marks = (z3.BoolVal(False), x), (z3.BoolVal(True), o)
    return z3.Or([z3.And(counts(mark, rules), has_line(board, rules)) for mark, board in marks])


@every_game
def test_a_step_is_the_stones_put_the_sides_changed_and_the_lines_of_the_mover(
    rules: Rules,
) -> None:
    owned, hands = rules.answers.owned, rules.answers.marks.hands
    one, two, *stones = boards(rules, "one", "two", *(f"stone{hand}" for hand in hands))
    planes, free, lined = move_bits.step((one, two), tuple(stones), rules)
    before = count(one | two, rules)
    changed = z3.Xor(o_moves(before, rules), o_moves(before + 1, rules))
    after = [one | stones[0], two | stones[1] if len(hands) > 1 else two]
    starts = [plain_starts(board, rules) for board in after[: len(hands)]]
    counted = counts(o_moves(before, rules), rules)
    made = [z3.And(z3.Or(*cell), counted) for cell in zip(*starts, strict=True)]
    swaps = z3.And(z3.BoolVal(owned), changed)
    seen = [z3.If(swaps, other, own) for own, other in (after, after[::-1])]
    for plane, board in zip(planes, seen, strict=True):
        assert counterexample(plane == board) is None
    assert counterexample(are(lined, made, rules)) is None
    assert counterexample(are(free, playable(after[0], after[1], rules), rules)) is None


@every_game
def test_a_cell_finishes_where_a_step_to_it_makes_a_line(rules: Rules) -> None:
    one, two, free = boards(rules, "one", "two", "free")
    hands = rules.answers.marks.hands
    found = move_bits.finishing((one, two), free, rules)
    none = [z3.BitVecVal(0, one.size()) for _ in hands]
    goes_on = move_bits.step((one, two), tuple(none), rules).lined == 0
    formulas = []
    for hand, cell in product(range(len(hands)), range(rules.cells)):
        stones = list(none)
        stones[hand] = z3.BitVecVal(1 << cell, one.size())
        lined = move_bits.step((one, two), tuple(stones), rules).lined != 0
        formulas.append(stone(found[hand], cell) == z3.And(stone(free, cell), lined))
    formulas += [z3.LShR(board, rules.cells) == 0 for board in found]
    assert counterexample(z3.Implies(goes_on, z3.And(formulas))) is None


@every_game
def test_the_result_is_that_of_the_first_line_that_counts_or_of_a_board_without_a_move(
    rules: Rules,
) -> None:
    x, o = boards(rules, "x", "o")
    line, owned = rules.answers.line, rules.answers.owned
    going_on, x_won, o_won, drawn = (z3.BitVecVal(result, x.size()) for result in range(4))
    plain = z3.If(z3.Or(playable(x, o, rules)), going_on, (o_won, drawn, x_won)[line.full + 1])
    for mark, board in ((1, o), (0, x)):
        maker = z3.BoolVal(mark == 1) if owned else o_moves(count(x | o, rules) - 1, rules)
        of_x, of_o = line.worth
        winner = z3.If(maker, o_won if of_o == 1 else x_won, x_won if of_x == 1 else o_won)
        here = z3.And(has_line(board, rules), counts(maker, rules))
        plain = z3.If(here, winner, plain)
    # Without a stone nobody has moved last, and there is no line either.
    assert counterexample(z3.Implies(x | o != 0, move_bits.result(x, o, rules) == plain)) is None
    assert counterexample(move_bits.result(going_on, going_on, rules) == going_on) is None


@every_game
def test_a_move_puts_its_stones_and_tells_those_that_may_not_go_there(rules: Rules) -> None:
    hands = rules.answers.marks.hands
    x, o, *stones = boards(rules, "x", "o", *(f"stone{hand}" for hand in hands))
    after_x, after_o, refused = move_bits.played(x, o, tuple(stones), rules)
    o_plays = o_moves(count(x | o, rules), rules)
    if rules.answers.owned:
        put_x, put_o = z3.If(o_plays, 0, stones[0]), z3.If(o_plays, stones[0], 0)
    else:
        put_x, put_o = (*stones, z3.BitVecVal(0, x.size()))[:2]
    # What is put on a stone makes no stone more, so the turn that follows is not asked for.
    one_stone = z3.Or([put_x | put_o == 1 << cell for cell in range(rules.cells)])
    may = [z3.And(each, z3.Not(ended(x, o, rules))) for each in playable(x, o, rules)]
    legal = z3.And(
        [z3.Or(z3.Not(s), m) for s, m in zip(at(put_x | put_o, rules), may, strict=True)]
    )
    assert counterexample((refused == 0) == legal) is None
    right = z3.And(after_x == x | put_x, after_o == o | put_o)
    assert counterexample(z3.Implies(z3.And(one_stone, legal), right)) is None
    assert counterexample(are(bits.legal_cells(x, o, rules), may, rules)) is None


# Every position of small boards, and of large ones those of a few games, against sets.

LARGE = [Rules(9, 9, 5), Rules(9, 9, 4, where=GRAVITY, turns="stones=2", marks=WILD)]
PLAYED = [answers for answers in ANSWERS if answers.get("line") is not OTHER]
SMALL = [Rules.parse("2,3,3").replace(**answers) for answers in PLAYED]
SMALL += some(
    [
        pytest.param(Rules.parse(text).replace(**answers), marks=pytest.mark.wide)
        for text in BOARDS
        if text not in ("2,3,3", "2,4,3")
        for answers in PLAYED
    ],
    8,
)
SMALL += [Rules.parse(f"2,2,2,boards=2,{words}") for words in ("notakto", "gravity,notakto")]
SMALL += [Rules.parse("1,3,2,boards=2,gravity,wild"), Rules.parse("2,2,2,boards=2,stones=2")]
small_games = pytest.mark.parametrize("rules", SMALL, ids=repr)
all_games = pytest.mark.parametrize("rules", [*SMALL, *LARGE], ids=repr)


def bitboards(state: State) -> tuple[int, int]:
    return number(state[0]), number(state[1])


def steps_of(rules: Rules) -> list[tuple[int, int, int]]:
    """Planes and the bit of an action, for moves all over the game."""
    game = slow_game(rules)
    pairs = [(state, move) for state in game.some for move in game.moves(state)]
    some = pairs[:: 1 + len(pairs) // 150]
    return [(*bitboards(game.sides(state)), 1 << move) for state, move in some]


@all_games
def test_functions_of_ints_play_as_sets_do(rules: Rules) -> None:
    game, ints = slow_game(rules), OnInts(rules)
    for state in game.some:
        x, o = bitboards(state)
        planes, moves = bitboards(game.sides(state)), game.moves(state)
        result = {None: 0, 1: 1, -1: 2, 0: 3}[game.result(state)]
        actions, finishing = sum(1 << move for move in moves), 0
        assert move_bits.planes_of(x, o, rules) == planes
        assert ints.result(x, o) == move_bits.result(x, o, rules) == result
        assert ints.legal(x, o) == bits.legal_cells(x, o, rules) == actions & rules.board
        if not moves:
            continue
        assert ints.playable(*planes) == move_bits.playable(planes, rules) == actions & rules.board
        for move in moves:
            after = game.play(state, move)
            own, other, free, lined = ints.step(*planes, 1 << move)
            assert (own, other) == bitboards(game.sides(after))
            assert free == number(frozenset(game.playable(after)))
            assert bool(lined) == (game.maker(after) is not None)
            assert ints.after(x, o, 1 << move) == bitboards(after)
            finishing |= bool(lined) << move
        assert ints.moves(*planes) == (actions, finishing)


@all_games
def test_successors_are_codes_with_the_bits_of_moves(rules: Rules) -> None:
    game, code = slow_game(rules), code_of(rules.cells)
    for state in game.some:
        turn = game.mover(state)
        worth, at = 1 - 2 * turn, moves_at(len(state[0] | state[1]), rules)
        if not game.moves(state):
            if game.maker(state) is None:
                assert at.full == worth * (game.result(state) or 0)
            continue
        after = {move: game.play(state, move) for move in game.moves(state)}
        made = [move for move, then in after.items() if game.maker(then) is not None]
        moves, lined = at.of(code(state))
        assert moves == sum(1 << move + at.shift for move in after)
        assert lined == sum(1 << move + at.shift for move in made)
        for move, then in after.items():
            assert code(then) == code(state) | 1 << move + at.shift
            assert at.sign == (1 if game.mover(then) == turn else -1)
            assert move not in made or at.line == worth * (game.result(then) or 0)


@all_games
def test_several_words_play_as_ints_do(rules: Rules) -> None:
    words = rules.cells // 8 + 1
    for own, other, action in steps_of(rules):
        each = (own, other, *move_bits.stones_of(action, rules))
        one, two, *stones = (Limbs(split(board, words, 8), 8) for board in each)
        stepped, free, lined = move_bits.step((one, two), tuple(stones), rules)
        found = [int(board) for board in (*stepped, free, lined)]
        assert found == [*OnInts(rules).step(own, other, action)]


@small_games
def test_arrays_play_as_ints_do(rules: Rules) -> None:
    every = steps_of(rules)
    own, other, action = np.array(every, np.uint32).T
    stepped, free, lined = move_bits.step((own, other), move_bits.stones_of(action, rules), rules)
    step = OnInts(rules).step
    assert np.array([*stepped, free, lined]).T.tolist() == [[*step(*each)] for each in every]


@small_games
def test_slices_play_as_ints_do_where_the_players_move_in_turn(rules: Rules) -> None:
    if not rules.answers.alternates:
        return  # a count is a sum, and slices have none
    every = steps_of(rules)
    rows = [(own, other, *move_bits.stones_of(action, rules)) for own, other, action in every]
    one, two, *stones = (sliced(column, rules.cells) for column in zip(*rows, strict=True))
    stepped, free, lined = move_bits.step((one, two), tuple(stones), rules)
    for game, operands in enumerate(every):
        found = [each[game] for each in (*stepped, free, lined)]
        assert found == [*OnInts(rules).step(*operands)]


def sliced(boards: tuple[int, ...], cells: int) -> Slices:
    games = range(len(boards))
    held = [sum((boards[game] >> cell & 1) << game for game in games) for cell in range(cells)]
    return Slices(held, len(boards))


def test_what_is_too_large_to_be_written_runs_as_it_is() -> None:
    large = Rules(30, 20, 3)
    assert large.cells > WRITTEN_BITS
    step, written = OnInts(large).step, OnInts(Rules(3, 3, 3)).step
    assert step(0b11, 0, 0b100) == (0, 0b111, large.board ^ 0b111, 1)
    assert step.__code__.co_filename != written.__code__.co_filename == "<string>"


# What a position and an action are.


@pytest.mark.parametrize("answers", ANSWERS, ids=repr)
def test_stones_are_played_where_turns_can_have_put_them_and_none_floats(
    answers: dict[str, Any],
) -> None:
    rules = Rules(2, 3, 3, **answers)
    endless = SlowGame((2, 3), [], [], slow_game(rules).words)
    reached = {bitboards(state) for state in endless.some}
    for x, o in product(range(64), repeat=2):
        if not x & o and not rules.answers.any_order:  # the order of each column is given
            floats = (x | o) & 0b000111 & ~((x | o) >> 3)
            counts = {(x.bit_count(), o.bit_count()) for x, o in reached}
            right = not floats and (x.bit_count(), o.bit_count()) in counts
            assert move_bits.is_played(x, o, rules) == right >= ((x, o) in reached)
        elif not x & o:
            assert move_bits.is_played(x, o, rules) == ((x, o) in reached)


def test_an_action_is_a_cell_and_a_hand() -> None:
    usual, wild = Rules(3, 3, 3), Rules(3, 3, 3, marks=WILD)
    assert (usual.actions, wild.actions) == (9, 18)
    for cell in range(9):
        assert move_bits.stones_of(1 << cell, usual) == (1 << cell,)
        assert move_bits.stones_of(1 << cell, wild) == (1 << cell, 0)
        assert move_bits.stones_of(1 << 9 + cell, wild) == (0, 1 << cell)
    assert move_bits.actions_of(0b101, usual) == 0b101
    assert move_bits.actions_of(0b101, wild) == 0b101 << 9 | 0b101


def test_who_moves_follows_from_the_stones_of_the_game() -> None:
    double = Rules(3, 3, 3, turns="stones=2")
    assert [turns.mover(ply, double) for ply in range(6)] == [1, 2, 2, 1, 1, 2]
    assert [turns.last_mover(ply, double) for ply in range(1, 7)] == [1, 2, 2, 1, 1, 2]
    assert [turns.turn((1 << ply) - 1, 0, double) for ply in range(6)] == [1, 2, 2, 1, 1, 2]


@small_games
def test_two_bitboards_are_misplaced_where_no_turns_have_put_them(rules: Rules) -> None:
    for x, o in product(range(0, rules.board + 1, 3), range(0, rules.board + 1, 2)):
        wrong = bool(x & o) or not move_bits.is_played(x, o, rules)
        assert bool(turns.misplaced(x, o, rules)) == wrong


@small_games
def test_a_copy_of_the_functions_of_a_game_is_what_is_kept(rules: Rules) -> None:
    assert copy.copy(on_ints(rules)) is on_ints(rules)
