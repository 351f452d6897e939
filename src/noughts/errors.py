"""What can go wrong, as a tree.

    NoughtsError                 everything the library raises on purpose; a ValueError
    ├── RulesError               an invalid board, such as `3,3,4`, or one of the wrong kind
    ├── CellError                a cell that is not on the board
    ├── PositionError            bitboards that are not a position
    ├── NotationError            text that cannot be read as what was asked for
    ├── IllegalMoveError         a move that the rules do not allow here
    │   └── GameOverError        any move, once the game is over
    ├── HistoryError             nothing to undo, redo or pop
    ├── CodeError                a code that stands for nothing, or a value that a codec cannot hold
    ├── PlayerError              a player that does not exist, or cannot play this board
    ├── PuzzleError              a position that is not a puzzle, or a board that has none
    ├── TooLargeError            a board that is too large for this method
    ├── LimitsError              a limit of a search that is not a number from 0
    ├── TableFileError           a file that does not hold the board's table, or is damaged
    ├── SearchFileError          a file that does not hold a search of the position, or is damaged
    ├── ProofError               a proof of something untrue, or one that proves nothing
    ├── StoreError               a file that is not a store of codes, or is damaged
    ├── ServerError              a port that the server cannot listen on
    ├── EmitError                a module that a language cannot express
    ├── DatasetError             a file for a dataset whose name does not say what to write
    ├── ArrayError               an array of the wrong shape or dtype
    ├── AgentError               a file that does not hold an agent, or one of another board
    ├── ClusterError             a cluster that does not answer, or loses all workers
    ├── EnvError                 an environment asked for what it does not have, or too early
    └── MissingExtraError        a part that needs an extra that is not installed

Each message names what was given, where, and what is allowed.
"""


class NoughtsError(ValueError):
    """Anything that the library refuses: the base of its errors."""


class RulesError(NoughtsError):
    """An invalid board, or one of the wrong kind."""


class CellError(NoughtsError):
    """A cell that is not on the board."""


class PositionError(NoughtsError):
    """Two bitboards that are not a position."""


class NotationError(NoughtsError):
    """Text that cannot be read as what was asked for."""


class IllegalMoveError(NoughtsError):
    """A move that the rules do not allow in this position."""


class GameOverError(IllegalMoveError):
    """A move, or a request for one, after the end of the game."""


class HistoryError(NoughtsError):
    """An undo, redo or pop of nothing, or moves that are not the history of a game."""


class CodeError(NoughtsError):
    """A code that stands for nothing, or a value that a codec cannot hold."""


class PlayerError(NoughtsError):
    """A player that does not exist, or that cannot play this board."""


class PuzzleError(NoughtsError):
    """A position that is not a puzzle, a board without puzzles, or an invalid level or date."""


class TooLargeError(NoughtsError):
    """A board that is too large for the method."""


class LimitsError(NoughtsError):
    """A limit of a search that is not a number of seconds, nodes or MiB."""


class TableFileError(NoughtsError):
    """A file that does not hold the board's table, or is damaged."""


class SearchFileError(NoughtsError):
    """A file that does not hold a search of the position, or is damaged."""


class ProofError(NoughtsError):
    """A proof of something untrue, or one that proves nothing."""


class StoreError(NoughtsError):
    """A file that is not a store of codes, or whose bytes have changed since they were written."""


class ServerError(NoughtsError):
    """A port that the server cannot listen on."""


class EmitError(NoughtsError):
    """A module that a language cannot express."""


class DatasetError(NoughtsError):
    """A file for a dataset whose name does not say what to write."""


class ArrayError(NoughtsError):
    """An array of the wrong shape or dtype."""


class AgentError(NoughtsError):
    """A file that does not hold an agent, is damaged, or is of another board."""


class ClusterError(NoughtsError):
    """A cluster that does not exist, does not answer, or loses worker after worker."""


class EnvError(NoughtsError):
    """A setting that an environment does not have, or a step before its first reset."""


class MissingExtraError(NoughtsError):
    """A part of the library that needs an extra that is not installed."""
