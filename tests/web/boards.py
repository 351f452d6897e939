"""The boards on which the page is tested: those that it lists, small ones misère too, and more."""

from noughts import Rules
from noughts.web.boards import LISTED

BOARDS = tuple(
    rules
    for plain in LISTED
    for rules in (plain, plain.replace(misere=True))
    if not rules.misere or rules.cells <= 27
)
TYPED = tuple(
    map(
        Rules.parse,
        ["6,5,4", "2,7,4,torus,misere", "1,9,4,misere", "19,19,5,torus", "4,3,4,cylinder"],
    )
)
