"""The environment for JAX beside pgx's: `python benchmarks/jax_env.py` prints the table.

All contenders step 65,536 games of 3x3 in turn. Given actions: a call of a compiled step
with the moves of `stepping.py`, which end every game at its fifth move. Random games: 45 steps in
one compiled `lax.scan`, each of which draws a legal action a game. Times are the processor's,
of all threads together, which other work on the machine lengthens less than those of the clock.
What is not installed is left out: `pip install jax pgx`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import cycle
from typing import Any

import bench
import jax
import jax.numpy as jnp
import numpy as np
from stepping import cells_of_steps, installed

from noughts.envs.jax import Env, random_action

N = 65_536
CALLS = 20  # of a step, in a measurement
STEPS = 45  # of a scan
PEERS = ("pgx", "pgx, with resets")

Work = Callable[[], object]

wait: Any = jax.block_until_ready  # which has no types


def calls(step: Callable[[Any, Any], Any], first: Any) -> Work:
    """`CALLS` steps, one call each, with given actions."""
    run = jax.jit(step)
    state = first
    actions = cycle([jnp.asarray(cells) for cells in cells_of_steps(N, np.int32)])

    def work() -> object:
        nonlocal state
        for _ in range(CALLS):
            state = run(state, next(actions))
        return wait(state)

    return work


def scanned(step: Callable[[Any, Any], Any], first: Any) -> Work:
    """`STEPS` steps in one call, each of a key; the result is what player 0 has earned."""

    @jax.jit
    def run(state: Any, key: Any) -> Any:
        def one(state: Any, key: Any) -> Any:
            state = step(state, key)
            return state, state.rewards[:, 0].sum()

        state, earned = jax.lax.scan(one, state, jax.random.split(key, STEPS))
        return state.terminated, earned

    keys = iter(jax.random.split(jax.random.key(2), 1000))
    return lambda: wait(run(first, next(keys)))


def ours() -> tuple[dict[str, Work], dict[str, Work]]:
    """Our rows of both tables."""
    env, kept = Env(auto_reset=True), Env()
    first = jax.vmap(env.init)(jax.random.split(jax.random.key(1), N))

    def seen(state: Any, action: Any) -> Any:
        state = env.step(state[0], action)
        return state, state.legal_action_mask, state.observation

    given = {
        "noughts, with resets": calls(env.step, first),
        "  and mask and observation": calls(
            seen, (first, first.legal_action_mask, first.observation)
        ),
        "noughts": calls(kept.step, first),
    }

    def drawn(env: Env) -> Work:
        return scanned(lambda state, key: env.step(state, random_action(key, state)), first)

    return given, {"noughts, with resets": drawn(env), "noughts": drawn(kept)}


def theirs() -> tuple[dict[str, Work], dict[str, Work]]:
    """The rows of pgx, if it is there."""
    pgx, experimental = installed("pgx", "pgx.experimental")
    if pgx is None:
        return {}, {}
    env = pgx.make("tic_tac_toe")
    step = jax.vmap(env.step)
    resets = jax.vmap(experimental.auto_reset(env.step, env.init))
    keys = jax.random.split(jax.random.PRNGKey(1), N)
    first = jax.jit(jax.vmap(env.init))(keys)

    def draw(state: Any, key: Any) -> Any:
        return experimental.act_randomly(key, state.legal_action_mask)

    def with_resets(state: Any, key: Any) -> Any:
        mine, others = jax.random.split(key)
        return resets(state, draw(state, mine), jax.random.split(others, N))

    given = {
        "pgx, with resets": calls(lambda state, action: resets(state, action, keys), first),
        "pgx": calls(step, first),
    }
    drawn = {
        "pgx, with resets": scanned(with_resets, first),
        "pgx": scanned(lambda state, key: step(state, draw(state, key)), first),
    }
    return given, drawn


def bytes_of(state: Any) -> int:
    """What the arrays of one game take."""
    return int(sum(leaf.nbytes for leaf in jax.tree.leaves(state))) // N


def copy(size: int) -> Work:
    """A copy that reads and writes as much as `CALLS` steps of states of this size."""
    run = jax.jit(lambda array: array + 1)
    array = jnp.zeros(N * size // 4, jnp.int32)

    def work() -> object:
        nonlocal array
        for _ in range(CALLS):
            array = run(array)
        return wait(array)

    return work


def main() -> None:
    """Print the tables."""
    print(bench.machine())
    first = jax.vmap(Env().init)(jax.random.split(jax.random.key(1), N))
    size = bytes_of(first)
    print(f"{N:,} games of 3x3; a state takes {size} bytes, which a step reads and writes")
    ways = [own | peers for own, peers in zip(ours(), theirs(), strict=True)]
    for name, works, steps in (
        ("given actions", ways[0] | {"copy of a state": copy(size)}, CALLS),
        ("random actions", ways[1], STEPS),
    ):
        times = dict(
            zip(works, bench.median_times([*works.values()], 9, time.process_time), strict=True)
        )
        rows: list[list[object]] = [
            [name, "us a step", "million a second of a core", *(f"x {p}" for p in PEERS)]
        ]
        for row, seconds in times.items():
            each = seconds / steps
            ratios = [f"{times[p] / seconds:.1f}" if p in times else "-" for p in PEERS]
            rows.append([row, each * 1e6, N / each / 1e6, *ratios])
        bench.table(rows)


if __name__ == "__main__":
    main()
