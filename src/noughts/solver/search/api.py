"""The value of any position of a board of up to 64 cells, by search.

A value has three cases, and so is settled by two questions with a yes or no: can the player to move
win, and can the other one? Each is a search of its own (see `engine`) for one player, the
attacker. What is proved is kept as bounds, from which an interruption takes nothing away:

    the mover wins        lower = 1               the mover does not win      upper = 0
    the other one wins    upper = -1              the other one does not      lower = 0

Each is asked depth first and by proof numbers in turn, as long as `PATIENCE` says. The first is
faster on small boards and some others, the second where the win, or what prevents it, is narrow;
which it will be cannot be told beforehand. What one has settled is known to the other.

One answer needs no search: on the empty board the second player does not win. If he could, the
first would put a stone anywhere, play as the second would, and never suffer from the stone too many
(strategy stealing). In misère a stone too many can be one's ruin, and nothing is taken for granted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, NamedTuple

from noughts.core.bits import completions
from noughts.core.position import Position
from noughts.core.rules import O, Rules
from noughts.core.turns import opponent
from noughts.errors import PositionError, TooLargeError
from noughts.kernels.installed import require
from noughts.solver.search.compiled import engine

MAX_CELLS = 64
MEMORY = 256  # MiB of table, unless told otherwise
ENTRY = 40  # bytes
MAX_NODES = 2**63
# Nodes that a question gets depth first and by proof numbers, in turn.
PATIENCE = [2**20, 3 * 2**20, 2**23, MAX_NODES]
BREATH = 0.1  # seconds between two looks at the clock


class Limits(NamedTuple):
    """When to stop: after so many seconds or nodes, None for never; and MiB of table to use."""

    seconds: float | None = None
    nodes: int | None = None
    memory: int = MEMORY


UNLIMITED = Limits()


class Progress(NamedTuple):
    """How far a search is: positions looked at, the deepest ply below the root, and the bounds."""

    nodes: int
    depth: int
    lower: int
    upper: int
    seconds: float


class Solution(NamedTuple):
    """What was proved of a position, for the player to move: `lower <= value <= upper`.

    `line` is a principal variation, moves that all keep the value, to the end of the game, and
    `best_moves` are all the cells that keep it, rising. Either is None where it was not asked
    for, or not found before a limit.
    """

    lower: int
    upper: int
    nodes: int
    seconds: float
    line: list[int] | None = None
    best_moves: list[int] | None = None

    @property
    def value(self) -> int | None:
        """+1, 0 or -1 for the player to move; None where the bounds leave it open."""
        return self.lower if self.lower == self.upper else None


def solve(
    position: Position,
    *,
    limits: Limits = UNLIMITED,
    progress: Callable[[Progress], object] | None = None,
    line: bool = False,
    best_moves: bool = False,
) -> Solution:
    """Search a position, until its value is proved or a limit is met.

    `progress` is called about ten times a second. A KeyboardInterrupt stops the search like a
    limit: what had been proved is returned.

    >>> from noughts import Position, Rules
    >>> solve(Position(rules=Rules(4, 4, 4))).value
    0
    >>> position = Position.parse("XXX./OO../..../....", Rules(4, 4, 4))
    >>> solve(position.play(15), best_moves=True).best_moves    # O must stop X
    [3]

    Raises `PositionError` for a position that play cannot reach, `TooLargeError` for a board of
    more than 64 cells or more memory than there is, and `MissingExtraError` without Numba.
    """
    return Search(position, limits, progress).solution(line, best_moves)


class Search:
    """The questions asked of one position: their limits, their table, and the bounds so far."""

    def __init__(
        self, position: Position, limits: Limits, progress: Callable[[Progress], object] | None
    ) -> None:
        rules = position.rules
        rules.require_flat("the search")  # its engine has symmetries of its own
        if rules.cells > MAX_CELLS:
            raise TooLargeError(
                f"{rules} has {rules.cells} cells; the search takes boards of up to {MAX_CELLS}"
            )
        if position.unreachable:
            raise PositionError(f"play cannot reach {position}: {position.unreachable}")
        require("searches of boards too large for a table")
        self.position = position
        stolen = position.ply == 0 and not rules.misere  # the second player's win, if there was one
        self.lower, self.upper = (0 if stolen else -1), 1
        self._start = time.monotonic()
        self._limits = limits
        self._progress = progress
        self._memory = _memory(rules, limits)
        self._most = int(self._memory.tally[1])  # nodes
        self._turns: list[tuple[str, tuple[Any, ...], int]]
        if rules.misere:
            self._turns = [("suffers", self._memory, MAX_NODES)]
        else:
            depth_first, by_numbers = self._memory, (*self._memory, _frames(rules))
            ways: list[tuple[str, tuple[Any, ...]]]
            ways = [("wins", depth_first), ("proves", by_numbers)]
            self._turns = [(*way, nodes) for way, nodes in zip(ways * 2, PATIENCE, strict=True)]

    @property
    def _engine(self) -> Any:
        return engine(self.position.rules)

    def solution(self, line: bool, best_moves: bool) -> Solution:
        """Everything that was asked for, as far as the limits allow."""
        found_line = found_moves = None
        try:
            # Also in a thread: the first time ever it compiles for some seconds.
            self._waited(engine, self.position.rules)
            self._settle()
            found_line = self._line() if line else None
            found_moves = self._best_moves() if best_moves else None
        except (_Stopped, KeyboardInterrupt):
            pass
        now = self._now()
        return Solution(now.lower, now.upper, now.nodes, now.seconds, found_line, found_moves)

    def _settle(self) -> None:
        """Ask until the bounds meet."""
        position = self.position
        mover, other = position.turn, opponent(position.turn)
        if self._wins(mover, position):
            self.lower = 1
            return
        self.upper = 0
        if self.lower < 0:
            if self._wins(other, position):
                self.upper = -1
            else:
                self.lower = 0

    def _best_moves(self) -> list[int]:
        """The moves that keep the value, once it is settled."""
        moves = self.position.moves()
        return [cell for cell in moves if self._keeps(self.position, cell, self.lower)]

    def _line(self) -> list[int]:
        """Moves that keep the value, once it is settled, to the end of the game."""
        position, value = self.position, self.lower
        line = []
        while position.legal:
            moves = self._ranked(position)
            cell = next(cell for cell in moves if self._keeps(position, cell, value))
            line.append(cell)
            position, value = position.play_unchecked(cell), -value
        return line

    def _keeps(self, position: Position, cell: int, value: int) -> bool:
        """Whether a move keeps the value, which is known to be the position's."""
        after = position.play_unchecked(cell)
        if value > 0:
            return self._wins(position.turn, after)
        return value < 0 or not self._wins(after.turn, after)

    def _ranked(self, position: Position) -> list[int]:
        """The moves in the order in which the engine looks at them, or nearly so.

        Where a line wins, a move that makes one comes first: a block may weigh more, and keep the
        win too, but a line of play should end where it can.
        """
        memory, engine = self._memory, self._engine
        free = _word(position.legal)
        for stones in position.sides:
            size = engine.gather(_word(stones), free, memory.rows[0])
            engine.weigh(free, memory.rows[0], size, memory.weight)
        size = engine.sort(free, memory.weight, memory.orders[0])
        moves = [int(stone).bit_length() - 1 for stone in memory.orders[0, :size]]
        if position.rules.misere:
            return moves[::-1]
        finishing = completions(position.sides[0], position.rules)
        return sorted(moves, key=lambda cell: not finishing >> cell & 1)

    def _wins(self, attacker: int, position: Position) -> bool:
        """Whether X or O wins a position. Raises `_Stopped` where a limit leaves it open."""
        outcome = position.outcome
        if outcome:
            return outcome.winner == attacker
        mine, theirs = _word(position.x), _word(position.o)
        if attacker == O:
            mine, theirs = theirs, mine
        free, attacks = _word(position.legal), position.turn == attacker
        passed = _word(0 if position.rules.misere else position.rules.board)
        memory = self._memory
        for name, arrays, patience in self._turns:
            if memory.tally[1] == 0 or memory.tally[0] >= self._most:  # time or nodes are up
                break
            memory.tally[1] = min(int(memory.tally[0]) + patience, self._most)
            search = getattr(self._engine, name)
            zone = self._waited(search, mine, theirs, free, passed, attacks, 0, *arrays)
            # A stop leaves no trace but in the tally: 0 is then no answer, a zone is all the same.
            if zone or not memory.stopped:
                return bool(zone)
        raise _Stopped

    def _waited(self, search: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a search in a thread of its own, while this one looks at the clock."""
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(search, *arguments)
            try:
                while not wait([running], BREATH).done:
                    now = self._now()
                    if self._progress:
                        self._progress(now)
                    if self._limits.seconds is not None and now.seconds >= self._limits.seconds:
                        self._memory.stop()
            except BaseException:  # the thread must end before anything else can be said
                self._memory.stop()
                raise
            return running.result()

    def _now(self) -> Progress:
        nodes, _, depth = self._memory.tally.tolist()
        return Progress(nodes, depth, self.lower, self.upper, time.monotonic() - self._start)


class _Stopped(Exception):  # noqa: N818 - no error: a limit was met
    """A question was left open."""


class _Memory(NamedTuple):
    """The arrays in which an engine works, in the order of its parameters."""

    rows: Any  # [depth, lines] a list of lines for each ply of the search
    orders: Any  # [depth, cells + 1] its moves
    weight: Any  # [cells] of moves, always 0 between two uses
    table: Any  # [entries, 5] the transposition table
    tally: Any  # [3] nodes so far, nodes at which to stop, greatest depth

    @property
    def stopped(self) -> bool:
        """Whether the limit of nodes was met."""
        return bool(self.tally[0] >= self.tally[1])

    def stop(self) -> None:
        """Let the search end at its next node."""
        self.tally[1] = 0


def _memory(rules: Rules, limits: Limits) -> _Memory:
    """The arrays for a board; the table is of as many entries, a power of two, as may be."""
    import numpy as np  # late: with the extra missing, the engine says so

    def words(*shape: int) -> Any:
        return np.zeros(shape, np.uint64)

    entries = max(limits.memory * 2**20 // ENTRY, 2)
    depth = rules.cells + 1
    try:
        table = words(1 << entries.bit_length() - 1, ENTRY // 8)
    except (MemoryError, OverflowError, ValueError) as error:  # by how far it is too large
        raise TooLargeError(f"there is no room in memory for {limits.memory} MiB") from error
    memory = _Memory(
        rows=words(depth, len(rules.lines)),
        orders=words(depth, depth),
        weight=words(rules.cells),
        table=table,
        tally=words(3),
    )
    memory.tally[1] = MAX_NODES if limits.nodes is None else min(max(limits.nodes, 0), MAX_NODES)
    return memory


def _frames(rules: Rules) -> Any:
    """Where a search by proof numbers notes the numbers of moves: [depth, cells + 1, 3]."""
    import numpy as np

    return np.zeros((rules.cells + 2, rules.cells + 1, 3), np.uint64)


def _word(mask: int) -> Any:
    """A bitboard as the engine takes it."""
    import numpy as np

    return np.uint64(mask)
