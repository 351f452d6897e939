"""The generated files of the page: `make page` makes them again.

`rules.js` is the output of `noughts emit javascript`, so the page has the rules of `bits.py`,
without the functions that it does not use.
`table.bin` holds what every position is worth, one byte each, at the position's base-3 code
(`sum(mark[i] * 3 ** i)`):

    bits 4-5     value + 1: 0 the player to move loses, 1 draws, 2 wins
    bits 0-3     remoteness, 0 to 9
    255          play cannot reach this grid

The page's `table.js` reads this format. A test fails if a file is not what this module makes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from noughts.core.rules import TICTACTOE
from noughts.emit import language, module
from noughts.solver.tables.table import table

FOLDER = Path(__file__).parent / "page"
UNREACHABLE = 255
NOT_ASKED_FOR = ("completions", "free_cells", "has_line")


def table_bytes() -> bytes:
    """The content of `table.bin`.

    >>> made = table_bytes()
    >>> len(made), made[0] == 1 << 4 | 9    # the empty board is a draw in 9
    (19683, True)
    """
    made = bytearray([UNREACHABLE]) * 3**TICTACTOE.cells
    solved = table(TICTACTOE)
    for position in solved:
        value, remoteness = solved[position]
        code = sum(position[cell] * 3**cell for cell in range(TICTACTOE.cells))
        made[code] = value + 1 << 4 | remoteness
    return bytes(made)


def rules_bytes() -> bytes:
    """The content of `rules.js`: the output of `noughts emit javascript`, less `NOT_ASKED_FOR`."""
    rules = module(TICTACTOE, "pair")
    functions = (one for one in rules.functions if one.name not in NOT_ASKED_FOR)
    return language("javascript").write(replace(rules, functions=tuple(functions))).encode()


MADE: dict[str, Callable[[], bytes]] = {"rules.js": rules_bytes, "table.bin": table_bytes}


def stale() -> list[str]:
    """The names of the generated files that are out of date."""
    return [name for name, make in MADE.items() if (FOLDER / name).read_bytes() != make()]


def make() -> None:
    """Write every generated file."""
    for name, content in MADE.items():
        (FOLDER / name).write_bytes(content())


if __name__ == "__main__":  # pragma: no cover - `make page`
    make()
