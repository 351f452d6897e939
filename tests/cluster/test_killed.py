"""What is done in bulk while a worker is killed every few seconds is what one process does."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from noughts import Rules, arrays, cluster
from noughts.arrays.coding.converting import converted, positions_of
from tests.cluster.killing import killing

pytestmark = pytest.mark.longer
da: Any = pytest.importorskip("dask.array", reason="Dask comes with the extra [cluster]")
pytest.importorskip("pyarrow", reason="PyArrow comes with the extra [parquet]")

KILLS = 3
FIVE = Rules(5, 5, 4)
GAMES = 2_000_000
RECORDS = 255_168  # of the games of 3x3, by their numbers
CODES = np.arange(2 * GAMES, dtype=np.uint32) % RECORDS


def parts() -> Any:
    """The same codes as an array of Dask, which workers make."""
    return da.arange(2 * GAMES, chunks=GAMES // 20, dtype=np.uint32) % RECORDS


def counted(client: Any, _: Path) -> object:
    """How random games end."""
    if client is None:
        return arrays.playouts(10 * GAMES, FIVE, seed=5)
    return cluster.playouts(10 * GAMES, FIVE, 5, client)


def played(client: Any, _: Path) -> object:
    """The moves of random games, and how many there are."""
    if client is None:
        return held(*arrays.playout_moves(GAMES, FIVE, seed=6))
    return held(*client.gather(client.compute([*cluster.playout_moves(GAMES, FIVE, seed=6)])))


def coded(client: Any, _: Path) -> object:
    """Other codes of games, and what the positions at their ends are worth."""
    if client is None:
        ends = positions_of(arrays.decode(CODES, "record"))
        return held(converted(CODES, "record", "base3"), ends.values())
    codes = parts()
    made = [cluster.convert(codes, "record", "base3"), cluster.values(codes, "record")]
    return held(*client.gather(client.compute(made)))


def kept(_: Any, folder: Path) -> object:
    """The Parquet files of games, and what is read from them; without a client in threads."""
    cluster.write_parquet(parts(), folder, "record", target="base4")
    read = cluster.read_parquet(folder, "base4").compute()
    assert np.array_equal(read, converted(CODES, "record", "base4"))
    assert [*folder.glob("*.parquet")]
    # A worker that is killed leaves a hidden folder of what it had begun, which no reader looks at.
    return {each.name: each.read_bytes() for each in folder.glob("*.parquet")}


def held(*found: Any) -> list[bytes]:
    return [np.ascontiguousarray(each).tobytes() for each in found]


@pytest.mark.parametrize("work", [counted, played, coded, kept], ids=lambda work: work.__name__)
def test_a_worker_that_is_killed_every_few_seconds_changes_nothing(
    work: Callable[[Any, Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.cluster.games.PARTITION", 1)  # many partitions
    wanted = work(None, tmp_path / "here")
    with cluster.connect("local:2") as workers, killing(workers.client, 3) as killer:
        for again in range(100):
            if killer.killed >= KILLS:
                break
            assert work(workers.client, tmp_path / str(again)) == wanted
        assert killer.killed >= KILLS


def killed_at_first(folder: str, times: int) -> int:
    """Kill this worker, so many times; then say how often that was."""
    before = len(list(Path(folder).iterdir()))
    if before < times:
        (Path(folder) / str(before)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return before


def test_a_partition_is_not_given_up_where_its_workers_are_killed_now_and_then(
    tmp_path: Path,
) -> None:
    with cluster.connect("local:2") as workers:
        assert workers.client.submit(killed_at_first, str(tmp_path), 5).result() == 5
