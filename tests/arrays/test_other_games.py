"""Games of other answers in bulk: what asks for the move plays them, and the rest says why not."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest

from noughts import Game, Player, Position, Rules
from noughts.arrays import Games, Positions, choose, decode, encode, playout_moves, playouts
from noughts.arrays.boards import number_of
from noughts.codecs import CellCodec, codec, names
from noughts.core import turns
from noughts.core.bits import cells_of
from noughts.core.symmetry import symmetries
from noughts.errors import CellError, CodeError, IllegalMoveError, PositionError, RulesError
from noughts.players.drawing import drawing
from noughts.players.random_numbers import Numbers
from noughts.solver.tables.table import table
from tests.games_from_outside import listed as listed

pytestmark = pytest.mark.usefixtures("listed")

OWNED = [
    *("3,3,3,gravity", "3,4,3,stones=2", "3,3,3,avoider", "2x2x3,2,gravity,misere"),
    pytest.param("9,8,5,gravity,stones=2,avoider", marks=pytest.mark.wide),
]
SHARED = [
    *("3,3,3,wild", "3,4,3,gravity,wild,misere", "3,3,3,torus,wild,stones=2"),
    pytest.param("8,9,4,gravity,wild", marks=pytest.mark.wide),
]
SOLVED = ["3,3,3,gravity", "3,3,3,stones=2", "3,3,3,avoider", "2,4,3,gravity,wild,misere"]
WITHOUT = {"any_order": "gravity", "alternates": "stones=2", "owned": "wild", "fair": "avoider"}


def walked(rules: Rules) -> list[tuple[Position, int]]:
    """Positions of random games, with a move to play next; 0 at their ends."""
    draw, found = random.Random(str(rules)), []
    for _ in range(6):
        position = Position(rules=rules)
        while moves := position.moves():
            found.append((position, draw.choice(moves)))
            position = position.play(found[-1][1])
        found.append((position, 0))
    return found


def ints(boards: Any) -> list[int]:
    return [number_of(board) for board in boards]


@pytest.mark.parametrize("answers", ["gravity", "stones=2", "wild", "gravity,stones=2", "avoider"])
def test_arrays_hold_what_a_position_holds_and_nothing_else(answers: str) -> None:
    rules, pairs = Rules.parse(f"2,3,2,{answers}"), [*product(range(64), repeat=2)]
    held: list[Position] = []
    right = np.zeros(len(pairs), np.bool_)
    for number, (x, o) in enumerate(pairs):
        try:
            held.append(Position(x, o, rules))
        except PositionError:
            continue
        right[number] = True
    all_x, all_o = np.array(pairs, np.uint16).T  # with room for both
    assert ((turns.misplaced(all_x, all_o, rules) == 0) == right).all()
    assert [*Positions(all_x[right], all_o[right], rules)] == held
    with pytest.raises(PositionError, match=f"^item {right.argmin()}: "):
        Positions(all_x, all_o, rules)


@pytest.mark.parametrize("text", [*OWNED, *SHARED])
def test_positions_in_bulk_are_what_each_is_alone(text: str) -> None:
    rules = Rules.parse(text)
    alone = [position for position, _ in walked(rules)]
    bulk = Positions.of(alone, rules)
    assert [*Positions(bulk.x, bulk.o, rules)] == alone
    ends = [position.outcome for position in alone]
    assert bulk.outcomes().tolist() == [0 if end is None else end.winner or 3 for end in ends]
    assert bulk.turns().tolist() == [position.turn for position in alone]
    assert ints(bulk.legal()) == [position.legal for position in alone]
    assert [*zip(*map(ints, bulk.sides()), strict=True)] == [each.sides for each in alone]
    assert [*bulk.canonical()] == [position.canonical() for position in alone]
    for by in symmetries(rules)[:3]:
        assert [*bulk.transform(by)] == [position.transform(by) for position in alone]


@pytest.mark.parametrize("text", [*OWNED, *SHARED])
def test_every_move_in_bulk_leads_where_it_leads_alone(text: str) -> None:
    rules = Rules.parse(text)
    moves = [each for each in walked(rules) if each[0].legal]
    alone, chosen = zip(*moves, strict=True)
    bulk = Positions.of(alone, rules)
    assert [*bulk.play(chosen)] == [position.play(move) for position, move in moves]
    wrong = next(n for n, each in enumerate(alone) if each.legal != rules.board)
    taken = next(cells_of(alone[wrong].legal ^ rules.board))
    with pytest.raises(IllegalMoveError) as caught:
        bulk.play([*chosen[:wrong], taken, *chosen[wrong + 1 :]])
    with pytest.raises(IllegalMoveError) as of_one:
        alone[wrong].play(taken)
    assert str(caught.value) == f"item {wrong}: {of_one.value}"
    with pytest.raises(CellError, match=f"item 0 of cells is {rules.actions}; cells are 0 to"):
        bulk.play([rules.actions, *chosen[1:]])


@pytest.mark.parametrize("text", SOLVED)
def test_values_in_bulk_are_those_of_the_table(text: str) -> None:
    rules = Rules.parse(text)
    solved, alone = table(rules), [position for position, _ in walked(rules)]
    bulk = Positions.of(alone, rules)
    said = [solved[position] for position in alone]
    assert [*zip(bulk.values(), bulk.remoteness(), strict=True)] == said
    best = [[*cells_of(int(moves))] for moves in bulk.best_moves()]
    assert best == [solved.best_moves(position) for position in alone]


@pytest.mark.parametrize("text", OWNED)
def test_games_in_bulk_end_where_each_ends_alone(text: str) -> None:
    rules, alone = Rules.parse(text), []
    for position, move in walked(rules):
        if not position.ply:
            alone.append(Game(rules))
        if position.legal:
            alone[-1].push(move)
    bulk = Games.of(alone, rules)
    assert [*bulk.positions()] == [game.position for game in alone]
    assert Games(bulk.moves, rules) == bulk
    for floating in [*cells_of(Position(rules=rules).legal ^ rules.board)][:1]:
        moves = bulk.moves.copy()
        moves[2, 0] = floating
        with pytest.raises(IllegalMoveError, match=f"item 2: cell {floating} cannot be played yet"):
            Games(moves, rules)


@pytest.mark.parametrize("text", [*OWNED, *SHARED])
def test_cells_are_coded_in_bulk_as_each_is_alone(text: str) -> None:
    rules = Rules.parse(text)
    alone = [position for position, _ in walked(rules)]
    bulk = Positions.of(alone, rules)
    for coder in (codec(name, rules) for name in names(rules)):
        if not isinstance(coder, CellCodec):
            continue
        codes = encode(bulk, coder.name)
        assert ints(codes) == [coder.encode(position) for position in alone]
        assert [*decode(codes, coder.name, rules)] == alone
        for cell in range(rules.cells) if codes.ndim == 1 else ():  # an X alone may float
            code = coder.encode_bits(1 << cell, 0)
            by_itself = or_refused(partial(coder.decode, code))
            in_bulk = or_refused(partial(decode, [code], coder.name, rules))
            expected = by_itself if isinstance(by_itself, str) else Positions.of([by_itself], rules)
            assert in_bulk == (f"item 0: {expected}" if isinstance(expected, str) else expected)


def or_refused(decoded: Callable[[], Any]) -> Any:
    try:
        return decoded()
    except CodeError as error:
        return str(error)


@pytest.mark.parametrize("name", ["random", "graded:1/2", "perfect", "perfect:random"])
@pytest.mark.parametrize("text", ["3,3,3,gravity", "2,3,2,gravity,stones=2,avoider"])
def test_players_choose_in_bulk_as_they_do_alone(text: str, name: str) -> None:
    rules, numbers = Rules.parse(text), Numbers(1)
    going = [position for position, _ in walked(rules) if position.legal]
    draw = drawing(Player.parse(name), rules)
    cells = [draw(position.x, position.o, numbers.draw()) for position in going]
    assert choose(Positions.of(going, rules), name, 1).tolist() == cells


@pytest.mark.parametrize(
    ("ask", "what", "laws"),
    [
        (partial(playouts, 1), "random games in bulk", WITHOUT),
        (partial(playout_moves, 1), "random games in bulk", WITHOUT),
        (partial(Games.of, []), "games in bulk", ["owned"]),
        (lambda board: choose(Positions.start(1, board)), "a player in bulk", ["owned"]),
    ],
)
def test_what_needs_a_law_refuses_games_without_it_by_name(
    ask: Callable[[str], object], what: str, laws: list[str]
) -> None:
    for law in laws:
        with pytest.raises(RulesError, match=rf"^{what} cannot take \S+: .* \({law}\)$"):
            ask(f"3,3,3,{WITHOUT[law]}")
