"""`MNKVectorEnv` equals `MNKEnv`, game by game, in all that Gymnasium's own vector form returns."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium comes with the extra [envs]")
pytest.importorskip("pettingzoo", reason="PettingZoo comes with the extra [envs]")

from gymnasium.vector import AutoresetMode, SyncVectorEnv

from noughts import Position
from noughts.arrays import BatchPolicy
from noughts.envs import MNKEnv, MNKVectorEnv, raw_env
from noughts.errors import (
    ArrayError,
    CellError,
    EnvError,
    GameOverError,
    IllegalMoveError,
    PlayerError,
    TooLargeError,
)
from tests.games_from_outside import listed as listed
from tests.tools import longer, pairs

NAME = "noughts/TicTacToe-v0"
MODES = list(AutoresetMode)
N = 5


def same(ours: Any, theirs: Any) -> bool:
    """Whether two results hold the same, whatever their dtypes; masks and dicts too."""
    if isinstance(ours, dict):
        return ours.keys() == theirs.keys() and all(same(ours[key], theirs[key]) for key in ours)
    if isinstance(ours, tuple):
        return all(map(same, ours, theirs))
    if getattr(ours, "dtype", np.dtype(int)).hasobject:
        return all(
            (a is None) == (b is None) and np.array_equal(a, b)
            for a, b in zip(ours, theirs, strict=True)
        )
    return np.array_equal(ours, theirs)


def weighted(_: Any, masks: Any) -> Any:
    """A policy of arrays: the more the higher the cell, and no other than the free ones."""
    weights = masks * np.arange(1, masks.shape[1] + 1)
    return weights / weights.sum(axis=1, keepdims=True)


def actions(envs: Any, chosen: np.random.Generator, wrong: float) -> Any:
    """Legal cells at random, and now and then any cell."""
    weights = envs.action_masks() + wrong + 1e-9
    shares = (weights / weights.sum(axis=1, keepdims=True)).cumsum(axis=1)
    cells = (shares < chosen.random((envs.num_envs, 1))).sum(axis=1)
    return np.minimum(cells, envs.rules.actions - 1)


def held_to_single(mode: AutoresetMode, steps: int, wrong: float, **options: Any) -> None:
    ours = MNKVectorEnv(N, autoreset_mode=mode, **options)
    theirs = SyncVectorEnv([lambda: MNKEnv(**options)] * N, autoreset_mode=mode)
    assert ours.autoreset_mode is theirs.autoreset_mode  # where TorchRL looks for it
    assert ours.single_observation_space == theirs.single_observation_space
    assert (ours.observation_space, ours.action_space) == (
        theirs.observation_space,
        theirs.action_space,
    )
    chosen = np.random.default_rng(0)
    assert same(ours.reset(seed=9), theirs.reset(seed=9))
    games = 0
    for _ in range(steps):
        cells = actions(ours, chosen, wrong)
        results, expected = ours.step(cells), theirs.step(cells)
        if mode is AutoresetMode.NEXT_STEP:  # any action resets what is over
            expected[4]["action_mask"][expected[2]] = 1
        assert same(results, expected)
        assert results[0] in ours.observation_space
        games += int(results[2].sum())
        if mode is AutoresetMode.DISABLED and results[2].any():
            mask = results[2]
            again = [ours.reset(options={"reset_mask": mask})]
            again.append(theirs.reset(options={"reset_mask": mask.copy()}))
            assert same(*again)
    assert games > N
    assert same(ours.reset(), theirs.reset())
    assert same(ours.reset(seed=[*range(N - 1), None]), theirs.reset(seed=[*range(N - 1), None]))


OPPONENTS = ["random", "graded:1/2", "perfect", "perfect:random", "level:30%"]


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(("opponent", "mode"), pairs([*OPPONENTS, max, weighted], MODES))
def test_the_batch_plays_as_single_environments_do(opponent: Any, mode: AutoresetMode) -> None:
    if opponent is max:  # a function from a position to a cell
        opponent = lambda position: position.legal_moves[-1]  # noqa: E731 - a test's own
    held_to_single(mode, 30, 0, opponent=opponent, side="random")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("illegal", "reward"), pairs(["lose", "mask"], ["outcome", "value"]))
def test_illegal_actions_and_rewards_are_those_of_single_environments(
    reward: Any, illegal: Any, mode: AutoresetMode
) -> None:
    options: dict[str, Any] = {"reward": reward, "illegal": illegal, "opponent": "graded:1/2"}
    held_to_single(mode, 25, 0.3, side="random", **options)


@pytest.mark.plain
@pytest.mark.wide
@pytest.mark.parametrize("side", ["x", "o"])
@pytest.mark.parametrize("observation", ["planes", "flat", "ordinal", "canonical", "base3"])
def test_observations_are_those_of_single_environments(observation: str, side: Any) -> None:
    held_to_single(AutoresetMode.SAME_STEP, 20, 0, observation=observation, side=side)


@pytest.mark.plain
@pytest.mark.wide
@pytest.mark.parametrize(
    "board", [*longer("4,4,3"), "3x3x3,3", "3,3,3,torus", "3,3,3,misere", "8,8,5"]
)
def test_other_boards_are_played_as_single_environments_play_them(board: str) -> None:
    held_to_single(AutoresetMode.NEXT_STEP, 70, 0, board=board, side="random")


FAMILY = ["gravity", "wild", "notakto", "breaker", "avoider", "stones=2", "stones=2+2,breaker"]


@pytest.mark.plain
@pytest.mark.wide
@pytest.mark.parametrize(("game", "illegal"), pairs(FAMILY, ["lose", "mask"]))
@pytest.mark.usefixtures("listed")
def test_every_game_of_the_family_is_played_as_in_single_environments(
    game: str, illegal: Any
) -> None:
    options: dict[str, Any] = {"illegal": illegal, "reward": "value", "opponent": "graded:1/2"}
    board = f"3,3,3,{game}"
    held_to_single(AutoresetMode.NEXT_STEP, 25, 0.3, board=board, side="random", **options)


@pytest.mark.plain
@pytest.mark.wide
@pytest.mark.parametrize("observation", ["planes", "base3"])
@pytest.mark.parametrize("board", ["3,3,3,wild", "3,3,3,stones=2"])
def test_agents_see_the_planes_of_any_game_and_policies_of_arrays_answer(
    board: str, observation: str
) -> None:
    opponent = BatchPolicy(weighted)
    options: dict[str, Any] = {"board": board, "opponent": opponent, "observation": observation}
    held_to_single(AutoresetMode.SAME_STEP, 25, 0, side="random", **options)


@pytest.mark.usefixtures("listed")
def test_a_cell_that_cannot_be_played_yet_is_refused_as_that() -> None:
    board, words = "3,3,3,gravity", "cell 1 cannot be played yet; cells that can: 6, 7, 8"
    one, two = MNKEnv(board, illegal="raise"), raw_env(board)
    for alone in (one, two):
        alone.reset(seed=1)
        with pytest.raises(IllegalMoveError, match=words):
            alone.step(1)
    many = MNKVectorEnv(2, board, illegal="raise")
    many.reset(seed=1)
    with pytest.raises(IllegalMoveError, match=r"environment 1, .*, cannot yet play cell 1"):
        many.step(np.array([6, 1]))
    assert many.positions() == type(many.positions()).start(2, board)


def test_with_two_marks_an_action_is_a_move_and_any_other_number_is_refused() -> None:
    board = "3,3,3,wild"
    one, two = MNKEnv(board, illegal="raise"), raw_env(board)
    for alone in (one, two):
        alone.reset(seed=1)
        for given in (18, -1, "b2"):
            with pytest.raises(CellError, match=r"is not a move of 3,3,3,wild; moves are 0 to 17$"):
                alone.step(given)
        alone.step(13)  # an O in the centre
        assert alone.position.o >> 4 & 1
        with pytest.raises(IllegalMoveError, match=r"^cell 4 is taken \(O\)"):
            alone.step(4)
    many = MNKVectorEnv(2, board, illegal="raise")
    many.reset(seed=1)
    with pytest.raises(CellError, match=r"^environment 1: 18 is not a move of .*; moves are 0 to"):
        many.step(np.array([0, 18]))
    many.step(np.array([13, 13]))
    with pytest.raises(IllegalMoveError, match=r"^environment 0, .* has a stone on cell 4$"):
        many.step(np.array([4, 4]))


def run(envs: Any, steps: int) -> list[Any]:
    chosen = np.random.default_rng(0)
    told: list[Any] = [envs.reset(seed=3)]
    told += [envs.step(actions(envs, chosen, 0.1)) for _ in range(steps)]
    return told


@pytest.mark.wide
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_any_number_of_threads_plays_the_same_games(
    mode: AutoresetMode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.envs.gymnasium_vector.LEAST", 64)
    options: dict[str, Any] = {"side": "random", "autoreset_mode": mode, "reward": "value"}
    alone = run(MNKVectorEnv(300, "3,3,3", "graded:1/2", **options), 4)
    for threads in (2, 3):
        envs = MNKVectorEnv(300, "3,3,3", "graded:1/2", threads=threads, **options)
        assert len(envs._parts) == threads
        assert all(map(same, run(envs, 4), alone))


def test_threads_share_boards_without_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.envs.gymnasium_vector.LEAST", 64)
    alone, together = (run(MNKVectorEnv(130, "5,5,4", threads=threads), 2) for threads in (1, 2))
    assert all(map(same, alone, together))


def test_gymnasium_makes_it_natively_and_without_a_warning() -> None:
    envs = gymnasium.make_vec(NAME, 4, opponent="perfect", autoreset_mode="SameStep")
    assert isinstance(envs, MNKVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert gymnasium.make_vec("noughts/MNK-v0", board="4,4,3").action_space.nvec.tolist() == [16]
    by_mode = gymnasium.make_vec(NAME, 2, vectorization_mode="sync", opponent="perfect")
    assert isinstance(by_mode, SyncVectorEnv)
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    wrapped.reset(seed=1)
    for _ in range(12):
        *_, infos = wrapped.step(np.argmax(envs.action_masks(), axis=1))
        if "episode" in infos:
            break
    assert "episode" in infos or "final_info" in infos


def test_without_a_seed_games_differ() -> None:
    envs = MNKVectorEnv(40, side="o")
    envs.reset()
    assert len({str(position) for position in envs.positions()}) > 3
    before = envs.positions()
    envs.reset()
    assert envs.positions() != before


# Bad input names the environment, and changes nothing.


def state(envs: MNKVectorEnv) -> Any:
    games = envs._games
    return games and [array.tolist() for array in games]


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ([0, 1], ArrayError, r"actions are an array of int64 \[2\]; integers \[3\] are needed"),
        ([0.0, 1.0, 2.0], ArrayError, "actions are an array of float64"),
        ([[0, 1, 2]], ArrayError, r"\[1, 3\]"),
        ([0, 9, 2], CellError, "environment 1: 9 is not a cell of 3,3,3; cells are 0 to 8"),
        ([0, 1, -1], CellError, "environment 2: -1 is not a cell"),
        ([0, 1, 8], IllegalMoveError, "environment 2, .*X.*, has a stone on cell 8"),
        (np.ma.masked_equal([0, 1, 2], 1), ArrayError, "item 1 of actions is masked"),
        ([[0], [1, 2], [3]], ArrayError, "actions cannot become an array: .*inhomogeneous"),
    ],
)
def test_actions_that_are_not_valid_are_refused(given: Any, error: Any, said: str) -> None:
    envs = MNKVectorEnv(3, opponent=lambda p: p.legal_moves[-1], illegal="raise")
    envs.reset(seed=1)
    envs.step(np.array([4, 4, 4]))
    before = state(envs)
    with pytest.raises(error, match=said):
        envs.step(given)
    assert state(envs) == before


def test_a_step_before_the_first_reset_is_refused() -> None:
    envs = MNKVectorEnv(3)
    for ask in (lambda: envs.step([0, 0, 0]), envs.action_masks):
        with pytest.raises(EnvError, match="call reset first"):
            ask()
    with pytest.raises(EnvError, match="the first reset is for all of them"):
        envs.reset(options={"reset_mask": np.array([True, False, True])})
    assert [str(position) for position in envs.positions()] == [".../.../..."] * 3


def test_a_game_that_is_over_is_not_played_on_without_a_reset() -> None:
    envs = MNKVectorEnv(2, opponent=lambda p: p.legal_moves[-1], autoreset_mode="Disabled")
    envs.reset(seed=1)
    for cells in ([0, 0], [1, 4], [2, 6]):
        envs.step(cells)
    before = state(envs)
    with pytest.raises(GameOverError, match=r"environment 0, XXX/.*, is over; reset it"):
        envs.step([3, 5])
    assert state(envs) == before
    envs.reset(options={"reset_mask": np.array([True, False])})
    envs.step([0, 5])


@pytest.mark.parametrize(
    "mask", [np.array([True]), np.array([1, 0]), np.array([False, False]), "all"]
)
def test_a_reset_mask_that_is_not_valid_is_refused(mask: Any) -> None:
    envs = MNKVectorEnv(2)
    envs.reset(seed=1)
    before = state(envs)
    with pytest.raises(ArrayError, match="reset_mask is an array of"):
        envs.reset(options={"reset_mask": mask})
    assert state(envs) == before


def test_a_masked_reset_mask_is_refused() -> None:
    envs = MNKVectorEnv(2)
    mask = np.ma.masked_array([True, True], [False, True])
    with pytest.raises(ArrayError, match="item 1 of reset_mask is masked"):
        envs.reset(options={"reset_mask": mask})


@pytest.mark.parametrize(
    ("seed", "said"),
    [
        ([1, 2], "2 seeds are given for 3 environments"),
        (np.zeros((3, 1), int), r"as an array \[3, 1\]; \[3\] are needed, or one number"),
        (1.5, "^1.5 is not a seed; a whole number from 0 is needed, or None"),
        (-1, "^-1 is not a seed"),
        ("abc", "^'abc' is not a seed"),
        ([1, "x", 2], "environment 1: 'x' is not a seed"),
        ([1, 2, -3], "environment 2: -3 is not a seed"),
        (np.array([1.0, 2, 3]), "environment 0: 1.0 is not a seed"),
        (np.ma.masked_equal([1, 2, 3], 3), "item 2 of seed is masked"),
    ],
)
def test_what_is_not_a_seed_is_refused_and_changes_nothing(seed: Any, said: str) -> None:
    envs = MNKVectorEnv(3, side="random")
    envs.reset(seed=1)
    before = state(envs)
    with pytest.raises(ArrayError, match=said):
        envs.reset(seed=seed)
    assert state(envs) == before


@pytest.mark.parametrize("seeds", [(7, np.int64(7)), ([1, None, 2**70], [1, None, 2**70 + 2**64])])
def test_a_seed_is_a_whole_number_of_any_type(seeds: tuple[Any, Any]) -> None:
    envs = MNKVectorEnv(3, side="random")
    found = []
    for seed in seeds:
        envs.reset(seed=1)
        envs.reset(seed=seed)
        found.append((state(envs), envs.np_random_seed))
    assert found[0] == found[1]


def test_a_policy_that_is_not_valid_is_refused_and_changes_nothing() -> None:
    sums = iter([1.0, 1.0, 0.5])  # the first as it is given

    def halving(_: Any, masks: Any) -> Any:
        return masks / masks.sum(axis=1, keepdims=True) * next(sums)

    envs = MNKVectorEnv(2, opponent=BatchPolicy(halving))
    envs.reset(seed=1)
    envs.step([4, 4])
    before = state(envs)
    cells = envs.action_masks().argmax(axis=1)
    with pytest.raises(PlayerError, match=r"halving in item 0, .* add up to 0.4999"):
        envs.step(cells)
    assert state(envs) == before


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"num_envs": 0}, "num_envs is 0; a whole number from 1 to 16,777,216 is needed"),
        ({"num_envs": 10**12}, "num_envs is 1000000000000; a whole number from 1 to 16,777,216"),
        ({"num_envs": 10**5000}, r"num_envs is 0x31e20801036510f3\.\.\. \(16610 bits\)"),
        ({"num_envs": True}, "num_envs is True"),
        ({"threads": 1.5}, "threads is 1.5"),
        ({"autoreset_mode": "Never"}, "the modes are NextStep, SameStep, Disabled"),
        ({"render_mode": "human"}, "render_mode is 'human'; it may be ansi or rgb_array"),
        ({"reward": "value", "board": "5,5,4"}, "of 5,5,4"),
        ({"side": "z"}, "side is 'z'"),
    ],
)
def test_a_setting_that_does_not_fit_is_refused(options: Any, said: str) -> None:
    with pytest.raises(EnvError, match=said):
        MNKVectorEnv(**options)


def test_a_board_of_several_words_is_refused_in_bulk_and_played_alone() -> None:
    with pytest.raises(TooLargeError, match="9,9,5 has 81"):
        MNKVectorEnv(2, "9,9,5")
    env = MNKEnv("9,9,5", side="o")
    assert env.reset(seed=1)[0].sum() == 1


def test_boards_are_shown_side_by_side() -> None:
    envs = MNKVectorEnv(2, opponent=lambda p: p.legal_moves[-1], render_mode="ansi")
    envs.reset(seed=1)
    envs.step([4, 0])
    assert envs.render() == (". . .\n. X .\n. . O\n", "X . .\n. . .\n. . O\n")
    assert MNKVectorEnv(2).render() is None
    pictures = MNKVectorEnv(2, render_mode="rgb_array").render()
    assert [picture.shape for picture in pictures] == [(144, 144, 3)] * 2


def test_single_environments_take_a_policy_of_arrays() -> None:
    env = MNKEnv(opponent=BatchPolicy(weighted), side="o")
    env.reset(seed=1)
    assert env.position.ply == 1
    assert Position().play(env.position.x.bit_length() - 1) == env.position
