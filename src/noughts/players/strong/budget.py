"""Limits on thinking, in seconds or in nodes; nodes give the same results on every machine."""

from __future__ import annotations

import time

NODES_BETWEEN_LOOKS = 16  # nodes between two checks of the clock


class OutOfTime(Exception):  # noqa: N818 - not an error: the time is up
    """The budget is spent; the search ends with its results so far."""


class Budget:
    """A budget of seconds, counted from its creation, or of nodes; None means no limit.

    >>> budget = Budget(nodes=2)
    >>> budget.spend(), budget.spend(), budget.is_spent
    (None, None, True)
    """

    def __init__(self, seconds: float | None = None, nodes: int | None = None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._most = nodes
        self.used: int = 0

    def spend(self) -> None:
        """Count a node. Raises `OutOfTime` if the budget was already spent."""
        if self._most is not None and self.used >= self._most:
            raise OutOfTime
        if self.used % NODES_BETWEEN_LOOKS == 0 and self._is_late:
            raise OutOfTime
        self.used += 1

    @property
    def is_spent(self) -> bool:
        """Whether no time or nodes are left."""
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
        """A new budget with a part of what is left; `take` later charges its nodes to this one."""
        seconds, nodes = self.seconds, self.nodes
        return Budget(
            None if seconds is None else seconds * part,
            None if nodes is None else int(nodes * part),
        )

    def take(self, share: Budget) -> None:
        """Charge the nodes that a share has used."""
        self.used += share.used

    def extend(self, seconds: float) -> None:
        """Postpone the end by seconds that are not charged, such as compilation time."""
        if self._end is not None:
            self._end += seconds
