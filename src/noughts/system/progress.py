"""Progress reports: a long computation reports its progress, and a front end shows it.

A function that may run for more than a second takes a `Reporter`, and calls it with the amount of
work done so far and the total amount of work, both in the same unit:

    write_table(rules, progress=lambda done, total: print(f"{done / total:.0%}"))

The computation may report every single step if it wraps the reporter in `limited`, which passes on
only some of the reports. So the computation need not know how long a report takes, and the reporter
need not know how long a step takes.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

Reporter = Callable[[int, int], object]

SECONDS = 0.05  # between two calls; the eye sees no faster change


def parts(progress: Reporter, count: int) -> list[Reporter]:
    """A reporter for each part of a computation whose parts take equally long.

    >>> first, last = parts(lambda done, total: print(f"{done} of {total}"), 2)
    >>> first(3, 4), last(1, 4)
    3 of 8
    5 of 8
    (None, None)
    """

    def part(number: int) -> Reporter:
        return lambda done, total: progress(number * total + done, count * total)

    return [part(number) for number in range(count)]


def limited(progress: Reporter | None, seconds: float = SECONDS) -> Reporter:
    """A reporter that calls `progress` at most once in `seconds` seconds, but always at the end.

    If `progress` is None, the reporter does nothing.

    >>> told = []
    >>> report = limited(lambda done, total: told.append(done), seconds=60)
    >>> for done in range(1001):
    ...     report(done, 1000)
    >>> told
    [0, 1000]
    """
    if progress is None:
        return lambda _done, _total: None
    due = 0.0

    def report(done: int, total: int) -> None:
        nonlocal due
        now = monotonic()
        if now >= due or done >= total:
            due = now + seconds
            progress(done, total)

    return report
