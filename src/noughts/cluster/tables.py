"""Tables made by the workers of a cluster; `solver.tables.sharding` implements the tasks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from noughts.cluster.folders import folder_of
from noughts.cluster.workers import connect
from noughts.core.rules import Rules, as_rules
from noughts.solver.tables.sharding import write_shards
from noughts.solver.tables.table import Table
from noughts.solver.tables.table_folder import SHARD
from noughts.system.folders import Folder
from noughts.system.progress import Reporter

if TYPE_CHECKING:
    from distributed import Client


def table(
    rules: Rules | str,
    to: str | Path,
    cluster: str | Client = "local",
    shard: int = SHARD,
    progress: Reporter | None = None,
) -> Table:
    """Solve every position of a board on a cluster, and return the table.

    The scores are written to the folder `to`, in shards of about `shard` bytes. `to` is a path, or
    a URL that fsspec understands, and all workers must have access to the folder. Shards that it
    already contains are not made again, so an interrupted run can be resumed. `progress` is called
    with the number of scores written and the total number of scores.

    >>> from noughts import Position
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     solved = table("2,2,2", folder, "local:1")
    ...     solved[Position(rules=solved.rules)]
    Evaluation(value=1, remoteness=3)

    Raises what `connect` raises, `ClusterError` for a URL that fsspec cannot open, `TooLargeError`
    for a board of more than 25 cells, `RulesError` for a game that cannot have a table in shards,
    `TableFileError` for a folder that contains a damaged file or the table of another board, and
    `OSError` if the folder cannot be read or written.
    """
    rules, folder = as_rules(rules), folder_of(to)
    write_shards_on(cluster, rules, folder, shard, progress)
    return Table(rules, folder)


def write_shards_on(
    cluster: str | Client,
    rules: Rules,
    folder: Folder,
    shard: int = SHARD,
    progress: Reporter | None = None,
) -> None:
    """Run the tasks that make a table. Raises what `connect` and `write_shards` raise."""
    with connect(cluster) as workers:
        write_shards(rules, folder, workers.results, shard, progress)
