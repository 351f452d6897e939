"""Searches in jobs: values, interruptions, limits, lines; whoever does the jobs, in any order."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from noughts import Position, PositionError, Rules
from noughts.core.rules import O, X
from noughts.solver.search.jobs import driver
from noughts.solver.search.jobs.driver import JobSearch
from noughts.solver.search.jobs.search_file import read_search
from noughts.solver.search.limits import Limits, Progress
from noughts.solver.tables.table import table
from tests import oracle
from tests.solver.search.jobs.hands import SMALL, Hands, searched
from tests.strategies import board_of, grid_of

pytestmark = pytest.mark.usefixtures("small_turns")

BOARDS = [
    *["3,3,3", "4,3,3", "4,4,4", "4,4,3", "3,3,2", "3,3,3,torus", "3,4,3,torus", "4,4,4,torus"],
    *["2x2x2,2", "2x2x3,3", "2x2x2x2,2", "3,3,3,misere", "4,3,3,misere", "4,4,4,misere"],
    *["3,3,3,torus,misere", "2x2x3,2,misere"],
]
MISERE = Rules(4, 4, 4, misere=True)
DEEP = Position(rules=Rules(5, 4, 4))  # which takes many nodes
PARTWAY = Position.parse("XOX./OXO./O.../X...", Rules(4, 4, 4))


def growing(seed: int = 0, most: int | None = None) -> Hands:
    """Two workers, with whom a tree grows."""
    return Hands(2, seed, most, left_open=0.8)


def drawn(rules: Rules, draw: Random, most: int) -> Position:
    """A position on the way of a random game, with few cells left."""
    position = Position(rules=rules)
    left = draw.randint(4, min(most, 16 - rules.cells // 2))
    while not position.outcome and len(position.legal_moves) > left:
        position = position.play(draw.choice(position.legal_moves))
    return position


def test_boards_are_enough_for_trees_to_grow() -> None:
    hands = growing()
    assert searched(PARTWAY, hands).value == 0
    assert len(hands.jobs) > 30
    assert {(job.way, job.weak) for job in hands.jobs} >= {("wins", False), ("proves", True)}


@pytest.mark.parametrize(("many", "most"), [(2, 6), pytest.param(40, 9, marks=pytest.mark.longer)])
@pytest.mark.parametrize("text", BOARDS)
def test_a_position_is_worth_what_a_plain_negamax_says(text: str, many: int, most: int) -> None:
    rules, draw = Rules.parse(text), Random(text)
    for _ in range(many):
        position = drawn(rules, draw, most)
        hands = Hands(draw.randint(1, 4), draw.randrange(100), left_open=draw.choice([0, 0.6, 0.9]))
        found = searched(position, hands, draw.choice([2, 4, 64]))
        assert found.value == oracle.worth(grid_of(position), board_of(rules)).value
        # What comes after the answer is not looked at.
        assert found.nodes == sum(report.nodes for report in hands.reports)


@pytest.mark.no_cover
@pytest.mark.parametrize("position", [PARTWAY, Position(PARTWAY.x, PARTWAY.o, MISERE)])
@pytest.mark.parametrize("most", [0, 1, 5, 12])
def test_an_interrupted_search_goes_on_and_settles_nothing_again(
    position: Position, most: int, tmp_path: Path
) -> None:
    whole = searched(position, growing())
    first, second = growing(1, most), growing(2)
    before = searched(position, first, file=tmp_path / "search")
    assert before.nodes == sum(report.nodes for report in first.reports)
    saved = read_search(tmp_path / "search", position, 64, 1)
    after = searched(position, second, file=tmp_path / "search")
    assert after.value == whole.value
    assert after.nodes == before.nodes + sum(report.nodes for report in second.reports)
    assert after.seconds >= saved.seconds
    settled = {
        (job.way, job.weak, job.attacker, job.free, job.nodes)
        for job in first.jobs
        for report in first.reports
        if job.number == report.number and (report.won is not None or report.moves)
    }
    assert not settled & {
        (job.way, job.weak, job.attacker, job.free, job.nodes) for job in second.jobs
    }
    idle = Hands()
    again = searched(position, idle, file=tmp_path / "search")
    assert (again.value, again.nodes) == (after.value, after.nodes)
    assert not idle.jobs


def test_a_search_that_is_interrupted_again_and_again_ends(tmp_path: Path) -> None:
    for n in range(100):
        found = searched(PARTWAY, growing(n, 3), file=tmp_path / "search")
        if found.value is not None:
            break
    assert found.value == 0


@pytest.mark.no_cover
@pytest.mark.parametrize("nodes", [0, 1, 10, 30])
def test_a_limit_of_nodes_is_kept_and_a_later_one_counts_from_there(
    nodes: int, tmp_path: Path
) -> None:
    limits, file = SMALL._replace(nodes=nodes), tmp_path / "search"
    first = searched(DEEP, Hands(2), 4, limits, file)
    assert first.value is None
    assert first.nodes <= nodes
    second = searched(DEEP, Hands(2), 4, limits, file)
    assert first.nodes <= second.nodes <= 2 * nodes


def test_no_job_is_handed_out_when_the_time_is_up() -> None:
    hands = growing()
    found = searched(PARTWAY, hands, 64, SMALL._replace(seconds=0))
    assert (found.lower, found.upper, hands.jobs) == (-1, 1, [])


def test_a_search_stops_at_the_first_look_after_its_time() -> None:
    hands = growing()

    def slow(_: Progress) -> None:
        time.sleep(0.5)

    search = JobSearch(PARTWAY, SMALL._replace(seconds=0.4), slow)
    assert search.solved_by(hands, False, False).value is None
    assert len(hands.jobs) == 1


def test_progress_is_told_after_each_report() -> None:
    told: list[Progress] = []
    found = JobSearch(PARTWAY, SMALL, told.append).solved_by(growing(), False, False)
    assert [each.nodes for each in told] == sorted(each.nodes for each in told)
    assert told[-1].nodes == found.nodes
    assert max(each.depth for each in told) > 1
    assert {(each.lower, each.upper) for each in told} == {(-1, 1), (-1, 0)}


def test_the_file_is_written_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "SECONDS_BETWEEN_WRITES", -1)
    seen: list[int] = []

    def look(progress: Progress) -> None:
        saved = read_search(tmp_path / "search", DEEP, 4, 1)
        assert saved.nodes == progress.nodes
        seen.append(saved.nodes)

    search = JobSearch(DEEP, SMALL._replace(nodes=40), look, 4, tmp_path / "search")
    search.solved_by(Hands(2), False, False)
    assert len(set(seen)) > 5


@pytest.mark.parametrize("misere", [False, True])
def test_lines_and_best_moves_are_those_of_the_table(misere: bool) -> None:
    rules = Rules(3, 3, 3, misere)
    solved = table(rules)
    for position in [Position.parse("XO./.X./...", rules), Position.parse("X.O/OX./..X", rules)]:
        found = JobSearch(position, SMALL, None).solved_by(Hands(2), True, True)
        assert found.value == solved[position].value
        if position.outcome:
            assert (found.line, found.best_moves) == ([], [])
            continue
        assert found.best_moves == solved.best_moves(position)
        assert found.line is not None
        for cell in found.line:
            assert cell in solved.best_moves(position)
            position = position.play(cell)
        assert position.outcome


def test_a_game_that_is_over_needs_no_job() -> None:
    hands = Hands()
    assert searched(Position.parse("XXX/OO./..."), hands).value == -1
    assert searched(Position.parse("XOX/XOO/OXX"), hands).value == 0
    assert not hands.jobs


def test_a_position_that_play_cannot_reach_is_refused() -> None:
    with pytest.raises(PositionError, match="play cannot reach"):
        JobSearch(Position.parse("XXX/OOO/..."), Limits(), None)


def test_the_second_question_is_kept_with_the_answer_to_the_first(tmp_path: Path) -> None:
    file = tmp_path / "search"

    def interrupt(progress: Progress) -> None:
        if progress.upper == 0:
            raise KeyboardInterrupt

    search = JobSearch(PARTWAY, SMALL, interrupt, 64, file)
    found = search.solved_by(growing(), False, False)
    assert (found.lower, found.upper) == (-1, 0)
    saved = read_search(file, PARTWAY, 4, 1)
    assert saved.won == {PARTWAY.turn: False}
    assert saved.question
    assert saved.question.attacker == X + O - PARTWAY.turn
    assert searched(PARTWAY, Hands(), file=file).value == 0


def test_the_documentation_says_how_long_a_job_is_and_how_often_the_file_is_written() -> None:
    page = (Path(__file__).parents[4] / "docs/cluster.md").read_text(encoding="utf-8")
    assert f"for {driver.JOB_NODES:,} nodes" in page
    assert ("once per minute" in " ".join(page.split())) == (driver.SECONDS_BETWEEN_WRITES == 60)
