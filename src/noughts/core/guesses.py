"""Names that people bring from elsewhere, and where they find here what they look for.

Who asks for one, of a class, of one of its objects or of `noughts` itself, is told the way:

    position.push ──> Guess ──> led, which looks into WAYS
"""

from __future__ import annotations

from typing import NoReturn

_RANDOM = "from a start, play random.choice(position.legal_moves) until position.is_over"
_EVERY_GAME = "noughts.solver.perft counts them; position.legal_moves leads from move to move"
_EVERY_POSITION = "noughts.table(rules) holds all that play can reach; iterate over it"
_ENDED = "outcome says how the game ended, winner who won, and is_over whether it has ended"
_DRAWN = "a draw has an outcome, but no winner"
_SHOWN = "diagram() writes the board in lines, to be printed"
_WRITTEN = "str writes one as text, and parse reads it"
_OF_ITS_POSITION = (
    *("best_moves", "canonical", "images", "is_dead", "legal", "o", "ply", "remoteness", "sides"),
    *("transform", "unreachable", "value", "x"),
)

BOTH = {
    "board": _SHOWN,
    "fen": _WRITTEN,
    "from_string": _WRITTEN,
    "is_draw": _DRAWN,
    "is_game_over": "is_over says it",
    "load": _WRITTEN,
    "random": _RANDOM,
    "result": _ENDED,
    "save": _WRITTEN,
    "show": _SHOWN,
    "to_move": "turn is the mark that moves next",
}
WAYS = {
    "Position": BOTH
    | {
        "all": _EVERY_POSITION,
        "best_move": "best_moves() gives all moves that keep the value",
        "children": "play gives the position after a move, and legal_moves the moves",
        "copy": "a Position does not change, so it needs no copy",
        "empty": "legal_moves are the cells that may be played",
        "pop": "a Game takes moves back: noughts.Game(position)",
        "push": "play gives the position after a move; a Game has push: noughts.Game(position)",
        "symmetries": "images() are its images, noughts.symmetries(rules) the board's symmetries",
    },
    "Game": BOTH
    | dict.fromkeys(_OF_ITS_POSITION, "game.position has it")
    | {
        "all": _EVERY_GAME,
        "best_move": "game.position.best_moves() gives all moves that keep the value",
        "copy": "copy.deepcopy(game) is a copy; a Position does not change and needs none",
        "from_moves": "Game(moves=...) takes them",
        "history": "moves are those played",
        "move": "push plays a move",
        "play": "push plays a move",
    },
    "noughts": {
        "Board": "Position is a board, and Game a game with its history",
        "all_games": _EVERY_GAME,
        "all_positions": _EVERY_POSITION,
        "best_move": "Position.best_moves gives all moves that keep the value",
        "load": _WRITTEN,
        "match": "versus gives exact results, and tournament plays games",
        "minimax": "solve says what a position is worth; Player.parse('minimax') plays",
        "new_game": "Game() is a new game",
        "play": "Game().push plays a move; the command `noughts play` is a game in the terminal",
        "random_position": _RANDOM,
        "save": _WRITTEN,
    },
}


def led(kind: str, name: str, asked: object) -> AttributeError:
    """The error for a name that `asked`, of some kind, does not have, with the way if it is known.

    >>> print(led("Position", "best_move", None))
    'Position' has no attribute 'best_move': best_moves() gives all moves that keep the value
    """
    way = WAYS[kind].get(name, "")
    return AttributeError(
        f"{'module ' * (kind == 'noughts')}{kind!r} has no attribute {name!r}{way and f': {way}'}",
        name=name,
        obj=asked,
    )


class Guess:
    """A name that a class does not have; `hasattr` says so, too.

    A `__getattr__` would do the same for all names at once, and make every attribute slower.
    """

    def __init__(self, kind: str, name: str) -> None:
        self._kind, self._name = kind, name

    def __get__(self, asked: object, kind: type) -> NoReturn:
        raise led(self._kind, self._name, kind if asked is None else asked)


class Leads:
    """The base of a class that leads from the names of `WAYS`. Completion does not offer them."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        for name in WAYS.get(cls.__name__, ()):
            setattr(cls, name, Guess(cls.__name__, name))

    def __dir__(self) -> list[str]:
        found = {name: each for kind in type(self).__mro__ for name, each in vars(kind).items()}
        return [name for name in super().__dir__() if not isinstance(found.get(name), Guess)]
