"""What a worker does: the engine is asked, and what it leaves open comes back in moves."""

from __future__ import annotations

import pytest

from noughts import Position, Rules
from noughts.core.bits import cells_of
from noughts.core.rules import X
from noughts.solver.search.jobs.job import ENDLESS, Job, Report, shared_table, worked
from noughts.solver.search.questions import ranked

MISERE = Rules(3, 5, 3, misere=True)


@pytest.fixture(autouse=True)
def fresh() -> None:
    shared_table.cache_clear()


def done(position: Position, way: str, nodes: int, weak: bool = False) -> Report:
    """What comes of a job in which X attacks."""
    mine, theirs = position.sides
    attacks = position.turn == X
    stones = (mine, theirs) if attacks else (theirs, mine)
    job = Job(1, position.rules, way, weak, *stones, position.legal, attacks, nodes, 1)
    return worked(job)


def test_what_is_settled_comes_back_without_moves() -> None:
    report = done(Position.parse("XX./OO./..."), "proves", 1000)
    assert report.won
    assert report.moves == []


def test_what_is_open_comes_back_with_each_move_and_its_numbers() -> None:
    report = done(Position(rules=Rules(5, 4, 4)), "proves", 30)
    assert report.won is None
    assert report.moves
    assert all(move.proof and move.disproof for move in report.moves)


@pytest.mark.parametrize(
    ("text", "won"), [("O...O/OX.XX/..X.O", False), ("OXX../.OO.X/.X.O.", True)]
)
def test_a_move_in_misere_has_the_value_that_an_earlier_job_left_in_the_table(
    text: str, won: bool
) -> None:
    position = Position.parse(text, MISERE)
    cell = ranked(position)[0]
    before = {move.cell: move for move in done(position, "suffers", 28).moves}
    assert before.keys() == {1 << each for each in cells_of(position.legal)}
    assert before[1 << cell].proof
    assert before[1 << cell].disproof
    assert done(position.play(cell), "suffers", 1000).won == won
    after = {move.cell: move for move in done(position, "suffers", 28).moves}[1 << cell]
    assert (after.proof, after.disproof) == ((0, ENDLESS) if won else (ENDLESS, 0))


def test_a_zone_in_misere_is_the_whole_board() -> None:
    assert done(Position(rules=MISERE), "suffers", 40).zone == MISERE.board
    assert done(Position(rules=Rules(3, 3, 3, misere=True)), "suffers", 10**6).zone == 511
