"""Pictures of game trees, of a map of all answers, and of pairs, which need no tree."""

from __future__ import annotations

from collections.abc import Iterable

from cards import EDGE, INK, NODE, SMALL, board, card, stroke, words

from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, Rules, X
from noughts.core.svg import CELL, GRID_COLOUR, LINE_COLOUR, O_COLOUR, svg
from noughts.players import Player, strategy_map

FOUR = Rules(4, 4, 4)
# X's first move, O's answer, and pairs of cells of which O can take one each.
PAIRINGS = (
    (0, 5, [(1, 2), (4, 8), (6, 10), (9, 11), (3, 12), (7, 15), (13, 14)]),
    (5, 10, [(1, 9), (4, 7), (0, 2), (8, 12), (3, 6), (11, 15), (13, 14)]),
)
ROOT = Position.parse("XOX/OOX/...")


def tree() -> str:
    """A tree of positions, with the value of each position for X."""
    return _tree(
        f"All that can follow {ROOT}, with the value of each for X",
        ("X moves: the largest", "O moves: the smallest"),
        {1: "+1", 0: "0", -1: "-1"},
    )


def blank_tree() -> str:
    """The same tree to print, with room for the values."""
    return _tree(
        f"All that can follow {ROOT}, with room for the value of each for X",
        ("X moves: the largest", "O moves: the smallest"),
        dict.fromkeys((1, 0, -1), "____"),
    )


def cut() -> str:
    """The same tree for the question whether X can win, which needs only a part of the tree."""
    return _tree(
        f"Whether X can win from {ROOT}: one yes is enough, so two of three branches are not seen",
        ("X moves: one yes", "O moves: all yes"),
        {1: "yes", 0: "no", -1: "no"},
        seen=ROOT.best_moves(),
    )


def _tree(
    about: str, who: tuple[str, str], said: dict[int, str], seen: Iterable[int] = range(9)
) -> str:
    """All positions that can follow `ROOT`, pale below its moves that are not in `seen`."""
    rows: list[str] = []
    left: float = EDGE + 190  # of the tree, beside the labels that show who moves
    deepest = max(9 - ROOT.ply + 1, 1)

    def draw(position: Position, depth: int) -> float:
        """Draw a position and all that follow it; return the horizontal centre of its board."""
        nonlocal left
        top = EDGE + 26 + depth * (NODE + 62)
        below = []
        for cell in position.legal_moves:
            start = len(rows)
            below.append(draw(position.play(cell), depth + 1))
            if position is ROOT and cell not in seen:
                rows[start:] = ['<g opacity="0.2">', *rows[start:], "</g>"]
        if below:
            middle = (below[0] + below[-1]) / 2
        else:
            middle = left + NODE / 2
            left += NODE + 26
        rows.extend(_branch(middle, top + NODE + 22, at, top + NODE + 58) for at in below)
        _, line, _ = position.outcome or (None, 0, 0)
        rows.append(board(middle - NODE / 2, top, position.x, position.o, line, SMALL))
        worth = position.value if position.turn == ROOT.turn else -position.value
        colour = {1: LINE_COLOUR, 0: INK, -1: O_COLOUR}[worth]
        if said[1] == said[-1]:  # a colour would give the value away
            colour = GRID_COLOUR
        rows.append(words(middle, top + NODE + 17, said[worth], 16, colour))
        return middle

    draw(ROOT, 0)
    height = EDGE + deepest * (NODE + 62)
    for depth in range(deepest - 1):
        at = EDGE + 14 + depth * (NODE + 62)
        rows.append(words(EDGE, at, who[depth % 2], 12, GRID_COLOUR, "start"))
    return card(round(left), round(height), about, rows)


def _branch(x1: float, y1: float, x2: float, y2: float) -> str:
    return stroke(f"M{x1:g} {y1:g}L{x2:g} {y2:g}", GRID_COLOUR, 1.5)


def whole_map() -> str:
    """A map of every answer of the perfect player with X."""
    return strategy_map(Player.parse("perfect"), TICTACTOE, [X])


def pairs() -> str:
    """Two first moves on 4x4, each with an answer, and with pairs that block all lines."""
    parts = []
    side = FOUR.cols * CELL
    for place, (x, o, held) in enumerate(PAIRINGS):
        left = EDGE + place * (side + 50)
        drawn = svg(1 << x, 1 << o, FOUR)
        parts.append(f'<g transform="translate({left} {EDGE})">{drawn}</g>')
        for letter, pair in zip("ABCDEFG", held, strict=True):
            for cell in pair:
                across, down = cell % FOUR.cols * CELL, cell // FOUR.cols * CELL
                at = left + across + CELL / 2, EDGE + down + CELL / 2 + 6
                parts.append(words(*at, letter, 18, LINE_COLOUR))
    return card(
        2 * EDGE + 2 * side + 50,
        2 * EDGE + side,
        "X in a corner or in the middle, an answer of O, and seven pairs of cells",
        parts,
    )
