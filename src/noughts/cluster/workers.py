"""Dask workers: processes started on this machine, or the workers of a scheduler already running.

    connect("local") ──> a scheduler and workers on this machine, until the `with` block ends
    connect("tcp://...") ──> a running scheduler, with all workers that are connected to it
    connect(client) ──> the caller's own client, for example from dask-jobqueue

The caller passes a function and items, and gets the results as they become available. If a worker
is killed, its current work is lost, and other workers process its items from the start.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from noughts.core.message_text import quoted, shortened
from noughts.errors import ClusterError
from noughts.system.extras import require

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

Item = TypeVar("Item")
Result = TypeVar("Result")

HERE = "127.0.0.1"  # only this machine can connect to what is started here
LOCAL = re.compile(r"local(?::([1-9][0-9]{0,3}))?")
ADDRESS = re.compile(r"(tcp|tls|ws|wss|ucx)://\S+")
SECONDS = 10  # the time limit for the first answer of a scheduler
SECONDS_BETWEEN_LOOKS = 0.1
AHEAD = 1000  # the most items that the scheduler has at a time
SETTINGS: dict[str, Any] = {
    # Dask's profiler samples each process up to a hundred times a second.
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    # By default, Dask removes a killed worker that is not back after 15 seconds. A worker that was
    # killed again within this time would never return, and in the end no worker would be left.
    "distributed.deploy.lost-worker-timeout": "1000 days",
    # Even if four workers were killed while they had an item, the item may not be the cause.
    "distributed.scheduler.allowed-failures": 9,
}
ATTEMPTS = 5  # for an item whose workers are killed; in each, Dask tries four workers or more


class Found(NamedTuple, Generic[Result]):
    """A result. It is wrapped because the result itself may be None."""

    result: Result


class Workers:
    """The workers of a scheduler.

    `client` is the underlying `distributed.Client`; use it for whatever this class does not offer.

    >>> with connect("local:1") as workers:
    ...     len(workers.client.scheduler_info()["workers"])
    1
    """

    def __init__(self, client: Client) -> None:
        self.client = client

    def results(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> Iterator[Result]:
        """Yield the results of `function(item)` as they become available, in any order.

        At most `AHEAD` items are in progress at once. If a worker is lost, other workers take over
        its items. Raises what `function` raises, and `ClusterError` if the scheduler is lost, or if
        several workers, one after another, are killed while they process the same item.
        """
        rest = iter(items)
        for found in self.answers(function, lambda room: islice(rest, room), lambda: AHEAD):
            if found:
                yield found.result

    def answers(
        self,
        function: Callable[[Item], Result],
        wanted: Callable[[int], Iterable[Item]],
        most: Callable[[], int],
    ) -> Generator[Found[Result] | None, None, None]:
        """Yield the results for items that may depend on earlier results.

        While no result comes, the iterator yields None about ten times a second. At most `most()`
        items are in progress at once. `wanted` is called with the number of further items allowed,
        and returns at most that many. The iterator ends when `wanted` returns no items and all
        results have come. The caller must close the iterator. Raises what `results` raises.
        """
        from distributed import CancelledError, KilledWorker

        asked: dict[Any, tuple[Item, int]] = {}
        done: SimpleQueue[Any] = SimpleQueue()

        def ask(item: Item, attempt: int) -> None:
            future = self.client.submit(function, item, pure=False)
            asked[future] = item, attempt
            future.add_done_callback(done.put)

        try:
            while True:
                for item in wanted(max(most() - len(asked), 0)):
                    ask(item, 1)
                if not asked:
                    return
                try:
                    future = done.get(timeout=SECONDS_BETWEEN_LOOKS)
                except Empty:
                    yield None
                    continue
                item, attempt = asked.pop(future)
                try:
                    result = future.result()
                except KilledWorker:
                    if attempt == ATTEMPTS:
                        raise ClusterError(
                            f"each worker that was given {quoted(str(item))} was killed; "
                            "it may need more memory than a worker has"
                        ) from None
                    ask(item, attempt + 1)
                except CancelledError:
                    raise ClusterError("the scheduler is lost") from None
                else:
                    yield Found(result)
        finally:
            self.client.cancel(list(asked))

    def threads(self) -> int:
        """The number of threads of all workers together; 1 while no worker is connected.

        Raises `ClusterError` if the scheduler is lost.
        """
        try:
            threads: int = sum(self.client.nthreads().values())
        except OSError:
            raise ClusterError("the scheduler is lost") from None
        return max(threads, 1)


@contextmanager
def connect(cluster: str | Client) -> Iterator[Workers]:
    """A context manager that yields the workers of a cluster.

    `cluster` is `local`, which starts workers that together have one thread for each core of this
    machine; `local:N`, which starts `N` workers of one thread each; the address of a scheduler,
    such as `tcp://host:8786`; or a `distributed.Client`. The processes that `local` and `local:N`
    start end when the `with` block ends. They accept connections only from this machine, and only
    with a key that is known to them and the caller alone.

    >>> with connect("local:1") as workers:
    ...     sorted(workers.results(abs, [-3, -1, -2]))
    [1, 2, 3]

    Raises `ClusterError` for any other text, if no scheduler answers at the address, or if workers
    cannot be started, and `MissingExtraError` if the extra `[cluster]` is not installed.
    """
    require("cluster", "calculations on a cluster")
    if not isinstance(cluster, str):
        yield Workers(cluster)
    elif local := LOCAL.fullmatch(cluster):
        with _started(int(local[1]) if local[1] else None) as client:
            yield Workers(client)
    elif ADDRESS.fullmatch(cluster):
        with _reached(cluster) as client:
            yield Workers(client)
    else:
        raise ClusterError(
            f"{quoted(cluster)} is not a cluster; give local, local:N for N workers, "
            "or the address of a scheduler, as tcp://host:8786"
        )


@contextmanager
def _started(count: int | None) -> Iterator[Client]:
    from dask import config
    from distributed import Client

    with config.set(SETTINGS), _begun(count) as begun, Client(begun) as client:
        yield client


def _begun(count: int | None) -> LocalCluster:
    """Start a scheduler and its workers. If a worker is killed as it starts, start both anew."""
    from distributed import LocalCluster

    why = "each was killed as it started"
    for _ in range(ATTEMPTS):
        try:
            begun = LocalCluster(
                n_workers=count,
                threads_per_worker=1 if count else None,
                host=HERE,
                dashboard_address=f"{HERE}:0",
                security=True,
                silence_logs=logging.CRITICAL,  # a killed worker does not concern the user
            )
        except RuntimeError as error:
            why = str(error.__cause__ or error)
            continue
        # Dask restarts workers that are killed from here on, but not a worker that is dead already.
        if all(worker.is_alive() for worker in begun.workers.values()):
            return begun
        begun.close()
    raise ClusterError(
        f"no workers start here: {shortened(why)}; "
        'a program asks for them below if __name__ == "__main__"'
    )


@contextmanager
def _reached(address: str) -> Iterator[Client]:
    from distributed import Client, Security

    try:
        # A client without keys would fail too, but Dask would keep it as the default, and wait.
        keys = Security().get_connection_args("client")["ssl_context"]
        if address.startswith("tls") and not keys:
            raise ValueError("the settings of Dask name no keys for TLS")
        client = Client(address, timeout=SECONDS)
    except (OSError, ValueError) as error:
        raise ClusterError(
            f"no scheduler answers at {quoted(address)}: {shortened(str(error))}; "
            "'dask scheduler' starts one"
        ) from None
    with client:
        yield client
