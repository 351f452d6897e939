"""A game's expressions as functions of ints, generated for its board by `expressions.writer`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache

from noughts.core import bits, move_bits
from noughts.core.rules import Rules
from noughts.expressions.trace import Expression, Operand
from noughts.expressions.writer import written


class OnInts:
    """A game's functions, each generated at its first use. They take the two planes separately."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def __reduce__(self) -> tuple[Callable[[Rules], OnInts], tuple[Rules]]:
        return on_ints, (self._rules,)  # a copy takes the functions from the cache

    def _of(self, expression: Expression, *parameters: str) -> Expression:
        board, actions = self._rules.board, (1 << self._rules.actions) - 1
        reaches = {name: actions if name == "action" else board for name in parameters}
        return written("on_ints", expression, **reaches)

    def _step(self, own: Operand, other: Operand, action: Operand) -> move_bits.Stepped:
        return move_bits.step((own, other), move_bits.stones_of(action, self._rules), self._rules)

    @cached_property
    def step(self) -> Callable[[int, int, int], tuple[int, int, int, int]]:
        """`move_bits.step` for an action: maps `(own, other, bit)` to two planes and two masks."""

        def step(own: Operand, other: Operand, action: Operand) -> Operand:
            planes, playable, lined = self._step(own, other, action)
            return *planes, playable, lined

        return self._of(step, "own", "other", "action")

    @cached_property
    def placed(self) -> Callable[[int, int, int], tuple[int, int]]:
        """The planes after an action, as the player who made it sees them."""

        def placed(own: Operand, other: Operand, action: Operand) -> Operand:
            return self._step(own, other, action).planes

        return self._of(placed, "own", "other", "action")

    @cached_property
    def after(self) -> Callable[[int, int, int], tuple[int, int]]:
        """X's and O's bitboards after an action: maps `(x, o, bit)` to `(x, o)`."""
        answers, place, cells = self._rules.answers, self.placed, self._rules.cells
        o_moves = answers.turns.second

        def in_turn(x: int, o: int, action: int) -> tuple[int, int]:
            if (x | o).bit_count() & 1:
                return place(o, x, action)  # as X sees them
            o, x = place(x, o, action)  # as O sees them
            return x, o

        def owned(x: int, o: int, action: int) -> tuple[int, int]:
            count = (x | o).bit_count()
            own, other = place(o, x, action) if o_moves(count, cells) else place(x, o, action)
            return (other, own) if o_moves(count + 1, cells + 1) else (own, other)

        return place if not answers.owned else in_turn if answers.alternates else owned

    @cached_property
    def playable(self) -> Callable[[int, int], int]:
        """`move_bits.playable` of two planes."""
        return self._of(
            lambda own, other: move_bits.playable((own, other), self._rules), "own", "other"
        )

    @cached_property
    def actions(self) -> Callable[[int], int]:
        """`move_bits.actions_of` a mask of cells."""
        return self._of(lambda cells: move_bits.actions_of(cells, self._rules), "cells")

    @cached_property
    def moves(self) -> Callable[[int, int], tuple[int, int]]:
        """`move_bits.moves` of two planes."""
        return self._of(
            lambda own, other: move_bits.moves((own, other), self._rules), "own", "other"
        )

    @cached_property
    def legal(self) -> Callable[[int, int], int]:
        """`bits.legal_cells` of X's and O's bitboards."""
        return self._of(lambda x, o: bits.legal_cells(x, o, self._rules), "x", "o")

    @cached_property
    def result(self) -> Callable[[int, int], int]:
        """`move_bits.result` of X's and O's bitboards."""
        return self._of(lambda x, o: move_bits.result(x, o, self._rules), "x", "o")

    @cached_property
    def lines(self) -> Callable[[int], tuple[int, int]]:
        """`bits.first_line` and `bits.line_cells` of stones; on `Nested`, `bits.outer_cells`."""

        def lines(stones: Operand) -> Operand:
            if self._rules.outer:
                return bits.outer_cells(stones, self._rules)
            return bits.first_line(stones, self._rules), bits.line_cells(stones, self._rules)

        return self._of(lines, "stones")


@lru_cache(maxsize=64)
def on_ints(rules: Rules) -> OnInts:
    """The functions of a game, cached for later calls.

    >>> on_ints(Rules(3, 3, 3)).step(0b011, 0b110_000, 0b100)
    (48, 7, 456, 1)
    """
    return OnInts(rules)
