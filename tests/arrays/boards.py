"""What the tests of arrays walk: all positions of 3x3, and random ones of larger boards."""

from __future__ import annotations

import random
from functools import cache

from noughts import Game, Position, Rules
from noughts.codecs.dense.ordinal import reachable
from noughts.core.rules import TICTACTOE
from tests.tools import COMPILED, fewer_compiled

# Games with answers from outside: those whose stones are somebody's, and those whose are not.
OWNED = fewer_compiled(
    *("3,4,3,stones=2", "3,3,3,gravity", "2x2x3,2,gravity,misere", "3,3,3,avoider"), step=2
)
SHARED = fewer_compiled("3,4,3,gravity,wild,misere", "3,3,3,wild", "3,3,3,torus,wild,stones=2")
USUAL = ["3,3,3", "4,4,4", "5,6,4,misere", "8,8,5"]

# A word of 16, 32 and 64 bits a player; two words a position; lanes of one row; misère.
LARGER = [Rules.parse(text) for text in USUAL[1:]]


# All of a walk where kernels are compiled; some of it where they run as plain Python.
STRIDE = 1 if COMPILED else 41


@cache
def every_position() -> list[Position]:
    """All that play can reach on 3x3, 5478 of them."""
    codes = [*reachable()][::STRIDE]
    return [Position(code & TICTACTOE.board, code >> TICTACTOE.cells) for code in codes]


GAMES = 60 // STRIDE + 1


@cache
def some_moves(rules: Rules, count: int = GAMES) -> list[list[int]]:
    """The moves of random games to their end."""
    chance, games = random.Random(str(rules)), []
    for _ in range(count):
        position, moves = Position(rules=rules), list[int]()
        while legal := position.legal_moves:
            moves.append(chance.choice(legal))
            position = position.play(moves[-1])
        games.append(moves)
    return games


@cache
def some_games(rules: Rules, count: int = GAMES) -> list[Game]:
    """Random games to their end."""
    games = [Game(rules) for _ in range(count)]
    for game, moves in zip(games, some_moves(rules, count), strict=True):
        for move in moves:
            game.push(move)
    return games


@cache
def some_positions(rules: Rules, count: int = GAMES) -> list[Position]:
    """Positions from those games, at all stages, the last ones with them."""
    found = []
    for item, moves in enumerate(some_moves(rules, count)):
        position = Position(rules=rules)
        for ply, move in enumerate(moves):
            if ply % 5 == item % 5:
                found.append(position)
            position = position.play(move)
        found.append(position)
    return found


def positions_of(rules: Rules) -> list[Position]:
    return every_position() if rules == TICTACTOE else some_positions(rules)
