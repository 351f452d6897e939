"""Whether what compiles is there."""

from __future__ import annotations

from importlib.util import find_spec

from noughts.errors import MissingExtraError


def require(what: str) -> None:
    """Raise `MissingExtraError` unless NumPy and Numba are there, naming `what` needs them."""
    # They are looked for and not imported: that takes longer than all the rest of a start, and
    # what needs NumPy alone need not wait for Numba.
    if find_spec("numba") is None or find_spec("numpy") is None:
        raise MissingExtraError(
            f"{what} need NumPy and Numba; install them with: pip install 'noughts[fast]'"
        )
