"""Decides whether a game is one for `solver.gravity`, the search of games with falling stones."""

from __future__ import annotations

from noughts.core.rules import Rules

WORD_BITS = 64  # of a word, which holds all columns of a board


def takes(rules: Rules) -> bool:
    """Whether `solver.gravity` takes a game: only gravity may be added to the usual rules.

    The board must be flat, and all its columns, each with a spare bit, must fit into one word.

    >>> takes(Rules.parse("6,7,4,gravity")), takes(Rules.parse("7,8,4,gravity"))
    (True, True)
    >>> takes(Rules.parse("8,8,4,gravity")), takes(Rules.parse("4,4,4,gravity,misere"))
    (False, False)
    """
    sizes = rules.geometry.sizes
    if len(sizes) != 2 or (sizes[0] + 1) * sizes[1] > WORD_BITS:
        return False
    return rules == Rules(*sizes, rules.k, where="gravity")
