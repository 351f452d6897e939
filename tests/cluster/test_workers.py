"""Connecting to workers, and what they give when some of them are killed."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from noughts.cluster import connect
from noughts.cluster.workers import ATTEMPTS
from noughts.errors import ArrayError, ClusterError, MissingExtraError
from tests.cluster.conftest import Started

pytestmark = [pytest.mark.wide, pytest.mark.traced]  # to import Dask takes a second
pytest.importorskip("distributed", reason="Dask comes with the extra [cluster]")


def doubled(item: int) -> int:
    return 2 * item


def refused(item: int) -> int:
    raise ArrayError(f"item {item} is refused")


@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_item_has_its_result_once(count: int, started: Started) -> None:
    with connect(started(count)) as workers:
        assert sorted(workers.results(doubled, range(30))) == list(range(0, 60, 2))
        assert list(workers.results(doubled, [])) == []


def test_only_some_items_are_under_way_at_a_time(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.cluster.workers.AHEAD", 3)
    items = iter(range(10))
    with connect(started(1)) as workers:
        results = workers.results(doubled, items)
        assert next(results) <= 4
        assert next(items) == 3
        assert len(list(results)) == 8


def test_the_address_of_a_scheduler_connects(started: Started) -> None:
    with connect(started(2).scheduler.address) as workers:
        assert list(workers.results(doubled, [21])) == [42]


def test_between_results_the_caller_looks_around(started: Started) -> None:
    with connect(started(1)) as workers:
        asked = iter([0.5])
        answers = [*workers.answers(time.sleep, lambda room: [*asked][:room], lambda: 1)]
        assert len(answers) > 2
        assert [each for each in answers if each] == [(None,)]


def test_an_error_of_a_worker_is_raised_as_it_was(started: Started) -> None:
    with connect(started(1)) as workers, pytest.raises(ArrayError, match="item 7 is refused"):
        list(workers.results(refused, [7]))


@pytest.mark.parametrize(
    "text", ["", "locals", "local:0", "local:two", "local:99999", "host:8786", "tcp:host", "tcp://"]
)
def test_what_is_not_a_cluster_is_named(text: str) -> None:
    with (
        pytest.raises(ClusterError, match="is not a cluster; give local, local:N") as error,
        connect(text),
    ):
        pass
    assert text in str(error.value)


def default_client() -> Any:
    """The client that Dask uses if it is told no other."""
    from distributed import Client

    try:
        return Client.current()
    except ValueError:
        return None


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "tls://127.0.0.1:1"])
def test_where_no_scheduler_answers_the_address_is_named_and_dask_is_left_as_it_was(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = default_client()
    monkeypatch.setattr("noughts.cluster.workers.SECONDS", 0.2)
    with (
        pytest.raises(ClusterError, match=f"no scheduler answers at '{address}'"),
        connect(address),
    ):
        pass
    assert default_client() is before


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.system.extras.find_spec", lambda _: None)
    with (
        pytest.raises(MissingExtraError, match="calculations on a cluster need Dask, distributed"),
        connect("local"),
    ):
        pass


class Killed:
    """A client whose workers are killed so many times by each item, before it has a result."""

    def __init__(self, client: Any, times: int) -> None:
        self.client, self.times = client, times

    def submit(self, function: Any, item: Any, pure: bool) -> Any:
        self.times -= 1
        return self.client.submit(die if self.times >= 0 else function, item, pure=pure)

    def cancel(self, futures: Any) -> None:
        self.client.cancel(futures)


def die(item: int) -> int:
    from distributed import KilledWorker

    raise KilledWorker(item, SimpleNamespace(address="tcp://here"), 1)


@pytest.mark.parametrize("times", [1, 4])
def test_an_item_whose_workers_are_killed_is_given_to_others(times: int, started: Started) -> None:
    killed: Any = Killed(started(1), times)
    with connect(killed) as workers:
        assert list(workers.results(doubled, [1])) == [2]


def test_an_item_that_kills_worker_after_worker_is_named(started: Started) -> None:
    killed: Any = Killed(started(1), 5)
    with connect(killed) as workers, pytest.raises(ClusterError, match="that was given '12' was"):
        list(workers.results(doubled, [12]))


class Gone(Killed):
    """A client whose scheduler goes."""

    def submit(self, function: Any, item: Any, pure: bool) -> Any:
        future = super().submit(function, item, pure)
        self.client.cancel([future])
        return future


def test_a_scheduler_that_is_lost_is_an_error(started: Started) -> None:
    gone: Any = Gone(started(1), 0)
    with connect(gone) as workers, pytest.raises(ClusterError, match="the scheduler is lost"):
        list(workers.results(time.sleep, [1]))


def test_workers_are_counted_by_their_threads(started: Started) -> None:
    with connect(started(3)) as workers:
        assert workers.threads() == 3


@pytest.mark.parametrize(("threads", "many"), [({}, 1), ({"a": 2, "b": 4}, 6)])
def test_where_there_is_no_worker_one_is_waited_for(threads: dict[str, int], many: int) -> None:
    client: Any = SimpleNamespace(nthreads=lambda: threads)
    with connect(client) as workers:
        assert workers.threads() == many


def test_a_scheduler_that_does_not_say_how_many_workers_it_has_is_lost() -> None:
    def nthreads() -> None:
        raise OSError("closed")

    client: Any = SimpleNamespace(nthreads=nthreads)
    with connect(client) as workers, pytest.raises(ClusterError, match="the scheduler is lost"):
        workers.threads()


@pytest.mark.parametrize("late", [False, True], ids=["early", "late"])
def test_a_worker_that_is_killed_as_it_starts_is_started_again(
    late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Early it has not said that it is there; late it has, and its nanny does not watch it yet."""
    from distributed import Nanny

    start, killed = Nanny.instantiate, []

    async def kill(nanny: Any) -> None:
        while not (nanny.process and nanny.process.pid):
            await asyncio.sleep(0)
        killed.append(nanny.process.pid)
        os.kill(nanny.process.pid, signal.SIGKILL)
        while nanny.is_alive():
            await asyncio.sleep(0)
        await asyncio.sleep(0.1)  # the nanny hears of it

    async def instantiate(nanny: Any) -> Any:
        if killed:
            return await start(nanny)
        if late:
            status = await start(nanny)
            await kill(nanny)
            return status
        status, _ = await asyncio.gather(start(nanny), kill(nanny))
        return status

    monkeypatch.setattr(Nanny, "instantiate", instantiate)
    with connect("local:1") as workers:
        assert len(killed) == 1
        workers.client.wait_for_workers(1, timeout=60)
        assert [*workers.results(doubled, [21])] == [42]


def test_where_no_worker_starts_it_is_an_error_that_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from distributed import Nanny

    tried = []

    async def instantiate(nanny: Any) -> None:
        tried.append(nanny)
        raise ImportError("there is no such module")

    monkeypatch.setattr(Nanny, "instantiate", instantiate)
    with (
        pytest.raises(ClusterError, match="no workers start here: there is no such module; a prog"),
        connect("local:1"),
    ):
        pass
    assert len(tried) == ATTEMPTS


def killed_once(mark: str) -> int:
    """Kill this worker, unless the file is there already."""
    if not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


@pytest.mark.wide
def test_workers_that_are_started_are_processes_reached_from_here_alone(tmp_path: Path) -> None:
    import psutil
    from dask import config
    from distributed import Client, Security

    # By then Dask would give up a worker that is not back.
    with (
        config.set({"distributed.deploy.lost-worker-timeout": "0s"}),
        connect("local:2") as workers,
    ):
        address = workers.client.scheduler.address
        assert address.startswith("tls://127.0.0.1:")
        with pytest.raises(OSError, match="certificate does not match"):  # it has a key of its own
            Client(address, timeout=1, security=Security.temporary())
        own = psutil.Process()
        heard = [
            connection.laddr.ip
            for process in (own, *own.children(recursive=True))
            for connection in process.net_connections()
            if connection.status == "LISTEN"
        ]
        assert len(heard) >= 3
        assert set(heard) == {"127.0.0.1"}
        (process,) = workers.results(killed_once, [str(tmp_path / "mark")])
        assert process not in (0, os.getpid())
        workers.client.wait_for_workers(2, timeout=60)  # the one that was killed is back
    assert not psutil.pid_exists(process)
