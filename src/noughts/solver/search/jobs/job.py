"""What a worker is asked, and what it reports."""

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

ENDLESS = int(proof_numbers.ENDLESS)  # of what cannot be proved, or cannot be disproved
LOOK = 2  # nodes to see whether the table knows a move in misère


class Job(NamedTuple):
    """A position, how to search it, and for how many nodes.

    `attacks` says whether the attacker moves, and `weak` which game it is. `memory` are the MiB of
    the worker's table, and `number` tells reports apart.
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
    """A move of a position, its numbers, and its zone if it is settled."""

    cell: int  # its bit
    proof: int
    disproof: int
    zone: int


class Report(NamedTuple):
    """The result of a job: whether the attacker wins, and its zone; or else the moves.

    Moves come in the order in which they are to be tried. A search depth first has none.
    """

    number: int
    nodes: int
    depth: int
    won: bool | None
    zone: int
    moves: list[Move]


def worked(job: Job) -> Report:
    """Do a job. The table stays in this process, for the next job on the same board."""
    engine = EngineCaller(job.rules, job.memory, table=shared_table(job.rules, job.memory))
    stones = job.attacker, job.defender, job.free, job.attacks
    looks = LOOK * job.free.bit_count() if job.way == "suffers" else 0
    if looks > job.nodes // 2:  # too few nodes to look at the moves afterwards
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
    """The table of this process, which all its threads share."""
    return table_of(memory)


def _moves_in_misere(job: Job, engine: EngineCaller | None) -> list[Move]:
    """The moves of a position in misère, with what the engine's table knows of them.

    Whoever finishes a line loses. Any other move seems as hard as the number of safe answers.
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
