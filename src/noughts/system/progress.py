"""How far a long piece of work has come: the work reports it, and a front end shows it.

Work that may take more than a second takes a `Reporter`, a function that is called with the amount
done and the total, in its own units:

    write_table(rules, progress=lambda done, total: print(f"{done / total:.0%}"))

The work may report every single step: `limited` passes on only some, so neither side has to know
the cost of the other.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

Reporter = Callable[[int, int], object]

SECONDS = 0.05  # from one call to the next; no eye sees more


def parts(progress: Reporter, count: int) -> list[Reporter]:
    """A function for each part of some work, where all parts take equally long.

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
    """The same function, called at most once per `seconds`, but always when all is done.

    None makes a function that does nothing.

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
