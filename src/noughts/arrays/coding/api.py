"""Codecs in bulk: conversion of arrays of positions, games or words to codes, and back.

`encode` and `decode` give the same results as the methods of the scalar codec, and reject the same
input, naming the first bad item. `Codec.bulk` is the key of the codec's coder in `CODERS`, except
that some codecs for small boards or with long codes have another coder. `Codec.holds` determines
whether the values are `Positions`, `Games` or `Words`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays.checks import as_array, integers, owned
from noughts.arrays.coding import coder as coders
from noughts.arrays.coding.coder import AsWords, Coder, Items, Sides
from noughts.arrays.coding.expressions import Expressions
from noughts.arrays.coding.game_tree import GameTree
from noughts.arrays.coding.lookup import Lookup, fits
from noughts.arrays.coding.subsets import Subsets
from noughts.arrays.memory import WORD_CELLS, board_dtype
from noughts.arrays.positions import Positions
from noughts.codecs import Bulk, Codec, codec
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.errors import ArrayError, CodeError
from noughts.kernels.dtypes import Codes

CODERS: dict[Bulk, type[Coder[Any]]] = {
    Bulk.ITEMS: Items,
    Bulk.BITS: Expressions,
    Bulk.SUBSETS: Subsets,
    Bulk.GAME_TREE: GameTree,
    Bulk.WORDS: AsWords,
}


def encode(values: coders.Values, name: str, out: Codes | None = None) -> Codes:
    """The codes [n] of all values, in the narrowest unsigned dtype (for `word`: int32).

    Codes of more than 64 bits are uint64 [n, words], the lowest word first. `out` is an array to
    write the codes to, with the shape and dtype of the result.

    >>> encode(Positions.start(2).play([0, 4]), "base3")
    array([ 1, 81], dtype=uint16)

    Raises `CodeError` for values of the wrong kind, or for values that the codec cannot encode (the
    error names the first of these), and `TooLargeError` for boards of more than 361 cells.
    """
    coder = _coder(name, getattr(values, "rules", TICTACTOE))
    if not isinstance(values, coder.kind.arrays):
        given = values if isinstance(values, coders.Values) else type(values).__name__
        raise CodeError(f"{name} holds {coder.kind.arrays.__name__}, not {given}")
    codes = owned(out, coder.shape(len(values)), coder.dtype)
    coder.encode(values, codes)
    return codes


def decode(
    codes: npt.ArrayLike, name: str, rules: Rules | str = TICTACTOE, out: Sides | None = None
) -> Any:
    """The values of codes [n]: `Positions`, `Games` or `Words`, depending on the codec.

    `codes` is an array in the form that `encode` returns; codes of one word may have any integer
    dtype. `out` is a pair of arrays to write the bitboards of X and O to: each is [n], of the
    narrowest dtype for the board, or uint64 [n, words], as in `Positions`. If `out` is given, the
    returned positions are a view of its arrays.

    >>> print(decode([31], "canonical")[0])
    XO./.X./...

    Raises what the scalar codec raises, naming the first bad item; the contents of `out` are then
    undefined. Raises `ArrayError` for an `out` that does not fit, and `TooLargeError` for boards of
    more than 361 cells.
    """
    rules = as_rules(rules)
    coder = _coder(name, rules)
    arrays = coder.kind.arrays
    if out is not None and arrays is not Positions:
        raise ArrayError(f"{name} gives {arrays.__name__}; out is for positions only")
    if out is not None and len(out) != 2:
        raise ArrayError(f"out holds {len(out)} arrays; two are needed, for x and o")
    if coder.words > 1:
        return coder.decode(_in_words(codes, coder), out)
    given = integers(codes, "codes", CodeError)
    if given.dtype != coder.dtype:  # a number that does not fit the dtype is not a code
        coder.refuse_outside(given)
        given = given.astype(coder.dtype)
    return coder.decode(given, out)


def code_dtype(name: str, rules: Rules | str = TICTACTOE) -> np.dtype[Any]:
    """The dtype of a codec's codes in bulk, or of their words if codes have more than 64 bits.

    >>> code_dtype("base3"), code_dtype("base4", Rules(5, 5, 4))
    (dtype('uint16'), dtype('uint64'))

    Raises `TooLargeError` for boards of more than 361 cells.
    """
    rules = as_rules(rules)
    return _coder(name, rules).dtype


def _coder(name: str, rules: Rules) -> Coder[Any]:
    return _of(codec(name, rules))


@lru_cache(maxsize=64)
def _of(codec: Codec[Any]) -> Coder[Any]:
    board_dtype(codec.rules)  # refuses boards that are too large
    # A small board has few positions, so a look-up table serves any codec.
    small = fits(codec) and codec.bulk is not Bulk.BITS
    # Codes of several words support bit operations, but no arithmetic.
    alone = codec.bits > WORD_CELLS and (codec.bulk is not Bulk.BITS or codec.radix != 2)
    return Lookup(codec) if small else Items(codec) if alone else CODERS[codec.bulk](codec)


def _in_words(codes: npt.ArrayLike, coder: Coder[Any]) -> Codes:
    """The codes as an array [n, words], checked to be in range."""
    given = as_array(codes, "codes", CodeError)
    if given.size == 0:
        given = np.empty(coder.shape(0), np.uint64)
    if given.dtype != np.uint64 or given.shape[1:] != (coder.words,):
        raise CodeError(
            f"codes are an array of {given.dtype} {list(given.shape)}; those of "
            f"{coder.codec.name} on {coder.codec.rules} are uint64 [n, {coder.words}], the lowest "
            "word first"
        )
    coder.refuse_outside(given)
    return given
