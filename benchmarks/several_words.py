"""Boards of several words, beside others: `python benchmarks/several_words.py`.

Random games and steps on 9x9, 15x15 and 19x19, five in a row. NumPy runs the same expressions on
`Limbs` of whole arrays. C++ does what the library does, in plain loops that g++ turns into vectors:
for steps, what `noughts emit c` writes. Times are those of the processor, so that other work on the
machine weighs less; those of two threads are by the clock.

For random games, C++ compares unsigned plies, though the library's are signed: on 19x19 g++ makes
of these code that takes three times as long.
"""

from __future__ import annotations

import argparse
import ctypes
import time
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from typing import Any

import numpy as np
from bench import cpp, machine, table

from noughts import Rules
from noughts.arrays import VectorGame, playout_moves, playouts
from noughts.arrays.boards import from_operand, laid_out, nonzero, operand, stones_on, zeros
from noughts.arrays.memory import move_dtype, no_move, parts
from noughts.arrays.random_games.lanes import block_size
from noughts.arrays.random_games.lanes_kernel import GENERATORS, LANES
from noughts.arrays.random_games.xorshift import states
from noughts.core import bits
from noughts.core.bits import cells_of
from noughts.emit import language, module
from noughts.expressions.limbs import Limbs, words_for

BOARDS = [Rules(9, 9, 5), Rules(15, 15, 5), Rules(19, 19, 5)]
ROUNDS = 5

PLAYOUTS = """
#include <algorithm>
#include <cstdint>
#include <cstring>
typedef uint8_t u8;
typedef {ply} P;
constexpr int CELLS = {cells}, LANES = {lanes}, WORDS = LANES / 4, BLOCK = {block}, K = {k};
constexpr int ROWS = (CELLS + BLOCK - 1) / BLOCK * BLOCK;
constexpr P NO_LINE = P(-1);
constexpr int LINES[][K] = {{{lines}}};

static inline void later(P *__restrict latest, const P *__restrict plies) {{
    for (int l = 0; l < LANES; l++) latest[l] = std::max(latest[l], plies[l]);
}}

extern "C" void run(int64_t games, uint64_t *generators, int64_t *ended) {{
    alignas(64) static thread_local P places[ROWS][LANES], plies[ROWS][LANES];
    alignas(64) static thread_local P x[CELLS][LANES], o[CELLS][LANES], ends[LANES];
    alignas(64) static thread_local uint32_t numbers[LANES];
    alignas(64) static thread_local u8 gone[LANES];
    uint64_t *__restrict s0 = generators, *__restrict s1 = generators + WORDS;
    memset(places, 255, sizeof places);
    for (int64_t done = 0; done < games;) {{
        memset(gone, 0, LANES);
        memset(places[0], 0, sizeof places[0]);
        for (int c = 1; c < CELLS; c++) {{
            for (int half = 0; half < 2; half++)
                for (int w = 0; w < WORDS; w++) {{
                    uint64_t a = s0[w], b = s1[w], word = a + b;
                    memcpy(numbers + 2 * (half * WORDS + w), &word, 8);
                    a ^= a << 23;
                    s0[w] = b;
                    s1[w] = a ^ b ^ a >> 18 ^ b >> 5;
                }}
            const uint32_t limit = (uint64_t(1) << 32) % (c + 1);
            for (int l = 0; l < LANES; l++) {{
                const uint64_t product = uint64_t(numbers[l]) * (c + 1);
                places[c][l] = product >> 32;
                gone[l] |= uint32_t(product) < limit;
            }}
        }}
        for (int at = 0; at < ROWS; at += BLOCK) {{
            memcpy(plies[at], places[at], sizeof(P) * BLOCK * LANES);
            for (int later = at + 1; later < at + BLOCK; later++)
                for (int c = at; c < later; c++)
                    for (int l = 0; l < LANES; l++) plies[c][l] += plies[c][l] >= places[later][l];
            for (int of = at + BLOCK; of < ROWS; of += BLOCK)
                for (int l = 0; l < LANES; l++) {{
                    P r[BLOCK];
                    for (int c = 0; c < BLOCK; c++) r[c] = plies[at + c][l];
                    for (int later = 0; later < BLOCK; later++)
                        for (int c = 0; c < BLOCK; c++) r[c] += r[c] >= places[of + later][l];
                    for (int c = 0; c < BLOCK; c++) plies[at + c][l] = r[c];
                }}
        }}
        for (int c = 0; c < CELLS; c++)
            for (int l = 0; l < LANES; l++) {{
                const P ply = plies[c][l], odd = -(ply & 1);
                x[c][l] = ply | odd;
                o[c][l] = ply | P(~odd);
            }}
        for (int l = 0; l < LANES; l++) ends[l] = NO_LINE;
        for (auto &line : LINES)
            for (auto side : {{x, o}}) {{
                P latest[LANES];
                memcpy(latest, side[line[0]], sizeof latest);
                for (int i = 1; i < K; i++) later(latest, side[line[i]]);
                for (int l = 0; l < LANES; l++) ends[l] = std::min(ends[l], latest[l]);
            }}
        for (int l = 0; l < LANES && done < games; l++)
            if (!gone[l]) ended[ends[l]]++, done++;
    }}
}}
"""

STEP = """
{rules}
constexpr int W = {words};
typedef noughts_board Board;
static inline uint64_t any(Board b) {{
    uint64_t all = 0;
    for (int w = 0; w < W; w++) all |= b.word[w];
    return all;
}}
extern "C" void step(long n, long all, uint64_t *__restrict mover, uint64_t *__restrict other,
                     const {cell} *__restrict cells, int8_t *__restrict reward,
                     uint8_t *__restrict done, uint64_t *__restrict legal) {{
    for (long i = 0; i < n; i++) {{
        Board a, b;
        const uint64_t bit = uint64_t(1) << (cells[i] & 63);
        for (int w = 0; w < W; w++) {{
            a.word[w] = mover[w * all + i] | (cells[i] >> 6 == w ? bit : 0);
            b.word[w] = other[w * all + i];
        }}
        const Board free = free_cells(a, b);
        const bool won = any(line_starts(a)) != 0, over = won | (any(free) == 0);
        for (int w = 0; w < W; w++) {{
            mover[w * all + i] = over ? 0 : b.word[w];
            other[w * all + i] = over ? 0 : a.word[w];
            legal[w * all + i] = over ? BOARD.word[w] : free.word[w];
        }}
        reward[i] = won;
        done[i] = over;
    }}
}}
"""


def seconds(works: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Seconds of each: medians of rounds in which they take turns."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    order, draw = [*works], Random(1)
    for turn in range(ROUNDS + 1):
        draw.shuffle(order)
        for name in order:
            clock = time.perf_counter if "threads" in name else time.process_time
            begin = clock()
            works[name]()
            if turn:
                taken[name].append(clock() - begin)
    return {name: median(each) for name, each in taken.items()}


# Random games.


def cpp_playouts(rules: Rules) -> Any:
    lines = ", ".join(f"{{{', '.join(map(str, cells_of(line)))}}}" for line in rules.lines)
    source = PLAYOUTS.format(
        ply=f"{move_dtype(rules)}_t", cells=rules.cells, lanes=LANES, k=rules.k, lines=lines,
        block=block_size(rules.cells),
    )  # fmt: skip
    library = cpp(source)
    if library is None:
        return None
    run = ctypes.CDLL(str(library)).run
    run.argtypes = [ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p]
    return run


def numpy_playouts(games: int, rules: Rules) -> int:
    """Each ply swaps a drawn cell of those left to its place, and looks for a line."""
    draw = np.random.default_rng(1)
    every = np.arange(games)
    order = np.broadcast_to(np.arange(rules.cells), (games, rules.cells)).copy()
    boards = [zeros(games, rules), zeros(games, rules)]
    going_on = np.ones(games, bool)
    moves = 0
    for ply in range(rules.cells):
        moves += int(np.count_nonzero(going_on))
        place = draw.integers(ply, rules.cells, games)
        cell = order[every, place]
        order[every, place] = order[:, ply]
        boards[ply % 2] |= stones_on(cell, rules)
        if ply >= 2 * rules.k - 2:
            lines: Any = bits.line_starts(operand(boards[ply % 2]), rules)
            going_on &= ~nonzero(lines)
        if not going_on.any():
            break
    return moves


def playout_rows(rules: Rules) -> list[list[object]]:
    """Million moves a second, of games played to their end."""
    games, few = (1 << 25) // rules.cells, 256  # several chunks, for two threads
    moves = playouts(games, rules, 1, 1).moves
    counts = {"noughts": moves, "noughts, 2 threads": moves, "NumPy": numpy_playouts(few, rules)}
    works: dict[str, Callable[[], object]] = {
        "noughts": lambda: playouts(games, rules, 1, 1),
        "noughts, 2 threads": lambda: playouts(games, rules, 1, 2),
        "NumPy": lambda: numpy_playouts(few, rules),
    }
    run = cpp_playouts(rules)
    if run is not None:
        generators = states(1, 0, GENERATORS)
        ended = np.zeros(no_move(rules) + 1, np.int64)
        places = generators.ctypes.data, ended.ctypes.data
        run(games, *places)
        ends = enumerate(ended.tolist())
        counts["C++"] = sum(min(ply + 1, rules.cells) * count for ply, count in ends)
        works["C++"] = lambda: run(games, *places)
    took = seconds(works)
    return rows(f"{rules}, random games", {name: counts[name] / took[name] for name in works})


# Steps.


def numpy_step(mover: Any, other: Any, cells: Any, rules: Rules) -> tuple[Any, ...]:
    """The expressions on whole arrays."""
    after = operand(mover) | operand(stones_on(cells, rules))
    free: Any = bits.free_cells(after, operand(other), rules)
    lined = nonzero(bits.line_starts(after, rules))
    over = lined | ~nonzero(free)
    on = Limbs([-(~over).astype(np.uint64)] * words_for(rules.cells))
    whole = Limbs([-over.astype(np.uint64)] * words_for(rules.cells)) & rules.board
    made = (operand(other) & on, after & on, free & on | whole)
    return (
        *(from_operand(each, len(cells), rules.cells) for each in made),
        lined.astype(np.int8),
        over,
    )


def cpp_step(rules: Rules) -> Any:
    source = language("c").write(module(rules))
    cell = f"{move_dtype(rules)}_t"
    library = cpp(STEP.format(rules=source, words=words_for(rules.cells), cell=cell))
    return None if library is None else ctypes.CDLL(str(library)).step


def games_of_steps(n: int, rules: Rules) -> list[Any]:
    """The cells of a few steps: the first moves of random games."""
    moves, _ = playout_moves(n, rules, 1, 1)
    return [np.ascontiguousarray(moves[:, ply]) for ply in range(2 * rules.k - 2)]


def step_rows(rules: Rules, n: int) -> list[list[object]]:
    """Million steps a second, of `n` games."""
    plies = games_of_steps(n, rules)
    repeats = max(1, (1 << 16) // n)

    def ours(threads: int, method: str) -> Callable[[], object]:
        games = VectorGame(n, rules, threads=threads)
        step, out = getattr(games, method), games.outputs()

        def play() -> None:
            for _ in range(repeats):
                games.reset()
                for cells in plies:
                    step(cells, out)

        return play

    def in_numpy() -> None:
        mover, other = zeros(n, rules), zeros(n, rules)
        for cells in plies:
            mover, other, *_ = numpy_step(mover, other, cells, rules)

    works: dict[str, Callable[[], object]] = {
        "step": ours(1, "step"),
        "step_unchecked": ours(1, "step_unchecked"),
        "NumPy": in_numpy,
    }
    if parts(n, 2):
        works["step_unchecked, 2 threads"] = ours(2, "step_unchecked")
    run = cpp_step(rules)
    if run is not None:
        mover, other, legal = (zeros(n, rules) for _ in range(3))
        reward, done = np.zeros(n, np.int8), np.zeros(n, np.uint8)
        held = [ctypes.c_void_p(each.ctypes.data) for each in (mover, other)]
        outs = [ctypes.c_void_p(each.ctypes.data) for each in (reward, done, legal)]
        given = [ctypes.c_void_p(cells.ctypes.data) for cells in plies]
        size = ctypes.c_long(n)

        def in_cpp() -> None:
            for _ in range(repeats):
                mover[:], other[:] = 0, 0
                for cells in given:
                    run(size, size, *held, cells, *outs)

        works["C++"] = in_cpp
        check(rules, n, plies, in_cpp, (mover, other, legal))
    took = seconds(works)
    steps = {name: len(plies) * n * (1 if name == "NumPy" else repeats) for name in works}
    title = f"{rules}, n = {n:,}"
    return rows(title, {name: steps[name] / took[name] for name in works})


def check(rules: Rules, n: int, plies: list[Any], in_cpp: Callable[[], None], made: Any) -> None:
    """Hold the peers to the library before they are timed."""
    games = VectorGame(n, rules)
    mover, other = zeros(n, rules), zeros(n, rules)
    for cells in plies:
        step = games.step(cells)
        mover, other, legal, *_ = numpy_step(mover, other, cells, rules)
    in_cpp()
    for ours, numpy, plain in zip((*games.sides, step.legal), (mover, other, legal), made,
                                  strict=True):  # fmt: skip
        assert np.array_equal(ours, laid_out(numpy))
        assert np.array_equal(ours, plain)


def rows(title: str, rates: dict[str, float]) -> list[list[object]]:
    peers = [rates.get(name) for name in ("NumPy", "C++")]
    found: list[list[object]] = [[title]]
    for name, rate in rates.items():
        ratios = [f"{rate / peer:.2f}" if peer else "-" for peer in peers]
        found.append([f"  {name}", rate / 1e6, *ratios])
    return found


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=["games", "steps"])
    only = parser.parse_args().only
    print(f"{machine()}\nmedians of {ROUNDS}, by the processor's time; two threads by the clock\n")
    head: list[object] = ["", "M/s", "x NumPy", "x C++"]
    if only != "steps":
        table([head, *(row for rules in BOARDS for row in playout_rows(rules))])
        print()
    if only != "games":
        making = [partial(step_rows, rules, n) for rules in BOARDS for n in (1024, 1 << 18)]
        table([head, *(row for make in making for row in make())])


if __name__ == "__main__":
    main()
