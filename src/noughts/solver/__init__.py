"""What a position is worth, and which moves keep it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["UNLIMITED", "Limits", "Progress", "Solution", "solve"]


def __getattr__(name: str) -> Any:
    # Late, so that whoever wants a table alone does not wait for what he does not use.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("noughts.solver.search"), name)
