"""The codecs with a place for every cell: pair, flags, base4, base4_msb, base3; and others."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import CodeError, O, Position, Rules, X
from noughts.codecs import CODECS, pair
from noughts.codecs.base3 import Base3
from noughts.codecs.base4 import Base4, Base4Msb
from noughts.codecs.codec_base import CellCodec
from noughts.codecs.pair import Flags, Pair, winning_mask
from noughts.core.bits import cells_of
from noughts.errors import CellError
from tests.tools import pairs

BIT_KINDS: list[type[Pair] | type[Base4]] = [Pair, Flags, Base4, Base4Msb]  # two bits a cell
KINDS = [type(codec) for codec in CODECS.values() if isinstance(codec, CellCodec)]
BOARDS = [Rules(1, 1, 1), Rules(1, 4, 3), Rules(3, 3, 3), Rules(2, 5, 2), Rules(4, 4, 4)]
BOARDS += [Rules(3, 6, 3), Rules(5, 5, 4), Rules(6, 7, 4), Rules(8, 8, 5), Rules(15, 15, 5)]

each_kind = pytest.mark.parametrize("kind", KINDS)
each_board = pytest.mark.parametrize("rules", BOARDS, ids=str)


def code_of(codec: CellCodec, marks: tuple[int, ...]) -> int:
    """The code of a grid, cell by cell, as docs/representations.md describes it in words.

    Of a codec that came later this is what it says itself: it is held to the other laws here.
    """
    top = len(marks) - 1
    places: dict[str, Callable[[int, int], int]] = {
        "pair": lambda cell, mark: (mark & 1 | (mark >> 1) << top + 1) << cell,
        "flags": lambda cell, mark: (mark & 1 | (mark >> 1) << top + 1) << top - cell,
        "base4": lambda cell, mark: mark << 2 * cell,
        "base4_msb": lambda cell, mark: mark << 2 * (top - cell),
        "base3": lambda cell, mark: mark * 3**cell,
    }
    if codec.name not in places:
        return codec.encode_bits(*bitboards(marks))
    return sum(places[codec.name](cell, mark) for cell, mark in enumerate(marks))


def bitboards(marks: tuple[int, ...]) -> tuple[int, int]:
    x = sum(1 << cell for cell, mark in enumerate(marks) if mark == 1)
    return x, sum(1 << cell for cell, mark in enumerate(marks) if mark == 2)


GRIDS = list(product(range(3), repeat=9))


@pytest.mark.parametrize(
    ("codec", "text", "code"),
    [
        (Pair(), ".X./.../..O", 2 | 256 << 9),
        (Flags(), "XOX/OXO/X..", 340 | 168 << 9),
        (Base4(), "X../.O./.X.", 0b00_01_00_00_10_00_00_00_01),
        (Base4Msb(), "X../.O./.X.", 0b01_00_00_00_10_00_00_01_00),
        (Base3(), "XO./.X./...", 1 + 2 * 3 + 81),
    ],
)
def test_the_examples_of_the_specification(codec: CellCodec, text: str, code: int) -> None:
    assert codec.encode(Position.parse(text)) == code
    assert codec.decode(code) == Position.parse(text)


def test_a_cell_of_base4_is_read_and_written_as_in_the_specification() -> None:
    grid = 0b00_00_01_00_10_10_00_00_01
    assert Base4().get(grid, 4) == 2
    assert Base4().set(grid, 4, X) == 0b00_00_01_00_01_10_00_00_01


def test_the_largest_ternary_grid_fits_15_bits() -> None:
    assert Base3().size - 1 == 19682
    assert [kind().bits for kind in (*BIT_KINDS, Base3)] == [18, 18, 18, 18, 15]


@pytest.mark.wide
@pytest.mark.no_cover
@each_kind
def test_every_cell_of_every_grid_is_read_and_written_in_the_code(kind: type[CellCodec]) -> None:
    codec = kind()
    for marks in GRIDS[::7]:
        code = code_of(codec, marks)
        for cell in range(9):
            assert codec.get(code, cell) == marks[cell]
            for mark in range(3):
                edited = (*marks[:cell], mark, *marks[cell + 1 :])
                assert codec.set(code, cell, mark) == code_of(codec, edited)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "kind",
    [Base4, Base3, *(pytest.param(k, marks=pytest.mark.longer) for k in (Pair, Flags, Base4Msb))],
)
def test_every_code_in_range_is_decoded_and_encoded_back_or_refused_with_its_reason(
    kind: type[CellCodec],
) -> None:
    codec = kind()
    decoded = 0
    reasons = set()
    reason = re.compile(
        r"\w+ code \d+: (cell \d \(..\) holds the pattern 11; .*"
        r"|\d X and \d O; turns alternate, so there are as many X as O, or one more)"
    )
    for code in codec.codes:
        try:
            position = codec.decode(code)
        except CodeError as error:
            reasons.add(reason.fullmatch(str(error)) is not None)
        else:
            assert codec.encode(position) == code
            decoded += 1
    assert decoded == 6046
    assert reasons == {True}


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(("kind", "rules"), pairs(KINDS, BOARDS))
@settings(max_examples=20)
@given(data=st.data())
def test_grids_of_any_board_are_coded_by_the_words_of_the_specification(
    kind: type[CellCodec], rules: Rules, data: st.DataObject
) -> None:
    codec = kind(rules)
    marks = tuple(
        data.draw(st.lists(st.integers(0, 2), min_size=rules.cells, max_size=rules.cells))
    )
    code = code_of(codec, marks)
    assert code in codec.codes
    assert codec.encode_bits(*bitboards(marks)) == code
    assert codec.decode_bits(code) == bitboards(marks)
    cell = data.draw(st.integers(0, rules.cells - 1))
    mark = data.draw(st.integers(0, 2))
    assert codec.get(code, cell) == marks[cell]
    assert codec.get(codec.set(code, cell, mark), cell) == mark


@pytest.mark.wide
@pytest.mark.parametrize(("kind", "rules"), pairs(BIT_KINDS, BOARDS[:-1]))
def test_the_shuffles_are_right_for_all_boards_by_proof(
    kind: type[CellCodec], rules: Rules
) -> None:
    codec = kind(rules)
    width = codec.bits
    x, o = z3.BitVecs("x o", width)
    code = codec.encode_bits(x, o)
    back_x, back_o = codec.decode_bits(code)
    wrong = [back_x != x, back_o != o]
    for cell in range(rules.cells):  # where each cell's bits are to be
        for stones, mark in ((x, 1), (o, 2)):
            grid = tuple(mark * (c == cell) for c in range(rules.cells))
            place = code_of(codec, grid).bit_length() - 1
            wrong.append(z3.Extract(cell, cell, stones) != z3.Extract(place, place, code))
    solver = z3.Solver()
    solver.add(x & ~rules.board == 0, o & ~rules.board == 0, z3.Or(*wrong))
    assert solver.check() == z3.unsat


def test_a_shuffle_with_a_wrong_step_is_refuted() -> None:
    codec = Base4()
    codec._spread = (*codec._spread[:-1], (2, codec._spread[-1][1]))
    x, o = z3.BitVecs("x o", 18)
    solver = z3.Solver()
    solver.add(x & ~511 == 0, o & ~511 == 0, codec.encode_bits(x, o) != Base4().encode_bits(x, o))
    assert solver.check() == z3.sat


@pytest.mark.no_cover
@pytest.mark.wide
def test_the_folding_of_base3_is_right_for_all_boards_by_proof() -> None:
    x, o = z3.BitVecs("x o", 18)
    sums = sum(
        z3.ZeroExt(17, z3.Extract(cell, cell, x)) * 3**cell
        + z3.ZeroExt(17, z3.Extract(cell, cell, o)) * 2 * 3**cell
        for cell in range(9)
    )
    solver = z3.Solver()
    solver.add(x & ~511 == 0, o & ~511 == 0, x & o == 0, Base3().encode_bits(x, o) != sums)
    assert solver.check() == z3.unsat


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("kind", "dtype"), pairs(KINDS, [np.uint32, np.int32, np.int64, np.uint64])
)
def test_a_whole_array_is_coded_in_one_call(kind: type[CellCodec], dtype: type[np.generic]) -> None:
    codec = kind()
    x, o = (np.array(side, dtype=dtype) for side in zip(*map(bitboards, GRIDS), strict=True))
    codes = codec.encode_bits(x, o)
    assert codes.dtype == dtype
    assert codes.tolist() == [code_of(codec, marks) for marks in GRIDS]
    back_x, back_o = codec.decode_bits(codes)
    assert back_x.dtype == back_o.dtype == dtype
    assert (back_x == x).all()
    assert (back_o == o).all()


@each_kind
def test_an_array_too_narrow_for_the_code_is_refused_not_cut_off(kind: type[CellCodec]) -> None:
    stones = np.array([511], dtype=np.uint16)
    with pytest.raises(OverflowError):
        kind().encode_bits(stones & 0, stones)


def test_codes_of_ternary_arrays_are_decoded_from_16_bits() -> None:
    x, o = Base3().decode_bits(np.arange(19683, dtype=np.uint16))
    assert x.dtype == np.uint16
    assert int((x & o).max()) == 0


@each_kind
def test_a_code_out_of_range_is_refused(kind: type[CellCodec]) -> None:
    codec = kind()
    for code in (-1, codec.size, 10**30):
        with pytest.raises(
            CodeError, match=f"{code} is not a code of {codec.name} for 3,3,3; codes"
        ):
            codec.decode(code)
        with pytest.raises(CodeError, match=f"codes are 0 to {codec.size - 1}"):
            codec.get(code, 0)
        with pytest.raises(CodeError, match=f"{code} is no"):
            codec.set(code, 0, X)


@each_kind
def test_a_cell_outside_the_board_is_an_error_and_never_another_cell(
    kind: type[CellCodec],
) -> None:
    for cell in (-1, 9, 10**30):
        with pytest.raises(CellError, match=f"{cell} is not a cell of a 3x3 board; cells"):
            kind().get(0, cell)
        with pytest.raises(CellError, match=f"{cell} is not a cell"):
            kind().set(0, cell, X)


@each_kind
def test_a_mark_that_is_none_is_refused(kind: type[CellCodec]) -> None:
    for mark in (-1, 3):
        with pytest.raises(CodeError, match=f"{mark} is not a mark; marks are 0"):
            kind().set(0, 0, mark)


@pytest.mark.parametrize("kind", BIT_KINDS)
def test_the_pattern_11_is_refused_where_it_is_read_and_can_be_written_over(
    kind: type[CellCodec],
) -> None:
    codec = kind()
    code = code_of(codec, (1, 0, 0, 0, 3, 0, 0, 2, 0))
    assert codec.get(code, 7) == 2
    with pytest.raises(CodeError, match=rf"{codec.name} code {code}: cell 4 \(b2\) holds the pat"):
        codec.get(code, 4)
    with pytest.raises(CodeError, match=r"cell 4 \(b2\) holds the pattern 11; a cell holds 00"):
        codec.decode(code)
    assert codec.get(codec.set(code, 4, X), 4) == X


@each_kind
def test_a_grid_that_no_turns_give_is_edited_but_not_decoded(kind: type[CellCodec]) -> None:
    codec = kind()
    code = codec.set(codec.set(0, 3, X), 5, X)
    assert codec.get(code, 5) == X
    with pytest.raises(CodeError, match=f"{codec.name} code {code}: 2 X and 0 O; turns alternate"):
        codec.decode(code)


@each_kind
def test_what_is_no_position_of_the_board_is_not_encoded(kind: type[CellCodec]) -> None:
    with pytest.raises(CodeError, match=r"'XO./.X./...' is not a Position, which is what"):
        kind().encode("XO./.X./...")  # type: ignore[arg-type] # refused
    misere = Position(rules=Rules(3, 3, 3, misere=True))
    with pytest.raises(CodeError, match="of 3,3,3 cannot hold a position of 3,3,3,misere"):
        kind().encode(misere)
    equal_rules = Position(1, 0, Rules(3, 3, 3))
    assert kind().decode(kind().encode(equal_rules)) == equal_rules


@each_kind
def test_numbers_of_arrays_are_codes_and_cells_too(kind: type[CellCodec]) -> None:
    codec = kind()
    code = np.int32(codec.encode(Position(1, 0)))
    cell = np.uint8(8)
    edited = codec.set(code, cell, 2)  # type: ignore[arg-type] # a code of any integer type
    assert type(edited) is int
    assert codec.get(edited, cell) == 2


@each_kind
def test_a_cell_is_read_and_written_by_its_name(kind: type[CellCodec]) -> None:
    codec = kind()
    code = codec.set(codec.encode(Position(1, 0)), "b2", O)
    assert code == codec.set(codec.encode(Position(1, 0)), 4, O)
    assert [codec.get(code, name) for name in ("a1", "B2", "c3")] == [X, O, 0]
    for cell in ("5", 4.0):
        with pytest.raises(CellError, match=f"{cell!r} is not a cell of a 3x3 board"):
            codec.get(code, cell)  # type: ignore[arg-type] # refused, as it should be


@pytest.mark.parametrize("kind", BIT_KINDS)
def test_a_codec_whose_codes_fit_is_used_as_it_is(kind: type[CellCodec]) -> None:
    codec = kind(Rules(4, 4, 4))
    assert codec.within(32) is codec


def test_the_lines_of_flags_are_tried_in_the_order_of_the_specification() -> None:
    masks = (448, 56, 7, 292, 146, 73, 273, 84)
    for stones in range(512):
        expected = next((mask for mask in masks if stones & mask == mask), 0)
        assert winning_mask(stones) == expected


def test_after_moves_1_to_7_the_winning_mask_is_84() -> None:
    position = Position.parse("XOX/OXO/X..")
    x, o = Flags().encode(position) & 511, Flags().encode(position) >> 9
    assert (x, o) == (340, 168)
    assert winning_mask(x) == 84
    assert winning_mask(o) == 0


def test_a_whole_array_of_slots_gets_its_winning_masks_in_one_call() -> None:
    stones = np.arange(512, dtype=np.uint16)
    assert winning_mask(stones).tolist() == [winning_mask(int(slot)) for slot in range(512)]


@each_board
def test_the_winning_mask_of_any_board_is_the_first_line_mirrored(rules: Rules) -> None:
    for line in rules.lines[:50]:
        slot = sum(1 << rules.cells - 1 - cell for cell in cells_of(line))
        assert pair.winning_mask(slot, rules) == slot
    assert pair.winning_mask(0, rules) == 0
