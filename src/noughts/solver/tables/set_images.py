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
from noughts.system.progress import Progress, limited


def least_sets(
    sets: npt.NDArray[Any], rules: Rules, progress: Progress | None = None
) -> tuple[npt.NDArray[Any], npt.NDArray[np.uint8]]:
    """The least image of each set, and the first symmetry that takes the set there.

    `progress` is called with how many symmetries are done and how many there are.

    >>> from noughts import TICTACTOE, Symmetry
    >>> least, symmetry = least_sets(np.array([0b001, 0b100, 1 << 8]), TICTACTOE)
    >>> least.tolist(), Symmetry(symmetry[1]).name
    ([1, 1, 1], 'MIRROR')
    """
    report, every = limited(progress), symmetries(rules)
    least, symmetry = sets.copy(), np.zeros(len(sets), np.uint8)
    for done, by in enumerate(every):
        report(done, len(every))
        image = transform(sets, by, rules)
        symmetry[image < least] = by
        np.minimum(least, image, out=least)
    return least, symmetry


def sources(rules: Rules) -> npt.NDArray[np.int64]:
    """For each symmetry and cell, the cell that is taken there: int64 [symmetries, cells].

    >>> from noughts import TICTACTOE, Symmetry
    >>> sources(TICTACTOE)[Symmetry.ROTATE_90].tolist()
    [6, 3, 0, 7, 4, 1, 8, 5, 2]
    """
    found = np.zeros((max(symmetries(rules)) + 1, rules.cells), np.int64)
    for by in symmetries(rules):
        for cell in range(rules.cells):
            found[by, transform_cell(cell, by, rules)] = cell
    return found
