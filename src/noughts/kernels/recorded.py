"""Bit expressions as compiled loops over arrays.

An expression is recorded once (`emit.trace`), written as the inside of a loop, and compiled at its
first call. Its lanes are of the narrowest type that holds whatever occurs in it, so that a vector
of the processor takes as many positions as there is room for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from noughts.core.rules import Rules
from noughts.emit.python import WORDS, Numba, indented
from noughts.expressions.trace import Trace
from noughts.kernels import jit

Loop = Callable[..., Any]

IMPORTS = [
    "from numba import njit",
    f"from numpy import array, {', '.join(f'uint{width} as u{width}' for width in WORDS)}",
]
COMPILED = "@njit(cache=True, nogil=True)"


def recorded(
    name: str, expression: Callable[..., Any], checks: bool = False, **reaches: int
) -> Loop:
    """The loop of a bit expression: `loop(*inputs, *outputs)`, an array a parameter and a result.

    `reaches` names the parameters with the bits that each may have. The arrays are of one length
    and of any integer dtype that holds what they are given. With `checks`, the last result is no
    array: it has a bit where an item is wrong, and the loop returns these joined, 0 where all are
    right.

    >>> import numpy as np
    >>> joined = recorded("joined", lambda x, o: (x | o, x & o), checks=True, x=511, o=511)
    >>> out = np.zeros(2, np.uint16)
    >>> int(joined(np.array([3, 8], np.uint16), np.array([6, 1], np.uint16), out)), out
    (2, array([7, 9], dtype=uint16))
    """
    trace = Trace(expression, **reaches)
    numba = Numba()
    inner, results = numba.inner(trace)
    kept, wrong = (results[:-1], results[-1]) if checks else (results, numba.literal(0))
    outs = [f"out{i}" for i in range(len(kept))]
    inputs = [f"{parameter}_in" for parameter in trace.parameters]
    store = [f"{out}[i] = {result}" for out, result in zip(outs, kept, strict=True)]
    return compiled(
        name,
        [
            f"def {name}({', '.join([*inputs, *outs])}):",
            f"    wrong = {numba.literal(0)}",
            f"    for i in range(len({inputs[0]})):",
            *indented([*inner, *store], 2),
            f"        wrong = {numba.operation('|', 'wrong', wrong)}",
            "    return wrong",
        ],
    )


@cache
def of_boards(expression: Callable[..., Any], rules: Rules, checks: bool = False) -> Loop:
    """The loop of an expression of `(x, o, rules)`, on two arrays of bitboards of one board."""

    def on_rules(x: Any, o: Any) -> Any:
        return expression(x, o, rules)

    return recorded(expression.__name__, on_rules, checks, x=rules.board, o=rules.board)


@cache
def spread(cells: int) -> Loop:
    """The loop `spread(bitboards, out)` that fills `out`, [n, cells], with a 0 or 1 a cell."""
    return compiled(
        "spread",
        [
            "def spread(bitboards, out):",
            "    for i in range(len(bitboards)):",
            "        stones = u64(bitboards[i])",
            f"        for cell in range({cells}):",
            "            out[i, cell] = u8(stones >> u64(cell) & u64(1))",
        ],
    )


def compiled(name: str, lines: list[str], constants: Sequence[str] = ()) -> Loop:
    """The function `name` of some lines of source, compiled at its first call."""
    source = "\n".join([*IMPORTS, "", *constants, "", "", COMPILED, *lines, ""])
    loop: Loop = getattr(jit.load(name, source), name)
    return loop
