"""Every position of a board, or one for each class."""

from __future__ import annotations

import numpy as np

from noughts.arrays.dtypes import board_dtype
from noughts.arrays.positions import Positions
from noughts.core.answers import LAWS
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.datasets.columns import columns_of
from noughts.datasets.tables import Dataset
from noughts.errors import TooLargeError
from noughts.solver.tables.table import table

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
