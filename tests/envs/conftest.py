"""With NUMBA_DISABLE_JIT=1, as `make check` runs these first, kernels are plain Python."""

from tests.arrays.conftest import silent_wraparound

__all__ = ["silent_wraparound"]
