"""The strong player where stones fall: what it proves, and how it plays."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from noughts import Game, Position, Rules, table
from noughts.players import Strong
from noughts.players.judgement import Judgement
from noughts.players.strong import gravity
from noughts.players.strong.budget import Budget
from noughts.players.strong.gravity import FallingWorths
from noughts.players.strong.search_proofs import Prover
from noughts.players.strong.tree_search import COMPILED
from noughts.solver.gravity import caller
from noughts.solver.gravity.caller import GravityCaller
from noughts.solver.gravity.search import GravitySearch
from noughts.solver.search.limits import Limits
from noughts.solver.search.one_process import MAX_NODES
from tests.tools import longer

SMALL = Rules.parse("3,4,3,gravity")


@pytest.fixture(autouse=True)
def _not_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller, "is_first_search", lambda: False)


def some(rules: Rules, number: int) -> Iterator[Position]:
    """Some positions of random games that are not over."""
    draw = Random(2)
    for _ in range(number):
        position = Position(rules=rules)
        for _ in range(draw.randrange(rules.cells)):
            after = position.play_unchecked(draw.choice(position.legal_moves))
            position = position if after.outcome else after
        yield position


def test_every_move_is_proved_with_its_remoteness() -> None:
    for position in some(SMALL, 20):
        known = [Judgement(*move) for move in table(SMALL).moves(position)]
        assert FallingWorths(position, Budget(nodes=20_000), every=True).moves() == known


def test_it_wins_as_soon_as_it_can_and_loses_as_late() -> None:
    for position in some(SMALL, 40):
        worths = FallingWorths(position, Budget(nodes=20_000), every=False)
        best = worths.best(worths.moves())
        known = {move.cell: move[1:] for move in table(SMALL).moves(position)}
        value, plies = table(SMALL)[position]
        games = worths._chosen is None and value != 0  # which prove wins by themselves
        assert {known[cell][0] for cell in best} == {value}
        assert games or {known[cell][1] for cell in best} == {plies}


def test_a_move_that_is_proved_to_keep_the_value_is_played_where_no_time_is_left_to_hurry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Prover, "soonest", lambda *_: None)
    for position in some(SMALL, 40):
        worths = FallingWorths(position, Budget(nodes=20_000), every=False)
        known = {move.cell: move.value for move in table(SMALL).moves(position)}
        assert {known[cell] for cell in worths.best(worths.moves())} == {table(SMALL)[position][0]}


def test_what_the_budget_leaves_open_is_judged_within_what_is_proved() -> None:
    starts = [Position(rules=Rules.parse(text)) for text in ("6,7,4,gravity", "4,5,4,gravity")]
    for start, every, timed in product(starts, (False, True), (False, True)):
        budget = Budget(seconds=1e-9) if timed else Budget(nodes=20)
        worths = FallingWorths(start, budget, every)
        moves = worths.moves()
        assert not any(move.proved for move in moves)
        assert {*worths.best(moves)} <= {*start.legal_moves}


def test_without_a_search_the_games_say_what_is_best(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gravity, "prover", lambda *_: None)
    threatened = Game.parse("6,7,4,gravity: a g a g a").position
    worths = FallingWorths(threatened, Budget(nodes=2000), every=True)
    assert worths.best(worths.moves()) == [14]


def test_each_move_goes_on_from_what_the_moves_before_have_proved() -> None:
    kept: list[Prover] = []

    def nodes(game: str) -> int:
        before = sum(search._search.nodes for search in kept)
        FallingWorths(Game.parse(game).position, Budget(nodes=2000), True, kept).moves()
        (search,) = kept
        return search._search.nodes - before

    first = nodes("3,4,3,gravity:")
    (search,) = kept
    assert nodes("3,4,3,gravity: b b") < first
    assert nodes("3,4,3,gravity:") < first / 2
    assert kept == [search]
    nodes("3,3,3,gravity:")  # another board begins anew
    assert kept != [search]


def test_a_player_keeps_its_search_unless_nodes_are_given_or_it_is_copied() -> None:
    start = Position(rules=Rules.parse("6,7,4,gravity"))
    strong, counted = Strong(), Strong(nodes=10)
    for player in (strong, counted):
        worths = player._worths(start, every=False)
        assert isinstance(worths, FallingWorths)
        assert (worths._kept is player._kept) == (player is strong)
    strong._kept.append(Prover(GravitySearch(start, Limits(memory=64), None)))
    assert pickle.loads(pickle.dumps(strong))._kept == []


def test_strong_proves_what_it_plays_in_connect_four() -> None:
    position = Game.parse("6,7,4,gravity: d d d d d c b b b b d b a a a a a a c c c").position
    assert all(move.proved for move in Strong(nodes=2000).judge(position))


@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize("games", [2, *longer(10)])
@pytest.mark.parametrize("first", [True, False])
def test_strong_never_loses_a_drawn_4x5_board(first: bool, games: int) -> None:
    rules = Rules.parse("4,5,4,gravity")
    asked, draw = GravityCaller(rules, 16), Random(1)
    strong = Strong(nodes=4000)
    for _ in range(games):
        game, value = Game(rules), 0
        while not game.outcome:
            if (game.turn == 1) == first:
                game.push(strong.choose(game.position))
                if not game.outcome:
                    asked.stop_at(MAX_NODES)
                    bound = asked.bound(game.position, 1 - value)
                    assert bound is not None
                    assert bound <= -value
            else:
                game.push(draw.choice(game.position.legal_moves))
                if not game.outcome:
                    asked.stop_at(MAX_NODES)
                    bound = asked.bound(game.position, 1)
                    assert bound is not None
                    value = max(value, int(bound >= 1))
        assert game.outcome.winner != (2 if first else 1)


def test_what_the_search_does_not_take_is_played_by_a_tree_of_random_games() -> None:
    start = Position(rules=Rules.parse("4,4,4,gravity,wild"))
    assert len(Strong(nodes=20).judge(start)) == len(start.legal_moves)


def test_a_short_time_goes_to_random_games_where_the_end_is_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gravity, "prover", None)  # which would be called
    position = Position(rules=Rules.parse("6,7,4,gravity"))
    monkeypatch.setitem(COMPILED, position.rules, None)
    worths = FallingWorths(position, Budget(0.01), every=False)
    assert {*worths.best(worths.moves())} <= {*position.legal_moves}
