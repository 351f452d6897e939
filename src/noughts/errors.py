"""What can go wrong, as a tree.

    NoughtsError                 everything the library raises on purpose; a ValueError
    ├── RulesError               a board that cannot be: `3,3,4`
    ├── CellError                a cell that is not on the board
    ├── PositionError            bitboards that are no position
    ├── NotationError            text that does not read as what was asked for
    ├── IllegalMoveError         a move that the rules do not allow here
    │   └── GameOverError        any move, once the game is over
    ├── HistoryError             nothing to undo, redo or pop
    ├── CodeError                a code that stands for nothing, or a value that a codec cannot hold
    ├── PlayerError              a player that cannot be, or cannot play this board
    ├── TooLargeError            a board beyond what this method can solve
    ├── TableFileError           a file that holds no table of the board, or a damaged one
    ├── ProofError               a proof of what is not so, or one that proves nothing
    ├── StoreError               a file that is no store of codes, or is damaged
    ├── ServerError              a port that cannot be listened at
    ├── EmitError                a module that cannot be written in a language
    ├── ArrayError               an array of another shape or dtype than is needed
    └── MissingExtraError        a part that needs an extra which is not installed

Each message names what was given, where, and what would be right.
"""


class NoughtsError(ValueError):
    """Whatever the library refuses."""


class RulesError(NoughtsError):
    """A board that cannot be."""


class CellError(NoughtsError):
    """A cell that is not on the board."""


class PositionError(NoughtsError):
    """Two bitboards that are no position."""


class NotationError(NoughtsError):
    """Text that does not read as what was asked for."""


class IllegalMoveError(NoughtsError):
    """A move that the rules do not allow in this position."""


class GameOverError(IllegalMoveError):
    """A move, or the question for one, after the end of the game."""


class HistoryError(NoughtsError):
    """An undo, redo or pop with nothing there, or moves that are no history of a game."""


class CodeError(NoughtsError):
    """A code that stands for nothing, or a value that a codec cannot hold."""


class PlayerError(NoughtsError):
    """A player that cannot be, or that cannot play this board."""


class TooLargeError(NoughtsError):
    """A board beyond what the method asked for can solve."""


class TableFileError(NoughtsError):
    """A file that holds no table of the board asked for, or a damaged one."""


class ProofError(NoughtsError):
    """A proof of what is not so, or one that proves nothing."""


class StoreError(NoughtsError):
    """A file that is no store of codes, or whose bytes are not those that were written."""


class ServerError(NoughtsError):
    """A port that cannot be listened at."""


class EmitError(NoughtsError):
    """A module that cannot be written in a language."""


class ArrayError(NoughtsError):
    """An array of another shape or dtype than is needed."""


class MissingExtraError(NoughtsError):
    """A part of the library was asked for whose extra is not installed."""
