"""Packing in bulk: the bytes of `Packing.pack`, and the codes of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import CodeError
from noughts.arrays.packing import code_dtype, codes_of, get, ints_of, loops_of, pack, unpack
from noughts.arrays.packing_kernel import Loops
from noughts.codecs.packing import Packing
from noughts.errors import ArrayError
from tests.core.test_bits_proofs import counterexample
from tests.tools import longer

pytestmark = pytest.mark.plain

PACKINGS = [Packing.best(765), Packing.plain(10), Packing(3**42, 1, 9), Packing.plain(136)]
MORE = [Packing.best(3), *(Packing.plain(bits) for bits in (1, 13, 64, 66, 128))]  # not compiled


def some_codes(packing: Packing, count: int) -> list[int]:
    """So many codes, the least and the largest among them."""
    return [(packing.size - 1) * (i % 7) // 6 for i in range(count)]


@pytest.mark.parametrize("packing", PACKINGS, ids=str)
def test_arrays_are_packed_as_single_codes_are(packing: Packing) -> None:
    group = loops_of(packing).group
    for count in (0, 1, group - 1, group, group + 1, 2 * group + packing.items):
        ints = some_codes(packing, count)
        packed = pack(codes_of(ints, packing), packing)
        assert packed.tobytes() == packing.pack(ints)
        assert ints_of(unpack(packed, packing))[:count] == ints


@settings(max_examples=30)
@given(st.sampled_from(PACKINGS), st.data())
def test_any_range_and_any_items_are_read_alone(packing: Packing, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, 3 * loops_of(packing).group))
    ints = some_codes(packing, count)
    packed = packing.pack(ints)
    start = data.draw(st.integers(0, count))
    stop = data.draw(st.integers(start, count))
    read = unpack(packed, packing, start, stop)
    assert read.dtype == code_dtype(packing)
    assert ints_of(read) == ints[start:stop]
    items = data.draw(st.lists(st.integers(0, max(count - 1, 0)), max_size=count and 5))
    assert ints_of(get(packed, packing, items)) == [ints[item] for item in items]


@settings(max_examples=50)
@given(st.sampled_from(PACKINGS[:-1] + MORE), st.data())
def test_the_expressions_of_a_group_hold_for_ints(packing: Packing, data: st.DataObject) -> None:
    loop = Loops(packing)
    ints = data.draw(
        st.lists(st.integers(0, packing.size - 1), min_size=loop.group, max_size=loop.group)
    )
    columns = [number for code in ints for number in (code % 2**64, code >> 64)[: loop.columns]]
    words = loop.words_of(columns)
    assert b"".join(word.to_bytes(8, "little") for word in words) == packing.pack(ints)
    assert loop.codes_of(words) == columns


@pytest.mark.long
@pytest.mark.parametrize("bits", [*longer(1), 10, 13, 48, 63, 64, 66, 127, 128])
def test_words_are_proved_to_hold_the_bits_of_all_codes_end_to_end(bits: int) -> None:
    loop = Loops(Packing.plain(bits))
    room = 80  # wider than a word, so that what does not fit one would be seen
    widths = loop.widths * loop.units
    parts = [z3.BitVec(f"part{i}", width) for i, width in enumerate(widths)]
    wide = [z3.ZeroExt(room - part.size(), part) for part in parts]
    words = loop.words_of(wide)
    stream = z3.Concat([z3.Extract(63, 0, word) for word in reversed(words)] + [z3.BitVecVal(0, 1)])
    expected = z3.Concat([*reversed(parts), z3.BitVecVal(0, 1)])
    fits = z3.And([z3.Extract(room - 1, 64, word) == 0 for word in words])
    assert counterexample(z3.And(stream == expected, fits)) is None
    back = loop.parts_of(words)
    same = [z3.simplify(one) == other for one, other in zip(back, wide, strict=True)]
    assert counterexample(z3.And(same)) is None
    assert counterexample(stream == expected ^ 1 << 1) is not None


@pytest.mark.parametrize("packing", [*PACKINGS[::2], Packing.plain(456)], ids=str)
def test_arrays_of_the_caller_are_filled_wherever_they_lie(packing: Packing) -> None:
    ints = some_codes(packing, 3 * loops_of(packing).group + 1)
    codes = codes_of(ints, packing)
    room = np.zeros(packing.bytes_for(len(ints)) + 1, np.uint8)
    for out in (room[:-1], room[1:]):  # one of them where no word can lie
        assert pack(codes, packing, out) is out
        assert out.tobytes() == packing.pack(ints)
        back = np.zeros_like(codes[1:])
        assert unpack(out, packing, 1, len(ints), back) is back
        assert ints_of(back) == ints[1:]
        one = np.zeros_like(codes[:1])
        assert get(out, packing, [2], one) is one
        assert ints_of(one) == ints[2:3]


def test_codes_of_any_integer_dtype_and_stride_are_taken() -> None:
    packing = Packing.best(765)
    codes = np.arange(700, dtype=np.int64)
    assert pack(codes[::-7], packing).tobytes() == packing.pack(codes[::-7].tolist())
    assert pack([], packing).tobytes() == b""


@pytest.mark.parametrize(
    ("codes", "packing", "message"),
    [
        ([3, 765, -1], Packing.best(765), "item 1 of codes is 765; codes are 0 to 764"),
        ([3, 4, -1], Packing.best(765), "item 2 of codes is -1; codes are 0 to 764"),
        ([0.5], Packing.best(765), "codes is an array of float64; integers are needed"),
        ([[1]], Packing.best(765), "codes has the shape (1, 1)"),
        ([1], Packing.plain(66), "codes are an array int64 [1]; codes of more than 64 bits are"),
        (
            np.array([[0, 3], [1, 4]], np.uint64),
            Packing.plain(66),
            "item 1 of codes is 73786976294838206465; codes are 0 to 73786976294838206463",
        ),
    ],
)
def test_the_first_bad_code_is_named_and_nothing_written(
    codes: Any, packing: Packing, message: str
) -> None:
    out = np.full(packing.bytes_for(len(codes)), 77, np.uint8)
    with pytest.raises(CodeError) as refused:
        pack(codes, packing, out)
    assert message in str(refused.value)
    assert (out == 77).all()


def test_ints_that_are_no_codes_are_named() -> None:
    with pytest.raises(CodeError, match="item 1 is 765; codes are 0 to 764"):
        codes_of([1, 765], Packing.best(765))


@pytest.mark.parametrize("packing", [Packing.best(765), Packing(3**42, 1, 9)], ids=str)
def test_a_block_that_no_codes_give_is_named_and_nothing_written(packing: Packing) -> None:
    group = loops_of(packing).group
    ints = some_codes(packing, 3 * group)
    packed = bytearray(packing.pack(ints))
    bad = 2 * group // packing.items + 1
    packed[bad * packing.length : (bad + 1) * packing.length] = b"\xff" * packing.length
    out = codes_of([0] * 3 * group, packing)
    with pytest.raises(CodeError, match=f"block {bad} is .* which no {packing.items} codes give"):
        unpack(packed, packing, out=out)
    with pytest.raises(CodeError, match=f"block {bad} is .* which no {packing.items} codes give"):
        get(packed, packing, [0, bad * packing.items], out[:2])
    assert not out.any()
    assert ints_of(unpack(packed, packing, 0, group)) == ints[:group]


def test_what_lies_beyond_the_end_is_refused() -> None:
    packing = Packing.best(765)
    packed = pack([1, 2], packing)
    for start, stop in ((0, 6), (-1, 2), (3, 2)):
        with pytest.raises(CodeError, match=f"codes {start} to {stop} .* 6 bytes hold 5"):
            unpack(packed, packing, start, stop)
    with pytest.raises(CodeError, match="item 1 of items is 5; the 5 codes are 0 to 4"):
        get(packed, packing, [0, 5])


@pytest.mark.parametrize(
    "out", [np.zeros(7, np.uint8), np.zeros(6, np.int8), np.zeros(12, np.uint8)[::2]]
)
def test_an_array_that_does_not_fit_is_refused(out: Any) -> None:
    with pytest.raises(ArrayError, match=r"one of uint8 \[6\] that can be|a contiguous array"):
        pack([1, 2], Packing.best(765), out)


def test_packings_that_are_not_for_arrays_are_refused_by_name() -> None:
    for packing in (Packing(5478, 18, 28), Packing.plain(129)):
        with pytest.raises(CodeError, match="is not for arrays: "):
            pack([1], packing)
    for packing in (Packing.plain(140), Packing(3**90, 1, 18)):
        with pytest.raises(CodeError, match="codes of more than 128 bits take whole bytes each"):
            pack([1], packing)


@pytest.mark.parametrize("packed", [[1, 2, 3], np.zeros(12, np.uint8)[::2], None])
def test_what_does_not_lie_in_one_piece_is_no_packed_bytes(packed: Any) -> None:
    packing = Packing.best(765)
    with pytest.raises(ArrayError, match="bytes are needed, or an array of them without gaps"):
        unpack(packed, packing)
    with pytest.raises(ArrayError, match="bytes are needed, or an array of them without gaps"):
        get(packed, packing, [0])
