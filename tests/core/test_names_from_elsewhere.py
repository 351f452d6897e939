"""Names that people bring from elsewhere lead to what there is."""

from __future__ import annotations

import re
from operator import attrgetter
from pkgutil import resolve_name
from typing import Any, cast

import pytest

import noughts.store
from noughts import TICTACTOE, Game, Player, Position, PositionError, Rules, RulesError
from noughts.arrays import Positions
from noughts.core.names_from_elsewhere import WAYS, led
from noughts.datasets import Dataset, dataset
from noughts.players import Result, Versus
from noughts.solver import Solution, perft

WON = Result(1.0, 0.0, 0.0, {})
KINDS: dict[str, tuple[Any, ...]] = {
    "Position": (Position, Position()),
    "Game": (Game, Game()),
    "Rules": (Rules, TICTACTOE),
    "Player": (Player, Player.parse("random")),
    "Positions": (Positions, Positions.start(1)),
    "Dataset": (Dataset, dataset("1,1,1")),
    "Solution": (Solution, Solution(0, 0, 0, 0)),
    "Versus": (Versus, Versus(WON, WON)),
    "Result": (Result, WON),
    "noughts": (noughts,),
    "store": (noughts.store,),
}
# What somebody wrote down before looking, used to python-chess, Gymnasium and NumPy.
WRITTEN_DOWN = """
position.empty_cells  position.is_legal(4)  position.is_terminal  position.available_moves
position.get_legal_moves()  position.check_winner()  position.current_player  position.to_numpy()
position.cells  position.state  position.key  position.mirror()  position.rotate(90)
position.evaluate()  position.move(4)  position.successors()  position[1,1]  position["b2"]
len(position)  position.from_array([[0,1,2],[0,0,0],[0,0,0]])  position.from_fen("X../.O./...")
game.push_san("a1")  game.make_move("a1")  game.peek()  game.move_stack  game.reset()
game.is_finished  game[0]  game.positions  game.to_json()  noughts.TicTacToe()
noughts.make("3,3,3")  noughts.evaluate(position)  noughts.random_game()  noughts.Agent
noughts.RandomPlayer()  player.choose(position)  player(position)  player.best_move(position)
rules.shape  rules.width  rules.start  noughts.Mark.X.opponent  noughts.Mark("X")
"""
GUESSES = [(kind, name) for kind, ways in WAYS.items() for name in ways]


@pytest.mark.parametrize(("kind", "name"), GUESSES)
def test_a_name_from_elsewhere_is_told_the_way(kind: str, name: str) -> None:
    for asked in KINDS[kind]:
        with pytest.raises(AttributeError) as refused:
            getattr(asked, name)
        assert (refused.value.name, refused.value.obj) == (name, asked)
        assert str(refused.value).endswith(f"{kind}' has no attribute {name!r}: {WAYS[kind][name]}")


def test_the_ways_name_what_there_is() -> None:
    assert "noughts.store" in str(led("noughts", "store", noughts))
    for way in {way for ways in WAYS.values() for way in ways.values()}:
        for path in re.findall(r"\b(?:noughts|Game|Position|position)(?:\.\w+)+", way):
            head, _, names = path.partition(".")
            if head == "noughts":
                resolve_name(path)
            else:
                attrgetter(names)(Game if head == "Game" else Position())


def test_two_of_three_names_that_people_write_down_work_or_lead_on() -> None:
    asked = {
        "noughts": noughts,
        "position": Position.parse("X../.O./..."),
        "game": Game(moves=[4]),
        "player": Player.parse("perfect"),
        "rules": TICTACTOE,
    }
    ways = {way for ways in WAYS.values() for way in ways.values()}
    expressions = WRITTEN_DOWN.split()
    missed = []
    for expression in expressions:
        try:
            eval(expression, asked)
        except (AttributeError, TypeError, ValueError) as error:
            if not any(str(error).endswith(way) for way in (*ways, "or a1 to c3")):
                missed.append(expression)
    assert len(missed) * 3 <= len(expressions), missed


def test_a_class_of_the_same_name_keeps_its_own() -> None:
    own: Any = type("Player", (Player,), {"move": 7})
    assert own.move == 7


def test_a_random_position_is_one_of_a_random_game() -> None:
    for rules in ("3,3,3", "4,4,4,gravity", "3,3,3,wild", "5,5,4,stones=2"):
        for plies in (0, 3, 6):
            position = Position.random(rules, plies, seed=plies)
            assert position == Position.random(rules, plies, seed=plies)
            assert (position.ply, position.rules) == (plies, Rules.parse(rules))
        drawn = {Position.random(rules, seed=seed) for seed in range(30)}
        assert len({position.ply for position in drawn}) > 3
        assert not any(position.is_over for position in drawn)
    assert Position.random(plies=9, seed=1).is_over
    assert not any(Position.random(plies=5, seed=seed).unreachable for seed in range(20))
    wrong: tuple[Any, ...] = (10, -1, "two")
    for given in wrong:
        with pytest.raises(
            PositionError, match=r"no random game of 3,3,3 has gone on for .* plies"
        ):
            Position.random(plies=given)
    with pytest.raises(RulesError, match=r"5 is not a board; Position\.random\(plies=5\) takes"):
        Position.random(5)  # type: ignore[arg-type] # no board
    for keyword in ("moves", "board"):
        with pytest.raises(
            TypeError, match=f"keyword argument '{keyword}'; it takes rules=, plies="
        ):
            cast(Any, Position).random(**{keyword: 5})


def test_all_positions_and_all_games_are_those_that_are_counted() -> None:
    for rules in ("2,2,2", "2,3,2,gravity", "2,2,2,wild", "2,3,3,stones=2"):
        found = list(Position.all(rules))
        games = list(Game.all(Rules.parse(rules)))
        assert len(set(found)) == len(found)
        ends = sum(each.x_wins + each.o_wins + each.draws for each in perft(rules))
        assert len({str(game) for game in games}) == len(games) == ends
        assert all(game.is_over for game in games)
        assert sorted(found) == sorted({Position(rules=rules)} | reached(games))


def reached(games: list[Game]) -> set[Position]:
    """All positions of the games."""
    found = set()
    for game in games:
        while len(game):
            found.add(game.position)
            game.undo()
    return found


def test_completion_offers_none_of_them() -> None:
    for kind, asked in KINDS.items():  # an object and its class, whose help does not list them
        for each in asked:
            assert not WAYS[kind].keys() & {*dir(each)}
    assert {"play", "legal_moves", "x"} <= {*dir(Position())}
