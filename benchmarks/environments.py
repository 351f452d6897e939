"""Our environments beside the common ones: PettingZoo for one game, pgx for many games at a time.

PettingZoo's own tic-tac-toe is measured if its extra `classic` is installed (it needs pygame), with
the same wrappers and legal moves as ours. Agents take the lowest free cell. For vector
environments, only the steps are timed. In JAX, a step with given actions is one call. Random games
are many steps in one compiled `lax.scan`, and each step draws a legal action for every game.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from itertools import cycle
from typing import Any

import gymnasium
import jax
import jax.numpy as jnp
import measure
import numpy as np
from games import cells_of_steps, pgx
from measure import Contest, Seconds, Work, scaled

from noughts import envs
from noughts.envs.jax import Env, random_action

MOVES = 4_000
N = 65_536
CALLS = 20  # calls of a step that are timed together
SCANNED = 45  # steps in one call

wait: Any = jax.block_until_ready  # an untyped function


def gymnasium_steps(kind: str) -> Contest:
    """One game with two agents, one game with one agent, or many games with one agent."""
    count = scaled(MOVES)
    if kind == "two":
        games: dict[str, Any] = {f"noughts.envs.{name}()": getattr(envs, name)()
                                 for name in ("env", "raw_env")}  # fmt: skip
        if find_spec("pygame") and measure.peers:
            from pettingzoo.classic import tictactoe_v3

            games |= {f"pettingzoo.classic.tictactoe_v3.{name}()": getattr(tictactoe_v3, name)()
                      for name in ("env", "raw_env")}  # fmt: skip
        return Contest({name: (count, partial(by_turns, game, count))
                        for name, game in games.items()})  # fmt: skip
    if kind == "one":
        return Contest({f"opponent {opponent}": (count, alone(opponent, count))
                        for opponent in ("random", "perfect")})  # fmt: skip
    works: dict[str, tuple[float, Work | None]] = {
        f"opponent {opponent}, {mode}": (CALLS * scaled(N), together(opponent, mode))
        for opponent in ("random", "graded:1/2", "perfect")
        for mode in ("NextStep", "SameStep")
    }
    works["pgx, random answers, resets at once"] = CALLS * scaled(N), agent_of_pgx()
    return Contest(works)


def by_turns(game: Any, count: int) -> None:
    """Play games in which both agents take the lowest free cell."""
    moves = 0
    while moves < count:
        game.reset()
        for _ in game.agent_iter():
            seen, _, terminated, truncated, _ = game.last()
            over = terminated or truncated
            game.step(None if over else int(seen["action_mask"].argmax()))
            moves += not over


def alone(opponent: str, count: int) -> Work:
    """Steps of one agent in one game."""
    env = gymnasium.make("noughts/TicTacToe-v0", opponent=opponent)

    def run() -> None:
        over = True
        for _ in range(count):
            if over:
                _, info = env.reset()
            *_, over, _, info = env.step(int(info["action_mask"].argmax()))

    env.reset(seed=1)
    return run


def stepped(step: Callable[[Any], Any], first: Any) -> Work:
    """Steps in which each action depends on the action mask from the step before."""
    last = [first]

    def run() -> Seconds:
        stepping = 0.0
        for _ in range(CALLS):
            cells = np.argmax(last[0], axis=1)
            begun = time.process_time()
            last[0] = step(cells)
            stepping += time.process_time() - begun
        return Seconds(stepping)

    return run


def together(opponent: str, mode: str) -> Work:
    """Steps of one agent in each of many games."""
    many = gymnasium.make_vec(
        "noughts/TicTacToe-v0", scaled(N), opponent=opponent, autoreset_mode=mode, side="random"
    )
    _, first = many.reset(seed=1)
    return stepped(lambda cells: many.step(cells)[-1]["action_mask"], first["action_mask"])


def agent_of_pgx() -> Work | None:
    """The same steps in pgx: any legal cell is the reply, and both steps reset finished games."""
    theirs = pgx(scaled(N))
    if not theirs:
        return None

    @jax.jit
    def both(state: Any, cells: Any, key: Any) -> Any:
        keys = jax.random.split(key, (3, scaled(N)))
        state = theirs.step_resetting(state, cells, keys[0])
        answers = theirs.draw(keys[1, 0], state.legal_action_mask)
        return theirs.step_resetting(state, answers, keys[2])

    keys = cycle(jax.random.split(jax.random.PRNGKey(1), 1000))
    state = theirs.first

    def step(cells: Any) -> Any:
        nonlocal state
        state = wait(both(state, cells, next(keys)))
        return state.legal_action_mask

    return stepped(step, state.legal_action_mask)


# In JAX.


def jax_steps(random: bool) -> Contest:
    """Steps of 3x3 in our environments and in pgx, with given actions or with random actions."""
    n = scaled(N)
    env, kept = Env(auto_reset=True), Env()
    keys = jax.random.split(jax.random.key(1), n)
    first = jax.vmap(env.init)(keys)
    theirs = of_pgx(n, random)
    if random:
        works: dict[str, Work] = {
            "noughts, with resets": scanned(drawn(env), first),
            "noughts": scanned(drawn(kept), first),
        } | theirs
        return Contest({name: (SCANNED * n, work) for name, work in works.items()}, n)

    def seen(state: Any, action: Any) -> Any:
        state = env.step(state[0], action)
        return state, state.legal_action_mask, state.observation

    size = sum(leaf.nbytes for leaf in jax.tree.leaves(first)) // n
    works = {
        "noughts, with resets": called(env.step, first),
        "  and mask and observation": called(
            seen, (first, first.legal_action_mask, first.observation)
        ),
        "noughts": called(kept.step, first),
        "copy of a state": called(lambda state, _: state + 1, jnp.zeros(n * size // 4, jnp.int32)),
    } | theirs
    print(f"{n:,} games of 3x3; a state takes {size} bytes, which a step reads and writes")
    return Contest({name: (CALLS * n, work) for name, work in works.items()}, n)


def drawn(env: Env) -> Callable[[Any, Any], Any]:
    """A step with an action that is drawn by the key."""
    return lambda state, key: env.step(state, random_action(key, state))


def of_pgx(n: int, random: bool) -> dict[str, Work]:
    """The works of pgx, if it is installed."""
    theirs = pgx(n)
    if not theirs:
        return {}

    def with_resets(state: Any, key: Any) -> Any:
        mine, others = jax.random.split(key)
        cells = theirs.draw(mine, state.legal_action_mask)
        return theirs.step_resetting(state, cells, jax.random.split(others, n))

    def kept(state: Any, key: Any) -> Any:
        return theirs.step(state, theirs.draw(key, state.legal_action_mask))

    if random:
        return {"pgx, with resets": scanned(with_resets, theirs.first),
                "pgx": scanned(kept, theirs.first)}  # fmt: skip

    def given(state: Any, action: Any) -> Any:
        return theirs.step_resetting(state, action, theirs.keys)

    return {"pgx, with resets": called(given, theirs.first),
            "pgx": called(theirs.step, theirs.first)}  # fmt: skip


def called(step: Callable[[Any, Any], Any], first: Any) -> Work:
    """`CALLS` steps with given actions, one call for each step."""
    run, state = jax.jit(step), first
    actions = cycle([jnp.asarray(cells) for cells in cells_of_steps(scaled(N), np.int32)])

    def work() -> object:
        nonlocal state
        for _ in range(CALLS):
            state = run(state, next(actions))
        return wait(state)

    return work


def scanned(step: Callable[[Any, Any], Any], first: Any) -> Work:
    """`SCANNED` steps in one call, with a key for each; the result is the rewards of player 0."""

    @jax.jit
    def run(state: Any, key: Any) -> Any:
        def one(state: Any, key: Any) -> Any:
            state = step(state, key)
            return state, state.rewards[:, 0].sum()

        state, earned = jax.lax.scan(one, state, jax.random.split(key, SCANNED))
        return state.terminated, earned

    keys = cycle(jax.random.split(jax.random.key(2), 1000))
    return lambda: wait(run(first, next(keys)))
