"""MENACE beside a machine of dicts: the same boxes, beads and games, bead by bead."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from noughts import Game, GameOverError, NoughtsError, PlayerError, Position, Rules, versus
from noughts.arrays import Positions
from noughts.core.symmetry import symmetries, transform_cell
from noughts.evaluate import as_policy
from noughts.evaluate import versus as by_arrays
from noughts.learn import Menace
from noughts.learn.agent import weights_of
from noughts.players import as_player
from noughts.players.random_numbers import Numbers
from tests.evaluate.policies import Lowest

pytestmark = pytest.mark.plain


def test_there_are_304_boxes() -> None:
    menace = Menace()
    assert menace.boxes == 304
    plies = Counter(position.ply for position in boxes(menace))
    assert plies == {0: 1, 2: 12, 4: 108, 6: 183}


def boxes(menace: Menace) -> list[Position]:
    found = []
    for position in menace.graph.positions:
        try:
            menace.box(position)
        except PlayerError:
            continue
        found.append(position)
    return found


def test_a_box_has_4_3_2_or_1_beads_for_each_move_that_differs() -> None:
    menace = Menace()
    for position in boxes(menace):
        assert menace.box(position) == Matchboxes(0).box(position)


def test_a_position_that_is_turned_opens_the_same_box() -> None:
    menace = Menace(seed=3)
    menace.train(100)
    for position in boxes(menace)[::25]:
        beads = menace.box(position)
        for by in symmetries(position.rules):
            turned = menace.box(position.transform(by))
            assert Counter(turned.values()) == Counter(beads.values())
            for cell, number in turned.items():
                images = {
                    transform_cell(each, by, position.rules)
                    for each in beads
                    if beads[each] == number
                }
                orbit = {
                    transform_cell(cell, keeping, position.rules)
                    for keeping in symmetries(position.rules)
                    if position.transform(by).transform(keeping) == position.transform(by)
                }
                assert images & orbit


class Matchboxes:
    """MENACE by its description: dicts of beads, on least images."""

    def __init__(self, first: int, beads: tuple[int, ...] = (4, 3, 2, 1)) -> None:
        self.first, self.beads = first, beads
        self.boxes: dict[Position, dict[int, int]] = {}
        self.opened: list[tuple[dict[int, int], int]] = []

    def box(self, position: Position) -> dict[int, int]:
        if position not in self.boxes:
            keeping = [b for b in symmetries(position.rules) if position.transform(b) == position]
            moves = {
                min(transform_cell(cell, by, position.rules) for by in keeping)
                for cell in position.legal_moves
            }
            number = self.beads[position.ply // 2]
            self.boxes[position] = dict.fromkeys(sorted(moves), number)
        return self.boxes[position]

    def move(self, position: Position, number: int) -> int | None:
        if position.rules.cells - position.ply < 2:
            return position.legal_moves[0]
        box = self.box(position)
        drawn = (number >> 32) * sum(box.values()) >> 32
        for cell, beads in box.items():
            drawn -= beads
            if drawn < 0:
                self.opened.append((box, cell))
                return cell
        return None

    def reward(self, beads: int) -> None:
        for box, cell in self.opened:
            box[cell] = max(box[cell] + beads, 0)
        self.opened.clear()


def plain_games(seed: int, games: int, x: Any, o: Any) -> list[int]:
    """Games between two of `Matchboxes`, or a function in place of one."""
    numbers, results = Numbers(seed), []
    for _ in range(games):
        position, result = Position(), 0
        while not position.outcome:
            sign = -1 if position.ply % 2 else 1
            player = o if position.ply % 2 else x
            boxed = isinstance(player, Matchboxes) and position.ply < 8
            if boxed and not any(player.box(position).values()):
                result = -sign
                break
            cell = player.move(position, numbers.draw())
            assert cell is not None
            position = position.play(cell).canonical()
        else:
            result = position.outcome.worth(1)
        results.append(result)
        for player, sign in ((x, 1), (o, -1)):
            if isinstance(player, Matchboxes):
                player.reward({1: 3, 0: 1, -1: -1}[sign * result])
    return results


@pytest.mark.parametrize("seed", [1, 2])
def test_two_machines_learn_as_the_description_says_bead_by_bead(seed: int) -> None:
    menace, other = Menace(seed=seed), Menace(sides="o", seed=seed + 10)
    x, o = Matchboxes(0), Matchboxes(1)
    assert menace.train(150, other).tolist() == plain_games(seed, 150, x, o)
    for machine, plain in ((menace, x), (other, o)):
        assert machine.games == 150
        for position, beads in plain.boxes.items():
            assert machine.box(position) == beads


def test_a_machine_resigns_at_an_empty_box_and_loses() -> None:
    menace = Menace(beads=[1], seed=1)
    results = menace.train(300, against="perfect:random")
    assert menace.box(".../.../...") == {0: 0, 1: 0, 4: 0}
    assert results[-1] == -1
    assert menace.probabilities(Position())[0] == Fraction(1, 9)  # as a player it cannot resign


def test_equal_seeds_learn_equal_things_in_one_go_or_in_many() -> None:
    once, twice = Menace(seed=5), Menace(seed=5)
    whole = once.train(200).tolist()
    assert whole == [*twice.train(80).tolist(), *twice.train(120).tolist()]
    assert (once.tables()["beads"] == twice.tables()["beads"]).all()


def test_what_it_learns_from_a_game_is_what_it_says() -> None:
    menace = Menace()
    menace.learn(Game.parse("b2 b1 a1 a3 c3"))  # won
    assert menace.box(".../.../...") == {0: 4, 1: 4, 4: 7}
    menace.learn("b2 a1 c1 a3 a2 b1 b3 c2 c3")  # drawn
    assert menace.box(".../.../...") == {0: 4, 1: 4, 4: 8}
    menace.learn(Game.parse("a1 b2 b1 c1 c3 a3"))  # lost
    assert menace.box(".../.../...") == {0: 3, 1: 4, 4: 8}
    assert menace.games == 3
    other = Menace(sides="o", rewards=(1, 0, -4))
    other.learn(Game.parse("b2 b1 a1 a3 c3"), "o")
    assert other.box(".../.X./...") == {0: 4, 1: 0}
    assert Menace(sides="both").boxes == 304 + other.boxes


def test_it_learns_the_moves_of_a_game_from_where_that_began() -> None:
    menace, fresh = Menace(), Menace()
    menace.learn("X../.../...: b2 b1 a2 c1")  # O takes b2; X, who had a1, wins with b1 and c1
    assert menace.box(".../.../...") == fresh.box(".../.../...")
    for position, cell in ("X../.O./...", 1), ("XX./OO./...", 2):
        assert menace.box(position)[cell] == fresh.box(position)[cell] + 3


@pytest.mark.parametrize("given", [[9, 2], np.array([9, 2])])
def test_beads_go_by_the_schedule_that_is_given(given: Any) -> None:
    menace = Menace(beads=given)
    assert {*menace.box(".../.../...").values()} == {9}
    assert {*menace.box("XO./.../...").values()} == {2}
    assert {*menace.box("XOX/.OX/O..").values()} == {2}


@pytest.mark.parametrize("sides", ["x", "o", "both"])
def test_as_a_player_and_as_a_policy_it_plays_by_its_beads(sides: str) -> None:
    menace = Menace(sides=sides, rules="2,3,3", seed=1)
    menace.train(50)
    exact, found = versus(menace, Lowest(), "2,3,3"), by_arrays(menace, Lowest(), "2,3,3")
    assert found.score == pytest.approx(float(exact.score), abs=1e-12)
    position = Position(rules=Rules(2, 3, 3))
    box = Menace(rules="2,3,3", sides="both").box(position)
    chances = Menace(rules="2,3,3", sides="both").probabilities(position)
    assert chances == {0: Fraction(1, 8), 1: Fraction(1, 4), 2: Fraction(1, 8)} | {
        3: Fraction(1, 8),
        4: Fraction(1, 4),
        5: Fraction(1, 8),
    }
    assert box == {0: 3, 1: 3}


def test_weights_are_the_chances_of_a_policy() -> None:
    graph = Menace().graph
    weights = weights_of("perfect:random", graph)
    for position, row in zip(graph.positions, weights, strict=True):
        best = as_player("perfect:random").probabilities(position)
        assert {int(cell) for cell in row.nonzero()[0]} == best.keys()


def test_its_policy_changes_as_it_learns() -> None:
    menace = Menace(seed=1)
    policy, start = as_policy(menace), Positions.start(1)
    assert policy.probabilities(start)[0].tolist() == pytest.approx(
        [1 / 12] * 4 + [1 / 3] + [1 / 12] * 4
    )
    menace.learn(Game.parse("b2 b1 a1 a3 c3"))
    assert policy.probabilities(start)[0, 4] == pytest.approx(7 / 15)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Menace(sides="z"), "sides is 'z'; give 'x', 'o' or 'both'"),
        (lambda: Menace(beads=[0]), "beads are .*; whole numbers from 1"),
        (lambda: Menace(beads=[]), "beads are .*; whole numbers from 1"),
        (lambda: Menace(beads=4), "beads are 4; whole numbers from 1"),  # type: ignore[arg-type] # wrongly
        (lambda: Menace(rewards=5), "rewards are 5; whole numbers from"),  # type: ignore[arg-type] # wrongly
        (lambda: Menace(rewards=[1.5, 0, 0]), "rewards are .*; whole numbers from"),  # type: ignore[list-item] # wrongly
        (
            lambda: Menace(rewards=[1, 0]),
            "rewards are .*; give three, for a win, a draw and a loss",
        ),
        (lambda: Menace().train(1, side="o"), "side is 'o'; this menace plays x"),
        (lambda: Menace().train(1, against=None), "side is 'o'; this menace plays x"),
        (lambda: Menace().train(1, Menace("2,3,3", sides="o")), "has learnt 2,3,3, not 3,3,3"),
        (lambda: Menace().box("X../.../..."), "menace has no box for X../.../..."),
        (lambda: Menace().box(Position(rules=Rules(2, 2, 2))), "has learnt 3,3,3, not 2,2,2"),
        (lambda: Menace().learn(Game.parse("b2")), "has not ended"),
        (lambda: Menace().learn("b2 b1"), "'b2 b1' has not ended"),
        (lambda: Menace().learn("2,2,2: a1 a2 b1"), "has learnt 3,3,3, not 2,2,2"),
        (lambda: Menace().learn(7), "7 is not a game; give a Game, or text as in"),  # type: ignore[arg-type] # wrongly
        (lambda: Menace().probabilities(Position(rules=Rules(2, 2, 2))), ", not 2,2,2"),
        (lambda: Menace().train(-1), "games is -1; a whole number from 0 is needed"),
    ],
)
def test_what_is_not_valid_is_refused(call: Any, message: str) -> None:
    with pytest.raises(NoughtsError, match=message):
        call()


def test_it_has_no_move_once_the_game_is_over() -> None:
    with pytest.raises(GameOverError):
        Menace().box("XXX/OO./...")
