"""`Positions`: many positions on one board, as two arrays of bitboards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from html import escape
from operator import or_
from typing import Any, ClassVar, NoReturn, overload

import numpy as np
import numpy.typing as npt

from noughts.arrays import values
from noughts.arrays.arrow import table_of
from noughts.arrays.boards import (
    from_ints,
    int_at,
    laid_out,
    nonzero,
    number_of,
    operand,
    play_stones,
    stones_by_hand,
    words_of,
    write_cells,
    zeros,
)
from noughts.arrays.canonical import image, write_least
from noughts.arrays.checks import as_array, bounded, integers, refuse_first, refuse_masked, whole
from noughts.arrays.memory import board_dtype, move_dtype
from noughts.core import bits, move_bits, turns
from noughts.core.geometry import AnySymmetry
from noughts.core.names_from_elsewhere import OF_BOARDS, Leading, leading
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.core.svg import sheet
from noughts.errors import ArrayError, CellError, PositionError
from noughts.expressions.limbs import split
from noughts.expressions.trace import Expression
from noughts.kernels.compiled_expressions import of_boards
from noughts.kernels.dtypes import Array, Bitboards, Bools, Int8s, Uint8s
from noughts.system.extras import require

SHOWN = 16  # positions that a notebook draws

GOING_ON, X_WON, O_WON, DRAW = range(4)  # the values of `outcomes`


@leading
class Positions(metaclass=Leading):
    """Positions on one board: bit i of `x[j]` and of `o[j]` stands for cell i of position j.

    `x` and `o` are arrays [n] of the narrowest unsigned dtype that holds the board. On a board of
    more than 64 cells, they are uint64 [n, words], stored word by word (`order="F"`); word 0 has
    cells 0 to 63. Like a `Position`, this object is immutable: its arrays are read-only, and no
    method changes it. In the methods below, *bitboards [n]* are arrays with the shape of `x`.

    >>> positions = Positions.start(3).play([4, 0, 8])
    >>> positions.legal()
    array([495, 510, 255], dtype=uint16)
    >>> positions[1]
    Position.parse('X../.../...')
    >>> len(positions[positions.x > 1])
    2
    >>> x = Positions.start(1, Rules(15, 15, 5)).play([112]).x    # cell 112 is bit 48 of word 1
    >>> x.tolist() == [[0, 1 << 48, 0, 0]]
    True

    The constructor checks and copies two integer arrays of equal length; `unchecked` does neither.
    The constructor raises `PositionError` for invalid arrays, naming the first item that is not a
    position, and `TooLargeError` for boards of more than 361 cells.
    """

    __slots__ = ("o", "rules", "x")
    x: Bitboards
    o: Bitboards
    rules: Rules

    def __init__(
        self, x: npt.ArrayLike = (), o: npt.ArrayLike = (), rules: Rules | str = TICTACTOE
    ) -> None:
        rules = as_rules(rules)
        board_dtype(rules)  # refuses boards that are too large
        x, o = (_given(side, name, rules) for side, name in ((x, "x"), (o, "o")))
        if len(x) != len(o):
            raise PositionError(
                f"x has {len(x)} items and o has {len(o)}; they must have the same length"
            )
        self._hold(x, o, rules)
        if of_boards(turns.misplaced, rules, checks=True)(self.x, self.o):
            own, other = (operand(side.astype(np.uint64)) for side in (self.x, self.o))
            wrong = turns.misplaced(own, other, rules)
            refuse_first(nonzero(wrong), self.__getitem__)

    def _hold(self, x: Bitboards, o: Bitboards, rules: Rules) -> None:
        self.x, self.o, self.rules = x.view(), o.view(), rules
        self.x.flags.writeable = self.o.flags.writeable = False

    @classmethod
    def unchecked(cls, x: Bitboards, o: Bitboards, rules: Rules = TICTACTOE) -> Positions:
        """Positions from arrays known to be valid, contiguous and of the board's dtype."""
        positions = object.__new__(cls)
        positions._hold(x, o, rules)
        return positions

    @classmethod
    def start(cls, n: int, rules: Rules | str = TICTACTOE) -> Positions:
        """`n` empty boards. Raises `ArrayError` unless `n` is a non-negative integer."""
        rules = as_rules(rules)
        n = whole(n, "n")
        return cls.unchecked(zeros(n, rules), zeros(n, rules), rules)

    @classmethod
    def of(cls, positions: Iterable[Position], rules: Rules | str = TICTACTOE) -> Positions:
        """The given positions in bulk. Raises `PositionError` if one of them has other rules.

        >>> Positions.of([Position.parse("XO./.X./...")])
        <1 position of 3,3,3>
        """
        rules = as_rules(rules)
        board_dtype(rules)  # refuses boards that are too large
        sides = []
        for item, position in enumerate(positions):
            if not isinstance(position, Position) or position.rules != rules:
                raise PositionError(
                    f"item {item} is {position!r}, which is not a Position of {rules}"
                )
            sides.append((position.x, position.o))
        x, o = (from_ints([each[side] for each in sides], rules) for side in (0, 1))
        return cls.unchecked(x, o, rules)

    @classmethod
    def concatenate(cls, parts: Iterable[Positions]) -> Positions:
        """All parts in order. Raises `PositionError` if there are none or their rules differ."""
        parts = list(parts)
        boards = {part.rules for part in parts}
        if len(boards) != 1:
            named = ", ".join(sorted(map(str, boards))) or "none"
            raise PositionError(f"parts must share one board; the boards here: {named}")
        x, o = (laid_out(np.concatenate([getattr(part, side) for part in parts])) for side in "xo")
        return cls.unchecked(x, o, boards.pop())

    def __len__(self) -> int:
        return len(self.x)

    @overload
    def __getitem__(self, chosen: int) -> Position: ...
    @overload
    def __getitem__(self, chosen: slice | npt.ArrayLike) -> Positions: ...

    def __getitem__(self, chosen: Any) -> Position | Positions:
        """The `Position` at an index, or the `Positions` at a slice, bool mask or index array."""
        if isinstance(chosen, int | np.integer):
            return Position(int_at(self.x, chosen), int_at(self.o, chosen), self.rules)
        refuse_masked(chosen, "what is chosen", ArrayError)
        x, o = (laid_out(side[chosen]) for side in (self.x, self.o))
        if x.ndim != self.x.ndim:
            raise ArrayError(f"{chosen!r} chooses an array {list(x.shape)}; positions are [n]")
        return Positions.unchecked(x, o, self.rules)

    def __iter__(self) -> Iterator[Position]:
        for x, o in zip(self.x, self.o, strict=True):
            yield Position(number_of(x), number_of(o), self.rules)

    def __array__(self, *_: object, **__: object) -> NoReturn:
        # NumPy would iterate over the positions one by one, for minutes.
        raise ArrayError(
            f"{self!r} cannot become one array; positions.x and positions.o are its bitboards, and "
            'np.unique(encode(positions, "canonical"), return_counts=True) counts duplicates up to '
            "symmetry"
        )

    def __eq__(self, other: object) -> bool:
        """Whether both hold equal positions, in order; for a bool per item, compare `x` and `o`."""
        if not isinstance(other, Positions):
            return NotImplemented
        return (
            self.rules == other.rules
            and np.array_equal(self.x, other.x)
            and np.array_equal(self.o, other.o)
        )

    __hash__: ClassVar[None]  # type: ignore[assignment]  # an array cannot be a key

    def __repr__(self) -> str:
        return f"<{len(self)} position{'s' * (len(self) != 1)} of {self.rules}>"

    def _repr_html_(self) -> str:
        few = self[:SHOWN]
        drawn = sheet([(each.x, each.o) for each in few], self.rules) if len(few) else ""
        more = f", the first {len(few)}" if len(few) < len(self) else ""
        return f"<figure>{drawn}<figcaption>{escape(repr(self)[1:-1])}{more}</figcaption></figure>"

    def play(self, cells: npt.ArrayLike) -> Positions:
        """The positions after one move in each; `cells` is an array [n] of the cells to take.

        Where a player has several marks, each entry of `cells` is a move's number, as in
        `Position.legal_moves`. Raises what `Position.play` raises, naming the first item with an
        illegal move.
        """
        rules = self.rules
        taken = integers(cells, "cells", CellError)
        if len(taken) != len(self):
            raise CellError(f"{len(taken)} cells were given for {len(self)} positions")
        bounded(taken, rules.actions - 1, "of cells", "cells", CellError)
        x, o = np.empty_like(self.x), np.empty_like(self.o)
        stones = stones_by_hand(taken, rules)
        if play_stones(rules)(self.x, self.o, *stones, x, o):
            illegal = nonzero(reduce(or_, stones) & ~self.legal())
            refuse_first(illegal, lambda item: self[item].play(int(taken[item])))
        return Positions.unchecked(x, o, rules)

    def outcomes(self) -> Uint8s:
        """The outcomes, uint8 [n]: 0 for a game in progress, 1 if X won, 2 if O won, 3 for a draw.

        >>> Positions.of([Position.parse("XXX/OO./...")]).outcomes()
        array([1], dtype=uint8)
        """
        return self._computed(move_bits.result, np.uint8)

    def plies(self) -> Array:
        """The number of stones on each board, uint8 [n], or uint16 if `rules.actions` > 255."""
        return self._computed(turns.ply, move_dtype(self.rules))

    def turns(self) -> Uint8s:
        """The player to move in each position, 1 (X) or 2 (O): uint8 [n]."""
        return self._computed(turns.turn, np.uint8)

    def legal(self) -> Bitboards:
        """Bitboards [n] of the legal cells; 0 for a game that is over."""
        legal = np.empty_like(self.x)
        of_boards(bits.legal_cells, self.rules)(self.x, self.o, legal)
        return legal

    def action_mask(self) -> Bools:
        """The legal moves as a bool array [n, cells].

        Where a player has several marks, the shape is [n, actions], and each row has all cells for
        an X, then all cells for an O.
        """
        cells, legal = self.rules.cells, self.legal()
        mask = np.empty((len(self), self.rules.actions // cells, cells), np.bool_)
        for hand in range(mask.shape[1]):
            write_cells(legal, mask[:, hand].view(np.uint8))
        return mask.reshape(len(self), -1)

    def sides(self) -> tuple[Bitboards, Bitboards]:
        """The bitboards [n] of the player to move, and of the opponent.

        Where both players place either mark, the two arrays are X's and O's bitboards.
        """
        mover, other = np.empty_like(self.x), np.empty_like(self.o)
        of_boards(move_bits.planes_of, self.rules)(self.x, self.o, mover, other)
        return mover, other

    def planes(self, channels_last: bool = False, dtype: npt.DTypeLike = np.bool_) -> Array:
        """The boards as input for a neural network: the two bitboards of `sides` as two channels.

        An entry is 1 where the channel's bitboard has a stone, else 0, in the given dtype. The
        shape is [n, 2, rows, cols], or [n, rows, cols, 2] with the channels last. For a box, the
        shape has all axes of the board: with three axes, it is [n, 2, layers, rows, cols].

        >>> Positions.of([Position.parse("XO./.../...")]).planes(dtype=int)[0, 1, 0]
        array([0, 1, 0])
        >>> Positions.start(5, Rules.parse("2x3x4,3")).planes().shape
        (5, 2, 2, 3, 4)
        """
        rules = self.rules
        shape = (rules.cells, 2) if channels_last else (2, rules.cells)
        planes = np.empty((len(self), *shape), np.uint8)
        for player, stones in enumerate(self.sides()):
            room = planes[..., player] if channels_last else planes[:, player]
            write_cells(stones, room)
        grid = rules.geometry.sizes
        grids = planes.reshape(len(self), *((*grid, 2) if channels_last else (2, *grid)))
        return grids.view(np.bool_) if dtype == np.bool_ else grids.astype(dtype)

    def transform(self, by: AnySymmetry) -> Positions:
        """The images under the symmetry `by`. Raises `RulesError` if the board does not have it."""
        x, o = (image(side, by, self.rules) for side in (self.x, self.o))
        return Positions.unchecked(x, o, self.rules)

    def canonical(self) -> Positions:
        """The canonical forms: for each position, its least image under the board's symmetries.

        >>> print(Positions.of([Position.parse("..X/..O/...")]).canonical()[0])
        XO./.../...
        """
        x, o = np.empty_like(self.x), np.empty_like(self.o)
        write_least(self.x, self.o, x, o, self.rules)
        return Positions.unchecked(x, o, self.rules)

    def values(self) -> Int8s:
        """Values under best play, int8 [n], for the player to move: 1 (win), 0 (draw), -1 (loss).

        >>> Positions.of([Position.parse("XX./OO./...")]).values()
        array([1], dtype=int8)

        Raises `TooLargeError` for a board without a table, and `PositionError` for a position that
        play cannot reach, naming the first such item.
        """
        return np.sign(values.scores(self.x, self.o, self.rules))

    def remoteness(self) -> Uint8s:
        """The plies to the end under best play, uint8 [n]. Raises what `values` raises."""
        scores = values.scores(self.x, self.o, self.rules)
        last = self.rules.cells + (scores != 0) - np.abs(scores)
        return (last - self.plies()).astype(np.uint8)

    def best_moves(self) -> Bitboards:
        """Bitboards [n] of the moves that keep the value. Raises what `values` raises.

        Where a player has several marks, each mask has a bit for every move.

        >>> Positions.of([Position.parse("X../.../...")]).best_moves()    # the centre alone
        array([16], dtype=uint16)
        """
        return values.best_moves(self.x, self.o, self.rules)

    def to_arrow(self) -> Any:
        """A `pyarrow.Table` whose columns `x` and `o` hold the bitboards.

        A bitboard of several words is a list. Raises `MissingExtraError` without the extra
        `[parquet]`.

        >>> Positions.start(3).to_arrow().num_rows
        3
        """
        return table_of({"x": self.x, "o": self.o}, self.rules)

    def to_polars(self) -> Any:
        """A `polars.DataFrame` with the columns of `to_arrow`; needs the extra `[polars]` too."""
        require("polars", "data frames of Polars")
        import polars  # late: it is slow to import

        return polars.from_arrow(self.to_arrow())

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with the columns of `to_arrow`; needs the extra `[pandas]` too."""
        require("pandas", "data frames of pandas")
        return self.to_arrow().to_pandas()

    def _computed(self, expression: Expression, dtype: npt.DTypeLike) -> Array:
        out = np.empty(len(self), dtype)
        of_boards(expression, self.rules)(self.x, self.o, out)
        return out


def _given(side: npt.ArrayLike, name: str, rules: Rules) -> Bitboards:
    """A copy of one side's bitboards, each of which is checked."""
    words, error = words_of(rules), PositionError
    if words == 1:
        array = integers(side, name, error, OF_BOARDS)
        bounded(array, rules.board, f"of {name}", "bitboards", error)
        return np.array(array, board_dtype(rules))
    given = as_array(side, name, error)
    if given.size == 0:
        return zeros(0, rules)
    if given.ndim != 2 or given.shape[1] != words or given.dtype.kind not in "iu":
        raise error(
            f"{name} is an array of {given.dtype} {list(given.shape)}; the bitboards of {rules} "
            f"are integers [n, {words}], the word of the lowest cells first"
        )
    for at, most in enumerate(split(rules.board, words)):
        bounded(given[:, at], most, f"of word {at} of {name}", "words", error)
    return np.array(given, np.uint64, order="F")
