"""The hints of a board in a terminal: what moves are worth, in characters and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from noughts.core.rules import Rules
from noughts.players.judgement import LEGEND, LETTERS, Judgement

VERBS = {1: "wins", 0: "draws", -1: "loses"}
COUNTED = f"{LEGEND}, in that many moves, this one counted; * is best."
PROVED = f"{LEGEND}: that is proved; * is best."
JUDGED = "A percentage is judged, not proved: the score it may bring, with 50% for even; * is best."
TENTHS = "A digit is judged, not proved: tenths of the score it may bring, 5 for even; * is best."


def alike(hints: Sequence[Judgement]) -> str:
    """A sentence in place of several hints that are all alike; empty where they are not.

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


def cell_width(rules: Rules) -> int:
    """The width of a cell with the longest label, a star and a blank on each side."""
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
