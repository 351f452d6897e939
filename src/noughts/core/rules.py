"""`Rules`: a geometry and what a line means, with the constants that every expression uses.

Only this module writes and reads rules, as text (`str`, `Rules.parse`) and as bytes (`to_bytes`,
`Rules.from_bytes`). Both know the kinds of board that `KINDS` lists, and refuse by name what they
cannot express in full.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, NoReturn, Self, overload

from noughts.core import bits
from noughts.core.box import Box
from noughts.core.directions import Direction, doublings
from noughts.core.geometry import AnySymmetry, Flat, Geometry, check_size
from noughts.core.quoting import quoted
from noughts.core.torus import Torus
from noughts.errors import RulesError

EMPTY, X, O = 0, 1, 2  # noqa: E741 - O is the player's name; the marks are also 2-bit patterns
MARK_NAMES = (".", "X", "O")
LARGEST_BOARD = 1_000_000  # cells; larger boards would only fill the memory

MISERE = ",misere"
LONGEST_TEXT = 100  # of a board
BYTES = 16  # four uint32, little-endian: two sizes, k, and flags: misère, then the kind


class Kind(NamedTuple):
    """A kind of board and how it is written: its sizes, k, and a word that names the kind.

    >>> Kind(Torus, word="torus").text, Kind(Box, between="x").text
    ('ROWS,COLS,K,torus', 'AxBxC,K')
    """

    geometry: type[Geometry]
    between: str = ","  # what stands between the sizes
    word: str = ""

    @property
    def text(self) -> str:
        """How it is written, for people."""
        names = [name.upper() for name in self.geometry.names or "abc"]
        return self._joined([*names, "K"])

    def read(self, text: str) -> tuple[Geometry, int] | None:
        """The board and k of a text, or None if it is not of this kind."""
        # Nine digits at most: int() itself refuses thousands of them, in words of its own.
        numbers = re.findall("[0-9]{1,9}", text[:LONGEST_TEXT])
        if len(numbers) - 1 not in self.geometry.axes or self._joined(numbers) != text:
            return None
        *sizes, k = map(int, numbers)
        return self.geometry(*sizes), k

    def written(self, geometry: Geometry, k: int) -> str:
        """The text of a board of this kind."""
        return self._joined([*map(str, geometry.sizes), str(k)])

    def _joined(self, numbers: list[str]) -> str:
        *sizes, k = numbers
        return ",".join([self.between.join(sizes), k, *filter(None, [self.word])])


# A kind's place here is its number in bytes, so a new one goes at the end.
KINDS: tuple[Kind, ...] = (
    Kind(Flat),
    Kind(Box, between="x"),
    Kind(Torus, word="torus"),
)


def how_to_write() -> str:
    """How a board is written, for messages and help.

    >>> how_to_write()
    'ROWS,COLS,K or AxBxC,K or ROWS,COLS,K,torus, with ,misere at the end if a line loses'
    """
    return f"{' or '.join(kind.text for kind in KINDS)}, with {MISERE} at the end if a line loses"


class Rules:
    """An m,n,k-game: the first with `k` in a row on `rows` x `cols` wins, or in misère loses.

    >>> Rules(3, 3, 3)
    Rules(rows=3, cols=3, k=3, misere=False)
    >>> str(Rules(4, 5, 4, misere=True))
    '4,5,4,misere'

    `Rules(geometry=..., k=..., misere=...)` takes a board of any kind that `KINDS` lists.
    Raises `RulesError` for a board on which no line of `k` fits.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("geometry", "k", "misere")
    geometry: Geometry
    k: int
    misere: bool

    @overload
    def __init__(self, rows: int, cols: int, k: int, misere: bool = False) -> None: ...
    @overload
    def __init__(self, *, geometry: Geometry, k: int, misere: bool = False) -> None: ...

    def __init__(
        self,
        rows: Any = None,
        cols: Any = None,
        k: Any = None,
        misere: bool = False,
        *,
        geometry: Geometry | None = None,
    ) -> None:
        board = Flat(rows, cols) if geometry is None else geometry
        check_size("k", k)
        if board.cells > LARGEST_BOARD:
            raise RulesError(f"a {board} board is too large; the most is {LARGEST_BOARD} cells")
        if k > board.longest:
            raise RulesError(
                f"no line of {k} fits on a {board} board; k may be 1 to {board.longest}"
            )
        if type(misere) is not bool:
            raise RulesError(f"misere is {quoted(misere)}; True or False is needed")
        vars(self).update(geometry=board, k=k, misere=misere)  # past __setattr__, which refuses

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"Rules do not change; {name} cannot be set")

    @classmethod
    def parse(cls, text: str) -> Rules:
        """The rules in the form that `str` writes, such as `4,5,4`, `3x3x3,3` or `3,3,3,torus`.

        >>> Rules.parse("4,5,4")
        Rules(rows=4, cols=5, k=4, misere=False)
        >>> Rules.parse("3x3x3,3,misere").about
        '3 x 3 x 3 tic-tac-toe, 3 in a row, misere: whoever makes a line loses'

        Raises `RulesError` for any other text.
        """
        board = text.removesuffix(MISERE)
        for kind in KINDS:
            found = kind.read(board)
            if found:
                geometry, k = found
                return cls(geometry=geometry, k=k, misere=board != text)
        raise RulesError(f"{quoted(text)} is not a valid board; write {how_to_write()}")

    def __str__(self) -> str:
        kind = KINDS[self._kind()]
        return kind.written(self.geometry, self.k) + MISERE * self.misere

    def to_bytes(self) -> bytes:
        """The rules in 16 bytes: rows, cols, k and 1 for misère, each uint32, little-endian.

        The last word holds the kind of board from bit 1 on. A box has its sizes, a byte each, in
        place of rows and cols.

        >>> Rules(3, 3, 3, misere=True).to_bytes().hex(" ", 4)
        '03000000 03000000 03000000 01000000'

        Raises `RulesError` for rules that 16 bytes cannot hold.
        """
        kind = self._kind()
        words = (*self.geometry.to_words(), self.k, self.misere | kind << 1)
        return b"".join(word.to_bytes(4, "little") for word in words)

    @classmethod
    def from_bytes(cls, data: bytes) -> Rules:
        """The rules that `to_bytes` wrote. Raises `RulesError` for any other bytes.

        >>> Rules.from_bytes(Rules(4, 5, 4).to_bytes())
        Rules(rows=4, cols=5, k=4, misere=False)
        """
        if len(data) != BYTES:
            raise RulesError(f"{len(data)} bytes are not rules; rules take {BYTES}")
        *words, k, flags = (int.from_bytes(data[at : at + 4], "little") for at in (0, 4, 8, 12))
        if flags >> 1 >= len(KINDS):
            raise RulesError(
                f"boards of kind {flags >> 1} are unknown; kinds are 0 to {len(KINDS) - 1}"
            )
        geometry = KINDS[flags >> 1].geometry.from_words(*words)
        return cls(geometry=geometry, k=k, misere=bool(flags & 1))

    def _kind(self) -> int:
        """The number of the board's kind. Raises `RulesError` if text and bytes would lose a part.

        Only the exact type counts: a subclass of a kind has other lines.
        """
        for number, kind in enumerate(KINDS):
            if kind.geometry is type(self.geometry) and type(self) is Rules:
                return number
        raise RulesError(f"{self!r} is not of a kind that noughts.core.rules.KINDS lists")

    def __repr__(self) -> str:
        said = self._said
        if type(self.geometry) is Flat:
            board = said.pop("geometry")
            said = dict(zip(board.names, board.sizes, strict=True)) | said
        return f"{type(self).__name__}({', '.join(f'{n}={v!r}' for n, v in said.items())})"

    def __reduce__(self) -> tuple[Callable[..., Rules], tuple[type[Rules], dict[str, Any]]]:
        # A copy works out the constants again when it needs them; they do not travel with it.
        return _made, (type(self), self._said)

    @property
    def _said(self) -> dict[str, Any]:
        """Every field by its name, including those that a subclass adds to `FIELDS`."""
        return {name: getattr(self, name) for name in self.FIELDS}

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        return type(self), *self._said.values()

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return self._key == other._key if isinstance(other, Rules) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def normal(self) -> Self:
        """The same board and lines, but a line wins."""
        return self.replace(misere=False)

    def replace(self, **changes: Any) -> Self:
        """The same rules with the given fields changed.

        >>> Rules(3, 3, 3).replace(misere=True)
        Rules(rows=3, cols=3, k=3, misere=True)
        """
        return type(self)(**self._said | changes)

    __replace__ = replace  # what copy.replace calls

    @property
    def about(self) -> str:
        """The rules in words.

        >>> Rules(3, 3, 3, misere=True).about
        '3 x 3 tic-tac-toe, 3 in a row, misere: whoever makes a line loses'
        """
        loses = ", misere: whoever makes a line loses" if self.misere else ""
        return f"{self.geometry.about} tic-tac-toe, {self.k} in a row{loses}"

    def require_kind(self, what: str, *kinds: type[Geometry]) -> None:
        """Raise `RulesError`, naming `what`, unless this is a plain board of one of the kinds.

        For code that has its own lines or symmetries instead of asking the geometry.
        """
        if type(self.geometry) not in kinds or type(self) is not Rules:
            texts = " or ".join(kind.text for kind in KINDS if kind.geometry in kinds)
            raise RulesError(f"{self!r} is not a board that {what} can take; write {texts}")

    @property
    def rows(self) -> int:
        """The number of rows. Raises `RulesError` for a board that is not flat."""
        return self._flat.rows

    @property
    def cols(self) -> int:
        """The number of columns. Raises `RulesError` for a board that is not flat."""
        return self._flat.cols

    @cached_property
    def _flat(self) -> Flat:
        if not isinstance(self.geometry, Flat):
            raise RulesError(f"{self!r} has no rows and columns; ask its geometry for its sizes")
        return self.geometry

    @cached_property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.geometry.cells

    @cached_property
    def board(self) -> int:
        """The bitboard of all cells."""
        return (1 << self.cells) - 1

    @cached_property
    def directions(self) -> tuple[Direction, ...]:
        """The ways in which a line fits, with the cells where one begins.

        >>> for direction in Rules(3, 3, 3).directions:
        ...     print(direction.shift, format(direction.starts, "09b"))
        1 001001001
        3 000000111
        4 000000001
        2 000000100
        """
        return self.geometry.directions(self.k)

    @cached_property
    def symmetries(self) -> tuple[AnySymmetry, ...]:
        """The symmetries of the board, which take lines to lines; the identity comes first."""
        return self.geometry.symmetries(self.k)

    @cached_property
    def foldings(self) -> tuple[int, ...]:
        """The shifts that bring every cell of the board down onto cell 0."""
        return doublings(self.cells)

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """Every line as a mask, ordered by direction and then by the cell where it starts.

        >>> Rules(3, 3, 3).lines
        (7, 56, 448, 73, 146, 292, 273, 84)
        """
        return tuple(
            bits.line_from(1 << start, direction)
            for direction in self.directions
            for start in bits.cells_of(direction.starts)
        )


def _made(kind: type[Rules], said: dict[str, Any]) -> Rules:
    """Make a copy for `__reduce__`: call the constructor with every field by its name."""
    return kind(**said)


TICTACTOE: Rules = Rules(3, 3, 3)  # the type is for mypy, which meets some of its readers first


def as_rules(board: Rules | str) -> Rules:
    """The rules given as `Rules` or as text.

    >>> as_rules("4,4,4")
    Rules(rows=4, cols=4, k=4, misere=False)

    Raises `RulesError` for anything else.
    """
    if isinstance(board, Rules):
        return board
    if isinstance(board, str):
        return Rules.parse(board)
    raise RulesError(f"{quoted(board)} is not a board; give Rules, or their text as in '3,3,3'")
