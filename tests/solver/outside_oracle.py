"""The games of `tests.games_from_outside` a second time: a board is a text of marks, and no bit."""

from __future__ import annotations

from collections import Counter
from functools import cache, cached_property

from tests import oracle

Worth = tuple[int, int]  # for the player to move, and the plies that remain


class Outside:
    """The game on a flat board, with the answers of the fields that are named."""

    def __init__(self, rows: int, cols: int, k: int, fields: tuple[str, ...]) -> None:
        self.board = oracle.Board((rows, cols), k)
        self.start, self.cols, self.fields = "." * (rows * cols), cols, fields
        self.lines = [
            [oracle.cell_of(square, self.board) for square in line]
            for line in oracle.lines(self.board)
        ]

    def mover(self, stones: int) -> str:
        return ("XOOX" if "turns" in self.fields else "XO" * 2)[stones % 4]

    def turn(self, marks: str) -> str:
        return self.mover(len(marks) - marks.count("."))

    def has_line(self, marks: str) -> bool:
        """Whether somebody has a line that counts."""
        made = {marks[line[0]] for line in self.lines if len({marks[cell] for cell in line}) == 1}
        return bool(made & {*("X" if "line" in self.fields else "XO")})

    def result(self, marks: str) -> str | None:
        """Who has won, `draw`, or None."""
        if self.has_line(marks):
            maker = self.mover(len(marks) - marks.count(".") - 1)
            return "O" if "line" in self.fields else maker
        if "." in marks:
            return None
        return "X" if "line" in self.fields else "draw"

    def after(self, marks: str) -> dict[tuple[int, str], str]:
        """The boards one move away, by cell and mark."""
        if self.result(marks):
            return {}
        hands = "XO" if "marks" in self.fields else self.turn(marks)
        below = marks[self.cols :] + "#" * self.cols
        cells = [cell for cell, mark in enumerate(marks) if mark == "."]
        if "where" in self.fields:
            cells = [cell for cell in cells if below[cell] != "."]
        return {(c, hand): marks[:c] + hand + marks[c + 1 :] for hand in hands for c in cells}

    @cached_property
    def plies(self) -> list[Counter[str]]:
        """The paths to each board, by ply."""
        found = [Counter([self.start])]
        while True:
            there: Counter[str] = Counter()
            for marks, ways in found[-1].items():
                for then in self.after(marks).values():
                    there[then] += ways
            if not there:
                return found
            found.append(there)

    @cache  # noqa: B019 - a test has few of these
    def worth(self, marks: str) -> Worth:
        result, turn = self.result(marks), self.turn(marks)
        if result:
            return 0 if result == "draw" else 1 if result == turn else -1, 0
        worths = [self.move_worth(marks, then) for then in self.after(marks).values()]
        value = max(value for value, _ in worths)
        plies = [plies for each, plies in worths if each == value]
        return value, min(plies) if value == 1 else max(plies)

    def move_worth(self, marks: str, then: str) -> Worth:
        """What a move is worth to the player who makes it."""
        value, plies = self.worth(then)
        return value if self.turn(then) == self.turn(marks) else -value, plies + 1
