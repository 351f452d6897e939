"""A sheet to print with the 765 symmetry classes of tic-tac-toe, by ply and by winner."""

from __future__ import annotations

from collections import defaultdict

from cards import EDGE, INK, Tiny, card, words

from noughts.codecs import CODECS
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, O, X
from noughts.core.svg import GRID_COLOUR, O_COLOUR, X_COLOUR

TINY = Tiny(14, 4)
SIDE = 3 * TINY.cell
ACROSS, DOWN = 58, 68  # the distances from one board to the next
IN_A_ROW = 42  # boards in a row: the sheet has the proportions of paper in landscape format
LEFT, TOP, GAP = 150, 110, 18  # the space for text, and between plies
FILLS = {X: X_COLOUR, 0: GRID_COLOUR, O: O_COLOUR}
SAID = {X: "X wins", 0: "a draw", O: "O wins"}
SHORT = {X: "X", 0: "draw", O: "O"}


def classes() -> str:
    """The sheet: a board for each class, coloured by the winner with best play."""
    by_ply = defaultdict(list)
    codec = CODECS["canonical"]
    for code in range(codec.size):
        position = codec.decode(code)
        by_ply[position.ply].append(position)
    drawn, parts, top = Drawn(), [], TOP
    for ply, positions in sorted(by_ply.items()):
        parts.append(words(EDGE, top + 18, f"ply {ply}", 18, anchor="start"))
        said = "1 class" if len(positions) == 1 else f"{len(positions)} classes"
        parts.append(words(EDGE, top + 38, said, 13, anchor="start"))
        positions.sort(key=_order)
        for number, position in enumerate(positions):
            row, place = divmod(number, IN_A_ROW)
            drawn.add(position, LEFT + place * ACROSS, top + row * DOWN)
        top += (row + 1) * DOWN + GAP
    width = LEFT + IN_A_ROW * ACROSS
    head = "The 765 positions of tic-tac-toe, where turned and mirrored ones count once"
    parts.append(words(EDGE, EDGE + 24, head, 28, anchor="start"))
    for number, (winner, said) in enumerate(SAID.items()):
        at = EDGE + number * 170
        parts.append(
            f'<rect x="{at}" y="{EDGE + 42}" width="22" height="22" fill="{FILLS[winner]}" '
            f'fill-opacity="0.3"/>'
        )
        parts.append(words(at + 30, EDGE + 59, said, 16, anchor="start"))
    how = "with best play on both sides, in as many moves as are written below"
    parts.append(words(EDGE + 3 * 170, EDGE + 59, how, 16, anchor="start"))
    return card(width, top - GAP + EDGE, head, [*parts, *drawn.paths()])


def winner(position: Position) -> int:
    """The winner with best play: X, O, or 0 for a draw."""
    return {1: position.turn, 0: 0, -1: X + O - position.turn}[position.value]


def _order(position: Position) -> tuple[int, int]:
    return [X, 0, O].index(winner(position)), position.remoteness


class Drawn:
    """Boards as SVG, with one path for all parts that look alike."""

    def __init__(self) -> None:
        self.pieces: defaultdict[str, list[str]] = defaultdict(list)
        self.captions: list[str] = []

    def add(self, position: Position, left: int, top: int) -> None:
        """Draw a board at `left` and `top`, with its result and remoteness below it."""
        won = winner(position)
        self.pieces[f"{won}"].append(f"M{left} {top}h{SIDE}v{SIDE}h-{SIDE}z")
        for line in TICTACTOE.lines:
            if line in (line & position.x, line & position.o):
                (x1, y1), *_, (x2, y2) = TINY.centres(line, left, top)
                self.pieces["line"].append(f"M{x1} {y1}L{x2} {y2}")
        self.pieces["grid"].append(TINY.grid(left, top))
        self.pieces["X"].append(TINY.crosses(position.x, left, top))
        self.pieces["O"].append(TINY.rings(position.o, left, top))
        name = SHORT[won]
        said = name if position.outcome else f"{name} {position.remoteness}"
        self.captions.append(f'<tspan x="{left + SIDE // 2}" y="{top + SIDE + 12}">{said}</tspan>')

    def paths(self) -> list[str]:
        """The SVG of everything drawn, with the background first."""
        looks = {f"{won}": f'fill="{fill}" fill-opacity="0.3"' for won, fill in FILLS.items()}
        looks["grid"] = f'fill="none" stroke="{INK}" stroke-opacity="0.35"'
        looks["X"] = f'fill="none" stroke="{X_COLOUR}" stroke-width="2.2" stroke-linecap="round"'
        looks["O"] = f'fill="none" stroke="{O_COLOUR}" stroke-width="2.2"'
        looks["line"] = f'fill="none" stroke="{INK}" stroke-width="2" stroke-linecap="round"'
        paths = [f'<path d="{"".join(self.pieces[name])}" {look}/>' for name, look in looks.items()]
        captions = (
            f'<text font-family="ui-monospace, monospace" font-size="10" text-anchor="middle" '
            f'fill="{INK}">{"".join(self.captions)}</text>'
        )
        return [*paths, captions]
