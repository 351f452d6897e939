"""Players: policies with exact chances, and the ones that must never lose tried on every reply."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import GameOverError, PlayerError, Position, Rules, TooLargeError, X
from noughts.players import Graded, Level, Minimax, Perfect, Player, Random
from noughts.players.level_by_score import levels
from noughts.players.registry import NAMES
from noughts.solver.tables.table import table
from tests import oracle
from tests.strategies import MISERE, NORMAL, board_of, grid_of, positions
from tests.tools import longer, pairs

PERFECT = ["perfect", "perfect:first", "perfect:random", "perfect:trap", "minimax", "graded:1"]
EVERY = [*PERFECT, "random", "graded:0", "graded:1/3", "graded:0.75", "level:1/2"]
FEW = [Rules(2, 3, 2), Rules(2, 4, 3, misere=True), Rules(1, 4, 2), Rules(3, 3, 1)]
SMALL = [NORMAL, *longer(MISERE), *FEW]


def unfinished(rules: Rules) -> list[Position]:
    return [position for position in table(rules) if position.outcome is None]


def oracle_best(position: Position) -> list[int]:
    board = board_of(position.rules)
    best = oracle.best_moves(grid_of(position), board)
    return sorted(oracle.cell_of(square, board) for square in best)


# Chances.


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "rules"), pairs(EVERY, [NORMAL, MISERE, *FEW]))
def test_the_chances_of_every_position_add_up_to_1_over_legal_moves(
    name: str, rules: Rules
) -> None:
    player = Player.parse(name)
    for position in unfinished(rules)[:: 1 if rules.cells < 9 or name != "minimax" else 7]:
        chances = player.probabilities(position)
        assert sum(chances.values()) == 1
        assert all(type(chance) is Fraction and chance > 0 for chance in chances.values())
        assert list(chances) == sorted(chances)
        assert set(chances) <= set(position.legal_moves)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_the_chances_are_what_the_names_say(rules: Rules) -> None:
    for position in unfinished(rules):
        best, legal = oracle_best(position), position.legal_moves
        alike = {cell: Fraction(1, len(best)) for cell in best}
        any_move = {cell: Fraction(1, len(legal)) for cell in legal}
        assert Random().probabilities(position) == any_move
        assert Perfect("random").probabilities(position) == alike
        assert Perfect("first").probabilities(position) == {best[0]: 1}
        ((trapping, chance),) = Perfect("trap").probabilities(position).items()
        assert chance == 1
        assert trapping in best
        assert Graded("1/3").probabilities(position) == {
            cell: alike.get(cell, Fraction(0)) / 3 + any_move[cell] * 2 / 3 for cell in legal
        }


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_skill_0_is_random_and_skill_1_is_perfect_random(rules: Rules) -> None:
    for position in unfinished(rules):
        assert Graded(0).probabilities(position) == Random().probabilities(position)
        assert Graded(1).probabilities(position) == Perfect("random").probabilities(position)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_minimax_takes_the_first_best_move(rules: Rules) -> None:
    for position in unfinished(rules):
        if position.ply or rules.cells < 9:
            assert Minimax().probabilities(position) == {oracle_best(position)[0]: 1}


def test_perfect_is_the_one_that_sets_traps() -> None:
    assert Player.parse("perfect").name == Perfect().name == "perfect:trap"
    against_a_corner = Position.parse("X../.../...")
    assert Player.parse("perfect").probabilities(against_a_corner) == {4: Fraction(1)}


# Never a loss.


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "game"), pairs(PERFECT, [*product((NORMAL, MISERE), "XO")]))
def test_a_perfect_player_never_loses_nor_lets_a_win_go_whatever_the_reply(
    name: str, game: tuple[Rules, str]
) -> None:
    rules, side = game
    player, board = Player.parse(name), board_of(rules)
    lost, drawn, won = -1, 0, 1
    ends: Counter[int] = Counter()
    seen: set[tuple[Position, int]] = set()

    def play(position: Position, sure: int) -> None:
        """Every way on from here; `sure` is the best the player could be sure of so far."""
        grid = grid_of(position)
        mine = oracle.turn(grid) == side
        value = oracle.worth(grid, board).value * (1 if mine else -1)
        assert value >= sure, f"{position} throws away what was sure"
        if (position, value) in seen:
            return
        seen.add((position, value))
        result = oracle.result(grid, board)
        if result is not None:
            ends[drawn if result == "draw" else won if result == side else lost] += 1
            assert value == (drawn if result == "draw" else won if result == side else lost)
            return
        for cell in player.probabilities(position) if mine else position.legal_moves:
            play(position.play(cell), value)

    play(Position(rules=rules), drawn)
    assert ends[lost] == 0
    assert ends[drawn] > 0
    assert ends[won] > 0


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "name", ["perfect:first", "perfect:trap", pytest.param("minimax", marks=pytest.mark.longer)]
)
def test_a_perfect_player_leaves_the_opponent_lost_wherever_it_can(name: str) -> None:
    player = Player.parse(name)
    for rules in (NORMAL, MISERE):
        board = board_of(rules)
        for position in unfinished(rules):
            if oracle.worth(grid_of(position), board).value == 1:
                for cell in player.probabilities(position):
                    assert oracle.worth(grid_of(position.play(cell)), board).value == -1


# Drawing.


class Drawn(random.Random):
    """Random numbers that are told what to be, and remember below what."""

    def __init__(self, draw: int) -> None:
        super().__init__()
        self.draw = draw
        self.parts = 0

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        assert (stop, step) == (None, 1)
        self.parts = start
        assert self.draw < start
        return self.draw


def chosen(player: Player, position: Position, draw: int) -> tuple[int, int]:
    """The cell for one draw, and how many draws there are."""
    player._random = drawn = Drawn(draw)
    return player.choose(position), drawn.parts


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "name", ["random", "perfect:random", "graded:1/3", *longer("perfect", "graded:0.9")]
)
@given(position=positions(max_side=3))
def test_of_all_draws_each_cell_gets_exactly_its_share(name: str, position: Position) -> None:
    player = Player.parse(name)
    if position.outcome:
        return
    chances = player.probabilities(position)
    _, parts = chosen(player, position, 0)
    counts = Counter(chosen(player, position, draw)[0] for draw in range(parts))
    assert {cell: Fraction(count, parts) for cell, count in counts.items()} == chances


@pytest.mark.parametrize("skill", [0.1, 1 / 3, "0.123456789123456789", Fraction(1, 10**30)])
def test_a_skill_of_many_digits_is_drawn_exactly_too(skill: float | str | Fraction) -> None:
    player, position = Graded(skill), Position.parse("XX./OO./...")
    chances = player.probabilities(position)
    _, parts = chosen(player, position, 0)
    end = 0
    for cell, chance in chances.items():
        start, end = end, end + int(chance * parts)
        assert chosen(player, position, start)[0] == chosen(player, position, end - 1)[0] == cell
    assert end == parts


def play_a_game(one: Player, two: Player) -> list[int]:
    position, moves = Position(), []
    while position.outcome is None:
        moves.append((one if position.turn == X else two).choose(position))
        position = position.play(moves[-1])
    return moves


@given(st.integers())
def test_equal_seeds_play_equal_games(seed: int) -> None:
    games = [
        play_a_game(Player.parse("random", seed), Player.parse("graded:1/2", seed + 1))
        for _ in range(2)
    ]
    assert games[0] == games[1]


def test_other_seeds_play_other_games_and_leave_the_common_random_numbers_alone() -> None:
    before = random.getstate()
    games = {tuple(play_a_game(Random(seed), Random(-seed - 1))) for seed in range(50)}
    assert len(games) > 40
    assert random.getstate() == before


# What is refused.


@pytest.mark.parametrize("name", EVERY)
def test_a_name_reads_back(name: str) -> None:
    player = Player.parse(name)
    again = Player.parse(player.name)
    assert type(again) is type(player)
    assert again.name == player.name
    assert repr(player) == f"<player {player.name}>"


def test_every_name_of_the_registry_that_needs_nothing_filled_in_is_a_player() -> None:
    fixed = [name for name in NAMES if name.islower()]
    assert len(fixed) >= 6
    for name in fixed:
        full = {"perfect": "perfect:trap", "strong": "strong:1"}.get(name, name)
        assert Player.parse(name).name == full


@pytest.mark.parametrize(
    "text",
    [
        "",
        "perfekt",
        "Perfect",
        "perfect:",
        "perfect:best",
        "random:",
        "minimax:3",
        "graded",
        "level",
        " random",
    ],
)
def test_a_name_of_no_player_is_refused_with_all_that_there_are(text: str) -> None:
    with pytest.raises(PlayerError) as refused:
        Player.parse(text)
    there_are = ", ".join(NAMES)
    told = f"{text!r} is not a player; the players are {there_are}"
    assert str(refused.value) in (told, *(f"{told}; {name} is nearest" for name in NAMES))
    assert {"perfect", "perfect:trap", "minimax", "graded:SKILL"} <= set(NAMES)


@pytest.mark.parametrize(
    "skill",
    ["", "x", "-0.1", "1.01", "1/0", "nan", "inf", -1, 2, 1e400, "5/4", "1e-5", " 0.5", "1/٤"],
)
def test_a_skill_beyond_0_to_1_is_refused(skill: float | str) -> None:
    with pytest.raises(PlayerError) as refused:
        Graded(skill)
    assert str(refused.value) == (
        f"{skill!r} is not a skill; write a number from 0 (random) to 1 (the strongest), such as "
        "0.75 or 3/4, in up to 100 characters"
    )


def test_a_skill_that_is_a_float_may_be_as_small_as_a_float_can_be() -> None:
    assert (Graded(1e-5).skill, Graded(5e-324).skill) == (Fraction(1, 10**5), Fraction("5e-324"))


@pytest.mark.parametrize("score", ["", "%", "x", "-1%", "51%", "0.6", "1/0", "10%%", "1e-1", 1])
def test_a_score_beyond_0_to_a_half_is_refused(score: float | str) -> None:
    with pytest.raises(PlayerError) as refused:
        Level(score)
    assert str(refused.value) == (
        f"{score!r} is not the score of a level; write what a random player should score against "
        "it, from 1/2 down, such as 25% or 1/4: the lower, the stronger; in up to 100 characters"
    )


def test_a_level_may_be_0_or_a_half() -> None:
    assert (Level(0).name, Level("50%").name) == ("level:0", "level:1/2")


@pytest.mark.parametrize("score", ["25%", "0.25", "1/4", 0.25, Fraction(1, 4), "25.0%"])
def test_a_level_is_the_same_however_it_is_written(score: Fraction | float | str) -> None:
    assert Level(score).name == "level:1/4"


@pytest.mark.no_cover
def test_a_level_plays_as_graded_with_the_skill_of_the_ply() -> None:
    skills = levels(MISERE).skills(Fraction(1, 4))
    assert len(set(skills)) == 3
    for position in unfinished(MISERE)[::20]:
        as_graded = Graded(skills[position.ply]).probabilities(position)
        assert Level("25%").probabilities(position) == as_graded


def test_a_rule_of_choice_that_is_none_is_refused() -> None:
    with pytest.raises(PlayerError) as refused:
        Perfect("best")
    assert str(refused.value) == (
        "'best' is not a way to choose among best moves; the ways are first, random, trap"
    )


@pytest.mark.no_cover
@pytest.mark.parametrize("name", EVERY)
def test_no_player_moves_once_the_game_is_over(name: str) -> None:
    player = Player.parse(name)
    over = Position.parse("XXX/OO./...")
    for ask in (player.probabilities, player.choose):
        with pytest.raises(GameOverError) as refused:
            ask(over)
        assert str(refused.value) == f"{player.name} has no move: the game is over (X wins)"


@pytest.mark.parametrize("name", [*PERFECT, "graded:0", "level:1/2"])
def test_a_player_that_must_see_the_end_refuses_a_board_that_is_too_large(name: str) -> None:
    player, rules = Player.parse(name), Rules(4, 4, 4)
    for ask in (player.check, lambda r: player.choose(Position(rules=r))):
        with pytest.raises(TooLargeError) as refused:
            ask(rules)
        assert str(refused.value) == (
            f"the {player.name} player cannot play 4,4,4: it has 16 cells, and "
            "12 is the most that it solves; the strong player plays larger boards"
        )
    if name != "level:1/2":  # which looks through the board to say whether it has this level
        player.check(Rules(3, 4, 3))


def test_the_random_player_plays_any_board() -> None:
    huge = Position(rules=Rules(15, 15, 5))
    assert len(Random().probabilities(huge)) == 225
    assert Random(seed=3).choose(huge) in huge.legal_moves
