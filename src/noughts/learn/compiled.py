"""The loops of `kernel`, compiled: each at its first call."""

from __future__ import annotations

from functools import cache
from typing import Any

from noughts.kernels.compiler import build
from noughts.learn import kernel


@cache
def loops() -> Any:
    """The loops, as the attributes of one object."""
    return build("learning", kernel.play_beads, kernel.learn_games, kernel.best_cells)
