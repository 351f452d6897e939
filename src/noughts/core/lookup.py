"""What positions are worth: the front door of the library says who knows.

    position.value ──> value_table ──> `noughts.table`, which the front door takes from the solver

The core knows no table, and imports none. The front door is there before any of its modules, and
imports what it exports when somebody asks for it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Protocol, cast

from noughts.errors import TooLargeError

if TYPE_CHECKING:
    from noughts.core.rules import Rules


class ValueTable(Protocol):
    """What a table must be able to say of a position."""

    def __getitem__(self, position: Any, /) -> Any: ...
    def best_moves(self, position: Any, /) -> list[int]:
        """The cells of all moves that keep the value."""


def value_table(rules: Rules) -> ValueTable:
    """The table of a board. Raises `TooLargeError` for a board that has none."""
    front_door: Any = sys.modules["noughts"]
    try:
        return cast(ValueTable, front_door.table(rules))
    except TooLargeError as error:
        raise TooLargeError(f"{error}; noughts.solve searches larger boards") from None
