"""Ctrl-C at every line: what a piece of work leaves, wherever it is interrupted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import count
from types import FrameType, ModuleType
from typing import Any, TypeVar

Result = TypeVar("Result")


def at_each_line(work: Callable[[], Result], *modules: ModuleType) -> Iterator[Result | None]:
    """Do the work again and again, interrupted at the first line of these modules, the second, ...

    Each time yield what it gives, or None if it was interrupted. At last it runs to its end.
    """
    files = {module.__file__ for module in modules}
    for number in count():
        with Interruption(files, number) as interruption:
            result = interruption.of(work)
        yield result
        if interruption.left >= 0:
            return


def ctrl_c() -> None:
    """Interrupt whatever runs."""
    raise KeyboardInterrupt


class Interruption:
    """Comes, as Ctrl-C or as it is given, at a line of some files; the first has the number 0."""

    def __init__(
        self, files: set[str | None], number: int, coming: Callable[[], object] = ctrl_c
    ) -> None:
        self.files, self.coming = files, coming
        self.left = number  # lines until it comes; below 0 it has come

    def __enter__(self) -> Interruption:
        self.before = sys.gettrace()
        sys.settrace(self._trace)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self.before)

    @staticmethod
    def of(work: Callable[[], Result]) -> Result | None:
        """What the work gives, or None if it was interrupted."""
        try:
            return work()
        except KeyboardInterrupt:
            return None

    def _trace(self, frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename not in self.files:
            return None
        if event == "line":
            self.left -= 1
            if self.left == -1:
                self.coming()
        return self._trace if self.left >= 0 else None
