"""What a player is: a policy, a rule from positions to the probabilities of moves.

Where probabilities are exact fractions, so is all that is computed from them. What a player plays
is drawn from them with its own random numbers, so equal seeds play equal games.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property, wraps
from typing import Any

from noughts.core.coercion import as_position
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import GameOverError
from noughts.players import registry
from noughts.players.chances import checked, drawn

Chances = Mapping[int, Fraction | float]


class Player(ABC):
    """A policy with random numbers of its own; `seed` None takes them from the system.

    >>> Player.parse("graded:1/2", seed=1).name
    'graded:1/2'

    To write one, say the probabilities of its moves. Cells that are left out have none, and what
    is said is checked at every call.

    >>> class Eager(Player):
    ...     def probabilities(self, position):
    ...         first, *others = position.moves()
    ...         return {first: 0.75, others[-1]: 0.25} if others else {first: 1}
    >>> Eager(seed=1).choose(Position.parse("XO./.X./...")), Eager().name
    (2, 'Eager')
    """

    name: str  # the class's own, unless it says another

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    @cached_property
    def _random(self) -> random.Random:
        """Of a subclass that does not call `__init__`."""
        return random.Random()

    def __init_subclass__(cls, proven: bool = False, **options: Any) -> None:
        """Check what `probabilities` says, unless a test walks all that a class says: `proven`."""
        super().__init_subclass__(**options)
        if "name" not in vars(cls):
            cls.name = cls.__name__
        if "probabilities" in vars(cls):
            around = _made_ready if proven else _with_checks
            setattr(cls, "probabilities", around(vars(cls)["probabilities"]))  # noqa: B010 - mypy lets no method be assigned

    @staticmethod
    def parse(text: str, seed: int | None = None) -> Player:
        """The player of a name, as `registry` lists them. Raises `PlayerError` for any other."""
        player: Player = registry.player_class(text)(seed=seed)
        return player

    def check(self, rules: Rules) -> None:  # noqa: B027 - a player plays any board, unless it says otherwise
        """Raise `TooLargeError` where the player cannot play this board."""

    @abstractmethod
    def probabilities(self, position: Position) -> Chances:
        """The chance of each move that the player may make, by rising cell; they add up to 1.

        Fractions and whole numbers are exact: the values are then all `Fraction`. With a float
        among them all are floats, and may be off by 1e-9 in sum.

        Raises `GameOverError` where there is nothing to play, as `check` does, and `PlayerError`
        where a subclass says what cannot be.
        """

    def choose(self, position: Position | Game | str) -> int:
        """The cell that the player takes, drawn from `probabilities`; exactly, if these are exact.

        >>> Player.parse("perfect").choose(Game.parse("a1"))
        4

        Raises as `probabilities` does.
        """
        return drawn(self.probabilities(as_position(position)), self._random)

    def ready(self, position: Position | Game | str) -> Position:
        """The position, once it is certain that the player can be asked for a move there."""
        position = as_position(position)
        self.check(position.rules)
        outcome = position.outcome
        if outcome:
            raise GameOverError(f"{self.name} has no move: the game is over ({outcome})")
        return position

    def __repr__(self) -> str:
        return f"<player {self.name}>"


Stated = Callable[[Any, Position], Chances]


def _made_ready(stated: Stated) -> Stated:
    """A subclass's `probabilities`, asked only where there is a move."""

    @wraps(stated)
    def probabilities(self: Player, position: Position) -> Chances:
        return stated(self, self.ready(position))

    return probabilities


def _with_checks(stated: Stated) -> Stated:
    """The same, and what is said is checked."""

    @wraps(stated)
    def probabilities(self: Player, position: Position) -> Chances:
        position = self.ready(position)
        return checked(stated(self, position), position, self.name)

    return probabilities
