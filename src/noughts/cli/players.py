"""The players, for the help of the commands that take their names."""

from __future__ import annotations

from noughts.players.registry import NAMES


def player_names() -> dict[str, str]:
    """Every player by its name, with a description."""
    return NAMES


PLAYER_LIST = ("Players", player_names)
