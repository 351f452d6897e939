"""As those of arrays, these tests run kernels as plain Python too."""

from tests.arrays.conftest import silent_wraparound as silent_wraparound
