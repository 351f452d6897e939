"""Players for processes, which find them by this module."""

from __future__ import annotations

import os
import time

from noughts import MissingExtraError, Position


def first(position: Position) -> int:
    return position.legal_moves[0]


def hangs(position: Position) -> int:
    while position.ply > 1:
        pass
    return first(position)


def dies(position: Position) -> int:
    if position.ply > 1:
        os._exit(3)
    return first(position)


def slow(position: Position) -> int:
    time.sleep(0.3)
    return first(position)


def raises(position: Position) -> int:
    raise KeyError(position.ply)


def lacks(position: Position) -> int:
    raise MissingExtraError(f"something is missing at {position.ply}")


class Once:
    """A player that ends its process if a file is there, which it removes."""

    name = "once"

    def __init__(self, flag: str) -> None:
        self._flag = flag

    def choose(self, position: Position) -> int:
        if os.path.exists(self._flag):
            os.remove(self._flag)
            os._exit(7)
        return first(position)


class Odd(Exception):  # noqa: N818
    """An error that cannot be sent to another process."""

    def __reduce__(self) -> str:
        raise TypeError("it cannot be sent")


class Unwilling:
    """A player that cannot be made in another process."""

    name = "unwilling"

    def choose(self, position: Position) -> int:
        return first(position)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return odd, ()


def odd() -> object:
    raise Odd("it is odd")


class Deadly(Unwilling):
    """A player whose making ends the process."""

    name = "deadly"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return os._exit, (5,)
