"""Names that people bring from elsewhere lead to what there is."""

from __future__ import annotations

import re
from typing import Any

import pytest

import noughts
from noughts import Game, Position
from noughts.core.guesses import WAYS

KINDS: dict[str, tuple[Any, ...]] = {
    "Position": (Position, Position()),
    "Game": (Game, Game()),
    "noughts": (noughts,),
}
GUESSES = [(kind, name) for kind, ways in WAYS.items() for name in ways]


@pytest.mark.parametrize(("kind", "name"), GUESSES)
def test_a_name_from_elsewhere_is_told_the_way(kind: str, name: str) -> None:
    for asked in KINDS[kind]:
        with pytest.raises(AttributeError) as refused:
            getattr(asked, name)
        assert (refused.value.name, refused.value.obj) == (name, asked)
        assert str(refused.value).endswith(
            f"{kind!r} has no attribute {name!r}: {WAYS[kind][name]}"
        )


def test_the_ways_name_what_there_is() -> None:
    for way in {way for ways in WAYS.values() for way in ways.values()}:
        for path in re.findall(r"\b(?:noughts|Game|Position|position)(?:\.\w+)+", way):
            at: Any = {"noughts": noughts, "Game": Game}.get(path.partition(".")[0], Position())
            for name in path.split(".")[1:]:
                at = getattr(at, name)


def test_completion_offers_none_of_them() -> None:
    for kind, (*_, asked) in KINDS.items():
        assert not WAYS[kind].keys() & {*dir(asked)}
    assert {"play", "legal_moves", "x"} <= {*dir(Position())}
