"""Where the symmetries take sets of cells, in arrays: what the scores of a file are found by.

O's stones are such a set. A file has the scores of one set for each class, the least image, so both
who writes it and who reads it ask for that image and for the way there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.core.rules import Rules
from noughts.core.symmetry import symmetries, transform, transform_cell
from noughts.system.progress import Reporter, limited


def least_sets(
    sets: npt.NDArray[Any], rules: Rules, progress: Reporter | None = None
) -> tuple[npt.NDArray[Any], npt.NDArray[np.uint16]]:
    """The least image of each set, and the number of the first symmetry that takes the set there.

    `progress` is called with how many symmetries are done and how many there are.

    >>> from noughts import TICTACTOE
    >>> least, symmetry = least_sets(np.array([0b001, 0b100, 1 << 8]), TICTACTOE)
    >>> least.tolist(), symmetries(TICTACTOE)[symmetry[1]].name
    ([1, 1, 1], 'MIRROR')
    """
    report, every = limited(progress), symmetries(rules)
    least, symmetry = sets.copy(), np.zeros(len(sets), np.uint16)
    for number, by in enumerate(every):
        report(number, len(every))
        image = transform(sets, by, rules)
        symmetry[image < least] = number
        np.minimum(least, image, out=least)
    return least, symmetry


def sources(rules: Rules) -> npt.NDArray[np.int64]:
    """For the number of each symmetry and for each cell, the cell that is taken there.

    >>> from noughts import TICTACTOE, Symmetry
    >>> sources(TICTACTOE)[symmetries(TICTACTOE).index(Symmetry.ROTATE_90)].tolist()
    [6, 3, 0, 7, 4, 1, 8, 5, 2]
    """
    found = np.zeros((len(symmetries(rules)), rules.cells), np.int64)
    for number, by in enumerate(symmetries(rules)):
        for cell in range(rules.cells):
            found[number, transform_cell(cell, by, rules)] = cell
    return found
