"""The boards that the page lists, and the other boards that a user may type."""

from __future__ import annotations

import re

from noughts.core.family import ANSWERS, MOST_STONES
from noughts.core.rules import Rules
from noughts.core.rules_text import KINDS, with_letters
from noughts.errors import RulesError

PAGE_SIDE = 19  # the most rows, columns and cells of a line that fit a screen and can be counted
LEARNT_SIZES = (3, 3)  # the boards that agents can learn on the page, which draws their boxes
SETTLED_CELLS = 16  # up to this size, the page settles every position, however long that takes
SMALL = ("3,3,3", "3,3,3,torus", "3x3x3,3", "4,4,3", "4,4,4", "5,5,4", "6,6,4", "6,6,5")
LARGE = ("7,7,4", "7,7,5", "8,8,4", "8,8,5", "15,15,5", "4x4x4,4")
LISTED = tuple(map(Rules.parse, SMALL + LARGE))
# The boards that the page shows as pictures. It leaves out the boards that it cannot play.
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
# The names that people have for some boards.
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
# Two sizes and k, or a listed box; then words. The page's JavaScript uses the same expressions.
FLAT = "[1-9][0-9]?,[1-9][0-9]?,[1-9][0-9]?"
BOXES = tuple(str(rules) for rules in LISTED if len(rules.geometry.sizes) > 2)
TENS = f"1[0-{MOST_STONES - 10}]"
STONES = rf"stones=(?:(?:[1-9]|{TENS})\+)?(?:[2-9]|{TENS})"  # the usual +1 is left out
SOME = f"(?:,{STONES})?"
WORDS = (  # the combinations of words that do not contradict each other
    rf"(?:,exact)?(?:,gravity)?(?:(?:,wild)?{SOME}(?:,misere)?|{SOME},breaker|,notakto{SOME})"
)
SEVERAL_BOARDS = "boards=[2-9]"
MOST_BOARDS = 9  # so that the number of a board is one digit
NESTED = "ultimate"  # excludes marks that nobody owns, and turns of several stones
AGAINST = "|".join([one.word for one in ANSWERS["marks"] if not one.owned] + ["stones"])
TYPED = (
    f"(?!.*{NESTED}.*(?:{AGAINST}))"
    f"({FLAT}(?:,(torus|cylinder|{SEVERAL_BOARDS}|{NESTED}))?|{NESTED}|{'|'.join(BOXES)})({WORDS})"
)
# The words in the library's order, each without its numbers. A user may type them in any order.
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
RELATIVE_CELLS = 12  # up to this size, the page settles every position of any other game
FALLING_CELLS = 16  # the same if stones fall, since then there are fewer positions


def how_to_type() -> str:
    """How to type a board, in words for people.

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
    """Raise `RulesError` unless the page has this board and this game.

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
