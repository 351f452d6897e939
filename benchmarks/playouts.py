"""Random games in bulk, beside others: `python benchmarks/playouts.py` prints moves a second.

A peer that is not installed is said to be so: `pip install pgx open_spiel pettingzoo[classic]` has
them all. Every program plays games to their end, uniformly over the legal moves of every ply; its
rate counts the moves of those games and no others.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from bench import machine, median_time, table
from playouts_cpp import avx2, lanes

from noughts import TICTACTOE, Rules
from noughts.arrays import NO_MOVE, playout_moves, playouts
from noughts.arrays.memory import board_dtype
from noughts.arrays.random_games.lanes_kernel import GENERATORS
from noughts.arrays.random_games.xorshift import states
from noughts.core import bits

GAMES = 1 << 26  # of ours on 3x3, results counted
WRITTEN = 1 << 23  # with every move returned
LARGER = [Rules(4, 4, 4), Rules(5, 5, 4), Rules(8, 7, 4)]

Rate = float | str  # million moves a second, or why there are none
Row = tuple[str, Rate]


def rate(moves: float, seconds: float) -> float:
    return moves / seconds / 1e6


def missing(name: str, measure: Callable[[], float]) -> Rate:
    """A peer's rate, or that it is not there."""
    try:
        return measure()
    except ImportError:
        return f"no {name}"


# Ours.


def counted(games: int, rules: Rules, threads: int) -> float:
    moves = playouts(games, rules, 1, threads).moves
    return rate(moves, median_time(lambda: playouts(games, rules, 1, threads)))


def written(games: int, threads: int) -> float:
    moves, lengths = np.zeros((games, 9), np.uint8), np.zeros(games, np.uint8)

    def play() -> None:
        playout_moves(games, TICTACTOE, 1, threads, moves, lengths)

    seconds = median_time(play)
    return rate(lengths.sum(dtype=np.int64), seconds)


# Others.


def in_cpp(run: Any, games: int, rules: Rules, *rooms: Any) -> Rate:
    if run is None:
        return "no g++"
    generators = states(1, 0, GENERATORS)
    ended = np.zeros(NO_MOVE + 1, np.int64)  # by ply, and the draws
    places = [room.ctypes.data for room in rooms] or [None, None]

    def play() -> None:
        ended[:] = 0
        run(games, generators.ctypes.data, ended.ctypes.data, *places)

    seconds = median_time(play)
    moves = sum(min(end + 1, rules.cells) * games for end, games in enumerate(ended.tolist()))
    return rate(moves, seconds)


def in_numpy(games: int, rules: Rules) -> float:
    """Each ply swaps a drawn cell of those left to its place, and looks for a line."""
    draw = np.random.default_rng(1)
    dtype = board_dtype(rules)
    every = np.arange(games)
    moves = 0

    def play() -> None:
        nonlocal moves
        order = np.broadcast_to(np.arange(rules.cells, dtype=np.uint8), (games, rules.cells)).copy()
        boards = np.zeros((2, games), dtype)
        going_on = np.ones(games, bool)
        moves = 0
        for ply in range(rules.cells):
            moves += int(np.count_nonzero(going_on))
            place = draw.integers(ply, rules.cells, games, dtype=np.uint8)
            cell = order[every, place]
            order[every, place] = order[:, ply]
            boards[ply % 2] |= np.left_shift(1, cell, dtype=dtype)
            if ply >= 2 * rules.k - 2:
                going_on &= bits.line_starts(boards[ply % 2], rules) == 0

    seconds = median_time(play)
    return rate(moves, seconds)


def in_pgx(games: int, returned: bool) -> float:
    jax, pgx = import_module("jax"), import_module("pgx")
    env = pgx.make("tic_tac_toe")
    start, step = jax.vmap(env.init), jax.vmap(env.step)

    def play(key: Any) -> Any:
        def ply(state: Any, key: Any) -> Any:
            chances = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            action = jax.random.categorical(key, chances, axis=1)
            on = ~state.terminated
            move = jax.numpy.where(on, action, 255).astype(jax.numpy.uint8)
            return step(state, action), move if returned else on.sum()

        keys = jax.random.split(key, games + 9)
        state, seen = jax.lax.scan(ply, start(keys[:games]), keys[games:])
        return state.rewards.sum(axis=0), seen

    compiled = jax.jit(play)
    key = jax.random.PRNGKey(1)
    _, seen = compiled(key)
    moves = int((np.asarray(seen) != 255).sum()) if returned else int(np.asarray(seen).sum())
    return rate(moves, median_time(lambda: jax.block_until_ready(compiled(key))))


def in_open_spiel(games: int) -> float:
    """Its own loop in C++, a call a game; the moves are counted in the states that it leaves."""
    pyspiel = import_module("pyspiel")
    start = pyspiel.load_game("tic_tac_toe").new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(player, 1) for player in (0, 1)]
    states: list[Any] = []

    def play() -> None:
        states[:] = [start.clone() for _ in range(games)]
        for number, state in enumerate(states):
            pyspiel.evaluate_bots(state, bots, number)

    seconds = median_time(play)
    return rate(sum(state.move_number() for state in states), seconds)


def in_pettingzoo(games: int) -> float:
    tictactoe = import_module("pettingzoo.classic.tictactoe_v3")
    env = tictactoe.env()
    moves = 0

    def play() -> None:
        nonlocal moves
        moves = 0
        for _ in range(games):
            env.reset()
            for _ in env.agent_iter():
                observation, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                else:
                    legal = np.flatnonzero(observation["action_mask"])
                    env.step(int(random.choice(legal)))
                    moves += 1

    seconds = median_time(play, 3)
    return rate(moves, seconds)


def copied(games: int) -> float:
    """The moves of games whose ten bytes each a copy takes that long for."""
    source, target = np.ones(10 * games, np.uint8), np.zeros(10 * games, np.uint8)
    return rate(games * MEAN_LENGTH, median_time(lambda: np.copyto(target, source)))


def filled(games: int) -> float:
    """The same, where the bytes are only written."""
    target = np.zeros(10 * games, np.uint8)
    return rate(games * MEAN_LENGTH, median_time(lambda: target.fill(7)))


MEAN_LENGTH = 5 * 2 / 21 + 6 * 37 / 420 + 7 * 37 / 140 + 8 / 5 + 9 * (71 / 315 + 8 / 63)


def first_result(cache: str) -> float:
    """How long a process takes to the result of its first game."""
    program = "from noughts.arrays import playouts; playouts(1)"
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "NOUGHTS_CACHE": cache}, check=True
    )
    return time.perf_counter() - begin


# The tables.


def show(title: str, rows: list[Row]) -> None:
    """A table whose last columns are our rates on one core and on all by each row's."""
    ours = [each for _, each in rows[:2]]
    lines: list[tuple[object, ...]] = [(title, "M moves/s", "1 core:", "all:")]
    for name, each in rows:
        ratios = () if isinstance(each, str) else tuple(mine / each for mine in ours)  # type: ignore[operator] # ours are numbers
        lines.append((f"  {name}", each, *ratios))
    table(lines)
    print()


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=2, help="of ours, on all cores")
    threads = parser.parse_args().threads
    print(f"{machine()}\nmedians of 7; one core but where said\n")
    with tempfile.TemporaryDirectory() as cache:
        compiling, compiled = first_result(cache), first_result(cache)
    print(
        f"first result of a process: {compiling:.2f} s with compiling, {compiled:.2f} s without\n"
    )
    rows: list[Row] = [
        ("noughts", counted(GAMES, TICTACTOE, 1)),
        (f"noughts, {threads} threads", counted(GAMES, TICTACTOE, threads)),
        ("C++, AVX2 by hand", in_cpp(avx2(), 1 << 22, TICTACTOE)),
        ("C++, plain loops", in_cpp(lanes(TICTACTOE), 1 << 22, TICTACTOE)),
        ("NumPy", in_numpy(1 << 16, TICTACTOE)),
        ("pgx, all cores", missing("pgx", lambda: in_pgx(1 << 16, returned=False))),
        ("OpenSpiel", missing("OpenSpiel", lambda: in_open_spiel(10_000))),
        ("PettingZoo", missing("PettingZoo", lambda: in_pettingzoo(100))),
    ]
    show("3x3, results counted", rows)
    room = np.zeros((WRITTEN, 9), np.uint8), np.zeros(WRITTEN, np.uint8)
    show(
        "3x3, every game's moves returned",
        [
            ("noughts", written(WRITTEN, 1)),
            (f"noughts, {threads} threads", written(WRITTEN, threads)),
            ("C++, plain loops", in_cpp(lanes(TICTACTOE), WRITTEN, TICTACTOE, *room)),
            ("pgx, all cores", missing("pgx", lambda: in_pgx(1 << 16, returned=True))),
            ("a fill of the same bytes", filled(WRITTEN)),
            ("a copy of the same bytes", copied(WRITTEN)),
        ],
    )
    for rules in LARGER:
        games = (1 << 26) // rules.cells
        show(
            f"{rules}, results counted",
            [
                ("noughts", counted(games, rules, 1)),
                (f"noughts, {threads} threads", counted(games, rules, threads)),
                ("C++, plain loops", in_cpp(lanes(rules), games // 8, rules)),
                ("NumPy", in_numpy(1 << 14, rules)),
            ],
        )


if __name__ == "__main__":
    main()
