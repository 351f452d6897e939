"""Random games and steps of boxes and tori: `python benchmarks/boards.py [BOARD ...]`.

Beside ours stand the same expressions on whole NumPy arrays, and C++: for random games the plain
loops of `playouts_cpp`, for steps one loop over the arrays of `VectorGame`, with the same
expression of the lines, as `noughts emit c` writes it. Playouts are in moves a second; steps are
in games a second of processor time, of two threads by the clock, of arrays that no cache holds.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

import bench
import numpy as np
from playouts import counted, in_cpp, in_numpy
from playouts_cpp import lanes

from noughts import Rules
from noughts.arrays import VectorGame
from noughts.core import bits
from noughts.emit.c import C
from noughts.expressions.trace import Trace

BOARDS = ["4x4x4,4", "3x3x3,3", "3,3,3,torus", "8,8,5,torus"]
GAMES, STEPS = 1 << 20, 24

CPP = """
#include <cstdint>
typedef {lane} lane;

static inline lane lines({word} a) {{
{body}
}}

extern "C" void step(long n, lane *__restrict movers, lane *__restrict others,
                     const uint8_t *__restrict cells, int8_t *__restrict rewards,
                     uint8_t *__restrict dones, lane *__restrict legals) {{
  for (long i = 0; i < n; i++) {{
    const lane after = movers[i] | lane(lane(1) << cells[i]), free = (after | others[i]) ^ {board};
    const bool won = lines(after) != 0, over = won | (free == 0);
    movers[i] = over ? lane(0) : others[i];
    others[i] = over ? lane(0) : after;
    rewards[i] = won;
    dones[i] = over;
    legals[i] = over ? {board} : free;
  }}
}}
"""


def moves_of(rules: Rules) -> list[Any]:
    """The cells of steps that are legal whichever games go on: each game plays an order of all."""
    draw = np.random.default_rng(1)
    order = np.broadcast_to(np.arange(rules.cells, dtype=np.uint8), (GAMES, rules.cells)).copy()
    draw.permuted(order, axis=1, out=order)
    games = VectorGame(GAMES, rules)
    cells = []
    at = np.zeros(GAMES, np.int64)
    for _ in range(STEPS):
        chosen = order[np.arange(GAMES), at]
        done = games.step(chosen).done
        at = np.where(done, 0, at + 1)
        cells.append(chosen)
    return cells


def restarted(games: VectorGame, steps: list[Any], step: Callable[[Any], object]) -> None:
    """All steps, from the empty boards on."""
    for side in games.sides:
        side[:] = 0
    for cells in steps:
        step(cells)


def stepped_in_cpp(games: VectorGame) -> Callable[[Any], object] | None:
    """A step in C++ of the arrays of `games`."""
    rules, out = games.rules, games.outputs()
    lane = games.sides.mover.dtype.itemsize * 8
    language = C()
    language.bits = 64 if lane == 64 else 32
    named, (result,) = language.body(Trace(lambda a: bits.line_starts(a, rules), a=rules.board))
    word = language.word
    body = [f"  const {word} {name} = {value};" for name, value in named]
    source = CPP.format(
        lane=f"uint{lane}_t",
        word=word,
        body="\n".join([*body, f"  return {result};"]),
        board=f"lane({language.literal(rules.board)})",
    )
    library = bench.cpp(source)
    if library is None:
        return None
    function = ctypes.CDLL(str(library)).step
    sides = [ctypes.c_void_p(side.ctypes.data) for side in games.sides]
    outs = [ctypes.c_void_p(each.ctypes.data) for each in out]

    def step(cells: Any) -> object:
        function(ctypes.c_long(GAMES), *sides, ctypes.c_void_p(cells.ctypes.data), *outs)
        return out  # kept as long as the step is

    return step


def stepped_in_numpy(games: VectorGame) -> Callable[[Any], object]:
    """A step of the same arrays by whole arrays of NumPy."""
    rules, (mover, other) = games.rules, games.sides
    lane = mover.dtype.type

    def step(cells: Any) -> object:
        after = mover | np.left_shift(lane(1), cells, dtype=lane)
        won = bits.line_starts(after, rules) != 0
        free = bits.free_cells(after, other, rules)
        over = won | (free == 0)
        mover[:], other[:] = np.where(over, 0, other), np.where(over, 0, after)
        return won.astype(np.int8), over, np.where(over, lane(rules.board), free)

    return step


def stepping(rules: Rules) -> list[tuple[str, float | None]]:
    """Millions of games a second that each steps."""
    steps = moves_of(rules)
    games, shared = VectorGame(GAMES, rules), VectorGame(GAMES, rules, threads=2)
    out = games.outputs()
    ways: dict[str, Callable[[Any], object] | None] = {
        "noughts, unchecked": lambda cells: games.step_unchecked(cells, out),
        "noughts, checked": lambda cells: games.step(cells, out),
        "C++, unchecked": stepped_in_cpp(games),
        "NumPy, unchecked": stepped_in_numpy(games),
    }

    def by_two(cells: Any) -> object:
        return shared.step_unchecked(cells, out)

    works = {
        name: lambda step=step: restarted(games, steps, step) for name, step in ways.items() if step
    }
    taken = bench.median_times([*works.values()], 5, process_time)
    taken += bench.median_times([lambda: restarted(shared, steps, by_two)], 5, perf_counter)
    names = [*works, "noughts, unchecked, 2 threads"]
    return [(n, GAMES * len(steps) / s / 1e6) for n, s in zip(names, taken, strict=True)]


def playing(rules: Rules) -> list[tuple[str, float | str]]:
    """Millions of moves a second that each plays at random."""
    games = (1 << 24) // rules.cells
    return [
        ("noughts", counted(games, rules, 1)),
        ("noughts, 2 threads", counted(games, rules, 2)),
        ("C++", in_cpp(lanes(rules), games // 8, rules)),
        ("NumPy", in_numpy(1 << 13, rules)),
    ]


def main() -> None:
    """Print the tables."""
    print(f"{bench.machine()}\none core but where said\n")
    for text in sys.argv[1:] or BOARDS:
        rules = Rules.parse(text)
        for title, rows in (("playouts", playing(rules)), ("steps", stepping(rules))):
            ours = rows[0][1]
            lines: list[tuple[object, ...]] = [(f"{rules}, {title}", "million/s", "noughts by it")]
            for name, each in rows:
                ratio = ours / each if isinstance(ours, float) and isinstance(each, float) else "-"
                lines.append((f"  {name}", each, ratio))
            bench.table(lines)
            print()


if __name__ == "__main__":
    main()
