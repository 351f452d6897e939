"""Boards, positions, games, cells and players as text."""

from __future__ import annotations

import re

from noughts import Game, PlayerError, Position, Rules
from noughts.cli.codes import parse_code
from noughts.core.cell_names import cell_name, parse_cell
from noughts.core.game import read_record
from noughts.players import Player
from tests import oracle
from tests.fuzz.target import Reading, Target
from tests.strategies import SHAPES, board_of

BOARDS = [*SHAPES, Rules(3, 3, 3, misere=True), Rules(9, 30, 4)]
WORDS = [b"/", b",", b":", b" ", b"X", b"O", b".", b"a1", b"b2", b"aa10", b"3,3,3", b",misere"]
ODD = [each.encode() for each in ["²", "٣", "é", "\u2028", "\r\n", "\x1b[2J"]]
ODD += [b"\xff", b"9" * 30]
FEW = 30  # cells of a board whose games the oracle looks at


def of(data: bytes) -> str:
    """Any bytes as text, as Python reads the arguments of a command."""
    return data.decode(errors="surrogateescape")


def board(data: bytes) -> Reading:
    """A board, which is written as it was read, but for zeros in front of a number."""
    read = Rules.parse(of(data))
    yield
    assert str(read) == re.sub(r"(?<!\d)0+(?=\d)", "", of(data))


def position(data: bytes) -> Reading:
    """A position, on the board that the first byte chooses; its marks are written as they are."""
    rules = BOARDS[data[0] % len(BOARDS)] if data else BOARDS[0]
    read = Position.parse(of(data[1:]), rules)
    yield
    marks = "".join(of(data[1:]).replace("/", "").upper().split())
    assert str(read).replace("/", "") == marks.replace("-", ".").replace("_", ".")
    assert marks.count("X") - marks.count("O") in (0, 1)


def game(data: bytes) -> Reading:
    """A game, which is written as it can be read, and whose moves are legal for the oracle."""
    read, _ = read_record(of(data))  # without the warning of numbers
    yield
    assert Game.parse(str(read)) == read
    rules, start, end = read.rules, read.start, read.position
    if rules.cells > FEW:
        return
    board = board_of(rules)
    grid = oracle.grid_of(start.x, start.o, board)
    for move in read.moves:
        grid = oracle.after(grid, board)[oracle.squares(board)[move]]
    assert grid == oracle.grid_of(end.x, end.o, board)


def cell(data: bytes) -> Reading:
    """A cell, on the board that the first byte chooses: its name or its number, in ASCII."""
    rules = BOARDS[data[0] % len(BOARDS)] if data else BOARDS[0]
    read = parse_cell(of(data[1:]), rules)
    yield
    assert parse_cell(cell_name(read, rules), rules) == read
    assert data[1:].isascii()
    assert data[1:].lstrip(b"0") == b"%d" % (read + 1) or not data[1:].isdigit()


def number(data: bytes) -> Reading:
    """A code on the command line, which is a number as Python writes it in ASCII."""
    read = parse_code(data)
    yield
    assert read == (int(data) if data.isdigit() else int(data.decode("ascii"), 0))


def player(data: bytes) -> Reading:
    """The name of a player, who then moves; no program is run."""
    if of(data).startswith(("exec:", "engine:")):
        raise PlayerError("it names a command")
    cell = Player.parse(of(data), seed=1).choose("XO./.X./...")
    yield
    assert cell in (2, 3, 5, 6, 7, 8)


TARGETS = [
    Target("board", board, [b"3,3,3", b"4,5,4,misere", b"1000,1000,3"], [*WORDS, *ODD]),
    Target(
        "position",
        position,
        [b"\x06XO./.X./..O", b"\x06.../.../...", b"\x08XO./.XO"],
        [*WORDS, *ODD],
    ),
    Target(
        "game",
        game,
        [b"a1 b2 c3", b"4,4,4: a1 b2 d4", b"XO./.../...: b2", b"a1 a2 b1 b2 c1"],
        [*WORDS, *ODD],
    ),
    Target("cell", cell, [b"\x06b2", b"\x065", b"\x06c3", b"\x11ad9"], [*WORDS, *ODD]),
    Target("number", number, [b"1041", b"0x411", b"0b0100_0001", b"-0o7"], [b"_", b"0x", *ODD]),
    Target(
        "player",
        player,
        [b"perfect", b"perfect:trap", b"graded:1/2", b"graded:0.25", b"level:40%", b"random"],
        [b":", b"/", b"%", b"e", b"0", b"-", b"1e999", b"nan", b"inf", *ODD],
    ),
]
