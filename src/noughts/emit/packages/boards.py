"""What packages in all languages share: the data and the texts about their boards."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.emit.module import Module

NAME = "noughts-rules"  # the default name of a package
PATHS = 20_000  # that a test may count for a board
WORD_ACTIONS = 64  # of a board on which a test in C or Rust can count paths


class Board(NamedTuple):
    """A board of a package, with the data for its files.

    `name`, a part of names in the package, is the board's text with underscores for punctuation.
    `paths[n]` is the number of ways to play n moves.
    """

    name: str
    module: Module
    paths: list[int]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.module.rules

    @property
    def hands(self) -> int:
        """The number of marks from which a player may choose."""
        return len(self.rules.answers.marks.hands)

    @property
    def in_a_word(self) -> bool:
        """Whether each move is a bit of one word; if not, tests in C and Rust skip the board."""
        return self.rules.actions <= WORD_ACTIONS

    @property
    def words(self) -> dict[str, object]:
        """The values that the templates of all languages use."""
        return {"name": self.name, "paths": self.paths, "hands": self.hands}


def paths(rules: Rules) -> list[int]:
    """The numbers of ways to play 0, 1, 2, ... moves, as long as their total is at most `PATHS`.

    >>> from noughts import TICTACTOE
    >>> paths(TICTACTOE)
    [1, 9, 72, 504, 3024, 15120]
    """
    found = [1]
    level = Counter([Position(rules=rules)])  # the number of paths to each position
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
    """The description of the package, in one line."""
    return f"The rules of {', '.join(str(board.rules) for board in boards)} as bit expressions"


def readme(package: str, boards: list[Board], how: str, kind: str, example: str, test: str) -> str:
    """The text of the README: the boards, an example, and the command that runs the tests."""
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
