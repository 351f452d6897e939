"""Compiled loops over numbers of several words; each loop processes tile after tile of items.

A row holds one word of every item. To use vector instructions, a compiler must know that no write
changes a later read, and with many arrays it cannot know this. So the loop copies a tile of each
row, `TILE` items, into one array, in which the rows' tiles lie at fixed distances:

    memory     x0 x0 x0 ...  x1 x1 x1 ...  o0 o0 o0 ...  o1 o1 o1 ...   and so on for the results
               TILE items    TILE items
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy import uint64 as u64

from noughts.emit.python import Numba, indented
from noughts.expressions.limbs import recorded_in_words
from noughts.expressions.trace import Expression
from noughts.kernels.compiler import Written, build
from noughts.kernels.dtypes import Array, Uint64s

TILE = 128  # items; the rows of 19x19 then fit the first-level cache


# `fill` and `drain` take a row instead of its start: Numba compiles anew for each literal start.
def fill(row: Uint64s, source: Array, at: int, size: int) -> None:
    """Copy `size` items of an array into a row."""
    taken, into = source[at : at + size], row[:size]
    for i in range(len(taken)):
        into[i] = u64(taken[i])


def drain(row: Uint64s, target: Array, at: int, size: int) -> None:
    """Copy `size` items of a row into an array."""
    taken, into = row[:size], target[at : at + size]
    for i in range(len(taken)):
        into[i] = taken[i]


class InWords:
    """The loop for a bit expression on numbers of several words: `loop(*inputs, *outputs)`.

    `reaches` names the parameters, each with the mask of its possible bits. An array holds one word
    per item, [n], or several words, [n, words]. The array for a result determines how many of
    the result's words are computed. With `checks`, the last result has no array: see
    `compiled_expressions.recorded`, which makes these loops.
    """

    def __init__(
        self, name: str, expression: Expression, checks: bool, reaches: dict[str, int]
    ) -> None:
        self._name, self._expression, self._checks = name, expression, checks
        self._reaches = reaches
        self._compiled = cache(self._compile)

    def __call__(self, *arrays: Any) -> Any:
        """Run the loop, and return the OR of the check results over all items."""
        given, wanted = arrays[: len(self._reaches)], arrays[len(self._reaches) :]
        ins = [frozen(row) for array in given for row in rows(array)]
        kept = [row for array in wanted for row in rows(array)]
        outs = [row if row.flags.c_contiguous else np.empty(row.shape, row.dtype) for row in kept]
        wrong = self._compiled(tuple(len(rows(array)) for array in wanted))(*ins, *outs)
        for row, out in zip(kept, outs, strict=True):
            if row is not out:
                row[...] = out
        return wrong

    def _compile(self, counts: tuple[int, ...]) -> Callable[..., Any]:
        name = self._name
        checked = [None] if self._checks else []  # all words of the check's result
        trace = recorded_in_words(self._expression, [*counts, *checked], **self._reaches)
        numba = Numba()
        named, results = numba.body(trace)
        kept, wrong = results[: sum(counts)], results[sum(counts) :]
        ins = [f"{each}_in" for each in trace.parameters]
        outs = [f"out{at}" for at in range(len(kept))]
        row = {each: at * TILE for at, each in enumerate([*ins, *outs, "wrong"])}
        inner = [f"{each} = memory[{row[f'{each}_in']} + i]" for each in trace.parameters]
        inner += [f"{local} = {value}" for local, value in named]
        inner += [
            f"memory[{row[out]} + i] = {value}" for out, value in zip(outs, kept, strict=True)
        ]
        inner += [f"memory[{row['wrong']} + i] |= {value}" for value in wrong]
        text = [
            f"def {name}({', '.join([*ins, *outs])}):",
            f"    memory = np.zeros({len(row) * TILE}, np.uint64)",
            f"    for at in range(0, len({ins[0]}), {TILE}):",
            f"        size = min({TILE}, len({ins[0]}) - at)",
            *(f"        fill(memory[{row[each]}:], {each}, at, size)" for each in ins),
            f"        for i in range({TILE}):",  # the last tile may process old items again
            *indented(inner, 3),
            *(f"        drain(memory[{row[each]}:], {each}, at, size)" for each in outs),
            "    wrong = u64(0)",
            f"    for i in range({TILE}):",
            f"        wrong |= memory[{row['wrong']} + i]",
            "    return wrong",
        ]
        uses = {"fill": fill, "drain": drain}
        loop: Callable[..., Any] = getattr(build(name, Written(name, "\n".join(text), uses)), name)
        return loop


def rows(array: Array) -> Sequence[Array]:
    """The rows of an array, one for each word.

    >>> [row.tolist() for row in rows(np.array([[1, 2], [3, 4]]))]
    [[1, 3], [2, 4]]
    """
    return [array] if array.ndim == 1 else [*array.T]


def frozen(row: Array) -> Array:
    """The array, contiguous and read-only, so that a loop is compiled only once for each dtype."""
    view = np.ascontiguousarray(row).view()
    view.flags.writeable = False
    return view
