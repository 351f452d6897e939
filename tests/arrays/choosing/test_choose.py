"""`choose` equals the scalar players draw by draw, and refuses what no player may do."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from noughts import Player, Position, Rules, table
from noughts.arrays import BatchPolicy, Positions, choose
from noughts.arrays.choosing import choosers
from noughts.errors import ArrayError, GameOverError, PlayerError, TooLargeError
from noughts.players.move_by_number import by_number, drawing
from noughts.players.random_numbers import Numbers, split_mixed
from tests.games_from_outside import listed as listed

PLAYERS = [
    *("random", "graded:1/3", "minimax", "level:40%"),
    *("perfect", "perfect:first", "perfect:random"),
]
BEST_RULES = ("first", "random", "trap")
Array = npt.NDArray[Any]


def going_on(rules: Rules, stride: int = 1) -> list[Position]:
    return [position for position in table(rules) if not position.outcome][::stride]


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize(
    ("board", "stride"),
    [
        *(pytest.param(*each, marks=pytest.mark.wide) for each in [("3,3,3", 5), ("2,3,2", 1)]),
        pytest.param("3,3,3,misere", 11, marks=pytest.mark.wide),
        *[("3,3,3,gravity", 11), ("2,3,2,gravity,stones=2,avoider", 1)],
    ],
)
@pytest.mark.usefixtures("listed")
def test_a_named_player_chooses_in_bulk_as_it_does_alone(
    board: str, stride: int, name: str
) -> None:
    rules = Rules.parse(board)
    positions = going_on(rules, stride)
    if "gravity" in board and name.startswith(("level", "minimax")):
        return  # which are for games with all laws
    if board != "3,3,3" and name.startswith("level"):
        name = "level:49%"  # which best play leaves to a random player there
    alone = drawing(Player.parse(name), rules)
    for seed in range(2):
        numbers = Numbers(seed)
        cells = [alone(position.x, position.o, numbers.draw()) for position in positions]
        assert choose(Positions.of(positions, rules), name, seed).tolist() == cells


@pytest.mark.wide
@pytest.mark.parametrize("name", PLAYERS)
def test_a_named_player_draws_only_moves_that_it_gives_a_chance_and_as_often(name: str) -> None:
    player = Player.parse(name)
    n = 400
    for text in (".../.../...", "X../.../...", "XO./.../...", "XO./.X./..O", "XOX/OXO/..."):
        position = Position.parse(text)
        drawn = Counter(choose(Positions.of([position] * n), name, 3).tolist())
        chances = player.probabilities(position)
        assert set(drawn) <= set(chances)
        for cell, chance in chances.items():
            spread = (n * float(chance) * (1 - float(chance))) ** 0.5
            assert abs(drawn[cell] - n * float(chance)) <= 5 * spread


def test_every_named_player_has_a_bulk_form_and_none_that_overrides_it() -> None:
    class Lowest(type(Player.parse("random"))):  # type: ignore[misc] # the class of a name
        """Inherits from a player with a bulk form, and plays otherwise."""

        def probabilities(self, position: Position) -> dict[int, int]:
            return {position.legal_moves[0]: 1}

    rules = Position().rules
    assert all(Player.parse(name).mixture(rules) for name in PLAYERS)
    assert Lowest().mixture(rules) is None
    assert choose(Positions.start(2).play([0, 1]), Lowest()).tolist() == [1, 0]


class Stated:
    """A policy of one's own, which weighs its first and last moves."""

    def probabilities(self, position: Position) -> dict[int, Fraction | float]:
        first, last = position.legal_moves[0], position.legal_moves[-1]
        return {first: Fraction(1, 3), last: Fraction(2, 3)} if first != last else {first: 1.0}


def test_any_other_player_is_asked_position_by_position() -> None:
    positions = going_on(Position().rules, 11)
    bulk = Positions.of(positions)
    assert choose(bulk, lambda p: p.legal_moves[-1]).tolist() == [
        p.legal_moves[-1] for p in positions
    ]
    numbers = Numbers(4)
    stated = Stated()
    cells = [by_number(stated.probabilities(p), numbers.draw()) for p in positions]
    assert choose(bulk, Stated(), 4).tolist() == cells


@pytest.mark.wide
def test_a_policy_of_arrays_is_asked_once_for_all_positions() -> None:
    asked: list[Any] = []

    def by_planes(seen: Array, masks: Array) -> Array:
        asked.append((seen.shape, seen.dtype, masks.shape, masks.dtype))
        weights = masks * np.arange(1, 10, dtype=np.float32)
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    positions = Positions.of(going_on(Position().rules))
    cells = choose(positions, BatchPolicy(by_planes), 5)
    n = len(positions)
    assert asked == [((n, 2, 3, 3), np.bool_, (n, 9), np.bool_)]
    assert (positions.legal() >> cells & 1).all()
    start = Positions.start(900)
    drawn = np.bincount(choose(start, BatchPolicy(by_planes), 6), minlength=9)
    expected = 900 * np.arange(1, 10) / 45
    assert (np.abs(drawn - expected) < 5 * np.sqrt(expected)).all()


def test_a_policy_of_arrays_may_put_all_weight_on_one_cell() -> None:
    for cell in range(9):
        sure = const(*np.eye(9)[cell])
        assert set(choose(Positions.start(50), sure, 1).tolist()) == {cell}


def const(*row: float) -> BatchPolicy:
    return BatchPolicy(lambda _, masks: np.array([row] * len(masks)), "mine")


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        (const(1, *[0] * 8), "mine gives cell 0, which cannot be played, the probability 1.0 in "
         "item 1, X../.../..."),
        (const(0, 2, -1, *[0] * 6), "mine gives .* in item 0, .../.../...; numbers from 0 to 1"),
        (const(float("nan"), *[0] * 8), "numbers from 0 to 1 are needed"),
        (const(0, 0.5, 0.25, *[0] * 6), "of mine in item 0, .* add up to 0.75, not to 1"),
        (const(0.5, 0.5), r"mine gives an array of float64 \[2, 2\]; .*9 moves, numbers \[2, 9\]"),
        (BatchPolicy(lambda *_: ["a"], "words"), "words gives an array of <U1"),
    ],
)  # fmt: skip
def test_probabilities_that_are_not_valid_are_refused_with_their_position(
    policy: BatchPolicy, said: str
) -> None:
    positions = Positions.of([Position(), Position().play(0)])
    with pytest.raises(PlayerError, match=said):
        choose(positions, policy)


def test_a_position_without_a_move_is_refused() -> None:
    positions = Positions.of([Position(), Position.parse("XXX/OO./...")])
    with pytest.raises(GameOverError, match="item 1: random has no move"):
        choose(positions)


def test_what_is_not_positions_a_player_or_a_policy_is_refused() -> None:
    with pytest.raises(ArrayError, match="is not Positions"):
        choose([Position()])  # type: ignore[arg-type] # that is what is tested
    with pytest.raises(PlayerError, match="'best' is not a player"):
        choose(Positions.start(1), "best")
    with pytest.raises(PlayerError, match="7 is not a policy"):
        BatchPolicy(7)  # type: ignore[arg-type] # that is what is tested
    with pytest.raises(TooLargeError, match="cannot play 5,5,4"):
        choose(Positions.start(1, Rules(5, 5, 4)), "perfect")
    for player in ("random", const(1)):
        with pytest.raises(TooLargeError, match="up to 64 moves, and 9,9,5 has 81"):
            choose(Positions.start(1, Rules(9, 9, 5)), player)
    assert repr(const(1)) == "<policy mine>"


@pytest.mark.no_cover
def test_large_boards_are_played_at_random() -> None:
    for board in ("8,8,5", "3x3x3,3", "5,5,4,torus"):
        rules = Rules.parse(board)
        cells = choose(Positions.start(900, rules), seed=2)
        assert set(cells.tolist()) == set(range(rules.cells))
        alone = drawing(Player.parse("random"), rules)
        numbers = Numbers(2)
        assert cells[:50].tolist() == [alone(0, 0, numbers.draw()) for _ in range(50)]


@pytest.mark.parametrize("rule", BEST_RULES)
def test_where_a_file_has_the_values_the_best_moves_are_not_kept(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Position().rules
    positions = Positions.of(going_on(rules, 5))
    kept = choosers.BestSets(rules, rule)(positions.x, positions.o)
    monkeypatch.setattr(choosers, "TABLE_CELLS", 8)
    asked = choosers.BestSets(rules, "random" if rule == "trap" else rule)
    found = asked(positions.x, positions.o)
    assert (kept & ~found == 0).all() if rule == "trap" else (kept == found).all()


def test_what_is_kept_of_positions_is_bounded_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    positions = going_on(Position().rules, 400)
    first = drawing(Player.parse("graded:1/2"), Position().rules)
    cells = [first(p.x, p.o, 7 << 40) for p in positions]
    monkeypatch.setattr("noughts.players.move_by_number.KEPT", 2)
    again = drawing(Player.parse("graded:1/2"), Position().rules)
    assert [again(p.x, p.o, 7 << 40) for p in positions] == cells


def test_no_positions_are_no_cells() -> None:
    for player in ("random", "perfect", const(1), lambda _: 0):
        assert choose(Positions.start(0), player).tolist() == []


def test_without_a_seed_choices_differ() -> None:
    assert len({tuple(choose(Positions.start(20)).tolist()) for _ in range(5)}) == 5


@pytest.mark.long
@pytest.mark.parametrize("name", PLAYERS)
def test_a_named_player_chooses_alike_in_every_position(name: str) -> None:
    positions = going_on(Position().rules)
    alone = drawing(Player.parse(name), Position().rules)
    for seed in range(10):
        numbers = Numbers(seed)
        cells = [alone(position.x, position.o, numbers.draw()) for position in positions]
        assert choose(Positions.of(positions), name, seed).tolist() == cells


def test_numbers_are_those_of_splitmix64() -> None:
    """The first three of its reference code from the seed 1234567."""
    state = 1234567
    found = []
    for _ in range(3):
        state = state + 0x9E3779B97F4A7C15 & (1 << 64) - 1
        found.append(split_mixed(state))
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]
