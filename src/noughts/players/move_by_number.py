"""How a random number of 64 bits selects a player's move, in a single game and in bulk.

    number     |  high 32 bits: which move of this kind  |  low 32 bits: the kind, best or any  |

If a player is a `Mixture`, a random number is split in this way, and `arrays.choose` splits it in
the same way. The error of a probability is less than 2**-31: a skill is rounded to 32 bits, and
2**32 values are divided among the cells. For any other player, the probabilities are not rounded.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import accumulate

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.base import Chances, Mixture, Player
from noughts.players.random_and_perfect import chosen
from noughts.players.random_numbers import BITS, LOW, below

KEPT = 1 << 16  # positions whose moves are cached

Draw = Callable[[int, int, int], int]


def drawing(player: Player, rules: Rules) -> Draw:
    """A function from `x`, `o` and a random number of 64 bits to the cell that a player takes.

    >>> from noughts import TICTACTOE
    >>> drawing(Player.parse("random"), TICTACTOE)(1, 0, 1 << 63)
    5

    Raises what `Player.check` raises.
    """
    player.check(rules)
    mixture = player.mixture(rules)
    if mixture:
        return _OfMixture(mixture, rules)
    overridden = type(player).choose is not Player.choose
    return partial(_asked if overridden else _stated, player, rules)


def by_number(chances: Chances, number: int) -> int:
    """The cell that a random number of 64 bits selects.

    >>> by_number({2: Fraction(1, 4), 7: Fraction(3, 4)}, 1 << 62)
    7
    """
    share = Fraction(number, 1 << BITS)
    ends = accumulate(Fraction(chance) for chance in chances.values())
    # The sum of floats may be less than 1; the rest belongs to the last cell.
    return next((c for c, end in zip(chances, ends, strict=True) if share < end), max(chances))


class _OfMixture:
    """Selects the moves of a mixture, with a cache of the moves by position."""

    def __init__(self, mixture: Mixture, rules: Rules) -> None:
        self._rule, self._rules = mixture.rule, rules
        self._thresholds = mixture.thresholds
        self._known: dict[tuple[int, int], tuple[int, list[int], list[int]]] = {}

    def __call__(self, x: int, o: int, number: int) -> int:
        threshold, best, legal = self._known.get((x, o)) or self._met(x, o)
        cells = best if number & LOW < threshold else legal
        return cells[below(number, len(cells))]

    def _met(self, x: int, o: int) -> tuple[int, list[int], list[int]]:
        position = Position(x, o, self._rules)
        threshold = self._thresholds[position.ply]
        best = chosen(position, self._rule) if threshold else []
        if len(self._known) == KEPT:
            self._known.clear()
        found = self._known[x, o] = threshold, best, position.legal_moves
        return found


def _asked(player: Player, rules: Rules, x: int, o: int, _: int) -> int:
    return player.choose(Position(x, o, rules))


def _stated(player: Player, rules: Rules, x: int, o: int, number: int) -> int:
    return by_number(player.probabilities(Position(x, o, rules)), number)
