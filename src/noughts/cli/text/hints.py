"""Hints in the cells of a board: their width, their text in one character, their legend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from noughts.core.rules import Rules
from noughts.players import Judgement
from noughts.players.judgement import LEGEND, LETTERS

COUNTED = f"{LEGEND}, in that many moves, this one counted; * is best."
PROVED = f"{LEGEND}: that is proved; * is best."
JUDGED = "A percentage is judged, not proved: the score it may bring, with 50% for even; * is best."
TENTHS = "A digit is judged, not proved: tenths of the score it may bring, 5 for even; * is best."


def cell_width(rules: Rules) -> int:
    """How wide a cell is that holds the longest label, a star and a blank on each side."""
    return len(f" {LETTERS[1]}{rules.cells}* ")


def hint_character(hint: Judgement) -> str:
    """What a move is worth, in one character.

    >>> hint_character(Judgement(0, -1, 2)), hint_character(Judgement(0, -0.2, proved=False))
    ('L', '4')
    """
    return LETTERS[round(hint.value)] if hint.proved else str(min(int(10 * hint.share), 9))


def legend(hints: Iterable[Judgement], in_characters: bool) -> Iterator[str]:
    """What the labels, or characters, of hints mean."""
    hints = [*hints]
    proved = [hint for hint in hints if hint.proved]
    if proved:
        counted = all(hint.remoteness for hint in proved) and not in_characters
        yield COUNTED if counted else PROVED
    if len(proved) < len(hints):
        yield TENTHS if in_characters else JUDGED
