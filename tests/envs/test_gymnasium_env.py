"""`MNKEnv`: every game of the agent, held to the rules as the oracle writes them."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium comes with the extra [envs]")
pytest.importorskip("pettingzoo", reason="PettingZoo comes with the extra [envs]")

from gymnasium.utils.env_checker import check_env

from noughts import Player, Position, Rules, X, codecs
from noughts.arrays import BatchPolicy
from noughts.envs import MNKEnv
from noughts.errors import (
    CellError,
    EnvError,
    GameOverError,
    IllegalMoveError,
    PlayerError,
    RulesError,
    TooLargeError,
)
from noughts.players import as_player
from tests import oracle
from tests.strategies import board_of, grid_of

NAME = "noughts/TicTacToe-v0"
SIDES = ("x", "o")


def highest(position: Position) -> int:
    return position.legal_moves[-1]


def every_game(**options: Any) -> Iterator[tuple[MNKEnv, list[tuple[Position, int, Any]]]]:
    """Each way through the games of an agent whose opponent does not draw: steps and results."""
    waiting: list[list[int]] = [[]]
    while waiting:
        actions = waiting.pop()
        env = MNKEnv(**options)
        _, info = env.reset(seed=0)
        steps = []
        over = False
        for action in actions:
            before = env.position
            result = env.step(action)
            steps.append((before, action, result))
            over, info = result[2], result[4]
        if over:
            yield env, steps
        else:
            waiting += [[*actions, int(cell)] for cell in np.flatnonzero(info["action_mask"])]


BOARDS = ["3,3,3", "3,3,3,misere", "2,3,2", "2,4,3,torus"]


@pytest.mark.wide
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("board", BOARDS)
def test_every_game_is_as_the_oracle_plays_and_judges_it(board: str, side: str) -> None:
    rules = Rules.parse(board)
    plain = board_of(rules)
    games = 0
    for env, steps in every_game(board=board, side=side, opponent=highest):
        games += 1
        me = "X" if side == "x" else "O"
        for number, (before, action, result) in enumerate(steps):
            _, reward, terminated, truncated, info = result
            grid = grid_of(before)
            square = divmod(action, rules.cols)
            moved = oracle.after(grid, plain)[square]
            value = oracle.worth(grid, plain).value
            assert info["value"] == value
            assert info["regret"] == value + oracle.worth(moved, plain).value
            assert info["action"] == action
            assert (truncated, terminated) == (False, number == len(steps) - 1)
            if not terminated:
                assert reward == 0
                assert "outcome" not in info
        last = steps[-1][2]
        said = oracle.result(grid_of(env.position), plain)
        expected = {me: 1, oracle.other(me): -1, "draw": 0}[str(said)]
        assert last[1] == last[4]["outcome"] == expected
        assert not last[4]["action_mask"].any()
    assert games > 5


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("side", SIDES)
def test_rewards_by_value_add_up_to_the_outcome_less_the_value_at_the_start(side: str) -> None:
    for _, steps in every_game(side=side, opponent=highest, reward="value"):
        rewards = [result[1] for *_, result in steps]
        first = oracle.worth(grid_of(steps[0][0]), oracle.Board((3, 3), 3)).value
        assert sum(rewards) == steps[-1][2][4]["outcome"] - first


def test_without_a_table_there_are_no_values() -> None:
    env = MNKEnv("5,5,4")
    env.reset(seed=1)
    *_, info = env.step("c3")
    assert set(info) == {"action", "action_mask"}


@pytest.mark.wide
@pytest.mark.parametrize("observation", ["planes", "flat", "ordinal", "canonical", "base3"])
def test_observations_show_the_agents_stones_first_or_the_code(observation: str) -> None:
    for side in SIDES:
        for env, steps in every_game(side=side, opponent=highest, observation=observation):
            seen = steps[-1][2][0]
            assert seen in env.observation_space
            position = env.position
            if observation in ("planes", "flat"):
                own, others = (position.x, position.o) if side == "x" else (position.o, position.x)
                stones = [[mask >> cell & 1 for cell in range(9)] for mask in (own, others)]
                shape = (2, 3, 3) if observation == "planes" else (18,)
                assert (seen.dtype, seen.shape) == (np.int8, shape)
                assert seen.reshape(2, 9).tolist() == stones
            else:
                assert seen == codecs.codec(observation).encode(position)


def test_planes_of_a_box_have_its_axes() -> None:
    assert MNKEnv("2x3x4,2", observation="planes").observation_space.shape == (2, 2, 3, 4)


def test_a_seed_settles_the_side_and_all_that_the_opponent_draws() -> None:
    def games(seed: int) -> list[Any]:
        env = MNKEnv(side="random", opponent="graded:1/2")
        told = []
        chosen = random.Random(0)
        for game in range(20):
            _, info = env.reset(seed=seed if game == 0 else None)
            over = False
            while not over:
                cells = np.flatnonzero(info["action_mask"]).tolist()
                *_, over, _, info = env.step(chosen.choice(cells))
            told.append((env.side, str(env.position)))
        return told

    assert games(1) == games(1) != games(2)
    assert {side for side, _ in games(1)} == {1, 2}


def test_without_a_seed_games_differ() -> None:
    openings = set()
    for _ in range(60):
        env = MNKEnv(side="o")
        env.reset()
        openings.add(str(env.position))
    assert len(openings) > 3


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("opponent", ["random", "graded:1/2", "perfect:random", "level:25%"])
def test_an_opponent_draws_each_move_as_often_as_it_says(opponent: str) -> None:
    env = MNKEnv(opponent=opponent)
    env.reset(seed=5)
    replies: dict[int, int] = {}
    games = 1000
    for _ in range(games):
        env.reset()
        env.step(0)
        reply = next(c for c in range(9) if env.position.o >> c & 1)
        replies[reply] = replies.get(reply, 0) + 1
    chances = Player.parse(opponent).probabilities(Position.parse("X../.../..."))
    for cell, chance in chances.items():
        spread = (float(chance) * (1 - float(chance)) * games) ** 0.5
        assert abs(replies.get(cell, 0) - float(chance) * games) <= 5 * spread
    assert set(replies) <= set(chances)


def first_free(_: Any, masks: Any) -> Any:
    """A policy of arrays."""
    return np.eye(9)[masks.argmax(axis=1)]


class TwoCells:
    """A policy of one's own."""

    def probabilities(self, position: Position) -> dict[int, float]:
        first, *others = position.legal_moves
        return {first: 0.25, others[-1]: 0.75} if others else {first: 1.0}


@pytest.mark.no_cover
@pytest.mark.parametrize("opponent", [highest, TwoCells(), "minimax", "perfect:first", "perfect"])
def test_any_player_is_an_opponent(opponent: Any) -> None:
    env = MNKEnv(opponent=opponent, side="o")
    env.reset(seed=2)
    chances = as_player(opponent).probabilities(Position())
    assert env.position.x.bit_length() - 1 in chances


def either_way(observations: Any, masks: Any = None) -> Any:
    """A policy of arrays that could be asked about a position, and fails then."""
    return observations[masks]


def moves(_: Any, masks: Any) -> Any:
    return masks.argmax(axis=1)


@pytest.mark.parametrize(
    ("opponent", "why"),
    [
        (either_way, r"either_way fails .* the Position X\.\./.*CellError.*BatchPolicy\(f\)"),
        (BatchPolicy(lambda seen, _: seen @ 2, "net"), r"net fails .*the observation .*best_rated"),
        (moves, r"gives an array of int64 \[1\]; the probabilities of 9 moves, .*\[1, 9\]"),
        (BatchPolicy(lambda *_: np.eye(16)[:1], "large"), r"float64 \[1, 16\]; .* 9 moves"),
    ],
)
def test_a_policy_that_cannot_be_asked_is_refused_at_once(opponent: Any, why: str) -> None:
    with pytest.raises(PlayerError, match=why):
        MNKEnv(opponent=opponent)
    MNKEnv("1,1,1", opponent=opponent)  # where nobody asks it


# Illegal actions.


def state(env: MNKEnv) -> Any:
    numbers = env._numbers
    return env.position, numbers and numbers.state, env.action_masks().tolist()


def test_an_illegal_action_raises_and_changes_nothing_if_asked_to() -> None:
    env = MNKEnv(illegal="raise", opponent=highest)
    env.reset(seed=1)
    env.step("b2")
    before = state(env)
    with pytest.raises(IllegalMoveError, match="cell 8 is taken"):
        env.step(8)
    assert state(env) == before
    env.step(0)


def lowest_edge(_: Position) -> int:
    """A blunder, if the centre is X's."""
    return 7


def test_an_illegal_action_loses_by_default() -> None:
    env = MNKEnv(opponent=lowest_edge)
    env.reset(seed=1)
    env.step(4)
    board = env.position
    _, reward, terminated, truncated, info = env.step(7)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info["illegal"]
    assert (info["outcome"], info["value"], info["regret"], info["action"]) == (-1, 1, 2, 7)
    assert env.position == board
    env.reset()
    assert env.position == Position()


def test_an_illegal_action_that_loses_takes_the_value_away() -> None:
    env = MNKEnv(opponent=lowest_edge, reward="value")
    env.reset(seed=1)
    assert env.step(4)[1] == 1, "the opponent's gift"
    _, reward, *_ = env.step(4)
    assert reward == -2


def test_a_masked_action_becomes_a_legal_cell_that_info_tells() -> None:
    env = MNKEnv(illegal="mask", opponent=highest)
    env.reset(seed=1)
    played = set()
    for _ in range(200):
        env.reset()
        env.step(4)
        legal = set(env.position.legal_moves)
        *_, info = env.step(8)
        assert info["action"] in legal
        played.add(info["action"])
    assert played == set(range(8)) - {4}


@pytest.mark.parametrize("action", [-1, 9, 1.5, "z9", None, np.array([1, 2])])
@pytest.mark.parametrize("illegal", ["raise", "lose", "mask"])
def test_an_action_that_is_not_a_cell_is_refused_whatever_is_asked(
    action: Any, illegal: Any
) -> None:
    env = MNKEnv(illegal=illegal)
    env.reset(seed=1)
    before = state(env)
    with pytest.raises(CellError, match="is not a cell"):
        env.step(action)
    assert state(env) == before


def test_an_action_after_the_end_is_refused() -> None:
    env = MNKEnv(opponent=lambda position: position.legal_moves[-1])
    env.reset(seed=1)
    for cell in (0, 1, 2):
        env.step(cell)
    before = state(env)
    with pytest.raises(GameOverError, match="the game is over in XXX/"):
        env.step(3)
    assert state(env) == before


def test_an_action_before_the_first_reset_is_refused() -> None:
    with pytest.raises(EnvError, match="call reset first"):
        MNKEnv().step(0)


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"board": "3,3,4"}, RulesError, "no line of 4"),
        ({"board": 9}, RulesError, "is not a board"),
        ({"opponent": "best"}, PlayerError, "'best' is not a player"),
        ({"opponent": "perfect", "board": "5,5,4"}, TooLargeError, "cannot play 5,5,4"),
        ({"side": "z"}, EnvError, "side is 'z'; it may be x, o or random"),
        ({"illegal": "pass"}, EnvError, "illegal is 'pass'; it may be raise, lose or mask"),
        ({"reward": "none"}, EnvError, "reward is 'none'; it may be outcome or value"),
        ({"reward": "value", "board": "5,5,4"}, EnvError, "of 5,5,4, which has 25 cells"),
        ({"render_mode": "svg"}, EnvError, "render_mode is 'svg'"),
        ({"observation": "record"}, EnvError, "those of 3,3,3 are planes, flat, pair"),
        ({"observation": "ordinal", "board": "4,4,4"}, EnvError, "those of 4,4,4"),
    ],
)
def test_a_setting_that_does_not_fit_is_refused(options: Any, error: Any, said: str) -> None:
    with pytest.raises(error, match=said):
        MNKEnv(**options)


def test_a_player_of_ones_own_is_checked_in_every_position() -> None:
    env = MNKEnv(opponent=lambda _: 0)
    env.reset(seed=1)
    before = state(env)
    with pytest.raises(PlayerError, match=r"takes 0 in .X\.\./"):
        env.step(0)
    assert state(env) == before


# Gymnasium.


@pytest.mark.parametrize("side", ["x", "o", "random"])
@pytest.mark.parametrize("observation", ["planes", "flat", "ordinal", "canonical"])
def test_gymnasium_finds_nothing_to_warn_of(observation: str, side: str) -> None:
    env = gymnasium.make(NAME, opponent="graded:1/2", observation=observation, side=side)
    check_env(env.unwrapped)


FAMILY = ["6,7,4,gravity", "3,3,3,wild", "3,3,3,notakto", "4,4,4,breaker", "5,5,4,exact"]
MORE = ["3,3,3,stones=2", "4,4,4,gravity,wild,stones=2+2,misere"]


@pytest.mark.parametrize(
    "board", ["4,4,3", "3x3x3,3", "3,3,3,torus", "9,9,5,misere", *FAMILY, *MORE]
)
def test_gymnasium_takes_any_board(board: str) -> None:
    check_env(gymnasium.make("noughts/MNK-v0", board=board, reward="outcome").unwrapped)
    check_env(gymnasium.make("noughts.envs:noughts/MNK-v0", board=board, illegal="mask").unwrapped)


def test_stable_baselines_finds_nothing_to_warn_of() -> None:
    checker = pytest.importorskip(
        "stable_baselines3.common.env_checker", reason="Stable-Baselines3 is not installed"
    )
    for observation in ("flat", "ordinal"):
        checker.check_env(gymnasium.make(NAME, observation=observation).unwrapped)


def test_masks_are_for_sampling_and_for_maskable_ppo() -> None:
    env = gymnasium.make(NAME, side="o")
    _, info = env.reset(seed=3)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert masks.tolist() == info["action_mask"].astype(bool).tolist()
    env.action_space.seed(1)
    assert all(masks[env.action_space.sample(info["action_mask"])] for _ in range(50))


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("opponent", ["graded:1/2", TwoCells(), BatchPolicy(first_free)])
@pytest.mark.parametrize("observation", ["flat", "ordinal"])
def test_a_copy_goes_on_by_itself(observation: str, opponent: Any, copied: Any) -> None:
    env = MNKEnv(opponent=opponent, observation=observation)
    env.reset(seed=3)
    env.step(0)
    twin = copied(env)
    assert (
        env.step(int(env.action_masks().argmax()))[1:4]
        == twin.step(int(twin.action_masks().argmax()))[1:4]
    )
    assert env.position == twin.position


# Pictures.


def test_a_board_is_shown_as_text() -> None:
    env = gymnasium.make(NAME, render_mode="ansi", opponent=highest)
    env.reset(seed=1)
    env.step(4)
    assert env.render() == ". . .\n. X .\n. . O\n"


def test_a_board_is_shown_as_a_picture_in_the_colours_of_the_page() -> None:
    env = MNKEnv(render_mode="rgb_array", opponent=highest)
    env.reset(seed=1)
    for cell in (0, 1, 2):
        env.step(cell)
    picture = env.render()
    assert (picture.dtype, picture.shape) == (np.uint8, (144, 144, 3))
    blue, red, white = [0x1C, 0x6F, 0xD1], [0xC2, 0x41, 0x0C], [255, 255, 255]
    for cell, mark in enumerate(env.position):
        row, col = divmod(cell, 3)
        tile = picture[48 * row : 48 * row + 48, 48 * col : 48 * col + 48].reshape(-1, 3).tolist()
        assert (blue in tile) == (mark == X)
        assert (red in tile) == (mark == 2)
        assert (white in tile) == (cell > 2), "the winner's line is tinted"


def test_the_layers_of_a_box_lie_below_each_other() -> None:
    env = MNKEnv("2x3x4,2", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.shape == (2 * 3 * 48 + 8, 4 * 48, 3)
    assert not picture[144:152].any()


def test_a_person_sees_the_board_at_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(NAME, render_mode="human", opponent=highest)
    env.reset(seed=1)
    env.step(4)
    assert env.render() is None
    boards = capsys.readouterr().out.split("\n\n")
    assert boards == [". . .\n. . .\n. . .", *[". . .\n. X .\n. . O"] * 2, ""]


def test_without_a_mode_nothing_is_drawn() -> None:
    env = MNKEnv()
    env.reset(seed=1)
    assert env.render() is None
