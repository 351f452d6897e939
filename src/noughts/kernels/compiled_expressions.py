"""Compiles bit expressions.

An expression is recorded once (`expressions.trace`), and becomes either the body of a loop over
arrays, or a function for other kernels. Either way, all values have one type, the *lane*. A loop
uses the narrowest lane that holds all of them, so that a vector register of the processor holds as
many positions as possible.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from noughts.core.rules import Rules
from noughts.emit.python import Numba, indented
from noughts.expressions.limbs import WORD
from noughts.expressions.trace import Expression, Operand, Trace
from noughts.kernels.compiler import Written, build
from noughts.kernels.tiles import InWords

Loop = Callable[..., Any]


def recorded(name: str, expression: Expression, checks: bool = False, **reaches: int) -> Loop:
    """The compiled loop for a bit expression: `loop(*inputs, *outputs)`, where each is one array.

    `reaches` names the parameters, each with the mask of its possible bits. All arrays have the
    same length, and each may have any integer dtype that holds its values. With `checks`, the
    expression's last result is a check, for which no array is passed: it must be nonzero for an
    item that is wrong, and 0 otherwise. The loop returns the OR of this result over all items: 0 if
    none is wrong. The array of a number with more bits than a word is [n, words]; see `tiles`.

    >>> import numpy as np
    >>> joined = recorded("joined", lambda x, o: (x | o, x & o), checks=True, x=511, o=511)
    >>> out = np.zeros(2, np.uint16)
    >>> int(joined(np.array([3, 8], np.uint16), np.array([6, 1], np.uint16), out)), out
    (2, array([7, 9], dtype=uint16))
    """
    if max(reaches.values()).bit_length() > WORD:
        return InWords(name, expression, checks, reaches)
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
def of_boards(expression: Expression, rules: Rules, checks: bool = False) -> Loop:
    """The compiled loop for an expression of `(x, o, rules)`, over two arrays of bitboards."""

    def on_rules(x: Operand, o: Operand) -> Operand:
        return expression(x, o, rules)

    return recorded(expression.__name__, on_rules, checks, x=rules.board, o=rules.board)


def function(name: str, expression: Expression, lane: str = "u64", **reaches: int) -> Written:
    """A bit expression as a function for use in a kernel; all its values have the type `lane`.

    >>> print(function("joined", lambda x, o: x | o, "u16", x=511, o=511).text)
    def joined(x, o):
        return u16(x | o)
    """
    numba = Numba()
    numba.lane = lane
    named, results = numba.body(Trace(expression, **reaches))
    steps = [f"{local} = {value}" for local, value in named]
    head = f"def {name}({', '.join(reaches)}):"
    lines = [head, *indented([*steps, f"return {', '.join(results)}"], 1)]
    return Written(name, "\n".join(lines), inlined=True)


def compiled(name: str, lines: list[str], **uses: object) -> Loop:
    """The function `name` from lines of source, compiled at its first call.

    `uses` gives the values of the names in the source: numbers, arrays and functions.
    """
    loop: Loop = getattr(build(name, Written(name, "\n".join(lines), uses)), name)
    return loop
