"""The loops of `kernel`, compiled: each at its first call."""

from __future__ import annotations

from functools import cache
from typing import Any

from noughts.evaluate import kernel
from noughts.kernels.compiler import build


@cache
def loops() -> Any:
    """The loops, as the attributes of one object."""
    return build(
        "evaluating",
        *(kernel.fill, kernel.admit, kernel.respond, kernel.solve),
        *(kernel.pass_on, kernel.judge, kernel.best_cells),
    )
