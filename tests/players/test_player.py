"""Players of one's own: what may play, and how what they say is checked."""

from __future__ import annotations

import copy
import inspect
import pickle
import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from noughts import Game, GameOverError, NotationError, PlayerError, Position, PositionError, Rules
from noughts.arrays import BatchPolicy
from noughts.arrays.choosing.choosers import player_or_policy
from noughts.evaluate import as_policy
from noughts.players import Judgement, Player, Random, as_player, random_and_perfect
from noughts.players.adapters import takes_arrays
from noughts.players.strong import player as strong

POSITION = Position.parse("XO./.X./...")  # free: 2, 3, 5, 6, 7, 8


class Saying(Player):
    """Says what it is told to."""

    def __init__(self, said: object) -> None:
        super().__init__(1)
        self.said = said

    def probabilities(self, position: Position) -> Any:  # noqa: ARG002 - the same everywhere
        return self.said


@pytest.mark.parametrize("given", [(), ("perfect",)])
def test_what_all_players_have_in_common_is_no_player_and_names_who_reads_a_name(
    given: tuple[Any, ...],
) -> None:
    with pytest.raises(PlayerError, match=r"Player\.parse\('perfect'\) gives the player of a name"):
        Player(*given)  # type: ignore[abstract]
    assert [*inspect.signature(Random).parameters] == ["seed"]


# What a player says.


@pytest.mark.parametrize(
    ("said", "chances"),
    [
        ({8: 1}, {8: Fraction(1)}),
        ({8: Fraction(1, 3), 2: Fraction(2, 3)}, {2: Fraction(2, 3), 8: Fraction(1, 3)}),
        ({2: 1, 3: 0}, {2: Fraction(1)}),
        ({np.int64(2): np.int8(1)}, {2: Fraction(1)}),
        ({"b3": Fraction(1, 2), "C1": Fraction(1, 2)}, {2: Fraction(1, 2), 7: Fraction(1, 2)}),
        ({2: 0.25, 3: 0.75}, {2: 0.25, 3: 0.75}),
        ({2: Fraction(1, 2), 3: 0.5}, {2: 0.5, 3: 0.5}),
        ({2: np.float32(0.5), 3: 0.5}, {2: 0.5, 3: 0.5}),
        (dict.fromkeys((2, 3, 5), 1 / 3), dict.fromkeys((2, 3, 5), 1 / 3)),
        ({2: 0.5, 3: 0.5 + 5e-10}, {2: 0.5, 3: 0.5 + 5e-10}),
    ],
    ids=str,
)
def test_what_a_player_says_is_put_in_order_and_is_of_one_type(
    said: object, chances: dict[int, Any]
) -> None:
    answer = Saying(said).probabilities(POSITION)
    assert list(answer.items()) == list(chances.items())
    assert [type(chance) for chance in answer.values()] == [
        type(chance) for chance in chances.values()
    ]
    assert Saying(said).choose(POSITION) in chances


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({0: 1}, "Saying takes 0 in 'XO./.X./...'; the free cells are 2, 3, 5, 6, 7, 8"),
        ({9: 1}, "Saying takes 9 in 'XO./.X./...'; the free cells are 2, 3, 5, 6, 7, 8"),
        ({-1: 1}, "Saying takes -1 in 'XO./.X./...'; the free cells are 2, 3, 5, 6, 7, 8"),
        ({"?": 1}, "Saying takes '?' in 'XO./.X./...'; the free cells are 2, 3, 5, 6, 7, 8"),
        (
            {2: -0.5, 3: 1.5},
            "Saying gives cell 2 the probability -0.5 in 'XO./.X./...'; a number from 0 to 1 is "
            "needed",
        ),
        (
            {2: float("nan")},
            "Saying gives cell 2 the probability nan in 'XO./.X./...'; a number from 0 to 1 is "
            "needed",
        ),
        (
            {2: "1"},
            "Saying gives cell 2 the probability '1' in 'XO./.X./...'; a number from 0 to 1 is "
            "needed",
        ),
        ({}, "the probabilities of Saying in 'XO./.X./...' add up to 0, not to 1"),
        ({2: 0.5}, "the probabilities of Saying in 'XO./.X./...' add up to 0.5, not to 1"),
        (
            {2: 0.5, 3: 0.5 + 2**-20},
            f"the probabilities of Saying in 'XO./.X./...' add up to {1 + 2**-20}, not to 1",
        ),
        (
            {2: 1, 3: Fraction(1, 10**12)},
            "the probabilities of Saying in 'XO./.X./...' add up to 1000000000001/1000000000000, "
            "not to 1",
        ),
        (
            4,
            "Saying gives 4 as its probabilities in 'XO./.X./...'; a dict from cells to numbers is "
            "needed",
        ),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_with_the_reason(said: object, why: str) -> None:
    for ask in (Saying(said).probabilities, Saying(said).choose):
        with pytest.raises(PlayerError) as refused:
            ask(POSITION)
        assert str(refused.value) == why


def test_at_most_eight_free_cells_are_listed() -> None:
    with pytest.raises(PlayerError, match="the free cells are 0, 1, 2, 3, 4, 5, 6, 7 and 8 more"):
        Saying({16: 1}).choose(Position(rules=Rules(4, 4, 4)))


def test_a_player_is_not_asked_once_the_game_is_over() -> None:
    with pytest.raises(GameOverError, match="Saying has no move: the game is over"):
        Saying({0: 1}).choose("XXX/OO./...")


def test_a_judgement_is_a_share_of_the_point() -> None:
    assert [Judgement(0, value).share for value in (-1, 0, 0.5, 1)] == [0, 0.5, 0.75, 1]


def test_floats_are_drawn_in_their_shares() -> None:
    player = Saying({2: 0.9, 3: 0.1})
    drawn = [player.choose(POSITION) for _ in range(1000)]
    assert 850 < drawn.count(2) < 950
    assert set(drawn) == {2, 3}


# How a player is asked.


def test_a_player_is_asked_by_a_position_a_game_or_text() -> None:
    player = Player.parse("perfect")
    assert player.choose(Game()) == player.choose(Position()) == player.choose(".../.../...")
    assert player.choose(Game.parse("a1")) == player.choose("X../.../...") == 4


@pytest.mark.parametrize(("asked", "error"), [("...", NotationError), (4, PositionError)])
def test_what_is_not_a_position_is_refused(asked: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        Random().choose(asked)
    with pytest.raises(error):
        Random().probabilities(asked)


# Subclasses.


def test_a_player_is_called_what_its_class_is_unless_it_says_otherwise() -> None:
    class Ours(Random):
        pass

    class Named(Random):
        name = "the good one"

    assert (Ours().name, Named().name, Random().name) == ("Ours", "the good one", "random")


def test_what_is_built_on_a_player_of_the_librarys_is_checked_like_any_other() -> None:
    class Ours(Random):
        def probabilities(self, position: Position) -> dict[int, Fraction]:
            return super().probabilities(position) | {0: Fraction(1)}

    with pytest.raises(PlayerError, match="Ours takes 0 in"):
        Ours().choose(POSITION)


def test_a_player_has_random_numbers_though_it_does_not_call_those_above() -> None:
    class Ours(Random):
        def __init__(self, depth: int) -> None:
            self.depth = depth

    assert Ours(3).choose(POSITION) in POSITION.legal_moves


def test_a_copy_of_a_player_goes_on_where_it_stood() -> None:
    player = Random(5)
    player.choose(Position())
    again = [copy.deepcopy(player), pickle.loads(pickle.dumps(player))]
    moves = [player.choose(Position()) for _ in range(20)]
    for other in again:
        assert [other.choose(Position()) for _ in range(20)] == moves


# What else can play.


def last(position: Position) -> int:
    return position.legal_moves[-1]


class Choosing:
    def choose(self, position: Position, skill: int = 1) -> int:
        return position.legal_moves[-skill]

    __call__ = choose


class Network:
    def policy(self, _: Any, masks: Any, heat: float = 1) -> Any:
        return masks * heat

    __call__ = policy


class Stating:
    name = "stating"

    def probabilities(self, position: Position) -> dict[int, float]:
        return {last(position): 1.0}


@pytest.mark.parametrize(
    ("given", "name"), [(last, "last"), (Choosing(), "Choosing"), (Stating(), "stating")]
)
def test_functions_and_objects_of_ones_own_are_players(given: Any, name: str) -> None:
    player = as_player(given)
    assert isinstance(player, Player)
    assert player.name == name
    assert player.choose(POSITION) == 8
    assert player.probabilities(POSITION) == {8: 1}
    assert as_player(given, "mine").name == "mine"
    assert as_player(player) is player


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (lambda _, masks: masks, True),
        (lambda _, masks, heat=1.0: masks * heat, True),
        (partial(lambda heat, _, masks: masks * heat, 1.0), True),
        (Network(), True),
        (Network().policy, True),
        (divmod, True),
        (last, False),
        (lambda position, skill=1: position.legal_moves[-skill], False),
        (lambda position, *_, **__: last(position), False),
        (lambda position, *, skill=1: position.legal_moves[-skill], False),
        (lambda position=POSITION, skill=1: position.legal_moves[-skill], False),
        (lambda *given: last(*given), False),
        (partial(lambda skill, position, _=0: position.legal_moves[-skill], 1), False),
        (partial(lambda position, skill: position.legal_moves[-skill], skill=1), False),
        (Choosing(), False),
        (Choosing().choose, False),
        (Random(1), False),
        ("random", False),
    ],
)
def test_what_needs_two_arguments_is_a_policy_of_arrays_wherever_it_is_given(
    given: Any, expected: bool
) -> None:
    assert takes_arrays(given) == expected
    assert (type(as_policy(given)) is BatchPolicy) == expected
    assert isinstance(player_or_policy(given), BatchPolicy) == expected
    if expected:
        with pytest.raises(PlayerError, match="takes observations and masks"):
            as_player(given)
    else:
        assert as_player(given).choose(POSITION) in POSITION.legal_moves


def test_a_policy_that_could_be_asked_about_a_position_is_told_how_to_be_a_player() -> None:
    with pytest.raises(AttributeError) as raised:
        as_player(lambda *arrays: arrays[0].sum()).choose(POSITION)
    assert raised.value.__notes__ == [
        "<lambda> was asked, as a player, with the Position XO./.X./...",
        "if it is a policy of arrays, noughts.evaluate.PolicyPlayer(policy) asks it",
    ]


def test_a_name_is_a_player_with_the_seed_that_is_given() -> None:
    moves = [[as_player("random", seed=3).choose(Position()) for _ in range(5)] for _ in range(2)]
    assert moves[0] == moves[1]


@pytest.mark.parametrize(
    ("board", "name", "move"),
    [("3,3,3", "b2", 4), ("6,7,4,gravity", "d", 38), ("3,3,3,wild", "Ob2", 13)],
)
def test_a_function_may_name_its_move(board: str, name: str, move: int) -> None:
    for said in (name, move):
        says: dict[Position, str | int] = {Position(rules=board): said}
        player = as_player(says.__getitem__)
        assert player.choose(Position(rules=board)) == move
        assert player.probabilities(Position(rules=board)) == {move: 1}


@pytest.mark.parametrize("cell", [0, 9, -1, "?", None, 2.5])
def test_a_function_that_takes_what_is_not_free_is_refused_by_name(cell: Any) -> None:
    def careless(position: Position) -> Any:  # noqa: ARG001 - it does not look
        return cell

    player = as_player(careless)
    for ask in (player.choose, player.probabilities):
        with pytest.raises(PlayerError) as refused:
            ask(POSITION)
        assert str(refused.value) == (
            f"careless takes {cell!r} in 'XO./.X./...'; the free cells are 2, 3, 5, 6, 7, 8"
        )


def test_a_function_that_plays_at_random_can_choose_but_has_no_probabilities() -> None:
    source = random.Random(1)
    player = as_player(lambda position: source.choice(position.legal_moves), "dice")
    assert player.choose(POSITION) in POSITION.legal_moves
    refused = []
    for _ in range(100):
        try:
            assert sum(player.probabilities(POSITION).values()) == 1  # the same twice, by chance
        except PlayerError as error:
            refused.append(str(error))
    assert len(refused) > 50
    assert all("in the same position, XO./.X./...: a player that plays" in why for why in refused)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (3, "3 is not a player; give a name such as 'perfect', a Player, or a function from a "),
        (None, "None is not a player"),
        (Random, "Random is a class, not a player; give one of its objects, as Random()"),
        ("best", "'best' is not a player; the players are easy, "),
        (divmod, "divmod takes observations and masks, so it is a policy of arrays; noughts.eval"),
        (
            SimpleNamespace(predict=min),
            "SimpleNamespace has predict, but is not a player; of a model of Stable-Baselines3, "
            "noughts.envs.best_rated(model) is a policy",
        ),
    ],
)
def test_what_cannot_play_is_refused(given: Any, why: str) -> None:
    with pytest.raises(PlayerError) as refused:
        as_player(given)
    assert str(refused.value).startswith(why)


def test_an_agent_that_was_saved_is_read_by_load_agent() -> None:
    with pytest.raises(PlayerError, match=r"load_agent\('q\.npz'\) reads the file of an agent"):
        as_player("q.npz")


@pytest.mark.parametrize("text", [None, 3, Random])
def test_a_name_is_text(text: Any) -> None:
    parse: Callable[[Any], Player] = Player.parse
    with pytest.raises(PlayerError, match="is not a player"):
        parse(text)


def test_the_librarys_own_players_are_not_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("noughts.players.base.checked", fails)
    for name in ("random", "perfect", "minimax", "graded:1/2", "level:1/4"):
        assert sum(Player.parse(name).probabilities(POSITION).values()) == 1
    with pytest.raises(AssertionError):
        Saying({2: 1}).probabilities(POSITION)


class Unspeakable:
    def __repr__(self) -> str:
        raise KeyError


@pytest.mark.parametrize(
    "said",
    [10**5000, {10**5000: 1}, {2: 10**5000}, {2: 10**5000, 3: 0.5}, Unspeakable()],
    ids=["cell", "key", "chance", "float", "object"],
)
def test_what_cannot_be_written_out_is_refused_all_the_same(said: Any) -> None:
    with pytest.raises(PlayerError) as refused:
        Saying(said).choose(POSITION)
    assert len(str(refused.value)) < 500
    with pytest.raises(PlayerError):
        as_player(lambda _: said).choose(POSITION)


def test_a_player_that_can_be_called_with_two_arguments_takes_no_arrays() -> None:
    class Called(Saying):
        """A player that is a function, too."""

        def __call__(self, one: object, two: object) -> object:
            return one, two

    assert not takes_arrays(Called({}))


def test_what_states_the_probabilities_of_a_position_takes_no_arrays_unless_it_says_so() -> None:
    class Both:
        """An object with probabilities that is a function of two arguments, too."""

        def __call__(self, one: object, two: object) -> object:
            return one, two

        def probabilities(self, position: Position) -> dict[int, int]:
            return {position.legal_moves[0]: 1}

    class Arrays(Both):
        takes_arrays = True

    assert not takes_arrays(Both())
    assert takes_arrays(Arrays())
    assert as_player(Both()).choose(POSITION) == POSITION.legal_moves[0]


@pytest.mark.parametrize(
    ("judgement", "label", "share"),
    [
        (Judgement(0, 1, 3), "W3", 1),
        (Judgement(0, 0, 9), "D9", 0.5),
        (Judgement(0, -1, 2), "L2", 0),
        (Judgement(0, 1), "W", 1),
        (Judgement(0, 0.25, proved=False), "62%", 0.625),
        (Judgement(0, -0.2, proved=False), "40%", 0.4),
    ],
    ids=repr,
)
def test_what_is_proved_has_a_letter_and_plies_and_what_is_judged_a_share(
    judgement: Judgement, label: str, share: float
) -> None:
    assert judgement.label == label
    assert judgement.share == pytest.approx(share)


@pytest.mark.parametrize("name", ["strong", "easy", "perfect", "random"])
def test_what_is_prepared_is_there_before_the_first_move(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Rules] = []
    for module in (random_and_perfect, strong):
        monkeypatch.setattr(module, "table", asked.append)
    monkeypatch.setattr(strong, "compile_for", lambda rules, _: asked.append(rules))
    boards = [Rules(3, 3, 3), *([Rules(5, 5, 4)] if name in ("strong", "easy") else [])]
    for rules in boards:
        Player.parse(name).prepare(rules)
    assert asked == (boards if name != "random" else [])
