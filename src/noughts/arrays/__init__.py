"""Arrays of positions, games and words. Needs the extra `[fast]`, which brings NumPy and Numba."""

from noughts.system.extras import require

require("fast", "arrays of positions")

# Only now is it certain that these can be imported:
from noughts.arrays.choosing.choosers import BatchPolicy, choose  # noqa: E402
from noughts.arrays.coding.api import decode, encode  # noqa: E402
from noughts.arrays.games import Games  # noqa: E402
from noughts.arrays.memory import NO_MOVE  # noqa: E402
from noughts.arrays.positions import Positions  # noqa: E402
from noughts.arrays.random_games.api import Played, Tally, playout_moves, playouts  # noqa: E402
from noughts.arrays.stepping.vector import Sides, Step, VectorGame  # noqa: E402
from noughts.arrays.words import Words  # noqa: E402

__all__ = [
    "NO_MOVE",
    "BatchPolicy",
    "Games",
    "Played",
    "Positions",
    "Sides",
    "Step",
    "Tally",
    "VectorGame",
    "Words",
    "choose",
    "decode",
    "encode",
    "playout_moves",
    "playouts",
]


def __dir__() -> list[str]:
    return __all__
