"""The boards that the page lists, and the boards that a user may type."""

from __future__ import annotations

import re

from noughts.core.family import ANSWERS, MOST_STONES
from noughts.core.rules import Rules
from noughts.core.rules_text import KINDS, with_letters
from noughts.errors import RulesError

PAGE_SIDE = 19  # rows, columns and how many in a row: what a screen shows, and one can count
LEARNT_SIZES = (3, 3)  # of a board that agents learn on the page, which draws their boxes
SETTLED_CELLS = 16  # of a board whose positions the page always settles, for as long as that takes
SMALL = ("3,3,3", "3,3,3,torus", "3x3x3,3", "4,4,3", "4,4,4", "5,5,4", "6,6,4", "6,6,5")
LARGE = ("7,7,4", "7,7,5", "8,8,4", "8,8,5", "15,15,5", "4x4x4,4")
LISTED = tuple(map(Rules.parse, SMALL + LARGE))
# The boards that the page shows as pictures, of which it shows those that it can play.
GROUPS: dict[str, tuple[str, ...]] = {
    "Small": ("3,3,3", "4,4,3", "4,4,4", "5,5,4", "6,7,4,gravity"),
    "Larger": ("6,6,4", "6,6,5", "7,7,5", "8,8,5", "15,15,5", "15,15,5,exact"),
    "Cubes and tori": ("3x3x3,3", "4x4x4,4", "3,3,3,torus", "4,4,4,torus"),
    "Misère": ("3,3,3,misere", "4,4,4,misere", "5,5,4,misere", "3,3,3,torus,misere"),
    "Relatives": (
        "3,3,3,wild",
        "3,3,3,notakto",
        "19,19,6,stones=2",
        "4,4,4,breaker",
        "ultimate",
    ),
}
# What people call some of them.
KNOWN_AS = {
    "15,15,5": "Gomoku",
    "4x4x4,4": "Qubic",
    "6,7,4,gravity": "Connect Four",
    "3,3,3,wild": "Wild",
    "3,3,3,notakto": "Notakto",
    "15,15,5,exact": "Exact gomoku",
    "19,19,6,stones=2": "Connect6",
    "4,4,4,breaker": "Maker-Breaker",
    "ultimate": "Ultimate",
}
# Two sizes and k, or a box that is listed; then words. As the page's JavaScript reads it, too.
FLAT = "[1-9][0-9]?,[1-9][0-9]?,[1-9][0-9]?"
BOXES = tuple(str(rules) for rules in LISTED if len(rules.geometry.sizes) > 2)
TENS = f"1[0-{MOST_STONES - 10}]"
STONES = rf"stones=(?:(?:[1-9]|{TENS})\+)?(?:[2-9]|{TENS})"  # +1 goes without saying
SOME = f"(?:,{STONES})?"
WORDS = (  # those that do not contradict each other
    rf"(?:,exact)?(?:,gravity)?(?:(?:,wild)?{SOME}(?:,misere)?|{SOME},breaker|,notakto{SOME})"
)
SEVERAL_BOARDS = "boards=[2-9]"
MOST_BOARDS = 9  # whose numbers are a digit
NESTED = "ultimate"  # a kind of board that contradicts what is not owned, and turns of several
AGAINST = "|".join([one.word for one in ANSWERS["marks"] if not one.owned] + ["stones"])
TYPED = (
    f"(?!.*{NESTED}.*(?:{AGAINST}))"
    f"({FLAT}(?:,(torus|cylinder|{SEVERAL_BOARDS}|{NESTED}))?|{NESTED}|{'|'.join(BOXES)})({WORDS})"
)
# The words in the library's order, each up to its numbers: on the page, too, they are typed in any.
ORDER = [
    word
    for word in (
        "torus",
        "cylinder",
        "boards",
        NESTED,
        *(one.word for row in ANSWERS.values() for one in row),
    )
    if word
]
ORDER = [*dict.fromkeys(word.partition("=")[0] for word in ORDER)]
RELATIVE_CELLS = 12  # of a board of another game whose positions the page always settles
FALLING_CELLS = 16  # where stones fall, there are fewer positions


def how_to_type() -> str:
    """How a board is typed, for people.

    >>> how_to_type()    # doctest: +ELLIPSIS
    'ROWS,COLS,K or ROWS,COLS,K,torus or ROWS,COLS,K,cylinder or ... a turn'
    """
    kinds = [
        kind.text
        for kind in KINDS
        if re.fullmatch(f"{FLAT}(,torus|,cylinder|,boards=1|,{NESTED})?", _example(kind.text))
    ]
    rows = ANSWERS.values()
    words = dict.fromkeys(with_letters(one.word) for row in rows for one in row[1:])
    return (
        f"{' or '.join(kinds)}, with words at its end: {', '.join(words)}, "
        f"up to {MOST_STONES} stones a turn"
    )


def _example(text: str) -> str:
    return re.sub("[A-Z]+", "1", text)


def require(rules: Rules) -> None:
    """Raise `RulesError` unless the page has this board, with any answers.

    >>> require(Rules.parse("6,5,4,misere"))
    >>> require(Rules.parse("6,7,4,gravity"))
    >>> require(Rules.parse("2x2x2,2"))    # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    noughts.errors.RulesError: 2x2x2,2 is not a board of the page; write ROWS,COLS,K or ...
    >>> require(Rules.parse("20,3,3"))    # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    noughts.errors.RulesError: 20,3,3 is not a board of the page; rows, columns ...
    """
    if not re.fullmatch(TYPED, str(rules)):
        raise RulesError(f"{rules} is not a board of the page; write {how_to_type()}")
    boards, *_ = rules.geometry.sizes if rules.outer else (1,)
    largest = max(*rules.geometry.sizes, rules.k)
    if largest > PAGE_SIDE or rules.cells > PAGE_SIDE**2 or boards > MOST_BOARDS:
        raise RulesError(
            f"{rules} is not a board of the page; rows, columns and k are up to {PAGE_SIDE}, "
            f"cells up to {PAGE_SIDE**2}, and boards up to {MOST_BOARDS}"
        )
