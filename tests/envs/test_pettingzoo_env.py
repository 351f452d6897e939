"""`env` and `raw_env`: two agents in turn, held to the oracle and to PettingZoo's own tests."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium comes with the extra [envs]")
pytest.importorskip("pettingzoo", reason="PettingZoo comes with the extra [envs]")

with warnings.catch_warnings():
    # Where pygame is installed, these import games of PettingZoo's in a way that it deprecates.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test
    from pettingzoo.test.save_obs_test import test_save_obs as save_obs

from noughts import Rules, codecs
from noughts.envs import env, raw_env
from noughts.errors import CellError, EnvError, IllegalMoveError, RulesError
from tests import oracle
from tests.strategies import board_of, grid_of

X, O = AGENTS = ("player_1", "player_2")  # noqa: E741 - the player's name

# The checker says so of every game with a mask beside its board, and of every empty board. It
# exempts PettingZoo's own games, its tic-tac-toe among them, by their names.
EXPECTED = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
    "Observation numpy array is all zeros.",
    "Action mask numpy array is all zeros (no legal actions).",
}


def complaints(check: Callable[[], object]) -> set[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check()
    return {str(warning.message) for warning in caught}


FAMILY = ["4,4,3,gravity", "3,3,3,wild", "3,3,3,notakto", "3,3,3,breaker", "3,4,3,exact"]
MORE = ["3,3,3,stones=2", "3,3,3,gravity,wild,stones=2+2,misere"]


@pytest.mark.parametrize(
    "board",
    [*("3,3,3", "4,4,3", "3x3x3,3", "3,3,3,torus", "3,3,3,misere"), *FAMILY, *MORE],
)
def test_pettingzoo_finds_nothing_to_warn_of_but_masks_and_the_empty_board(
    board: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for observation in ("flat",) if "x" in board else ("flat", "planes", "base3"):
        for make in (env, raw_env):
            game = make(board, observation)
            assert complaints(partial(api_test, game, num_cycles=50)) <= EXPECTED
    assert "Passed API test" in capsys.readouterr().out


def test_equal_seeds_play_equal_games() -> None:
    assert not complaints(lambda: seed_test(env, num_cycles=200))


def test_pettingzoo_shows_it_in_all_modes(capsys: pytest.CaptureFixture[str]) -> None:
    assert not complaints(lambda: render_test(env))
    assert ". . .\n. . .\n. . .\n" in capsys.readouterr().out


def test_pettingzoo_saves_observations_only_of_games_that_are_seen_as_pictures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save_obs(env())
    assert "Observations must be Box" in capsys.readouterr().out


def play(game: Any, cells: Sequence[int | None]) -> None:
    game.reset(seed=1)
    for cell in cells:
        game.step(cell)


@pytest.mark.parametrize("reward", ["outcome", "value"])
@pytest.mark.parametrize("board", ["2,3,2", "2,3,2,misere", "2,2,2,torus"])
def test_every_game_is_as_the_oracle_plays_and_judges_it(board: str, reward: Any) -> None:
    rules = Rules.parse(board)
    plain = board_of(rules)
    game = raw_env(board, reward=reward)
    waiting: list[list[int]] = [[]]
    ends = 0
    while waiting:
        cells = waiting.pop()
        play(game, cells)
        grid = grid_of(game.position)
        said = oracle.result(grid, plain)
        mover, last = (X, O) if len(cells) % 2 == 0 else (O, X)
        assert game.agent_selection == mover
        assert game.terminations == dict.fromkeys(AGENTS, said is not None)
        legal = [oracle.cell_of(square, plain) for square in oracle.legal(grid, plain)]
        for agent in AGENTS:
            seen = game.observe(agent)
            mask = [int(cell in legal and agent == mover) for cell in range(rules.cells)]
            assert seen["action_mask"].tolist() == mask
            assert game.infos[agent]["action_mask"].tolist() == mask
            position = game.position
            sides = (position.x, position.o) if agent == X else (position.o, position.x)
            stones = [[side >> cell & 1 for cell in range(rules.cells)] for side in sides]
            assert seen["observation"].reshape(2, -1).tolist() == stones
        if cells:
            play(game, cells[:-1])
            before = oracle.worth(grid_of(game.position), plain).value
            game.step(cells[-1])
            info = game.infos[last]
            regret = before + oracle.worth(grid, plain).value
            assert (info["action"], info["value"], info["regret"]) == (cells[-1], before, regret)
            results = {"X": (1, -1), "O": (-1, 1)}.get(str(said), (0, 0))
            worth = dict(zip(AGENTS, results, strict=True))
            change = {last: -regret, mover: regret}
            assert game.rewards == (change if reward == "value" else worth)
            if said:
                ends += 1
                assert {agent: game.infos[agent]["outcome"] for agent in AGENTS} == worth
        waiting += [[*cells, cell] for cell in legal]
    assert ends > 5


def test_a_code_may_be_observed() -> None:
    game = raw_env(observation="ordinal")
    play(game, [4, 0])
    assert game.observe(X)["observation"] == codecs.codec("ordinal").encode(game.position)


def test_without_a_table_there_are_no_values() -> None:
    game = raw_env("5,5,4")
    play(game, [12])
    assert set(game.infos[X]) == {"action", "action_mask"}


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    game = raw_env()
    play(game, [4])
    with pytest.raises(IllegalMoveError, match="cell 4 is taken"):
        game.step(4)
    with pytest.raises(CellError, match="9 is not a cell"):
        game.step(9)
    assert str(game.position) == ".../.X./..."
    assert game.agent_selection == O
    game.step(0)


def test_an_illegal_action_loses_in_the_wrappers(capsys: pytest.CaptureFixture[str]) -> None:
    game: Any = env()
    play(game, [4, 4])
    rewards = {}
    for agent in game.agent_iter():
        _, rewards[agent], *over, _ = game.last()
        assert any(over)
        game.step(None)
    assert rewards == {X: 0, O: -1}
    assert game.unwrapped.position.ply == 1
    capsys.readouterr()


def test_both_agents_leave_when_the_game_is_over() -> None:
    game: Any = env()
    game.reset()
    last = {}
    for agent in game.agent_iter():
        seen, reward, terminated, truncated, info = game.last()
        assert not truncated
        last[agent] = reward
        game.step(None if terminated else int(np.flatnonzero(seen["action_mask"])[0]))
        assert terminated == ("outcome" in info)
    assert last == {X: 1, O: -1}
    assert game.agents == []
    assert str(game.unwrapped.position) == "XOX/OXO/X.."


def test_what_needs_a_game_is_refused_before_it_and_once_both_agents_have_left() -> None:
    over = raw_env()
    play(over, [0, 3, 1, 4, 2, None, None])
    for game in (raw_env(), over):
        for ask in (lambda: game.step(0), game.last, lambda: game.observe(X)):  # noqa: B023 - asked at once
            with pytest.raises(
                EnvError, match="noughts_v0 has no game to play in; call reset first"
            ):
                ask()


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"board": "3,3,4"}, RulesError),
        ({"observation": "pictures"}, EnvError),
        ({"reward": "value", "board": "5,5,4"}, EnvError),
        ({"reward": "none"}, EnvError),
        ({"render_mode": "svg"}, EnvError),
    ],
)
def test_a_setting_that_does_not_fit_is_refused(options: Any, error: Any) -> None:
    for make in (env, raw_env):
        with pytest.raises(error):
            make(**options)


def test_a_board_is_shown_as_text() -> None:
    game: Any = env(render_mode="ansi")
    play(game, [4, 0])
    assert game.render() == "O . .\n. X .\n. . .\n"
