"""Sorting networks."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.arrays.sorting import comparators
from tests.arrays.tools import every_draw


def in_order(items: list[int]) -> list[int]:
    for low, high in comparators(len(items)):
        items[low], items[high] = min(items[low], items[high]), max(items[low], items[high])
    return items


@pytest.mark.parametrize("length", range(1, 17))
def test_a_network_sorts_all_lists_of_bits_and_so_all_lists(length: int) -> None:
    planes, _ = every_draw(length)
    for low, high in comparators(length):
        assert 0 <= low < high < length
        planes[low], planes[high] = planes[low] & planes[high], planes[low] | planes[high]
    for low, high in pairwise(planes):
        assert low & ~high == 0


@given(st.lists(st.integers(0, 99), max_size=80))
def test_longer_lists_are_sorted(items: list[int]) -> None:
    assert in_order([*items]) == sorted(items)
