"""The base classes of codecs, small objects that turn values into ints (their codes) and back.

Codec
├── PositionCodec      encodes positions
│   └── CellCodec      gives every cell a fixed place in the code, where the cell can be read
└── GameCodec          encodes finished games, with every move in order
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum
from operator import index
from typing import Any, ClassVar, Generic, NamedTuple, NoReturn, TypeVar

from noughts.core.answers import Law
from noughts.core.bits import B, cells_of
from noughts.core.cell_names import Cell, cell_name, checked_cell
from noughts.core.game import Game
from noughts.core.message_text import quoted, shown
from noughts.core.position import Position
from noughts.core.rules import EMPTY, TICTACTOE, O, Rules
from noughts.errors import CodeError, PositionError, TooLargeError

CODEC_CELLS = 10_000  # the most for a codec: some constants grow with the square of this number

V = TypeVar("V")


class Field(NamedTuple):
    """A field of a code: neighbouring digits, and their meaning.

    `low` is the index of the field's lowest digit (the code's lowest digit has the index 0),
    `width` is the number of digits, and `name` is their meaning. `cell` is the cell to which the
    digits belong, or None.

    >>> from noughts.codecs import codec
    >>> codec("base4").layout[-1]
    Field(name='cell', low=0, width=2, cell=0)
    """

    name: str
    low: int
    width: int
    cell: int | None = None


class Bulk(Enum):
    """How a codec runs on arrays; `noughts.arrays.coding` has a coder for each way.

    >>> from noughts.codecs import codec
    >>> codec("pair").bulk.name, codec("record").bulk.name
    ('BITS', 'GAME_TREE')
    """

    ITEMS = "the codec itself, once for each position of a small board, else item by item"
    BITS = "the bit expressions `encode_bits` and `decode_bits`, recorded as loops"
    SUBSETS = "the combinatorial number system of `balanced`, by tables of binomials"
    GAME_TREE = "the `branches` of `record`, as tables"
    WORDS = "the codes as they are"


class Codec(ABC, Generic[V]):
    """One representation of the positions or games of one board.

    `decode` inverts `encode`; where all values of a symmetry class share a code, it gives the
    representative of the class. `encode` raises `CodeError` for a value that the codec cannot hold,
    and `decode` for a code without a value, with the reason. The constructor raises `TooLargeError`
    for a board of more than `CODEC_CELLS` cells.

    >>> from noughts.codecs import codec
    >>> canonical = codec("canonical")
    >>> canonical.size, canonical.bits, canonical.codes, canonical.signed
    (765, 10, range(0, 765), False)
    """

    name: ClassVar[str]
    about: ClassVar[str]  # one line for people
    holds: ClassVar[type[Any]]  # Position, Game or Word
    any_board: ClassVar[bool] = False  # False: 3x3 alone
    laws: ClassVar[tuple[Law, ...]] = ("stones",)  # the laws that a game must have
    bulk: ClassVar[Bulk] = Bulk.ITEMS
    radix: ClassVar[int] = 2  # of the digits that `layout` describes

    rules: Rules
    size: int  # the number of codes in range

    def __init_subclass__(cls) -> None:
        """A subclass with its own `encode` or `decode` does not inherit its base class's `bulk`."""
        own = vars(cls).keys()
        if "bulk" not in own and own & {"encode", "decode", "_encode", "_decode"}:
            cls.bulk = Bulk.ITEMS

    def __init__(self, rules: Rules = TICTACTOE) -> None:
        if rules != TICTACTOE and not self.any_board:
            raise CodeError(f"{self.name} is for {TICTACTOE} alone, not for {rules}")
        if rules.cells > CODEC_CELLS:
            raise TooLargeError(
                f"{rules} has {rules.cells} cells; codecs are for boards of up to {CODEC_CELLS}"
            )
        self.rules = rules

    @property
    def bits(self) -> int:
        """The number of bits into which every code in range fits."""
        return (self.size - 1).bit_length()

    @property
    def codes(self) -> range:
        """The codes in range. Some of them may have no value; `decode` refuses these."""
        return range(self.size)

    @property
    def signed(self) -> bool:
        """Whether codes may be negative."""
        return self.codes.start < 0

    @property
    def layout(self) -> tuple[Field, ...]:
        """The fields of a code, the most significant first; together they cover the code."""
        return (Field("number", 0, self.bits),)

    @abstractmethod
    def encode(self, value: V) -> int:
        """The code of a value."""

    @abstractmethod
    def decode(self, code: int) -> V:
        """The value of a code."""

    @abstractmethod
    def adapt(self, value: Any) -> V:
        """A value of any codec (a Position, Game or Word), converted to this codec's kind of value.

        Raises `CodeError` if the value lacks information that this codec needs.
        """

    def _checked(self, code: int) -> int:
        """The code as a plain int. Raises `CodeError` for a code out of range."""
        code = index(code)
        if not 0 <= code < self.size:
            self._refuse_code(code)
        return code

    def _refuse_code(self, code: int) -> NoReturn:
        codes = self.codes
        raise CodeError(
            f"{shown(code)} is not a code of {self.name} for {self.rules}; "
            f"codes are {codes.start} to {shown(codes.stop - 1)}"
        )

    def _refuse_value(self, value: object) -> NoReturn:
        kind = self.holds.__name__
        raise CodeError(f"{quoted(value)} is not a {kind}, which is what {self.name} holds")

    def __repr__(self) -> str:
        return f"<codec {self.name} of {self.rules}: {self.bits} bits>"


class PositionCodec(Codec[Position]):
    """A codec that encodes a position through its two bitboards.

    >>> from noughts.codecs import codec
    >>> isinstance(codec("ordinal"), PositionCodec), isinstance(codec("record"), PositionCodec)
    (True, False)
    """

    holds = Position

    def adapt(self, value: Any) -> Position:
        """The position that a value holds; for a game, the position at its end."""
        return position_of(value)

    def encode(self, position: Position) -> int:
        """The code of a position of this board. Raises `CodeError` for anything else."""
        rules = self.rules
        if not isinstance(position, Position):
            self._refuse_value(position)
        # `is` comes first, since a comparison of equal rules costs as much as all the rest.
        if position.rules is not rules and position.rules != rules:
            raise CodeError(
                f"{self.name} of {rules} cannot hold a position of {position.rules}; "
                "a codec is for one board"
            )
        return self._encode(position.x, position.o)

    def decode(self, code: int) -> Position:
        """A code's position. Raises `CodeError`, with the reason, if the code has no position."""
        code = self._checked(code)
        x, o = self._decode(code)
        try:
            return Position(x, o, self.rules)
        except PositionError as error:
            raise CodeError(f"{self.name} code {shown(code)}: {error}") from None

    @abstractmethod
    def _encode(self, x: int, o: int) -> int: ...

    @abstractmethod
    def _decode(self, code: int) -> tuple[int, int]: ...


def position_of(value: Any) -> Position:
    """The position that a codec's value holds; for a game, the position at its end.

    >>> from noughts import Game
    >>> print(position_of(Game.parse("a1 b2")))
    X../.O./...
    """
    position: Position = value if isinstance(value, Position) else value.position
    return position


class GameCodec(Codec[Game]):
    """A codec of finished games from the empty board, with every move in order.

    >>> from noughts.codecs import codec
    >>> record = codec("record")
    >>> isinstance(record, GameCodec), str(record.decode(7316))
    (True, 'a1 a2 b1 b2 c1')
    """

    holds = Game

    def adapt(self, value: Any) -> Game:
        """The game itself. Raises `CodeError` for positions and words, which hold no moves."""
        if not isinstance(value, Game):
            raise CodeError(f"{self.name} needs the moves of a finished game")
        return value

    def _checked_moves(self, game: Game) -> tuple[int, ...]:
        """The moves of a game. Raises `CodeError` for a game that the codec cannot hold."""
        if not isinstance(game, Game):
            self._refuse_value(game)
        check_board(self, game.rules)
        start = game.start
        if start.ply:
            reason = f": {start.unreachable}" if start.unreachable else ""
            raise CodeError(
                f"{self.name} holds whole games, but this one starts from {start}{reason}"
            )
        if not game.outcome:
            raise CodeError(
                f"{self.name} holds finished games, but after {len(game.moves)} moves "
                f"{game.turn} is to move in this one"
            )
        return game.moves


def check_board(codec: Codec[Any], rules: Rules) -> None:
    """Raise `CodeError` if a codec of games is for a board other than `rules`."""
    if rules != codec.rules:
        raise CodeError(f"{codec.name} holds games of {codec.rules}, not of {rules}")


INVALID = 3  # the pattern 11, which is not a mark


class CellCodec(PositionCodec):
    """A codec whose cells can be read and written one by one, independently of all other cells.

    `encode_bits` and `decode_bits` are bit expressions that encode and decode without any checks.
    They take ints, integer arrays (the dtype is kept) and, except for decoding in `base3`, a
    solver's bit-vectors. The elements of an array need at least `bits` bits or, for encoding in
    `base3`, two bits per cell.

    >>> from noughts.codecs import codec
    >>> pair = codec("pair")
    >>> pair.set(1, "b2", 1), pair.get(17, "b2"), pair.encode_bits(0b000_010_001, 0)
    (17, 1, 17)
    """

    bulk = Bulk.BITS
    _places: tuple[int, ...]  # the place of each cell in the code, in the codec's unit

    @abstractmethod
    def encode_bits(self, x: B, o: B) -> B:
        """The code of two disjoint bitboards on the board."""

    @abstractmethod
    def decode_bits(self, code: B) -> tuple[B, B]:
        """The bitboards `(x, o)` of a code in range; a cell with the pattern 11 is in both."""

    def within(self, bits: int) -> CellCodec:  # noqa: ARG002 - most are as they are
        """A codec with the same codes, whose expressions fit in `bits` bits if the codes do."""
        return self

    @abstractmethod
    def get(self, code: int, cell: Cell) -> int:
        """The mark (EMPTY, X or O) of a cell given by number or name.

        Raises `CellError` for a cell off the board, and `CodeError` for a code out of range or a
        cell with an invalid pattern. No other cell is read, except on boards in a board: there, the
        pattern 11 stands for the last stone, and all cells are read to find its mark.
        """

    @abstractmethod
    def set(self, code: int, cell: Cell, mark: int) -> int:
        """The code with a new mark in a cell, even if play cannot reach the resulting grid.

        Raises `CellError` for a cell off the board, and `CodeError` for a code out of range or
        an invalid mark.
        """

    def _encode(self, x: int, o: int) -> int:
        return self.encode_bits(x, o)

    def _decode(self, code: int) -> tuple[int, int]:
        x, o = self.decode_bits(code)
        if x & o and not self.rules.outer:
            self._refuse_pattern(code, next(cells_of(x & o)))
        return x, o

    def _located(self, code: int, cell: Cell, mark: int = EMPTY) -> tuple[int, int]:
        """The code as a plain int, and the cell's place in it, after all arguments are checked."""
        code = index(code)
        if not 0 <= code < self.size:
            self._refuse_code(code)
        if type(cell) is not int or not 0 <= cell < self.rules.cells:
            cell = checked_cell(cell, self.rules)
        if not EMPTY <= mark <= O:
            raise CodeError(f"{mark} is not a mark; marks are 0 (empty), 1 (X) and 2 (O)")
        return code, self._places[cell]

    def _refuse_pattern(self, code: int, cell: Cell) -> NoReturn:
        cell = checked_cell(cell, self.rules)
        raise CodeError(
            f"{self.name} code {shown(code)}: cell {cell} ({cell_name(cell, self.rules)}) holds "
            "the pattern 11; a cell holds 00 (empty), 01 (X) or 10 (O)"
        )
