"""Searches on a cluster: the value of one process, whoever is killed meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from noughts import ClusterError, LimitsError, Position, PositionError, Rules, SearchFileError
from noughts import solve as solve_here
from noughts.cluster import connect, solve
from noughts.solver.search.jobs import question
from noughts.solver.search.jobs.search_file import read_search
from noughts.solver.search.limits import Limits, Progress
from tests.cluster.conftest import Started
from tests.cluster.killing import killing
from tests.tools import COMPILED

pytestmark = [pytest.mark.wide, pytest.mark.traced]  # to import Dask takes a second
pytest.importorskip("distributed", reason="Dask comes with the extra [cluster]")

SMALL = Limits(memory=1)
POSITION = Position.parse("XOX./OXO./O.../X...", Rules(4, 4, 4))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_any_number_of_workers_find_the_value_and_the_best_moves(
    count: int, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(question, "LEAST_NODES", 2)
    told: list[Progress] = []
    here = solve_here(POSITION, best_moves=True)
    found = solve(
        POSITION,
        started(count),
        limits=SMALL,
        progress=told.append,
        best_moves=True,
        job=64,
    )
    assert found.value == here.value == 0
    assert found.best_moves == here.best_moves
    assert told


@pytest.mark.parametrize("board", ["4,4,4", Rules(4, 4, 4), "4,4,4,torus", "2x2x4,3,misere"])
def test_boards_are_searched_as_they_are_in_one_process(board: Any, started: Started) -> None:
    assert solve(board, started(2), limits=SMALL).value == solve_here(board, limits=SMALL).value


def test_a_file_that_has_the_answer_needs_no_jobs(started: Started, tmp_path: Path) -> None:
    file = tmp_path / "search"
    first = solve(POSITION, started(2), limits=SMALL, file=file)
    again = solve(POSITION, started(2), limits=SMALL._replace(nodes=0), file=file)
    assert (again.value, again.nodes) == (first.value, first.nodes)


def test_without_nodes_there_is_no_job(started: Started) -> None:
    found = solve(POSITION, started(1), limits=SMALL._replace(nodes=0))
    assert (found.lower, found.upper, found.nodes) == (-1, 1, 0)


def test_what_cannot_be_searched_is_refused_before_a_cluster_is_asked(tmp_path: Path) -> None:
    with pytest.raises(LimitsError, match="threads is 2; on a cluster each thread of a worker"):
        solve(POSITION, "nowhere", limits=Limits(threads=2))
    with pytest.raises(LimitsError, match="nodes is -1"):
        solve(POSITION, "nowhere", limits=Limits(nodes=-1))
    with pytest.raises(PositionError, match="is not a game, a position or a board"):
        solve(7, "nowhere")  # type: ignore[arg-type]  # it is what the test is about
    (tmp_path / "search").touch()
    with pytest.raises(SearchFileError):
        solve(POSITION, "nowhere", file=tmp_path / "search")
    with pytest.raises(ClusterError, match="is not a cluster"):
        solve(POSITION, "nowhere")


@pytest.mark.skipif(not COMPILED, reason="too many positions for plain Python")
def test_a_worker_that_is_killed_costs_its_jobs_alone() -> None:
    with connect("local:2") as workers:
        killed = False

        def kill(progress: Progress) -> None:
            nonlocal killed
            if progress.nodes and not killed:
                killed = True
                os.kill(next(iter(workers.client.run(os.getpid).values())), signal.SIGKILL)

        found = solve("5,5,4", workers.client, progress=kill, job=1000)
    assert killed
    assert found.value == 0


@pytest.mark.longer
def test_a_worker_that_is_killed_every_few_seconds_changes_nothing() -> None:
    with connect("local:2") as workers, killing(workers.client, 3) as killer:
        found = solve("8,4,4", workers.client, job=2**18)
    assert killer.killed >= 2
    assert found.value == 0


DRIVER = """
import sys
from noughts.cluster import solve
from noughts.solver.search.jobs import driver

if __name__ == "__main__":
    driver.SECONDS_BETWEEN_WRITES = 0.01
    solve("5,5,4", "local:1", file=sys.argv[1], job=200)
"""


@pytest.mark.longer
def test_a_driver_that_is_killed_with_all_it_started_goes_on_from_its_file(
    tmp_path: Path, started: Started
) -> None:
    program, file = tmp_path / "driver.py", tmp_path / "search"
    program.write_text(DRIVER)
    driver = subprocess.Popen([sys.executable, program, file])
    empty = Position(rules=Rules(5, 5, 4))
    while not file.exists() or not read_search(file, empty, 200, 256).nodes:
        assert driver.poll() is None
        time.sleep(0.01)
    driver.kill()
    driver.wait()
    before = read_search(file, empty, 200, 256)
    found = solve("5,5,4", started(1), file=file, job=200)
    assert found.value == 0
    assert found.nodes >= before.nodes > 0
