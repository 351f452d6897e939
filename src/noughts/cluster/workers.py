"""Workers that calculate: processes of this machine, or workers of a scheduler that runs elsewhere.

    connect("local") ──> a scheduler and workers, started here, that end with the block
    connect("tcp://...") ──> a running scheduler, with all workers that it has by then
    connect(client) ──> the caller's own client, as of dask-jobqueue or dask-kubernetes

The caller gives a function and items, and gets the results as they come. If a worker is killed,
only its current work is lost: other workers get its items.
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

HERE = "127.0.0.1"  # what is started here is reached from here alone
LOCAL = re.compile(r"local(?::([1-9][0-9]{0,3}))?")
ADDRESS = re.compile(r"(tcp|tls|ws|wss|ucx)://\S+")
SECONDS = 10  # in which a scheduler answers, if there is one
SECONDS_BETWEEN_LOOKS = 0.1
AHEAD = 1000  # items that the scheduler has at a time
SETTINGS: dict[str, Any] = {
    # Dask looks up to a hundred times a second at where each process spends its time.
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    # It gives up a worker whose place is empty 15 seconds after it was killed; one that was killed
    # again by then would never be back, and at last there would be none.
    "distributed.deploy.lost-worker-timeout": "1000 days",
    # A partition is not to blame for a worker or four that were killed with it.
    "distributed.scheduler.allowed-failures": 9,
}
ATTEMPTS = 5  # of an item whose workers are killed; Dask itself makes each four times or more


class Found(NamedTuple, Generic[Result]):
    """A result, which may be None."""

    result: Result


class Workers:
    """The workers of a scheduler.

    `client` is the client of Dask `distributed`, for anything else.

    >>> with connect("local:1") as workers:
    ...     len(workers.client.scheduler_info()["workers"])
    1
    """

    def __init__(self, client: Client) -> None:
        self.client = client

    def results(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> Iterator[Result]:
        """The results of `function(item)`, as they come, in any order; few are under way at once.

        If a worker is lost, another worker takes its item. Raises what `function` raises, and
        `ClusterError` if the scheduler is lost, or worker after worker with the same item.
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
        """The results for items that depend on earlier results; None now and then, between results.

        At most `most()` items are under way: `wanted` is called with how many more there may be,
        and gives as many or fewer. The iterator ends when no item is wanted or under way. The
        caller closes it. Raises what `results` raises.
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
        """How many items all workers together do at a time; 1 while no worker is connected.

        Raises `ClusterError` if the scheduler is lost.
        """
        try:
            threads: int = sum(self.client.nthreads().values())
        except OSError:
            raise ClusterError("the scheduler is lost") from None
        return max(threads, 1)


@contextmanager
def connect(cluster: str | Client) -> Iterator[Workers]:
    """The workers of a cluster, while the block lasts.

    `cluster` is `local`, with a worker for each core of this machine, or `local:N`, with `N`
    workers; the address of a scheduler, such as `tcp://host:8786`; or a client of Dask
    `distributed`. The processes of `local` listen only to this machine, ask for a key that only
    they have, and end with the block.

    >>> with connect("local:1") as workers:
    ...     sorted(workers.results(abs, [-3, -1, -2]))
    [1, 2, 3]

    Raises `ClusterError` for any other text and where no scheduler answers, and
    `MissingExtraError` without the extra `[cluster]`.
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
    """A scheduler and its workers. If a worker is killed before it works, all begin again."""
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
                silence_logs=logging.CRITICAL,  # a killed worker is no concern of the user's
            )
        except RuntimeError as error:
            why = str(error.__cause__ or error)
            continue
        # What starts a killed worker again does so from here on, and not for one that is dead now.
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
        # A client without keys would fail, too, but it stays the default, and Dask waits for it.
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
