"""Random games on a cluster. For the same seed, the games are the same as in one process.

Games are played in chunks. The random numbers of a chunk depend only on the seed and the chunk's
index, so any worker can play any chunk. `playouts` counts how the games of each chunk end, and adds
up the counts.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from noughts.arrays.memory import move_dtype
from noughts.arrays.random_games.api import (
    Played,
    Tally,
    checked,
    chunks_to_count,
    count_chunks,
    engine_of,
    play_chunks,
)
from noughts.cluster.workers import connect
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.kernels.dtypes import Array
from noughts.system.extras import require
from noughts.system.progress import Reporter, limited

if TYPE_CHECKING:
    from distributed import Client

SHARE = 256  # chunks that a worker counts at a time: about a second of work
PARTITION = 16  # chunks of games whose moves are one partition: 32 MiB on most boards


def playouts(
    n: int,
    rules: Rules | str = TICTACTOE,
    seed: int | None = None,
    cluster: str | Client = "local",
    progress: Reporter | None = None,
) -> Tally:
    """Play `n` random games on a cluster, and count how they end.

    For the same seed, the counts are those of `arrays.playouts`, whatever the number of workers.
    `progress` is called with the number of chunks done and the total number of chunks.

    >>> playouts(1000, seed=1, cluster="local:1").draws
    131

    Raises what `arrays.playouts` and `connect` raise.
    """
    rules = as_rules(rules)
    start, n, report = checked(n, rules, seed, None), int(n), limited(progress)
    chunks = range(chunks_to_count(n, rules))
    share = max(1, min(SHARE, len(chunks) // 64))  # every worker has work until the end
    items = (chunks[first : first + share] for first in chunks[::share])
    ended, done = np.zeros(rules.cells, np.int64), 0
    with connect(cluster) as workers:
        for counted, found in workers.results(partial(_counted, n, rules, start), items):
            ended += found
            done += counted
            report(done, len(chunks))
    return Tally(rules, (0, *ended.tolist()), n - int(ended.sum()))


def _counted(n: int, rules: Rules, seed: int, chunks: range) -> tuple[int, list[int]]:
    """The number of these chunks, and the counts of how their games end."""
    return len(chunks), count_chunks(n, rules, seed, chunks, threads=1)


def playout_moves(n: int, rules: Rules | str = TICTACTOE, seed: int | None = None) -> Played:
    """The games that `arrays.playout_moves` plays, as two Dask arrays; Dask computes them lazily.

    A partition has some millions of games on 3x3, and fewer on larger boards.

    >>> games = playout_moves(3, seed=1)
    >>> games.lengths.compute()
    array([8, 7, 7], dtype=uint8)

    Raises what `arrays.playout_moves` raises, and
    `MissingExtraError` without the extra `[cluster]`.
    """
    rules = as_rules(rules)
    require("cluster", "arrays of Dask")
    import dask.array as da
    from dask import delayed

    start, n = checked(n, rules, seed, None), int(n)
    dtype, size = move_dtype(rules), PARTITION * engine_of(rules).chunk_size(rules)
    moves, lengths = [], []
    for number, begin in enumerate(range(0, max(n, 1), size)):  # at least one partition
        count = min(size, n - begin)
        played = delayed(_played, nout=2)(count, rules, start, number * PARTITION)
        moves.append(da.from_delayed(played[0], (count, rules.cells), dtype))
        lengths.append(da.from_delayed(played[1], (count,), dtype))
    return Played(da.concatenate(moves), da.concatenate(lengths))


def _played(n: int, rules: Rules, seed: int, first: int) -> tuple[Array, ...]:
    """The moves and lengths of the games of some chunks."""
    dtype = move_dtype(rules)
    played = Played(np.empty((n, rules.cells), dtype), np.empty(n, dtype))
    play_chunks(played, rules, seed, first, threads=1)
    return tuple(played)
