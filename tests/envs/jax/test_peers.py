"""pgx and mctx, where they are installed: its own tests, its games, and searches.

pip install pgx mctx && pytest -m wide tests/envs/jax/test_peers.py
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.wide  # to import JAX takes a second, and to compile some more

jax = pytest.importorskip("jax", reason="JAX comes with the extra [jax]")

import jax.numpy as jnp

from noughts import Position
from noughts.envs.jax import Env, State, random_action
from noughts.envs.jax.words import Flags, packed

N = 8


def begun(env: Env, n: int = N) -> State:
    state: State = jax.vmap(env.init)(jax.random.split(jax.random.key(3), n))
    return state


def test_pgx_tests_it_as_one_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    pgx = pytest.importorskip("pgx", reason="pip install pgx")

    def act_randomly(key: Any, mask: Any) -> Any:
        return jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=-1)

    # pgx 2.6.0 draws along axis 1 of what has one axis, which its own games do not survive either.
    monkeypatch.setattr(sys.modules["pgx._src.api_test"], "act_randomly", jax.jit(act_randomly))
    usual = ("3,3,3", "4,4,3,misere", "3,3,3,torus", "2,20,4")
    family = ("6,7,4,gravity", "3,3,3,wild", "3,3,3,notakto", "4,4,4,breaker", "5,5,4,exact")
    for board in (*usual, *family, "3,3,3,stones=2", "4,4,4,gravity,wild,stones=2+2"):
        pgx.api_test(Env(board), 5, use_key=board != "3,3,3")


FIELDS = (*("current_player", "rewards", "terminated", "truncated"), "legal_action_mask")


@pytest.mark.parametrize("illegal", [False, True])
def test_games_are_those_of_pgx_field_by_field(illegal: bool) -> None:
    pgx = pytest.importorskip("pgx", reason="pip install pgx")
    ours, theirs = Env(), pgx.make("tic_tac_toe")
    keys = jax.random.split(jax.random.key(7), 500)
    state, other = jax.vmap(ours.init)(keys), jax.vmap(theirs.init)(keys)
    fields = (*FIELDS, "_step_count", *([] if illegal else ["observation"]))
    step, their_step = jax.jit(ours.step), jax.jit(jax.vmap(theirs.step))
    for key in jax.random.split(jax.random.key(8), 11):
        for name in fields:  # an illegal stone takes the place of another in pgx
            assert np.array_equal(getattr(state, name), getattr(other, name)), name
            assert getattr(state, name).dtype == getattr(other, name).dtype
        actions = random_action(key, state)
        if illegal:
            actions = jnp.where(actions % 2, 4, actions)
        state, other = step(state, actions), their_step(other, actions)
    assert state.terminated.all()


def test_pgx_resets_it_as_it_resets_its_own() -> None:
    experimental = pytest.importorskip("pgx.experimental", reason="pip install pgx")
    ours, resets = Env(auto_reset=True), Env()
    step = jax.jit(jax.vmap(experimental.auto_reset(resets.step, resets.init)))
    our_step = jax.jit(ours.step)
    state = other = begun(ours, 100)
    for key in jax.random.split(jax.random.key(8), 12):
        actions = random_action(key, state)
        state, other = our_step(state, actions), step(other, actions, jax.random.split(key, 100))
        for name in (*FIELDS[1:], "_step_count", "observation"):  # who begins is drawn there
            if name == "rewards":
                ours_sum = np.abs(np.asarray(state.rewards)).sum()
                assert ours_sum == np.abs(np.asarray(other.rewards)).sum()
            else:
                assert np.array_equal(getattr(state, name), getattr(other, name)), name


def test_mctx_finds_the_moves_that_keep_the_value() -> None:
    mctx = pytest.importorskip("mctx", reason="pip install mctx")
    env = Env()
    texts = ["XX./OO./...", "XX./O../...", "X../.O./..X", "X../.../...", "XO./X../..O"]
    some = [Position.parse(text) for text in texts]
    sides = [jnp.array([position.sides[at] for position in some], jnp.uint16) for at in (0, 1)]
    no = jnp.zeros(len(some), jnp.bool_)
    flags = Flags(no, no, no, jnp.array([position.ply % 2 != 0 for position in some]), no, no, no)
    root = State(packed((sides[0],), (sides[1],), flags, env.rules), env.rules)

    def outputs(state: State) -> tuple[Any, Any]:
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        return logits, jnp.zeros(len(some))

    def recurrent(_: Any, key: Any, action: Any, state: State) -> Any:
        del key
        after = env.step(state, action)
        mover = jnp.take_along_axis(after.rewards, state.current_player[:, None], 1)[:, 0]
        logits, value = outputs(after)
        discount = jnp.where(after.terminated, 0.0, -1.0)
        return mctx.RecurrentFnOutput(
            reward=mover, discount=discount, prior_logits=logits, value=value
        ), after

    logits, value = outputs(root)
    found = jax.jit(
        lambda key: mctx.gumbel_muzero_policy(
            params=None,
            rng_key=key,
            root=mctx.RootFnOutput(prior_logits=logits, value=value, embedding=root),
            recurrent_fn=recurrent,
            num_simulations=400,
            invalid_actions=~root.legal_action_mask,
        )
    )(jax.random.key(1))
    for position, action in zip(some, found.action.tolist(), strict=True):
        assert action in position.best_moves(), str(position)
