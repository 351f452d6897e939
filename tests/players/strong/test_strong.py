"""The laws of the player for every board."""

from __future__ import annotations

import random
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from noughts import GameOverError, PlayerError, Position, Rules, TooLargeError, X, solve
from noughts.core import Clock, TimeLimits
from noughts.core.bits import completions
from noughts.core.clock import NO_LIMITS
from noughts.players import Judgement, Perfect, Player, Random, Strong
from noughts.players.strong.budget import Budget
from noughts.players.strong.easy_medium_hard import Hard
from noughts.players.strong.move_worths import MoveWorths
from noughts.players.tournament_game import Fixture, Table
from noughts.solver.tables.table import has_table, table
from tests.players.strong.boards import BOARDS, random_positions
from tests.players.strong.test_threats import CROSSING, cell_lines, cells, forced_in
from tests.tools import longer, pairs, some

WITH_TABLE = [
    Rules.parse(text)
    for text in ("3,3,3", "3,4,3", "3,4,4", "3,3,3,misere", "3,3,2,torus", "2x2x3,3,misere")
]


def judged(position: Position, nodes: int = 300, every: bool = True) -> list[Judgement]:
    """What the player would say if the board had no table."""
    return MoveWorths(position, Budget(nodes=nodes), every).moves()


def best(position: Position, nodes: int = 300) -> list[int]:
    worths = MoveWorths(position, Budget(nodes=nodes), every=False)
    return worths.best(worths.moves())


# How long it thinks.


@pytest.mark.parametrize("kind", [Strong, Hard])
def test_it_thinks_no_longer_than_a_clock_lets_it(
    kind: type[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = list[float | None]()

    def budget(seconds: float | None, _: int | None) -> Budget:
        given.append(seconds)
        return Budget(nodes=1)

    monkeypatch.setattr("noughts.players.strong.player.Budget", budget)
    player, rules = kind(), Rules(6, 6, 5)
    for limits in (NO_LIMITS, TimeLimits(move=0.3), TimeLimits(move=0.4, game=2)):
        player.choose_within(Position(rules=rules), Clock(limits))
    assert given == pytest.approx([1 if kind is Strong else 0.5, 0.22, 0.04])
    Table({"a": player, "b": Random()}, rules, 1, TimeLimits(move=0.3)).play(Fixture("a", "b", 0))
    assert {*given[3:]} == {given[1]}


# What it never does.


@pytest.mark.wide
@pytest.mark.usefixtures("without_search")
@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_it_completes_a_line_if_it_can_and_else_stops_one(rules: Rules) -> None:
    seen = 0
    for position in random_positions(rules, 25, 4, most=20):
        own, other = position.sides
        winning = completions(own, rules) & position.legal
        stopping = completions(other, rules) & position.legal
        chosen = best(position, 50) if winning or stopping else []
        seen += bool(chosen)
        for cell in chosen:
            assert (winning or stopping) >> cell & 1, position
    assert seen or rules.k > 4


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.usefixtures("without_search")
@pytest.mark.parametrize(
    "text",
    [
        "4,4,3",
        pytest.param("4,5,4", marks=pytest.mark.longer),
        pytest.param("3,5,4,torus", marks=pytest.mark.longer),
        pytest.param("2x3x3,3", marks=pytest.mark.longer),
    ],
)
def test_it_wins_what_three_moves_win_and_stops_what_would_win_so(text: str) -> None:
    rules = Rules.parse(text)
    lines, won, stopped = cell_lines(rules), 0, 0
    for position in random_positions(rules, 15, 5):
        own, other = map(cells, position.sides)
        free = frozenset(position.legal_moves)
        wins = forced_in(3, own, other, free, lines)
        if wins:
            won += 1
            every = {move.cell: move for move in judged(position, 3000)}
            assert max(every.values(), key=lambda move: move.value)[1:] == (1, None, True)
            assert all(cell in wins or every[cell].proved for cell in best(position, 3000))
            continue
        lost = {cell for cell in free if forced_in(3, other, own | {cell}, free - {cell}, lines)}
        if lost and lost != free:
            stopped += 1
            if all(move.proved for move in judged(position, 3000)):
                continue  # what does not lose so soon is lost too
            assert not lost & set(best(position, 3000)), position
    assert won
    assert stopped or rules.k == 3


@pytest.mark.wide
@pytest.mark.usefixtures("without_search")
def test_it_takes_a_win_by_two_threes_and_stops_one() -> None:
    attack = Position.parse(CROSSING.format("O"), Rules(9, 9, 5))
    assert max(judged(attack, 3000), key=lambda move: move.value) == Judgement(40, 1)
    defence = Position.parse(CROSSING.format("."), Rules(9, 9, 5))
    moves = {move.cell: move for move in judged(defence, 3000)}
    assert sum(move.proved and move.value == -1 for move in moves.values()) > 40
    assert not any(moves[cell].proved for cell in best(defence, 3000))


@pytest.mark.no_cover
@pytest.mark.usefixtures("without_search")
@pytest.mark.parametrize("text", ["4,4,3,misere", "5,5,3,misere", "3x3x3,3,misere"])
def test_in_misere_it_makes_a_line_only_if_there_is_no_other_move(text: str) -> None:
    rules = Rules.parse(text)
    for position in random_positions(rules, 10, 6, most=rules.cells):
        losing = completions(position.sides[0], rules) & position.legal
        if losing != position.legal:
            assert not any(losing >> cell & 1 for cell in best(position))


# What it says.


@pytest.mark.wide
@pytest.mark.usefixtures("without_search")
@pytest.mark.parametrize("rules", some(WITH_TABLE, 3), ids=str)
def test_what_it_calls_proved_is_what_the_table_says(rules: Rules) -> None:
    proved = _compare_with_table(rules, 60)
    assert proved > 10


@pytest.mark.wide
@pytest.mark.parametrize("rules", some(WITH_TABLE, 6), ids=str)
def test_with_the_search_it_proves_every_move_of_a_small_board(rules: Rules) -> None:
    assert _compare_with_table(rules, 12, nodes=20_000) > 20


def _compare_with_table(rules: Rules, count: int, nodes: int = 300) -> int:
    proved, solved = 0, table(rules)
    for position in random_positions(rules, count, 7, most=rules.cells - 1):
        worth = {move.cell: move.value for move in solved.moves(position)}
        for every in (True, False):
            moves = judged(position, nodes, every)
            assert [move.cell for move in moves] == list(worth)
            for move in moves:
                if move.proved:
                    assert move.value == worth[move.cell], (position, move)
                else:
                    assert -1 < move.value < 1
            proved += sum(move.proved for move in moves)
    return proved


@pytest.mark.traced
@pytest.mark.wide
@pytest.mark.parametrize(("nodes", "every"), pairs([40, 400], [True, False]))
def test_what_the_search_has_no_time_for_is_judged_within_its_bounds(
    nodes: int, every: bool
) -> None:
    seen = set[bool]()
    for position in random_positions(Rules(5, 5, 4), 8, 14, most=9):
        worth = solve(position)
        for move in judged(position, nodes, every):
            seen.add(move.proved)
            if move.proved:
                assert solve(position.play(move.cell)).value == -move.value
            assert worth.value is not None
            assert move.value <= 1 if worth.value == 1 else move.value < 1
    assert seen == {True, False}


@pytest.mark.wide
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.longer)])
@pytest.mark.parametrize("other", some(["random", "itself"]))
def test_a_draw_that_is_proved_is_kept_against_anybody(other: str, seed: int) -> None:
    source = random.Random(seed)
    player, position = Strong(nodes=20_000, seed=seed), Position(rules=Rules(4, 4, 4))
    while not position.outcome:
        mine = position.turn == X or other == "itself"
        position = position.play(
            player.choose(position) if mine else source.choice(position.legal_moves)
        )
    assert position.winner in ((X, None) if other == "random" else (None,))


@pytest.mark.traced
@pytest.mark.wide
@pytest.mark.parametrize("text", ["4,4,3", "5,4,3", "6,5,4", "6,6,4"])
def test_it_wins_as_the_first_player_what_the_first_player_wins(text: str) -> None:
    position = Position(rules=Rules.parse(text))
    players = {1: Strong(nodes=20_000, seed=1), 0: Strong(nodes=20_000, seed=2)}
    while not position.outcome:
        position = position.play(players[position.turn == X].choose(position))
    assert position.winner == X


def test_on_a_board_with_a_table_it_is_the_perfect_player() -> None:
    for position in random_positions(Rules(3, 3, 3), 20, 9, most=8):
        assert Strong().probabilities(position) == Perfect().probabilities(position)
        worth = [(*move,) for move in table().moves(position)]
        assert [move[:3] for move in Strong().judge(position)] == worth
        assert all(move.proved for move in Strong().judge(position))


def test_it_plays_without_the_extra() -> None:
    program = """
import sys
sys.modules |= {"numpy": None, "numba": None}
from noughts import Position, Rules
from noughts.players import Strong
position = Position.parse("..../.XX./..O./...O", Rules(4, 4, 3))
print(Strong(nodes=100).choose(position), len(Strong(nodes=100).judge(position)))
"""
    printed = subprocess.check_output([sys.executable, "-c", program], text=True)
    cell, moves = printed.split()
    assert cell in {"4", "7"}  # two in a row that is open at both ends
    assert moves == "12"


# How long it takes.


@pytest.mark.wide
@pytest.mark.usefixtures("without_search")
@pytest.mark.parametrize(
    ("rules", "every"),
    pairs([Rules(19, 19, 5), Rules(15, 15, 5), Rules.parse("6x6x6,4")], [True, False]),
)
def test_it_answers_within_its_nodes(rules: Rules, every: bool) -> None:
    for position in random_positions(rules, 3, 10, most=30):
        budget = Budget(nodes=400)
        moves = MoveWorths(position, budget, every).moves()
        assert [move.cell for move in moves] == position.legal_moves
        assert budget.used <= 400


@pytest.mark.usefixtures("without_search")
def test_it_answers_even_without_any_time() -> None:
    for position in random_positions(Rules(9, 9, 5), 5, 11):
        assert Strong("0.000001").choose(position) in position.legal_moves


@pytest.mark.wide
@pytest.mark.usefixtures("without_search")
@pytest.mark.parametrize("text", ["3x3x3,3,misere", *longer("5,5,4", "9,9,5")])
def test_the_same_seed_plays_the_same_game(text: str) -> None:
    rules = Rules.parse(text)

    def moves(seed: int) -> list[int]:
        position, found = Position(rules=rules), []
        players = Strong(nodes=60, seed=seed), Strong(nodes=60, seed=seed + 1)
        while not position.outcome and position.ply < 16:
            found.append(players[position.ply % 2].choose(position))
            position = position.play(found[-1])
        return found

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(4)}) > 1


# What it refuses.


@pytest.mark.parametrize(
    "seconds", ["0", "-1", "soon", "", "1e9", 4000, "inf", 0, "٣", " 1 ", "1_0", "1e-9"]
)
def test_a_time_that_is_none_is_refused(seconds: Any) -> None:
    with pytest.raises(
        PlayerError, match="is not a time for a move; write seconds, above 0 and up"
    ):
        Strong(seconds)


@pytest.mark.parametrize("seconds", [1e-9, "0.000000001", Fraction(1, 10**9), 5e-324])
def test_a_time_may_be_as_short_as_a_number_can_be(seconds: Any) -> None:
    assert Strong(seconds).seconds == float(seconds)


@pytest.mark.parametrize("nodes", [0, -5, 1.5, "7", True])
def test_a_number_of_nodes_that_is_none_is_refused(nodes: Any) -> None:
    with pytest.raises(PlayerError, match="a whole number from 1 is needed"):
        Strong(nodes=nodes)


def test_a_board_that_is_too_large_is_refused() -> None:
    for name in ("strong", "easy"):
        player = Player.parse(name)
        with pytest.raises(TooLargeError, match="it has 4225 cells, and 4096 is the most"):
            player.choose(Position(rules=Rules(65, 65, 5)))
        with pytest.raises(TooLargeError, match="lines, and 65536 is the most it can weigh"):
            player.check(Rules.parse("4x4x4x4x4x4,2"))
    assert Random().choose(Position(rules=Rules(65, 65, 5))) >= 0


def test_a_game_that_is_over_has_nothing_to_judge() -> None:
    with pytest.raises(GameOverError):
        Strong().judge("XXX/OO./...")


def test_its_name_is_read_and_written() -> None:
    assert Player.parse("strong").name == "strong:1"
    assert Player.parse("strong:0.1").name == "strong:0.1"
    assert Strong(nodes=50).name == "strong:50 nodes"


def test_of_lines_of_six_those_that_lack_five_are_no_threat() -> None:
    rules = Rules(6, 9, 6)
    x, o = sum(1 << cell for cell in (1, 2, 3, 4)), sum(1 << cell for cell in (45, 47, 49, 51))
    position = Position(x, o, rules)
    assert Strong(nodes=200).choose(position) == 5  # the fifth, with an open end on either side


def test_a_board_with_a_table_is_prepared_by_its_table() -> None:
    Strong().prepare(Rules(2, 2, 2))
    assert has_table(Rules(2, 2, 2))
