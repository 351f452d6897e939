"""PyTorch and TorchRL, where they are installed.

    pip install torch torchrl
    pytest -m '' tests/envs/test_torch.py tests/arrays/test_other_arrays.py

What the vector environment returns becomes tensors without a copy; TorchRL's wrappers run it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="pip install torch")
gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium comes with the extra [envs]")
pytest.importorskip("pettingzoo", reason="PettingZoo comes with the extra [envs]")

from noughts import TICTACTOE
from noughts.arrays import BatchPolicy, Positions, VectorGame
from noughts.core import bits
from noughts.envs import MNKVectorEnv

NAME = "noughts/TicTacToe-v0"
N = 6


def is_shared(tensor: Any, array: Any) -> bool:
    """Whether both are the same memory."""
    address = array.__array_interface__["data"][0]
    return bool(tensor.data_ptr() == address and tensor.shape == array.shape)


@pytest.mark.parametrize("observation", ["planes", "flat", "ordinal"])
@pytest.mark.filterwarnings("error")
def test_what_a_step_returns_becomes_tensors_without_a_copy(observation: str) -> None:
    envs = MNKVectorEnv(N, observation=observation, opponent="perfect")
    seen, infos = envs.reset(seed=1)
    for cells in (torch.arange(N), torch.full((N,), 8)):
        seen, rewards, over, _, infos = envs.step(cells.numpy())
        for array in (seen, rewards, over, infos["action_mask"], envs.action_masks()):
            tensor = torch.from_numpy(array)
            assert is_shared(tensor, array)
            assert np.array_equal(tensor.numpy(), array)
            assert is_shared(torch.from_dlpack(array), array)


@pytest.mark.filterwarnings("error")
def test_steps_of_vector_game_write_into_tensors() -> None:
    games = VectorGame(N, form="learning")
    out = games.outputs()
    reward, done, legal = map(torch.from_numpy, out)
    for cell in (0, 3, 1, 4, 2):
        games.step(torch.full((N,), cell).numpy(), out)
    assert reward.tolist() == [1] * N
    assert done.all()
    assert legal.all()
    mover, other = (torch.from_numpy(side) for side in games.sides)
    assert is_shared(mover, games.sides.mover)
    assert not (mover | other).any()


def test_the_network_of_a_policy_may_be_of_torch() -> None:
    planes = torch.from_numpy(Positions.start(2).planes(dtype=np.float32))
    assert planes.shape == (2, 2, 3, 3)
    layer = torch.nn.Linear(18, 9)

    def network(observations: Any, masks: Any) -> Any:
        logits = layer(torch.from_numpy(observations).float().flatten(1))
        logits = logits.masked_fill(~torch.from_numpy(masks), -torch.inf)
        return logits.double().softmax(1).detach()

    envs = MNKVectorEnv(N, opponent=BatchPolicy(network), autoreset_mode="SameStep", side="random")
    _, infos = envs.reset(seed=1)
    for _ in range(20):
        *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert infos["action_mask"].any(axis=1).all()


def test_rules_are_compiled_into_a_network() -> None:
    def won(x: Any) -> Any:
        return bits.line_starts(x, TICTACTOE) != 0

    boards = torch.arange(512, dtype=torch.int16)
    found = torch.compile(won, fullgraph=True, backend="aot_eager")(boards)
    assert found.tolist() == [won(board) for board in range(512)]


# TorchRL.


def wrapped(**options: Any) -> Any:
    from torchrl.envs import GymWrapper

    env = gymnasium.make(NAME, **options)
    return GymWrapper(env, categorical_action_encoding=True)


@pytest.mark.wide
@pytest.mark.parametrize("observation", ["planes", "flat", "ordinal"])
def test_torchrl_finds_its_specs_to_be_so(observation: str) -> None:
    envs = pytest.importorskip("torchrl.envs", reason="pip install torchrl")
    env = wrapped(observation=observation, opponent="perfect")
    envs.check_env_specs(env)
    assert env.rollout(9).shape[0] <= 5


@pytest.mark.wide
def test_torchrl_draws_legal_actions_by_the_mask() -> None:
    pytest.importorskip("torchrl", reason="pip install torchrl")
    from torchrl.data import Binary
    from torchrl.envs import ActionMask, Compose, DTypeCastTransform, TransformedEnv
    from torchrl.envs.libs.gym import default_info_dict_reader

    mask = {"action_mask": Binary(n=9, dtype=torch.int8)}
    env = wrapped(illegal="raise").set_info_dict_reader(default_info_dict_reader([*mask], mask))
    to_bool = DTypeCastTransform(torch.int8, torch.bool, in_keys=[*mask])
    env = TransformedEnv(env, Compose(to_bool, ActionMask()))
    env.set_seed(1)
    played = env.rollout(60, break_when_any_done=False)
    assert played["next", "done"].sum() > 10
    assert played["action_mask"].gather(1, played["action"][:, None]).all()


@pytest.mark.wide
def test_torchrl_runs_the_vector_form() -> None:
    envs = pytest.importorskip("torchrl.envs", reason="pip install torchrl")
    many = gymnasium.make_vec(NAME, num_envs=4, illegal="mask", autoreset_mode="Disabled")
    env = envs.GymWrapper(many)
    envs.check_env_specs(env)
    played = env.rollout(20, break_when_any_done=False)
    assert played.shape == (4, 20)
    assert played["next", "done"].sum() > 10
