"""One game in a browser, for the tests that everybody runs; the others are wide."""

from __future__ import annotations

from noughts import Game
from noughts.players import Player
from tests.web.conftest import Open


def test_the_pages_perfect_opponent_wins_as_the_librarys_does(open_page: Open) -> None:
    screen = open_page(chance=0.99)
    screen.oppose("perfect")
    game, perfect = Game(), Player.parse("perfect")
    while not game.outcome:
        game.push(game.position.legal_moves[0])  # the person takes the lowest cell, and loses
        screen.play(game.moves[-1])
        if not game.outcome:
            game.push(perfect.choose(game.position))
        assert screen.shows(str(game.position))
    assert game.outcome.winner == 2
    assert "Perfect (O) wins" in screen.status
