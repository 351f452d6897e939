"""One question that is answered in jobs: whether a player wins a position."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from noughts.core.position import Position
from noughts.solver.search.jobs.job import Job, Report
from noughts.solver.search.jobs.tree_top import Top, TopPosition
from noughts.solver.search.one_process import TURNS, TURNS_IN_MISERE, Turn

LEAST_NODES = 16  # of a job
MOST_DOUBLED = 6  # times that the nodes of a job may be doubled if the tree is full


class Question:
    """The question of whether the attacker, X or O, wins a position where the game is not over.

    The search takes the same turns as a search in one process (`one_process`). A depth-first turn
    is one job. Any other turn consists of jobs for leaves of a tree, which visit up to the
    turn's number of nodes in all. A turn begins as soon as the turns before it have no job to hand
    out, even if jobs of these turns are still under way.
    """

    def __init__(self, position: Position, attacker: int, nodes: int, memory: int) -> None:
        self.position: Position = position
        self.attacker: int = attacker
        self.won: bool | None = None
        self.won_weakly = False  # then the weak game is not searched any more
        self.turns: tuple[Turn, ...] = TURNS_IN_MISERE if position.rules.misere else TURNS
        self.spent: list[int] = [0] * len(self.turns)  # the nodes of each turn
        self.tops: dict[bool, Top] = {
            turn.weak: Top(position, attacker, weak=turn.weak)
            for turn in self.turns
            if turn.way != "wins"
        }
        self.depth = 0  # the deepest position visited, in plies
        self.promised = 0  # the nodes of all jobs under way
        self._nodes, self._memory = nodes, memory
        self._promises = [0] * len(self.turns)
        self._ends: dict[int, Callable[[Report], None]] = {}  # by the numbers of jobs
        self._number = 0
        self._deep = False  # whether a depth-first job is under way

    def job(self, most: int) -> Job | None:
        """The next job, of at most `most` nodes; None while there is no job to hand out."""
        if self.won is not None:
            return None
        for number, turn in enumerate(self.turns):
            left = min(turn.nodes - self.spent[number] - self._promises[number], most)
            if left < LEAST_NODES or (turn.weak and self.won_weakly):
                continue
            job = self._job_of(number, turn, left)
            if job:
                self._promises[number] += job.nodes
                self.promised += job.nodes
                return job
        return None

    def report(self, report: Report) -> None:
        """Process the report of a job."""
        self._ends.pop(report.number)(report)

    def look(self) -> None:
        """Check whether a tree has settled the question."""
        for weak, top in self.tops.items():
            if top.won and weak:
                self.won_weakly = True
            elif top.won is not None:
                self.won = top.won

    def _job_of(self, number: int, turn: Turn, left: int) -> Job | None:
        if turn.way == "wins":
            if self._deep or self.spent[number]:
                return None
            self._deep = True
            mine, theirs = self.position.sides
            attacks = self.position.turn == self.attacker
            stones, nodes = (mine, theirs) if attacks else (theirs, mine), left
            free, way = self.position.legal, []
        else:
            found = self.tops[turn.weak].begin()
            if found is None:
                return None
            way, leaf = found, found[-1]
            (free, own), attacks = leaf.key, leaf.attacks
            stones = own, self.position.rules.board ^ free ^ own
            nodes = min(self._nodes << min(leaf.tries, MOST_DOUBLED), left)
        self._number += 1
        job = Job(
            self._number,
            self.position.rules,
            turn.way,
            turn.weak,
            *stones,
            free,
            attacks,
            nodes,
            self._memory,
        )
        self._ends[self._number] = partial(self._ended, number, job, way)
        return job

    def _ended(self, number: int, job: Job, way: list[TopPosition], report: Report) -> None:
        self._promises[number] -= job.nodes
        self.promised -= job.nodes
        self.spent[number] += report.nodes
        deeper = (self.position.legal ^ job.free).bit_count()
        self.depth = max(self.depth, deeper + report.depth)
        if job.way == "wins":
            self._deep = False
            self.won = self.won if report.won is None else report.won
        else:
            self.tops[job.weak].end(way, report)
            self.look()
