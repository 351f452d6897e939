"""Exploitability, beside the fractions of `players`, the oracle's walk, and OpenSpiel's number."""

from __future__ import annotations

from importlib.util import find_spec
from math import isclose
from typing import Any

import numpy as np
import pytest

from noughts import Player, Rules, players
from noughts.evaluate import (
    PolicyPlayer,
    best_response,
    exploitability,
    nash_conv,
    versus,
)
from noughts.evaluate.levels import levels_of
from tests.evaluate.policies import Leaning, Lowest, leaning, lowest, uniform
from tests.tools import longer

pytestmark = pytest.mark.plain

OPEN_SPIEL = 0.9598296957671957  # pyspiel 1.5, exploitability of its UniformRandomPolicy
BOARD = "2,3,3"
PAIRS = [(uniform, "random"), (lowest, Lowest()), (leaning, Leaning())]
# Where nothing is compiled, a sweep over 3x3 takes a second.
BOARDS = ["2,3,3", "2,3,2,misere", "2,3,3,torus", pytest.param("3,3,3", marks=pytest.mark.long)]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(("policy", "player"), PAIRS)
def test_a_response_gets_what_it_gets_in_fractions(
    policy: Any, player: Player | str, board: str
) -> None:
    found = best_response(policy, board)
    assert abs(found.x - players.best_response(player, 1, board).value) < 1e-12
    assert abs(found.o - players.best_response(player, 2, board).value) < 1e-12


def test_the_uniform_policy_has_the_exploitability_that_open_spiel_says() -> None:
    assert isclose(nash_conv(uniform), 2 * OPEN_SPIEL, rel_tol=1e-15)


@pytest.mark.skipif(not find_spec("pyspiel"), reason="OpenSpiel is not installed")
@pytest.mark.long
def test_open_spiel_says_so() -> None:
    import pyspiel
    from open_spiel.python.algorithms.exploitability import exploitability as theirs
    from open_spiel.python.policy import UniformRandomPolicy

    game = pyspiel.load_game("tic_tac_toe")
    assert isclose(theirs(game, UniformRandomPolicy(game)), exploitability(uniform), rel_tol=1e-12)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", ["perfect:first", "perfect:random", "perfect:trap", "minimax"])
def test_a_perfect_policy_is_not_exploitable_at_all(name: str, board: str) -> None:
    assert exploitability(name, board) == 0


@pytest.mark.parametrize("board", BOARDS)
def test_a_response_is_a_policy_that_gets_its_value(board: str) -> None:
    response = best_response(leaning, board)
    result = versus(response.policy, leaning, board)
    assert isclose(result.first.win - result.first.loss, response.x, abs_tol=1e-12)
    assert isclose(result.second.win - result.second.loss, response.o, abs_tol=1e-12)
    as_player = PolicyPlayer(response.policy)
    fractions = players.versus(as_player, Leaning(), board)
    assert isclose(float(fractions.score), result.score, abs_tol=1e-12)


@pytest.mark.long
def test_among_equal_moves_the_response_takes_the_lowest_cell() -> None:
    response, theirs = best_response("random"), players.best_response("random", 1)
    for position in (".../.../...", "XO./.../...", "X../.O./...", "XOX/.O./..."):
        assert PolicyPlayer(response.policy).choose(position) == theirs.choose(position)


def test_probabilities_of_float32_are_brought_to_1() -> None:
    def thirds(_: object, masks: np.ndarray) -> Any:
        return (masks / masks.sum(axis=1, keepdims=True)).astype(np.float32)

    assert isclose(exploitability(thirds, BOARD), exploitability("random", BOARD), rel_tol=1e-6)
    result = versus(thirds, thirds, BOARD)
    assert isclose(result.first.win + result.first.draw + result.first.loss, 1, rel_tol=1e-12)


def test_other_arrays_are_taken_by_their_protocols() -> None:
    class Lent:
        """An array that can only be lent."""

        def __init__(self, array: np.ndarray) -> None:
            self.array = array

        def __dlpack__(self, **settings: object) -> object:
            return self.array.__dlpack__(**settings)  # type: ignore[arg-type] # as given

        def __dlpack_device__(self) -> tuple[int, int]:
            return self.array.__dlpack_device__()

    class Convertible:
        def __init__(self, array: np.ndarray) -> None:
            self.array = array

        def __array__(self, dtype: object = None, copy: object = None) -> Any:
            return self.array

    kinds: list[Any] = [Lent, Convertible, np.ndarray.tolist, np.asfortranarray]
    for kind in kinds:

        def policy(seen: Any, masks: Any, kind: Any = kind) -> Any:
            return kind(uniform(seen, masks))

        assert exploitability(policy, BOARD) == exploitability(uniform, BOARD)


def test_a_policy_that_writes_to_what_it_is_given_changes_nothing() -> None:
    def careless(observations: np.ndarray, masks: np.ndarray) -> Any:
        chances = uniform(observations, masks)
        observations[:], masks[:] = True, True
        return chances

    assert exploitability(careless, BOARD) == exploitability(uniform, BOARD)


def test_a_large_board_is_asked_about_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []

    def counted(_: object, masks: np.ndarray) -> Any:
        sizes.append(len(masks))
        return uniform(_, masks)

    whole = best_response(leaning, BOARD)
    for module in ("levels", "policies"):
        monkeypatch.setattr(f"noughts.evaluate.{module}.PART", 50)
    parts = best_response(leaning, BOARD)
    assert (whole.x, whole.o) == (parts.x, parts.o)
    assert exploitability(counted, BOARD) == exploitability("random", BOARD)
    assert max(sizes) == 50
    assert sum(sizes) == levels_of(Rules(2, 3, 3)).rows


@pytest.mark.long
@pytest.mark.parametrize("board", longer("4,4,4", "4,4,3"))
def test_4x4_is_swept_whole(board: str) -> None:
    assert exploitability("perfect:first", board) == 0
    assert exploitability("perfect:random", board) == pytest.approx(0, abs=1e-12)
    result = versus("random", "random", board)
    assert isclose(result.first.win, result.second.loss, rel_tol=1e-12)
    assert isclose(sum(result.first[:3]), 1, rel_tol=1e-12)
