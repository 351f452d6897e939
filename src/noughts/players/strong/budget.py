"""How long a player may think: in seconds, or in nodes, which are the same on every machine."""

from __future__ import annotations

import time

NODES_BETWEEN_LOOKS = 16  # at the clock


class OutOfTime(Exception):  # noqa: N818 - not an error: the time is up
    """The budget is spent: only what was found so far is left to use."""


class Budget:
    """Seconds by the clock from now on, or nodes; None for no limit.

    >>> budget = Budget(nodes=2)
    >>> budget.spend(), budget.spend(), budget.is_spent
    (None, None, True)
    """

    def __init__(self, seconds: float | None = None, nodes: int | None = None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._most = nodes
        self.used: int = 0

    def spend(self) -> None:
        """Count a node. Raises `OutOfTime` if there was none left."""
        if self._most is not None and self.used >= self._most:
            raise OutOfTime
        if self.used % NODES_BETWEEN_LOOKS == 0 and self._is_late:
            raise OutOfTime
        self.used += 1

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self._is_late or (self._most is not None and self.used >= self._most)

    @property
    def seconds(self) -> float | None:
        """The seconds that are left."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    @property
    def nodes(self) -> int | None:
        """The nodes that are left."""
        return None if self._most is None else max(0, self._most - self.used)

    @property
    def _is_late(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end

    def share(self, part: float) -> Budget:
        """A part of the rest, as a separate budget; `take` counts what it used."""
        seconds, nodes = self.seconds, self.nodes
        return Budget(
            None if seconds is None else seconds * part,
            None if nodes is None else int(nodes * part),
        )

    def take(self, share: Budget) -> None:
        """Count what a share has used."""
        self.used += share.used

    def extend(self, seconds: float) -> None:
        """Move the end later by seconds that are not charged, such as compiling."""
        if self._end is not None:
            self._end += seconds
