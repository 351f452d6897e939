"""A player: a policy, which maps positions to the probabilities of moves.

If the probabilities are exact fractions, everything computed from them is exact, too. A player
draws its moves from its probabilities with random numbers of its own, so the same players with the
same seeds play the same games.

Many named players are mixtures: at each ply they play a best move with a given probability, and
otherwise a random legal move. A `Mixture` can also choose moves for many positions at once.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property, wraps
from math import ceil
from typing import Any, NamedTuple, Self

from noughts.core.clock import Clock
from noughts.core.game import Game, as_position
from noughts.core.message_text import quoted
from noughts.core.names_from_elsewhere import LeadingABC, leading
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import GameOverError, PlayerError
from noughts.players import registry
from noughts.players.probabilities import checked, drawn
from noughts.players.random_numbers import HALF_BITS


class Mixture(NamedTuple):
    """Plays a best move at ply p with probability `skills[p]`, otherwise a random legal move.

    `rule` chooses among the best moves: `first`, `random` or `trap`, as in `perfect:RULE`.
    """

    skills: tuple[Fraction, ...]
    rule: str = "random"

    @property
    def thresholds(self) -> tuple[int, ...]:
        """For each ply, the limit below which the low half of a random number selects a best move.

        >>> Mixture((Fraction(0), Fraction(1, 2), Fraction(1))).thresholds
        (0, 2147483648, 4294967296)
        """
        return tuple(ceil(skill * (1 << HALF_BITS)) for skill in self.skills)


Chances = Mapping[int, Fraction | float]


@leading
class Player(metaclass=LeadingABC):
    """A policy with its own random numbers; if `seed` is None, the system provides the seed.

    >>> Player.parse("graded:1/2", seed=1).name
    'graded:1/2'

    To write a player, define the method `probabilities` in a subclass. A cell that is not in the
    method's result has probability 0. Every result is checked.

    >>> class Eager(Player):
    ...     def probabilities(self, position):
    ...         first, *others = position.legal_moves
    ...         return {first: 0.75, others[-1]: 0.25} if others else {first: 1}
    >>> Eager(seed=1).choose(Position.parse("XO./.X./...")), Eager().name
    (2, 'Eager')
    """

    name: str  # the class's name, unless the class sets another
    made_by: Callable[[], Player] | None = None  # makes an equal player in another process

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def __new__(cls, *given: object, **_options: object) -> Self:
        if cls is Player:
            raise PlayerError(
                f"Player is what all players have in common; Player.parse"
                f"({quoted(given[0]) if given else repr('perfect')}) gives the player of a name"
            )
        return super().__new__(cls)

    __new__.__wrapped__ = __init__  # type: ignore[attr-defined] # so that help shows its parameters

    @cached_property
    def _random(self) -> random.Random:
        """Random numbers for a subclass that does not call `__init__`."""
        return random.Random()

    def __init_subclass__(cls, proven: bool = False, **options: Any) -> None:
        """Add checks to `probabilities`; `proven` omits them, since tests make them instead."""
        super().__init_subclass__(**options)
        if "name" not in vars(cls):
            cls.name = cls.__name__
        if "probabilities" in vars(cls):
            around = _made_ready if proven else _with_checks
            setattr(cls, "probabilities", around(vars(cls)["probabilities"]))  # noqa: B010 - mypy lets no method be assigned
        if "mixture" not in vars(cls) and vars(cls).keys() & {"probabilities", "choose"}:
            setattr(cls, "mixture", Player.mixture)  # noqa: B010 - as above; it plays in its own way

    @staticmethod
    def parse(text: str, seed: int | None = None) -> Player:
        """The player with the given name. Raises `PlayerError` for a name not in `registry`."""
        player: Player = registry.player_class(text)(seed=seed)
        return player

    def check(self, rules: Rules) -> None:  # most play all boards
        """Raise `TooLargeError` if the player cannot play this board."""

    def mixture(self, rules: Rules) -> Mixture | None:  # noqa: ARG002 - for those that are one
        """The player as a `Mixture`, for play in bulk; None if the player is not a mixture.

        >>> Player.parse("random").mixture(Position().rules).skills[0]
        Fraction(0, 1)
        """
        return None

    @abstractmethod
    def probabilities(self, position: Position) -> Chances:
        """The probabilities of the moves that the player may make, in order of cell; the sum is 1.

        If the method of a subclass returns only fractions and ints, all probabilities are exact, of
        type `Fraction`. If it returns any float, all probabilities are floats, whose sum may differ
        from 1 by up to 1e-9.

        Raises what `check` raises, `GameOverError` if the game is over, and `PlayerError` if the
        method of a subclass returns invalid probabilities.
        """

    def choose(self, position: Position | Game | str) -> int:
        """A move drawn at random from `probabilities`; fractions are not rounded.

        >>> Player.parse("perfect").choose(Game.parse("a1"))
        4

        Raises what `probabilities` raises.
        """
        return drawn(self.probabilities(as_position(position)), self._random)

    def prepare(self, rules: Rules) -> None:  # most have nothing to do
        """Do work that is not charged to a move: compile, make a table, start a program."""

    def hurry(self, seconds: float | None) -> None:
        """Limit the time to think about each later move; None removes the limit.

        Only players that manage their own time use the limit.
        """

    def choose_within(self, position: Position, clock: Clock) -> int:
        """The cell that the player takes, while a clock measures the player's time.

        The player runs in this process and cannot be interrupted. So if a move takes too long, the
        clock raises `PlayerError` only after the move.
        """
        self.hurry(clock.to_think)
        with clock.running(self.name):
            return self.choose(position)

    def ready(self, position: Position | Game | str) -> Position:
        """The position, after a check that the player can move in it."""
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
    """A subclass's `probabilities`, called only if there is a legal move."""

    @wraps(stated)
    def probabilities(self: Player, position: Position) -> Chances:
        return stated(self, self.ready(position))

    return probabilities


def _with_checks(stated: Stated) -> Stated:
    """A subclass's `probabilities`, with a check of the result."""

    @wraps(stated)
    def probabilities(self: Player, position: Position) -> Chances:
        position = self.ready(position)
        return checked(stated(self, position), position, self.name)

    return probabilities
