"""Environments of games of other answers: they go as `Position` goes, or are refused by a law."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium comes with the extra [envs]")
pytest.importorskip("pettingzoo", reason="PettingZoo comes with the extra [envs]")

from gymnasium.vector import AutoresetMode

from noughts import Position, Rules
from noughts.envs import MNKEnv, MNKVectorEnv, raw_env
from noughts.errors import IllegalMoveError, RulesError
from tests.envs.test_gymnasium_env import every_game, highest
from tests.envs.test_gymnasium_vector import held_to_single
from tests.games_from_outside import listed as listed

pytestmark = pytest.mark.usefixtures("listed")
BOARD = "2,3,2,gravity"
NOT_YET = "cell 1 cannot be played yet; cells that can: 3, 4, 5"


def bits(mask: int, cells: int) -> list[int]:
    return [mask >> cell & 1 for cell in range(cells)]


@pytest.mark.parametrize("side", ["x", "o"])
@pytest.mark.parametrize("board", [BOARD, "3,2,2,gravity,misere"])
def test_every_game_of_an_agent_is_as_positions_play_and_judge_it(board: str, side: Any) -> None:
    games = 0
    for env, steps in every_game(board=board, side=side, opponent=highest):
        games += 1
        for before, action, (_, reward, terminated, _, info) in steps:
            moved = before.play(action)
            after = moved if moved.outcome else moved.play(highest(moved))
            assert (info["value"], info["regret"]) == (before.value, before.value + moved.value)
            assert info["action_mask"].tolist() == bits(after.legal, 6)
            assert terminated == (after.outcome is not None)
            assert reward == (after.outcome.worth(before.turn) if after.outcome else 0)
        assert env.position == after
    assert games > 1


@pytest.mark.parametrize("illegal", ["lose", "mask"])
def test_many_games_of_agents_go_as_each_alone(illegal: Any) -> None:
    options: dict[str, Any] = {"illegal": illegal, "reward": "value", "opponent": "graded:1/2"}
    held_to_single(
        AutoresetMode.NEXT_STEP, 25, 0.3, board="3,3,3,gravity", side="random", **options
    )


@pytest.mark.parametrize("board", [BOARD, "3,2,2,gravity,misere"])
def test_every_game_of_two_agents_is_as_positions_play_and_judge_it(board: str) -> None:
    rules, game, waiting = Rules.parse(board), raw_env(board), [[int(cell)] for cell in range(6)]
    ends = 0
    while waiting:
        cells, position = waiting.pop(), Position(rules=rules)
        game.reset(seed=1)
        if cells[0] not in position.moves():
            with pytest.raises(IllegalMoveError, match="cannot be played yet"):
                game.step(cells[0])
            continue
        for cell in cells:
            before, mover = position, game.agent_selection
            position = position.play(cell)
            game.step(cell)
        assert game.position == position
        info, outcome = game.infos[mover], position.outcome
        assert (info["value"], info["regret"]) == (before.value, before.value + position.value)
        mask = game.observe(game.agent_selection)["action_mask"].tolist()
        assert mask == bits(position.legal, 6)
        assert game.terminations[mover] == (outcome is not None)
        assert game.rewards[mover] == (outcome.worth(before.turn) if outcome else 0)
        waiting += [[*cells, cell] for cell in position.moves()]
        ends += outcome is not None
    assert ends > 7


def test_a_cell_that_cannot_be_played_yet_is_refused_as_that() -> None:
    one = MNKEnv(BOARD, illegal="raise")
    one.reset(seed=1)
    with pytest.raises(IllegalMoveError, match=NOT_YET):
        one.step(1)
    many = MNKVectorEnv(2, BOARD, illegal="raise")
    many.reset(seed=1)
    with pytest.raises(IllegalMoveError, match=r"environment 1, .*, cannot yet play cell 1"):
        many.step(np.array([3, 1]))
    assert many.positions() == type(many.positions()).start(2, BOARD)


@pytest.mark.parametrize(
    ("answer", "law"), [("stones=2", "alternates"), ("wild", "owned"), ("avoider", "fair")]
)
@pytest.mark.parametrize("make", [MNKEnv, raw_env, lambda board: MNKVectorEnv(2, board)])
def test_a_game_that_two_agents_cannot_play_in_turn_is_refused_by_its_law(
    make: Callable[[str], object], answer: str, law: str
) -> None:
    with pytest.raises(RulesError, match=rf"^an environment cannot take 3,3,3,.* \({law}\)$"):
        make(f"3,3,3,{answer}")
