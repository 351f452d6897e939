"""How the tests run: Hypothesis measures no time, since other work may slow the machine down.

What Numba compiles for them is kept, and shared by tests that run at the same time.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from noughts.solve.table import table

settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("untimed")

# A folder of the tests' own: a table of the user's would let them walk boards without end.
os.environ["NOUGHTS_CACHE"] = str(Path(__file__).parent.parent / ".pytest_cache/kernels")


@pytest.fixture
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the test's own, where tables are kept and found; it is not there yet."""
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "tables"))
    table.cache_clear()
    yield tmp_path / "tables"
    table.cache_clear()
