"""Makes a `Player` from anything that can play, such as a function or an object of your own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from noughts.core.cell_names import Cell
from noughts.core.game import Game, as_position
from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.errors import PlayerError
from noughts.players.base import Chances, Player
from noughts.players.probabilities import checked_choice


class Policy(Protocol):
    """An object that gives the probabilities of its moves."""

    def probabilities(self, position: Position, /) -> Mapping[int, Fraction | float]:
        """The probabilities of the moves, by cell; they add up to 1."""


class Chooser(Protocol):
    """An object that chooses a move."""

    def choose(self, position: Position, /) -> Cell:
        """The chosen move, by number or name."""


AnyPlayer: TypeAlias = Player | str | Policy | Chooser | Callable[[Position], Cell]


def as_player(given: AnyPlayer, name: str | None = None, seed: int | None = None) -> Player:
    """A `Player` from a name, a `Player`, a `Policy`, a `Chooser`, or a function.

    A function that can be called with one argument is called with a `Position`. The function may
    have other parameters, such as `depth=3`, `*args` and `**kwargs`, if they are optional. A
    function that needs two arguments is a batch policy; `noughts.evaluate.PolicyPlayer(policy)`
    makes a player from it.

    `seed` is used if `given` is a name, or an object with `probabilities` that is not a `Player`,
    since these have no random numbers of their own; otherwise `seed` is ignored.

    >>> as_player("random"), as_player(lambda position: position.legal_moves[-1], "last")
    (<player random>, <player last>)
    >>> as_player(min)
    <player min>

    Raises `PlayerError` for a batch policy, and for anything else.
    """
    if isinstance(given, Player):
        return given
    if isinstance(given, str):
        return Player.parse(given, seed)
    if isinstance(given, type):
        raise PlayerError(
            f"{given.__name__} is a class, not a player; give one of its objects, as "
            f"{given.__name__}()"
        )
    called = name or str(getattr(given, "name", _name_of(given)))
    if takes_arrays(given):
        raise PlayerError(
            f"{called} takes observations and masks, so it is a policy of arrays; "
            "noughts.evaluate.PolicyPlayer(policy) is a player that asks it"
        )
    probabilities = getattr(given, "probabilities", None)
    if probabilities is not None:
        return StatedPlayer(called, probabilities, seed)
    choose = getattr(given, "choose", given)
    if callable(choose):
        return ChoosingPlayer(called, choose)
    if hasattr(given, "predict"):
        raise PlayerError(
            f"{type(given).__name__} has predict, but is not a player; of a model of "
            "Stable-Baselines3, noughts.envs.best_rated(model) is a policy"
        )
    raise PlayerError(
        f"{quoted(given)} is not a player; give a name such as 'perfect', a Player, or a function "
        "from a position to a cell"
    )


def takes_arrays(given: object) -> bool:
    """Whether an object is a batch policy, which needs two arguments: observations and masks.

    An object that can be called with one argument is not a batch policy, even if it can be called
    with two: a bot may have optional arguments for its own use, and the signature `*args` does not
    show how many arguments a bot needs.

    >>> takes_arrays(lambda observations, masks: masks), takes_arrays(lambda position, skill=1: 4)
    (True, False)
    """
    return may_take_arrays(given) and not _binds(given, None)


def may_take_arrays(given: object) -> bool:
    """Whether an object can be called with two arguments, like a batch policy.

    The result is False for an object with the method `probabilities`, which takes a position,
    unless the object's attribute `takes_arrays` is True, as in a `BatchPolicy`.

    >>> may_take_arrays(lambda position, skill=1: 4), may_take_arrays(lambda position: 4)
    (True, False)
    """
    if isinstance(given, Player) or not callable(given):
        return False
    if hasattr(given, "probabilities") and not getattr(given, "takes_arrays", False):
        return False
    return _binds(given, None, None)


def _binds(given: Any, *arguments: None) -> bool:
    """Whether a function can be called with this number of arguments."""
    try:
        inspect.signature(given).bind(*arguments)
    except (TypeError, ValueError):
        return False
    return True


def _name_of(given: Any) -> str:
    return str(getattr(given, "__name__", type(given).__name__))


class StatedPlayer(Player):
    """A player with a given function from positions to probabilities."""

    def __init__(
        self, name: str, stated: Callable[[Position], Chances], seed: int | None = None
    ) -> None:
        super().__init__(seed)
        self.name = name
        self._stated = stated

    def probabilities(self, position: Position) -> Chances:
        """The probabilities that the function returns."""
        return self._stated(position)


class ChoosingPlayer(Player):
    """A player that takes the cell that a given function chooses.

    The player has probabilities only if the function always chooses the same cell in the same
    position. To detect random play, `probabilities` calls the function twice.
    """

    def __init__(self, name: str, function: Callable[[Position], Any]) -> None:
        super().__init__()
        self.name = name
        self._function = function

    def choose(self, position: Position | Game | str) -> int:
        """The cell that the function chooses. Raises `PlayerError` if it cannot be played."""
        position = self.ready(as_position(position))
        try:
            given = self._function(position)
        except Exception as error:
            error.add_note(f"{self.name} was asked, as a player, with the Position {position}")
            if may_take_arrays(self._function):
                error.add_note(
                    "if it is a policy of arrays, noughts.evaluate.PolicyPlayer(policy) asks it"
                )
            raise
        return checked_choice(given, position, self.name)

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """Probability 1 for the cell that the function chooses."""
        cell, again = self.choose(position), self.choose(position)
        if cell != again:
            raise PlayerError(
                f"{self.name} takes {cell} and then {again} in the same position, {position}: a "
                "player that plays at random must state its probabilities, as "
                "noughts.players.Player says; a tournament with exact=False plays its games"
            )
        return {cell: Fraction(1)}
