"""Environments beside those that people use: one game beside PettingZoo's, many at a time.

PettingZoo's own tic-tac-toe is measured where its extra `classic` is installed (it needs pygame),
in the same wrappers and with the same legal moves as ours; and where pgx is installed, an agent's
step there: a step of given actions, and one of random answers, both of which reset games that end.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np
from stepping import installed

from noughts import envs

ROUNDS = 5
MOVES = 4_000
GAMES = 65_536
STEPS = 20


def main() -> None:
    print(f"Python {sys.version.split()[0]}, Gymnasium {gymnasium.__version__}")
    print("\none game of two agents, in PettingZoo's wrappers      us a move")
    games: dict[str, Any] = {"noughts.envs.env()": envs.env()}
    raw: dict[str, Any] = {"noughts.envs.raw_env()": envs.raw_env()}
    if find_spec("pygame"):
        from pettingzoo.classic import tictactoe_v3

        games["pettingzoo.classic.tictactoe_v3.env()"] = tictactoe_v3.env()
        raw["pettingzoo.classic.tictactoe_v3.raw_env()"] = tictactoe_v3.raw_env()
    games |= raw
    for name, seconds in measured({name: by_turns(game) for name, game in games.items()}).items():
        print(f"{name:50} {seconds / MOVES * 1e6:12.1f}")
    print("\none game of one agent, gymnasium.make                  us a step")
    single = {
        opponent: alone(gymnasium.make("noughts/TicTacToe-v0", opponent=opponent))
        for opponent in ("random", "perfect")
    }
    for name, seconds in measured(single).items():
        print(f"{'opponent ' + name:50} {seconds / MOVES * 1e6:12.1f}")
    print(f"\n{GAMES:,} games, gymnasium.make_vec             ns a step of a game")
    many = {
        f"opponent {opponent}, {mode}": together(opponent, mode)
        for opponent in ("random", "graded:1/2", "perfect")
        for mode in ("NextStep", "SameStep")
    }
    pgx, experimental = installed("pgx", "pgx.experimental")
    if pgx:
        many["pgx, random answers, resets at once"] = of_pgx(pgx, experimental)
    for name, seconds in measured(many).items():
        print(f"{name:50} {seconds / STEPS / GAMES * 1e9:12.1f}")


def measured(runs: dict[str, Callable[[], float | None]]) -> dict[str, float]:
    """The median processor time of each, round by round in turn; a run may measure its own."""
    times: dict[str, list[float]] = {name: [] for name in runs}
    for run in runs.values():
        run()
    for _ in range(ROUNDS):
        for name, run in runs.items():
            begun = time.process_time()
            of_its_own = run()
            times[name].append(of_its_own or time.process_time() - begun)
    return {name: statistics.median(some) for name, some in times.items()}


def by_turns(game: Any) -> Callable[[], float | None]:
    """Both agents take the lowest free cell."""

    def run() -> None:
        moves = 0
        while moves < MOVES:
            game.reset()
            for _ in game.agent_iter():
                seen, _, terminated, truncated, _ = game.last()
                over = terminated or truncated
                game.step(None if over else int(seen["action_mask"].argmax()))
                moves += not over

    return run


def alone(env: Any) -> Callable[[], float | None]:
    """The agent takes the lowest free cell."""

    def run() -> None:
        over = True
        for _ in range(MOVES):
            if over:
                _, info = env.reset()
            *_, over, _, info = env.step(int(info["action_mask"].argmax()))

    env.reset(seed=1)
    return run


def together(opponent: str, mode: str) -> Callable[[], float | None]:
    """Agents take the lowest free cell; only the steps are measured."""
    many = gymnasium.make_vec(
        "noughts/TicTacToe-v0", GAMES, opponent=opponent, autoreset_mode=mode, side="random"
    )
    _, first = many.reset(seed=1)
    last = [first["action_mask"]]

    def run() -> float:
        stepping = 0.0
        for _ in range(STEPS):
            cells = np.argmax(last[0], axis=1)
            begun = time.process_time()
            *_, infos = many.step(cells)
            stepping += time.process_time() - begun
            last[0] = infos["action_mask"]
        return stepping

    return run


def of_pgx(pgx: Any, experimental: Any) -> Callable[[], float | None]:
    """Agents take the lowest free cell, and any cell answers; both steps reset what ends."""
    import jax

    wait: Any = jax.block_until_ready  # which has no types
    env = pgx.make("tic_tac_toe")
    resets = jax.vmap(experimental.auto_reset(env.step, env.init))

    @jax.jit
    def step(state: Any, cells: Any, key: Any) -> Any:
        keys = jax.random.split(key, (3, GAMES))
        state = resets(state, cells, keys[0])
        answers = experimental.act_randomly(keys[1, 0], state.legal_action_mask)
        return resets(state, answers, keys[2])

    keys = iter(jax.random.split(jax.random.key(1), 10_000))
    last = [jax.jit(jax.vmap(env.init))(jax.random.split(next(keys), GAMES))]

    def run() -> float:
        stepping = 0.0
        for _ in range(STEPS):
            cells = wait(last[0].legal_action_mask.argmax(axis=1))
            begun = time.process_time()
            last[0] = wait(step(last[0], cells, next(keys)))
            stepping += time.process_time() - begun
        return stepping

    return run


if __name__ == "__main__":
    main()
