"""Tic-tac-toe made of bits.

>>> from noughts import Game, solve, versus
>>> game = Game.parse("b2 a1 c1")
>>> print(game.position)
O.X/.X./...
>>> versus("perfect", "random").first.loss
Fraction(0, 1)
"""

from typing import TYPE_CHECKING

from noughts.system.lazy import exports

__version__ = "1.0.0"

if TYPE_CHECKING:
    from noughts.core.clock import TimeLimits as TimeLimits
    from noughts.core.game import Game as Game
    from noughts.core.marks import EMPTY as EMPTY
    from noughts.core.marks import Mark as Mark
    from noughts.core.marks import O as O
    from noughts.core.marks import X as X
    from noughts.core.position import Outcome as Outcome
    from noughts.core.position import Position as Position
    from noughts.core.registering import register as register
    from noughts.core.rules import TICTACTOE as TICTACTOE
    from noughts.core.rules import Rules as Rules
    from noughts.core.symmetry import Symmetry as Symmetry
    from noughts.core.symmetry import symmetries as symmetries
    from noughts.errors import AgentError as AgentError
    from noughts.errors import ArrayError as ArrayError
    from noughts.errors import CellError as CellError
    from noughts.errors import ClusterError as ClusterError
    from noughts.errors import CodeError as CodeError
    from noughts.errors import DatasetError as DatasetError
    from noughts.errors import EmitError as EmitError
    from noughts.errors import EnvError as EnvError
    from noughts.errors import GameOverError as GameOverError
    from noughts.errors import HistoryError as HistoryError
    from noughts.errors import IllegalMoveError as IllegalMoveError
    from noughts.errors import LimitsError as LimitsError
    from noughts.errors import MissingExtraError as MissingExtraError
    from noughts.errors import NotationError as NotationError
    from noughts.errors import NoughtsError as NoughtsError
    from noughts.errors import PlayerError as PlayerError
    from noughts.errors import PositionError as PositionError
    from noughts.errors import ProofError as ProofError
    from noughts.errors import PuzzleError as PuzzleError
    from noughts.errors import RulesError as RulesError
    from noughts.errors import SearchFileError as SearchFileError
    from noughts.errors import ServerError as ServerError
    from noughts.errors import StoreError as StoreError
    from noughts.errors import TableFileError as TableFileError
    from noughts.errors import TooLargeError as TooLargeError
    from noughts.players.base import Player as Player
    from noughts.players.exact_results import best_response as best_response
    from noughts.players.exact_results import versus as versus
    from noughts.players.tournaments import tournament as tournament
    from noughts.solver.search.api import solve as solve
    from noughts.solver.tables.table import table as table
else:
    __all__, __getattr__, __dir__ = exports(
        __name__,
        {
            "noughts.core.clock": "TimeLimits",
            "noughts.core.game": "Game",
            "noughts.core.marks": "EMPTY Mark O X",
            "noughts.core.registering": "register",
            "noughts.core.position": "Outcome Position",
            "noughts.core.rules": "TICTACTOE Rules",
            "noughts.core.symmetry": "Symmetry symmetries",
            "noughts.errors": (
                "AgentError ArrayError CellError ClusterError CodeError DatasetError EmitError "
                "EnvError GameOverError HistoryError IllegalMoveError LimitsError "
                "MissingExtraError NotationError NoughtsError PlayerError PositionError "
                "ProofError PuzzleError RulesError SearchFileError ServerError StoreError "
                "TableFileError TooLargeError"
            ),
            "noughts.players.base": "Player",
            "noughts.players.exact_results": "best_response versus",
            "noughts.players.tournaments": "tournament",
            "noughts.solver.search.api": "solve",
            "noughts.solver.tables.table": "table",
        },
        guesses="noughts.core.names_from_elsewhere",
    )
