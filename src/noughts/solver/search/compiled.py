"""The engine's functions: compiled once for all boards, and plain for the first search."""

from __future__ import annotations

from functools import cache
from typing import Any

from noughts.kernels.compiler import build, plain
from noughts.solver.search.engine.best_first import proves
from noughts.solver.search.engine.depth_first import wins
from noughts.solver.search.engine.misere import suffers
from noughts.solver.search.engine.surveying import pairs, splits, survey
from noughts.system.extras import require

ENTRIES = (wins, proves, suffers, survey, pairs, splits)


@cache
def engine() -> Any:
    """The functions of `ENTRIES`, and the `Node` that they take. Each is compiled when called.

    Raises `MissingExtraError` if Numba is not installed.
    """
    require("fast", "searches of boards too large for a table")
    return build("search", *ENTRIES)


@cache
def plain_engine() -> Any:
    """The same functions as plain Python: a thousand times slower, and there at once."""
    return plain(*ENTRIES)


def is_first_search() -> bool:
    """Whether this process has searched nothing yet."""
    return not engine.cache_info().currsize and not plain_engine.cache_info().currsize
