"""Bit expressions as Python functions of ints, in straight lines.

An expression loops over the rules, which are constants, and calls function after function. Recorded
once for a board and written out, it runs in a fraction of the time: this is what a compiled kernel
is to arrays. On large numbers the operations take most of the time, and it runs as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from noughts.expressions.trace import Trace
from noughts.expressions.writer import ExpressionWriter

WRITTEN_BITS = 512  # of the largest parameter of a function that is written


def written(name: str, expression: Callable[..., Any], **reaches: int) -> Callable[..., Any]:
    """The function of ints `name(*reaches)` that gives what an expression does.

    `reaches` names the parameters with the bits that each may have.

    >>> written("joined", lambda x, o: (x | o, x & o), x=511, o=511)(3, 6)
    (7, 2)
    """
    if max(reaches.values()).bit_length() > WRITTEN_BITS:
        return expression
    trace = Trace(expression, **reaches)
    named, results = ExpressionWriter().body(trace)
    text = [
        f"def {name}({', '.join(reaches)}):",
        *(f" {local} = {value}" for local, value in named),
    ]
    text.append(f" return {', '.join(results)}")
    made: dict[str, Any] = {}
    exec("\n".join(text), made)  # noqa: S102 - written here
    function: Callable[..., Any] = made[name]
    return function
