"""The registry of players: a new one is an entry and a module, and is then known everywhere."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts import Rules
from noughts.cli.main import main
from noughts.players import Player, registry

SOURCE = """
from noughts.players.base import Player

class Last(Player):
    def __init__(self, count="1", seed=None):
        super().__init__(seed)
        self.name = f"last:{count}"

    def probabilities(self, position):
        return {position.legal_moves[-1]: 1}
"""


@pytest.fixture
def with_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player in a module of its own, and its entry."""
    (tmp_path / "noughts_last.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    names = {"last": "the last free cell", "last:COUNT": "one of the last COUNT free cells"}
    monkeypatch.setitem(registry.KINDS, "last", registry.Kind("noughts_last:Last", names))
    monkeypatch.setattr(registry, "NAMES", registry.NAMES | names)
    monkeypatch.delitem(sys.modules, "noughts_last", raising=False)


@pytest.mark.usefixtures("with_another")
def test_an_entry_and_a_module_make_a_player() -> None:
    assert Player.parse("last").name == "last:1"
    assert Player.parse("last:3").name == "last:3"
    result = CliRunner().invoke(main, ["versus", "last", "random"])
    assert result.output.startswith("last:1 against random on 3,3,3, exactly")
    refused = CliRunner().invoke(main, ["versus", "lost", "random"])
    assert "the players are easy, medium" in refused.output
    assert ", last, last:COUNT" in refused.output


@pytest.mark.parametrize("command", ["play", "versus"])
def test_the_help_of_the_commands_lists_every_player(command: str) -> None:
    text = CliRunner().invoke(main, [command, "--help"]).output
    for name, about in registry.NAMES.items():
        assert f"  {name} " in text
        assert about.split(",")[0] in " ".join(text.split())


def test_every_entry_names_a_class_of_players() -> None:
    details = {"SKILL": "1/2", "SCORE": "1/4", "COMMAND": shlex.quote(sys.executable)}
    for kind in registry.KINDS.values():
        word, colon, detail = next(iter(kind.names)).partition(":")
        made = registry.player_class(word + colon + details.get(detail, detail))
        assert isinstance(made(seed=1), Player)


@pytest.mark.parametrize(
    ("board", "name"), [("3,3,3", "perfect"), ("2x2x3,2", "perfect"), ("4,4,4", "strong")]
)
def test_the_usual_opponent_is_perfect_on_a_board_with_a_table_and_else_strong(
    own_tables: Path, board: str, name: str
) -> None:
    assert not own_tables.exists()
    assert registry.usual_opponent(Rules.parse(board)) == name
