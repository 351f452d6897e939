"""What moves are worth near the end, against tables, the slow game and each other."""

from __future__ import annotations

import pytest

from noughts import Position, Rules, TooLargeError, table
from noughts.puzzles.endgame_search import FREE_CELLS, Endings, worths


@pytest.mark.parametrize("text", ["3,3,3", "3,3,3,misere", "2,3,2,gravity", "2,4,3,stones=2"])
def test_moves_are_worth_what_the_table_says(text: str) -> None:
    solved = table(text)
    for position in [*solved][::7]:
        assert [*worths(position)] == solved.moves(position)


@pytest.mark.no_cover
@pytest.mark.wide
@pytest.mark.parametrize(
    "text", ["3,3,3", "3,3,3,misere", "3,3,3,wild", "2x2x2,2,misere", "3,3,3,breaker", "4,3,3"]
)
def test_moves_of_every_position_are_worth_what_the_table_says(text: str) -> None:
    solved, endings = table(text), Endings(Rules.parse(text))
    for position in [*solved][:: 1 if len(solved) < 20_000 else 17]:
        assert [*endings.worths(position)] == solved.moves(position)


def test_a_game_that_is_over_has_no_moves() -> None:
    assert worths(Position.parse("XXX/OO./...")) == ()


def test_a_position_with_too_many_free_cells_is_refused() -> None:
    with pytest.raises(TooLargeError, match=f"16 free cells; up to {FREE_CELLS} may be free"):
        worths(Position(rules="4,4,4"))
