"""Positions in bulk, near the speed of the machine. Needs the extra `[fast]`: NumPy and Numba."""

from noughts import jit

jit.require("arrays of positions")
