"""The `VecEnv` of Stable-Baselines3 plays as the single environments of its `DummyVecEnv` do.

    pip install '.[sb3]'
    pytest tests/envs/test_stable_baselines.py

Without Stable-Baselines3, the same laws hold on a base class with what it promises of `VecEnv`.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from itertools import product
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium comes with the extra [envs]")
pytest.importorskip("pettingzoo", reason="PettingZoo comes with the extra [envs]")

from noughts.arrays import Positions, choose
from noughts.codecs import codec
from noughts.envs import MNKEnv, MNKVectorEnv, best_rated
from noughts.errors import EnvError, MissingExtraError

N = 4
INSTALLED = find_spec("stable_baselines3") is not None


class VecEnv:
    """What Stable-Baselines3 has of its own in `VecEnv`, where it is not installed."""

    def __init__(self: Any, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs = num_envs
        self.observation_space, self.action_space = observation_space, action_space
        self.render_mode = self.get_attr("render_mode")[0]
        self._reset_seeds()

    def seed(self, seed: int) -> None:
        self._seeds: list[int | None] = [seed + item for item in range(self.num_envs)]

    def _reset_seeds(self) -> None:
        self._seeds = [None] * self.num_envs

    def _get_indices(self, indices: Any) -> Any:
        return range(self.num_envs) if indices is None else indices

    def step(self: Any, actions: Any) -> Any:
        self.step_async(actions)
        return self.step_wait()


@pytest.fixture(autouse=True)
def base(monkeypatch: pytest.MonkeyPatch) -> None:
    if not INSTALLED:
        name = "stable_baselines3"
        for part in (name, f"{name}.common", f"{name}.common.vec_env"):
            module = ModuleType(part)
            module.__spec__ = ModuleSpec(part, None)
            module.__dict__["VecEnv"] = VecEnv
            monkeypatch.setitem(sys.modules, part, module)
        monkeypatch.delitem(sys.modules, "noughts.envs.stable_baselines", raising=False)


@pytest.mark.parametrize("observation", ["flat", "ordinal"])
def test_games_are_those_of_single_environments_which_begin_again_at_once(observation: str) -> None:
    options: Any = {"opponent": "graded:1/2", "observation": observation, "side": "random"}
    single, ended, lost = [MNKEnv(**options) for _ in range(N)], 0, 0
    games: Any = MNKVectorEnv(N, **options).as_vec_env()
    assert games.observation_space == single[0].observation_space
    assert games.action_space == single[0].action_space
    games.seed(7)
    seen = games.reset()
    expected = [env.reset(seed=7 + item) for item, env in enumerate(single)]
    assert np.array_equal(seen, [one for one, _ in expected])
    chosen = np.random.default_rng(1)
    for _ in range(25):
        masks = np.stack(games.env_method("action_masks"))
        assert np.array_equal(masks, [env.action_masks() for env in single])
        cells = np.where(chosen.random(N) < 0.1, chosen.integers(9, size=N), masks.argmax(axis=1))
        seen, rewards, over, told = games.step(cells)
        assert (rewards.dtype, over.dtype, len(told)) == (np.float32, np.bool_, N)
        for item, env in enumerate(single):
            after, reward, terminated, _, info = env.step(cells[item])
            assert (rewards[item], over[item]) == (reward, terminated)
            if not terminated:
                assert told[item] == {}
            else:
                final = told[item].pop("terminal_observation")
                assert np.array_equal(final, after)
                assert not told[item].pop("TimeLimit.truncated")
                assert not told[item].pop("action_mask").any()
                del info["action_mask"]
                assert told[item] == info
                ended, lost = ended + 1, lost + ("illegal" in info)
                after, _ = env.reset()
            assert np.array_equal(seen[item], after)
    assert ended > lost > 0
    games.close()


def test_games_tell_what_they_have_and_keep_their_settings() -> None:
    envs = MNKVectorEnv(N, board="4,4,3", render_mode="rgb_array")
    envs.reset(seed=1)
    games: Any = envs.as_vec_env()
    assert games.render_mode == "rgb_array"
    games.reset()
    games.step(np.arange(N))
    assert envs.positions()[0].ply == 0  # those were others
    assert [position.ply for position in games.env_method("positions", indices=[0, 2])] == [2, 2]
    assert len(games.get_images()) == N
    assert games.env_is_wrapped(gymnasium.Wrapper) == [False] * N
    assert games.get_attr("rules", indices=[1]) == [envs.rules]
    assert games.infos["action"].tolist() == [*range(N)]
    with pytest.raises(AttributeError, match="weights"):
        games.get_attr("weights")
    with pytest.raises(EnvError, match=r"opponent of MNKVectorEnv.* cannot be set"):
        games.set_attr("opponent", "perfect")
    with pytest.raises(EnvError, match="close is not asked of one game; action_masks, positions"):
        games.env_method("close")


class Rated:
    """What torch's tensors have, as far as ratings are read from them."""

    def __init__(self, rated: Any) -> None:
        self.rated = rated

    def detach(self) -> Rated:
        return self

    cpu = detach

    def numpy(self) -> Any:
        return self.rated


@pytest.mark.parametrize("method", ["q_net", "quantile_net", "get_distribution"])
def test_a_policy_of_a_model_plays_the_legal_action_rated_best(method: str) -> None:
    rated = Rated(np.tile(np.arange(9.0), (2, 1)))
    if method == "quantile_net":  # two quantiles, whose mean counts
        rated = Rated(np.stack([2 * rated.rated, 0 * rated.rated], axis=1))
    logits = SimpleNamespace(distribution=SimpleNamespace(logits=rated))
    net: Any = SimpleNamespace(
        observation_space=SimpleNamespace(shape=(18,)), obs_to_tensor=lambda seen: (seen, True)
    )
    setattr(net, method, lambda _: logits if method == "get_distribution" else rated)
    policy = best_rated(SimpleNamespace(policy=net))
    masks = np.array([[1] * 9, [1, 1, 0] * 3], dtype=bool)
    assert policy(np.zeros((2, 2, 3, 3), bool), masks).argmax(axis=1).tolist() == [8, 7]
    assert choose(Positions.start(2).play([4, 8]), policy).tolist() == [8, 7]
    with pytest.raises(EnvError, match=r"takes observations \[18\]; \[2, 4, 4\] are given"):
        policy(np.zeros((2, 2, 4, 4), bool), masks)


def test_a_model_of_codes_is_asked_by_the_codes_of_positions() -> None:
    seen: list[Any] = []

    def to_tensor(codes: Any) -> Any:
        seen.append(codes)
        return codes, True

    net: Any = SimpleNamespace(
        observation_space=SimpleNamespace(shape=(), n=5478),
        obs_to_tensor=to_tensor,
        q_net=lambda _: Rated(np.tile(np.arange(9.0), (2, 1))),
    )
    model, positions = SimpleNamespace(policy=net), Positions.start(2).play([4, 8])
    assert choose(positions, best_rated(model)).tolist() == [8, 7]
    assert seen[0].tolist() == [codec("ordinal").encode(position) for position in positions]
    for rules, name, why in (
        ("4,4,3", None, "one of 5,478; on 4,4,3, none of pair, .* has so many"),
        ("3,3,3", "canonical", "none of canonical has so many"),
    ):
        with pytest.raises(EnvError, match=why):
            choose(Positions.start(1, rules), best_rated(model, name))
    net.observation_space.n = 4**9
    with pytest.raises(EnvError, match="pair, flags, base4, base4_msb have so many"):
        choose(positions, best_rated(model))
    choose(positions, best_rated(model, "pair"))
    assert seen[1].tolist() == [codec("pair").encode(position) for position in positions]


@pytest.mark.parametrize(
    ("net", "why"),
    [
        (SimpleNamespace(lstm_actor=1, get_distribution=1), "remembers the moves before a positi"),
        (SimpleNamespace(), "SimpleNamespace does not rate actions; DQN, QRDQN, PPO, A2C"),
        (None, "does not rate actions"),
    ],
)
def test_a_model_that_does_not_rate_a_position_alone_is_refused(net: Any, why: str) -> None:
    with pytest.raises(EnvError, match=why):
        best_rated(SimpleNamespace(policy=net))


def test_without_stable_baselines_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("noughts.system.extras.find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=r"need Stable-Baselines3; install with: .*sb3\]"):
        MNKVectorEnv(N).as_vec_env()


@pytest.mark.wide
def test_its_algorithms_learn() -> None:
    pytest.importorskip("stable_baselines3", reason="pip install '.[sb3]'")
    contrib = pytest.importorskip("sb3_contrib", reason="pip install '.[sb3]'")
    import torch
    from stable_baselines3 import DQN, PPO
    from stable_baselines3.common.vec_env import VecMonitor

    torch.set_num_threads(1)
    short = {"n_steps": 8}
    algorithms: Any = ((DQN, {}), (contrib.QRDQN, {}), (PPO, short), (contrib.MaskablePPO, short))
    for (algorithm, options), observation in product(algorithms, ("flat", "ordinal")):
        games: Any = MNKVectorEnv(16, observation=observation).as_vec_env()
        model = algorithm("MlpPolicy", VecMonitor(games), seed=1, device="cpu", **options)
        model.learn(256)
        assert model.num_timesteps == 256
        from noughts.evaluate import exploitability

        assert 0 <= exploitability(best_rated(model)) <= 1
