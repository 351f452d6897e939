"""The value of a position, by search in this process.

Each question asks whether one player, the attacker, wins, and takes a separate search (`engine`).
Three kinds of search take turns, each turn for its number of nodes in `TURNS`: depth-first search,
proof-number search, and proof-number search in the weak game. Depth-first search is faster on small
boards and on some larger boards. Proof-number search is faster if the win, or its refutation, is
narrow. Which of the two is faster is not known beforehand. A search of the weak game is the
quickest way to prove a draw in which the defender only has to block; once the attacker is known to
win the weak game, it is not searched again. All kinds of search share one transposition table. In
misère, there is only one kind of search.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.turns import opponent
from noughts.solver.search.limits import Limits, Progress
from noughts.solver.search.questions import Questions, Stopped

if TYPE_CHECKING:
    from noughts.solver.search.certificate_tree import Tree
    from noughts.solver.search.misere_certificate_tree import MisereTree

WEAK_NODES = 2**22  # for a proof in the weak game; if they do not suffice, it uses the game itself
MAX_NODES = 2**63
SECONDS_BETWEEN_LOOKS = 0.1  # at the clock

# The first search of a process runs in plain Python for this many nodes, at most a second. This is
# enough for most easy boards. Importing Numba takes half a second, and compiling takes three.
PLAIN_NODES = 2**8


class Turn(NamedTuple):
    """A function of the engine, whether it searches the weak game, and the most nodes to visit."""

    way: str
    weak: bool
    nodes: int


# The first turn settles most positions, so that they need no other function to be compiled.
TURNS: tuple[Turn, ...] = (
    Turn("wins", False, 2**16),
    Turn("proves", True, 2**20),
    Turn("wins", False, 2**21),
    Turn("proves", True, 2**24),
    Turn("proves", False, 2**23),
    Turn("wins", False, 2**23),
    # A later turn finds the numbers of earlier turns in the table.
    *(Turn("proves", weak, 2**bits) for bits in range(26, 64, 2) for weak in (True, False)),
)
TURNS_IN_MISERE: tuple[Turn, ...] = (Turn("suffers", False, MAX_NODES),)


class Search(Questions):
    """Answers the questions about one position, within limits and with one table."""

    def __init__(
        self, position: Position, limits: Limits, progress: Callable[[Progress], object] | None
    ) -> None:
        super().__init__(position)
        self._limits = limits
        self._progress = progress
        self._engine, self._first = self._made(position.rules, limits)
        self._most = MAX_NODES if limits.nodes is None else min(limits.nodes, MAX_NODES)
        self._time_is_up = False
        self._start = time.monotonic()  # moved forward by the time spent compiling

    def _made(self, rules: Rules, limits: Limits) -> tuple[Any, bool]:
        """The caller of the engine, and whether this is the first search in this process."""
        from noughts.solver.search.engine_caller import EngineCaller, is_first_search  # needs NumPy

        return EngineCaller(rules, limits.memory, limits.threads), is_first_search()

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The kinds of search, in the order of their turns."""
        return TURNS_IN_MISERE if self.position.rules.misere else TURNS

    @property
    def seconds(self) -> float:
        """The seconds since the start, without the time spent compiling."""
        return self._now().seconds

    @property
    def nodes(self) -> int:
        """The number of positions visited so far."""
        return int(self._engine.nodes)

    def compile(self) -> None:
        """Compile every kind of search; otherwise each is compiled when its first turn comes."""
        for way in dict.fromkeys(turn.way for turn in self.turns):
            self._compile(way)

    def allow(self, seconds: float | None, nodes: int | None) -> None:
        """Set new limits, which apply from now on."""
        self._limits = self._limits._replace(seconds=seconds)
        self._most = MAX_NODES if nodes is None else self._engine.nodes + nodes
        self._time_is_up = False
        self._start = time.monotonic()

    def held_weakly(self, nodes: int) -> bool:
        """Whether `nodes` nodes prove that the mover does not win the weak game either."""
        self._compile("proves")
        self._engine.stop_at(self._engine.nodes + nodes)
        position = self.position
        won = self._waited(self._look, self._engine.search, "proves", position.turn, position, True)
        return won is False

    def tree(self, side: int, number: int) -> Tree | MisereTree:
        """The writer of a proof of the settled value: a proof that a side wins or never loses.

        `side` is X or O, and `number` is the number of the preceding line.
        """
        # Both are imported here, since they are rarely needed.
        from noughts.solver.search.certificate_tree import Tree
        from noughts.solver.search.misere_certificate_tree import MisereTree

        rules, winning = self.position.rules, self.lower != 0
        for way in ("suffers", "splits") if rules.misere else ("proves", "survey", "pairs"):
            self._compile(way)
        mine, yours = self.position.sides
        answers = side == self.position.turn
        if not answers:
            mine, yours = yours, mine
        if rules.misere:
            return MisereTree(rules, self._engine, winning, mine, yours, number)
        weak = not winning and not answers and self.held_weakly(WEAK_NODES)
        return Tree(rules, self._engine, winning, mine, yours, number, weak=weak)

    def bounds_of_move(self, cell: int) -> tuple[int, int]:
        """Bounds on the value of a move for the player who makes it, as close as the limits allow.

        A bound that follows from the bounds of the position needs no search.
        """
        position = self.position
        after, mover = position.play_unchecked(cell), position.turn
        lower, upper = -1, self.upper
        with suppress(Stopped):
            if upper > -1:
                if self._wins(opponent(mover), after):
                    return -1, -1
                lower = 0
            if upper > 0:
                if self._wins(mover, after):
                    return 1, 1
                upper = 0
        return lower, upper

    def _answer(self, found: dict[str, Any], line: bool, best_moves: bool) -> None:
        if not (self._first and self._answers_plainly(found, line, best_moves)):
            super()._answer(found, line, best_moves)

    def _answers_plainly(self, found: dict[str, Any], line: bool, best_moves: bool) -> bool:
        """Try `_answer` with few nodes in plain Python; return whether this answered everything.

        If some answer is missing, the search begins anew, with an empty transposition table, so
        that it visits the same nodes in every process.
        """
        lower, upper, most = self.lower, self.upper, self._most
        self._first, self._engine.plain = False, True
        self._most = min(most, PLAIN_NODES)
        try:
            self._answer(found, line, best_moves)
        except Stopped:
            if most <= PLAIN_NODES:
                raise
            self.lower: int = lower
            self.upper: int = upper
            self._time_is_up = False
            self._engine.forget()
            self._start = time.monotonic()
            found.clear()
            return False
        finally:
            self._most = most
            self._engine.plain = False
        return True

    def _wins(self, attacker: int, position: Position) -> bool:
        """Whether the attacker wins a position. Raises `Stopped` if a limit leaves this open."""
        outcome = position.outcome
        if outcome:
            return outcome.winner == attacker
        engine, weakly = self._engine, False  # whether the attacker has won the weak game
        for turn in self.turns:
            if self._time_is_up or engine.nodes >= self._most:
                break
            if turn.weak and weakly:
                continue
            self._compile(turn.way)
            engine.stop_at(min(engine.nodes + turn.nodes, self._most))
            won = self._waited(self._look, engine.search, turn.way, attacker, position, turn.weak)
            if turn.weak and won:
                weakly = True
            elif won is not None:
                return bool(won)
        raise Stopped

    def _compile(self, way: str) -> None:
        """Compile a kind of search; this takes some seconds, once on each machine."""
        if self._engine.plain:
            return
        begin, frozen = time.monotonic(), self._now()

        def look() -> None:
            if self._progress and self._engine.compiling:
                self._progress(frozen._replace(compiling=True))

        try:
            self._waited(look, self._engine.compile, way)
        finally:
            self._start += time.monotonic() - begin

    def _look(self) -> None:
        """Report the progress of the search, and stop it when its time is up."""
        now = self._now()
        if self._progress:
            self._progress(now)
        if self._limits.seconds is not None and now.seconds >= self._limits.seconds:
            self._time_is_up = True
            self._engine.stop_at(0)

    def _waited(self, look: Callable[[], None], work: Callable[..., Any], *arguments: Any) -> Any:
        """Run `work` in a separate thread, and call `look` regularly; return the result."""
        pool = ThreadPoolExecutor(1)
        running = pool.submit(work, *arguments)
        try:
            while not wait([running], self._until_a_look).done:
                look()
            return running.result()
        except BaseException:
            self._engine.stop_at(0)
            raise
        finally:
            # This thread waits until a stopped search ends, which it does at its next node. But
            # compiling cannot be stopped: it goes on, and the next search or the end of the program
            # waits for it.
            pool.shutdown(wait=not self._engine.compiling)

    @property
    def _until_a_look(self) -> float:
        """The seconds until the next `look`: not more than the search has left, if any are left."""
        left = (self._limits.seconds or inf) - self.seconds
        return SECONDS_BETWEEN_LOOKS if left <= 0 else min(left, SECONDS_BETWEEN_LOOKS)

    def _now(self) -> Progress:
        seconds = time.monotonic() - self._start
        return Progress(self._engine.nodes, self._engine.depth, self.lower, self.upper, seconds)
