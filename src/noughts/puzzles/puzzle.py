"""`Puzzle`: a position with one answer, its difficulty, and the replies that refute other moves."""

from __future__ import annotations

from collections.abc import Collection
from math import log2
from typing import NamedTuple

from noughts.core.cell_names import Cell
from noughts.core.position import Position
from noughts.core.rules import MARK_NAMES, Rules
from noughts.errors import PuzzleError
from noughts.puzzles.endgame_search import worths
from noughts.solver.tables.table import MoveEvaluation

# The least effort of a puzzle of each level: see `Puzzle.effort`.
LEVELS = {"easy": 0.0, "medium": 9.0, "hard": 17.0}
LEAST_AHEAD = 3  # plies: an immediate win or the block of a line is not a puzzle
LEAST_MOVES = 3


class Try(NamedTuple):
    """The result of a move in a puzzle: its value and, for a wrong move, the reply that refutes it.

    `remoteness` is the number of plies to the end, including this move. `reply` is None if the move
    is the answer, if it ends the game, or if the same player is to move again.

    >>> Puzzle.of("OX./..X/...").attempt("b2").is_answer
    False
    """

    move: int
    is_answer: bool
    value: int
    remoteness: int
    reply: int | None


class Puzzle(NamedTuple):
    """A position, with its level, in which exactly one move wins or exactly one does not lose.

    `line` holds moves, and begins with the answer. If the answer wins, the moves continue to the
    end of the game, with the longest defence; otherwise `line` holds only the answer.

    >>> puzzle = Puzzle.of("OX./..X/...")
    >>> puzzle.task, puzzle.answer, puzzle.level
    ('O to move and win in 3', 6, 'medium')
    """

    position: Position
    line: tuple[int, ...]
    level: str

    @classmethod
    def of(cls, position: Position | str) -> Puzzle:
        """The puzzle that a position sets, solved and graded. A 3x3 position may be given as text.

        Raises `PuzzleError` if several moves keep the value, if there are fewer than three moves,
        or if looking fewer than three plies ahead shows the answer. Raises `TooLargeError` if more
        than 12 cells are free.
        """
        position = Position.parse(position) if isinstance(position, str) else position
        found = graded(position, worths(position))
        if isinstance(found, str):
            raise PuzzleError(f"{position} {found}")
        return found

    @property
    def rules(self) -> Rules:
        """The rules of the position."""
        return self.position.rules

    @property
    def answer(self) -> int:
        """The only move that keeps the value, as a number from `legal_moves`."""
        return self.line[0]

    @property
    def value(self) -> int:
        """1 if the answer wins, 0 if the answer draws."""
        return int(len(self.line) > 1)

    @property
    def remoteness(self) -> int:
        """The plies to the end, answer included, if the winner hurries and the loser delays."""
        return len(self.line) if self.value else self.rules.cells - self.position.ply

    @property
    def moves(self) -> int:
        """The number of moves that the winner makes, including the answer."""
        return (self.remoteness + 1) // 2

    @property
    def task(self) -> str:
        """The task in words; `win in 3` counts only the moves of the player to move."""
        turn = f"{MARK_NAMES[self.position.turn]} to move and"
        if not self.value:
            return f"{turn} draw"
        # Unless turns alternate, the plies do not give the number of moves.
        return f"{turn} win in {self.moves}" if self.rules.has("alternates") else f"{turn} win"

    @property
    def effort(self) -> float:
        """The difficulty: plies to look ahead, times the base-2 logarithm of the number of moves.

        A person who solves the puzzle must look ahead until the answer has won or, if this is
        sooner, until every other move has lost. With `m` moves in the position and `plies` plies to
        look ahead, there are at most `m ** plies` ways to continue, and `effort` is the base-2
        logarithm of this number. `LEVELS` gives the least effort of each level.

        >>> round(Puzzle.of("OX./..X/...").effort, 2)    # 6 moves, and 5 plies to the win
        12.92
        """
        moves = worths(self.position)
        return ahead(moves) * log2(len(moves))

    def attempt(self, move: Cell) -> Try:
        """The result of a move, and the best reply to a wrong one; `move` is as in `Position.play`.

        >>> Puzzle.of("OX./..X/...").attempt("b2")    # which only draws
        Try(move=4, is_answer=False, value=0, remoteness=6, reply=8)

        Raises what `Position.play` raises.
        """
        number = self.position.checked_move(move)
        _, value, remoteness = next(one for one in worths(self.position) if one.cell == number)
        if number == self.answer:
            return Try(number, True, value, remoteness, None)
        after = self.position.play_unchecked(number)
        refuted = after.turn != self.position.turn and not after.is_over
        reply = best(worths(after)).cell if refuted else None
        return Try(number, False, value, remoteness, reply)

    def remaining(self, hints: int, tried: Collection[int] = ()) -> list[int]:
        """The moves left after `hints` hints; each removes the worst half, but leaves a wrong move.

        Wrong moves in `tried` are removed, too.

        >>> [len(Puzzle.of("OX./..X/...").remaining(hints)) for hints in range(4)]
        [6, 3, 2, 2]
        """
        wrong = sorted(
            (-value, -plies, move)
            for move, value, plies in worths(self.position)
            if move != self.answer and move not in tried
        )
        kept = max(1, -(-len(self.position.legal_moves) // 2**hints) - 1)
        return sorted([self.answer, *(move for *_, move in wrong[:kept])])


def best(moves: tuple[MoveEvaluation, ...]) -> MoveEvaluation:
    """The soonest win, else a draw, else the latest loss; of equal moves, the lowest number."""
    value = max(move.value for move in moves)
    kept = [move for move in moves if move.value == value]
    return min(kept, key=lambda move: (move.remoteness * value, move.cell))


def ahead(moves: tuple[MoveEvaluation, ...]) -> int:
    """The plies until the answer has won or, if that is sooner, until all other moves have lost."""
    answer = best(moves)
    others = [move for move in moves if move != answer]
    plies = [answer.remoteness] if answer.value > 0 else []
    if all(move.value < 0 for move in others):
        plies.append(max(move.remoteness for move in others))
    return min(plies)


def graded(position: Position, moves: tuple[MoveEvaluation, ...]) -> Puzzle | str:
    """The puzzle that a position sets, or why it sets none; `moves` are the values of its moves."""
    if len(moves) < LEAST_MOVES:
        return f"has {len(moves)} moves; a puzzle has {LEAST_MOVES} or more"
    answer = best(moves)
    kept = sum(move.value == answer.value for move in moves)  # all moves, if all of them lose
    if kept > 1:
        return f"has {kept} moves that keep its value, and not just one"
    plies = ahead(moves)
    if plies < LEAST_AHEAD:
        return f"is too easy: {plies} plies show the answer, and a puzzle takes {LEAST_AHEAD}"
    effort = plies * log2(len(moves))
    level = [name for name, least in LEVELS.items() if effort >= least][-1]
    return Puzzle(position, _line(position, answer), level)


def _line(position: Position, answer: MoveEvaluation) -> tuple[int, ...]:
    line = [answer.cell]
    while answer.value > 0:
        position = position.play_unchecked(line[-1])
        if position.is_over:
            break
        line.append(best(worths(position)).cell)
    return tuple(line)
