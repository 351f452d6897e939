"""What can go wrong, as a tree.

    NoughtsError                 every error that the library raises on purpose; a ValueError
    ├── RulesError               an invalid board, such as `3,3,4`, or a board of the wrong kind
    ├── CellError                a cell that is not on the board
    ├── PositionError            bitboards that are not a position
    ├── NotationError            text that cannot be parsed as the requested kind of value
    ├── IllegalMoveError         a move that the rules do not allow here
    │   └── GameOverError        any move, once the game is over
    ├── HistoryError             nothing to undo, redo or pop
    ├── CodeError                a code that no value has, or a value that a codec cannot encode
    ├── PlayerError              a player that does not exist, or that fails in a game
    ├── PuzzleError              a position that is not a puzzle, or a board without puzzles
    ├── TooLargeError            a board that is too large for the function called
    ├── LimitsError              an invalid limit of a search, such as a negative number
    ├── TableFileError           a file that does not hold the board's table, or is damaged
    ├── SearchFileError          a file that does not hold a search of the position, or is damaged
    ├── ProofError               a claim that cannot be proved, or a certificate that is not valid
    ├── StoreError               a file that is not a store of codes, or is damaged
    ├── ServerError              a port that the server cannot listen on
    ├── EmitError                a module that a language cannot express
    ├── DatasetError             a dataset's file name that does not indicate the format to write
    ├── ArrayError               an array of the wrong shape or dtype
    ├── AgentError               a file that does not hold an agent of the board, or is damaged
    ├── ClusterError             a cluster that does not answer, or loses all workers
    ├── EnvError                 an invalid setting of an environment, or a step before its reset
    └── MissingExtraError        a part that needs an extra that is not installed

Each message names what was given, where, and what is allowed.
"""


class NoughtsError(ValueError):
    """The base class of all errors that the library raises on purpose."""


class RulesError(NoughtsError):
    """An invalid board, or a board of the wrong kind."""


class CellError(NoughtsError):
    """A cell that is not on the board."""


class PositionError(NoughtsError):
    """Two bitboards that are not a position."""


class NotationError(NoughtsError):
    """Text that cannot be parsed as the requested kind of value."""


class IllegalMoveError(NoughtsError):
    """A move that the rules do not allow in this position."""


class GameOverError(IllegalMoveError):
    """A move, or a request for a move, after the end of the game."""


class HistoryError(NoughtsError):
    """No move to undo, redo, pop or review, or moves that are not the history of a game."""


class CodeError(NoughtsError):
    """A code that no value has, or a value that a codec cannot encode."""


class PlayerError(NoughtsError):
    """A player that does not exist, has invalid settings, fails, or cannot play the given board."""


class PuzzleError(NoughtsError):
    """A position that is not a puzzle, too few puzzles on a board, or an invalid level or date."""


class TooLargeError(NoughtsError):
    """A board that is too large for the function called."""


class LimitsError(NoughtsError):
    """A limit of a search that is not a valid number of seconds, nodes, MiB or threads."""


class TableFileError(NoughtsError):
    """A file that does not hold the board's table, or is damaged."""


class SearchFileError(NoughtsError):
    """A file that does not hold a search of the position, or is damaged."""


class ProofError(NoughtsError):
    """A claim that cannot be proved, or a certificate that is not valid."""


class StoreError(NoughtsError):
    """A store or Parquet file of codes that is invalid, damaged, incomplete or not writable."""


class ServerError(NoughtsError):
    """An address, port, site or database that cannot be used, or a failed request to a server."""


class EmitError(NoughtsError):
    """A module that a language cannot express."""


class DatasetError(NoughtsError):
    """A dataset's file name that does not indicate the format to write."""


class ArrayError(NoughtsError):
    """An array of the wrong shape or dtype."""


class AgentError(NoughtsError):
    """A file that does not hold an agent, is damaged, or holds an agent for another board."""


class ClusterError(NoughtsError):
    """A cluster that does not exist, does not answer, or keeps losing its workers."""


class EnvError(NoughtsError):
    """An invalid setting of an environment, or a step before its first reset."""


class MissingExtraError(NoughtsError):
    """A part of the library that needs an extra that is not installed."""
