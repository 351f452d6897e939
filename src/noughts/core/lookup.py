"""What positions are worth: the front door of the library says who knows.

    position.value ──> value_table ──> the finder that `noughts` has given: the solver's tables

The core knows no table, and imports none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from noughts.errors import TooLargeError

if TYPE_CHECKING:
    from noughts.core.rules import Rules


class ValueTable(Protocol):
    """What a table must be able to say of a position."""

    def __getitem__(self, position: Any, /) -> Any: ...
    def best_moves(self, position: Any, /) -> list[int]:
        """The cells of all moves that keep the value."""


_finders: list[Callable[[Rules], ValueTable]] = []


def found_by(finder: Callable[[Rules], ValueTable]) -> None:
    """Let a function find the tables, which raises `TooLargeError` where a board has none."""
    _finders[:] = [finder]


def value_table(rules: Rules) -> ValueTable:
    """The table of a board. Raises `TooLargeError` for a board that has none."""
    try:
        return _finders[0](rules)
    except TooLargeError as error:
        raise TooLargeError(f"{error}; noughts.solve searches larger boards") from None
