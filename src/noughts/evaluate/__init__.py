"""Exact evaluation of policies: exploitability, results, blunders. Nothing is sampled.

A policy is a player, or a function from arrays of observations and masks to probabilities. This
package needs the extra `[fast]`, which brings NumPy and Numba.
"""

from noughts.system.extras import require

require("fast", "exact evaluations of policies")

# Only now is it certain that these can be imported:
from noughts.evaluate.games import Blunders, agreement, blunders, versus  # noqa: E402
from noughts.evaluate.policies import AnyPolicy, PolicyPlayer, as_policy  # noqa: E402
from noughts.evaluate.responses import (  # noqa: E402
    BestResponse,
    best_response,
    exploitability,
    nash_conv,
)

__all__ = [
    "AnyPolicy",
    "BestResponse",
    "Blunders",
    "PolicyPlayer",
    "agreement",
    "as_policy",
    "best_response",
    "blunders",
    "exploitability",
    "nash_conv",
    "versus",
]


def __dir__() -> list[str]:
    return __all__
