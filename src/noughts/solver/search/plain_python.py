"""Search in plain Python for boards that need few nodes, used if Numba is not installed.

A question asks whether the attacker makes a line. Most positions are settled by threats, and by the
weights of Erdős and Selfridge: a line that has no stone of the defender and lacks n stones weighs
2**-n. If the defender always takes the cell whose lines have the greatest total weight, the sum of
all weights does not rise from one turn of his to the next. A finished line would weigh 1. So in
two cases, the attacker cannot make a line:

    the defender is to move, and all lines together weigh less than 1
    the attacker is to move, and all lines together weigh less than 1/2
"""

from __future__ import annotations

import time
from collections.abc import Callable

from noughts.core.bits import cells_of, completions
from noughts.core.position import Position
from noughts.errors import MissingExtraError
from noughts.solver.search.limits import Limits, Progress
from noughts.solver.search.questions import Questions, Stopped
from noughts.system.extras import require

PLAIN_NODES = 200_000  # about ten seconds; a harder position needs Numba
NODES_BETWEEN_LOOKS = 1 << 10  # at the clock


class PlainSearch(Questions):
    """Answers the questions about one position, and remembers the positions that it has settled."""

    def __init__(
        self, position: Position, limits: Limits, progress: Callable[[Progress], object] | None
    ) -> None:
        self.turn_to(position)
        self._limits, self._progress = limits, progress
        self._nodes, self._depth, self._start = 0, 0, time.monotonic()
        self._settled: dict[tuple[int, int, bool], bool] = {}

    def _wins(self, attacker: int, position: Position) -> bool:
        if position.outcome:
            return position.outcome.winner == attacker
        mine, yours = position.sides
        attacking = position.turn == attacker
        return self._won(*((mine, yours) if attacking else (yours, mine)), attacking)

    def _won(self, mine: int, yours: int, attacking: bool) -> bool:
        """Whether the attacker, who has the stones `mine`, makes a line before the defender."""
        rules = self.position.rules
        free = rules.board & ~(mine | yours)
        own, other = (mine, yours) if attacking else (yours, mine)
        if completions(own, rules) & free:
            return attacking
        forced = completions(other, rules) & free
        if forced & forced - 1:
            return not attacking
        known = self._settled.get((mine, yours, attacking))
        if known is not None:
            return known
        self._visit((mine | yours).bit_count())
        lines = [line & ~mine for line in rules.lines if not line & yours]
        weights = [1 << rules.k - lacks.bit_count() for lacks in lines]
        won = False
        if sum(weights) << attacking >= 1 << rules.k:
            heavy = dict.fromkeys(cells_of(forced or free), 0)
            for lacks, weight in zip(lines, weights, strict=True):
                for cell in cells_of(lacks):
                    if cell in heavy:
                        heavy[cell] += weight
            moves = (1 << cell for cell in sorted(heavy, key=heavy.__getitem__, reverse=True))
            if attacking:
                won = any(self._won(mine | move, yours, False) for move in moves)
            else:
                won = all(self._won(mine, yours | move, True) for move in moves)
        self._settled[mine, yours, attacking] = won
        return won

    def _visit(self, ply: int) -> None:
        """Count a position. Raises `Stopped` at a limit, `MissingExtraError` at `PLAIN_NODES`."""
        if self._limits.nodes is not None and self._nodes >= self._limits.nodes:
            raise Stopped
        if self._nodes >= PLAIN_NODES:
            try:
                require("fast", "searches of boards too large for a table")
            except MissingExtraError as error:
                far = f"{PLAIN_NODES:,} positions in plain Python leave {self.position.rules} open"
                raise MissingExtraError(f"{far}; {error}") from None
        self._nodes += 1
        self._depth = max(self._depth, ply - self.position.ply)
        if self._nodes % NODES_BETWEEN_LOOKS == 0:
            now = self._now()
            if self._progress:
                self._progress(now)
            if self._limits.seconds is not None and now.seconds >= self._limits.seconds:
                raise Stopped

    def _now(self) -> Progress:
        seconds = time.monotonic() - self._start
        return Progress(self._nodes, self._depth, self.lower, self.upper, seconds)
