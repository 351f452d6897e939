"""What an agent sees: its own stones and its opponent's, or the position's code.

    planes    X O .      1 0 0   0 1 0        flat    the same numbers in one dimension
              . X .      0 1 0   0 0 0        a code  the number that a codec gives the position,
              . . .      0 0 0   0 0 0                such as `ordinal` or `canonical`
                         own     opponent's

`OneGame` is the game that an agent observes: two bitboards that change with each move.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from noughts.arrays import Positions, encode
from noughts.arrays.memory import WORD_CELLS, narrowest
from noughts.arrays.stepping.compiled import mask_writer
from noughts.codecs import codec, names
from noughts.core.bits import cells_of
from noughts.core.message_text import listed
from noughts.core.on_ints import on_ints
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.errors import EnvError

Array = npt.NDArray[Any]
KEPT = 1 << 16  # positions whose codes are cached
OCTETS = [bytes(octet >> bit & 1 for bit in range(8)) for octet in range(256)]
MAX_BITS = 63  # in a code: `Discrete` uses int64


class View(ABC):
    """A kind of observation on one board: its space, and the observation of a position."""

    space: spaces.Space[Any]

    @abstractmethod
    def of(self, x: int, o: int, of_x: bool) -> Any:
        """The observation of a position for the agent, which plays X if `of_x`, else O."""

    @abstractmethod
    def of_all(self, own: Array, others: Array, of_x: Array) -> Array:
        """A new array of the observations of n positions; `sides` gives `own` and `others`."""


class Stones(View):
    """The stones as an int8 array of 0 and 1, the agent's own stones first.

    If both players place the same marks, X's stones come first for both players.
    """

    def __init__(self, rules: Rules, shape: tuple[int, ...]) -> None:
        self._owned = rules.answers.owned
        self._cells = rules.cells
        self._shape = shape
        self._octets = octets_of(2 * rules.cells)
        self.space: spaces.Space[Any] = spaces.Box(0, 1, shape, np.int8)

    def of(self, x: int, o: int, of_x: bool) -> npt.NDArray[np.int8]:
        """A new array of the space's shape."""
        own, others = (x, o) if of_x or not self._owned else (o, x)
        return unpacked(own | others << self._cells, self._shape, self._octets)

    def of_all(self, own: Array, others: Array, of_x: Array) -> Array:  # noqa: ARG002
        """As `View.of_all`."""
        both = 2 * self._cells
        if both <= WORD_CELLS:  # both fit one word: the opponent's cells above the agent's
            joint = others.astype(narrowest(both)) << np.uint8(self._cells) | own
            return masks(joint, both).reshape(-1, *self._shape)
        halves = [masks(stones, self._cells) for stones in (own, others)]
        return np.concatenate(halves, axis=1).reshape(-1, *self._shape)


class Code(View):
    """The code of the position under a codec."""

    def __init__(self, name: str, rules: Rules) -> None:
        self._codec = codec(name, rules)
        self._rules = rules
        self.space: spaces.Space[Any] = spaces.Discrete(self._codec.size)

    def of(self, x: int, o: int, of_x: bool) -> np.int64:  # noqa: ARG002 - it is the same to both
        """A code within the space."""
        return np.int64(_code(self._codec.name, self._rules, x, o))

    def of_all(self, own: Array, others: Array, of_x: Array) -> Array:
        """As `View.of_all`."""
        boards = sides(own, others, of_x, self._rules)
        return encode(Positions.unchecked(*boards, self._rules), self._codec.name).astype(np.int64)


def sides(x: Array, o: Array, of_x: Array, rules: Rules) -> tuple[Array, Array]:
    """Turn X's and O's boards into the agents' and the opponents' boards, or back again.

    Where either player may place either mark, both players see X's board, then O's.
    """
    if not rules.answers.owned:
        return x, o
    swapped = (x ^ o) * ~of_x
    return x ^ swapped, o ^ swapped


@lru_cache(KEPT)
def _code(name: str, rules: Rules, x: int, o: int) -> int:
    return codec(name, rules).encode(Position(x, o, rules))


def code_names(rules: Rules) -> list[str]:
    """The names of the board's codecs whose codes may serve as observations."""
    return [
        known
        for known in names(rules)
        if issubclass(codec(known, rules).holds, Position) and codec(known, rules).bits <= MAX_BITS
    ]


def view(name: str, rules: Rules) -> View:
    """The view with a given name. Raises `EnvError` if the board has no such observation.

    >>> from noughts import TICTACTOE
    >>> view("planes", TICTACTOE).space.shape, view("ordinal", TICTACTOE).space
    ((2, 3, 3), Discrete(5478))
    """
    if name == "planes":
        return Stones(rules, (2, *rules.geometry.sizes))
    if name == "flat":
        return Stones(rules, (2 * rules.cells,))
    codes = code_names(rules)
    if name not in codes:
        kinds = listed(["planes", "flat", *codes])
        raise EnvError(f"observation is {name!r}; those of {rules} are {kinds}")
    return Code(name, rules)


def masks(bitboards: Array, cells: int) -> npt.NDArray[np.int8]:
    """Bitboards, given in the narrowest dtype, as an int8 array [n, cells] of 0 and 1.

    >>> masks(np.array([5, 2], np.uint8), 3)
    array([[1, 0, 1],
           [0, 1, 0]], dtype=int8)
    """
    written = np.empty((len(bitboards), cells), np.bool_)
    mask_writer(cells)(bitboards, written)
    return written.view(np.int8)


def unpacked(mask: int, shape: tuple[int, ...], octets: int) -> npt.NDArray[np.int8]:
    """The lowest bits of an int that fits in `octets` bytes, as an int8 array of 0 and 1.

    >>> unpacked(0b1011, (6,), 1)
    array([1, 1, 0, 1, 0, 0], dtype=int8)
    """
    # Several times as fast as `np.unpackbits` on arrays of so few bits.
    written = bytearray().join(map(OCTETS.__getitem__, mask.to_bytes(octets, "little")))
    return np.ndarray(shape, np.int8, written)


def octets_of(bits: int) -> int:
    """The number of bytes that hold this many bits.

    >>> octets_of(16), octets_of(17)
    (2, 3)
    """
    return -(-bits // 8)


class OneGame:
    """A game from the empty board; `over` is true once the game has ended.

    >>> from noughts import TICTACTOE
    >>> game = OneGame(TICTACTOE)
    >>> game.play(4), game.legal()
    (None, [0, 1, 2, 3, 5, 6, 7, 8])
    """

    __slots__ = (
        *("_earned", "_ints", "_octets", "_owned", "_seconds", "_shape"),
        *("o", "over", "rules", "x"),
    )

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._ints, self._earned = on_ints(rules), rules.answers.line.earned
        second, cells = rules.answers.turns.second, rules.cells
        self._seconds = [int(second(ply, cells)) for ply in range(cells + 1)]
        self._owned = rules.answers.owned
        self._shape = (rules.actions,)
        self._octets = octets_of(rules.actions)
        self.reset()

    def reset(self) -> None:
        """Empty the board."""
        self.x = self.o = 0
        self.over = False

    @property
    def position(self) -> Position:
        """The current position."""
        return Position(self.x, self.o, self.rules)

    @property
    def second(self) -> int:
        """The player to move: 0 for the first player, 1 for the second."""
        return self._seconds[(self.x | self.o).bit_count()]

    def may_play(self, action: int) -> bool:
        """Whether an action is legal, in a game that is not over."""
        return bool(self._actions() >> action & 1)

    def legal(self) -> list[int]:
        """The legal actions of a game that is not over."""
        return list(cells_of(self._actions()))

    def mask(self) -> npt.NDArray[np.int8]:
        """The legal actions as an array [actions] of 0 and 1."""
        return unpacked(0 if self.over else self._actions(), self._shape, self._octets)

    def _actions(self) -> int:
        x, o = (self.o, self.x) if self.second and self._owned else (self.x, self.o)
        return self._ints.actions(self._ints.playable(x, o))

    def play(self, action: int) -> int | None:
        """Play a legal action. Returns the outcome for the mover, or None if the game goes on."""
        x, o, step = self.x, self.o, self._ints.step
        ply = (x | o).bit_count()
        second, then = self._seconds[ply : ply + 2]
        if second and self._owned:
            x, o = o, x
        x, o, playable, lined = step(x, o, 1 << action)
        # The next mover's own stones come first.
        self.x, self.o = (o, x) if then and self._owned else (x, o)
        self.over = bool(lined) or not playable
        line, full = self._earned[second]
        return line if lined else full if self.over else None
