"""The players in the help of the commands that take their names."""

from __future__ import annotations

from noughts.players.registry import NAMES


def player_names() -> dict[str, str]:
    """Every player by its name, with what it plays."""
    return NAMES


PLAYER_LIST = ("Players", player_names)
