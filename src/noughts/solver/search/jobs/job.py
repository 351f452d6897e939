"""The job of a worker, and its report."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from noughts.core.bits import completions
from noughts.core.position import Position
from noughts.core.rules import Rules, X
from noughts.core.turns import mover
from noughts.solver.search.engine import proof_numbers
from noughts.solver.search.engine_caller import EngineCaller, table_of
from noughts.solver.search.questions import ranked

ENDLESS = int(proof_numbers.ENDLESS)  # the number of a position that cannot be proved, or disproved
LOOK = 2  # nodes that show whether the table contains a move in misère


class Job(NamedTuple):
    """A position, the kind of search, and its number of nodes.

    `attacks` tells whether the attacker is to move, and `weak` whether the game is the weak game.
    `memory` is the size of the worker's transposition table in MiB. The report of the job has the
    same `number` as the job.
    """

    number: int
    rules: Rules
    way: str
    weak: bool
    attacker: int
    defender: int
    free: int
    attacks: bool
    nodes: int
    memory: int


class Move(NamedTuple):
    """A move, its proof and disproof numbers, and its zone if the numbers settle the move."""

    cell: int  # its bit
    proof: int
    disproof: int
    zone: int


class Report(NamedTuple):
    """The result of a job: whether the attacker wins, and the zone; if this is open, the moves.

    The moves come in the order in which they are to be tried. A depth-first search reports no
    moves.
    """

    number: int
    nodes: int
    depth: int
    won: bool | None
    zone: int
    moves: list[Move]


def worked(job: Job) -> Report:
    """Do a job. This process keeps its transposition table for further jobs on the same board."""
    engine = EngineCaller(job.rules, job.memory, table=shared_table(job.rules, job.memory))
    stones = job.attacker, job.defender, job.free, job.attacks
    looks = LOOK * job.free.bit_count() if job.way == "suffers" else 0
    if looks > job.nodes // 2:  # the job has too few nodes to evaluate the moves too
        looks = 0
    won, zone = engine.judged(job.way, job.nodes - looks, *stones, job.weak)
    moves: list[Move] = []
    if won is None and job.way == "suffers":
        moves = _moves_in_misere(job, engine if looks else None)
    elif won is None and job.way == "proves":
        survey = engine.survey(*stones, job.weak)
        moves = [Move(cell, *found) for cell, found in survey.items()]
    if job.rules.misere:  # which has no zones
        zone = job.rules.board
    return Report(job.number, engine.nodes, engine.depth, won, zone, moves)


@lru_cache(maxsize=1)
def shared_table(rules: Rules, memory: int) -> Any:  # noqa: ARG001 - a board has a table of its own
    """The table of this process, which all threads of the process share."""
    return table_of(memory)


def _moves_in_misere(job: Job, engine: EngineCaller | None) -> list[Move]:
    """The moves of a position in misère, with numbers found in the engine's table or estimated.

    A move that finishes a line loses. If the table does not settle a move, its number for the
    mover is how many answers of the opponent finish no line, but at least 1, and its number for the
    opponent is 1.
    """
    rules, attacks, moves = job.rules, job.attacks, []
    own, other = (job.attacker, job.defender) if attacks else (job.defender, job.attacker)
    moves_x = mover(rules.cells - job.free.bit_count()) == X
    position = Position(*((own, other) if moves_x else (other, own)), rules)
    finishing, risky = completions(own, rules), completions(other, rules)
    for number in ranked(position):
        cell = 1 << number
        attacker, defender, free = job.attacker, job.defender, job.free ^ cell
        if attacks:
            attacker |= cell
        else:
            defender |= cell
        won: bool | None = None
        if cell & finishing:
            won = not attacks
        elif engine:
            won, _ = engine.judged("suffers", LOOK, attacker, defender, free, not attacks)
        many = max((free & ~risky).bit_count(), 1)
        if won is None:
            proof, disproof = (many, 1) if attacks else (1, many)
        else:
            proof, disproof = (0, ENDLESS) if won else (ENDLESS, 0)
        moves.append(Move(cell, proof, disproof, 0 if won is None else rules.board))
    return moves
