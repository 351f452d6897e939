"""`Puzzle`: a position with one answer, how hard it is to find, and what refutes other moves."""

from __future__ import annotations

from collections.abc import Collection
from math import log2
from typing import NamedTuple

from noughts.core.notation import Cell
from noughts.core.position import Position
from noughts.core.rules import MARK_NAMES, Rules
from noughts.errors import PuzzleError
from noughts.puzzles.endgame_search import worths
from noughts.solver.tables.table import MoveEvaluation

# A puzzle's effort is at least that of its level: see `Puzzle.effort`.
LEVELS = {"easy": 0.0, "medium": 9.0, "hard": 17.0}
LEAST_AHEAD = 3  # plies: a win at once, or a line that has to be stopped, is not a puzzle
LEAST_MOVES = 3


class Try(NamedTuple):
    """The result of a move in a puzzle: its value, and the reply that refutes it, if it is wrong.

    `remoteness` is the number of plies to the end, this move counted. `reply` is None for the
    answer, where the move ends the game itself, and where the same player has another stone.

    >>> Puzzle.of("OX./..X/...").attempt("b2").is_answer
    False
    """

    move: int
    is_answer: bool
    value: int
    remoteness: int
    reply: int | None


class Puzzle(NamedTuple):
    """A position in which exactly one move wins, or does not lose; and how hard it is to find.

    `line` begins with the answer. If the answer wins, the line goes on to the end, with the longest
    defence.

    >>> puzzle = Puzzle.of("OX./..X/...")
    >>> puzzle.task, puzzle.answer, puzzle.level
    ('O to move and win in 3', 6, 'medium')
    """

    position: Position
    line: tuple[int, ...]
    level: str

    @classmethod
    def of(cls, position: Position | str) -> Puzzle:
        """The puzzle of a position, given as itself or on 3x3 as its text, solved and graded.

        Raises `PuzzleError` unless exactly one move keeps the value, if that is seen at once, or if
        there are few moves, and `TooLargeError` if more than 12 cells are free.
        """
        position = Position.parse(position) if isinstance(position, str) else position
        found = graded(position, worths(position))
        if isinstance(found, str):
            raise PuzzleError(f"{position} {found}")
        return found

    @property
    def rules(self) -> Rules:
        """The rules of its position."""
        return self.position.rules

    @property
    def answer(self) -> int:
        """The move that keeps the value, as `legal_moves` numbers it."""
        return self.line[0]

    @property
    def value(self) -> int:
        """1 if the answer wins, 0 if it draws."""
        return int(len(self.line) > 1)

    @property
    def remoteness(self) -> int:
        """The plies to the end, the answer counted, if the winner hurries and the loser delays."""
        return len(self.line) if self.value else self.rules.cells - self.position.ply

    @property
    def moves(self) -> int:
        """How many moves of its own the winner makes, the answer counted."""
        return (self.remoteness + 1) // 2

    @property
    def task(self) -> str:
        """The task, in words that count the moves of the player to move alone."""
        turn = f"{MARK_NAMES[self.position.turn]} to move and"
        if not self.value:
            return f"{turn} draw"
        # Where a turn has two stones, plies are not moves of both in turn.
        return f"{turn} win in {self.moves}" if self.rules.has("alternates") else f"{turn} win"

    @property
    def effort(self) -> float:
        """How hard it is: the plies one must look ahead, times the doublings of the choice.

        One looks ahead until the answer has won, or until every other move has lost, if that is
        sooner. With `m` moves, the tree has at most `m ** plies` games, and `effort` is the
        logarithm of this number, to base 2. `LEVELS` gives the least effort of each level.

        >>> round(Puzzle.of("OX./..X/...").effort, 2)    # 6 moves, and 5 plies to the win
        12.92
        """
        moves = worths(self.position)
        return ahead(moves) * log2(len(moves))

    def attempt(self, move: Cell) -> Try:
        """The result of a move, given as for `Position.play`, and the reply that is worst for it.

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
        """The moves that `hints` hints leave: each hint removes half of the moves, the worst first.

        Wrong moves that were `tried` are not among them.

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
    """The move that wins soonest, or else draws, or loses latest; among equals the lowest."""
    value = max(move.value for move in moves)
    kept = [move for move in moves if move.value == value]
    return min(kept, key=lambda move: (move.remoteness * value, move.cell))


def ahead(moves: tuple[MoveEvaluation, ...]) -> int:
    """The plies until the only best move has won, or until all others have lost, if sooner."""
    answer = best(moves)
    others = [move for move in moves if move != answer]
    plies = [answer.remoteness] if answer.value > 0 else []
    if all(move.value < 0 for move in others):
        plies.append(max(move.remoteness for move in others))
    return min(plies)


def graded(position: Position, moves: tuple[MoveEvaluation, ...]) -> Puzzle | str:
    """The puzzle of a position with these values of moves; or what it lacks, in words."""
    if len(moves) < LEAST_MOVES:
        return f"has {len(moves)} moves; a puzzle has {LEAST_MOVES} or more"
    answer = best(moves)
    kept = sum(move.value == answer.value for move in moves)  # all of them, where all is lost
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
