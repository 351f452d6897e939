"""`noughts map`: the picture goes where it is told, or nothing is touched."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from noughts import Rules
from noughts.core.rules import O
from noughts.players import Player, maps, strategy_map
from tests.commands import run

run_map = partial(run, "map")


def test_the_map_of_a_side_and_a_player_is_written(tmp_path: Path) -> None:
    file = tmp_path / "map.svg"
    options = ["2,3,3", "--side", "o", "--player", "perfect:first", "-o", str(file)]
    assert (run_map(*options).output, run_map(*options).exit_code) == ("", 0)
    drawn = strategy_map(Player.parse("perfect:first"), Rules(2, 3, 3), [O])
    assert file.read_text() == drawn


def test_a_map_that_is_refused_leaves_the_file_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maps, "MAP_BOARDS", 6)
    file = tmp_path / "map.svg"
    file.write_text("kept")
    refused = run_map("2,3,3", "-o", str(file))
    assert refused.exit_code == 2
    assert "a map of 2,3,3 takes more than 6 boards" in refused.stderr
    assert file.read_text() == "kept"
