"""How fast many games are stepped: `python benchmarks/stepping.py` prints the table.

Every step is given its moves, a random image of one game of five moves in each game. Peers run the
same moves in the same run: pgx on all cores, in place and without resets, which would halve it;
the expressions of `bits` on whole NumPy arrays; C++ as one loop, unchecked, over the very arrays
of `VectorGame`; OpenSpiel and PettingZoo, which hold one game an object. A copy is of as many
bytes as a step reads and writes. What is not installed is left out, as the head of the table says:

    pip install pgx jax open_spiel 'pettingzoo[classic]'
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import bench
import numpy as np
import numpy.typing as npt

from noughts import TICTACTOE, bits
from noughts.arrays import Step, VectorGame
from noughts.symmetry import symmetries, transform_cell

Array = npt.NDArray[Any]

SIZES = (1, 1024, 65_536, 16_777_216)
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

extern "C" void compact(long n, u16 *mover, u16 *other, const uint8_t *cell, int8_t *reward,
                        uint8_t *done, u16 *__restrict legal) {
  step(n, mover, other, cell, reward, done, [=](long i, u16 free) { legal[i] = free; });
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
"""


def cells_of_steps(n: int, dtype: npt.DTypeLike) -> list[Array]:
    """The cells of five steps that end every game: any image of the same moves, drawn a game."""
    images = np.array(
        [[transform_cell(cell, by, TICTACTOE) for by in symmetries(TICTACTOE)] for cell in GAME],
        dtype,
    )
    drawn = np.random.default_rng(1).integers(0, images.shape[1], n, np.uint8)
    return [image[drawn] for image in images]


def seconds(step: Callable[[Any], object], steps: list[Array], repeats: int) -> float:
    """The time of a call, by the median of repeats of whole games, many of them if they are few."""
    rounds = range(max(1, 2000 // len(steps[0])))

    def play() -> None:
        for _ in rounds:
            for cells in steps:
                step(cells)

    return bench.median_time(play, repeats) / len(steps) / len(rounds)


def ours(n: int, form: str, threads: int = 1) -> Iterator[tuple[str, Callable[[Array], object]]]:
    """Both steps of `VectorGame`, into arrays that are there."""
    games = VectorGame(n, TICTACTOE, form, threads)
    out = games.outputs()
    shared = "" if threads == 1 else f", {threads} threads"
    yield f"step{shared}", lambda cells: games.step(cells, out)
    games.reset()
    yield f"step_unchecked{shared}", lambda cells: games.step_unchecked(cells, out)


def compiled(n: int, form: str) -> Callable[[Array], object] | None:
    """The loop in C++ over the arrays of a `VectorGame`."""
    library = bench.cpp(CPP)
    if library is None:
        return None
    function = getattr(ctypes.CDLL(str(library)), form)
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


def pgx_seconds(n: int) -> float | None:
    """A call of pgx, on all cores."""
    jax, pgx = installed("jax", "pgx")
    if not pgx:
        return None
    env = pgx.make("tic_tac_toe")
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), n))
    step = jax.jit(jax.vmap(env.step), donate_argnums=0)  # as good as in place
    steps = [jax.numpy.asarray(cells) for cells in cells_of_steps(n, np.int32)]
    rounds = range(max(1, 200 // n))

    def play() -> None:  # games that are over stay so, in as much time
        nonlocal state
        for _ in rounds:
            for cells in steps:
                state = step(state, cells)
            jax.block_until_ready(state)

    return bench.median_time(play, 3 if n > SIZES[2] else 15) / len(steps) / len(rounds)


def copied(n: int, form: str) -> float:
    """A copy that reads and writes as many bytes as a step."""
    source = np.ones(max(1, n * BYTES[form] // 2), np.uint8)
    target = np.empty_like(source)
    return bench.median_time(lambda: np.copyto(target, source), 15)


def objects() -> Iterator[list[object]]:
    """Games as objects, one by one."""
    rounds = range(50)
    (spiel,) = installed("pyspiel")
    if spiel:
        game = spiel.load_game("tic_tac_toe")

        def play_spiel() -> None:
            for _ in rounds:
                state = game.new_initial_state()
                for cell in GAME:
                    state.apply_action(cell)
                    state.legal_actions()

        yield row("OpenSpiel", 1, bench.median_time(play_spiel) / len(GAME) / len(rounds), {})
    (zoo,) = installed("pettingzoo.classic.tictactoe_v3")
    if zoo:
        env = zoo.raw_env()

        def play_zoo() -> None:
            for _ in rounds:
                env.reset()
                for cell in GAME:
                    env.last()  # what it sees, and its mask
                    env.step(cell)

        yield row("PettingZoo", 1, bench.median_time(play_zoo) / len(GAME) / len(rounds), {})


def installed(*names: str) -> list[Any]:
    """These modules; None for each, unless all are installed."""
    try:
        return [import_module(name) for name in names]
    except ImportError:
        return [None for _ in names]


def row(name: str, n: int, took: float, against: dict[str, float | None]) -> list[object]:
    """A row: microseconds a call, million moves a second, and how many times as fast as others."""
    ratios = [f"{other / took:.2f}" if other else "-" for other in against.values()]
    return [f"  {name}", took * 1e6, n / took / 1e6, *ratios]


def rows(n: int, form: str, pgx: float | None) -> Iterator[list[object]]:
    """The rows of one form and size."""
    steps = cells_of_steps(n, DTYPES[form])
    repeats = 7 if n > SIZES[2] else 31
    loop = compiled(n, form)
    limit = loop and seconds(loop, steps, repeats)
    against = {"pgx": pgx, "C++": limit, "copy": copied(n, form)}
    yield [f"{form}, n = {n:,}"]
    for threads in (1, 2) if n > SIZES[2] else (1,):
        for name, step in ours(n, form, threads):
            yield row(name, n, seconds(step, steps, repeats), against)
    if limit:
        yield row("C++, unchecked", n, limit, against)
    yield row("NumPy, unchecked", n, seconds(plain(n, form), steps, 3), against)
    if pgx:
        yield row("pgx, unchecked", n, pgx, against)
    yield row("copy", n, copied(n, form), {})


def main() -> None:
    """Print the table."""
    print(bench.machine())
    table: list[list[object]] = [["", "us a call", "million/s", "x pgx", "x C++", "x copy"]]
    for n in SIZES:
        pgx = pgx_seconds(n)
        for form in BYTES:
            table += rows(n, form, pgx)
    table += [["games as objects"], *objects()]
    bench.table(table)


if __name__ == "__main__":
    main()
