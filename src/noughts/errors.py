"""What can go wrong, as a tree.

    NoughtsError                 everything the library raises on purpose; a ValueError
    ├── RulesError               a board that is not valid, as `3,3,4`, or not of the needed kind
    ├── CellError                a cell that is not on the board
    ├── PositionError            bitboards that are not a position
    ├── NotationError            text that does not read as what was asked for
    ├── IllegalMoveError         a move that the rules do not allow here
    │   └── GameOverError        any move, once the game is over
    ├── HistoryError             nothing to undo, redo or pop
    ├── CodeError                a code without a meaning, or a value that a codec cannot hold
    ├── PlayerError              a player that does not exist, or cannot play this board
    ├── TooLargeError            a board that is too large for this method
    ├── TableFileError           a file without a table of the board, or a damaged one
    ├── ProofError               a proof of something untrue, or one that proves nothing
    ├── StoreError               a file that is not a store of codes, or is damaged
    ├── ServerError              a port on which nothing can listen
    ├── EmitError                a module that a language cannot express
    ├── ArrayError               an array of the wrong shape or dtype
    └── MissingExtraError        a part that needs an extra which is not installed

Each message names what was given, where, and what would be right.
"""


class NoughtsError(ValueError):
    """Anything that the library refuses."""


class RulesError(NoughtsError):
    """A board that is not valid, or not of the kind that is needed."""


class CellError(NoughtsError):
    """A cell that is not on the board."""


class PositionError(NoughtsError):
    """Two bitboards that are not a position."""


class NotationError(NoughtsError):
    """Text that does not read as what was asked for."""


class IllegalMoveError(NoughtsError):
    """A move that the rules do not allow in this position."""


class GameOverError(IllegalMoveError):
    """A move, or a request for one, after the end of the game."""


class HistoryError(NoughtsError):
    """An undo, redo or pop of nothing, or moves that are not the history of a game."""


class CodeError(NoughtsError):
    """A code without a meaning, or a value that a codec cannot hold."""


class PlayerError(NoughtsError):
    """A player that does not exist, or that cannot play this board."""


class TooLargeError(NoughtsError):
    """A board that is too large for the method."""


class TableFileError(NoughtsError):
    """A file without a table of the board, or a damaged one."""


class ProofError(NoughtsError):
    """A proof of something untrue, or one that proves nothing."""


class StoreError(NoughtsError):
    """A file that is not a store of codes, or whose bytes have changed since they were written."""


class ServerError(NoughtsError):
    """A port on which nothing can listen."""


class EmitError(NoughtsError):
    """A module that a language cannot express."""


class ArrayError(NoughtsError):
    """An array of the wrong shape or dtype."""


class MissingExtraError(NoughtsError):
    """A part of the library that needs an extra which is not installed."""
