"""The engine of a board, compiled: `engine`'s own text after the constants and expressions of it.

    given, written for the board     constants as they are, `completions` and the like recorded
    engine, from its mark on         the search, every function to be compiled

Numba compiles the two as one file, so that it can inline the first in the second and keep the
result. Where it is told not to compile (NUMBA_DISABLE_JIT), the second part runs under its own
name, as a debugger and a measure of coverage want it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from noughts import jit
from noughts.bits import completions, line_cells, openings
from noughts.emit.python import Numba, indented
from noughts.emit.trace import Trace
from noughts.emit.writer import table
from noughts.rules import Rules
from noughts.symmetry import Symmetry, symmetries, transform

COMPILED = "@njit(cache=True, nogil=True)"
MARK = "# The text from here on is compiled.\n"
ENGINE = Path(__file__).with_name("engine.py")


@cache
def engine(rules: Rules) -> Any:
    """The functions of `engine` for a board of up to 64 cells, by their names.

    Raises `MissingExtraError` where Numba is not installed.
    """
    jit.require("searches of boards beyond the table")
    import numba

    above, mark, text = ENGINE.read_text(encoding="utf-8").partition(MARK)
    head = given(rules)
    if numba.config.DISABLE_JIT:
        names = dict(vars(jit.load("given", head)))
        lines = "\n" * (above + mark).count("\n")  # so that line numbers are those of the file
        plain = "from __future__ import annotations" + lines + text
        exec(compile(plain, ENGINE, "exec"), names)  # noqa: S102 - a module of this package
        return SimpleNamespace(**names)
    compiled = text.replace("\ndef ", f"\n{COMPILED}\ndef ")
    return jit.load("engine", f"from __future__ import annotations\n\n{head}\n{compiled}")


def given(rules: Rules) -> str:
    """The source of what `engine` is given, as the module `given` has it for 3x3."""
    every = symmetries(rules)
    numbers = [f"{line:#x}" for line in rules.lines]
    board = rules.board

    def expression(name: str, about: Callable[..., Any], **reaches: int) -> list[str]:
        numba = Numba()
        named, (result,) = numba.body(Trace(about, **reaches))
        steps = [f"{name} = {value}" for name, value in named]
        return [COMPILED, f"def {name}({', '.join(reaches)}):", *indented([*steps, f"return {result}"], 1)]

    def step(name: str, symmetry: Symmetry) -> list[str]:
        return expression(name, lambda stones: transform(stones, symmetry, rules), stones=board)

    lines = [
        "import numpy as np",
        "from numba import njit",
        "from numpy import uint64 as u64",
        "",
        f"CELLS, K, BOARD = {rules.cells}, u64({rules.k}), u64({board:#x})",
        "LINES = np.array([", *table(numbers), "], u64)",
        f"IMAGES, INVERSES = {len(every)}, np.array({[int(s.inverse) for s in every]})",
        "",
        *expression("completions", lambda stones: completions(stones, rules), stones=board),
        *expression("openings", lambda stones, free: openings(stones, free, rules), stones=board, free=board),
        *expression("live", lambda cells: line_cells(cells, rules), cells=board),
        *step("mirrored", Symmetry.MIRROR),
        *step("flipped", Symmetry.FLIP),
        *(step("transposed", Symmetry.TRANSPOSE) if rules.rows == rules.cols else []),
        COMPILED,
        "def turned(stones, image):",
        *(["    if image & 4:", "        stones = transposed(stones)"] if len(every) == 8 else []),
        *["    if image & 2:", "        stones = flipped(stones)"],
        *["    if image & 1:", "        stones = mirrored(stones)"],
        "    return stones",
        "",
    ]
    return "\n".join(lines) + "\n"
