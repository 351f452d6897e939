"""A review of a game: the value after each move, as a graph, and the moves that lost value.

The result looks like this:

    X wins  |          o  o
            |
    even    | o  o  o
            |
    O wins  |
              b2 a1 c1 c3 a3

    c3 (O, move 4) gave a draw away; what kept it: a3.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence

from noughts.cli.progress import steps
from noughts.core.cell_names import move_name
from noughts.core.game import Game
from noughts.core.message_text import listed
from noughts.core.position import Position
from noughts.core.rules import MARK_NAMES, X
from noughts.players import Judgement

LEVELS = ("X wins", "", "even", "", "O wins")
LOST = 0.25  # a move is a mistake if its value falls short of the best by more than this
ENDS = {1: "a win", 0: "a draw"}

Worth = Callable[[Position], Sequence[Judgement]]


def review(game: Game, worth: Worth) -> Iterator[str]:
    """The lines of the graph, then one for each move that lost value, or one that says none did."""
    position, values, mistakes = game.start, list[float](), list[str]()
    with steps("Reviewing moves", len(game.moves)) as advance:
        for move in game.moves:
            hints = {hint.cell: hint for hint in worth(position)}
            made, best = hints[move], max(hint.value for hint in hints.values())
            values.append(made.value if position.turn == X else -made.value)
            if best - made.value > LOST:
                mistakes.append(_mistake(position, made, best, [*hints.values()]))
            position = position.play_unchecked(move)
            advance(1)
    yield from _graph(values, [move_name(move, game.rules) for move in game.moves])
    yield ""
    yield from mistakes or ["No move lost value."]


def _mistake(position: Position, made: Judgement, best: float, hints: list[Judgement]) -> str:
    """A sentence on the value that a move lost, and on the moves that would have kept it."""
    rules = position.rules
    kept = [hint for hint in hints if hint.value == best]
    mark, number = MARK_NAMES[position.turn], position.ply + 1
    who = f"{move_name(made.cell, rules)} ({mark}, move {number})"
    better = listed(move_name(hint.cell, rules) for hint in kept)
    if made.proved and all(hint.proved for hint in kept):
        known = "what kept it" if all(hint.proved for hint in hints) else "what kept it, for one"
        return f"{who} gave {ENDS[round(best)]} away; {known}: {better}."
    share = max(hint.share for hint in kept)
    return f"{who} seems worse, {made.share:.0%} and not {share:.0%}; what seems best: {better}."


def _graph(values: list[float], names: list[str]) -> Iterator[str]:
    """A row for each level and a column for each move, with the names of the moves below.

    A graph that is wider than the screen continues below.
    """
    from shutil import get_terminal_size  # here, so that it does not delay the first prompt

    wide = max(map(len, names)) + 1
    fit = max(1, (get_terminal_size().columns - 12) // wide)
    for first in range(0, len(names), fit):
        if first:
            yield ""
        yield from _band(values[first : first + fit], names[first : first + fit], wide)


def _band(values: list[float], names: list[str], wide: int) -> Iterator[str]:
    has_boxes = (sys.stdout.encoding or "").lower().startswith("utf")
    point, axis = "●│" if has_boxes else "o|"
    rows = [round((1 - value) / 2 * (len(LEVELS) - 1)) for value in values]
    for level, name in enumerate(LEVELS):
        points = "".join(f"{point if row == level else '':{wide}}" for row in rows)
        yield f"{name:7} {axis} {points}".rstrip()
    yield f"{'':7}   {''.join(f'{name:{wide}}' for name in names)}".rstrip()
