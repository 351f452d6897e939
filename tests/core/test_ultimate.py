"""Boards in a board, against lists of cells and against sets: ultimate tic-tac-toe."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
import z3

from noughts import (
    Game,
    IllegalMoveError,
    NotationError,
    Position,
    PositionError,
    Rules,
    RulesError,
    versus,
)
from noughts.codecs import codec
from noughts.codecs.codec_base import CellCodec
from noughts.core import bits, move_bits, turns
from noughts.core.game import as_game
from noughts.core.on_ints import on_ints
from noughts.emit.module import module
from noughts.players.exact_results import best_response
from noughts.players.strong.budget import Budget
from noughts.players.strong.levels import at_a_glance
from noughts.players.strong.tree_search import TreeSearch
from noughts.solver.counting.perft import perft
from tests.core.test_bits_proofs import cells_are, counterexample, stone
from tests.games_from_outside import slow_game
from tests.slow_game import START, NestedGame, number

ULTIMATE = Rules.parse("ultimate")
PERFT = [1, 81, 720, 6336, 55080, 473256, 4020960]
BOARDS: list[Any] = [
    pytest.param(Rules.parse(text), marks=marks, id=text)
    for text, marks in {
        "1,3,2,ultimate": [],
        "2,2,2,ultimate": [],
        "3,1,2,ultimate,gravity": [],
        "ultimate": [pytest.mark.wide],
    }.items()
]
on_boards = pytest.mark.parametrize("rules", BOARDS)


def game_of(rules: Rules) -> NestedGame:
    game = slow_game(rules)
    assert isinstance(game, NestedGame)
    return game


class Listed:
    """Two bitboards as lists of formulas, and what the rules say of them."""

    def __init__(self, one: Any, two: Any, last: Any, rules: Rules) -> None:
        self.game, self.last = game_of(rules), last
        self.inner, self.of_one = self.game.inner, len(self.game.boards)
        self.sides = [[stone(side, cell) for cell in self.game.cells] for side in (one, two)]

    def has_line(self, side: int, board: int) -> Any:
        at = self.of_one * board
        lines = [[self.sides[side][at + cell] for cell in line] for line in self.inner]
        return z3.Or([z3.And(line) for line in lines])

    def wins(self, side: int) -> Any:
        """Whether won boards make a line."""
        won = [self.has_line(side, board) for board in range(self.of_one)]
        return z3.Or([z3.And([won[board] for board in line]) for line in self.inner])

    @property
    def open(self) -> list[Any]:
        """The cells where a stone may go unless a board is named."""
        free = [z3.Not(z3.Or(*both)) for both in zip(*self.sides, strict=True)]
        if "gravity" in self.game.words:
            row, one = self.game.row, self.of_one
            below = [at + row if at % one + row < one else None for at in self.game.cells]
            free = [
                cell if low is None else z3.And(cell, z3.Not(free[low]))
                for cell, low in zip(free, below, strict=True)
            ]
        return [
            z3.And(cell, *(z3.Not(self.has_line(side, at // self.of_one)) for side in (0, 1)))
            for at, cell in enumerate(free)
        ]

    @property
    def playable(self) -> list[Any]:
        one, open_ = self.of_one, self.open
        named = [
            z3.Or([stone(self.last, board * one + place) for board in range(one)])
            for place in range(one)
        ]
        there = [z3.And(cell, named[at // one]) for at, cell in enumerate(open_)]
        return [
            z3.If(z3.Or(there), named_too, cell)
            for named_too, cell in zip(there, open_, strict=True)
        ]


def boards(rules: Rules, *names: str) -> list[Any]:
    return [z3.BitVec(name, rules.cells) for name in names]


@on_boards
def test_a_step_puts_a_stone_on_both_planes_and_names_the_next_board(rules: Rules) -> None:
    own, other, put = boards(rules, "own", "other", "put")
    (first, second), free, lined = move_bits.step((own, other), (put,), rules)
    mine = own & ~other | put  # without the last stone, which is the other player's
    assert counterexample(z3.Implies(put != 0, first == other | put)) is None
    assert counterexample(z3.Implies(put != 0, second == mine)) is None
    assert counterexample(z3.Implies(put == 0, z3.And(first == other, second == own))) is None
    after = Listed(mine, other, put, rules)
    # A cell that is free and named, of boards without a line.
    fits = z3.And(put != 0, put & (own | other) == 0)
    assert counterexample(z3.Implies(fits, cells_are(free, after.playable))) is None
    assert counterexample(z3.Implies(fits, (lined != 0) == after.wins(0))) is None


@on_boards
def test_a_cell_finishes_where_it_wins_the_board_that_a_line_lacks(rules: Rules) -> None:
    own, other = boards(rules, "own", "other")
    free = move_bits.playable((own, other), rules)
    here = Listed(own & ~other, other, own & other, rules)
    assert counterexample(cells_are(free, here.playable)) is None
    (found,) = move_bits.finishing((own, other), free, rules)
    for cell in range(0, rules.cells, 1 + rules.cells // 20):
        then = Listed(own & ~other | 1 << cell, other, own & other, rules)
        wins = z3.And(stone(free, cell), then.wins(0))
        goes_on = z3.Not(here.wins(0))
        assert counterexample(z3.Implies(goes_on, stone(found, cell) == wins)) is None


@on_boards
def test_the_result_is_that_of_each_players_own_stones(rules: Rules) -> None:
    x, o = boards(rules, "x", "o")
    odd = z3.Bool("odd")  # who has put the last stone, by the parity of all
    parity = bits.odd(x | o, rules) == 1
    of_x, of_o = z3.If(odd, x, x & ~o), z3.If(odd, o & ~x, o)
    here = Listed(of_x, of_o, x & o, rules)
    won = [here.wins(side) for side in (0, 1)]
    stuck = z3.Not(z3.Or(here.playable))
    on, x_won, o_won, drawn = (z3.BitVecVal(number, rules.cells) for number in range(4))
    said = z3.If(won[0], x_won, z3.If(won[1], o_won, z3.If(stuck, drawn, on)))
    found = move_bits.result(x, o, rules)
    assert counterexample(z3.Implies(odd == parity, found == said)) is None
    legal = bits.legal_cells(x, o, rules)
    over = z3.Or(won)
    cells = [z3.And(z3.Not(over), cell) for cell in here.playable]
    assert counterexample(z3.Implies(odd == parity, cells_are(legal, cells))) is None


@pytest.mark.parametrize("text", ["1,3,2,ultimate", "2,2,2,ultimate,misere", "ultimate"])
def test_play_is_that_of_sets(text: str) -> None:
    in_step(Rules.parse(text), 20)


@pytest.mark.longer
def test_many_games_are_those_of_sets() -> None:
    in_step(ULTIMATE, 10_000)


def in_step(rules: Rules, games: int) -> None:
    """Random games of the library and of sets side by side."""
    slow, random = game_of(rules), Random(1)
    for _ in range(games):
        state, position = START, Position(rules=rules)
        while moves := slow.moves(state):
            assert position.legal_moves == moves
            assert not position.is_over
            move = random.choice(moves)
            finishing = on_ints(rules).moves(*position.sides)[1]
            state, position = slow.play(state, move), position.play_unchecked(move)
            assert (position.x, position.o) == (number(state[0]), number(state[1]))
            assert finishing >> move & 1 == (slow.maker(state) is not None)
            assert turns.misplaced(position.x, position.o, rules) == 0
        assert (position.winner or 0) == {1: 1, -1: 2, 0: 0}[slow.result(state) or 0]
        assert position.is_over
        assert Position.parse(str(position), rules) == position


def counted(game: NestedGame, depth: int, state: Any = START) -> int:
    moves = game.moves(state)
    if depth == 1:
        return len(moves)
    return sum(counted(game, depth - 1, game.play(state, move)) for move in moves)


def test_the_paths_are_as_many_as_those_of_sets() -> None:
    assert [row.paths for row in islice(perft(ULTIMATE), 4)] == PERFT[:4]
    assert [counted(game_of(ULTIMATE), depth) for depth in range(1, 4)] == PERFT[1:4]


@pytest.mark.longer
def test_the_paths_are_as_many_as_those_of_sets_to_ply_6() -> None:
    assert [row.paths for row in islice(perft(ULTIMATE), 7)] == PERFT
    assert counted(game_of(ULTIMATE), 6) == PERFT[6]


def test_ultimate_is_short_for_its_board_wherever_a_text_may_stand() -> None:
    assert str(Rules.parse("3,3,3,ultimate")) == "ultimate"
    assert str(Rules.parse("ultimate,misere")) == "ultimate,misere"
    assert str(Rules.parse("2,3,2,ultimate")) == "2,3,2,ultimate"
    assert Rules.from_bytes(ULTIMATE.to_bytes()) == ULTIMATE
    assert as_game("ultimate").rules == Game.parse("ultimate: 5b2").rules == ULTIMATE
    assert as_game("ultimate: 5b2 5a1").moves == (40, 36)
    assert "a stone's place on its board names the next board" in ULTIMATE.about
    for text, why in [
        ("ultimate,wild", "ultimate and wild contradict each other"),
        ("ultimate,stones=2", "ultimate and stones=2 contradict each other"),
        ("300,1,3,ultimate", "300x1 is not a board of boards"),
        ("3,3,4,ultimate", "no line of 4 fits"),
    ]:
        with pytest.raises(RulesError, match=why):
            Rules.parse(text)


def test_the_last_stone_stands_in_lower_case_and_on_both_planes() -> None:
    position = Position.parse("X./oX//../..//../..//../..".replace("oX", "o."), "2,2,2,ultimate")
    assert (position.x, position.o, position.stones) == (5, 4, (1, 4))
    assert str(position) == "X./o.//../..//../..//../.."
    assert position.legal == 0b1111 << 8  # the third board
    assert (position["1a1"], position["1a2"], position.turn) == (1, 2, 1)
    for text in ("X./O.//../..//../..//../..", "x./o.//../..//../..//../.."):
        with pytest.raises(NotationError, match="in lower case"):
            Position.parse(text, position.rules)
    for x, o in ((1, 4), (0b0111, 0b1110)):
        with pytest.raises(PositionError, match="both hold the last stone, and no other"):
            Position(x, o, position.rules)


def test_without_a_stone_the_last_one_stays() -> None:
    x, o = Position(rules=ULTIMATE).play("5b2").play("5a1").x, 1 << 36
    assert move_bits.played(x, o, (0,), ULTIMATE) == (x, o, 0)
    assert move_bits.played(x, o, (1,), ULTIMATE) == (1 | 1 << 40, o | 1, 0)
    assert move_bits.played(x, o, (1 << 9,), ULTIMATE)[2] == 1 << 9  # which is not the first board


def test_symmetries_turn_the_boards_and_the_cells_of_each_alike() -> None:
    rules = Rules.parse("2,2,2,ultimate")
    game, random = game_of(rules), Random(2)
    assert len(rules.symmetries) == 8
    state, position = START, Position(rules=rules)
    while moves := game.moves(state):
        move = random.choice(moves)
        state, position = game.play(state, move), position.play(move)
        x, o = map(number, game.least(state))
        assert position.canonical() == Position(x, o, rules)


def test_exact_goes_for_boards_as_for_cells() -> None:
    rules = Rules.parse("1,4,2,ultimate,exact")
    for won, lines in (("1100", 1), ("1110", 0), ("0011", 1 << 8)):
        stones = sum(0b11 << 4 * board for board, one in enumerate(won) if one == "1")
        assert bits.outer_lines(stones, rules) == lines


def test_walks_and_trees_of_it_agree_with_sets() -> None:
    rules = Rules.parse("1,3,2,ultimate")
    game = game_of(rules)
    at_random = versus("random", "random", rules).first
    assert at_random.win - at_random.loss == game.expected()
    assert best_response("random", 1, rules).value == game.expected(0)
    position = Position(rules=rules).play("2b1").play("2a1")
    state = game.play(game.play(START, 4), 3)
    for judged in TreeSearch(position, Budget(nodes=2000), every=True).moves():
        assert (judged.proved, judged.value) == (True, game.worth_of(state, judged.cell))
    assert at_a_glance(position) == position.legal_moves


def test_codes_and_sources_of_it_hold_the_last_stone_twice() -> None:
    rules = Rules.parse("1,3,2,ultimate")
    position = Position(rules=rules).play("2b1").play("2a1")
    pair = codec("pair", rules)
    code = pair.encode(position)
    assert pair.decode(code) == position
    assert isinstance(pair, CellCodec)
    assert [pair.get(code, cell) for cell in range(9)] == [*position]
    names = {function.name for function in module(rules).functions}
    assert "encode_pair" in names
    assert "encode_base3" not in names
    with pytest.raises(RulesError, match=r"\(stones\)"):
        module(rules, "base4")


def test_a_cell_of_another_board_is_refused_in_a_record() -> None:
    with pytest.raises(IllegalMoveError, match="not on the board to play on"):
        Game.parse("ultimate: 5b2 4a1")


def test_a_game_without_hope_is_dead_and_one_with_hope_is_not() -> None:
    rules = Rules.parse("1,2,2,ultimate")  # two boards of two cells, to be won both
    assert not Position(rules=rules).is_dead
    assert Game.parse("1,2,2,ultimate: 1a1 1b1").position.is_dead
    assert not Game.parse("1,2,2,ultimate: 1b1 2a1").position.is_over


def test_a_picture_shows_who_has_won_boards_and_where_one_may_play() -> None:
    game = Game(Rules.parse("2,2,2,ultimate"))
    assert game.svg().count('stroke-width="3"') == 4  # anywhere
    random = Random(4)
    while not game.is_over:
        game.push(random.choice(game.legal_moves))
    assert game.outcome
    assert 'fill-opacity="0.15"' in game.svg()
    assert ("<line" in game.svg()) == bool(game.outcome.line)
    assert game.diagram().count("board ") == 4
