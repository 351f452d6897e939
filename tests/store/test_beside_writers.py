"""Readers may come at any time: no writer ends them, and they never see fewer codes than before."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts import store
from tests.store.beside_writers import attack


@pytest.mark.wide
def test_readers_live_beside_a_writer_that_is_killed_again_and_again(tmp_path: Path) -> None:
    reads, kills, count = attack(tmp_path / "store", seconds=4, readers=3)
    assert reads > 20
    assert kills >= 2
    assert count > 30_000
    assert not any(store.read(tmp_path / "store").damage())
