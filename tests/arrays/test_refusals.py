"""Errors of whole arrays name the first bad item."""

import numpy as np
import pytest

from noughts import arrays
from noughts.arrays.refusals import refuse_first
from noughts.errors import ArrayError


def test_what_bulk_refuses_and_its_twin_takes_is_a_fault_of_ours() -> None:
    with pytest.raises(AssertionError, match="item 2 is refused in bulk and taken alone"):
        refuse_first(np.array([0, 0, 4]), str)


def test_what_is_no_array_is_refused_as_room_for_results() -> None:
    with pytest.raises(ArrayError, match="out is a list; an array is needed"):
        arrays.encode(arrays.Positions.start(2), "pair", [0, 0])  # type: ignore[arg-type]


def test_two_rows_of_one_array_take_decoded_positions() -> None:
    out = np.empty((2, 2), np.uint16)
    assert arrays.decode([1, 1], "pair", out=out).x.tolist() == [1, 1]  # type: ignore[arg-type]
    assert out.tolist() == [[1, 1], [0, 0]]


def test_the_least_number_of_a_narrow_dtype_can_be_typed() -> None:
    words = arrays.Words([262144])
    typed = np.array([-128], np.int8)
    assert words.step(typed).words.tolist() == words.step([-128]).words.tolist()
