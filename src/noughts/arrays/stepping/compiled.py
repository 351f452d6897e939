"""`kernel` compiled for a game, from the expressions of `core.move_bits`.

Masks of actions in the `learning` form are written a word at a time, eight bools together. A word
holds the bools of one game or of several:

    word                 0        |        1        |        2
    game           0 0 0 0 0 0 0 0 | 0 1 1 1 1 1 1 1 | 1 1 2 2 2 ...     3x3: eight games are
    its action     0 1 2 3 4 5 6 7 | 8 0 1 2 3 4 5 6 | 7 8 0 1 2 ...     nine whole words
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from math import gcd
from typing import Any, NamedTuple

import numpy as np

from noughts.arrays.memory import WORD_CELLS, narrowest
from noughts.arrays.stepping import action, kernel, wide, wide_kernel
from noughts.core.rules import Rules
from noughts.emit.python import indented
from noughts.kernels.compiled_expressions import function
from noughts.kernels.compiler import Written, build
from noughts.kernels.dtypes import Array
from noughts.kernels.tiles import rows

# For each byte, its bits as eight bools.
BOOLS = np.unpackbits(np.arange(256, dtype=np.uint8), bitorder="little").view(np.uint64)


class Kernels(NamedTuple):
    """The functions for a game and a form, each compiled at its first call.

    - `first_illegal(movers, others, actions)`: the first game whose action cannot be played; if
      there is none, the number of games;
    - `step_unchecked(movers, others, rewards, dones, legals, actions)`: plays all actions;
    - `step(...)`, with the arguments of `step_unchecked`: returns what `first_illegal` returns, and
      plays the actions if all are legal.
    """

    first_illegal: Callable[..., int]
    step: Callable[..., int]
    step_unchecked: Callable[..., None]


@cache
def kernels(rules: Rules, form: str) -> Kernels:
    """The functions that play a game in the form `compact` or `learning`.

    They take arrays of bits in the form that `as_held` returns.
    """
    module = _wide_module(rules) if is_wide(rules) else _module(rules)
    if form == "compact":
        return Kernels(module.first_illegal, module.step, module.step_unchecked)
    return Kernels(module.first_illegal, module.act, module.act_unchecked)


def is_wide(rules: Rules) -> bool:
    """Whether a mask of a game's actions takes several words.

    >>> is_wide(Rules(8, 8, 5)), is_wide(Rules(15, 15, 5))
    (False, True)
    """
    return rules.actions > WORD_CELLS


def as_held(masks: Array, rules: Rules) -> Array | tuple[Array, ...]:
    """Boards or action masks as `Kernels` takes them: an array, or a tuple, one array per word."""
    return tuple(rows(masks)) if is_wide(rules) else masks


def _wide_module(rules: Rules) -> Any:
    names = ("first_illegal", "step_unchecked", "act_unchecked")
    own = {name: getattr(wide_kernel, name) for name in names}
    return build("stepping", *own.values(), kernel.step, kernel.act, **own, **wide.given(rules))


def _module(rules: Rules) -> Any:
    dtype = narrowest(rules.actions)
    lane, reaches = f"u{8 * dtype.itemsize}", action.reaches(rules)
    earned = action.reward(rules, "second", lambda number: f"int8({number})")
    earned = f"def reward(lined, over, second):\n    return {earned}"
    return build(
        "stepping",
        *(kernel.first_illegal, kernel.step, kernel.step_unchecked),
        *(kernel.act, kernel.act_unchecked),
        forced=("is_illegal", "play"),
        lane=dtype.type,
        ACTIONS=rules.actions,
        FIRST=dtype.type(action.legal(0, 0, rules)),
        LAST_BIT=8 * dtype.itemsize - 1,
        reward=Written("reward", earned, {"int8": np.int8}, inlined=True),
        GROUP=grouped(rules.actions),
        moved=function("moved", partial(action.moved, rules=rules), lane, **reaches),
        fitting=function("fitting", partial(action.fitting, rules=rules), lane, **reaches),
        write_group=write_group(rules.actions),
    )


@cache
def mask_writer(cells: int) -> Callable[..., None]:
    """The loop `write_masks(bitboards, masks)`, which fills a contiguous array of bools [n, cells].

    The bitboards have up to 64 cells and the narrowest dtype.
    """
    loop: Callable[..., None] = build(
        "masks",
        kernel.write_masks,
        lane=narrowest(cells).type,
        ACTIONS=cells,
        GROUP=grouped(cells),
        write_group=write_group(cells),
    ).write_masks
    return loop


def grouped(cells: int) -> int:
    """The smallest number of games whose masks fill whole words.

    >>> grouped(9), grouped(20), grouped(64)
    (8, 2, 1)
    """
    return 8 // gcd(8, cells)


def write_group(cells: int) -> Written:
    """The function that writes the masks of a group of games, from the given game and word on.

    >>> print(write_group(20).text.splitlines()[-3])    # four cells of one game, four of the next
        words[word + 2] = BOOLS[(legal0 >> u64(16) | legal1 << u64(4)) & u64(255)]
    """
    group = grouped(cells)
    statements = [f"legal{game} = u64(legals[game + {game}])" for game in range(group)]
    for word in range(group * cells // 8):
        parts = []
        for game in range(8 * word // cells, (8 * word + 7) // cells + 1):
            by = 8 * word - game * cells  # the cell of this game that is the word's first bool
            parts.append(f"legal{game} {'<<' if by < 0 else '>>'} u64({abs(by)})")
        statements.append(f"words[word + {word}] = BOOLS[({' | '.join(parts)}) & u64(255)]")
    lines = ["def write_group(legals, game, words, word):", *indented(statements, 1)]
    return Written("write_group", "\n".join(lines), {"BOOLS": BOOLS}, inlined=True)
