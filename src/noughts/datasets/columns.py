"""`Dataset`: every position of a board, as columns for Arrow, Parquet, pandas and Polars."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from operator import attrgetter
from typing import Any, BinaryIO

import numpy as np

from noughts.arrays.arrow import pyarrow, table_of
from noughts.arrays.coding.api import encode
from noughts.arrays.memory import board_dtype, narrowest
from noughts.arrays.positions import Positions
from noughts.codecs.registry import codec, names
from noughts.core.html import html_table
from noughts.core.message_text import quoted
from noughts.core.names_from_elsewhere import LeadingABC, leading
from noughts.core.position import Position
from noughts.core.position_text import position_text
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.errors import DatasetError, TooLargeError
from noughts.kernels.dtypes import Array, Bools
from noughts.solver.tables.table import table
from noughts.system.extras import require
from noughts.system.files import replacing


def codecs_of(rules: Rules) -> list[str]:
    """The names of the codecs that have a code for every position of a board.

    >>> "base4" in codecs_of(Rules(2, 2, 2)), "word" in codecs_of(Rules(3, 3, 3))
    (True, False)
    """
    return [name for name in names(rules) if codec(name, rules).holds is Position]


def texts_of(every: Positions) -> Array:
    """Each position as text."""
    pairs = zip(every.x.tolist(), every.o.tolist(), strict=True)
    return np.array([position_text(x, o, every.rules) for x, o in pairs])


def classes_of(every: Positions) -> tuple[Array, Array, Array]:
    """For each position, its class's number and size, and whether it is the class's least image.

    Symmetry classes are numbered in the order of the codes `x | o << cells` of their least images.
    """
    least, cells = every.canonical(), every.rules.cells
    own, codes = (each.x | each.o.astype(np.int64) << cells for each in (every, least))
    known, which, sizes = np.unique(codes, return_inverse=True, return_counts=True)
    number = which.astype(narrowest(len(known).bit_length()))
    return number, sizes.astype(np.uint16)[which], own == codes


# The meaning of each column, and the function that computes it. A column for each codec follows.
COLUMNS: dict[str, tuple[str, Callable[[Positions], Array]]] = {
    "text": ("the board, row by row", texts_of),
    "x": ("X's stones: bit i is cell i", attrgetter("x")),
    "o": ("O's stones", attrgetter("o")),
    "ply": ("how many stones there are", Positions.plies),
    "turn": ("who moves: 1 is X, 2 is O", Positions.turns),
    "outcome": ("0: the game goes on; 1: X has won; 2: O has won; 3: a draw", Positions.outcomes),
    "legal": ("the cells that may be played, a bit a cell", Positions.legal),
    "value": ("1, 0 or -1: what best play brings to the player to move", Positions.values),
    "remoteness": ("the plies to the end if both play best", Positions.remoteness),
    "best_moves": ("the moves that keep the value, a bit a move", Positions.best_moves),
    "class": ("the number of the symmetry class", lambda every: classes_of(every)[0]),
    "class_size": ("how many positions the class has", lambda every: classes_of(every)[1]),
    "is_least": (
        "whether the position stands for its class: it is the least image",
        lambda every: classes_of(every)[2],
    ),
}


def columns_of(every: Positions) -> dict[str, Array]:
    """All columns for all positions of a board, each an array [n]."""
    known = {name: of(every) for name, (_, of) in COLUMNS.items()}
    return known | {name: encode(every, name) for name in codecs_of(every.rules)}


def about(name: str, rules: Rules) -> str:
    """A one-line description of a column for a board."""
    return COLUMNS[name][0] if name in COLUMNS else f"its code: {codec(name, rules).about}"


SHOWN = 10  # rows in a notebook
FORMATS = {".parquet": "Parquet", ".arrow": "Arrow's file format"}  # by file name extension


@leading
class Dataset(Mapping[str, Array], metaclass=LeadingABC):
    """Positions of a board, one per row: a mapping from column names to arrays [n].

    >>> from noughts.datasets import dataset
    >>> positions = dataset("2,2,2")
    >>> positions["value"][0], positions["remoteness"][0]    # of the empty board
    (np.int8(1), np.uint8(3))
    >>> positions.rows, list(positions)[:4]
    (29, ['text', 'x', 'o', 'ply'])
    """

    def __init__(self, rules: Rules, columns: Mapping[str, Array]) -> None:
        self.rules = rules
        self._columns = dict(columns)

    def __getitem__(self, name: str) -> Array:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        """The number of columns; `rows` is the number of positions."""
        return len(self._columns)

    def __repr__(self) -> str:
        return f"<{self.rows} positions of {self.rules}, {len(self)} columns>"

    def _repr_html_(self) -> str:
        few = ([column[at] for column in self._columns.values()] for at in range(self.rows)[:SHOWN])
        return html_table(repr(self)[1:-1], [[*self], *few])

    @property
    def rows(self) -> int:
        """The number of positions."""
        return len(self._columns["x"])

    def where(self, mask: Bools) -> Dataset:
        """The positions that a mask [n] selects."""
        return Dataset(self.rules, {name: column[mask] for name, column in self.items()})

    def about(self, name: str) -> str:
        """A one-line description of a column.

        >>> from noughts.datasets import dataset
        >>> dataset("2,2,2").about("ply")
        'how many stones there are'
        """
        return about(name, self.rules)

    def to_arrow(self) -> Any:
        """A `pyarrow.Table`, whose metadata has the board and a description of each column.

        Raises `MissingExtraError` if PyArrow, from the extra `[parquet]`, is not installed.
        """
        return table_of(self._columns, self.rules, {name: self.about(name) for name in self})

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame`. Raises `MissingExtraError` without the extra `[pandas]`."""
        require("pandas", "data frames of pandas")
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """A `polars.DataFrame`. Raises `MissingExtraError` without the extra `[polars]`."""
        require("polars", "data frames of Polars")
        import polars  # late: it is slow to import

        return polars.from_arrow(self.to_arrow())

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write a Parquet file or an Arrow file; its name must end with `.parquet` or `.arrow`.

        If writing fails, an existing file stays unchanged. Raises `DatasetError` if the name ends
        otherwise, and `MissingExtraError` if PyArrow is not installed.
        """
        check_name(path)
        table = self.to_arrow()
        with replacing(path) as part, open(part, "wb") as file:
            write_table(table, file, os.fspath(path))


def check_name(path: str | os.PathLike[str]) -> None:
    """Raise `DatasetError` unless a file's name ends with `.parquet` or `.arrow`."""
    if not os.fspath(path).endswith(tuple(FORMATS)):
        known = " or ".join(f"{end} for {name}" for end, name in FORMATS.items())
        raise DatasetError(
            f"{quoted(os.fspath(path))} does not say what to write; it may end in {known}"
        )


def write_table(table: Any, file: BinaryIO, name: str) -> None:
    """Write an Arrow table to an open file, in the format that the extension of `name` selects."""
    pa = pyarrow()
    if name.endswith(".parquet"):
        import_module("pyarrow.parquet").write_table(table, file)  # late, like PyArrow itself
    else:
        with pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table)


DATASET_CELLS = 12  # the largest board, as memory holds every column of all positions


def dataset(board: Rules | str = TICTACTOE, classes: bool = False) -> Dataset:
    """All positions that play can reach, sorted by ply and then by `x | o << cells`.

    With `classes`, only the least image of each symmetry class is included.

    >>> dataset("2,2,2").rows, dataset("2,2,2", classes=True).rows    # of 3x3: 5478 and 765
    (29, 6)

    Raises `RulesError` for a board that is not valid, and `TooLargeError` for a board of more than
    12 cells.
    """
    rules = as_rules(board)
    if rules.cells > DATASET_CELLS:
        raise TooLargeError(
            f"{rules} has {rules.cells} cells; a dataset holds every position, and takes a board "
            f"of up to {DATASET_CELLS}"
        )
    codes = np.fromiter(table(rules).scores, np.int64)
    sides = codes & rules.board, codes >> rules.cells
    order = np.lexsort((codes, np.bitwise_count(codes)))
    x, o = (side[order].astype(board_dtype(rules)) for side in sides)
    every = Dataset(rules, columns_of(Positions.unchecked(x, o, rules)))
    return every.where(every["is_least"]) if classes else every
