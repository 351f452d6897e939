"""Boards, positions and games are taken as themselves or as text."""

from __future__ import annotations

import pytest

from noughts import Game, NotationError, Position, PositionError, Rules, RulesError
from noughts.core.coercion import as_game, as_position
from noughts.core.rules import as_rules

RULES = Rules(4, 4, 3)
POSITION = Position.parse("XO./.X./...")
GAME = Game.parse("4,4,3: b2 a1")


@pytest.mark.parametrize("given", [RULES, "4,4,3"], ids=repr)
def test_a_board_is_taken(given: Rules | str) -> None:
    assert as_rules(given) == RULES


@pytest.mark.parametrize("given", [POSITION, "XO./.X./...", Game(POSITION)], ids=repr)
def test_a_position_is_taken(given: Position | Game | str) -> None:
    assert as_position(given) == POSITION


@pytest.mark.parametrize(
    ("given", "game"),
    [
        (GAME, GAME),
        ("4,4,3: b2 a1", GAME),
        ("b2 a1", Game.parse("b2 a1")),
        ("", Game()),
        (RULES, Game(RULES)),
        ("4,4,3", Game(RULES)),
        (POSITION, Game(POSITION)),
        ("XO./.X./...", Game(POSITION)),
    ],
    ids=repr,
)
def test_a_game_is_taken_or_begun(given: Game | Position | Rules | str, game: Game) -> None:
    assert as_game(given) == game


@pytest.mark.parametrize("take", [as_rules, as_position, as_game])
@pytest.mark.parametrize("given", [None, 5, [0], "x,y", "XO/"], ids=repr)
def test_anything_else_is_refused(take: object, given: object) -> None:
    assert callable(take)
    with pytest.raises((RulesError, PositionError, NotationError)):
        take(given)
