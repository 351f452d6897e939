"""Long arrays in parts, one thread each: compiled loops run without the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

LEAST = 1 << 17  # items that take about as long as starting a thread


def parts(n: int, threads: int, least: int = 0) -> list[slice]:
    """The slices of `n` items that threads take; none if one thread is as quick.

    Each part has at least `least` items, or `LEAST`.

    >>> parts(300_000, 4)
    [slice(0, 150016, None), slice(150016, 300000, None)]
    >>> parts(1000, 4)
    []
    """
    count = min(threads, n // (least or LEAST))
    size = -(-n // max(count, 1) // 64) * 64  # so that no two threads write to one cache line
    return [slice(at, min(at + size, n)) for at in range(0, n, size)] if count > 1 else []


def over_parts(loop: Callable[..., Any], of: Sequence[slice], *arrays: Any) -> list[Any]:
    """The results of `loop(*arrays)` for each part of the arrays, or tuples of them, in order."""

    def of_part(array: Any, part: slice) -> Any:
        if isinstance(array, tuple):
            return tuple(row[part] for row in array)
        return array[part]

    with ThreadPoolExecutor(len(of)) as pool:
        return list(pool.map(lambda part: loop(*(of_part(array, part) for array in arrays)), of))
