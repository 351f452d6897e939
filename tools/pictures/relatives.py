"""One game of each relative of tic-tac-toe, on boards side by side."""

from __future__ import annotations

from cards import EDGE, SMALL, card, words

from noughts.core.game import Game
from noughts.core.rules import Rules
from noughts.core.svg import CELL, svg

# The text of a game, its moves, and a caption for its board.
GAMES = (
    ("4,5,4,gravity", "c c d d b b a", "X wins"),
    ("3,5,3,exact", "a1 a2 b1 b2 d1 e3 c1", "four are no line"),
    ("3,3,3,wild", "Xb2 Oa1 Xc3 Xa3 Xc1", "X has moved, and wins"),
    ("3,3,3,notakto", "b2 a1 c1 a3", "O has moved, and loses"),
    ("3,3,3,breaker", "a1 b2 a2 a3 c3 c1", "O's line ends nothing"),
    ("3,3,3,stones=2", "b2 a1 c3 c1 a3", "X, O O, X X: X wins"),
)
GAP = 28


def family() -> str:
    """The last position of each game, with the text of the game above and a caption below."""
    parts, left, top = list[str](), float(EDGE), EDGE + 30
    for text, moves, about in GAMES:
        rules = Rules.parse(text)
        game = Game(rules)
        for move in moves.split():
            game.push(move)
        position, outcome = game.position, game.outcome
        drawn = svg(position.x, position.o, rules, outcome.lines if outcome else 0)
        across, down = (side * CELL * SMALL for side in (rules.cols, rules.rows))
        room = max(across, 8.5 * len(text), 7.5 * len(about))
        middle = left + room / 2
        place = f"translate({middle - across / 2:g} {top}) scale({SMALL})"
        parts.append(f'<g transform="{place}">{drawn}</g>')
        parts.append(words(middle, EDGE + 12, text, 14))
        parts.append(words(middle, top + down + 24, about, 12))
        left += room + GAP
    return card(
        round(left - GAP + EDGE),
        round(top + 4 * CELL * SMALL + 24 + EDGE),
        "A position of each game: stones that fall, exact lines, wild, Notakto, Maker-Breaker, and "
        "two stones a turn",
        parts,
    )
