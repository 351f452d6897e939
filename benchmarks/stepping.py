"""How fast many games are stepped: `python benchmarks/stepping.py` prints the table.

`--curve` prints million moves a second in the compact form alone, by more sizes: what is drawn.

Every step is given its moves, a random image of one game of five moves in each game. Peers run the
same moves in the same run: pgx on all cores, in place, as it is and with resets, as ours has; the
expressions of `bits` on whole NumPy arrays; C++ as one loop over the very arrays of `VectorGame`,
and after a loop that looks at all cells, as `step` does; OpenSpiel and PettingZoo, which hold one
game an object, and step many one after the other. A copy is of as many bytes as an unchecked step
reads and writes. What is not installed is left out, as the head of the table says:

    pip install pgx jax open_spiel 'pettingzoo[classic]'
"""

from __future__ import annotations

import argparse
import ctypes
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import cycle, islice
from random import Random
from statistics import median
from typing import Any, NamedTuple

import bench
import numpy as np
import numpy.typing as npt

from noughts import TICTACTOE
from noughts.arrays import Step, VectorGame
from noughts.core import bits
from noughts.core.symmetry import symmetries, transform_cell

Array = npt.NDArray[Any]

SIZES = (1, 1024, 65_536, 16_777_216)
CURVE = tuple(10**power for power in range(8))
DRAWN = ("copy", "C++", "step_unchecked", "step", "NumPy", "pgx", "OpenSpiel", "PettingZoo")
OBJECTS = 10_000  # one game an object: more take no other time for each
PEERS = ("pgx", "C++", "copy")  # which others are compared with
SLOW, FEW = 0.2, 3  # seconds of a call after which so few rounds have to be enough
GAME = (0, 3, 1, 4, 2)
BYTES = {"compact": 13, "learning": 34}  # read and written by a step of one game
DTYPES = {"compact": np.uint8, "learning": np.int64}

CPP = """
#include <cstdint>
#include <cstring>
typedef uint16_t u16;

template <typename Cell, typename Reward, typename Legal>
static inline void step(long n, u16 *__restrict mover, u16 *__restrict other,
                        const Cell *__restrict cell, Reward *__restrict reward,
                        uint8_t *__restrict done, Legal legal) {
  for (long i = 0; i < n; i++) {
    const u16 a = mover[i] | u16(1u << cell[i]);
    const u16 lines = (a & a >> 1 & a >> 2 & 73) | (a & a >> 3 & a >> 6 & 7) |
                      (a & a >> 4 & a >> 8 & 1) | (a & a >> 2 & a >> 4 & 4);
    const u16 free = (a | other[i]) ^ 511;
    const bool won = lines != 0, over = won | (free == 0);
    mover[i] = over ? 0 : other[i];
    other[i] = over ? 0 : a;
    reward[i] = won;
    done[i] = over;
    legal(i, over ? u16(511) : free);
  }
}

template <typename Cell>
static inline bool legal(long n, const u16 *mover, const u16 *other, const Cell *cell) {
  u16 wrong = 0;  // as wide as a board, so that it becomes vectors
  for (long i = 0; i < n; i++) {
    const u16 taken = (mover[i] | other[i] | u16(~511)) & u16(1u << (cell[i] & 15));
    wrong |= taken | u16(uint64_t(cell[i]) > 8);
  }
  return !wrong;
}

extern "C" void compact(long n, u16 *mover, u16 *other, const uint8_t *cell, int8_t *reward,
                        uint8_t *done, u16 *__restrict legal) {
  step(n, mover, other, cell, reward, done, [=](long i, u16 free) { legal[i] = free; });
}

extern "C" void compact_checked(long n, u16 *mover, u16 *other, const uint8_t *cell,
                                int8_t *reward, uint8_t *done, u16 *legals) {
  if (legal(n, mover, other, cell)) compact(n, mover, other, cell, reward, done, legals);
}

static struct Masks {
  uint8_t of[512][9];
  Masks() { for (int b = 0; b < 512; b++) for (int c = 0; c < 9; c++) of[b][c] = b >> c & 1; }
} masks;

extern "C" void learning(long n, u16 *mover, u16 *other, const int64_t *cell, float *reward,
                         uint8_t *done, uint8_t *__restrict mask) {
  step(n, mover, other, cell, reward, done,
       [=](long i, u16 free) { memcpy(mask + 9 * i, masks.of[free], 9); });
}

extern "C" void learning_checked(long n, u16 *mover, u16 *other, const int64_t *cell,
                                 float *reward, uint8_t *done, uint8_t *mask) {
  if (legal(n, mover, other, cell)) learning(n, mover, other, cell, reward, done, mask);
}
"""


class Contender(NamedTuple):
    """Somebody who steps games: with which cells, one array a call, and what to wait for.

    `most` is the number of calls beyond which each takes as long as before.
    """

    step: Callable[[Any], object]
    cells: Iterator[Any]
    wait: Callable[[], object] = lambda: None
    most: int = 1000


def cells_of_steps(n: int, dtype: npt.DTypeLike) -> list[Array]:
    """The cells of five steps that end every game: any image of the same moves, drawn a game."""
    images = np.array(
        [[transform_cell(cell, by, TICTACTOE) for by in symmetries(TICTACTOE)] for cell in GAME],
        dtype,
    )
    drawn = np.random.default_rng(1).integers(0, images.shape[1], n, np.uint8)
    return [image[drawn] for image in images]


def medians(contenders: dict[str, Contender], calls: int, rounds: int) -> dict[str, float]:
    """Seconds a call of each; they take turns, so that none has a busy moment to itself."""
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    order, draw = [*contenders], Random(1)
    for turn in range(rounds + 1):
        draw.shuffle(order)  # or what one finds in the cache would hang on who comes before
        for name in order:
            step, cells, wait, most = contenders[name]
            count = min(calls, most)
            if turn > FEW and taken[name][-1] > SLOW:
                continue
            begin = time.perf_counter()
            for given in islice(cells, count):
                step(given)
            wait()
            taken[name].append((time.perf_counter() - begin) / count)
    return {name: median(times[1:]) for name, times in taken.items()}


def ours(n: int, form: str, method: str, threads: int) -> Callable[[Array], object]:
    """A step of `VectorGame` into arrays that are there."""
    games = VectorGame(n, TICTACTOE, form, threads)
    out, step = games.outputs(), getattr(games, method)
    return lambda cells: step(cells, out)


def compiled(n: int, form: str, name: str) -> Callable[[Array], object] | None:
    """A function in C++ over the arrays of a `VectorGame`."""
    library = bench.cpp(CPP)
    if library is None:
        return None
    function = getattr(ctypes.CDLL(str(library)), name)
    games = VectorGame(n, TICTACTOE, form)
    out = games.outputs()
    mover, other, *outs = (ctypes.c_void_p(array.ctypes.data) for array in (*games.sides, *out))
    size, kept = ctypes.c_long(n), (games, out)
    pointers: dict[int, ctypes.c_void_p] = {}  # taking an address is slower than a small step

    def step(cells: Array) -> object:
        if id(cells) not in pointers:
            pointers[id(cells)] = ctypes.c_void_p(cells.ctypes.data)
        function(size, mover, other, pointers[id(cells)], *outs)
        return kept

    return step


def plain(n: int, form: str) -> Callable[[Array], object]:
    """The expressions on whole arrays of NumPy."""
    mover, other = np.zeros((2, n), np.uint16)
    cells_of_board = np.arange(9, dtype=np.uint16)

    def step(cells: Array) -> Step:
        nonlocal mover, other
        after = mover | np.left_shift(np.uint16(1), cells, dtype=np.uint16, casting="unsafe")
        won = bits.line_starts(after, TICTACTOE) != 0
        free = bits.free_cells(after, other, TICTACTOE)
        done = won | (free == 0)
        mover, other = np.where(done, 0, other), np.where(done, 0, after)
        legal = np.where(done, TICTACTOE.board, free)
        if form == "compact":
            return Step(won.astype(np.int8), done, legal)
        return Step(won.astype(np.float32), done, (legal[:, None] >> cells_of_board & 1) == 1)

    return step


def copying(n: int, form: str) -> Callable[[Any], object]:
    """A copy that reads and writes as many bytes as a step."""
    source = np.ones(max(1, n * BYTES[form] // 2), np.uint8)
    target = np.empty_like(source)
    return lambda _: np.copyto(target, source)


def pgx(n: int, resets: bool = False) -> Contender | None:
    """Games that are over stay so in pgx without its resets, in as much time."""
    jax, library, experimental = installed("jax", "pgx", "pgx.experimental")
    if not library:
        return None
    env = library.make("tic_tac_toe")
    keys = jax.random.split(jax.random.PRNGKey(1), n)
    state = jax.jit(jax.vmap(env.init))(keys)
    one = experimental.auto_reset(env.step, env.init) if resets else env.step
    play = jax.jit(jax.vmap(one), donate_argnums=0)  # in place, as far as may be
    more = (keys,) if resets else ()

    def step(cells: Any) -> None:
        nonlocal state
        state = play(state, cells, *more)

    cells = [jax.numpy.asarray(each) for each in cells_of_steps(n, np.int32)]
    return Contender(step, cycle(cells), lambda: jax.block_until_ready(state))


def open_spiel(n: int) -> Contender | None:
    """Games as objects, each asked for its legal cells after its move."""
    (library,) = installed("pyspiel")
    if not library:
        return None
    game = library.load_game("tic_tac_toe")
    states = [game.new_initial_state() for _ in range(n)]

    def step(cell: int) -> None:
        for number, state in enumerate(states):
            state.apply_action(cell)
            if state.is_terminal():
                states[number] = state = game.new_initial_state()
            state.legal_actions()

    return Contender(step, cycle(GAME), most=max(1, 1000 // n))


def petting_zoo(n: int) -> Contender | None:
    """Games as environments, each asked for what the player sees before its move."""
    (library,) = installed("pettingzoo.classic.tictactoe_v3")
    if not library:
        return None
    envs = [library.raw_env() for _ in range(n)]
    for env in envs:
        env.reset()

    def step(cell: int) -> None:
        for env in envs:
            if env.last()[2]:
                env.reset()
            env.step(cell)

    return Contender(step, cycle(GAME), most=max(1, 1000 // n))


def installed(*names: str) -> list[Any]:
    """These modules; None for each, unless all are installed."""
    try:
        return [import_module(name) for name in names]
    except ImportError:
        return [None for _ in names]


def times(n: int, form: str, threads: tuple[int, ...], drawn: bool) -> dict[str, float]:
    """Seconds a call of each contender; for a curve, of those that are `drawn`."""
    arrays = cells_of_steps(n, DTYPES[form])
    steps: dict[str, Callable[[Any], object] | None] = {
        f"{method}{', 2 threads' * (each > 1)}": ours(n, form, method, each)
        for each in threads
        for method in ("step", "step_unchecked")
    }
    steps |= {"C++": compiled(n, form, form), "C++, checked": compiled(n, form, f"{form}_checked")}
    steps |= {"NumPy": plain(n, form), "copy": copying(n, form)}
    contenders = {name: Contender(step, cycle(arrays)) for name, step in steps.items() if step}
    others = {"pgx": pgx(n)}
    if not drawn:
        others["pgx, with resets"] = pgx(n, resets=True)
    if n == 1 or (drawn and n <= OBJECTS):
        others |= {"OpenSpiel": open_spiel(n), "PettingZoo": petting_zoo(n)}
    contenders |= {name: other for name, other in others.items() if other}
    if drawn:
        contenders = {name: contenders[name] for name in DRAWN if name in contenders}
    is_long = n > 65_536
    calls = 2 if is_long else 50 if n > 1024 else 1000  # enough to be in the cache again
    return medians(contenders, calls, rounds=25 if is_long else 15)


def rows(n: int, form: str) -> Iterator[list[object]]:
    """The rows of one form and size."""
    took = times(n, form, (1, 2) if n > 65_536 else (1,), drawn=False)
    yield [f"{form}, n = {n:,}"]
    for name, each in took.items():
        ratios = [f"{took[peer] / each:.2f}" if peer in took else "-" for peer in PEERS]
        yield [f"  {name}", each * 1e6, n / each / 1e6, *ratios]


def curve() -> list[list[object]]:
    """Million moves a second in the compact form: a row each contender, a column each size."""
    took = {n: times(n, "compact", (1,), drawn=True) for n in CURVE}
    table: list[list[object]] = [["games at a time", *(f"{n:,}" for n in CURVE)]]
    for name in DRAWN:
        speeds = [n / took[n][name] / 1e6 if name in took[n] else "-" for n in CURVE]
        table.append([name, *speeds])
    return table


def main() -> None:
    """Print the table, or the curve."""
    parser = argparse.ArgumentParser(description="how fast games are stepped")
    parser.add_argument("--curve", action="store_true", help="million moves a second by size")
    drawn = parser.parse_args().curve
    print(bench.machine())
    if drawn:
        bench.table(curve())
        return
    table: list[list[object]] = [["", "us a call", "million/s", *(f"x {peer}" for peer in PEERS)]]
    for n in SIZES:
        for form in BYTES:
            table += rows(n, form)
    bench.table(table)


if __name__ == "__main__":
    main()
