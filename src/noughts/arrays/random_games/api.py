"""Random games in bulk: played to the end, then counted or recorded.

At every ply, all legal moves are equally likely. If the rules have all laws of `core.answers`, a
game is therefore a random permutation of the cells, cut off at its first line. On small boards,
such games are counted in bit slices, with 64 games to a word (`sliced`). On larger boards, and
whenever moves are wanted, they are played in `lanes`. Both modules draw the permutation and then
look for lines. If the rules lack one of the laws, games are played move by move, in `move_by_move`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.arrays.checks import owned
from noughts.arrays.memory import board_dtype, move_dtype
from noughts.arrays.random_games import lanes, move_by_move, small_boards, xorshift
from noughts.core.answers import LAWS
from noughts.core.rules import TICTACTOE, O, Rules, X, as_rules
from noughts.core.turns import last_mover, winner
from noughts.errors import ArrayError
from noughts.system.processors import processors


@dataclass(frozen=True)
class Tally:
    """The number of games that ended in each way.

    `ended[ply]` is the number of games that a line ended at that ply, for every ply from 0;
    `without_line` is the number of games that no line ended.

    >>> tally = playouts(1000, seed=1)
    >>> tally.games, sum(tally.ended) + tally.draws, tally.ended[:5]    # no line before ply 5
    (1000, 1000, (0, 0, 0, 0, 0))
    """

    rules: Rules
    ended: tuple[int, ...]
    without_line: int

    @property
    def draws(self) -> int:
        """The number of drawn games: those that no line ended, unless the rules make them wins."""
        return 0 if self.rules.answers.line.full else self.without_line

    @property
    def x_wins(self) -> int:
        """The number of games that X won; in misère, these are the games in which O made a line."""
        return self._won(X)

    @property
    def o_wins(self) -> int:
        """The number of games that O won."""
        return self._won(O)

    def _won(self, mark: int) -> int:
        lined = sum(
            games
            for ply, games in enumerate(self.ended)
            if winner(last_mover(ply, self.rules), self.rules) == mark
        )
        full = self.rules.answers.line.full
        return lined + self.without_line * (full and mark == (X if full > 0 else O))

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.ended) + self.without_line

    @property
    def lengths(self) -> tuple[int, ...]:
        """The number of games of each length in plies, from 0 to the number of cells.

        Raises `RulesError` if the game lacks the law `full`, since such a game may be drawn at any
        ply.
        """
        instead = "playout_moves has the length of each game"
        self.rules.require("a count by length", "full", instead=instead)
        return (*self.ended[:-1], self.ended[-1] + self.without_line)

    @property
    def moves(self) -> int:
        """The number of moves in all games. Raises what `lengths` raises."""
        return sum(length * games for length, games in enumerate(self.lengths))


class Played(NamedTuple):
    """Games, one per row: the cells played, and the number of moves.

    >>> played = playout_moves(2, seed=1)
    >>> played.moves.shape, played.lengths.dtype
    ((2, 9), dtype('uint8'))
    """

    moves: npt.NDArray[Any]
    lengths: npt.NDArray[Any]


def playouts(
    n: int, rules: Rules | str = TICTACTOE, seed: int | None = None, threads: int | None = None
) -> Tally:
    """Play `n` random games, and count how they end.

    The same seed, from 0 to 2**64 - 1, gives the same counts with any number of `threads`. By
    default, the system provides the seed, and there are as many threads as processors.

    >>> tally = playouts(1000, seed=1)
    >>> tally.x_wins, tally.o_wins, tally.draws    # on average: 585, 288 and 127
    (567, 302, 131)

    Raises `RulesError` for invalid rules, `TooLargeError` for a board of more than 361 cells, and
    `ArrayError` for any other invalid argument.
    """
    rules = as_rules(rules)
    start, n = checked(n, rules, seed, threads), int(n)
    ended = count_chunks(n, rules, start, range(chunks_to_count(n, rules)), threads)
    return Tally(rules, (0, *ended), n - sum(ended))


def chunks_to_count(n: int, rules: Rules) -> int:
    """The number of chunks into which `n` games are divided for `count_chunks`."""
    return -(-n // _counting(rules)[1])


def count_chunks(
    n: int, rules: Rules, seed: int, chunks: range, threads: int | None = None
) -> list[int]:
    """For each ply from 1, how many games end with a line, in the given chunks of the `n` games."""
    plain = rules.normal  # misère changes the winner but not the games, so both share kernels
    count, size = _counting(rules)

    def play(chunk: int, games: range) -> npt.NDArray[np.int64]:
        return count(len(games), plain, seed, chunk)

    return _total(n, size, chunks, play, rules, threads)


def _counting(rules: Rules) -> tuple[Callable[..., npt.NDArray[np.int64]], int]:
    """The function that counts how the games of a chunk end, and the number of games in a chunk."""
    if rules.has(*LAWS) and rules.cells <= small_boards.SLICED_CELLS:
        return small_boards.count_ends, small_boards.CHUNK
    engine = engine_of(rules)
    return engine.count_ends, engine.chunk_size(rules)


def engine_of(rules: Rules) -> Any:
    """The module that plays games: `lanes` if the rules have all `LAWS`, else `move_by_move`."""
    return lanes if rules.has(*LAWS) else move_by_move


def playout_moves(
    n: int,
    rules: Rules | str = TICTACTOE,
    seed: int | None = None,
    threads: int | None = None,
    moves: npt.NDArray[Any] | None = None,
    lengths: npt.NDArray[Any] | None = None,
) -> Played:
    """Play `n` random games, and record the moves of each.

    `moves` is uint8 [n, cells]: each row has a game's cells in the order of play (if a player has
    two marks, the numbers of the moves), then `NO_MOVE`, 255. `lengths` is uint8 [n]. If
    `rules.actions` is over 255, both are uint16, and 65535 stands for no move. Both are new arrays,
    unless the caller passes arrays to fill. The same seed gives the same games with any number of
    threads, and a smaller `n` gives the first games of a larger one. On a board of up to 10 cells,
    `playouts` may play other games for the same seed.

    >>> games = playout_moves(3, seed=1)
    >>> games.moves[0], games.lengths[0]
    (array([  3,   4,   1,   0,   6,   5,   2,   8, 255], dtype=uint8), np.uint8(8))

    Raises what `playouts` raises, and `ArrayError` for an array that does not fit the games.
    """
    rules = as_rules(rules)
    start, n = checked(n, rules, seed, threads), int(n)
    dtype = move_dtype(rules)
    moves = _rows("moves", moves, (n, rules.cells), dtype)
    lengths = _rows("lengths", lengths, (n,), dtype)
    play_chunks(Played(moves, lengths), rules, start, threads=threads)
    return Played(moves, lengths)


def play_chunks(
    played: Played, rules: Rules, seed: int, first: int = 0, threads: int | None = None
) -> None:
    """Fill arrays with games, beginning with the chunk `first`."""
    plain, engine = rules.normal, engine_of(rules)
    size = engine.chunk_size(rules)

    def play(chunk: int, games: range) -> npt.NDArray[np.int64]:
        rows = slice(games.start, games.stop)
        return engine.play(
            len(games), plain, seed, first + chunk, played.moves[rows], played.lengths[rows]
        )

    n = len(played.lengths)
    _total(n, size, range(-(-n // size)), play, rules, threads)


def checked(n: int, rules: Rules, seed: int | None, threads: int | None) -> int:
    """The seed, after a check of all arguments. Callers use `int(n)`, which cannot overflow."""
    board_dtype(rules)
    for name, number, least in (("n", n, 0), ("threads", 1 if threads is None else threads, 1)):
        if not isinstance(number, int | np.integer) or number < least:
            raise ArrayError(f"{name} is {number!r}; a whole number from {least} is needed")
    return xorshift.checked(seed)


def _rows(
    name: str, given: npt.NDArray[Any] | None, shape: tuple[int, ...], dtype: np.dtype[Any]
) -> npt.NDArray[Any]:
    """The caller's array, after a check that it fits; a new array for None."""
    array = owned(given, shape, dtype, name)
    if not array.flags.c_contiguous:
        raise ArrayError(f"{name} has gaps; a contiguous array is needed")
    return array


def _total(
    n: int,
    size: int,
    chunks: range,
    play: Callable[[int, range], npt.NDArray[np.int64]],
    rules: Rules,
    threads: int | None,
) -> list[int]:
    """For each ply from 1, how many games in `chunks` end with a line; threads share the chunks."""
    sharers = max(1, min(threads or processors(), len(chunks)))

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
            finally:  # after Ctrl-C or an error, the others need not finish
                stopped.set()
    return [int(games) for games in np.sum(totals, axis=0)]
