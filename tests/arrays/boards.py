"""What the tests of arrays walk: all positions of 3x3, and random ones of larger boards."""

from __future__ import annotations

import random
from functools import cache

from noughts import Game, Position, Rules
from noughts.codecs.dense.reachable import reachable
from noughts.core.rules import TICTACTOE
from tests.tools import COMPILED

# A word of 16, 32 and 64 bits a player; two words a position; lanes of one row; misère.
LARGER = [Rules(4, 4, 4), Rules(5, 6, 4, misere=True), Rules(8, 8, 5)]


# All of a walk where kernels are compiled; some of it where they run as plain Python.
STRIDE = 1 if COMPILED else 41


@cache
def every_position() -> list[Position]:
    """All that play can reach on 3x3, 5478 of them."""
    codes = [*reachable()][::STRIDE]
    return [Position(code & TICTACTOE.board, code >> TICTACTOE.cells) for code in codes]


@cache
def some_games(rules: Rules, count: int = 60 // STRIDE + 1) -> list[Game]:
    """Random games to their end."""
    chance = random.Random(str(rules))
    games = []
    for _ in range(count):
        game = Game(rules)
        while not game.outcome:
            game.push(chance.choice(game.position.moves()))
        games.append(game)
    return games


@cache
def some_positions(rules: Rules) -> list[Position]:
    """Positions from those games, at all stages, the last ones with them."""
    found = []
    for item, game in enumerate(some_games(rules)):
        position = Position(rules=rules)
        for ply, cell in enumerate(game.moves):
            if ply % 5 == item % 5:
                found.append(position)
            position = position.play(cell)
        found.append(position)
    return found


def positions_of(rules: Rules) -> list[Position]:
    return every_position() if rules == TICTACTOE else some_positions(rules)
