"""Makes puzzles from random games: positions in which exactly one move keeps the value."""

from __future__ import annotations

import random

from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import Rules, as_rules
from noughts.core.successors import bits_of, moves_at
from noughts.errors import PuzzleError, TooLargeError
from noughts.puzzles.endgame_search import FREE_CELLS, Endings
from noughts.puzzles.puzzle import LEAST_MOVES, LEVELS, Puzzle, graded
from noughts.system.progress import Reporter, limited

PUZZLE_CELLS = 36  # of a board, since one digit in base 36 names a cell
POSITIONS, NODES = 4000, 500_000  # at most, for one puzzle: a few seconds
KEPT = 200_000  # nodes whose scores later positions use: on a small board, all nodes


def make(
    rules: Rules | str,
    count: int = 1,
    seed: int | None = None,
    level: str | None = None,
    progress: Reporter | None = None,
) -> list[Puzzle]:
    """New puzzles on a board of up to 36 cells; no two of them are images of each other.

    Equal seeds give equal puzzles; if `seed` is None, the system provides a seed. `level` is one of
    `LEVELS`, or None for any level. `progress` is called with the number of puzzles found so far
    and with `count`; see `system.progress`.

    >>> (puzzle,) = make("4,3,3,gravity", seed=1)
    >>> puzzle.task, puzzle.level
    ('X to move and win in 4', 'medium')

    Raises `TooLargeError` for a larger board, and `RulesError` for a game that lacks the law `full`
    or the law `stones`. Raises `PuzzleError` for an invalid level, or if the function finds fewer
    than `count` puzzles: some boards have no puzzles.
    """
    rules = as_rules(rules)
    check_level(level)
    rules.require("a puzzle", "full", "stones")
    if rules.cells > PUZZLE_CELLS:
        raise TooLargeError(
            f"{rules.named} has {rules.cells} cells; puzzles are made on boards of up to "
            f"{PUZZLE_CELLS}"
        )
    numbers, report = random.Random(seed), limited(progress)
    found: dict[Position, Puzzle] = {}
    endings, nodes, looked = Endings(rules), 0, 0
    while len(found) < count:
        if looked == POSITIONS * (len(found) + 1) or nodes > NODES * (len(found) + 1):
            kind = f"{level} puzzle" if level else "puzzle"
            raise PuzzleError(
                f"{rules.named} has no {kind} among {looked:,} positions"
                if not found
                else f"{rules.named} has {len(found)} of {count} {kind}s among {looked:,} positions"
            )
        looked += 1
        position = _drawn(rules, numbers)
        if position is None:
            continue
        if endings.nodes > KEPT:
            endings = Endings(rules)
        nodes -= endings.nodes
        puzzle = graded(position, endings.worths(position))
        nodes += endings.nodes
        if isinstance(puzzle, Puzzle) and level in (None, puzzle.level):
            found.setdefault(position.canonical(), puzzle)
            report(len(found), count)
    return [*found.values()]


def check_level(level: str | None) -> None:
    """Raise `PuzzleError` unless `level` is one of `LEVELS` or None."""
    if level is not None and level not in LEVELS:
        raise PuzzleError(f"{quoted(level)} is not a level; levels are {', '.join(LEVELS)}")


def _drawn(rules: Rules, numbers: random.Random) -> Position | None:
    """A position from a random game without lines; None if at some ply every move makes a line."""
    free = numbers.randint(LEAST_MOVES, FREE_CELLS)
    code = 0
    for ply in range(max(0, rules.cells - free)):
        moves, lined = moves_at(ply, rules).of(code)
        playable = [*bits_of(moves & ~lined)]
        if not playable:
            return None
        code |= numbers.choice(playable)
    return Position(code & rules.board, code >> rules.cells, rules)
