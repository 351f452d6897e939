"""What the live server takes from one client: how much at once, and how often."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

LONGEST_REQUEST = 4096  # bytes, of a body or of a message
SOCKETS = 200  # of one client
SECONDS_AT_ONCE = 4.0  # of the rate of a client, which may come in one moment
OF_A_SEAT = 0.2  # of that rate
COST_OF_A_GAME = 10  # requests


class RateLimit:
    """How often clients may ask: a burst at once, and then a rate per second.

    Each key has an allowance, which is forgotten when it is whole again; `now` gives seconds.

    >>> limit = RateLimit(rate=1, burst=2, now=lambda: 0)
    >>> [limit.allows("192.0.2.1") for _ in range(3)]
    [True, True, False]
    """

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = monotonic) -> None:
        self.rate, self.burst, self.now = rate, burst, now
        self._whole: dict[str, float] = {}  # when each will be, the oldest keys first
        self._swept = now()

    def allows(self, key: str, cost: float = 1) -> bool:
        """Whether a key may make a request of this cost, which is then deducted."""
        now = self.now()
        if now - self._swept > self.burst / self.rate:
            self._whole = {one: when for one, when in self._whole.items() if when > now}
            self._swept = now
        whole = max(now, self._whole.get(key, now)) + cost / self.rate
        if whole - now > self.burst / self.rate:
            return False
        self._whole[key] = whole
        return True
