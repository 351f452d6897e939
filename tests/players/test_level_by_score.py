"""Levels: the score that a level states is the one that it has, to the last digit."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import PlayerError, Position, Rules, TooLargeError
from noughts.players import Graded, Level, Perfect, Random
from noughts.players.exact_results import versus
from noughts.players.level_by_score import STEPS, levels
from noughts.solver.tables.table import table
from tests.strategies import MISERE, NORMAL, SHAPES

LONG = pytest.mark.longer
EVEN_SCORE = Fraction(1, 2)
SMALL = [r for r in SHAPES if r.cells <= 6]
SMALL += [Rules(r.rows, r.cols, r.k, misere=True) for r in SMALL]


def scores(rules: Rules) -> st.SearchStrategy[Fraction]:
    """Any score that a level of the board may have, its ends more often than others."""
    lowest = 1 - levels(rules).highest
    between = (
        st.fractions(lowest, EVEN_SCORE, max_denominator=10**8)
        if lowest < EVEN_SCORE
        else st.nothing()
    )
    return st.sampled_from([lowest, EVEN_SCORE]) | between


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("score", ["25%", *(pytest.param(s, marks=LONG) for s in ("1/3", "0.07"))])
def test_a_random_player_scores_what_the_level_says(score: str) -> None:
    level = Level(score)
    assert versus(Random(), level, NORMAL).score == level.score


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("score", ["25%", pytest.param("0.4999", marks=LONG)])
def test_so_it_does_in_misere(score: str) -> None:
    level = Level(score)
    assert versus(Random(), level, MISERE).score == level.score


@pytest.mark.wide
@pytest.mark.no_cover
@given(data=st.data(), rules=st.sampled_from(SMALL))
@settings(max_examples=60)
def test_so_it_does_on_every_small_board_at_any_score_in_reach(
    data: st.DataObject, rules: Rules
) -> None:
    score = data.draw(scores(rules))
    assert versus(Level(score), Random(), rules).score == 1 - score


@pytest.mark.wide
@pytest.mark.no_cover
@given(data=st.data(), rules=st.sampled_from([NORMAL, MISERE, *SMALL]))
@settings(max_examples=30)
def test_the_skills_of_a_game_lie_within_a_step_of_each_other(
    data: st.DataObject, rules: Rules
) -> None:
    score = data.draw(scores(rules))
    skills = levels(rules).skills(score)
    assert len(skills) == rules.cells
    assert min(skills) >= 0
    assert max(skills) <= 1
    assert max(skills) - min(skills) <= Fraction(1, STEPS)
    assert levels(rules).score(skills) == 1 - score


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("rules", [NORMAL, pytest.param(MISERE, marks=LONG), *SMALL], ids=str)
def test_the_range_ends_at_best_moves_and_at_random_ones(rules: Rules) -> None:
    lowest = 1 - levels(rules).highest
    assert versus(Random(), Perfect("random"), rules).score == lowest
    assert lowest <= EVEN_SCORE
    if lowest < EVEN_SCORE:  # else every player scores half
        for position in list(table(rules))[:: 1 if rules.cells < 9 else 10]:
            if position.outcome is None:
                best, any_move = Perfect("random"), Random()
                assert Level(lowest).probabilities(position) == best.probabilities(position)
                assert Level(EVEN_SCORE).probabilities(position) == any_move.probabilities(position)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("skill", ["1/3", *(pytest.param(s, marks=LONG) for s in "01")])
def test_the_score_of_one_skill_at_every_ply_is_that_of_the_graded_player(skill: str) -> None:
    for rules in (NORMAL, *SMALL):
        graded = versus(Graded(skill), Random(), rules).score
        assert levels(rules).score([Fraction(skill)] * rules.cells) == graded


def test_a_score_out_of_reach_is_refused_with_what_is_in_reach() -> None:
    for score in (Fraction(6, 100), Fraction(51, 100)):
        with pytest.raises(PlayerError) as refused:
            levels(NORMAL).skills(score)
        assert str(refused.value) == (
            f"no level of 3,3,3 gives a random player the score {score}: against best moves alone "
            "it is 138641/2177280 (about 0.0637), and against random ones 1/2"
        )
    with pytest.raises(PlayerError, match="gives a random player the score 1/20"):
        Level("5%").check(NORMAL)
    with pytest.raises(PlayerError, match="gives a random player the score 1/20"):
        Level("5%").probabilities(Position())


def test_what_the_table_refuses_the_levels_refuse() -> None:
    with pytest.raises(TooLargeError):
        levels(Rules(4, 4, 4))


def test_the_levels_of_a_board_are_kept() -> None:
    levels.cache_clear()  # what another test has left there was perhaps not traced
    assert levels(NORMAL) is levels(Rules(3, 3, 3))
    assert levels(NORMAL).skills(Fraction(1, 4)) is levels(NORMAL).skills(Fraction(1, 4))
