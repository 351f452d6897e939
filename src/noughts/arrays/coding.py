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

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays import expressions, numbered, records, subsets
from noughts.arrays.dtypes import board_dtype, narrowest
from noughts.arrays.games import Games
from noughts.arrays.kernels import Loop, recorded
from noughts.arrays.positions import Positions
from noughts.arrays.refusals import integers, refuse_first
from noughts.arrays.words import Words
from noughts.codecs import CellCodec, Codec, codec
from noughts.errors import CodeError, TooLargeError
from noughts.rules import TICTACTOE, Rules

MAX_BITS = 64
KINDS = {"word": Words, "record": Games, "record_class": Games}  # all others hold Positions

Codes = npt.NDArray[Any]


def encode(values: Positions | Games | Words, name: str) -> Codes:
    """The codes [n] of all values, in the narrowest unsigned dtype (`word`: int32).

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
    if isinstance(values, Words):
        return values.words
    if isinstance(values, Games):
        return _encode_games(values, form)
    codes = np.empty(len(values), code_dtype(name, rules))
    if isinstance(form, CellCodec):
        _encode_cells(name, rules)(values.x, values.o, codes)
    elif rules == TICTACTOE:
        numbered.encode_loop()(values.x, values.o, numbered.tables(name)[0], codes)
        if len(codes) and codes.max() == numbered.MISSING:
            refuse_first(codes == numbered.MISSING, lambda item: form.encode(values[item]))
    else:
        subsets.encode_loop(rules)(values.x, values.o, codes)
    return codes


def decode(codes: npt.ArrayLike, name: str, rules: Rules = TICTACTOE) -> Any:
    """The values of codes [n]: `Positions`, `Games` or `Words`, as the codec has it.

    >>> print(decode([31], "canonical")[0])
    XO./.X./...

    Raises `CodeError` as the scalar codec does, naming the first item; `TooLargeError` where codes
    have more than 64 bits.
    """
    form = _codec(name, rules)
    if name == "word":
        return Words(codes)
    given = integers(codes, "codes", CodeError)
    if len(given) and (given.min() < 0 or int(given.max()) >= form.size):
        outside = (given < 0) | (given > form.size - 1)
        refuse_first(outside, lambda item: form.decode(int(given[item])))
    if name in KINDS:
        return _decode_games(given, form)
    x, o = (np.empty(len(given), board_dtype(rules)) for _ in range(2))
    if isinstance(form, CellCodec):
        if _decode_cells(name, rules)(given, x, o):
            wrong = expressions.misplaced(x, o, rules)
            refuse_first(wrong, lambda item: form.decode(int(given[item])))
    elif rules == TICTACTOE:
        numbered.decode_loop()(given, numbered.tables(name)[1], x, o)
    else:
        subsets.decode_loop(rules)(given, x, o)
    return Positions.unchecked(x, o, rules)


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


@cache
def _encode_cells(name: str, rules: Rules) -> Loop:
    form: Any = codec(name, rules)
    return recorded(f"encode_{name}", form.encode_bits, x=rules.board, o=rules.board)


@cache
def _decode_cells(name: str, rules: Rules) -> Loop:
    form: Any = codec(name, rules)

    def sides(code: Any) -> tuple[Any, Any, Any]:
        x, o = form.decode_bits(code)
        return x, o, expressions.misplaced(x, o, rules)

    return recorded(f"decode_{name}", sides, checks=True, code=(1 << form.bits) - 1)


def _encode_games(games: Games, form: Codec[Any]) -> Codes:
    moves = games.moves
    if form.name == "record_class":
        moves = np.empty_like(moves)
        records.least_loop()(games.moves, moves)
    found = np.empty(len(games), np.int32)
    records.encode_loop()(moves, *records.tree(form.name), found)
    if len(found) and found.min() == records.NONE:
        refuse_first(found == records.NONE, lambda item: form.encode(games[item]))
    return found.astype(narrowest(form.bits))


def _decode_games(codes: Codes, form: Codec[Any]) -> Games:
    moves = np.empty((len(codes), TICTACTOE.cells), np.uint8)
    records.decode_loop()(codes.astype(np.int32), *records.tree(form.name), moves)
    return Games.unchecked(moves)
