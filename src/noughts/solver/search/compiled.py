"""The engine's functions compiled, once for all boards."""

from __future__ import annotations

from functools import cache
from typing import Any

from noughts.kernels.compiler import build
from noughts.solver.search.engine.depth_first import wins
from noughts.solver.search.engine.misere import suffers
from noughts.solver.search.engine.proof_numbers import proves
from noughts.solver.search.engine.refutation import pairs, splits, survey
from noughts.system.extras import require

ENTRIES = (wins, proves, suffers, survey, pairs, splits)


@cache
def engine() -> Any:
    """The functions of `ENTRIES`, and the `Node` that they take. Each is compiled when called.

    Raises `MissingExtraError` if Numba is not installed.
    """
    require("fast", "searches of boards too large for a table")
    return build("search", *ENTRIES)
