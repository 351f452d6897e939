"""Exact results: the known ones, and agreement with games counted another way."""

import re
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

from noughts import Game, O, Position, Rules, X
from noughts.errors import PlayerError, TooLargeError
from noughts.players import Graded, Minimax, Perfect, Player, Random, as_player
from noughts.players.exact_results import Result, best_response, versus
from noughts.players.trap import trap
from noughts.solver.tables.table import table

MISERE = Rules(3, 3, 3, misere=True)


def by_games(x: Player, o: Player, player: int, rules: Rules) -> Result:
    """The same by playing every game to its end, each with its own probability."""
    ends: dict[int, Any] = {1: Fraction(0), 0: Fraction(0), -1: Fraction(0)}
    lengths: dict[int, Any] = {}

    def play_on(game: Game, chance: Any) -> None:
        outcome = game.outcome
        if outcome:
            sign = 0 if outcome.winner is None else 1 if outcome.winner == player else -1
            ends[sign] += chance
            lengths[len(game.moves)] = lengths.get(len(game.moves), Fraction(0)) + chance
            return
        mover = x if game.turn == X else o
        for cell, share in mover.probabilities(game.position).items():
            game.push(cell)
            play_on(game, chance * share)
            game.pop()

    play_on(Game(rules), Fraction(1))
    return Result(ends[1], ends[0], ends[-1], lengths)


@pytest.mark.no_cover
def test_random_play_gives_the_known_odds_and_lengths() -> None:
    first, second = versus(Random(), Random())
    assert first[:3] == (Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420))
    assert second[:3] == (first.loss, first.draw, first.win)
    assert first.lengths[5] == Fraction(2, 21)
    assert first.lengths[6] == Fraction(37, 420)
    assert first.lengths[8] == Fraction(1, 5)
    assert first.lengths[9] == Fraction(71, 315) + Fraction(8, 63)
    assert first.lengths == second.lengths


@pytest.mark.wide
@pytest.mark.parametrize("rules", [Rules(3, 3, 3), MISERE], ids=str)
@pytest.mark.parametrize(
    "pair",
    [
        (Perfect("trap"), Perfect("first")),
        pytest.param((Perfect("random"), Graded("9/10")), marks=pytest.mark.longer),
        (Minimax(), Perfect()),
    ],
    ids=str,
)
def test_results_are_those_of_all_games_played_one_by_one(
    pair: tuple[Player, Player], rules: Rules
) -> None:
    a, b = pair
    result = versus(a, b, rules)
    assert result.first == by_games(a, b, X, rules)
    assert result.second == by_games(b, a, O, rules)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "board",
    ["3,3,3", pytest.param("3,3,3,misere", marks=pytest.mark.longer), "2,3,2", "1,4,2,misere"],
)
def test_probabilities_add_up_to_1_and_the_other_side_sees_the_opposite(board: str) -> None:
    rules = Rules.parse(board)
    a, b = Graded("1/3"), Random()
    there, back = versus(a, b, rules), versus(b, a, rules)
    for result in (there.first, there.second):
        assert result.win + result.draw + result.loss == 1
        assert sum(result.lengths.values()) == 1
    assert there.first.win == back.second.loss
    assert there.score + back.score == 1


@pytest.mark.no_cover
@pytest.mark.parametrize("player", [X, O])
@pytest.mark.parametrize("rules", [Rules(3, 3, 3), MISERE, Rules(2, 3, 3)], ids=str)
def test_nothing_does_better_against_a_perfect_player_than_the_value_of_the_game(
    rules: Rules, player: int
) -> None:
    value = table(rules)[Position(rules=rules)].value * (1 if player == X else -1)
    for rule in Perfect.RULES:
        assert best_response(Perfect(rule), player, rules).value == value


@pytest.mark.wide
@pytest.mark.parametrize("player", [X, pytest.param(O, marks=pytest.mark.longer)])
@pytest.mark.parametrize(
    "rules",
    [
        Rules(2, 3, 3),
        pytest.param(Rules(3, 3, 3), marks=pytest.mark.no_cover),
        pytest.param(MISERE, marks=pytest.mark.longer),
    ],
    ids=str,
)
def test_the_best_response_plays_what_it_promises_and_nothing_does_better(
    rules: Rules, player: int
) -> None:
    policy = Graded("1/2")
    response = best_response(policy, player, rules)
    result = versus(response, policy, rules)[0 if player == X else 1]
    assert result.win - result.loss == response.value
    for other in (Random(), Perfect(), Perfect("random"), Minimax()):
        theirs = versus(other, policy, rules)[0 if player == X else 1]
        assert theirs.win - theirs.loss <= response.value


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("rules", [Rules(3, 3, 3), MISERE], ids=str)
def test_the_trap_rule_is_the_strongest_that_never_loses_against_random(rules: Rules) -> None:
    start = Position(rules=rules)
    both = versus(Perfect("trap"), Random(), rules)
    for player, result in ((X, both.first), (O, both.second)):
        assert result.win - result.loss == trap(rules).expectation(start, player)
        for rule in ("first", "random"):
            other = versus(Perfect(rule), Random(), rules)[0 if player == X else 1]
            assert other.win - other.loss <= result.win - result.loss


def test_a_score_counts_half_of_the_draws() -> None:
    result = Result(Fraction(1, 2), Fraction(1, 4), Fraction(1, 4), {9: Fraction(1)})
    assert result.score == Fraction(5, 8)


def test_boards_that_would_take_for_ever_are_refused() -> None:
    rules = Rules(1, 13, 2)
    with pytest.raises(TooLargeError, match="1,13,2 has 13 cells; exact results"):
        versus(Random(), Random(), rules)
    with pytest.raises(TooLargeError, match="1,13,2 has 13 cells; exact results"):
        best_response(Random(), X, rules)


def test_a_policy_that_takes_a_taken_cell_is_refused_by_name() -> None:
    class Stubborn:
        def probabilities(self, _: Position) -> dict[int, Fraction]:
            return {0: Fraction(1)}

    for ask in (lambda: versus(Stubborn(), Random()), lambda: best_response(Stubborn(), O)):
        with pytest.raises(PlayerError, match="Stubborn takes 0 in 'X"):
            ask()


def test_progress_rises_to_all_that_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.system.progress.monotonic", count().__next__)
    told: list[float] = []
    rules = Rules(2, 3, 3)
    versus(Random(), Random(), rules, lambda done, total: told.append(done / total))
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 1)
    told.clear()
    best_response(Random(), X, rules, lambda done, total: told.append(done / total))
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 1)


def test_names_functions_and_text_are_taken_for_players_and_boards() -> None:
    def first(position: Position) -> int:
        return position.legal_moves[0]

    by_name = versus("perfect", "random", "2,3,3")
    assert by_name == versus(Perfect(), Random(), Rules(2, 3, 3))
    assert (
        best_response("random", X, "2,3,3").value
        == best_response(Random(), X, Rules(2, 3, 3)).value
    )
    results = versus(first, "random", "2,3,2")
    assert results.first == by_games(as_player(first), Random(), X, Rules(2, 3, 2))
    assert results.in_fractions


@pytest.mark.wide
def test_with_floats_the_results_are_floats_and_next_to_the_fractions() -> None:
    class Rounded(Player):
        def probabilities(self, position: Position) -> dict[int, float]:
            return dict.fromkeys(position.legal_moves, 1 / len(position.legal_moves))

    rounded, precise = versus(Rounded(), "random"), versus("random", "random")
    assert not rounded.in_fractions
    assert precise.in_fractions
    for side, same in zip(rounded, precise, strict=True):
        assert side[:3] == pytest.approx([float(share) for share in same[:3]], abs=1e-9)
        assert side.lengths == pytest.approx({n: float(s) for n, s in same.lengths.items()})
        assert all(type(share) is float for share in (*side[:3], *side.lengths.values()))
    assert best_response(Rounded(), X).value == pytest.approx(191 / 192)


@pytest.mark.parametrize("side", [0, 3, "X", None])
def test_a_best_response_is_of_one_side(side: Any) -> None:
    with pytest.raises(PlayerError, match="is not a side; give noughts"):
        best_response("random", side)


@pytest.mark.no_cover
def test_a_best_response_can_be_played() -> None:
    response = best_response("random", X)
    assert response.name == "best response to random"
    assert response.choose("XX./OO./...") == 2


def test_a_board_of_just_the_size_is_not_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.players.exact_results.EXACT_CELLS", 4)
    assert best_response(Random(), X, Rules(2, 2, 2)).value == 1
    with pytest.raises(TooLargeError):
        best_response(Random(), X, Rules(1, 5, 2))


def test_a_best_response_takes_its_move_with_certainty() -> None:
    assert best_response("random", X).probabilities(Position()) == {0: 1}


def test_a_best_response_plays_on_where_its_policy_never_leads() -> None:
    response = best_response("perfect:first", X)  # which answers a1 with b2
    assert response.probabilities(Position.parse("XX./.O./..O")) == {2: 1}
    assert response._expectation(Position.parse("XXX/OO./...")) == 1


def test_exact_results_are_a_table_in_a_notebook() -> None:
    shown = versus("random", "random", "2,2,2")._repr_html_()
    rows = re.findall("<tr>(.*?)</tr>", shown)
    assert [re.findall("<t[hd]>(.*?)</t[hd]>", row) for row in rows] == [
        ["", "win", "draw", "loss", "score"],
        ["moving first", "100.00%", "0.00%", "0.00%", "100.00%"],
        ["moving second", "0.00%", "0.00%", "100.00%", "0.00%"],
    ]
