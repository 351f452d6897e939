"""Tic-tac-toe made of bits.

>>> from noughts import Game
>>> game = Game.parse("b2 a1 c1")
>>> print(game.position)
O.X/.X./...
"""

from noughts.core.game import Game
from noughts.core.position import Outcome, Position
from noughts.core.rules import EMPTY, TICTACTOE, O, Rules, X
from noughts.core.symmetry import Symmetry, symmetries
from noughts.errors import (
    ArrayError,
    CellError,
    CodeError,
    EmitError,
    GameOverError,
    HistoryError,
    IllegalMoveError,
    MissingExtraError,
    NotationError,
    NoughtsError,
    PlayerError,
    PositionError,
    ProofError,
    RulesError,
    TooLargeError,
)

__version__ = "0.1.0"
__all__ = [
    "EMPTY",
    "TICTACTOE",
    "ArrayError",
    "CellError",
    "CodeError",
    "EmitError",
    "Game",
    "GameOverError",
    "HistoryError",
    "IllegalMoveError",
    "MissingExtraError",
    "NotationError",
    "NoughtsError",
    "O",
    "Outcome",
    "PlayerError",
    "Position",
    "PositionError",
    "ProofError",
    "Rules",
    "RulesError",
    "Symmetry",
    "TooLargeError",
    "X",
    "symmetries",
]
