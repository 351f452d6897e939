"""What threads bring to a search: `python benchmarks/threads.py [THREADS [BOARD ...]]`.

Each board is solved from the empty one by one thread and by so many (2 unless told otherwise), in
one process, compiled before. The seconds on the clock say what threads bring where as many cores
are idle. Beside them stand the processor seconds of the busiest thread of each turn, added up: what
the search takes at least, wherever it runs.
"""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable

from noughts import Position, Rules
from noughts.solver.search.engine_caller import EngineCaller
from noughts.solver.search.limits import Limits
from noughts.solver.search.running import Search

BOARDS = ["7,7,5", "8,4,4", "6,4,4,misere", "9,4,4", "8,7,5"]


def watch(busiest: list[float]) -> None:
    """Note, for each turn of a search, the processor seconds of its busiest thread."""
    searched, search = EngineCaller._searched, EngineCaller.search

    def timed(self: EngineCaller, *given: object) -> object:
        begin = time.thread_time()
        try:
            return searched(self, *given)  # type: ignore[arg-type] # as it was called
        finally:
            busiest[-1] = max(busiest[-1], time.thread_time() - begin)

    def turn(self: EngineCaller, *given: object) -> object:
        busiest.append(0.0)
        return search(self, *given)  # type: ignore[arg-type] # as it was called

    replaced: dict[str, Callable[..., object]] = {"_searched": timed, "search": turn}
    for name, function in replaced.items():
        setattr(EngineCaller, name, function)


def main() -> None:
    """Print the table."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    busiest: list[float] = []
    watch(busiest)
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}\n")
    names = f"{'threads':>8}{'value':>6}{'nodes':>14}{'s':>9}{'busiest s':>11}{'ratio':>7}"
    print(f"{'board':14}{names}")
    for text in ("4,4,4", "4,4,4,misere"):  # so that none of those below begins in plain Python
        Search(Position(rules=Rules.parse(text)), Limits(memory=1), None).compile()
    for text in sys.argv[2:] or BOARDS:
        alone = 0.0
        for threads in (1, most):
            position = Position(rules=Rules.parse(text))
            search = Search(position, Limits(threads=threads), None)
            busiest.clear()
            found = search.solution(line=False, best_moves=False)
            own = sum(busiest)
            alone = alone or own
            print(
                f"{text:14}{threads:>8}{found.value!s:>6}{found.nodes:>14,}{found.seconds:>9.2f}"
                f"{own:>11.2f}{alone / own:>7.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
