"""What a policy says in the rows of the levels, checked, as probabilities that add up to 1."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays.choosing.choosers import BatchPolicy
from noughts.arrays.positions import Positions
from noughts.evaluate.compiled import loops
from noughts.evaluate.levels import PART, Level, Levels
from noughts.kernels.tiles import frozen

Chances = npt.NDArray[np.float64]


class Asked:
    """A policy's answers. On a small board it is asked once, and else part by part.

    The answers to a part are good until the next part is asked about.
    """

    def __init__(self, policy: BatchPolicy, levels: Levels) -> None:
        self._policy = policy
        self._room = np.empty((min(PART, levels.rows), levels.rules.cells))
        self._all: Chances | None = None
        if levels.rows <= PART:
            x, o = (np.concatenate([getattr(each, side) for each in levels.all]) for side in "xo")
            self._all = self._answers(Positions.unchecked(x, o, levels.rules))

    def about(self, level: Level, part: slice) -> Chances:
        """The probabilities [rows, cells] in some rows of a level.

        Raises `PlayerError`, naming the first position with probabilities that are not valid.
        """
        if self._all is not None:
            return self._all[level.begin + part.start : level.begin + part.stop]
        return self._answers(level.positions(part))

    def _answers(self, positions: Positions) -> Chances:
        masks = positions.action_mask()
        given = self._policy.stated(positions, masks)
        chances = self._room[: len(given)]
        if loops().admit(_held(given), masks, chances):
            self._policy.checked(given, positions)  # which names the position
        return chances


def _held(given: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The array as the loop takes it, which is compiled once for each type."""
    known = given.dtype in (np.float32, np.float64)
    held: npt.NDArray[Any] = frozen(given if known else given.astype(np.float64))
    return held
