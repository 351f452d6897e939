"""Boards, positions, games, cells and players as text."""

from __future__ import annotations

from noughts import Game, Position, Rules
from noughts.cli.codes import parse_code
from noughts.core.notation import cell_name, parse_cell
from noughts.players import Player
from tests.fuzz.target import Target
from tests.strategies import SHAPES

BOARDS = [*SHAPES, Rules(3, 3, 3, misere=True), Rules(9, 30, 4)]
WORDS = [b"/", b",", b":", b" ", b"X", b"O", b".", b"a1", b"b2", b"aa10", b"3,3,3", b",misere"]
ODD = [each.encode() for each in ["²", "٣", "é", "\u2028", "\r\n", "\x1b[2J"]]
ODD += [b"\xff", b"9" * 30]


def of(data: bytes) -> str:
    """Any bytes as text, as Python reads the arguments of a command."""
    return data.decode(errors="surrogateescape")


def board(data: bytes) -> None:
    """A board, which is written as it can be read."""
    rules = Rules.parse(of(data))
    assert Rules.parse(str(rules)) == rules


def position(data: bytes) -> None:
    """A position, on the board that the first byte chooses."""
    rules = BOARDS[data[0] % len(BOARDS)] if data else BOARDS[0]
    read = Position.parse(of(data[1:]), rules)
    assert Position.parse(str(read), rules) == read


def game(data: bytes) -> None:
    """A game, which is written as it can be read."""
    read = Game.parse(of(data))
    assert Game.parse(str(read)) == read


def cell(data: bytes) -> None:
    """A cell, on the board that the first byte chooses."""
    rules = BOARDS[data[0] % len(BOARDS)] if data else BOARDS[0]
    read = parse_cell(of(data[1:]), rules)
    assert parse_cell(cell_name(read, rules), rules) == read


def number(data: bytes) -> None:
    """A code on the command line."""
    read = parse_code(data)
    assert parse_code(hex(read)) == read


def player(data: bytes) -> None:
    """The name of a player, who then moves."""
    chosen = Player.parse(of(data), seed=1)
    assert chosen.choose("XO./.X./...") in (2, 3, 5, 6, 7, 8)


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
        [b"a1 b2 c3", b"4,4,4: a1 b2 d4", b"XO./.../...: b2", b"3,3,3,misere: a1"],
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
