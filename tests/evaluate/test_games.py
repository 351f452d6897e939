"""Results, blunders and agreement, beside fractions and plain walks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from noughts import Player, PlayerError, Position, Rules, players, table
from noughts.arrays import Positions
from noughts.errors import PositionError
from noughts.evaluate import (
    PolicyPlayer,
    agreement,
    as_policy,
    best_response,
    blunders,
    exploitability,
    versus,
)
from noughts.evaluate.policies import seen
from tests.evaluate.policies import Leaning, Lowest, leaning, lowest, uniform
from tests.tools import pairs

pytestmark = pytest.mark.plain

BOARD = "2,3,3"
# 3x3 in fractions takes seconds, small boards do not.
BOARDS = ["2,3,3", "2,3,2,misere", "2x2x2,2", "2,3,3,torus"]
WHOLE = [pytest.param(board, marks=pytest.mark.long) for board in ("3,3,3", "3,3,3,misere")]
OPPONENTS = ["random", "perfect:first", "perfect:random", "perfect:trap", "graded:1/2"]


@pytest.mark.parametrize("board", [*BOARDS, *WHOLE])
@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize(("policy", "player"), [(leaning, Leaning()), (lowest, Lowest())])
def test_results_are_those_in_fractions(
    policy: Any, player: Player, opponent: str, board: str
) -> None:
    found, exact = versus(policy, opponent, board), players.versus(player, opponent, board)
    for ours, theirs in zip(found, exact, strict=True):
        assert np.allclose(
            [float(each) for each in ours[:3]],
            [float(each) for each in theirs[:3]],
            rtol=0,
            atol=1e-12,
        )
        assert ours.lengths.keys() == theirs.lengths.keys()
        for ply, chance in theirs.lengths.items():
            assert abs(float(ours.lengths[ply] - chance)) < 1e-12
    assert abs(float(found.score - exact.score)) < 1e-12


def walked(player: Player, opponent: Player, board: str) -> dict[Position, Fraction]:
    """The chance to get to each position with the player to move, if a coin says who is X."""
    found: dict[Position, Fraction] = defaultdict(Fraction)
    for side in (1, 2):
        reached = {Position(rules=Rules.parse(board)): Fraction(1, 2)}
        while reached:
            after: dict[Position, Fraction] = defaultdict(Fraction)
            for position, chance in reached.items():
                if position.outcome:
                    continue
                if position.turn == side:
                    found[position] += chance
                mover = player if position.turn == side else opponent
                for cell, share in mover.probabilities(position).items():
                    after[position.play(cell)] += chance * Fraction(share)
            reached = after
    return found


@pytest.mark.parametrize("board", [*BOARDS, *WHOLE])
def test_blunders_are_the_positions_that_a_walk_finds(board: str) -> None:
    solved, player = table(board), Leaning()
    expected = {}
    for position, weight in walked(player, players.as_player("random"), board).items():
        worth = {move.cell: move.value for move in solved.moves(position)}
        chances = player.probabilities(position)
        regret = sum(share * (max(worth.values()) - worth[cell]) for cell, share in chances.items())
        if regret:
            expected[position] = (float(weight), float(regret))
    found = blunders(leaning, board)
    assert {*found.positions} == expected.keys()
    for position, weight, regret in zip(found.positions, found.weight, found.regret, strict=True):
        assert np.allclose((weight, regret), expected[position], rtol=1e-12, atol=0)
    assert (np.diff(found.cost) <= 0).all()


def test_agreement_is_that_of_a_walk() -> None:
    player, solved = Leaning(), table("2,3,2")
    weights, best = np.zeros(6), np.zeros(6)
    for position, weight in walked(player, Lowest(), "2,3,2").items():
        weights[position.ply] += float(weight)
        for cell, share in player.probabilities(position).items():
            best[position.ply] += float(weight * share) * (cell in solved.best_moves(position))
    reached = weights > 0
    found = agreement(leaning, "2,3,2", opponent=lowest)
    assert np.isnan(found).tolist() == [not each for each in reached]
    assert np.allclose(found[reached], best[reached] / weights[reached], rtol=1e-12)


def test_a_perfect_policy_has_no_blunders_and_agrees() -> None:
    assert len(blunders("perfect", "2,3,2").positions) == 0
    found = agreement("perfect:trap", "2,3,2")
    assert np.allclose(found[~np.isnan(found)], 1, rtol=1e-12)


@pytest.mark.long
def test_a_ply_that_no_game_gets_to_has_no_agreement() -> None:
    found = agreement(lowest, opponent=lowest)  # X wins with a3, its fourth stone
    assert np.isnan(found).tolist() == [False] * 7 + [True] * 2


def test_players_become_policies_and_policies_players() -> None:
    player = Leaning()
    policy = as_policy(player)
    assert as_policy(PolicyPlayer(policy)) is policy
    assert as_policy(policy) is policy
    found = players.versus(PolicyPlayer(leaning), "random", BOARD)
    assert abs(float(found.score - players.versus(player, "random", BOARD).score)) < 1e-12
    assert abs(exploitability(player, BOARD) - exploitability(leaning, BOARD)) < 1e-12
    result = versus(PolicyPlayer(uniform), "random", BOARD)
    assert result == versus("random", "random", BOARD)


@pytest.mark.parametrize("name", OPPONENTS)
def test_a_named_player_is_the_policy_that_it_states(name: str) -> None:
    policy = as_policy(name)
    positions = Positions.of([position for position in table() if not position.outcome][::7])
    chances = policy(positions.planes(), positions.action_mask())
    for row, position in zip(chances, positions, strict=True):
        stated = Player.parse(name).probabilities(position)
        assert np.allclose(row, [float(stated.get(cell, 0)) for cell in range(9)], atol=1e-15)


def test_observations_show_positions() -> None:
    positions = Positions.of(list(table("2,3,3")), Rules(2, 3, 3))
    assert seen(positions.planes(), positions.rules) == positions
    mask = np.zeros((len(positions), 2, 2, 3), bool)
    mask[1, 0, 0, 0] = True
    with pytest.raises(PositionError, match="item 1 of observations is masked"):
        seen(np.ma.masked_array(positions.planes(), mask), positions.rules)


BAD: dict[str, tuple[Callable[[Any, Any], Any], str]] = {
    "negative": (lambda _, masks: -1.0 * masks, r"gives \[-1.0, .* in item 0, .../.../...;"),
    "nan": (lambda _, masks: np.where(masks, np.nan, 0), r"gives \[nan, .* in item 0"),
    "tenths": (lambda _, masks: masks / 10, "in item 0, .../.../... add up to 0.9, not to 1"),
    "illegal": (lambda _, masks: np.eye(9)[[4] * len(masks)], "gives cell 4, .* in item 5, "),
    "none": (lambda _, masks: 0.0 * masks, "add up to 0.0, not to 1"),
    "shape": (lambda _, masks: masks[:, :8] * 0.1, r"gives an array of float64 \[4520, 8\]; "),
    "dtype": (lambda _, masks: masks.astype("U1"), "gives an array of <U1"),
}


@pytest.mark.parametrize(("evaluated", "name"), pairs([exploitability, blunders], [*BAD]))
def test_bad_policies_are_refused_with_the_position(evaluated: Any, name: str) -> None:
    policy, message = BAD[name]
    with pytest.raises(PlayerError, match=message):
        evaluated(policy)


@pytest.mark.parametrize("given", [3, None, [0.5]])
def test_what_is_not_a_policy_is_refused(given: Any) -> None:
    with pytest.raises(PlayerError, match="is not a player"):
        exploitability(given)


def test_a_function_of_a_position_is_evaluated_as_the_policy_that_it_is() -> None:
    def last(position: Position) -> int:
        return position.legal_moves[-1]

    def last_of_arrays(_: Any, masks: Any) -> Any:
        return np.eye(6)[5 - masks[:, ::-1].argmax(axis=1)]

    assert exploitability(last, "2,3,3") == exploitability(last_of_arrays, "2,3,3")
    assert versus(last, "random", "2,3,3") == versus(last_of_arrays, "random", "2,3,3")

    def always(_: Position) -> int:
        return 0

    with pytest.raises(PlayerError, match=r"always takes 0 in .*; the free cells are 1"):
        exploitability(always, "2,3,3")


def test_a_policy_of_another_board_is_refused() -> None:
    with pytest.raises(PlayerError, match="best response to random plays 3,3,3, not 2,3,2"):
        exploitability(best_response("random").policy, "2,3,2")


@pytest.mark.long
@pytest.mark.parametrize(
    ("board", "value"),
    [
        ("2,7,2", 1),
        *(
            pytest.param(board, value, marks=pytest.mark.longer)
            for board, value in (("4,4,3", 1), ("4,4,4", 0))
        ),
    ],
)
def test_named_players_play_boards_that_no_table_solves(board: str, value: int) -> None:
    result = versus("perfect:first", "perfect:random", board)
    assert abs(float(result.first.win - result.first.loss - value)) < 1e-12
    assert abs(float(result.second.loss - result.second.win - value)) < 1e-12
    assert blunders("perfect:first", board).cost.sum() == 0


def test_a_board_too_large_for_tables_is_played_by_the_values_of_its_levels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("noughts.evaluate.policies.TABLE_CELLS", 5)
    for name in OPPONENTS[1:3]:
        policy = as_policy(name, "2,3,2")
        positions = Positions.of(
            [position for position in table("2,3,2") if not position.outcome], Rules(2, 3, 2)
        )
        for row, position in zip(policy.probabilities(positions), positions, strict=True):
            stated = Player.parse(name).probabilities(position)
            assert np.allclose(row, [float(stated.get(cell, 0)) for cell in range(6)])
