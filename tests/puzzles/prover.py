"""What a puzzle claims, proved a second time: by lines of the oracle, move after move.

Two questions answer each other: does the player to move win within so many plies, and does every
move of theirs lose within so many? Only boards in which a line wins or loses for both are taken.
"""

from __future__ import annotations

from functools import cache

from noughts.puzzles import Puzzle
from tests import oracle
from tests.strategies import board_of


class Prover:
    """The two questions on one board; a side is the bitboard of its stones."""

    def __init__(self, board: oracle.Board) -> None:
        cells = range(len(oracle.squares(board)))
        lines = [oracle.mask_of(line, board) for line in oracle.lines(board)]
        self.through = [[line for line in lines if line >> cell & 1] for cell in cells]
        self.full = 2 ** len(cells) - 1
        self.misere = board.misere
        self.wins = cache(self._wins)
        self.loses = cache(self._loses)

    def free(self, taken: int) -> list[int]:
        return [cell for cell in range(len(self.through)) if not taken >> cell & 1]

    def lined(self, own: int, cell: int) -> bool:
        """Whether the last stone of a side has made a line."""
        return any(own & line == line for line in self.through[cell])

    def _wins(self, own: int, other: int, plies: int) -> bool:
        """Whether the player to move wins within so many plies, whatever the other does."""
        return any(self.move_wins(own, other, cell, plies) for cell in self.free(own | other))

    def move_wins(self, own: int, other: int, cell: int, plies: int) -> bool:
        own |= 2**cell
        if plies < 1 or (own | other == self.full and not self.lined(own, cell)):
            return False
        return not self.misere if self.lined(own, cell) else self.loses(other, own, plies - 1)

    def _loses(self, own: int, other: int, plies: int) -> bool:
        """Whether each move of the player to move loses within so many plies."""
        return all(self.move_loses(own, other, cell, plies) for cell in self.free(own | other))

    def move_loses(self, own: int, other: int, cell: int, plies: int) -> bool:
        own |= 2**cell
        if plies < 1 or (own | other == self.full and not self.lined(own, cell)):
            return False
        return self.misere if self.lined(own, cell) else self.wins(other, own, plies - 1)


def prove(puzzle: Puzzle) -> None:
    """Fail unless the answer alone keeps the value, and wins as soon as the puzzle says."""
    prover, (own, other) = Prover(board_of(puzzle.rules)), puzzle.position.sides
    free = prover.free(own | other)
    wrong = [cell for cell in free if cell != puzzle.answer]
    assert len(wrong) == len(free) - 1
    plies = puzzle.remoteness
    if puzzle.value:
        assert prover.move_wins(own, other, puzzle.answer, plies)
        assert not prover.move_wins(own, other, puzzle.answer, plies - 1)
        assert not any(prover.move_wins(own, other, cell, len(free)) for cell in wrong)
        play_to_the_win(puzzle)
    else:
        assert plies == len(free)
        assert not prover.move_wins(own, other, puzzle.answer, plies)
        assert not prover.move_loses(own, other, puzzle.answer, plies)
        assert all(prover.move_loses(own, other, cell, plies) for cell in wrong)


def play_to_the_win(puzzle: Puzzle) -> None:
    board = board_of(puzzle.rules)
    grid = oracle.grid_of(puzzle.position.x, puzzle.position.o, board)
    mover = oracle.turn(grid)
    for cell in puzzle.line:
        assert oracle.result(grid, board) is None
        grid = oracle.put(grid, oracle.squares(board)[cell], oracle.turn(grid))
    assert oracle.result(grid, board) == mover
