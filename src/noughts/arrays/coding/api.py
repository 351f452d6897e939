"""Codecs in bulk: whole arrays of positions, games or words to codes, and back.

    codec                                            its values, in bulk
    pair flags base4 base4_msb base3 balanced        `Positions`, of any board of codes to 64 bits
    ordinal canonical                                `Positions` of 3x3
    record record_class                              `Games` of 3x3, all of them finished
    word                                             `Words`

Each gives exactly the codes of its scalar twin in `noughts.codecs`, and refuses what that refuses,
naming the first item.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays.checks import integers, owned, refuse_first
from noughts.arrays.coding import balanced, records, tables
from noughts.arrays.coding.wide_base3 import Base3InHalves
from noughts.arrays.dtypes import board_dtype, narrowest
from noughts.arrays.games import Games
from noughts.arrays.positions import Positions
from noughts.arrays.words import Words
from noughts.codecs import CellCodec, Codec, codec
from noughts.core import turns
from noughts.core.rules import TICTACTOE, Rules
from noughts.errors import ArrayError, CodeError, TooLargeError
from noughts.kernels.recorded import Loop, recorded

MAX_BITS = 64
KINDS = {"word": Words, "record": Games, "record_class": Games}  # all others hold Positions

Codes = npt.NDArray[Any]


def encode(values: Positions | Games | Words, name: str, out: Codes | None = None) -> Codes:
    """The codes [n] of all values, in the narrowest unsigned dtype (`word`: int32).

    `out` is an array for them that the caller owns, of that dtype.

    >>> encode(Positions.start(2).play([0, 4]), "base3")
    array([ 1, 81], dtype=uint16)

    Raises `CodeError` for values of another kind, or, naming the first item, for one that the
    codec cannot hold; `TooLargeError` where codes have more than 64 bits.
    """
    kind = KINDS.get(name, Positions)
    rules = getattr(values, "rules", TICTACTOE)
    form = _codec(name, rules)
    if not isinstance(values, kind):
        raise CodeError(f"{name} holds {kind.__name__}, not {values!r}")
    codes = owned(out, len(values), code_dtype(name, rules))
    if isinstance(values, Words):
        codes[:] = values.words
    elif isinstance(values, Games):
        _encode_games(values, form, codes)
    elif isinstance(form, CellCodec):
        _encode_cells(name, rules)(values.x, values.o, codes)
    elif rules == TICTACTOE:
        numbers = tables.tables(name)[0]
        if tables.encode_loop()(values.x, values.o, numbers, codes) == tables.NO_CODE:
            refuse_first(codes == tables.NO_CODE, lambda item: form.encode(values[item]))
    else:
        balanced.encode_loop(rules)(values.x, values.o, codes)
    return codes


def decode(
    codes: npt.ArrayLike,
    name: str,
    rules: Rules = TICTACTOE,
    out: tuple[Codes, Codes] | None = None,
) -> Any:
    """The values of codes [n]: `Positions`, `Games` or `Words`, as the codec has it.

    `out` is a pair of arrays for the bitboards that the caller owns, of the board's dtype; the
    positions are then a view of them.

    >>> print(decode([31], "canonical")[0])
    XO./.X./...

    Raises `CodeError` as the scalar codec does, naming the first item, and leaves `out` undefined
    then; `ArrayError` for an `out` that does not fit; `TooLargeError` where codes have more than 64
    bits.
    """
    form = _codec(name, rules)
    if out is not None and name in KINDS:
        raise ArrayError(f"{name} gives {KINDS[name].__name__}; out is for positions alone")
    if out is not None and len(out) != 2:
        raise ArrayError(f"out holds {len(out)} arrays; two are needed, for x and o")
    if name == "word":
        return Words(codes)
    given = integers(codes, "codes", CodeError)
    dtype = code_dtype(name, rules)
    if given.dtype != dtype:  # what does not fit it is no code
        _refuse_outside(given, form)
        given = given.astype(dtype)
    if name in KINDS:
        return _decode_games(given, form)
    x, o = (
        owned(side, len(given), board_dtype(rules))
        for side in ((None, None) if out is None else out)
    )

    def twin(item: int) -> object:
        return form.decode(int(given[item]))

    if name in tables.NAMES and rules == TICTACTOE:
        if tables.decode_loop(name)(given, x, o) == tables.NO_PAIR:
            refuse_first(tables.tables(name)[1][given] == tables.NO_PAIR, twin)
    elif isinstance(form, CellCodec):
        if _decode_cells(name, rules)(given, x, o):
            _refuse_outside(given, form)
            wrong = turns.misplaced(*form.decode_bits(given.astype(np.uint64)), rules)
            refuse_first(wrong, twin)
    else:
        _refuse_outside(given, form)
        balanced.decode_loop(rules)(given, x, o)
    return Positions.unchecked(x, o, rules)


def _refuse_outside(codes: Codes, form: Codec[Any]) -> None:
    """Refuse the first code out of range, if there is one, for its scalar twin's reason."""
    if len(codes) and (codes.min() < 0 or int(codes.max()) >= form.size):
        outside = (codes < 0) | (codes > form.size - 1)
        refuse_first(outside, lambda item: form.decode(int(codes[item])))


def code_dtype(name: str, rules: Rules = TICTACTOE) -> np.dtype[Any]:
    """The dtype of codes in bulk. Raises as `encode` does.

    >>> code_dtype("base3"), code_dtype("base4", Rules(5, 5, 4))
    (dtype('uint16'), dtype('uint64'))
    """
    bits = _codec(name, rules).bits
    return np.dtype(np.int32) if name == "word" else narrowest(bits)


def _codec(name: str, rules: Rules) -> Codec[Any]:
    form = codec(name, rules)
    if form.bits > MAX_BITS:
        raise TooLargeError(
            f"{name} codes of {rules} have {form.bits} bits; arrays hold codes of up to "
            f"{MAX_BITS}, and a codec by itself any"
        )
    return form


def _in_a_word(name: str, rules: Rules) -> Any:
    """The codec whose bit expressions fit a word all the way."""
    in_halves = name == "base3" and 2 * rules.cells > MAX_BITS
    return Base3InHalves(rules) if in_halves else codec(name, rules)


@cache
def _encode_cells(name: str, rules: Rules) -> Loop:
    form = _in_a_word(name, rules)
    return recorded(f"encode_{name}", form.encode_bits, x=rules.board, o=rules.board)


@cache
def _decode_cells(name: str, rules: Rules) -> Loop:
    whole = (1 << 8 * code_dtype(name, rules).itemsize) - 1
    return recorded(f"decode_{name}", checked_sides(name, rules), checks=True, code=whole)


def checked_sides(name: str, rules: Rules) -> Callable[[Any], tuple[Any, Any, Any]]:
    """The bitboards of a code as an expression, and bits where it stands for no position."""
    form = _in_a_word(name, rules)

    def sides(code: Any) -> tuple[Any, Any, Any]:
        x, o = form.decode_bits(code & (1 << form.bits) - 1)
        x, o = x & rules.board, o & rules.board  # which a difference of `base3` does not show
        wrong = turns.misplaced(x, o, rules)
        return x, o, wrong | turns.too_large(code, form.size)

    return sides


def _encode_games(games: Games, form: Codec[Any], codes: Codes) -> None:
    moves = games.moves
    if form.name == "record_class":
        moves = np.empty_like(moves)
        records.least_loop()(games.moves, moves)
    found = np.empty(len(games), np.int32)
    records.encode_loop()(moves, *records.tree(form.name), found)
    if len(found) and found.min() == records.NONE:
        refuse_first(found == records.NONE, lambda item: form.encode(games[item]))
    codes[:] = found


def _decode_games(codes: Codes, form: Codec[Any]) -> Games:
    _refuse_outside(codes, form)
    moves = np.empty((len(codes), TICTACTOE.cells), np.uint8)
    records.decode_loop()(codes.astype(np.int32), *records.tree(form.name), moves)
    return Games.unchecked(moves)
