"""The constants of `wide_kernel` for a game, written from the expressions of `core.move_bits`."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np

from noughts.arrays.boards import words_of
from noughts.arrays.stepping import action
from noughts.core.rules import Rules
from noughts.emit.python import Numba, indented
from noughts.expressions.limbs import recorded_in_words, split, words_for
from noughts.kernels.compiler import Written
from noughts.kernels.tiles import TILE

# For each byte, its bits one by one.
BOOLS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, np.newaxis], axis=1, bitorder="little")


def given(rules: Rules) -> dict[str, Any]:
    """The constants and functions of the kernel, by name."""
    return {
        "BOARD_WORDS": words_of(rules),
        "ACTION_WORDS": words_for(rules.actions),
        "ACTIONS": rules.actions,
        **{name: row * TILE for name, row in rows(rules).items()},
        "play_tile": play_tile(rules),
        "check_tile": check_tile(rules),
        "BOOLS": BOOLS,
    }


def rows(rules: Rules) -> dict[str, int]:
    """The first row in `memory` of each kind of word after the mover's, and the number of rows.

    >>> rows(Rules(15, 15, 5))
    {'OTHER': 4, 'LEGAL': 8, 'ACTION': 12, 'REWARD': 13, 'OVER': 14, 'LENGTH': 15}
    """
    boards, actions = 2 * words_of(rules), words_for(rules.actions)
    single = ("ACTION", "REWARD", "OVER", "LENGTH")
    starts = {name: boards + actions + number for number, name in enumerate(single)}
    return {"OTHER": words_of(rules), "LEGAL": boards, **starts}


def play_tile(rules: Rules) -> Written:
    """`play_tile(memory)`: plays a move in each game of a tile; a game that ends restarts."""
    at, words, of_actions = rows(rules), words_of(rules), words_for(rules.actions)
    counts = [words, words, of_actions, words, 1]
    trace = recorded_in_words(
        lambda **each: action.moved(**each, rules=rules), counts, **action.reaches(rules)
    )
    named, results = Numba().body(trace)
    words_left = iter(results)
    mover, other, legal, lines, (second,) = ([*islice(words_left, count)] for count in counts)
    begun = [*[0] * (2 * words), *split(action.legal(0, 0, rules), of_actions)]
    # A negative reward wraps around.
    earned = action.reward(rules, second, lambda number: f"u64({number % (1 << 64)})")
    inner = [
        *_read(rules),
        *(f"{name} = {value}" for name, value in named),
        f"lined = ({' | '.join(lines)}) != u64(0)",
        f"over = lined | (({' | '.join(legal)}) == u64(0))",
        f"{_place(at['REWARD'])} = {earned}",
        f"{_place(at['OVER'])} = u64(over)",
        *(
            f"{_place(number)} = u64({anew}) if over else {word}"
            for number, (anew, word) in enumerate(zip(begun, mover + other + legal, strict=True))
        ),
    ]
    return _over_tile("play_tile", inner)


def check_tile(rules: Rules) -> Written:
    """`check_tile(memory)`: writes nonzero to the row `OVER` where an action is illegal."""
    counts = [words_for(rules.actions)]
    trace = recorded_in_words(
        lambda **each: action.unfitting(**each, rules=rules), counts, **action.reaches(rules)
    )
    named, wrong = Numba().body(trace)
    inner = [*_read(rules), *(f"{name} = {value}" for name, value in named)]
    outside = f"u64(number >= u64({rules.actions}))"
    inner.append(f"{_place(rows(rules)['OVER'])} = {' | '.join([*wrong, outside])}")
    return _over_tile("check_tile", inner)


def _read(rules: Rules) -> list[str]:
    """The statements that read a game: its boards, and the mask of its action."""
    at, words = rows(rules), range(words_of(rules))
    lines = [f"mover{word} = {_place(word)}" for word in words]
    lines += [f"other{word} = {_place(at['OTHER'] + word)}" for word in words]
    lines += [
        f"number = {_place(at['ACTION'])}",
        "bit = u64(u64(1) << u64(number & u64(63)))",
        "where = number >> u64(6)",
    ]
    return lines + [
        f"action{word} = bit if where == u64({word}) else u64(0)"
        for word in range(words_for(rules.actions))
    ]


def _place(row: int) -> str:
    return f"memory[{row * TILE} + i]"


def _over_tile(name: str, inner: list[str]) -> Written:
    text = [f"def {name}(memory):", f"    for i in range({TILE}):", *indented(inner, 2)]
    return Written(name, "\n".join(text))
