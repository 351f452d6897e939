"""The output of `noughts show`: a position, drawn so that the bits explain themselves.

The digits of a code stand in labelled groups, on lines that fit on a screen:

          O's stones          X's stones
cell      8 7 6 5 4 3 2 1 0   8 7 6 5 4 3 2 1 0
bits      1 0 0 0 0 0 0 1 0   0 0 0 0 1 0 0 0 1
          O             O             X       X
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from textwrap import wrap

import click

from noughts.cli.text.colours_and_widths import by_mark, padded, width
from noughts.cli.text.hints import BEST, VALUE_COLOURS
from noughts.cli.text.ruled_board import ruled
from noughts.cli.text.show_facts import Facts
from noughts.core.rules import LARGEST_BOARD, Rules

TITLES = {"X": "X's stones", "O": "O's stones", "cell": "cells"}
SCREEN, MARGIN = 76, 8  # the total number of columns, and the columns of the labels on the left
BETWEEN = "   "

Block = tuple[str, ...]  # a title, and the lines with cells, digits and meanings below it


def labelled(code: Facts, layer: int = LARGEST_BOARD) -> Iterator[str]:
    """The lines for one code of `facts`: blocks of digits, as many side by side as fit.

    Neighbouring fields with the same name and with cells in the same layer, of `layer` cells, form
    a block, or several blocks if one would be too wide.

    >>> import click
    >>> from noughts.cli.text.show_facts import facts
    >>> from noughts import Position
    >>> for line in labelled(facts(Position.parse("XO./.X./..."))["codecs"]["base3"]):
    ...     print(click.unstyle(line))    # without its colours
            cells
    cell    8 7 6 5 4 3 2 1 0
    digits  0 0 0 0 1 0 0 2 1
                    X     O X
    """
    labels = ("", "cell", "bits" if code["radix"] == 2 else "digits", "")
    room = SCREEN - MARGIN
    blocks = [block for group in _groups(code["fields"], layer) for block in _blocks(group, room)]
    for band in _bands(blocks, room):
        widths = [max(map(width, block)) for block in band]
        for label, *texts in zip(labels, *band, strict=True):
            if any(texts):
                line = BETWEEN.join(map(padded, texts, widths))
                yield (label.ljust(MARGIN) + line).rstrip()


def _groups(fields: list[Facts], layer: int) -> Iterator[list[Facts]]:
    """Groups of neighbouring fields with the same name and with cells in the same layer."""

    def together(field: Facts) -> tuple[str, int]:
        return field["name"], (field["cell"] or 0) // layer

    return (list(group) for _, group in groupby(fields, key=together))


def _blocks(fields: list[Facts], room: int) -> Iterator[Block]:
    """The fields of a group side by side in a block, or in several if one would be too wide."""
    columns = [_column(field) for field in fields]
    widest = max(width(text) for column in columns for text in column)
    name = fields[0]["name"]
    title = TITLES.get(name, "" if name == "number" else name)
    fit = max(1, (room + 1) // (widest + 1))
    for start in range(0, len(columns), fit):
        some = columns[start : start + fit]
        widths = [max(map(width, column)) for column in some]
        lines = (" ".join(map(padded, row, widths)).rstrip() for row in zip(*some, strict=True))
        yield title, *lines


def _column(field: Facts) -> tuple[str, str, str]:
    digits, meaning = field["digits"], field["meaning"]
    if field["cell"] is None:
        return "", digits, "" if field["name"] == "number" else meaning
    columns = max(len(str(field["cell"])), len(digits))
    texts = (str(field["cell"]), digits, meaning.replace(".", " "))
    cell, digits, mark = (text.rjust(columns) for text in texts)
    return cell, by_mark(meaning, digits), by_mark(meaning, mark) if mark.strip() else mark


def _bands(blocks: Iterable[Block], room: int) -> Iterator[list[Block]]:
    band: list[Block] = []
    for block in blocks:
        taken = sum(max(map(width, each)) + len(BETWEEN) for each in (*band, block))
        if band and taken - len(BETWEEN) > room:
            yield band
            band = []
        band.append(block)
    yield band


INDENT = 4
VALUES: dict[int, str] = {1: "win", 0: "draw", -1: "loss"}


def draw(told: Facts) -> Iterator[str]:
    """The lines of the whole output, with colours, which `click.echo` removes for a pipe."""
    rules = Rules.parse(told["board"])
    sections: list[tuple[str, Iterable[str]]] = [
        ("Position", _position(told, rules)),
        ("A stone is a bit", _bitboards(told, rules)),
        ("The position as one number", _codes(told, rules)),
        ("Turned and mirrored", _symmetry(told)),
        ("What every move is worth", _moves(told, rules)),
    ]
    for title, lines in sections:
        yield click.style(title, bold=True, underline=True)
        yield ""
        for line in lines:
            yield f"{'':{INDENT}}{line}".rstrip()
        yield ""


def _rows(rules: Rules, show: Callable[[int], str]) -> list[str]:
    """A line of text for each row, and an empty line between layers."""
    layers = [[" ".join(map(show, row)) for row in layer] for layer in rules.geometry.layers()]
    return [line for layer in layers for line in ("", *layer)][1:]


def _ruled(rules: Rules, show: Callable[[int], str], columns: int) -> Iterator[str]:
    """A board with a blank on either side of each cell's text."""
    return ruled(rules, lambda cell: f" {padded(show(cell), columns)} ", columns + 2, INDENT)


def _position(told: Facts, rules: Rules) -> Iterator[str]:
    marks = told["position"].replace("/", "")

    def show(cell: int) -> str:
        mark = marks[cell]
        return " " if mark == "." else by_mark(mark, mark)  # a blank without colour can be stripped

    board = [*_ruled(rules, show, 1)]
    if len(rules.geometry.layers()) > 1:
        yield from (*board, "", *_status(told))
        return
    beside = iter(["", *_status(told)])
    columns = max(map(width, board)) + 7
    for line in board:
        yield f"{padded(line, columns)}{next(beside, '')}"
    yield from beside


def _status(told: Facts) -> Iterator[str]:
    plies = f"after {told['ply']} move{'s' * (told['ply'] != 1)}"
    on = f"on the board {told['board']}"
    together = f"{told['position']}  {on}"
    yield from [together] if len(together) <= SCREEN else [told["position"], on]
    if told["outcome"]:
        line = f", on cells {', '.join(map(str, told['line']))}" if told["line"] else ""
        yield f"{told['outcome']}{line}, {plies}"
    else:
        yield f"{by_mark(told['turn'], told['turn'])} to move, {plies}"
    if told["game"]:
        yield f"played as {told['game']}"
    if told["unreachable"]:
        yield click.style("play cannot reach it:", fg="yellow")
        yield click.style(told["unreachable"], fg="yellow")


def _bitboards(told: Facts, rules: Rules) -> Iterator[str]:
    """The bit of each cell as a number, and each bitboard as the sum of such numbers."""
    columns = len(str(1 << rules.cells - 1))
    few = rules.geometry.sizes[-1] * columns <= SCREEN  # else no board fits, and drawing is slow

    def worth(cell: int) -> str:
        return f"{1 << cell:>{columns}}"

    def held(mark: str) -> Callable[[int], str]:
        cells = told[mark.lower()]["cells"]
        return lambda cell: (
            by_mark(mark, worth(cell)) if cell in cells else by_mark(".", f"{'.':>{columns}}")
        )

    grids = {
        "cell": _rows(rules, lambda cell: f"{cell:>{len(str(rules.cells - 1))}}"),
        "is worth": _rows(rules, worth) if few else [],
        "X holds": _rows(rules, held("X")) if few else [],
        "O holds": _rows(rules, held("O")) if few else [],
    }
    blocks = [[title, *grid] for title, grid in grids.items()]
    widths = [max(map(width, block)) for block in blocks]
    if few and sum(widths) + 12 <= SCREEN:
        along = "layer by layer" if len(rules.geometry.layers()) > 1 else "along the rows"
        yield f"Number the cells {along}, and let each be worth twice the one before:"
        yield ""
        yield from ("    ".join(map(padded, line, widths)) for line in zip(*blocks, strict=True))
        yield ""
        yield "A player's stones add up to one number, and no others give the same. Read"
        yield "its binary digits from the right: they are the cells, 1 where a stone is."
    else:
        yield "Cells are numbered by rows from 0; a stone on cell n is worth 2 to the n."
        if len(rules.geometry.layers()) > 1:
            columns = len(str(rules.cells - 1))
            yield ""
            yield from _ruled(rules, lambda cell: f"{cell:>{columns}}", columns)
    yield ""
    for mark in "XO":
        side = told[mark.lower()]
        total = str(side["bitboard"])
        terms = " + ".join(str(1 << cell) for cell in side["cells"])
        if len(side["cells"]) > 1 and len(terms) <= SCREEN // 2:
            total = f"{terms} = {total}"
        yield by_mark(mark, f"{mark} = {total}")
        yield by_mark(mark, f"  = {side['bitboard']:0{rules.cells}b} in binary")


def _codes(told: Facts, rules: Rules) -> Iterator[str]:
    layer = rules.cells // len(rules.geometry.layers())
    for number, (name, code) in enumerate(told["codecs"].items()):
        if number:
            yield ""
        yield f"{click.style(name, bold=True)}: {code['about']}"
        if code["refused"]:
            for line in wrap(f"none: {code['refused']}", SCREEN):
                yield click.style(line, fg="yellow")
        else:
            place = f", of {code['size']}" if len(code["fields"]) == 1 else ""
            yield f"{code['code']} = {code['code']:#x}{place}, in {code['bits']} bits"
            yield from labelled(code, layer)


def _symmetry(told: Facts) -> Iterator[str]:
    symmetry = told["symmetry"]
    images = len(symmetry["images"])
    if images == 1:
        yield "Every symmetry of the board leaves it as it is; it stands for itself alone."
        return
    yield f"It has {images} images under the symmetries of the board, each worth the same."
    if symmetry["representative"] == told["position"]:
        yield "It is the least of them by its pair code, and so stands for all."
    else:
        yield f"{symmetry['representative']} stands for all: the least by its pair code."
        yield f"The symmetry that leads there: {symmetry['by']}."


def _moves(told: Facts, rules: Rules) -> Iterator[str]:
    if told["moves_unknown"]:
        yield from wrap(f"Not known: {told['moves_unknown']}.", SCREEN)
        return
    if told["outcome"]:
        yield f"No move is left: the game is over ({told['outcome']})."
        return
    marks = told["position"].replace("/", "")
    moves = {move["cell"]: move for move in told["moves"]}
    columns = 1 + max(len(_verdict(move)) for move in told["moves"])

    def show(cell: int) -> str:
        if cell not in moves:
            return by_mark(marks[cell], marks[cell].center(columns))
        move = moves[cell]
        text = click.style(_verdict(move), fg=VALUE_COLOURS[move["value"]], bold=move["best"])
        return text + (BEST if move["best"] else "")

    plies = f"{told['remoteness']} move{'s' * (told['remoteness'] != 1)}"
    expected = {1: "wins in", 0: "draws after", -1: "loses in"}[told["value"]]
    yield f"{by_mark(told['turn'], told['turn'])} {expected} {plies} if both play best."
    yield ""
    yield from _ruled(rules, show, columns)
    yield ""
    yield "The numbers count the moves of both to the end, this one included."
    yield "A * marks the best moves: all that keep the value."


def _verdict(move: Facts) -> str:
    """The value of a move, in letters that fit a cell."""
    return VALUES[move["value"]] + f" {move['remoteness']}"
