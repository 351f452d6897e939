"""`Dataset`: every position of a board as columns that go to Arrow, Parquet, pandas and Polars."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays.arrow import pyarrow, table_of
from noughts.arrays.memory import board_dtype
from noughts.arrays.positions import Positions
from noughts.core.answers import LAWS
from noughts.core.quoting import quoted
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.datasets.columns import about, columns_of
from noughts.errors import DatasetError, TooLargeError
from noughts.solver.tables.table import table
from noughts.system.extras import require
from noughts.system.files import replacing

FORMATS = {".parquet": "Parquet", ".arrow": "Arrow's file format"}  # by the end of a name


class Dataset(Mapping[str, npt.NDArray[Any]]):
    """Positions of a board, a row each; a column is an array [n] by its name.

    >>> from noughts.datasets import dataset
    >>> positions = dataset("2,2,2")
    >>> positions["value"][0], positions["remoteness"][0]    # of the empty board
    (np.int8(1), np.uint8(3))
    >>> positions.rows, list(positions)[:4]
    (29, ['text', 'x', 'o', 'ply'])
    """

    def __init__(self, rules: Rules, columns: Mapping[str, npt.NDArray[Any]]) -> None:
        self.rules = rules
        self._columns = dict(columns)

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        return self._columns[name]

    def __iter__(self) -> Any:
        return iter(self._columns)

    def __len__(self) -> int:
        """How many columns there are; `rows` says how many positions."""
        return len(self._columns)

    def __repr__(self) -> str:
        return f"<{self.rows} positions of {self.rules}, {len(self)} columns>"

    @property
    def rows(self) -> int:
        """How many positions there are."""
        return len(self._columns["x"])

    def where(self, mask: npt.NDArray[np.bool_]) -> Dataset:
        """The positions that a mask [n] chooses."""
        return Dataset(self.rules, {name: column[mask] for name, column in self.items()})

    def about(self, name: str) -> str:
        """What a column says, in a line.

        >>> from noughts.datasets import dataset
        >>> dataset("2,2,2").about("ply")
        'how many stones there are'
        """
        return about(name, self.rules)

    def to_arrow(self) -> Any:
        """A `pyarrow.Table`; its metadata has the board, and what each column says.

        Raises `MissingExtraError` if PyArrow is not installed; it is in the extra `[parquet]`.
        """
        return table_of(self._columns, self.rules, {name: self.about(name) for name in self})

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame`. Raises `MissingExtraError` without the extra `[pandas]`."""
        require("pandas", "data frames of pandas")
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """A `polars.DataFrame`. Raises `MissingExtraError` without the extra `[polars]`."""
        require("polars", "data frames of Polars")
        import polars  # late: it takes long to import

        return polars.from_arrow(self.to_arrow())

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write a file, Parquet or Arrow by the end of its name: `.parquet` or `.arrow`.

        If writing fails, the old file stays. Raises `DatasetError` for another name, and
        `MissingExtraError` if PyArrow is not installed.
        """
        check_name(path)
        table = self.to_arrow()
        with replacing(path) as part, open(part, "wb") as file:
            write_table(table, file, os.fspath(path))


def check_name(path: str | os.PathLike[str]) -> None:
    """Raise `DatasetError` unless a file's name says what is to be written."""
    if not os.fspath(path).endswith(tuple(FORMATS)):
        known = " or ".join(f"{end} for {name}" for end, name in FORMATS.items())
        raise DatasetError(
            f"{quoted(os.fspath(path))} does not say what to write; it may end in {known}"
        )


def write_table(table: Any, file: Any, name: str) -> None:
    """Write an Arrow table into an open file, in the format of a name."""
    pa = pyarrow()
    if name.endswith(".parquet"):
        import_module("pyarrow.parquet").write_table(table, file)  # late, as PyArrow itself
    else:
        with pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table)


DATASET_CELLS = 12  # of a board whose positions are all held at once, with every column


def dataset(board: Rules | str = TICTACTOE, classes: bool = False) -> Dataset:
    """All positions that play can reach, by ply and then by `x | o << cells`.

    With `classes`, only the least image of each class: positions that are alike up to symmetry.

    >>> dataset("2,2,2").rows, dataset("2,2,2", classes=True).rows    # of 3x3: 5478 and 765
    (29, 6)

    Raises `RulesError` for a board that is not valid, and `TooLargeError` for one of more than 12
    cells.
    """
    rules = as_rules(board)
    rules.require("a dataset", *LAWS)
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
