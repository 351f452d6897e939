"""Errors of whole arrays name the first bad item."""

import numpy as np
import pytest

from noughts.arrays.refusals import refuse_first


def test_what_bulk_refuses_and_its_twin_takes_is_a_fault_of_ours() -> None:
    with pytest.raises(AssertionError, match="item 2 is refused in bulk and taken alone"):
        refuse_first(np.array([0, 0, 4]), str)
