"""Parses the text of a game: the start, then the moves, each given by its name or its number."""

from __future__ import annotations

import re

from noughts.core.cell_names import move_name, parse_move
from noughts.core.message_text import listed, quoted
from noughts.core.position import Position
from noughts.core.position_text import checked_text
from noughts.core.rules import EMPTY, TICTACTOE, Rules
from noughts.core.rules_text import is_of_rules
from noughts.errors import IllegalMoveError, NotationError, NoughtsError


def parse_start(text: str) -> tuple[Position, str]:
    """The position from which a recorded game starts, and the rest of the text: the moves.

    >>> parse_start("4,4,4: b2 a1")
    (Position.parse('..../..../..../....', Rules.parse('4,4,4')), ' b2 a1')

    Raises `NotationError`, and what `Rules.parse` and `Position.parse` raise, for an invalid start.
    """
    head, colon, moves = checked_text(text).rpartition(":")
    words = head.split()
    rules = Rules.parse(words.pop(0)) if words and is_of_rules(words[0]) else TICTACTOE
    start = Position.parse(words.pop(0), rules) if words else Position(rules=rules)
    if words or (colon and not head.strip()):
        raise NotationError(
            f"{quoted(head + colon)} cannot begin a record; before the colon write the "
            "board, the position to start from, or both in this order"
        )
    if not colon and re.match(r"\s*[A-Za-z]+[0-9]+\s*,", moves):
        raise NotationError(f"{quoted(text)} has commas; write blanks between moves, as in 'b2 a1'")
    if not colon and ("," in moves or "/" in moves):
        first = [word for word in moves.split() if "," in word or "/" in word]
        right = f"{' '.join(first)}: {' '.join(moves.split()[len(first) :])}".strip()
        raise NotationError(
            f"{quoted(text)} has no colon between its board or position and the moves; "
            f"write {quoted(right)}"
        )
    return start, moves


def parse_moves(start: Position, text: str) -> tuple[list[int], list[str]]:
    """The moves that a text lists for a game from `start`, and the words that give these moves.

    >>> parse_moves(Position(), "1. b2 a1 2. c3")
    ([4, 0, 8], ['b2', 'a1', 'c3'])

    The words do not include move numbers, such as `1.`. Raises what `Position.play` and
    `parse_move` raise, with a message that gives the number and the text of the move.
    """
    position, rules, moves = start, start.rules, list[int]()
    words = re.sub(r"(?<!\S)[0-9]+\.+(?=[\sA-Za-z])", " ", text).split()
    for number, word in enumerate(words, 1):
        try:
            move = position.checked_move(parse_move(word, position.legal, rules))
        except IllegalMoveError as error:  # the text names cells, so the message does too
            why = _refusal(word, position)
            raise type(error)(f"move {number}, {quoted(word)}: {why}") from None
        except NoughtsError as error:
            raise type(error)(f"move {number}, {quoted(word)}: {error}") from None
        position = position.play_unchecked(move)
        moves.append(move)
    return moves, words


def _refusal(word: str, position: Position) -> str:
    rules = position.rules
    free = listed(move_name(move, rules) for move in position.legal_moves)
    if not free:
        return f"the game is over ({position.outcome})"
    if rules.answers.where.by_column:
        return f"no stone comes to rest there now; columns: {free}"
    if position[parse_move(word, 0, rules) % rules.cells] != EMPTY:
        return f"the cell is taken; free: {free}"
    if rules.wholes and not rules.outer:
        return f"the cell is on a board that is closed; cells that are not: {free}"
    if rules.outer:
        return f"the cell is not on the board to play on; cells that are: {free}"
    return f"the cell cannot be played yet; cells that can: {free}"
