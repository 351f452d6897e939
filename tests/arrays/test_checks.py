"""Errors of whole arrays name the first bad item."""

from typing import Any

import numpy as np
import pytest

from noughts import Rules, arrays
from noughts.arrays.checks import refuse_first
from noughts.errors import ArrayError, PositionError


def test_what_bulk_refuses_and_its_twin_takes_is_a_fault_of_ours() -> None:
    with pytest.raises(AssertionError, match="item 2 is refused in bulk but accepted alone"):
        refuse_first(np.array([0, 0, 4]), str)


def test_what_is_no_array_is_refused_as_room_for_results() -> None:
    with pytest.raises(ArrayError, match="out is a list; an array is needed"):
        arrays.encode(arrays.Positions.start(2), "pair", [0, 0])  # type: ignore[arg-type] # no array


def test_two_rows_of_one_array_take_decoded_positions() -> None:
    out = np.empty((2, 2), np.uint16)
    assert arrays.decode([1, 1], "pair", out=out).x.tolist() == [1, 1]  # type: ignore[arg-type] # two rows do
    assert out.tolist() == [[1, 1], [0, 0]]


def test_the_least_number_of_a_narrow_dtype_can_be_typed() -> None:
    words = arrays.Words([262144])
    typed = np.array([-128], np.int8)
    assert words.step(typed).words.tolist() == words.step([-128]).words.tolist()


@pytest.mark.parametrize("nothing", [[], np.array([]), np.array([], bool)], ids=repr)
def test_an_empty_array_is_taken_of_any_dtype(nothing: Any) -> None:
    positions = arrays.Positions(nothing, nothing)
    assert len(positions) == len(arrays.encode(positions, "pair")) == 0


def test_a_list_of_small_and_very_large_numbers_is_one_of_integers() -> None:
    top, rules = 2**63, Rules(8, 8, 5)  # of which NumPy makes floats
    positions = arrays.Positions([1, top], [0, 0], rules)
    assert positions.x.tolist() == [1, top]
    codes = [0, top]
    wide = Rules(4, 8, 4)
    assert arrays.encode(arrays.decode([1, 3 + top], "pair", wide), "pair").tolist() == [1, 3 + top]
    for given in ([-1, top], [0.5, top], np.array([0.0, top])):
        with pytest.raises(PositionError, match="x is an array of float64; integers are needed"):
            arrays.Positions(given, codes, rules)
