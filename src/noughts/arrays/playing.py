"""A move in many positions at once, as `core.play` makes it."""

from __future__ import annotations

from functools import cache
from typing import Any

from noughts.core import play
from noughts.core.rules import Rules
from noughts.kernels.recorded import Loop, recorded


@cache
def play_stones(rules: Rules) -> Loop:
    """The loop `play_stones(x, o, *stones, x_out, o_out)`, with the stones of each hand.

    A stone of 0 in every hand leaves its board as it is. The loop returns 0 if all are legal.
    """
    hands = [f"hand{hand}" for hand in range(len(rules.answers.marks.hands))]

    def played(x: Any, o: Any, **stones: Any) -> Any:
        return play.played(x, o, tuple(stones.values()), rules)

    reaches = dict.fromkeys(("x", "o", *hands), rules.board)
    return recorded("play_stones", played, checks=True, **reaches)
