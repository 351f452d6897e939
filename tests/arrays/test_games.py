"""Games in bulk are games one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from noughts import Game, NoughtsError, Position, Rules
from noughts.arrays.coding.api import encode
from noughts.arrays.games import Games
from noughts.arrays.memory import NO_MOVE, no_move
from noughts.arrays.random_games.api import playout_moves
from noughts.core.bits import cells_of
from noughts.errors import CodeError, GameOverError, HistoryError, IllegalMoveError, TooLargeError
from tests.arrays.boards import LARGER, OWNED, USUAL, some_games
from tests.games_from_outside import listed as listed
from tests.tools import longer


@pytest.mark.parametrize(
    "text",
    [
        *OWNED,
        *(pytest.param(text, marks=pytest.mark.wide) for text in (*USUAL, "9,9,5")),
        *longer("19,19,5"),
    ],
)
@pytest.mark.usefixtures("listed")
def test_games_go_into_an_array_and_come_back(text: str) -> None:
    rules = Rules.parse(text)
    alone = some_games(rules, 8)
    games = Games.of(alone, rules)
    assert games.moves.dtype == (np.uint8 if rules.cells < 256 else np.uint16)
    assert list(games) == alone
    assert [game.moves for game in games] == [game.moves for game in alone]
    assert games.lengths().tolist() == [len(game.moves) for game in alone]
    assert list(games.positions()) == [game.position for game in alone]
    assert games == Games(games.moves.astype(np.int64), rules)
    assert games != Games.of(alone[1:], rules)
    moves = games.moves.copy()
    for floating in [*cells_of(Position(rules=rules).legal ^ rules.board)][:1]:
        moves[2, 0] = floating
        with pytest.raises(IllegalMoveError, match=f"item 2: cell {floating} cannot be played yet"):
            Games(moves, rules)
    moves = games.moves.copy()
    moves[1, 1] = moves[1, 0]
    with pytest.raises(IllegalMoveError, match=f"item 1: .*cell {moves[1, 0]} is taken"):
        Games(moves, rules)
    moves[1, 1] = no_move(rules)
    with pytest.raises(HistoryError, match=r"game 1 has .* at ply 2"):
        Games(moves, rules)


def test_random_games_are_taken_and_what_is_no_game_is_named_without_its_arrays() -> None:
    played = playout_moves(3, seed=1)
    assert np.array_equal(Games(played).moves, played.moves)
    with pytest.raises(HistoryError, match=r"^item 0 is of ndarray; a Game is needed$"):
        Games.of(played)  # type: ignore[arg-type]
    with pytest.raises(CodeError, match=r"^ordinal holds Positions, not Played$"):
        encode(played, "ordinal")  # type: ignore[arg-type]


def test_a_game_may_stop_anywhere() -> None:
    assert (
        list(Games.of([Game(), Game.parse("b2 a1")]).positions())[1] == Game.parse("b2 a1").position
    )
    assert len(Games.of([])) == 0
    assert repr(Games.of([Game()])) == "<1 game of 3,3,3>"
    assert Games.of([]) != "games"


def row(*cells: int) -> list[int]:
    return [*cells, *[NO_MOVE] * (9 - len(cells))]


WRONG: list[tuple[Any, type[NoughtsError], str]] = [
    ([row(0, 0)], IllegalMoveError, r"item 0: cell 0 is taken \(X\)"),
    ([row(0), row(0, 3, 1, 4, 2, 5)], GameOverError, "item 1: cell 5 cannot be played"),
    ([row(0, 9)], HistoryError, "game 0 has 9 at ply 1; cells are 0 to 8, and 255 from the end"),
    ([row(), row(0, NO_MOVE, 1)], HistoryError, "game 1 has 1 at ply 2"),
    ([[0, 1]], HistoryError, r"moves are an array of int64 \[1, 2\]; integers \[n, 9\] are needed"),
    ([row(), row(-1)], HistoryError, "game 1 has -1 at ply 0"),
]


@pytest.mark.parametrize(("moves", "error", "message"), WRONG)
def test_the_first_game_that_cannot_be_is_named(
    moves: Any, error: type[NoughtsError], message: str
) -> None:
    with pytest.raises(error, match=message):
        Games(np.array(moves))


def test_games_of_another_board_or_start_are_refused() -> None:
    with pytest.raises(HistoryError, match=r"item 1 is a game of 3,3,3 from XO./.../...; games of"):
        Games.of([Game(), Game.parse("XO./.../...: b2")])
    with pytest.raises(HistoryError, match="item 0 is a game of 3,3,3 from"):
        Games.of([Game()], LARGER[0])
    with pytest.raises(TooLargeError, match="up to 361 cells"):
        Games(np.zeros((0, 400), np.uint8), Rules(20, 20, 5))
