"""Positions in bulk, near the speed of the machine. Needs the extra `[fast]`: NumPy and Numba."""

from noughts import jit

jit.require("arrays of positions")

from noughts.arrays.positions import Positions  # noqa: E402 - once it is certain that it can be

__all__ = ["Positions"]
