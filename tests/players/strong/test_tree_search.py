"""The tree search proves what is true, in every game, and plays the best that it knows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from numba import njit

from noughts import Game, Position, Rules
from noughts.core.cell_names import cell_name
from noughts.core.rules import as_rules
from noughts.kernels.compiler import build, plain, telling
from noughts.players import Easy, Strong, versus
from noughts.players.judgement import Judgement
from noughts.players.strong import tree_search
from noughts.players.strong.budget import Budget
from noughts.players.strong.easy_medium_hard import at_a_glance
from noughts.players.strong.tree_in_words import trees_in_words
from noughts.players.strong.tree_kernel import EDGES, NODES, RANDOM
from noughts.players.strong.tree_on_ints import plain_trees, root_of
from noughts.players.strong.tree_search import TreeSearch
from noughts.solver.tables.table import Table
from tests.tools import longer

GAMES = [
    *("3,3,3", "3,3,3,misere", "3,3,3,wild", "3,3,3,wild,misere", "3,3,3,gravity", "3,3,3,notakto"),
    *("3,3,3,breaker", "3,3,3,stones=2", "3,3,3,stones=2+2", "2,5,3,exact", "3,4,3,gravity,wild"),
]


@pytest.mark.parametrize("text", GAMES)
def test_with_time_enough_every_move_is_proved_and_the_best_are_found(text: str) -> None:
    truth, position = Table(text), Position(rules=as_rules(text))
    for ply in range(4):
        quiet = [move for move in position.legal_moves if not position.play(move).outcome]
        position = position.play_unchecked(quiet[-ply % len(quiet)])
        if ply < 2:
            continue
        known = {move.cell: move.value for move in truth.moves(position)}
        search = TreeSearch(position, Budget(nodes=20_000), every=True)
        moves = search.moves()
        assert {move.cell: move.value for move in moves if move.proved} == known
        assert {*search.best(moves)} <= {*truth.best_moves(position)}
        quick = TreeSearch(position, Budget(nodes=20_000), every=False)
        assert {*quick.best(quick.moves())} <= {*truth.best_moves(position)}
        assert quick._tree.used[NODES] <= search._tree.used[NODES]


COMPILED = [
    pytest.param("ultimate", build, marks=pytest.mark.wide),
    *longer(pytest.param("3,4,3,gravity,wild", build)),
]
MORE = ("3,3,3,boards=2,notakto", "15,15,5,exact", "4x4x4,4,gravity", "6,7,4,gravity,wild")
NESTED = ("ultimate", "2,2,2,ultimate,misere", "3,4,3,ultimate,exact", "2,2,2,ultimate,breaker")
WORDS = [(text, plain) for text in (*GAMES, *MORE, *NESTED)]


@pytest.mark.parametrize(("text", "made"), [*WORDS, *COMPILED])
def test_trees_in_words_grow_as_those_of_plain_python(text: str, made: Callable[..., Any]) -> None:
    rules, grown = as_rules(text), []
    for trees in plain_trees(rules), trees_in_words(rules, made):
        tree = trees.tree(60, 60 * rules.actions)
        root_of(tree, trees.planes(0, 0), 0, seed=7)
        trees.grow(tree, 80 if rules.cells < 20 else 4, True)
        nodes, edges = (range(int(tree.used[many])) for many in (NODES, EDGES))
        ours = tree.visits, tree.total, tree.lower, tree.upper, tree.ply, tree.first
        seen = [[int(of[node]) for of in ours] for node in nodes if tree.visits[node]]
        grown.append([*seen, *(int(tree.move[edge]) for edge in edges), int(tree.used[RANDOM])])
    assert grown[0] == grown[1]
    assert len(grown[0]) > 10


@pytest.mark.parametrize("text", ["b2 a1 c3", "3,3,3,wild: Xb2 Oa1", "3,3,3,gravity: a b a"])
def test_a_tree_grows_no_further_once_its_last_move_is_proved(text: str) -> None:
    position, grown = Game.parse(text).position, []
    rules, trees = position.rules, plain_trees(position.rules)
    for games in (100_000, 1):  # all at once, and one by one
        tree = trees.tree(100_000, 100_000 * rules.actions)
        root_of(tree, trees.planes(position.x, position.o), position.ply, seed=7)
        grown.append(sum(iter(partial(trees.grow, tree, games, True), 0)))
    assert grown[0] == grown[1] > 5


def test_a_move_that_ends_the_game_needs_no_tree() -> None:
    falling = Game.parse("6,7,4,gravity: a g a g a g").position
    search = TreeSearch(falling, Budget(nodes=1), every=False)
    assert search.best(search.moves()) == [14]
    assert search.moves()[0] == Judgement(21, 1) or search.moves()[0].cell == 14
    only = Position.parse("XOX/XOO/O.X", "3,3,3")
    assert TreeSearch(only, Budget(nodes=1), every=False).moves()[0].cell == 7


def test_what_stops_a_line_is_found_and_equal_positions_are_searched_alike() -> None:
    falling = Game.parse("6,7,4,gravity: a g a g a").position
    found = [TreeSearch(falling, Budget(nodes=400), every=False) for _ in range(2)]
    first, second = ([*search.moves()] for search in found)
    assert first == second
    assert found[0].best(first) == [14]
    assert [move.proved for move in first if move.cell != 14] == [True] * 6


def test_a_tree_that_has_no_room_left_says_what_it_has_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tree_search, "MOST_EDGES", 100)
    search = TreeSearch(Position(rules=as_rules("3,3,3,wild")), Budget(nodes=500), every=False)
    assert len(search.moves()) == 18
    assert search._tree.used[EDGES] <= 100


def test_nothing_is_compiled_for_a_very_large_board_or_without_numba() -> None:
    for text in ("20,20,5,wild", "3,3,3,ultimate"):
        Strong().prepare(as_rules(text))
    assert tree_search.COMPILED[as_rules("20,20,5,wild")] is None


@pytest.mark.wide
@pytest.mark.traced
def test_who_waits_is_told_while_numba_compiles_and_not_where_it_reads() -> None:
    rules, told = as_rules("ultimate"), list[object]()
    tree_search.COMPILED.pop(rules, None)
    tree_search.prepare_trees(rules, told.append)  # which may be read
    assert tree_search.COMPILED[rules]
    assert {*told} <= {tree_search.COMPILING}
    function = njit(lambda number: number + 1)
    for _ in range(2):
        with telling(lambda: told.append(function)):
            assert function(1) == 2
    assert told.count(function) == 1


def test_before_it_has_looked_every_move_is_even() -> None:
    start = Position(rules=Rules(4, 4, 4, where="gravity"))
    search = TreeSearch(start, Budget(nodes=1), every=False)
    assert {move.label for move in search.moves()[1:]} <= {"50%", "100%", "0%"}
    assert len(search.best(search.moves())) >= 1


def test_where_all_seems_lost_a_proved_draw_is_taken() -> None:
    search = TreeSearch(Position(rules=Rules(4, 4, 4, where="gravity")), Budget(nodes=9), False)
    drawn, lost, seems = Judgement(12, 0), Judgement(13, -1), Judgement(14, -0.5, proved=False)
    assert search.best([drawn, lost, seems]) == [12]
    assert search.best([lost]) == [13]


def test_strong_plays_connect_four_and_beats_a_careless_player() -> None:
    strong, easy = Strong(seed=1, nodes=40), Easy(seed=3, nodes=20)
    game = Game(Rules(6, 7, 4, where="gravity"))
    while not game.outcome:
        game.push((strong if game.turn == 1 else easy).choose(game.position))
    assert game.outcome.winner == 1
    assert versus(Strong(), "random", "3,3,3,gravity").score > 0.9


def test_on_a_large_board_with_two_stones_a_turn_four_in_a_row_are_stopped_at_an_end() -> None:
    game = Game.parse("19,19,6,stones=2: j10 e14 e16 k10 l10 l7 a2 m10 a19")
    for _ in range(2):
        search = TreeSearch(game.position, Budget(nodes=4), every=False)
        judged = search.moves()
        game.push(search.best(judged)[0])
        assert len(judged) == len(game.position.legal_moves) + 1
    assert {cell_name(cell, game.rules) for cell in game.moves[-2:]} & {"i10", "n10"}


def test_a_careless_player_glances_at_any_move_where_lines_are_not_a_players_own() -> None:
    position = Position(rules=Rules(3, 3, 3, marks="wild"))
    assert at_a_glance(position) == position.legal_moves
    chances = Easy().probabilities(position)
    assert {*chances} == {*position.legal_moves}
    assert sum(chances.values()) == 1
