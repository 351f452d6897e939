"""The hints on a board in a terminal: the values of moves, in cells and in sentences.

The label of a hint, such as "L2", comes from `Judgement.label`, which notebooks also use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import click

from noughts.core.rules import Rules
from noughts.players.judgement import LEGEND, LETTERS, Judgement

VALUE_COLOURS = {1: "green", 0: "yellow", -1: "red"}
BEST = "*"
VERBS = {1: "wins", 0: "draws", -1: "loses"}
COUNTED = f"{LEGEND}, in that many moves, this one counted; * is best."
PROVED = f"{LEGEND}: that is proved; * is best."
JUDGED = "A percentage is judged, not proved: the score it may bring, with 50% for even; * is best."
TENTHS = "A digit is judged, not proved: tenths of the score it may bring, 5 for even; * is best."


def alike(hints: Sequence[Judgement]) -> str:
    """A sentence in place of two or more hints, if they are all alike; otherwise empty.

    >>> alike([Judgement(0, 0, 2), Judgement(1, 0, 2)])
    'Every move draws.'
    >>> alike([Judgement(0, -1, 2), Judgement(1, -1, 2)])
    'Every move loses in 2 moves, this one counted.'
    >>> alike([Judgement(0, 0.5, proved=False), Judgement(1, 0.5, proved=False)])
    'No move stands out: each is judged 75%, not proved; 50% is even.'
    >>> alike([Judgement(0, 0, 2), Judgement(1, -1, 2)])
    ''
    """
    first, *others = hints
    known = (first.value, first.remoteness, first.proved)
    if not others or any((one.value, one.remoteness, one.proved) != known for one in others):
        return ""
    if not first.proved:
        return f"No move stands out: each is judged {first.label}, not proved; 50% is even."
    moves, when = first.value and first.remoteness, ""
    if moves:
        when = " at once" if moves == 1 else f" in {moves} moves, this one counted"
    return f"Every move {VERBS[round(first.value)]}{when}."


class CellHint(NamedTuple):
    """The hint in a cell: the best move there, and whether no move in any cell is better."""

    move: Judgement
    is_best: bool

    @property
    def label(self) -> str:
        """The value and the star, in colour.

        >>> click.unstyle(CellHint(Judgement(0, -1, 2), is_best=True).label)
        'L2*'
        """
        colour = VALUE_COLOURS[round(self.move.value)] if self.move.proved else None
        star = BEST if self.is_best else ""
        text = click.style(f"{self.move.label}{star}", fg=colour, bold=self.is_best)
        return text if star else f"{text} "  # a blank in place of the star aligns the labels

    @property
    def character(self) -> str:
        """The value in one character.

        >>> CellHint(Judgement(0, -1, 2), False).character
        'L'
        >>> CellHint(Judgement(0, -0.2, proved=False), False).character
        '4'
        """
        proved, value, share = self.move.proved, self.move.value, self.move.share
        return LETTERS[round(value)] if proved else str(min(int(10 * share), 9))


def by_cell(hints: Iterable[Judgement], rules: Rules) -> dict[int, CellHint]:
    """The hint in each cell, which belongs to the best move there."""
    worth = {hint.cell % rules.cells: hint for hint in sorted(hints, key=lambda hint: hint.value)}
    best = max((hint.value for hint in worth.values()), default=0)
    return {cell: CellHint(hint, hint.value == best) for cell, hint in worth.items()}


def cell_width(rules: Rules) -> int:
    """The width of a cell that holds the longest label and a star, with a blank on either side."""
    return len(f" {LETTERS[1]}{rules.cells}{BEST} ")


def legend(hints: Iterable[Judgement], in_characters: bool) -> Iterator[str]:
    """The lines that explain the labels, or the characters, of the hints."""
    hints = [*hints]
    proved = [hint for hint in hints if hint.proved]
    if proved:
        counted = all(hint.remoteness for hint in proved) and not in_characters
        yield COUNTED if counted else PROVED
    if len(proved) < len(hints):
        yield TENTHS if in_characters else JUDGED
