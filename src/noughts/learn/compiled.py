"""The loops of `kernel`, compiled: each at its first call."""

from __future__ import annotations

from functools import cache
from typing import Any

from noughts.kernels.compiler import build
from noughts.learn import kernel

# Their calls would count the references of a learner's arrays up and down, which takes half as long
# again as the rest.
FORCED = ("best_value", "after_value", "any_cell", "play", "move_to", "learn_moves", "learn_states")


@cache
def loops() -> Any:
    """The loops, as the attributes of one object."""
    return build(
        "learning", kernel.play_beads, kernel.learn_games, kernel.best_cells, forced=FORCED
    )
