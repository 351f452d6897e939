"""Tournaments: computed ones against `versus`, played ones against what was computed."""

from __future__ import annotations

import random
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import (
    PlayerError,
    Position,
    Rules,
    RulesError,
    TimeLimits,
    TooLargeError,
    tournament,
    versus,
)
from noughts.players import Interval, Player, Random
from noughts.players.tournaments import Standing, Tournament, elo

FIELD = ["random", "perfect:first", "graded:1/2"]
SMALL = "2,3,3"


def first(position: Position) -> int:
    return position.legal_moves[0]


def test_a_computed_tournament_prints_as_a_cross_table_without_intervals() -> None:
    assert str(tournament(["random", "minimax"], rules="2,2,1")) == (
        "Tournament on 2,2,1, computed; the score of the row against the column\n\n"
        "                 1       2   score  Elo\n"
        "1  random        -  50.00%  50.00%   +0\n"
        "2  minimax  50.00%       -  50.00%   +0"
    )


@pytest.mark.no_cover
def test_where_all_are_exact_the_scores_are_those_of_versus() -> None:
    result = tournament(FIELD, rules=SMALL)
    assert result.exact
    assert result.seed is None
    for a in FIELD:
        others = [b for b in FIELD if b != a]
        for b in others:
            pairing, sides = result.between(a, b), versus(a, b, SMALL)
            assert pairing.score == sides.score
            assert pairing.draw == (sides.first.draw + sides.second.draw) / 2
            assert pairing.win + pairing.draw + pairing.loss == 1
            assert (pairing.games, pairing.interval) == (0, None)
        (standing,) = (each for each in result.standings if each.name == a)
        assert standing.score == sum(versus(a, b, SMALL).score for b in others) / 2
        assert (standing.games, standing.interval) == (0, None)
    scores = [standing.score for standing in result.standings]
    assert scores == sorted(scores, reverse=True)
    assert sum(scores) == Fraction(3, 2)


@pytest.mark.wide
@pytest.mark.no_cover
def test_played_scores_lie_in_their_intervals_as_often_as_these_say() -> None:
    exact = versus("graded:1/2", "random", SMALL).score
    inside = 0
    for seed in range(100):
        played = tournament(["graded:1/2", "random"], 50, seed, rules=SMALL, exact=False)
        interval = played.pairings[0].interval
        assert interval is not None
        inside += interval.low <= exact <= interval.high
    assert inside >= 92  # 95 in 100, and more where games are drawn


def test_both_sides_are_played_equally_often() -> None:
    result = tournament({"one": first, "other": first}, games=10, rules="1,3,1")
    assert result.pairings == (("one", "other", 10, Fraction(1, 2), 0, Fraction(1, 2)),)


@pytest.mark.wide
def test_the_same_seed_plays_the_same_games_whoever_else_takes_part() -> None:
    def played(players: list[str], seed: int) -> Any:
        return tournament(players, 100, seed, rules=SMALL, exact=False)

    assert played(FIELD, 7) == played(FIELD, 7)
    assert played(FIELD, 7) != played(FIELD, 8)
    alone = played(FIELD[::2], 7).pairings[0]
    assert alone == played(FIELD, 7).between("random", "graded:1/2")


def test_a_seed_that_was_not_given_is_told() -> None:
    result = tournament(FIELD, 100, rules=SMALL, exact=False)
    assert tournament(FIELD, 100, result.seed, rules=SMALL, exact=False) == result


def test_the_players_own_random_numbers_are_left_alone() -> None:
    player, twin = Random(5), Random(5)
    tournament({"a": player, "b": "random"}, 10, 1, rules=SMALL, exact=False)
    assert [player.choose(Position()) for _ in range(9)] == [
        twin.choose(Position()) for _ in range(9)
    ]


@pytest.mark.parametrize("exact", [True, False])
def test_progress_rises_to_its_total(exact: bool) -> None:
    told: list[float] = []
    tournament(
        FIELD,
        10,
        1,
        rules="2,2,2",
        exact=exact,
        progress=lambda done, total: told.append(done / total),
    )
    assert told == sorted(told)
    assert told[-1] == 1


def test_a_player_is_asked_about_a_position_once_whomever_it_meets() -> None:
    asked: list[Position] = []

    class Counting(Player):
        def probabilities(self, position: Position) -> dict[int, Fraction]:
            asked.append(position)
            return {position.legal_moves[0]: Fraction(1)}

    tournament([Counting(), *FIELD], rules=SMALL)
    assert len(asked) == len(set(asked)) > 20


@pytest.mark.no_cover
def test_functions_are_played_unless_exact_results_are_asked_for() -> None:
    field = {"first": first, "random": "random"}
    played = tournament(field, 100, 1)
    assert not played.exact
    assert played.pairings[0].games == 100
    computed = tournament(field, exact=True)
    assert computed.between("first", "random").score == versus(first, "random").score


def test_a_function_that_draws_for_itself_takes_part() -> None:
    source = random.Random(1)
    dice = tournament({"dice": lambda p: source.choice(p.legal_moves), "random": "random"}, 200, 1)
    interval = dice.between("dice", "random").interval
    assert interval is not None
    assert interval.low < 0.5 < interval.high


def test_a_board_too_large_to_compute_is_played_and_refused_where_it_shall_be_computed() -> None:
    result = tournament({"a": "random", "b": "random"}, 2, 1, rules="4,4,4")
    assert not result.exact
    assert "4,4,4, 2 games a pair, seed 1" in str(result)
    with pytest.raises(TooLargeError, match="4,4,4 has 16 cells"):
        tournament({"a": "random", "b": "random"}, rules="4,4,4", exact=True)
    with pytest.raises(TooLargeError, match="the perfect:trap player cannot play 4,4,4"):
        tournament(["perfect", "random"], rules="4,4,4")


def test_floats_make_floats() -> None:
    class Rounded(Player):
        def probabilities(self, position: Position) -> dict[int, float]:
            return dict.fromkeys(position.legal_moves, 1 / len(position.legal_moves))

    result = tournament([Rounded(), "random"], rules=SMALL)
    assert result.exact
    assert type(result.standings[0].score) is float
    assert result.between("Rounded", "random").score == pytest.approx(0.5)


# The cross table.


def test_a_played_tournament_prints_as_a_cross_table_with_intervals() -> None:
    result = tournament({"<me>": first, "random": "random"}, 1000, 1)
    low, high = result.standings[0].interval or (0, 0)
    assert str(result).splitlines() == [
        "Tournament on 3,3,3, 1,000 games a pair, seed 1; the score of the row against the column",
        "",
        f"{'1':>17}{'2':>8}   score     95 % interval   Elo  95 % interval",
        *[line for line in str(result).splitlines() if line[:1] in ("1", "2")],
    ]
    assert f"{low:.2%} to {high:.2%}" in str(result)
    html = result._repr_html_()
    assert html.startswith("<table><caption>Tournament on 3,3,3")
    assert "<th>&lt;me&gt;</th>" in html
    assert "<me>" not in html
    assert html.count("<tr>") == 3


def test_a_pairing_reads_both_ways() -> None:
    result = tournament(FIELD, rules=SMALL)
    there, back = result.between(*FIELD[:2]), result.between(*FIELD[1::-1])
    assert (there.win, there.draw, there.loss) == (back.loss, back.draw, back.win)
    assert there.score + back.score == 1
    with pytest.raises(PlayerError) as refused:
        result.between("random", "minimax")
    assert str(refused.value).startswith("'random' and 'minimax' did not meet; the players are ")


def test_a_player_is_found_by_the_short_name_that_it_was_given_by() -> None:
    result = tournament(["perfect", "random"], rules="2,3,3")
    assert result.between("perfect", "random") == result.between("perfect:trap", "random")
    named = tournament({"perfect": "random", "mine": "minimax"}, rules="2,3,3")
    assert named.between("mine", "perfect").b == "perfect"  # a name of one's own means itself


@given(st.integers(1, 10**6), st.fractions(0, 1))
def test_an_interval_is_around_its_score_within_0_and_1(games: int, score: Fraction) -> None:
    low, high = Interval.of(float(score), games)
    assert 0 <= low <= high <= 1
    assert low - 1e-12 <= score <= high + 1e-12


def test_an_interval_is_wilsons() -> None:
    # Its ends solve (p - score)^2 = z^2 p (1 - p) / n.
    for score, games in ((0.0, 10), (0.3, 40), (1.0, 1000)):
        for end in Interval.of(score, games):
            assert (end - score) ** 2 == pytest.approx(
                1.959963984540054**2 * end * (1 - end) / games
            )


# What is refused.


@pytest.mark.parametrize("games", [0, -2, 1, 3, 2.0, "2", None, True])
def test_a_number_of_games_that_cannot_be_shared_out_is_refused(games: Any) -> None:
    with pytest.raises(PlayerError, match="is not a number of games for each pair; give an even"):
        tournament(FIELD, games)


@pytest.mark.parametrize(
    ("players", "why"),
    [
        ([], "a tournament needs at least two players; 0 given"),
        (["random"], "a tournament needs at least two players; 1 given"),
        ({"a": "random"}, "a tournament needs at least two players; 1 given"),
        (["random", "random"], "two players are called 'random'; give a dict"),
        (["perfect", "perfect:trap"], "two players are called 'perfect:trap'"),
        ("random", "'random' is not a list of players"),
        (3, "3 is not a list of players"),
        (["random", 3], "3 is not a player"),
    ],
    ids=str,
)
def test_players_that_are_no_field_are_refused(players: Any, why: str) -> None:
    with pytest.raises(PlayerError) as refused:
        tournament(players)
    assert str(refused.value).startswith(why)


def test_records_and_limits_are_of_games_that_are_played(tmp_path: Path) -> None:
    for settings in ({"limits": TimeLimits(move=9)}, {"records": tmp_path / "games.jsonl"}):
        with pytest.raises(PlayerError, match="records and limits are of games that are played"):
            tournament(FIELD, 2, exact=True, **settings)
        assert not tournament(FIELD, 2, 1, **settings).exact
    with pytest.raises(PlayerError, match="0 is not a time for a move"):
        tournament(FIELD, 2, limits=TimeLimits(move=0))
    with pytest.raises(
        PlayerError, match=r"limits is 1; TimeLimits\(move=1\) gives a move a second"
    ):
        tournament(FIELD, 2, limits=1)  # type: ignore[arg-type]


def test_elo_is_the_score_on_another_scale() -> None:
    assert [round(elo(score)) for score in (0.5, 0.75, 0.25, 10 / 11)] == [0, 191, -191, 400]
    assert (elo(0), elo(1)) == (-inf, inf)
    low, high = Interval(0.5, 1).elo
    assert (low, high) == (0, inf)
    assert tournament(FIELD, rules=SMALL).standings[0].elo > 0


def test_a_board_that_is_none_is_refused() -> None:
    for rules in ("3,3", 3):
        with pytest.raises(RulesError, match="board"):
            tournament(FIELD, rules=rules)  # type: ignore[arg-type] # that is what is tested
    assert tournament(FIELD, rules=Rules(2, 3, 3)) == tournament(FIELD, rules=SMALL)


def test_eight_players_are_named_of_those_who_did_not_meet() -> None:
    standings = tuple(Standing(f"p{number}", 0, 0, None) for number in range(9))
    result = Tournament(Rules.parse(SMALL), standings, (), exact=True, seed=None)
    with pytest.raises(PlayerError) as refused:
        result.between("a", "b")
    assert str(refused.value).endswith("the players are p0, p1, p2, p3, p4, p5, p6, p7")
