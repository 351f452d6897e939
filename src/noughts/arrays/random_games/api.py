"""Random games in bulk: played to their end, and counted or written down.

Every legal move of a position is as likely as any other, at every ply. Small boards are counted by
`sliced` games, 64 to a word; all others, and games whose moves are asked for, are played in
`lanes`. Either way the cells of each game are drawn, and its lines looked for.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.arrays.checks import owned
from noughts.arrays.dtypes import board_dtype
from noughts.arrays.random_games import counting, lanes, xorshift
from noughts.core.rules import TICTACTOE, O, Rules, X
from noughts.core.turns import last_mover, winner
from noughts.errors import ArrayError


@dataclass(frozen=True)
class Tally:
    """How many games ended how.

    `ended[ply]` is the number of games that a line ended at that ply, from 0 to the last; `draws`
    is the number of those that no line ended.
    """

    rules: Rules
    ended: tuple[int, ...]
    draws: int

    @property
    def x_wins(self) -> int:
        """Games that X won: in misère, those in which O made a line."""
        return self._won(X)

    @property
    def o_wins(self) -> int:
        """Games that O won."""
        return self._won(O)

    def _won(self, mark: int) -> int:
        return sum(
            games
            for ply, games in enumerate(self.ended)
            if winner(last_mover(ply), self.rules) == mark
        )

    @property
    def games(self) -> int:
        """All games."""
        return sum(self.ended) + self.draws

    @property
    def lengths(self) -> tuple[int, ...]:
        """The number of games of each length, from 0 plies to the number of cells."""
        return (*self.ended[:-1], self.ended[-1] + self.draws)

    @property
    def moves(self) -> int:
        """The moves of all games."""
        return sum(length * games for length, games in enumerate(self.lengths))


class Played(NamedTuple):
    """Games, a row each: their cells, and how many these are."""

    moves: npt.NDArray[np.uint8]
    lengths: npt.NDArray[np.uint8]


def playouts(
    n: int, rules: Rules = TICTACTOE, seed: int | None = None, threads: int | None = None
) -> Tally:
    """Play `n` random games, and count how they end.

    The same seed, 0 to 2**64 - 1, gives the same counts for any number of `threads`; None takes
    a seed of the system's, and as many threads as there are processors.

    >>> tally = playouts(1000, seed=1)
    >>> tally.x_wins, tally.o_wins, tally.draws    # to be expected: 585, 288 and 127
    (567, 302, 131)

    Raises `TooLargeError` for a board of more than 64 cells, and `ArrayError` for any other
    argument that cannot be.
    """
    start = _checked(n, rules, seed, threads)
    # A NumPy scalar would wrap round where it is narrow. Misère changes who won and no game, so
    # that both share their kernels.
    n, plain = int(n), rules.normal
    in_slices = rules.cells <= counting.SLICED_CELLS
    count = counting.count_ends if in_slices else lanes.count_ends
    size = counting.CHUNK if in_slices else lanes.chunk_size(rules)

    def play(chunk: int, games: range) -> npt.NDArray[np.int64]:
        return count(len(games), plain, start, chunk)

    ended = _total(n, size, play, rules, threads)
    return Tally(rules, (0, *ended), n - sum(ended))


def playout_moves(
    n: int,
    rules: Rules = TICTACTOE,
    seed: int | None = None,
    threads: int | None = None,
    moves: npt.NDArray[np.uint8] | None = None,
    lengths: npt.NDArray[np.uint8] | None = None,
) -> Played:
    """Play `n` random games, and write down the moves of each.

    `moves` is uint8 [n, cells], a game's cells in the order of play and then `NO_MOVE`, 255, after
    its end; `lengths` is uint8 [n]. They are new arrays, or the caller's own if given. The games
    of a seed are the same for any number of threads, and fewer of them are the first of more. On
    boards of up to 10 cells they are not those that `playouts` counts.

    >>> games = playout_moves(3, seed=1)
    >>> games.moves[0], games.lengths[0]
    (array([  3,   4,   1,   0,   6,   5,   2,   8, 255], dtype=uint8), np.uint8(8))

    Raises what `playouts` does, and `ArrayError` for an array that the games do not fit.
    """
    start, n = _checked(n, rules, seed, threads), int(n)
    moves = _rows("moves", moves, (n, rules.cells))
    lengths = _rows("lengths", lengths, (n,))
    plain = rules.normal

    def play(chunk: int, games: range) -> npt.NDArray[np.int64]:
        rows = slice(games.start, games.stop)
        return lanes.play(len(games), plain, start, chunk, moves[rows], lengths[rows])

    _total(n, lanes.chunk_size(rules), play, rules, threads)
    return Played(moves, lengths)


def _checked(n: int, rules: Rules, seed: int | None, threads: int | None) -> int:
    """The seed, once nothing is wrong."""
    board_dtype(rules)
    for name, number, least in (("n", n, 0), ("threads", 1 if threads is None else threads, 1)):
        if not isinstance(number, int | np.integer) or number < least:
            raise ArrayError(f"{name} is {number!r}; a whole number from {least} is needed")
    return xorshift.checked(seed)


def _rows(
    name: str, given: npt.NDArray[np.uint8] | None, shape: tuple[int, ...]
) -> npt.NDArray[np.uint8]:
    """The caller's array, if it is fit to be written to; a new one where there is none."""
    array = owned(given, shape, np.uint8, name)
    if not array.flags.c_contiguous:
        raise ArrayError(f"{name} has gaps; a contiguous array is needed")
    return array


def _total(
    n: int,
    size: int,
    play: Callable[[int, range], npt.NDArray[np.int64]],
    rules: Rules,
    threads: int | None,
) -> list[int]:
    """The games that a line ends at each ply: the sum of all chunks, shared out among threads."""
    chunks = range(-(-n // size))
    sharers = max(1, min(threads or _processors(), len(chunks)))

    stopped = threading.Event()

    def share(first: int) -> npt.NDArray[np.int64]:
        total = np.zeros(rules.cells, np.int64)
        for chunk in chunks[first::sharers]:
            if stopped.is_set():
                break
            total += play(chunk, range(chunk * size, min((chunk + 1) * size, n)))
        return total

    if sharers == 1:
        totals = [share(0)]
    else:
        with ThreadPoolExecutor(sharers) as pool:
            shares = [pool.submit(share, first) for first in range(sharers)]
            try:
                totals = [each.result() for each in shares]
            finally:  # after Ctrl-C or a fault, the others need not go to their end
                stopped.set()
    return [int(games) for games in np.sum(totals, axis=0)]


def _processors() -> int:
    """How many this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
