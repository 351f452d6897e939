"""Packing: blocks of mixed radix, with random access."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import CodeError
from noughts.codecs import CODECS, Codec
from noughts.codecs.base3 import Base3
from noughts.codecs.packing import Digits, Packing

PACKINGS = [Packing.best(size) for size in (2, 3, 255, 765, 5478, 6046, 19683, 2**32)]
PACKINGS += [Packing.plain(bits) for bits in (1, 7, 8, 10, 13, 18)]


def test_the_figures_of_the_specification() -> None:
    assert Packing.best(765).bits_each == Fraction(96, 10)
    assert (Packing.best(765).items, Packing.best(765).length) == (5, 6)
    assert (Packing.best(3).items, Packing.best(3).length) == (5, 1)
    assert Digits(3, 9).bits_each == Fraction(144, 10)
    assert (Packing.best(5478).items, Packing.best(5478).length) == (5, 8)


@pytest.mark.parametrize("codec", CODECS.values(), ids=list(CODECS))
def test_plain_packing_takes_exactly_the_bits_of_the_codec(codec: Codec[Any]) -> None:
    assert Packing.plain(codec.bits).bits_each == codec.bits


@given(st.integers(2, 10**6), st.integers(3, 12))
def test_no_block_within_the_length_is_better_than_the_best(size: int, longest: int) -> None:
    best = Packing.best(size, longest)
    assert best.length <= longest
    for length in range(1, longest + 1):
        items = 0
        while size ** (items + 1) <= 256**length:
            items += 1
        if items:
            each = Fraction(8 * length, items)
            assert (best.bits_each, best.length) <= (each, length)


@pytest.mark.no_cover
@given(st.sampled_from(PACKINGS), st.data())
def test_what_is_packed_is_unpacked_in_order_and_found_by_its_number(
    packing: Packing, data: st.DataObject
) -> None:
    codes = data.draw(st.lists(st.integers(0, packing.size - 1), max_size=40))
    packed = packing.pack(codes)
    blocks = -(-len(codes) // packing.items)
    assert len(packed) == blocks * packing.length
    assert list(packing.unpack(packed, len(codes))) == codes
    assert [packing.get(packed, item) for item in range(len(codes))] == codes


@given(st.sampled_from(PACKINGS), st.data())
def test_a_code_is_written_without_touching_the_others(
    packing: Packing, data: st.DataObject
) -> None:
    numbers = st.integers(0, packing.size - 1)
    codes = data.draw(st.lists(numbers, min_size=1, max_size=20))
    item = data.draw(st.integers(0, len(codes) - 1))
    packed = bytearray(packing.pack(codes))
    codes[item] = data.draw(numbers)
    packing.set(packed, item, codes[item])
    assert bytes(packed) == packing.pack(codes)


def test_the_first_code_is_in_the_lowest_digit_and_the_first_byte_is_the_lowest() -> None:
    assert Packing.best(765).pack([1, 0, 0, 0, 0]) == b"\x01\0\0\0\0\0"
    number = 1 + 2 * 765 + 3 * 765**2 + 4 * 765**3 + 5 * 765**4
    assert Packing.best(765).pack([1, 2, 3, 4, 5]) == number.to_bytes(6, "little")
    assert Packing.plain(10).pack([1, 2]) == (1 | 2 << 10).to_bytes(5, "little")


@pytest.mark.no_cover
def test_a_million_ternary_cells_take_a_fifth_of_the_bytes() -> None:
    assert len(Packing.best(3).pack(cell % 3 for cell in range(10**6))) == 10**6 // 5


@pytest.mark.wide
@given(st.lists(st.integers(0, 3**9 - 1), max_size=20))
def test_grids_are_packed_five_cells_a_byte_and_a_cell_is_read_alone(grids: list[int]) -> None:
    packing = Digits(3, 9)
    packed = packing.pack(grids)
    assert len(packed) == -(-9 * len(grids) // 5)
    assert list(packing.unpack(packed, len(grids))) == grids
    for item, grid in enumerate(grids):
        assert packing.get(packed, item) == grid
        for cell in range(9):
            assert packing.get_digit(packed, item, cell) == Base3().get(grid, cell)


def test_a_bad_item_is_named() -> None:
    with pytest.raises(CodeError, match="item 7 is 765; codes are 0 to 764"):
        Packing.best(765).pack([0] * 7 + [765])
    with pytest.raises(CodeError, match="item 1 is -1; codes are 0 to 19682"):
        Digits(3, 9).pack([0, -1])
    with pytest.raises(CodeError, match="item 2 is 765; codes are 0 to 764"):
        Packing.best(765).set(bytearray(6), 2, 765)


def test_an_item_that_is_not_there_is_refused() -> None:
    packing = Packing.best(765)
    for item in (-1, 10):
        with pytest.raises(CodeError, match=f"there is no item {item}; 12 bytes hold 10"):
            packing.get(bytes(12), item)
        with pytest.raises(CodeError, match=f"there is no item {item}; 12 bytes hold 10"):
            packing.set(bytearray(12), item, 0)
    with pytest.raises(CodeError, match="11 codes were asked for; 12 bytes hold 10"):
        list(packing.unpack(bytes(12), 11))
    for digit in (-1, 9):
        with pytest.raises(CodeError, match=f"there is no digit {digit}; digits are 0 to 8"):
            Digits(3, 9).get_digit(bytes(2), 0, digit)


@pytest.mark.parametrize("packed", [[1, 2], 5, None, "text", memoryview(bytes(12))[::2]])
def test_what_is_not_bytes_in_one_piece_is_refused(packed: Any) -> None:
    packing = Packing.best(765)
    uses: list[Callable[[], object]] = [
        lambda: list(packing.unpack(packed, 1)),
        lambda: packing.get(packed, 0),
        lambda: packing.set(packed, 0, 1),
        lambda: packing.block(packed, 0),
        lambda: Digits(3, 9).get(packed, 0),
    ]
    for use in uses:
        with pytest.raises(CodeError, match=r"packed is .*; bytes are needed, or an array of them"):
            use()


def test_bytes_of_an_array_of_numbers_are_read_as_bytes() -> None:
    packing, codes = Packing.best(765), [31, 764, 0, 8, 9]
    wide: Any = array("H", packing.pack(codes))
    assert list(packing.unpack(wide, 5)) == codes
    packing.set(wide, 1, 7)
    assert packing.get(wide, 1) == 7
    with pytest.raises(CodeError, match="there is no item 5; 6 bytes hold 5"):
        packing.get(wide, 5)


def test_a_code_is_not_written_where_nothing_can_be_written() -> None:
    with pytest.raises(CodeError, match="bytes that can be written are needed"):
        Packing.best(765).set(bytes(6), 0, 1)  # type: ignore[arg-type] # as the message says


def test_bytes_that_no_codes_give_are_refused() -> None:
    packed = bytes(6) + b"\xff" * 6
    assert Packing.best(765).get(packed, 4) == 0
    with pytest.raises(CodeError, match="block 1 is 281474976710655, which no 5 codes give"):
        Packing.best(765).get(packed, 5)


def test_a_block_that_cannot_be_is_refused() -> None:
    with pytest.raises(CodeError, match="6 bytes does not hold 6 codes below 765; it holds 5"):
        Packing(765, 6, 6)
    with pytest.raises(
        CodeError, match="block of 1 byte does not hold 1 codes below 257; it holds 0"
    ):
        Packing.best(257, 1)
    with pytest.raises(CodeError, match="does not hold 0 codes below 3; it holds 5"):
        Packing(3, 0, 1)


@pytest.mark.parametrize("size", [1, 0, -1, -765])
def test_fewer_than_two_codes_cannot_be_packed(size: int) -> None:
    for made in (lambda: Packing.best(size), lambda: Packing(size, 1, 1), lambda: Digits(size, 2)):
        with pytest.raises(CodeError, match=f"below {size} cannot be packed in "):
            made()
    with pytest.raises(CodeError, match="cannot be packed in -1 byte; at least two codes"):
        Packing(3, 1, -1)
    with pytest.raises(CodeError, match=r"no code has -?\d bits; at least one bit"):
        Packing.plain(0 if size > 0 else -1)


def test_digits_are_packed_apart_and_read_back_whole() -> None:
    grids = Digits(3, 9)
    packed = grids.pack([19682, 0, 88])
    assert list(grids.unpack(packed, 3)) == [19682, 0, 88]


def test_the_best_packing_has_a_byte_at_least() -> None:
    assert [Packing.best(100, length).length for length in (-1, 0, 1)] == [1, 1, 1]
