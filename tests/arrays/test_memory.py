"""Long arrays in parts: the results of each part, in order."""

from __future__ import annotations

import numpy as np

from noughts.arrays.memory import over_parts, parts


def test_parts_of_arrays_and_of_tuples_of_them_go_to_the_loop_together() -> None:
    of = parts(300, 3, least=64)
    rows = np.arange(300), np.arange(300) * 2
    found = over_parts(lambda one, pair: int((one + pair[0] + pair[1]).sum()), of, rows[0], rows)
    assert len(of) == len(found) == 3
    assert sum(found) == int((rows[0] * 4).sum())
    assert [part.stop - part.start for part in of][:2] == [128, 128]
