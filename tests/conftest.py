"""How the tests run: Hypothesis measures no time, since other work may slow the machine down.

What Numba compiles for them is kept, and shared by tests that run at the same time.
"""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("untimed")

os.environ.setdefault("NOUGHTS_CACHE", str(Path(__file__).parent.parent / ".pytest_cache/kernels"))
