"""Positions and games as arguments: each may be given as itself or as text; see also `as_rules`."""

from __future__ import annotations

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.quoting import quoted
from noughts.core.rules import Rules
from noughts.errors import PositionError


def as_position(position: Position | Game | str) -> Position:
    """The position given as a `Position`, as a `Game`, or as the text of a position on 3x3.

    >>> as_position("XO./.X./...").ply
    3

    Raises `PositionError` for anything else, and `NotationError` for text that is not a position's.
    """
    if isinstance(position, Position):
        return position
    if isinstance(position, Game):
        return position.position
    if isinstance(position, str):
        return Position.parse(position)
    raise PositionError(
        f"{quoted(position)} is not a position; give a Position, a Game, or text as in "
        "'XO./.X./...'"
    )


def as_game(game: Game | Position | Rules | str) -> Game:
    """The game given as a `Game`, as the position or rules with which it begins, or as their text.

    >>> as_game("4,4,3").rules, as_game("4,4,3: b2 a1").moves, as_game("XO./.X./...").start.ply
    (Rules(rows=4, cols=4, k=3, misere=False), (5, 0), 3)

    Raises `PositionError` for anything else, and for text as `Game.parse` or `Rules.parse` does.
    """
    if isinstance(game, Game):
        return game
    if isinstance(game, str):
        if ":" in game or not set(game) & {",", "/"}:
            return Game.parse(game)
        game = Rules.parse(game) if "," in game else Position.parse(game)
    if not isinstance(game, Position | Rules):
        raise PositionError(
            f"{quoted(game)} is not a game, a position or a board; give one, or text as in "
            "'4,4,3: b2 a1'"
        )
    return Game(game)
