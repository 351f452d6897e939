"""Boards and positions as command-line arguments: one with a comma is a board."""

from __future__ import annotations

import click

from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, Rules


def boards_apart(arguments: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The arguments that are boards, and the others."""
    boards = [text for text in arguments if "," in text]
    return boards, [text for text in arguments if text not in boards]


def board_and_position(arguments: tuple[str, ...]) -> Position:
    """The position that `[BOARD] [POSITION]` means, in either order."""
    boards, positions = boards_apart(arguments)
    if len(boards) > 1 or len(positions) > 1:
        raise click.UsageError(f"{' '.join(arguments)!r}: give at most one board and one position")
    rules = Rules.parse(boards[0]) if boards else TICTACTOE
    return Position.parse(positions[0], rules) if positions else Position(rules=rules)
