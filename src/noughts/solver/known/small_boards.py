"""The values, in any game, of small boards that are not in the list of values.

Such a value is computed on demand, from a table of all positions. For a board of 12 cells, this
takes up to two seconds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import RulesError
from noughts.solver.known.value_list import (
    LONGEST,
    SHORTEST,
    BoardValue,
    listed,
    turns,
    values,
)
from noughts.solver.tables.table import TABLE_CELLS, table


def small_boards(words: str, k: int | None = None) -> list[Rules]:
    """Every board of up to `TABLE_CELLS` cells for the game `words`, with `k` or any k from 3 to 8.

    If turning a board on its side does not change the game (see `turns`), the list has the board
    only with at least as many rows as columns.

    >>> [str(rules) for rules in small_boards("wild")][-3:]
    ['10,1,8,wild', '11,1,8,wild', '12,1,8,wild']

    Raises `RulesError` for words that are valid for none of these boards.
    """
    found, refused = list[Rules](), None
    for rows, cols, length in _sizes(k):
        try:
            rules = Rules.parse(f"{rows},{cols},{length},{words}")
        except RulesError as error:
            refused = error
            continue
        if rules.cells <= TABLE_CELLS and (rows >= cols or not turns(rules)):
            found.append(rules)
    if not found:
        raise refused or RulesError(f"no board of {words} has up to {TABLE_CELLS} cells")
    return found


def _sizes(k: int | None) -> Iterator[tuple[int, int, int]]:
    for length in [k] if k else range(SHORTEST, LONGEST + 1):
        for cols in range(1, TABLE_CELLS + 1):
            for rows in range(1, TABLE_CELLS // cols + 1):
                if max(rows, cols) >= length:
                    yield rows, cols, length


def value_of(rules: Rules) -> BoardValue:
    """The value of a board, from the list of values or, for an unlisted board, from its table.

    In a value from a table, `nodes` is the number of positions in the table.

    >>> value_of(Rules.parse("3,3,3,wild")).value, value_of(Rules(7, 7, 5)).value
    (1, 0)

    Raises `RulesError` for a board that is not in the list if it has more than `TABLE_CELLS` cells
    or if its game has no table.
    """
    try:
        board = listed(rules)
    except RulesError as error:
        if rules.cells > TABLE_CELLS:
            raise RulesError(f"{error}; any game may have up to {TABLE_CELLS} cells") from None
    else:
        return next(each for each in values() if each.rules == board)
    rules.require("the list of values", "full")
    begun, solved = time.process_time(), table(rules)
    value, remoteness = solved[Position(rules=rules)]
    spent = time.process_time() - begun
    return BoardValue(rules, value, value, len(solved), spent, None, remoteness=remoteness)
