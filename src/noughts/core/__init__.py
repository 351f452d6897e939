"""Boards, positions, games and the rules as bit expressions. Needs only the standard library."""

from typing import TYPE_CHECKING

from noughts.system.lazy import exports

if TYPE_CHECKING:
    from noughts.core import bits as bits
    from noughts.core.clock import Clock as Clock
    from noughts.core.clock import TimeLimits as TimeLimits
    from noughts.core.game import Game as Game
    from noughts.core.marks import EMPTY as EMPTY
    from noughts.core.marks import Mark as Mark
    from noughts.core.marks import O as O
    from noughts.core.marks import X as X
    from noughts.core.match import Match as Match
    from noughts.core.position import Outcome as Outcome
    from noughts.core.position import Position as Position
    from noughts.core.rules import TICTACTOE as TICTACTOE
    from noughts.core.rules import Rules as Rules
    from noughts.core.symmetry import Symmetry as Symmetry
    from noughts.core.symmetry import symmetries as symmetries
else:
    __all__, __getattr__, __dir__ = exports(
        __name__,
        {
            "noughts.core": "bits",
            "noughts.core.clock": "Clock TimeLimits",
            "noughts.core.game": "Game",
            "noughts.core.marks": "EMPTY Mark O X",
            "noughts.core.match": "Match",
            "noughts.core.position": "Outcome Position",
            "noughts.core.rules": "TICTACTOE Rules",
            "noughts.core.symmetry": "Symmetry symmetries",
        },
    )
