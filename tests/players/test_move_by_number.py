"""A number draws a player's move: as often, over all numbers, as the player's chances say."""

from __future__ import annotations

from fractions import Fraction

import pytest

from noughts import Game, Position, Rules, TooLargeError
from noughts.players import Player
from noughts.players.move_by_number import drawing
from noughts.players.random_and_perfect import chosen
from noughts.players.random_numbers import HALF_BITS
from noughts.solver.tables.table import Table
from tests.strategies import NORMAL

SPARSE = Position.parse("XO./.X./..O")  # with two best moves of five legal ones
EVEN = 60  # numbers a half: 1 to 5 cells have equally many of them


def grid_of_numbers() -> list[int]:
    """Numbers whose halves are spread evenly, and independently of each other."""
    halves = [((2 * i + 1) << HALF_BITS) // (2 * EVEN) for i in range(EVEN)]
    return [high << HALF_BITS | low for high in halves for low in halves]


NAMED = ["random", "graded:1/2", "perfect", "perfect:first", "perfect:trap", "minimax", "level:1/4"]


@pytest.mark.no_cover
@pytest.mark.parametrize("name", NAMED)
def test_over_all_numbers_a_cell_is_drawn_as_often_as_its_chance_says(name: str) -> None:
    player = Player.parse(name)
    draw = drawing(player, NORMAL)
    numbers = grid_of_numbers()
    cells = [draw(SPARSE.x, SPARSE.o, number) for number in numbers]
    for cell, chance in player.probabilities(SPARSE).items():
        assert abs(cells.count(cell) / len(numbers) - chance) <= 1 / EVEN
    assert set(cells) == set(player.probabilities(SPARSE))


class Corner(Player):
    """States its chances."""

    def probabilities(self, position: Position) -> dict[int, float]:
        return {min(position.legal_moves): 0.25, max(position.legal_moves): 0.75}


class Last(Corner):
    """Chooses without being asked for chances."""

    def choose(self, position: Position | Game | str) -> int:
        return max(self.ready(position).legal_moves)


def test_a_players_own_chances_are_drawn_from_and_its_own_choice_is_asked_for() -> None:
    draw = drawing(Corner(), NORMAL)
    numbers = (0, 1 << 61, 1 << 62, (1 << 2 * HALF_BITS) - 1)
    assert [draw(0, 0, number) for number in numbers] == [0, 0, 8, 8]
    assert drawing(Last(), NORMAL)(0, 0, 0) == 8


def test_a_drawing_that_has_met_as_many_positions_as_it_keeps_draws_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = grid_of_numbers()[:: EVEN + 1]
    boards = [Position(1 << cell, 0) for cell in range(9)] * 2
    keeping = drawing(Player.parse("perfect"), NORMAL)
    monkeypatch.setattr("noughts.players.move_by_number.KEPT", 2)
    forgetting = drawing(Player.parse("perfect"), NORMAL)
    for board in boards:
        for number in numbers:
            assert forgetting(board.x, board.o, number) == keeping(board.x, board.o, number)


def test_a_player_whose_table_is_too_large_is_refused_before_the_first_move() -> None:
    with pytest.raises(TooLargeError):
        drawing(Player.parse("perfect"), Rules(15, 15, 5))


@pytest.mark.parametrize("name", ["random", "graded:1/3", "perfect", "minimax", "level:1/4"])
def test_a_mixtures_skills_are_the_chances_of_a_best_move_ply_by_ply(name: str) -> None:
    player = Player.parse(name)
    mixture = player.mixture(NORMAL)
    assert mixture is not None
    skill = mixture.skills[SPARSE.ply]
    best = SPARSE.best_moves()
    chances = player.probabilities(SPARSE)
    expected = skill + (1 - skill) * Fraction(len(best), len(SPARSE.legal_moves))
    assert sum(Fraction(chances.get(cell, 0)) for cell in best) == expected


def test_the_trap_rule_is_for_boards_that_are_solved_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert chosen(Position(), "trap") != chosen(Position(), "random")
    monkeypatch.setattr("noughts.players.random_and_perfect.TABLE_CELLS", 8)
    assert chosen(Position(), "trap") == chosen(Position(), "random")


def test_the_textbook_player_reads_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.players.random_and_perfect.has_table", lambda _: True)
    Player.parse("perfect").check(Rules(4, 4, 4))
    with pytest.raises(TooLargeError, match="the minimax player cannot play 4,4,4"):
        Player.parse("minimax").check(Rules(4, 4, 4))


def test_where_no_trap_is_weighed_perfect_hurries_to_win_and_is_slow_to_lose() -> None:
    lost = Game.parse("3,3,3,wild: Xb2").position
    truth = Table(lost.rules)
    assert {truth[lost.play(move)].remoteness for move in chosen(lost, "trap")} == {5}
    won = Position(rules=lost.rules)
    assert chosen(won, "trap") == [4, 13]
