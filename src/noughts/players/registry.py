"""The list of all named players, used to parse their names and to write the help.

A new named player needs a class, and an entry in `KINDS`. The text after the colon in a player's
name is passed to the class as the first argument. `SIDES` has the words for the sides in commands.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from noughts.core.message_text import quoted
from noughts.core.rules import O, Rules, X
from noughts.errors import PlayerError
from noughts.solver.tables.table import has_table


class Kind(NamedTuple):
    """A kind of player: its class, as `module:class`, and its names, each with a description.

    In a name, a word in capitals after the colon stands for an argument; other words are literal.
    """

    home: str
    names: dict[str, str]


STRONG_SECONDS = 1  # the default time for a move of `strong`

KINDS = {
    "easy": Kind(
        "noughts.players.strong.easy_medium_hard:Easy",
        {"easy": "like strong, but makes one move in two without looking ahead"},
    ),
    "medium": Kind(
        "noughts.players.strong.easy_medium_hard:Medium",
        {"medium": "like strong, but makes one move in five without looking ahead"},
    ),
    "hard": Kind(
        "noughts.players.strong.easy_medium_hard:Hard",
        {"hard": "like strong, but makes one move in twenty without looking ahead"},
    ),
    "perfect": Kind(
        "noughts.players.random_and_perfect:Perfect",
        {
            "perfect": "on boards with a table, a best move, which never loses: perfect:trap",
            "perfect:first": "the best move with the lowest cell",
            "perfect:random": "any best move, all equally likely",
            "perfect:trap": "the best move against which a random opponent does worst",
        },
    ),
    "strong": Kind(
        "noughts.players.strong.player:Strong",
        {
            "strong": "on every board, a best move where it proves one, else the move that seems "
            f"best; short for strong:{STRONG_SECONDS}",
            "strong:SECONDS": "the same, with that many seconds for a move, such as 0.1",
        },
    ),
    "minimax": Kind(
        "noughts.players.random_and_perfect:Minimax",
        {"minimax": "the best move with the lowest cell, found by the textbook's search"},
    ),
    "random": Kind(
        "noughts.players.random_and_perfect:Random",
        {"random": "any legal move, all equally likely"},
    ),
    "graded": Kind(
        "noughts.players.graded:Graded",
        {
            "graded:SKILL": "a best move with chance SKILL, else any move; from 0, which is "
            "random, to 1, the strongest"
        },
    ),
    "level": Kind(
        "noughts.players.level_by_score:Level",
        {
            "level:SCORE": "so strong that a random player scores SCORE against it; 50% is "
            "random, and lower is stronger"
        },
    ),
    "exec": Kind(
        "noughts.players.engines.exec:Exec",
        {
            "exec:COMMAND": "a program of your own, in any language: it reads a line with a "
            "position, and writes its move"
        },
    ),
    "engine": Kind(
        "noughts.players.engines.gomocup_manager:Engine",
        {
            "engine:COMMAND": "a gomoku program, a brain of the Gomocup protocol: five in a row "
            "on flat boards"
        },
    ),
}

# The marks that each word of commands and settings stands for, and the mark of each single side.
SIDES: dict[str, tuple[int, ...]] = {"x": (X,), "o": (O,), "both": (X, O)}
MARKS = {side: marks[0] for side, marks in SIDES.items() if len(marks) == 1}

NAMES = {name: about for kind in KINDS.values() for name, about in kind.names.items()}
AGENT = ".npz"  # the extension of the file of an agent that has learned


def player_class(text: str) -> Callable[..., Any]:
    """A function of `seed` that makes a named player. Raises `PlayerError` for an unknown name.

    >>> player_class("graded:1/2")(seed=7)
    <player graded:1/2>
    """
    kind, colon, detail = text.partition(":") if isinstance(text, str) else ("", "", "")
    known = KINDS.get(kind)
    if not known or not (text in known.names or (colon and _takes_any_detail(known))):
        raise no_player(text)
    module, _, name = known.home.partition(":")
    made = getattr(import_module(module), name)
    return partial(made, detail) if colon else made


def no_player(text: object) -> PlayerError:
    """The error for a text that is not a player's name."""
    from difflib import get_close_matches  # late: only a wrong name needs it

    name = text.lower() if isinstance(text, str) else ""
    hint = "".join(f"; {near} is nearest" for near in get_close_matches(name, NAMES, 1))
    if name.endswith(AGENT):
        hint = f"; noughts.learn.load_agent({quoted(text)}) reads the file of an agent"
    return PlayerError(f"{quoted(text)} is not a player; the players are {', '.join(NAMES)}{hint}")


def usual_opponent(rules: Rules) -> str:
    """The default opponent on a board.

    >>> from noughts import Rules
    >>> usual_opponent(Rules(3, 3, 3)), usual_opponent(Rules(15, 15, 5))
    ('perfect', 'strong')
    """
    return "perfect" if has_table(rules) else "strong"


def _takes_any_detail(kind: Kind) -> bool:
    return any(name.partition(":")[2].isupper() for name in kind.names)
