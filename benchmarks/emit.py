"""What recording gains: the written loop, compiled by Numba, beside the same function on NumPy.

What bounds it: 65536 boards stay in the second-level cache, so operations, some twenty a board. On
NumPy each is a pass over the array; in the loop they are one pass, in registers.
"""

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from noughts import Rules
from noughts.core import bits
from noughts.emit.module import Function
from noughts.emit.python import Numba, lane_width
from noughts.expressions.trace import Trace

BOARDS = 65536


def seconds(work: Callable[[], object]) -> float:
    """The median of 51 runs."""
    taken = []
    for _ in range(51):
        begin = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begin)
    return statistics.median(taken)


def main() -> None:
    """Print the table."""
    try:
        import numba
    except ImportError:
        print("Numba is not installed, and this measures what it compiles: pip install numba")
        return
    print(f"Python {sys.version.split()[0]}, NumPy {np.__version__}, Numba {numba.__version__}")
    print(f"line_starts on {BOARDS} boards, million boards a second, one core, medians of 51\n")
    print(f"{'board':10}{'lane':>8}{'operations':>12}{'NumPy':>9}{'loop':>9}{'ratio':>8}")
    for rules in (Rules(3, 3, 3), Rules(5, 5, 4), Rules(8, 7, 4)):
        trace = Trace(lambda stones, r=rules: bits.line_starts(stones, r), stones=rules.board)
        lane = lane_width(trace)
        scope: dict[str, Any] = {f"u{lane}": getattr(np, f"uint{lane}")}
        exec("\n".join(Numba().loop(Function("line_starts", "", trace))), scope)
        loop = numba.njit(scope["line_starts"])
        draw = np.random.default_rng(1)
        stones = draw.integers(0, rules.board, BOARDS, dtype=f"uint{lane}", endpoint=True)
        out = np.empty_like(stones)
        loop(stones, out)  # compiled here
        assert (out == bits.line_starts(stones, rules)).all()
        plain = BOARDS / seconds(lambda s=stones, r=rules: bits.line_starts(s, r)) / 1e6  # type: ignore[misc] # a lambda's defaults
        compiled = BOARDS / seconds(lambda s=stones, o=out, f=loop: f(s, o)) / 1e6  # type: ignore[misc] # a lambda's defaults
        name = str(rules)
        print(f"{name:10}{f'uint{lane}':>8}{len(trace):12}{plain:9.0f}{compiled:9.0f}"
              f"{compiled / plain:8.1f}")  # fmt: skip


if __name__ == "__main__":
    main()
