"""Errors of whole arrays name the first bad item."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from noughts import Rules, arrays
from noughts.arrays.checks import refuse_first
from noughts.arrays.packing import get, pack, unpack
from noughts.codecs.packing import Packing
from noughts.errors import (
    ArrayError,
    CellError,
    CodeError,
    HistoryError,
    NoughtsError,
    PlayerError,
    PositionError,
)


def test_what_bulk_refuses_and_its_twin_takes_is_a_fault_of_ours() -> None:
    with pytest.raises(AssertionError, match="item 2 is refused in bulk but accepted alone"):
        refuse_first(np.array([0, 0, 4]), str)


def test_what_is_no_array_is_refused_as_room_for_results() -> None:
    with pytest.raises(ArrayError, match="out is a list; a plain array is needed"):
        arrays.encode(arrays.Positions.start(2), "pair", [0, 0])  # type: ignore[arg-type] # no array


def test_an_array_that_can_mask_is_refused_as_room_for_results() -> None:
    with pytest.raises(ArrayError, match="out is a MaskedArray; a plain array is needed"):
        arrays.encode(TWO, "pair", np.ma.masked_array([0, 0], dtype=np.uint32))


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


TWO, WIDE = arrays.Positions.start(2), Rules(9, 9, 5)
WIDE_CODES = np.zeros((2, 3), np.uint64)
BEST, LONG = Packing.best(765), Packing.plain(136)
FIRST_FREE = np.eye(9)[[0, 0]]
NO_MOVES = np.full((2, 9), arrays.NO_MOVE)

# What takes an array of two items: one that it takes without a mask, and what it calls it.
TAKES: dict[str, tuple[Callable[[Any], object], Any, str, type[NoughtsError]]] = {
    "decode": (lambda codes: arrays.decode(codes, "base3"), [0, 1], "codes", CodeError),
    "decode of several words": (
        lambda codes: arrays.decode(codes, "pair", WIDE),
        WIDE_CODES,
        "codes",
        CodeError,
    ),
    "x": (lambda x: arrays.Positions(x, [0, 0]), [0, 1], "x", PositionError),
    "o": (lambda o: arrays.Positions([1, 1], o), [0, 2], "o", PositionError),
    "x of several words": (
        lambda x: arrays.Positions(x, np.zeros((2, 2), int), WIDE),
        [[0, 0], [0, 1]],
        "x",
        PositionError,
    ),
    "play": (TWO.play, [0, 4], "cells", CellError),
    "positions": (lambda chosen: TWO[chosen], [1, 0], "what is chosen", ArrayError),
    "Games": (arrays.Games, NO_MOVES, "moves", HistoryError),
    "Words": (arrays.Words, [262144, 786441], "words", CodeError),
    "Words.step": (
        lambda typed: arrays.Words([262144] * 2).step(typed),
        [1, 2],
        "numbers",
        CodeError,
    ),
    "VectorGame.step": (
        lambda cells: arrays.VectorGame(2).step(cells),
        np.array([0, 4], np.uint8),
        "cells",
        ArrayError,
    ),
    "VectorGame.step_unchecked": (
        lambda cells: arrays.VectorGame(2).step_unchecked(cells),
        np.array([0, 4], np.uint8),
        "cells",
        ArrayError,
    ),
    "choose": (
        lambda chances: arrays.choose(TWO, arrays.BatchPolicy(lambda *_: chances, "mine")),
        FIRST_FREE,
        "what mine gives",
        PlayerError,
    ),
    "pack": (lambda codes: pack(codes, BEST), [1, 2], "codes", CodeError),
    "pack of several words": (lambda codes: pack(codes, LONG), WIDE_CODES, "codes", CodeError),
    "unpack": (lambda packed: unpack(packed, BEST), np.zeros(6, np.uint8), "packed", ArrayError),
    "get": (lambda items: get(bytes(6), BEST, items), [0, 1], "items", CodeError),
}


def test_what_cannot_become_an_array_is_refused_by_name() -> None:
    with pytest.raises(CodeError, match=r"^codes cannot become an array: .* inhomogeneous shape"):
        arrays.decode([[1], [2, 3]], "base3")


@pytest.mark.parametrize("name", TAKES)
def test_an_item_that_is_masked_is_refused_and_not_taken_for_what_is_below_it(name: str) -> None:
    take, given, called, error = TAKES[name]
    mask = np.zeros(np.shape(given), bool)
    assert str(take(np.ma.masked_array(given, mask))) == str(take(given))
    mask[1] = True
    with pytest.raises(error, match=f"^item 1 of {called} is masked; an array without masked"):
        take(np.ma.masked_array(given, mask))
