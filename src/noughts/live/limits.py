"""What the live server accepts from one client: how much at a time, and how often."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

LONGEST_REQUEST = 4096  # bytes of the body of a request, or of a message
SOCKETS = 200  # open sockets of one client
SECONDS_AT_ONCE = 4.0  # a client may send the requests of this many seconds at once
OF_A_SEAT = 0.2  # the part of a client's rate that the owner of a seat may use
COST_OF_A_GAME = 10  # a new game counts as this many requests


class RateLimit:
    """Limits the requests of each client: `burst` requests at once, and then `rate` per second.

    A client is known by a key, which is forgotten once its allowance is full again. `now()` returns
    a time in seconds.

    >>> limit = RateLimit(rate=1, burst=2, now=lambda: 0)
    >>> [limit.allows("192.0.2.1") for _ in range(3)]
    [True, True, False]
    """

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = monotonic) -> None:
        self.rate, self.burst, self.now = rate, burst, now
        self._whole: dict[str, float] = {}  # by key, the time at which its allowance is full
        self._swept = now()

    def allows(self, key: str, cost: float = 1) -> bool:
        """Whether a key's allowance covers a request of this cost; if so, deduct the cost."""
        now = self.now()
        if now - self._swept > self.burst / self.rate:
            self._whole = {one: when for one, when in self._whole.items() if when > now}
            self._swept = now
        whole = max(now, self._whole.get(key, now)) + cost / self.rate
        if whole - now > self.burst / self.rate:
            return False
        self._whole[key] = whole
        return True
