"""Players written elsewhere: whatever a function returns, it is a legal move or refused."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from noughts import Position
from noughts.errors import NotationError
from noughts.players.adapters import as_player
from tests.fuzz.target import Reading, Target

NAMED: dict[str, Any] = {
    "half": Fraction(1, 2),
    "third": Fraction(1, 3),
    "complex": 1j,
    "object": object(),
    "bytes": b"4",
    "huge": 10**5000,
    "range": range(9),
}


def meant(value: Any) -> Any:
    """JSON with the values that it cannot write, by name; the keys of chances are cells."""
    if isinstance(value, dict):
        return {int(key) if key.isdigit() else key: meant(each) for key, each in value.items()}
    if isinstance(value, list):
        return [meant(each) for each in value]
    return NAMED.get(value, value) if isinstance(value, str) else value


class Stated:
    """A policy that states what was drawn."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def probabilities(self, _: Position) -> Any:
        """What was drawn."""
        return self.value


def policy(data: bytes) -> Reading:
    """A function, and an object, that return what was drawn."""
    try:
        value = meant(json.loads(data))
    except (ValueError, RecursionError) as error:
        raise NotationError("it is not JSON") from error
    player = as_player(Stated(value) if isinstance(value, dict) else lambda _: value, seed=1)
    cell = player.choose(Position.parse("XO./.X./..O"))
    yield
    assert cell in (2, 3, 5, 6, 7)


TARGETS = [
    Target(
        "policy",
        policy,
        [b"2", b'"c1"', b'{"2": 1}', b'{"2": 0.5, "3": 0.5}', b'{"2": "half", "3": "half"}'],
        [
            *[f'"{name}"'.encode() for name in NAMED],
            *[b"null", b"true", b"NaN", b"Infinity", b"1e400", b"-1", b"[2]", b"{}", b"0.0"],
        ],
    )
]
