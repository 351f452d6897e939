"""Names that people know from other libraries, and what this library offers instead.

If you ask a class, an object or the package `noughts` for a name from another library, the error
says what to use instead:

    position.push ──> Guess ──> led, which looks into WAYS
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Callable
from functools import wraps
from importlib.util import find_spec
from typing import Any, NoReturn, ParamSpec, TypeVar, cast

T = TypeVar("T")
P = ParamSpec("P")

_RANDOM = "Position.random() is one; push random.choice(game.legal_moves) until game.is_over"
_EVERY_GAME = "Game.all(rules) leads through them, and noughts.solver.perft counts them"
_EVERY_POSITION = "Position.all(rules) leads through them"
_LEGAL = "legal_moves are the moves that may be played"
_CHOSEN = "choose(position) is its move"
_ENDED = "outcome says how the game ended, winner who won, and is_over whether it has ended"
_OVER = "is_over says it"
_DRAWN = "a draw has an outcome, but no winner"
_SHOWN = "diagram() writes the board in lines, to be printed"
_WRITTEN = "str writes one as text, and parse reads it"
_SOLVED = "value says who wins, remoteness how soon, and noughts.solve works on larger boards"
_ALIKE = "position.canonical() == other.canonical() says it"
_BEST = "best_moves() gives all moves that keep the value"
_CODED = "noughts.codecs.codec('base3').encode(position) is a number, and str a text"
_LAST = "a Position has no history; Game.moves[-1] is the last move"
_PLAYED = "play gives the position after a move"
_TAKEN_BACK = "a Position has no history; a Game takes moves back: noughts.Game(position)"
_TURNS = {"flip": "FLIP", "mirror": "MIRROR", "rotate": "ROTATE_90"}
_BY_SIDE = "first and second have win, draw and loss, of who moves first and second"
_SOLVE = "solve says what a position is worth; Player.parse('minimax') plays"
_FRAME = "to_pandas, to_polars and to_arrow make a frame of it"
_STORED = "create(path, codec) makes a file: its writer has write_codes and write"
_SHARES = "win, draw and loss are shares of the games, and score counts a draw half"
_AS_ARRAYS = "x and o are its arrays, planes() has a plane for each player"
OF_BOARDS = (
    "of boards [n, cells]: Positions((boards == 1) @ bits, (boards == 2) @ bits) "
    "with bits = 1 << np.arange(cells)"
)
_OF_ITS_POSITION = (
    *("best_moves", "canonical", "images", "is_dead", "legal", "o", "ply", "remoteness", "sides"),
    *("transform", "unreachable", "value", "x"),
)

BOTH = {
    "is_draw": _DRAWN,
    **dict.fromkeys(("board", "display", "pretty", "print", "render", "show"), _SHOWN),
    **dict.fromkeys(("plot", "to_svg"), "svg() is a picture, and a notebook draws it"),
    **dict.fromkeys(("from_fen", "from_string", "from_text", "load"), _WRITTEN),
    **dict.fromkeys(("fen", "pgn", "save", "text", "to_dict", "to_json"), _WRITTEN),
    **dict.fromkeys(("record", "to_string", "to_text"), _WRITTEN),
    **dict.fromkeys(("check_winner", "get_winner", "has_won", "is_win", "is_won"), _ENDED),
    **dict.fromkeys(("result", "status", "wins"), _ENDED),
    **dict.fromkeys(
        ("winning_cells", "winning_line"), "outcome.lines has a bit for each cell of a line"
    ),
    **dict.fromkeys(("finished", "game_over", "is_finished", "is_game_over"), _OVER),
    **dict.fromkeys(("is_terminal", "over"), _OVER),
    **dict.fromkeys(
        ("current_player", "player", "to_move", "to_play"), "turn is the mark that moves next"
    ),
    **dict.fromkeys(("next_player", "side_to_move"), "turn is the mark that moves next"),
    **dict.fromkeys(("actions", "available_moves", "get_legal_moves", "possible_moves"), _LEGAL),
    "valid_moves": _LEGAL,
    "is_legal": "`move in legal_moves` says it",
}
WAYS: dict[str, dict[str, str]] = {
    "Position": BOTH
    | {
        **dict.fromkeys(("best_move", "bestmove", "hint"), _BEST),
        **dict.fromkeys(("bits", "x_bits", "o_bits"), "x and o are the bits of the two players"),
        **dict.fromkeys(("code", "encode", "id", "to_int"), _CODED),
        **dict.fromkeys(("cells", "grid", "state"), "list(position) has the mark of each cell"),
        **dict.fromkeys(("children", "successors"), "play(move) for move in legal_moves"),
        "copy": "a Position does not change, so it needs no copy",
        **dict.fromkeys(("empties", "empty", "empty_cells", "free"), _LEGAL),
        **dict.fromkeys(("evaluate", "score", "solve"), _SOLVED),
        **dict.fromkeys(("history", "last_move", "parent"), _LAST),
        "from_array": "noughts.arrays.Positions(x, o) takes bitboards; parse reads text",
        **dict.fromkeys(("hash", "key"), "hash(position) is its hash, and it may be a key itself"),
        **dict.fromkeys(("is_equivalent", "is_symmetric_to", "same_as"), _ALIKE),
        **{way: f"transform(noughts.Symmetry.{name})" for way, name in _TURNS.items()},
        **dict.fromkeys(("apply", "make_move", "move", "place", "put", "step"), _PLAYED),
        **dict.fromkeys(("pop", "take_back", "takeback", "undo"), _TAKEN_BACK),
        "push": "play gives the position after a move; a Game has push: noughts.Game(position)",
        "to_numpy": "noughts.arrays.Positions.of([position]).planes()[0] is it as an array",
        "symmetries": "images() are its images, noughts.symmetries(rules) the board's symmetries",
    },
    "Game": BOTH
    | dict.fromkeys(_OF_ITS_POSITION, "game.position has it")
    | {
        **dict.fromkeys(("best_move", "bestmove", "hint"), f"game.position.{_BEST}"),
        **dict.fromkeys(("evaluate", "score", "solve"), f"game.position.{_SOLVED}"),
        "copy": "copy.deepcopy(game) is a copy; a Position does not change and needs none",
        "from_moves": "Game(moves=...) takes them",
        **dict.fromkeys(("history", "last_move", "move_stack", "peek"), "moves are those played"),
        "length": "len(game) is the number of moves",
        **dict.fromkeys(("make_move", "move", "place", "play", "put"), "push plays a move"),
        **dict.fromkeys(("push_san", "step"), "push plays a move"),
        **dict.fromkeys(("take_back", "takeback"), "pop and undo take the last move back"),
        "positions": "game.position is the last one; Game(moves=game.moves[:2]) is as it was then",
        "random": _RANDOM,
        "reset": "Game() is a new game",
    },
    "Rules": {
        **dict.fromkeys(("height", "shape", "size", "width"), "rows and cols are the sides"),
        **dict.fromkeys(("empty", "initial_state", "start"), "Position(rules=...) is its start"),
        **dict.fromkeys(("n", "win_length"), "k stones in a row make a line"),
        **dict.fromkeys(("name", "text"), "str(rules) is its text, and about says it in words"),
        **dict.fromkeys(("game", "play", "position"), "Game(rules) and Position(rules=rules)"),
        **dict.fromkeys(("solve", "value"), "noughts.solve(rules) says what it is worth"),
    },
    "Player": {
        **dict.fromkeys(("act", "best_move", "bestmove", "get_move", "move"), _CHOSEN),
        **dict.fromkeys(("play", "predict"), _CHOSEN),
        "policy": "probabilities(position) has the chance of each move",
        "seed": "a seed is given where the player is made: Player.parse('random', seed=7)",
    },
    "Positions": {
        **dict.fromkeys(("from_list", "from_positions", "from_text"), "Positions.of takes them"),
        **dict.fromkeys(("from_array", "from_boards", "from_numpy"), OF_BOARDS),
        "parse": "Positions.of(map(Position.parse, texts))",
        "random": "noughts.arrays.playout_moves plays random games, and Games has their positions",
        **dict.fromkeys(("numpy", "shape", "to_numpy"), _AS_ARRAYS),
        **dict.fromkeys(("outcome", "winner", "is_over"), "outcomes() says how each one stands"),
        **dict.fromkeys(("turn", "value", "ply"), "turns(), values() and plies() have one each"),
        **dict.fromkeys(("evaluate", "solve"), "values() and remoteness() say it of each one"),
        "legal_moves": "legal() has them as bits, action_mask() as booleans",
        **dict.fromkeys(("codes", "encode"), "noughts.arrays.encode writes them as codes"),
    },
    "Dataset": {
        **dict.fromkeys(("columns", "names"), "list(dataset) has the names of its columns"),
        **dict.fromkeys(("head", "iloc", "loc", "sample", "filter"), _FRAME),
        **dict.fromkeys(("df", "frame", "table", "to_csv"), _FRAME),
        **dict.fromkeys(("num_rows", "shape", "size"), "rows says how many, len(dataset) columns"),
    },
    "Solution": {
        "best_move": "best_moves are all cells that keep the value",
        **dict.fromkeys(("move", "pv"), "line is best play, and best_moves what may be played"),
        **dict.fromkeys(("result", "score", "winner"), "value is 1, 0 or -1 for who moves"),
    },
    "Versus": {
        **dict.fromkeys(("draw", "draws", "loss", "losses", "win", "wins", "win_rate"), _BY_SIDE),
        "elo": "score is the share of points; noughts.tournament reckons Elo",
    },
    "Result": dict.fromkeys(("draws", "losses", "win_rate", "wins"), _SHARES),
    "noughts": {
        **dict.fromkeys(("Board", "TicTacToe"), "Position is a board, Game one with its history"),
        **dict.fromkeys(("Agent", "Engine", "RandomPlayer"), "Player.parse('random') is a player"),
        **dict.fromkeys(
            ("Env", "make"), "gymnasium.make('noughts.envs:noughts/TicTacToe-v0') is an environment"
        ),
        **dict.fromkeys(("Positions", "Games"), "import it from noughts.arrays"),
        **dict.fromkeys(("Minimax", "Random", "Perfect"), "import it from noughts.players"),
        **dict.fromkeys(("Menace", "Tabular", "train"), "noughts.learn has the agents"),
        **dict.fromkeys(("Solver", "minimax", "value"), _SOLVE),
        **dict.fromkeys(("Table", "count", "perft", "values"), "import it from noughts.solver"),
        **dict.fromkeys(("decode", "encode"), _CODED),
        **dict.fromkeys(("CONNECT_FOUR", "connect_four"), "Rules.parse('6,7,4,gravity')"),
        **dict.fromkeys(("GOMOKU", "gomoku"), "Rules.parse('15,15,5')"),
        "daily": "import it from noughts.puzzles",
        "dataset": "import it from noughts.datasets",
        "version": "__version__ says it",
        "all_games": _EVERY_GAME,
        "all_positions": _EVERY_POSITION,
        **dict.fromkeys(("best_move", "bestmove", "hint"), f"Position.{_BEST}"),
        "load": _WRITTEN,
        "match": "versus gives exact results, and tournament plays games",
        "new_game": "Game() is a new game",
        "play": "Game().push plays a move; the command `noughts play` is a game in the terminal",
        **dict.fromkeys(("random_game", "random_position"), _RANDOM),
        "legal_moves": "a Position has value, remoteness, legal_moves",
        "save": _WRITTEN,
        **dict.fromkeys(("pack", "unpack"), f"noughts.store.{_STORED}"),
    },
    "store": {
        **dict.fromkeys(("dump", "pack", "save", "write"), _STORED),
        **dict.fromkeys(("load", "open", "unpack"), f"read(path) is a store, and {_STORED}"),
    },
}


def led(kind: str, name: str, asked: object) -> AttributeError:
    """The error for a name that `asked` lacks; if possible, it says what to use instead.

    >>> print(led("Position", "best_move", None))
    'Position' has no attribute 'best_move': best_moves() gives all moves that keep the value
    """
    way = WAYS[kind.rpartition(".")[2]].get(name, "")
    if not way and kind == "noughts" and name.isidentifier() and find_spec(f"{kind}.{name}"):
        way = f"write `import {kind}.{name}` first"
    what = "module " * kind.startswith("noughts") + repr(kind)
    said = f"{what} has no attribute {name!r}{way and f': {way}'}"
    return AttributeError(said, name=name, obj=asked)


def naming(function: Callable[P, T]) -> Callable[P, T]:
    """Decorate a method so that the error for an unknown keyword lists the method's keywords."""
    code = cast(Any, function).__code__
    taken = code.co_varnames[1 : code.co_argcount]

    @wraps(function)
    def told(*given: P.args, **named: P.kwargs) -> T:
        for name in named:
            if name not in taken:
                raise TypeError(
                    f"{function.__qualname__}() got an unexpected keyword argument {name!r}; "
                    f"it takes {', '.join(f'{each}=' for each in taken)}"
                )
        return function(*given, **named)

    return told


class Guess:
    """A descriptor for a name that a class lacks. It raises `AttributeError`.

    One `__getattr__` in the class could handle all such names, but would slow down every access to
    an attribute.
    """

    def __init__(self, kind: str, name: str) -> None:
        self._kind, self._name = kind, name

    def __get__(self, asked: object, kind: type) -> NoReturn:
        raise led(self._kind, self._name, kind if asked is None else asked)


class Leading(type):
    """A metaclass that hides each `Guess` from `help` and from completion of the class's names."""

    def __dir__(cls) -> list[str]:
        return [name for name in super().__dir__() if not isinstance(_found(cls, name), Guess)]


class LeadingABC(Leading, ABCMeta):
    """`Leading` for abstract classes."""


def leading(kind: type[T]) -> type[T]:
    """Add to a class a `Guess`, hidden from completion, for each name that `WAYS` lists for it."""
    if "_fields" in vars(kind):  # `NamedTuple` takes no metaclass
        kind = cast(type[T], Leading(kind.__name__, kind.__bases__, dict(vars(kind))))
    for name in WAYS[kind.__name__].keys() - vars(kind).keys():
        setattr(kind, name, Guess(kind.__name__, name))
    kind.__dir__ = _offered  # type: ignore[method-assign,assignment]
    return kind


def _offered(asked: object) -> list[str]:
    names = object.__dir__(asked)
    return [name for name in names if not isinstance(_found(type(asked), name), Guess)]


def _found(kind: type, name: str) -> object:
    """An attribute of a class or of one of its bases, found without calling a descriptor."""
    return next((vars(each)[name] for each in kind.__mro__ if name in vars(each)), None)
