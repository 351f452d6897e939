"""Time limits for players, and the reason to state when an error or a time limit loses a game.

A player's clock runs only on the player's own turns. A player may exceed a limit by a tenth of a
second, since a message to another program and the answer can take that long.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from numbers import Real
from typing import NamedTuple

from noughts.core.message_text import quoted, shortened
from noughts.errors import MissingExtraError, PlayerError, TooLargeError

TOLERANCE = 0.1  # seconds beyond a limit that cost nobody the game
USUAL_SECONDS = 60.0  # for a move of a program that others wrote, if nobody sets a limit
LONGEST_LIMIT = 1_000_000  # seconds
MOVES_AHEAD = 20  # share the time that is left
MARGIN = 0.05  # seconds for the transfer of a move, to which a tenth of the time is added
LEAST = 0.01  # seconds


class TimeLimits(NamedTuple):
    """Limits in seconds for one move, and for all moves of a player in a game; None for no limit.

    >>> from noughts import tournament
    >>> tournament(["random", "easy"], 2, rules="4,4,4", limits=TimeLimits(move=5)).faults
    ()
    """

    move: float | None = None
    game: float | None = None

    def check(self) -> None:
        """Raise `PlayerError` for a limit that is neither None nor a valid number of seconds.

        A valid number is above 0 and at most `LONGEST_LIMIT`.
        """
        for name, limit in self._asdict().items():
            if limit is None:
                continue
            real = isinstance(limit, Real) and not isinstance(limit, bool)
            if not real or not isfinite(limit) or not 0 < limit <= LONGEST_LIMIT:
                raise PlayerError(
                    f"{quoted(limit)} is not a time for a {name}; give seconds, above 0 and up to "
                    f"{LONGEST_LIMIT:,}, or None for no limit"
                )


NO_LIMITS = TimeLimits()


def thinking_time(turn: float | None, left: float | None) -> float | None:
    """The seconds to think about a move: the lesser of `turn` and a share of `left`, less a margin.

    `turn` is the limit for the move, and `left` is the time left for the game; each is None if
    there is no such limit. If both are None, the result is None; otherwise it is at least 0.01.

    >>> thinking_time(1, 4), thinking_time(1, None), thinking_time(None, None)
    (0.13, 0.85, None)
    """
    share = None if left is None else left / MOVES_AHEAD
    limits = [limit for limit in (turn, share) if limit is not None]
    return max(0.9 * min(limits) - MARGIN, LEAST) if limits else None


class Clock:
    """A clock that counts the thinking time of one player in one game.

    >>> clock = Clock(TimeLimits(move=5, game=8))
    >>> clock.spend(4, "thinker")
    >>> clock.for_move, clock.left
    (4.0, 4.0)
    >>> clock.spend(4.5, "thinker")
    Traceback (most recent call last):
    noughts.errors.PlayerError: thinker has thought for 8.5 s in this game; the limit is 8 s
    """

    def __init__(self, limits: TimeLimits = NO_LIMITS) -> None:
        self.limits = limits
        self.used: float = 0.0

    @property
    def left(self) -> float | None:
        """The seconds left for the game, 0 or more; None if there is no limit for the game."""
        game = self.limits.game
        return None if game is None else max(0.0, game - self.used)

    @property
    def for_move(self) -> float | None:
        """The seconds within which the next move has to be made; None if there is no limit."""
        limits = [limit for limit in (self.limits.move, self.left) if limit is not None]
        return min(limits) if limits else None

    @property
    def to_think(self) -> float | None:
        """The seconds to think about the next move, from `thinking_time`."""
        return thinking_time(self.limits.move, self.left)

    def spend(self, seconds: float, name: str) -> None:
        """Add a move's time. Raises `PlayerError`, naming the player, if a limit is exceeded."""
        self.used += seconds
        move, game = self.limits
        if move is not None and seconds > move + TOLERANCE:
            raise PlayerError(f"{name} has thought for {seconds:.1f} s; the limit is {move:g} s")
        if game is not None and self.used > game + TOLERANCE:
            raise PlayerError(
                f"{name} has thought for {self.used:.1f} s in this game; the limit is {game:g} s"
            )

    @contextmanager
    def running(self, name: str) -> Iterator[None]:
        """Add the time that the `with` block takes. Raises what `spend` raises."""
        begin = time.monotonic()
        yield
        self.spend(time.monotonic() - begin, name)


def lost_by(error: Exception, name: str) -> str:
    """One line of text that says why a player that raises an error loses the game.

    An error that is not the player's fault, such as `MissingExtraError`, is raised again.

    >>> lost_by(KeyError("b2"), "mine")
    "mine raises KeyError: 'b2'"
    """
    if isinstance(error, MissingExtraError | TooLargeError | MemoryError):
        raise error
    said = shortened(" ".join(str(error).split()))
    if isinstance(error, PlayerError):
        return said
    return f"{name} raises {type(error).__name__}: {said}".removesuffix(": ")
