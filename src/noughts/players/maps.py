"""A strategy map: one picture of a player's answers to all possible moves of its opponent.

On a board, each cell that the opponent can take holds a smaller board, on which the opponent has
taken that cell and the player has answered. So to find the next move, the reader looks in the cell
that the opponent took:

    X begins         in the upper left cell, O has taken it, and X has answered
    . | . | .        O | X | .
    . | X | .        . | X | .
    . | . | .        . | . | .
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape

from noughts.core.bits import cells_of
from noughts.core.position import Position
from noughts.core.rules import O, Rules, X, as_rules
from noughts.core.svg import GRID_COLOUR, LINE_COLOUR, O_COLOUR, X_COLOUR
from noughts.errors import RulesError, TooLargeError
from noughts.players.base import Player
from noughts.system.progress import Reporter, limited

MAP_BOARDS = 5000  # the most boards in a map; more cannot be told apart on a page
WIDTH = 1000  # the width of a map, in SVG units; the picture scales to any size
MARGIN, HEAD, FOOT = 20, 56, 12  # round the maps, above each, and below them
TEXT = 32  # the height of a line of text below them
FILLED = 0.88  # the share of a cell's width that the board in it fills
ARM = 0.3  # half the width of a stone, in cells
INK = "#1f2430"
HOW = "Find the cell that the other player took: the bold stone in it is your move."
FIRST = "X begins with the large bold cross."

# The style of each kind of path, and the width of its strokes in cells, in drawing order.
LOOKS: dict[str, tuple[str, float]] = {
    "line": (f'fill="{LINE_COLOUR}" fill-opacity="0.2"', 0),
    "grid": (f'stroke="{GRID_COLOUR}"', 0.02),
    "X before": (f'stroke="{X_COLOUR}" stroke-opacity="0.4"', 0.07),
    "O before": (f'stroke="{O_COLOUR}" stroke-opacity="0.4"', 0.07),
    "X now": (f'stroke="{X_COLOUR}"', 0.14),
    "O now": (f'stroke="{O_COLOUR}"', 0.14),
}


class Board(NamedTuple):
    """A board of a map: its position, the answer that led to it, and its place in the picture."""

    position: Position
    answer: int | None
    left: float
    top: float
    cell: float  # the side of a cell
    depth: int  # the number of boards that contain it


def strategy_map(
    player: Player,
    rules: Rules | str,
    sides: Iterable[int] = (X, O),
    progress: Reporter | None = None,
) -> str:
    """An SVG document with a player's answers to all moves of the opponent, for each of `sides`.

    Where the player chooses at random, the map shows the most likely move or, of several equally
    likely ones, the first. `progress` is called with the number of boards drawn so far for a side,
    and with 0 as the total, which is unknown.

    >>> strategy_map(Player.parse("perfect"), Rules(3, 3, 3), [X])[:60]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1040 11'

    Raises `TooLargeError` if the board has several layers or more than `MAP_BOARDS` cells, or if
    the map would have more than `MAP_BOARDS` boards. Raises `RulesError` for a game without the law
    `alternates` or the law `stones`, and for a game in which a player may place either mark. Also
    raises what `Player.check` raises.
    """
    rules = as_rules(rules)
    # In a map, a player takes a cell, and the answer is drawn inside it.
    instead = "noughts solve says the best moves of a position"
    rules.require("a map", "alternates", "stones", instead=instead)
    if rules.actions > rules.cells:
        raise RulesError(
            f"a map cannot take {rules}: either mark may take a cell, and a map has an answer for "
            f"each cell; {instead}"
        )
    layers = rules.geometry.layers()
    if len(layers) > 1:
        raise TooLargeError(f"{rules} has {len(layers)} layers; a map takes boards of one layer")
    if rules.cells > MAP_BOARDS:  # so many cells cannot be told apart either
        raise TooLargeError(f"{rules} has {rules.cells:,} cells; a map takes up to {MAP_BOARDS:,}")
    player.check(rules)
    sides = [*sides]
    rows, cols = _size(rules)
    across = MARGIN + len(sides) * (WIDTH + MARGIN)
    below = [HOW, FIRST] if X in sides else [HOW]
    end = HEAD + WIDTH * rows / cols
    down = end + TEXT * len(below) + FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down:g}" '
        f'width="{across}" height="{down:g}" role="img" fill="none" stroke-linecap="round">',
        f"<title>{escape(f'{rules}: every answer of {player.name}')}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for number, side in enumerate(sides):
        left = MARGIN + number * (WIDTH + MARGIN)
        parts.append(_text(left, HEAD - 18, 32, f"You are {'X' if side == X else 'O'}"))
        parts += _paths(_boards(player, rules, side, left, limited(progress)))
    parts += [_text(MARGIN, end + TEXT * line, 22, text) for line, text in enumerate(below, 1)]
    return "\n".join([*parts, "</svg>\n"])


def _boards(
    player: Player, rules: Rules, side: int, left: float, progress: Reporter
) -> Iterator[Board]:
    """The boards of the map for one side; each board comes before the boards inside it."""
    waiting = [Board(Position(rules=rules), None, left, HEAD, WIDTH / _size(rules)[1], 0)]
    found = 0
    while waiting:
        board = _answered(waiting.pop(), player, side)
        yield board
        found += 1
        progress(found, 0)
        # A map that is too large is refused before it costs much time: replies are counted before
        # they are made, and waiting boards have not been answered yet.
        if found + len(waiting) + board.position.legal.bit_count() > MAP_BOARDS:
            raise TooLargeError(
                f"a map of {rules} takes more than {MAP_BOARDS:,} boards; take a smaller board"
            )
        waiting += _replies(board)


def _answered(board: Board, player: Player, side: int) -> Board:
    """The board after the player's move; unchanged if the game is over or `side` is not to move."""
    position = board.position
    if position.outcome or position.turn != side:
        return board
    chances = player.probabilities(position)
    answer = max(chances, key=lambda cell: chances[cell])
    return board._replace(position=position.play(answer), answer=answer)


def _replies(board: Board) -> Iterator[Board]:
    """The boards inside a board, one after each move of the opponent, before the player answers."""
    position, _, left, top, cell, depth = board
    rows, cols = _size(position.rules)
    inner = FILLED * cell / max(rows, cols)
    for reply in position.legal_moves:
        row, col = divmod(reply, cols)
        yield Board(
            position.play(reply),
            None,
            left + col * cell + (cell - cols * inner) / 2,
            top + row * cell + (cell - rows * inner) / 2,
            inner,
            depth + 1,
        )


def _size(rules: Rules) -> tuple[int, int]:
    (rows,) = rules.geometry.layers()
    return len(rows), len(rows[0])


def _paths(drawn: Iterable[Board]) -> list[str]:
    """SVG paths that draw boards, the largest first; each style has one path at each size."""
    paths: defaultdict[tuple[int, str], list[str]] = defaultdict(list)
    cells: dict[int, float] = {}
    for board in drawn:
        cells[board.depth] = board.cell
        for look, path in _pieces(board):
            paths[board.depth, look].append(path)
    return [
        f'<path d="{"".join(paths[depth, look])}" {attributes}'
        + (f' stroke-width="{width * cells[depth]:.4g}"/>' if width else "/>")
        for depth in sorted(cells)
        for look, (attributes, width) in LOOKS.items()
        if (depth, look) in paths
    ]


def _pieces(board: Board) -> Iterator[tuple[str, str]]:
    """The parts of a board's drawing, each as a pair: the name of its style, and its path."""
    position, answer, left, top, cell, _ = board
    rules = position.rules
    rows, cols = _size(rules)
    arm = ARM * cell

    def at(number: int) -> tuple[float, float]:
        row, col = divmod(number, cols)
        return left + (col + 0.5) * cell, top + (row + 0.5) * cell

    grid = [
        f"M{_number(left + col * cell)} {_number(top)}v{_number(rows * cell)}"
        for col in range(1, cols)
    ]
    grid += [
        f"M{_number(left)} {_number(top + row * cell)}h{_number(cols * cell)}"
        for row in range(1, rows)
    ]
    if grid:
        yield "grid", "".join(grid)
    side, wide, ring = _number(cell), _number(2 * arm), f"a{_number(arm)} {_number(arm)} 0 1 0 "
    for number in cells_of(position.outcome.line if position.outcome else 0):
        x, y = at(number)
        corner = f"{_number(x - cell / 2)} {_number(y - cell / 2)}"
        yield "line", f"M{corner}h{side}v{side}h-{side}z"
    for number in cells_of(position.x):
        x, y = at(number)
        corner = f"{_number(x - arm)} {_number(y - arm)}"
        cross = f"M{corner}l{wide} {wide}m0 -{wide}l-{wide} {wide}"
        yield f"X {'now' if number == answer else 'before'}", cross
    for number in cells_of(position.o):
        x, y = at(number)
        circle = f"M{_number(x - arm)} {_number(y)}{ring}{wide} 0{ring}-{wide} 0"
        yield f"O {'now' if number == answer else 'before'}", circle


def _number(size: float) -> str:
    """A length or coordinate, rounded to a thousandth: the smallest boards need this precision."""
    return f"{size:.3f}".rstrip("0").rstrip(".")


def _text(x: float, y: float, size: int, text: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="{size}" '
        f'fill="{INK}">{text}</text>'
    )
