"""Puts a mutant into a process that has imported the library: a function gets other code.

So no mutant waits for imports, or for tests to be collected. But what was worked out before stays
as it was; so only what is killed here counts, and the rest is run from the beginning.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from drawing import Mutant

OPTIMIZED = 1  # the flag of a function's code, which that of a class has not


class Patcher:
    """The functions of this process, by what names their code, and all that is kept for later."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._functions: dict[object, list[FunctionType]] = defaultdict(list)
        self._kept: list[_lru_cache_wrapper[Any]] = []
        for each in gc.get_objects():
            kind = type(each)  # a weak proxy would be asked for its class, and may have lost it
            if kind is FunctionType:
                self._functions[_names(each.__code__)].append(each)
            elif kind is _lru_cache_wrapper and each.__module__.startswith("noughts"):
                self._kept.append(each)

    def put(self, mutant: Mutant) -> bool:
        """Put a mutant in; False if it is not in a function, or nothing here has this function."""
        path = self._root / mutant.path
        source = path.read_bytes()
        whole = _function(compile(source, str(path), "exec"), mutant.lines)
        other = _function(compile(mutant.applied(source), str(path), "exec"), mutant.lines)
        if whole is None or other is None or whole == other:
            return False
        functions = self._functions[_names(whole)]
        if whole.co_freevars != other.co_freevars or not functions:
            return False
        for function in functions:
            function.__code__ = other
        for kept in self._kept:
            kept.cache_clear()
        return True


def _names(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _function(code: CodeType, lines: tuple[int, int]) -> CodeType | None:
    """The outermost function around some lines, in the code of a module or a class."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            own = {*_lines(inner)}
            if min(own) <= lines[0] and lines[1] <= max(own):
                return inner if inner.co_flags & OPTIMIZED else _function(inner, lines)
    return None


def _lines(code: CodeType) -> Iterator[int]:
    yield from (line for _, _, line in code.co_lines() if line)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _lines(inner)
