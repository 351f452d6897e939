"""Names that people bring from elsewhere, and where they find here what they look for.

Who asks for one, of a class, of one of its objects or of `noughts` itself, is told the way:

    position.push ──> Guess ──> led, which looks into WAYS
"""

from __future__ import annotations

from typing import NoReturn

_RANDOM = "Position.random() is one; push random.choice(game.legal_moves) until game.is_over"
_EVERY_GAME = "Game.all(rules) leads through them, and noughts.solver.perft counts them"
_EVERY_POSITION = "Position.all(rules) leads through them"
_LEGAL = "legal_moves are the moves that may be played"
_CHOSEN = "choose(position) is its move"
_ENDED = "outcome says how the game ended, winner who won, and is_over whether it has ended"
_DRAWN = "a draw has an outcome, but no winner"
_SHOWN = "diagram() writes the board in lines, to be printed"
_WRITTEN = "str writes one as text, and parse reads it"
_OF_ITS_POSITION = (
    *("best_moves", "canonical", "images", "is_dead", "legal", "o", "ply", "remoteness", "sides"),
    *("transform", "unreachable", "value", "x"),
)

BOTH = {
    "is_draw": _DRAWN,
    **dict.fromkeys(("board", "show"), _SHOWN),
    **dict.fromkeys(("from_fen", "from_string", "load"), _WRITTEN),
    **dict.fromkeys(("fen", "pgn", "save", "to_dict", "to_json"), _WRITTEN),
    **dict.fromkeys(("check_winner", "get_winner", "result"), _ENDED),
    **dict.fromkeys(("game_over", "is_finished", "is_game_over", "is_terminal"), "is_over says it"),
    **dict.fromkeys(("current_player", "player", "to_move"), "turn is the mark that moves next"),
    **dict.fromkeys(("available_moves", "get_legal_moves", "valid_moves"), _LEGAL),
    "is_legal": "`move in legal_moves` says it",
}
WAYS: dict[str, dict[str, str]] = {
    "Position": BOTH
    | {
        "best_move": "best_moves() gives all moves that keep the value",
        **dict.fromkeys(("cells", "grid", "state"), "list(position) has the mark of each cell"),
        **dict.fromkeys(("children", "successors"), "play(move) for move in legal_moves"),
        "copy": "a Position does not change, so it needs no copy",
        **dict.fromkeys(("empty", "empty_cells"), _LEGAL),
        **dict.fromkeys(("evaluate", "score"), "value says who wins, and remoteness how soon"),
        "from_array": "noughts.arrays.Positions(x, o) takes bitboards; parse reads text",
        **dict.fromkeys(("hash", "key"), "hash(position) is its hash, and it may be a key itself"),
        **dict.fromkeys(("flip", "mirror", "rotate"), "transform(noughts.Symmetry.ROTATE_90), say"),
        **dict.fromkeys(("make_move", "move"), "play gives the position after a move"),
        "pop": "a Game takes moves back: noughts.Game(position)",
        "push": "play gives the position after a move; a Game has push: noughts.Game(position)",
        "to_numpy": "noughts.arrays.Positions.of([position]).planes()[0] is it as an array",
        "symmetries": "images() are its images, noughts.symmetries(rules) the board's symmetries",
    },
    "Game": BOTH
    | dict.fromkeys(_OF_ITS_POSITION, "game.position has it")
    | {
        "best_move": "game.position.best_moves() gives all moves that keep the value",
        "copy": "copy.deepcopy(game) is a copy; a Position does not change and needs none",
        "from_moves": "Game(moves=...) takes them",
        **dict.fromkeys(("history", "move_stack", "peek"), "moves are those played"),
        **dict.fromkeys(("make_move", "move", "play", "push_san"), "push plays a move"),
        "positions": "game.position is the last one; Game(moves=game.moves[:2]) is as it was then",
        "random": _RANDOM,
        "reset": "Game() is a new game",
    },
    "Rules": {
        **dict.fromkeys(("height", "shape", "size", "width"), "rows and cols are the sides"),
        **dict.fromkeys(("empty", "initial_state", "start"), "Position(rules=...) is its start"),
        **dict.fromkeys(("n", "win_length"), "k stones in a row make a line"),
    },
    "Player": dict.fromkeys(("act", "best_move", "get_move", "move", "play", "predict"), _CHOSEN),
    "noughts": {
        **dict.fromkeys(("Board", "TicTacToe"), "Position is a board, Game one with its history"),
        **dict.fromkeys(("Agent", "Engine", "RandomPlayer"), "Player.parse('random') is a player"),
        **dict.fromkeys(("Env", "make"), "gymnasium.make and noughts.envs make environments"),
        "all_games": _EVERY_GAME,
        "all_positions": _EVERY_POSITION,
        "best_move": "Position.best_moves gives all moves that keep the value",
        "load": _WRITTEN,
        "match": "versus gives exact results, and tournament plays games",
        "minimax": "solve says what a position is worth; Player.parse('minimax') plays",
        "new_game": "Game() is a new game",
        "play": "Game().push plays a move; the command `noughts play` is a game in the terminal",
        **dict.fromkeys(("random_game", "random_position"), _RANDOM),
        "legal_moves": "a Position has value, remoteness, legal_moves",
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
        for name in WAYS.get(cls.__name__, {}).keys() - vars(cls).keys():
            setattr(cls, name, Guess(cls.__name__, name))

    def __dir__(self) -> list[str]:
        found = {name: each for kind in type(self).__mro__ for name, each in vars(kind).items()}
        return [name for name in super().__dir__() if not isinstance(found.get(name), Guess)]
