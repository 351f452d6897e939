"""How far a long piece of work is: told by what does it, shown by whoever has a screen.

Whatever may take more than a second takes a `Progress`, a function that is told how much is done
and how much there is, in units of the work's own:

    write_table(rules, progress=lambda done, total: print(f"{done / total:.0%}"))

The work may tell of every single step: `limited` passes on only some, so that neither has to ask
what the other one costs.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

Progress = Callable[[int, int], object]

SECONDS = 0.05  # from one call to the next; no eye sees more


def limited(progress: Progress | None, seconds: float = SECONDS) -> Progress:
    """The same function, called no more often than so, but always when all is done.

    None, for nobody who would be told, makes a function that does nothing.

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
