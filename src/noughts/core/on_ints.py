"""The expressions of a game on ints, written out for its board: see `expressions.scalar`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any

from noughts.core import bits, play
from noughts.core.rules import Rules
from noughts.expressions.scalar import written


class OnInts:
    """Functions of one game, each written when it is first used. `planes` are two parameters."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._stones = ("stone0", "stone1")[: len(rules.answers.marks.hands)]

    def _of(self, expression: Callable[..., Any], *parameters: str) -> Callable[..., Any]:
        return written("on_ints", expression, **dict.fromkeys(parameters, self._rules.board))

    @cached_property
    def step(self) -> Callable[..., tuple[int, int, int, int]]:
        """`play.step`: `(own, other, *stones)` to `(own, other, playable, lined)`."""

        def step(own: Any, other: Any, stone0: Any, stone1: Any = 0) -> Any:
            stones = (stone0, stone1)[: len(self._stones)]
            planes, playable, lined = play.step((own, other), stones, self._rules)
            return *planes, playable, lined

        return self._of(step, "own", "other", *self._stones)

    @cached_property
    def after(self) -> Callable[..., tuple[int, int]]:
        """X's and O's bitboards after a move: `(x, o, stone, hand)` to `(x, o)`."""
        answers = self._rules.answers
        hands, o_moves = range(len(self._stones)), answers.turns.second

        def placed(own: Any, other: Any, stone0: Any, stone1: Any = 0) -> Any:
            return play.step((own, other), (stone0, stone1)[: len(hands)], self._rules).planes

        place = self._of(placed, "own", "other", *self._stones)

        def in_turn(x: int, o: int, stone: int, _: int = 0) -> tuple[int, int]:
            if (x | o).bit_count() & 1:
                return place(o, x, stone)  # as X sees them
            o, x = place(x, o, stone)  # as O sees them
            return x, o

        def owned(x: int, o: int, stone: int, _: int = 0) -> tuple[int, int]:
            count = (x | o).bit_count()
            own, other = place(o, x, stone) if o_moves(count) else place(x, o, stone)
            return (other, own) if o_moves(count + 1) else (own, other)

        def shared(x: int, o: int, stone: int, hand: int = 0) -> tuple[int, int]:
            return place(x, o, *(stone * (each == hand) for each in hands))

        return shared if not answers.owned else in_turn if answers.alternates else owned

    @cached_property
    def playable(self) -> Callable[[int, int], int]:
        """`play.playable` of two planes."""
        return self._of(lambda own, other: play.playable((own, other), self._rules), "own", "other")

    @cached_property
    def moves(self) -> Callable[[int, int], tuple[int, ...]]:
        """`play.playable` and, for each hand, `play.finishing` of two planes."""

        def moves(own: Any, other: Any) -> Any:
            free = play.playable((own, other), self._rules)
            return free, *play.finishing((own, other), free, self._rules)

        return self._of(moves, "own", "other")

    @cached_property
    def legal(self) -> Callable[[int, int], int]:
        """`bits.legal_cells` of X's and O's bitboards."""
        return self._of(lambda x, o: bits.legal_cells(x, o, self._rules), "x", "o")

    @cached_property
    def result(self) -> Callable[[int, int], int]:
        """`play.result` of X's and O's bitboards."""
        return self._of(lambda x, o: play.result(x, o, self._rules), "x", "o")

    @cached_property
    def lines(self) -> Callable[[int], tuple[int, int]]:
        """`bits.first_line` and `bits.line_cells` of some stones."""

        def lines(stones: Any) -> Any:
            return bits.first_line(stones, self._rules), bits.line_cells(stones, self._rules)

        return self._of(lines, "stones")


@lru_cache(maxsize=64)
def on_ints(rules: Rules) -> OnInts:
    """The functions of a game, which are made once.

    >>> on_ints(Rules(3, 3, 3)).step(0b011, 0b110_000, 0b100)
    (48, 7, 456, 1)
    """
    return OnInts(rules)
