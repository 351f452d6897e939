"""Tables made on a cluster: those of one process, whoever is killed meanwhile."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from noughts import ClusterError, Rules
from noughts.cluster import connect, table
from noughts.cluster.folders import folder_of
from noughts.cluster.tables import write_shards_on
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.sharding import assemble
from noughts.solver.tables.table import Table
from noughts.solver.tables.table_folder import TableFolder
from tests.cluster.conftest import Started
from tests.cluster.killing import killing

pytestmark = [pytest.mark.wide, pytest.mark.traced]  # to import Dask takes a second
pytest.importorskip("distributed", reason="Dask comes with the extra [cluster]")

SMALL, LARGER = Rules(2, 3, 2), Rules(3, 4, 3)


def written(rules: Rules, folder: Path) -> bytes:
    write_table(rules, folder / "one")
    return (folder / "one").read_bytes()


def assembled(rules: Rules, url: str | Path, folder: Path) -> bytes:
    assemble(TableFolder(folder_of(url), rules), folder / "assembled")
    return (folder / "assembled").read_bytes()


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_table_of_any_number_of_workers_is_that_of_one_process(
    count: int, started: Started, tmp_path: Path
) -> None:
    solved = table("2,3,2", tmp_path / "a", started(count), shard=30)
    assert [*solved] == [*Table(SMALL)]
    assert assembled(SMALL, tmp_path / "a", tmp_path) == written(SMALL, tmp_path)


def test_a_url_holds_it_too(started: Started, tmp_path: Path) -> None:
    url = f"memory://{tmp_path}/table"
    solved = table(SMALL, url, started(2), shard=30)
    assert [*solved] == [*Table(SMALL)]
    assert assembled(SMALL, url, tmp_path) == written(SMALL, tmp_path)


@pytest.mark.longer
def test_a_worker_that_is_killed_every_few_seconds_changes_nothing(tmp_path: Path) -> None:
    url = tmp_path / "a"
    with connect("local:2") as workers, killing(workers.client, 2) as killer:
        write_shards_on(workers.client, Rules(5, 4, 4), folder_of(url), 1 << 21)
    assert killer.killed >= 2
    assert assembled(Rules(5, 4, 4), url, tmp_path) == written(Rules(5, 4, 4), tmp_path)


DRIVER = """
import sys
from noughts.cluster import table

if __name__ == "__main__":
    table("3,4,3", sys.argv[1], "local:2", shard=1 << 10)
"""


def test_a_driver_that_is_killed_with_all_it_started_costs_what_was_under_way(
    tmp_path: Path, started: Started
) -> None:
    program, folder = tmp_path / "driver.py", tmp_path / "a"
    program.write_text(DRIVER)
    driver = subprocess.Popen([sys.executable, program, folder])
    while len(list(folder.glob("0*"))) < 5:
        assert driver.poll() is None
        time.sleep(0.01)
    driver.kill()
    driver.wait()
    before = {each.name: each.stat().st_mtime_ns for each in folder.glob("0*")}
    write_shards_on(started(1), LARGER, folder_of(folder))
    after = {each.name: each.stat().st_mtime_ns for each in folder.glob("0*")}
    assert len(after) > len(before) >= 5
    kept = [name for name in before if after[name] == before[name]]
    assert len(kept) >= len(before) - 2  # a worker may have outlived its driver by a shard
    assert assembled(LARGER, folder, tmp_path) == written(LARGER, tmp_path)


def test_a_cluster_that_is_not_one_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(ClusterError, match="is not a cluster"):
        table("2,2,2", tmp_path / "a", "nowhere")
    assert not (tmp_path / "a").exists()
