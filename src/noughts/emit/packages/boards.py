"""The part that all packages share: what they say about their boards."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.emit.module import Module

NAME = "noughts-rules"  # of a package, unless somebody names it
PATHS = 20_000  # that a test may count for a board
WORD_ACTIONS = 64  # of the boards that a test in C or Rust can count on


class Board(NamedTuple):
    """A board of a package, with the texts for its files.

    `name` is a part of names, and `paths` has the numbers of ways to play 0, 1, 2, ... moves.
    """

    name: str
    module: Module
    paths: list[int]

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.module.rules

    @property
    def hands(self) -> int:
        """How many marks a player may choose from."""
        return len(self.rules.answers.marks.hands)

    @property
    def in_a_word(self) -> bool:
        """Whether a move is one bit of a word, with which C and Rust count paths."""
        return self.rules.actions <= WORD_ACTIONS

    @property
    def words(self) -> dict[str, object]:
        """The words that the texts of all languages use."""
        return {"name": self.name, "paths": self.paths, "hands": self.hands}


def paths(rules: Rules) -> list[int]:
    """How many ways there are to play 0, 1, 2, ... moves, as far as `PATHS` lets a test count.

    >>> from noughts import TICTACTOE
    >>> paths(TICTACTOE)
    [1, 9, 72, 504, 3024, 15120]
    """
    found = [1]
    level = Counter([Position(rules=rules)])  # in how many ways each position is reached
    while more := sum(ways * len(position.legal_moves) for position, ways in level.items()):
        if sum(found) + more > PATHS:
            break
        after: Counter[Position] = Counter()
        for position, ways in level.items():
            for move in position.legal_moves:
                after[position.play_unchecked(move)] += ways
        found.append(more)
        level = after
    return found


def about(boards: list[Board]) -> str:
    """The description of the package, in a line."""
    return f"The rules of {', '.join(str(board.rules) for board in boards)} as bit expressions"


def readme(package: str, boards: list[Board], how: str, kind: str, example: str, test: str) -> str:
    """How its boards are written, an example in a language, and the command that tests it."""
    games = "\n".join(f"- {board.rules.about}" for board in boards)
    return f"""# {package}

The rules of games, written by noughts as bit expressions: {how}. Bit i of a number is cell i,
row by row.

{games}

```{kind}
{example}
```

`{test}` counts paths of moves on each board.

The licence is MIT: see LICENSE.
"""
